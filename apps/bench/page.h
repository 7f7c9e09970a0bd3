/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a page of HTML brings along so that it needs nothing else: style and patterns. */
#ifndef KB_BENCH_PAGE_H
#define KB_BENCH_PAGE_H

/* The style sheet: light and dark, narrow and wide. */
extern const char kb_bench_page_style[];
/* What is inside plots; classes c1 to c6 are the series. */
extern const char kb_bench_page_plots[];
/* What it says about paper. */
extern const char kb_bench_page_print[];
/* An invisible picture with the patterns that fill bars: "hatch" and "dots". */
extern const char kb_bench_page_patterns[];

#endif
