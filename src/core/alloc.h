/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The library's only way to the heap, with hooks that count in the profiling build. */
#ifndef KB_CORE_ALLOC_H
#define KB_CORE_ALLOC_H

#include <stddef.h>
#include <stdint.h>

void *kb_malloc(size_t n);
void *kb_realloc(void *p, size_t n);
void kb_free(void *p);

/* Totals since the start or the last reset; all zero unless built with KB_PROFILE. */
typedef struct kb_alloc_counts {
    uint64_t calls;
    uint64_t bytes_now;
    uint64_t bytes_peak;
} kb_alloc_counts;

void kb_alloc_reset(void);
kb_alloc_counts kb_alloc_read(void);

#endif
