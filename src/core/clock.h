/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The library's only clocks. */
#ifndef KB_CORE_CLOCK_H
#define KB_CORE_CLOCK_H

#include <stdint.h>

/* Seconds since 1970-01-01 UTC, for expiry and records. */
int64_t kb_clock_now_s(void);
/* Nanoseconds of a clock that never goes back, for durations. */
uint64_t kb_clock_monotonic_ns(void);

#endif
