/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Randomness from the kernel; the only place of the library that asks for it. */
#ifndef KB_CORE_RNG_H
#define KB_CORE_RNG_H

#include <keybraid/status.h>
#include <stddef.h>

/* Fills n bytes. On error (KB_ERR_RNG) the buffer is zero; there is no fallback. */
KB_MUST_USE kb_status kb_rng_bytes(void *out, size_t n);

#endif
