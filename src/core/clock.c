/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Wall clock and monotonic clock. */
#include "core/clock.h"

#include <time.h>

int64_t kb_clock_now_s(void) {
    return (int64_t)time(NULL);
}

uint64_t kb_clock_monotonic_ns(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}
