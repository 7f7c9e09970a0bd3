/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The clock of single calls. */
#include "clock.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

#define OVERHEAD_ROUNDS 2000
#define RATE_NS         UINT64_C(20000000)
#define NS_PER_S        1000000000U

static uint64_t read_ns(clockid_t id) {
    struct timespec t;
    (void)clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

uint64_t kb_bench_cpu_ns(void) {
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t kb_bench_wall_ns(void) {
    return read_ns(CLOCK_MONOTONIC_RAW);
}

/* Whether the time-stamp counter runs at one rate in all states (CPUID 80000007h, EDX bit
 * 8). */
static bool has_even_tsc(void) {
#if defined(__x86_64__)
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007U, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
#else
    return false;
#endif
}

uint64_t kb_bench_clock_begin(const kb_bench_clock *clock) {
#if defined(__x86_64__)
    if (clock->source[0] == 't') {
        _mm_lfence();
        uint64_t now = __rdtsc();
        _mm_lfence();
        return now;
    }
#endif
    (void)clock;
    return kb_bench_wall_ns();
}

uint64_t kb_bench_clock_end(const kb_bench_clock *clock) {
#if defined(__x86_64__)
    if (clock->source[0] == 't') {
        unsigned processor;
        uint64_t now = __rdtscp(&processor);
        _mm_lfence();
        return now;
    }
#endif
    (void)clock;
    return kb_bench_wall_ns();
}

static int open_cycles(void) {
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_HW_CPU_CYCLES,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0UL);
}

uint64_t kb_bench_clock_cycles(const kb_bench_clock *clock) {
    uint64_t count = 0;
    if (clock->perf_fd < 0 ||
        read(clock->perf_fd, &count, sizeof count) != (ssize_t)sizeof count) {
        return 0;
    }
    return count;
}

void kb_bench_clock_open(kb_bench_clock *clock) {
    *clock = (kb_bench_clock){.source = has_even_tsc() ? "tsc" : "monotonic-raw",
                              .perf_fd = open_cycles(),
                              .overhead = UINT64_MAX,
                              .step = UINT64_MAX};
    uint64_t last = 0;
    for (int i = 0; i < OVERHEAD_ROUNDS; i++) {
        uint64_t start = kb_bench_clock_begin(clock);
        uint64_t spent = kb_bench_clock_end(clock) - start;
        clock->overhead = spent < clock->overhead ? spent : clock->overhead;
        if (i > 0 && spent != last) {
            uint64_t apart = spent > last ? spent - last : last - spent;
            clock->step = apart < clock->step ? apart : clock->step;
        }
        last = spent;
    }
    clock->step = clock->step == UINT64_MAX ? 1 : clock->step;
    clock->began_ns = kb_bench_wall_ns();
    clock->began_ticks = kb_bench_clock_begin(clock);
}

void kb_bench_clock_close(kb_bench_clock *clock) {
    if (clock->perf_fd >= 0) {
        (void)close(clock->perf_fd);
    }
    clock->perf_fd = -1;
}

double kb_bench_clock_rate(const kb_bench_clock *clock) {
    uint64_t ns, ticks;
    do {
        ns = kb_bench_wall_ns() - clock->began_ns;
        ticks = kb_bench_clock_end(clock) - clock->began_ticks;
    } while (ns < RATE_NS);
    return (double)ticks * NS_PER_S / (double)ns;
}
