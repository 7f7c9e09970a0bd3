/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The duplicated Reed-Muller code RM(1, 7), portable. */
#include "core/ct.h"
#include "core/secret.h"
#include "kem/hqc/code.h"
#include "kem/hqc/ops_ref.h"

#define BYTES UINT64_C(0x0101010101010101)

void kb_hqc_rm_encode(uint64_t codeword[2], uint8_t symbol) {
    /* Coordinate j holds bit i of j where word i of this list has a one. */
    static const uint64_t coordinate[6] = {
        UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
        UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
        UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000),
    };
    uint64_t word = kb_ct_mask_bit64(symbol >> 7);
    for (unsigned i = 0; i < 6; i++) {
        word ^= kb_ct_mask_bit64(symbol >> i & 1) & coordinate[i];
    }
    codeword[0] = word;
    codeword[1] = word ^ kb_ct_mask_bit64(symbol >> 6 & 1);
}

/* Bit i of a byte into byte i. */
static uint64_t spread_bits(uint64_t byte) {
    uint64_t picked = byte * BYTES & UINT64_C(0x8040201008040201);
    return (picked + BYTES * 0x7f) >> 7 & BYTES;
}

/* f[j] = number of copies with a 1 at coordinate j. */
static void count_ones(int16_t f[128], const uint64_t *words, size_t copies) {
    for (size_t i = 0; i < 16; i++) {
        uint64_t counts = 0;
        for (size_t copy = 0; copy < copies; copy++) {
            counts += spread_bits(words[2 * copy + i / 8] >> 8 * (i % 8) & 0xff);
        }
        for (size_t j = 0; j < 8; j++) {
            f[8 * i + j] = (int16_t)(counts >> 8 * j & 0xff);
        }
    }
}

/* One of the seven steps of the Walsh-Hadamard transform: takes the lowest bit of the
 * index and puts its transformed bit on top. After seven, each is in its old place.
 * |values| double: at most 128 * 5. */
static void hadamard_step(int16_t *restrict out, const int16_t *restrict in) {
    for (size_t j = 0; j < 64; j++) {
        out[j] = (int16_t)(in[2 * j] + in[2 * j + 1]);
        out[j + 64] = (int16_t)(in[2 * j] - in[2 * j + 1]);
    }
}

/* The index of the largest |f|, the smallest such index, plus 0x80 if that f is positive.
 * Each value becomes a number that is larger the better it is, with the answer in its low
 * bits. */
static uint8_t find_peak(const int16_t f[128]) {
    uint32_t best = 0;
    for (uint32_t a = 0; a < 128; a++) {
        uint32_t value = (uint32_t)(int32_t)f[a];
        uint32_t negative = value >> 31, positive = (0 - value) >> 31;
        uint32_t size = (value ^ (0 - negative)) + negative;
        uint32_t key = size << 8 | (127 - a) << 1 | positive;
        best ^= kb_ct_mask_bit32((best - key) >> 31) & (best ^ key);
    }
    return (uint8_t)((127 - (best >> 1 & 127)) | (best & 1) << 7);
}

void kb_hqc_rm_decode_ref(const kb_hqc_params *params, uint8_t *symbols,
                          const kb_hqc_vec *v) {
    int16_t f[128], g[128];
    KB_WIPE_AT_END(f);
    KB_WIPE_AT_END(g);
    for (size_t i = 0; i < params->n1; i++) {
        count_ones(f, v->w + 2 * params->copies * i, params->copies);
        for (unsigned step = 0; step < 6; step += 2) {
            hadamard_step(g, f);
            hadamard_step(f, g);
        }
        hadamard_step(g, f);
        g[0] = (int16_t)(g[0] - (int)(64 * params->copies));
        symbols[i] = find_peak(g);
    }
}
