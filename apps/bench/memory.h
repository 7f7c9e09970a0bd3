/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Memory that a call needs: depth of its stack, heap calls and peak, pages of the
 * process.
 *
 * The heap is counted by this program's own malloc family, which libcrypto uses too, and
 * mmap, which secrets use. Builds with sanitizers keep theirs: then is_counted is false.
 */
#ifndef KB_BENCH_MEMORY_H
#define KB_BENCH_MEMORY_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct kb_bench_heap {
    bool is_counted;
    uint64_t calls;      /* allocations, reallocations and mappings */
    uint64_t peak_bytes; /* above what was there at the start */
} kb_bench_heap;

/* Starts counting, from zero. One thread at a time. */
void kb_bench_heap_begin(void);
/* Stops and tells. */
kb_bench_heap kb_bench_heap_end(void);

typedef struct kb_bench_memory {
    kb_bench_heap heap;
    uint64_t stack_bytes; /* below the caller's frame; 0 when it could not be measured */
} kb_bench_memory;

/* Runs work(argument) once in a thread on a painted stack of 1 MiB, with the heap
 * counted. */
KB_MUST_USE kb_status kb_bench_memory_of(kb_bench_memory *out,
                                         kb_status (*work)(void *argument),
                                         void *argument);

/* Resident bytes now, and the most so far; 0 where the system does not tell. */
uint64_t kb_bench_rss_now(void);
uint64_t kb_bench_rss_peak(void);

#endif
