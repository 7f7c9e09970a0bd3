/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* report.md and report.html: one text in two shapes, plots in the second. */
#ifndef KB_BENCH_REPORT_H
#define KB_BENCH_REPORT_H

#include "changes.h"
#include "doc.h"
#include "result.h"

/* Write the report; the same result gives the same bytes. */
KB_MUST_USE kb_status kb_bench_report_markdown(FILE *out, const kb_bench_result *result);
KB_MUST_USE kb_status kb_bench_report_html(FILE *out, const kb_bench_result *result);

/* Shares of hashing, of all operations with a profile or of those of one family of the
 * catalog; nothing when there are none. */
void kb_bench_report_hashes(kb_bench_doc *doc, const kb_bench_family_result *family,
                            const char *only);

/* What a family was measured on, in short, and what is unfit about it. */
void kb_bench_report_conditions(kb_bench_doc *doc, const kb_bench_family_result *family);
/* The same in full: machine, build, options, implementations, sizes of objects; or that it
 * is the environment of the family before (NULL: there is none). */
void kb_bench_report_environment(kb_bench_doc *doc, const kb_bench_family_result *family,
                                 const json_t *before);

/* The seven sections of an evaluation page, for each family of algorithms. */
KB_MUST_USE kb_status kb_bench_report_evidence(kb_bench_doc *doc,
                                               const kb_bench_family_result *family);

/* A family beside the same family of the baseline; nothing when that is NULL. */
KB_MUST_USE kb_status kb_bench_report_baseline(kb_bench_doc *doc, const json_t *baseline,
                                               const kb_bench_family_result *family);

/* What has changed, with the reasons to doubt it: the operations that changed most. names
 * are those of the two sides, the earlier one or A first. */
KB_MUST_USE kb_status kb_bench_report_changes(kb_bench_doc *doc, const json_t *kept,
                                              const kb_bench_family_result *family,
                                              const kb_bench_changes *changes,
                                              const char *const names[2]);

#endif
