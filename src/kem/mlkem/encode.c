/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing of 1, 4, 5, 10, 11 and 12-bit fields, little-endian; rounding without division.
 */
#include "kem/mlkem/encode.h"

#include "core/ct.h"
#include "core/error.h"
#include "hash/keccak/keccak.h"
#include "kem/mlkem/ops_ref.h"
#include "kem/mlkem/poly.h"

#include <keybraid/secret.h>

static inline uint64_t load(const uint8_t *in, size_t n) {
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++) {
        word |= (uint64_t)in[i] << 8 * i;
    }
    return word;
}

static inline void store(uint8_t *out, uint64_t word, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint8_t)(word >> 8 * i);
    }
}

void kb_mlkem_encode12_ref(uint8_t *out, const kb_mlkem_poly *p) {
    for (size_t i = 0; i < KB_MLKEM_N / 4; i++) {
        uint16_t c[4];
        for (size_t j = 0; j < 4; j++) {
            c[j] = kb_mlkem_canonical(p->c[4 * i + j]);
        }
        store(out + 6 * i,
              (uint64_t)c[0] | (uint64_t)c[1] << 12 | (uint64_t)c[2] << 24 |
                  (uint64_t)c[3] << 36,
              6);
    }
}

void kb_mlkem_decode12_ref(kb_mlkem_poly *p, const uint8_t *in) {
    for (size_t i = 0; i < KB_MLKEM_N / 4; i++) {
        uint64_t word = load(in + 6 * i, 6);
        for (size_t j = 0; j < 4; j++) {
            p->c[4 * i + j] = (int16_t)(word >> 12 * j & 0xfff);
        }
    }
}

/*
 * Compress_d(x) = round(x * 2^d / q) mod 2^d as (x * M + 2^(S-1)) >> S with M near
 * 2^(S+d) / q. S is the smallest for which all q inputs come out right; the unit test
 * compares each with a division. Ties do not occur, q being odd.
 */
static inline uint32_t compress_small(uint32_t x, uint32_t factor, unsigned shift,
                                      unsigned d) {
    return (x * factor + (UINT32_C(1) << (shift - 1))) >> shift &
           ((UINT32_C(1) << d) - 1);
}

static inline uint32_t compress_large(uint32_t x, unsigned shift, unsigned d) {
    uint64_t product = x * UINT64_C(2580335) + (UINT64_C(1) << (shift - 1));
    return (uint32_t)(product >> shift) & ((UINT32_C(1) << d) - 1);
}

static inline uint32_t compress_to(uint16_t x, unsigned d) {
    switch (d) {
    case 1:
        return compress_small(x, 315, 19, 1);
    case 4:
        return compress_small(x, 315, 16, 4);
    case 5:
        return compress_small(x, 630, 16, 5);
    case 10:
        return compress_large(x, 23, 10);
    default:
        return compress_large(x, 22, 11);
    }
}

static inline uint16_t decompress_from(uint32_t y, unsigned d) {
    return (uint16_t)((y * KB_MLKEM_Q + (UINT32_C(1) << (d - 1))) >> d);
}

uint32_t kb_mlkem_compress_one(uint16_t x, unsigned d) {
    return compress_to(x, d);
}

uint16_t kb_mlkem_decompress_one(uint32_t y, unsigned d) {
    return decompress_from(y, d);
}

/* Eight fields of d bits are d bytes; 88 bits need a second word. */
static inline void compress_all(uint8_t *out, const kb_mlkem_poly *p,
                                const kb_mlkem_poly *plus, unsigned d) {
    for (size_t i = 0; i < KB_MLKEM_N / 8; i++, out += d) {
        uint64_t t[8];
        for (size_t j = 0; j < 8; j++) {
            int16_t sum = (int16_t)(p->c[8 * i + j] + plus->c[8 * i + j]);
            t[j] = compress_to(kb_mlkem_canonical(sum), d);
        }
        uint64_t four = t[0] | t[1] << d | t[2] << 2 * d | t[3] << 3 * d;
        uint64_t last = t[4] | t[5] << d | t[6] << 2 * d | t[7] << 3 * d;
        if (4 * d % 8 == 0) {
            store(out, four, 4 * d / 8);
            store(out + 4 * d / 8, last, 4 * d / 8);
        } else {
            /* 4d is 20 or 44: the halves meet in the middle of a byte. */
            store(out, four | (last & 15) << 4 * d, 4 * d / 8 + 1);
            store(out + 4 * d / 8 + 1, last >> 4, 4 * d / 8);
        }
    }
}

