/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How much of a small stack a call touches: it runs in a thread of its own on a stack
 * that was painted before.
 *
 * The thread's own bookkeeping, 4.5 KiB in glibc, counts too. A file that needs another
 * stack than 128 KiB defines STACK_KIB before it includes this one.
 */
#ifndef KB_STACK_H
#define KB_STACK_H

#include "test.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>

#ifndef STACK_KIB
#define STACK_KIB 128
#endif
#define STACK_BYTES ((size_t)STACK_KIB * 1024)
#define STACK_GUARD 4096
#define STACK_PAINT 0xa5

/* Runs work(argument) on that stack, below which a page cannot be touched; returns the
 * bytes that were written there, 0 when it could not run, which is a failed check. */
static inline size_t stack_of(void *(*work)(void *), void *argument) {
    pthread_t thread;
    pthread_attr_t attributes;
    uint8_t *area = mmap(NULL, STACK_GUARD + STACK_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED) {
        CHECK(area != MAP_FAILED);
        return 0;
    }
    uint8_t *stack = area + STACK_GUARD;
    memset(stack, STACK_PAINT, STACK_BYTES);
    bool has_run = mprotect(area, STACK_GUARD, PROT_NONE) == 0 &&
                   pthread_attr_init(&attributes) == 0 &&
                   pthread_attr_setstack(&attributes, stack, STACK_BYTES) == 0 &&
                   pthread_create(&thread, &attributes, work, argument) == 0 &&
                   pthread_join(thread, NULL) == 0 &&
                   pthread_attr_destroy(&attributes) == 0;
    CHECK(has_run);
    size_t untouched = 0;
    while (untouched < STACK_BYTES && stack[untouched] == STACK_PAINT) {
        untouched++;
    }
    CHECK(munmap(area, STACK_GUARD + STACK_BYTES) == 0);
    return has_run ? STACK_BYTES - untouched : 0;
}

#endif
