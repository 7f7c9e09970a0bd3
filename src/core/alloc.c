/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Heap calls, counted in the profiling build. */
#include "core/alloc.h"

#include <stdlib.h>

#ifdef KB_PROFILE
#include <malloc.h>
#include <stdatomic.h>

static atomic_uint_fast64_t calls, bytes_now, bytes_peak;

static void *count_in(void *p) {
    if (p != NULL) {
        uint64_t now =
            atomic_fetch_add(&bytes_now, malloc_usable_size(p)) + malloc_usable_size(p);
        uint_fast64_t peak = atomic_load(&bytes_peak);
        while (now > peak && !atomic_compare_exchange_weak(&bytes_peak, &peak, now)) {
        }
        atomic_fetch_add(&calls, 1);
    }
    return p;
}

static void count_out(void *p) {
    if (p != NULL) {
        atomic_fetch_sub(&bytes_now, malloc_usable_size(p));
    }
}

void kb_alloc_reset(void) {
    atomic_store(&calls, 0);
    atomic_store(&bytes_peak, atomic_load(&bytes_now));
}

kb_alloc_counts kb_alloc_read(void) {
    return (kb_alloc_counts){atomic_load(&calls), atomic_load(&bytes_now),
                             atomic_load(&bytes_peak)};
}
#else
static void *count_in(void *p) {
    return p;
}

static void count_out(void *p) {
    (void)p;
}

void kb_alloc_reset(void) {
}

kb_alloc_counts kb_alloc_read(void) {
    return (kb_alloc_counts){0, 0, 0};
}
#endif

void *kb_malloc(size_t n) {
    return count_in(malloc(n));
}

void *kb_realloc(void *p, size_t n) {
    count_out(p);
    void *q = realloc(p, n);
    /* When realloc fails the old block stays and is counted again. */
    (void)count_in(q == NULL ? p : q);
    return q;
}

void kb_free(void *p) {
    count_out(p);
    free(p);
}
