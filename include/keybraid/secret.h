/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Memory for secrets: locked, kept out of core dumps, wiped when released; wipe;
 * constant-time comparison.
 *
 * Not here: randomness is src/core/rng.h and only the kernel's.
 */
#ifndef KB_SECRET_H
#define KB_SECRET_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A heap buffer for a secret. Its pages are locked where the limit allows it, left out
 * of core dumps, empty in a forked child, and wiped before they are given back. */
typedef struct kb_secret kb_secret;

/**
 * Allocates a zeroed secret of len bytes.
 *
 * Shapes:  out  set on success only; len 1..KB_SECRET_MAX_BYTES
 * Returns: KB_OK, KB_ERR_ARGUMENT (len out of range), KB_ERR_MEMORY
 * Threads: safe. A secret has one owner.
 * Limits:  locking is attempted, not guaranteed; wiping cannot reach copies that the
 * kernel or the processor made.
 */
KB_API KB_MUST_USE kb_status kb_secret_new(kb_secret **out, size_t len);
#define KB_SECRET_MAX_BYTES ((size_t)1 << 30)

/** Returns the bytes, valid until kb_secret_free. */
KB_API uint8_t *kb_secret_data(kb_secret *secret);
/** Returns the bytes for reading. */
KB_API const uint8_t *kb_secret_bytes(const kb_secret *secret);
/** Returns the length given to kb_secret_new. */
KB_API size_t kb_secret_len(const kb_secret *secret);
/** Wipes and releases; NULL is fine. */
KB_API void kb_secret_free(kb_secret *secret);

/** Overwrites n bytes with zeros in a way no optimiser removes. Copies elsewhere stay. */
KB_API void kb_wipe(void *p, size_t n);

/** Returns whether n bytes are equal, in time that depends on n only. */
KB_API bool kb_ct_eq(const void *a, const void *b, size_t n);

#ifdef __cplusplus
}
#endif
#endif
