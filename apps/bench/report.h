/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* report.md: the tables of a result folder with what they were measured on. */
#ifndef KB_BENCH_REPORT_H
#define KB_BENCH_REPORT_H

#include "result.h"

/* Writes the text; the same result gives the same bytes. */
KB_MUST_USE kb_status kb_bench_report_markdown(FILE *out, const kb_bench_result *result);

#endif
