/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Self-test: embedded known answers of every algorithm, computed with the code of this
 * library on this machine.
 */
#ifndef KB_SELFTEST_H
#define KB_SELFTEST_H

#include <keybraid/status.h>
#include <stdbool.h>
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
 * Runs the known answers and reports each.
 *
 * with_slow: also the s sets of SLH-DSA, which take seconds
 * on_result: may be NULL
 * Returns: KB_OK when all came out, else KB_ERR_INTERNAL; the rest is run in any case
 * Time:    under two seconds without the slow ones
 * Threads: safe
 */
KB_API KB_MUST_USE kb_status kb_selftest_run(
    bool with_slow, void (*on_result)(void *self, const kb_selftest_result *result),
    void *self);

/** A family of algorithms and the dispatch table that it uses on this machine. */
typedef struct kb_selftest_table {
    const char *family; /* "Keccak", "ML-KEM" */
    const char *table;  /* "portable" */
} kb_selftest_table;

#define KB_SELFTEST_TABLE_COUNT 9

/** Writes the tables in use. */
KB_API void kb_selftest_tables(kb_selftest_table out[KB_SELFTEST_TABLE_COUNT]);

#ifdef __cplusplus
}
#endif
#endif
