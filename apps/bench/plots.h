/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The plots of report.html, each a figure and each in a file of its name (plot_*.c). A plot
 * that has nothing to show writes nothing, or why it is missing.
 */
#ifndef KB_BENCH_PLOTS_H
#define KB_BENCH_PLOTS_H

#include "changes.h"
#include "result.h"
#include "svg.h"

/* Every operation of every algorithm, or of those of one family of the catalog: shape of
 * its samples, with percentiles. */
KB_MUST_USE kb_status kb_bench_plot_latency(kb_bench_doc *doc,
                                            const kb_bench_family_result *family,
                                            const char *only);
/* The percentiles of pairs below each other, for the smallest and the largest payload. */
void kb_bench_plot_spread(kb_bench_doc *doc, const kb_bench_family_result *family);
/* Bytes a second against the payload, a panel for each curve. */
void kb_bench_plot_throughput(kb_bench_doc *doc, const kb_bench_family_result *family);
/* A pair beside its two halves alone, which come from the family primitives. */
void kb_bench_plot_overhead(kb_bench_doc *doc, const kb_bench_result *result,
                            const kb_bench_family_result *family);
/* What is sent against the time of each operation. */
void kb_bench_plot_sizes(kb_bench_doc *doc, const kb_bench_family_result *family);

/* What the time of each operation is divided into, where profiles were taken. */
void kb_bench_plot_hashes(kb_bench_doc *doc, const kb_bench_family_result *family,
                          const char *only);

/* Ratios of medians in the order given; names of the sides, the one divided by first. */
void kb_bench_plot_changes(kb_bench_doc *doc, const kb_bench_change *changes,
                           size_t count, const char *const names[2]);

/* The record of a family about alg with bytes; NULL when there is none. */
const kb_bench_record *kb_bench_family_record(const kb_bench_family_result *family,
                                              const char *alg, uint64_t bytes);
/* The family of that name; NULL when the folder has none. */
const kb_bench_family_result *kb_bench_result_family(const kb_bench_result *result,
                                                     const char *name);
/* Numbers of an operation that may be shown; NULL when there are none. */
const kb_bench_derived *kb_bench_shown_numbers(const kb_bench_record *record,
                                               const char *op);

#endif
