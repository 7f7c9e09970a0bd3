/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Self-test: embedded known answers of every algorithm, computed with the code of this
 * library on this machine.
 */
#ifndef KB_SELFTEST_H
#define KB_SELFTEST_H

#include <keybraid/status.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One known answer. Strings are constants. */
typedef struct kb_selftest_result {
    const char *name;  /* "ML-KEM-768, 100 accumulated runs" */
    const char *table; /* dispatch table in use, or "libcrypto" */
    kb_status status;  /* KB_OK when the answer came out */
    uint64_t time_ns;
} kb_selftest_result;

/**
 * Runs all known answers and reports each.
 *
 * on_result: may be NULL
 * Returns: KB_OK when all came out, else KB_ERR_INTERNAL; the rest is run in any case
 * Time:    under two seconds
 * Threads: safe
 */
KB_API KB_MUST_USE kb_status kb_selftest_run(
    void (*on_result)(void *self, const kb_selftest_result *result), void *self);

#ifdef __cplusplus
}
#endif
#endif
