/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setting the detail of a failure: KB_FAIL at the point of detection, kb_error_prefix
 * above it.
 *
 * Texts name fields, lengths, offsets and key names, never secret bytes.
 */
#ifndef KB_CORE_ERROR_H
#define KB_CORE_ERROR_H

#include <keybraid/status.h>

/* Records the detail and evaluates to the status: return KB_FAIL(KB_ERR_FORMAT, "iv: %zu
 * bytes", n); The comma shows the compiler that the result is that status and no KB_OK,
 * which its warnings about unset variables rely on. */
#define KB_FAIL(status, ...)                                                             \
    ((void)kb_error_set((status), __func__, false, 0, __VA_ARGS__), (status))
/* The same with the byte offset in the input. */
#define KB_FAIL_AT(status, offset, ...)                                                  \
    ((void)kb_error_set((status), __func__, true, (offset), __VA_ARGS__), (status))

/* Passes a failure on: KB_TRY(kb_rng_bytes(buf, n)); Not for functions with a cleanup
 * label. */
#define KB_TRY(call)                                                                     \
    do {                                                                                 \
        kb_status kb_try_status = (call);                                                \
        if (kb_try_status != KB_OK) {                                                    \
            return kb_try_status;                                                        \
        }                                                                                \
    } while (0)

/* Checks a promise of our own code; always compiled in. Use only where a status is
 * returned. */
#define KB_INVARIANT(condition)                                                          \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            return KB_FAIL(KB_ERR_INTERNAL, "%s", #condition);                           \
        }                                                                                \
    } while (0)

kb_status kb_error_set(kb_status status, const char *function, bool has_offset,
                       uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Puts a few words (a file or key name) before the text of the current record and returns
 * status. */
kb_status kb_error_prefix(kb_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
