/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The malloc family of this program: glibc's, with counters in front that also see
 * libcrypto.
 *
 * Counting is off during timed calls; what is left then is one load and one branch.
 */
#define _GNU_SOURCE /* syscall */
#include "memory.h"

#ifdef KB_BENCH_HEAP_HOOKS
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What glibc offers to programs that bring their own malloc. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t count, size_t n);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t alignment, size_t n);
void __libc_free(void *p);

static atomic_bool is_on;
static atomic_int_fast64_t now, peak;
static atomic_uint_fast64_t calls;

static void add(size_t n) {
    int_fast64_t after = atomic_fetch_add(&now, (int_fast64_t)n) + (int_fast64_t)n;
    int_fast64_t most = atomic_load(&peak);
    while (after > most && !atomic_compare_exchange_weak(&peak, &most, after)) {
    }
    atomic_fetch_add(&calls, 1);
}

static void *count_in(void *p) {
    if (atomic_load_explicit(&is_on, memory_order_relaxed) && p != NULL) {
        add(malloc_usable_size(p));
    }
    return p;
}

static void count_out(void *p) {
    if (atomic_load_explicit(&is_on, memory_order_relaxed) && p != NULL) {
        atomic_fetch_sub(&now, (int_fast64_t)malloc_usable_size(p));
    }
}

void *malloc(size_t n) {
    return count_in(__libc_malloc(n));
}

void *calloc(size_t count, size_t n) {
    return count_in(__libc_calloc(count, n));
}

void *realloc(void *p, size_t n) {
    /* Old and new block may exist side by side, but need not; as if they did not. */
    count_out(p);
    void *q = __libc_realloc(p, n);
    (void)count_in(q == NULL && n != 0 ? p : q);
    return q;
}

void free(void *p) {
    count_out(p);
    __libc_free(p);
}

void *memalign(size_t alignment, size_t n) {
    return count_in(__libc_memalign(alignment, n));
}

void *aligned_alloc(size_t alignment, size_t n) {
    return count_in(__libc_memalign(alignment, n));
}

int posix_memalign(void **out, size_t alignment, size_t n) {
    void *p = count_in(__libc_memalign(alignment, n));
    if (p == NULL) {
        return ENOMEM;
    }
    *out = p;
    return 0;
}

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset) {
    long got = syscall(SYS_mmap, at, n, protection, flags, fd, offset);
    if (got != -1 && atomic_load_explicit(&is_on, memory_order_relaxed)) {
        add(n);
    }
    return (void *)got;
}

int munmap(void *at, size_t n) {
    if (atomic_load_explicit(&is_on, memory_order_relaxed)) {
        atomic_fetch_sub(&now, (int_fast64_t)n);
    }
    return (int)syscall(SYS_munmap, at, n);
}

void kb_bench_heap_begin(void) {
    atomic_store(&now, 0);
    atomic_store(&peak, 0);
    atomic_store(&calls, 0);
    atomic_store(&is_on, true);
}

kb_bench_heap kb_bench_heap_end(void) {
    atomic_store(&is_on, false);
    return (kb_bench_heap){true, atomic_load(&calls), (uint64_t)atomic_load(&peak)};
}
#else
void kb_bench_heap_begin(void) {
}

kb_bench_heap kb_bench_heap_end(void) {
    return (kb_bench_heap){false, 0, 0};
}
#endif
