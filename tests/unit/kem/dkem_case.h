/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The six sets of DKEM, and figures of a session, for its tests. */
#ifndef KB_DKEM_CASE_H
#define KB_DKEM_CASE_H

#include "kem/dkem/dkem.h"
#include "kem/dkem/ring.h"
#include "kem/kem.h"

#include <keybraid/hash.h>
#include <string.h>

static const struct {
    const kb_dkem_params *params;
    const kb_kem *kem;
} sets[] = {
    {&kb_dkem128_params, &kb_dkem128},
    {&kb_dkem256_params, &kb_dkem256},
    {&kb_dkem512_params, &kb_dkem512},
    {&kb_dkem128_shake_params, &kb_dkem128_shake},
    {&kb_dkem256_shake_params, &kb_dkem256_shake},
    {&kb_dkem512_shake_params, &kb_dkem512_shake},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

/* Bits at..at + width of a byte string, least significant first. */
static inline unsigned bits_at(const uint8_t *in, size_t at, unsigned width) {
    unsigned value = 0;
    for (unsigned i = 0; i < width; i++) {
        value |= (unsigned)(in[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    }
    return value;
}

static inline void set_bits_at(uint8_t *out, size_t at, unsigned width, unsigned value) {
    for (unsigned i = 0; i < width; i++) {
        uint8_t bit = (uint8_t)(1U << (at + i) % 8);
        out[(at + i) / 8] &= (uint8_t)~bit;
        out[(at + i) / 8] |= (uint8_t)((value >> i & 1) != 0 ? bit : 0);
    }
}

#endif