static inline void decompress_all(kb_mlkem_poly *p, const uint8_t *in, unsigned d) {
    uint64_t mask = (UINT64_C(1) << d) - 1;
    for (size_t i = 0; i < KB_MLKEM_N / 8; i++, in += d) {
        uint64_t four = load(in, (4 * d + 7) / 8);
        uint64_t last = load(in + 4 * d / 8, (4 * d + 7) / 8) >> 4 * d % 8;
        for (size_t j = 0; j < 4; j++) {
            p->c[8 * i + j] =
                (int16_t)decompress_from((uint32_t)(four >> j * d & mask), d);
            p->c[8 * i + 4 + j] =
                (int16_t)decompress_from((uint32_t)(last >> j * d & mask), d);
        }
    }
}

/* d is a public parameter; written out so that each case is compiled for its own. */
void kb_mlkem_compress_ref(uint8_t *out, const kb_mlkem_poly *p,
                           const kb_mlkem_poly *plus, unsigned d) {
    switch (d) {
    case 4:
        compress_all(out, p, plus, 4);
        break;
    case 5:
        compress_all(out, p, plus, 5);
        break;
    case 10:
        compress_all(out, p, plus, 10);
        break;
    default:
        compress_all(out, p, plus, 11);
    }
}

void kb_mlkem_decompress_ref(kb_mlkem_poly *p, const uint8_t *in, unsigned d) {
    switch (d) {
    case 4:
        decompress_all(p, in, 4);
        break;
    case 5:
        decompress_all(p, in, 5);
        break;
    case 10:
        decompress_all(p, in, 10);
        break;
    default:
        decompress_all(p, in, 11);
    }
}

void kb_mlkem_to_message_ref(uint8_t *m, const kb_mlkem_poly *a, const kb_mlkem_poly *b) {
    for (size_t i = 0; i < KB_MLKEM_SYM_BYTES; i++) {
        uint32_t byte = 0;
        for (size_t j = 0; j < 8; j++) {
            int16_t difference = (int16_t)(a->c[8 * i + j] - b->c[8 * i + j]);
            byte |= compress_to(kb_mlkem_canonical(difference), 1) << j;
        }
        m[i] = (uint8_t)byte;
    }
}

void kb_mlkem_add_message_ref(kb_mlkem_poly *p, const uint8_t *m) {
    for (size_t i = 0; i < KB_MLKEM_SYM_BYTES; i++) {
        for (size_t j = 0; j < 8; j++) {
            /* The mask passes a barrier, or a compiler may branch on the message bit. */
            uint32_t mask = kb_ct_mask_bit32((uint32_t)m[i] >> j & 1);
            p->c[8 * i + j] =
                (int16_t)(p->c[8 * i + j] + (int)(mask & ((KB_MLKEM_Q + 1) / 2)));
        }
    }
}

static size_t first_above(const kb_mlkem_poly *p) {
    size_t i = 0;
    while (i < KB_MLKEM_N && p->c[i] < KB_MLKEM_Q) {
        i++;
    }
    return i;
}

kb_status kb_mlkem_check_ek(const kb_mlkem_params *params, const uint8_t *ek) {
    for (size_t i = 0; i < params->k; i++) {
        KB_MLKEM_ALIGNED kb_mlkem_poly t;
        kb_mlkem_ops_get()->decode12(&t, ek + i * KB_MLKEM_POLY_BYTES);
        /* All of them first, which compilers do in vectors. */
        int16_t above = 0;
        for (size_t j = 0; j < KB_MLKEM_N; j++) {
            above |= (int16_t)(KB_MLKEM_Q - 1 - t.c[j]);
        }
        if (above < 0) {
            /* A public key may be branched on. */
            size_t j = first_above(&t);
            return KB_FAIL(KB_ERR_KEY,
                           "%s public key: coefficient %zu is %d, not below 3329",
                           params->id, i * KB_MLKEM_N + j, t.c[j]);
        }
    }
    return KB_OK;
}

kb_status kb_mlkem_check_dk(const kb_mlkem_params *params, const uint8_t *dk) {
    const uint8_t *ek = dk + params->k * KB_MLKEM_POLY_BYTES;
    uint8_t h[KB_MLKEM_SYM_BYTES];
    kb_sha3_256(h, ek, params->ek_bytes);
    if (!kb_ct_eq(h, ek + params->ek_bytes, sizeof h)) {
        return KB_FAIL(KB_ERR_KEY, "%s private key: its public key has another hash",
                       params->id);
    }
    return KB_OK;
}
