/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counts the heap calls of a test program, by taking the place of malloc and its kin. One
 * file of a program includes it. */
#ifndef KB_HEAP_CALLS_H
#define KB_HEAP_CALLS_H

#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t count, size_t n);
extern void *__libc_realloc(void *p, size_t n);
void *malloc(size_t n);
void *calloc(size_t count, size_t n);
void *realloc(void *p, size_t n);

static atomic_uint heap_calls;

void *malloc(size_t n) {
    atomic_fetch_add(&heap_calls, 1);
    return __libc_malloc(n);
}

void *calloc(size_t count, size_t n) {
    atomic_fetch_add(&heap_calls, 1);
    return __libc_calloc(count, n);
}

void *realloc(void *p, size_t n) {
    atomic_fetch_add(&heap_calls, 1);
    return __libc_realloc(p, n);
}

#endif
