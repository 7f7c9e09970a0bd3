/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing, rounding without division, the dithered signal and reconciliation. */
#include "kem/dkem/encode.h"

#include "core/error.h"
#include "core/secret.h"
#include "kem/dkem/poly.h"

/* Eight fields are `bits` bytes: four of them in each of two words, which meet at bit 4 *
 * bits of the string. */
void kb_dkem_pack(uint8_t *out, const int16_t *p, size_t n, unsigned bits) {
    for (size_t i = 0; i < n; i += 8, out += bits) {
        uint64_t low = 0, high = 0;
        for (unsigned j = 0; j < 4; j++) {
            low |= (uint64_t)(uint16_t)p[i + j] << j * bits;
            high |= (uint64_t)(uint16_t)p[i + 4 + j] << j * bits;
        }
        uint64_t first = low | high << 4 * bits, second = high >> (64 - 4 * bits);
        for (unsigned j = 0; j < bits; j++) {
            out[j] = (uint8_t)(j < 8 ? first >> 8 * j : second >> 8 * (j - 8));
        }
    }
}

void kb_dkem_unpack(int16_t *p, const uint8_t *in, size_t n, unsigned bits) {
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (size_t i = 0; i < n; i += 8, in += bits) {
        uint64_t first = 0, second = 0;
        for (unsigned j = 0; j < bits; j++) {
            if (j < 8) {
                first |= (uint64_t)in[j] << 8 * j;
            } else {
                second |= (uint64_t)in[j] << 8 * (j - 8);
            }
        }
        uint64_t high = first >> 4 * bits | second << (64 - 4 * bits);
        for (unsigned j = 0; j < 4; j++) {
            p[i + j] = (int16_t)(first >> j * bits & mask);
            p[i + 4 + j] = (int16_t)(high >> j * bits & mask);
        }
    }
}

static inline uint32_t round_one(const kb_dkem_rounding *r, uint32_t x) {
    uint64_t product = (((uint64_t)x << r->bits) + r->addend) * r->factor;
    return (uint32_t)(product >> r->shift) & ((UINT32_C(1) << r->bits) - 1);
}

uint32_t kb_dkem_round(const kb_dkem_rounding *rounding, uint32_t x) {
    return round_one(rounding, x);
}

void kb_dkem_compress(const kb_dkem_params *params, uint8_t *out, const int16_t *p) {
    int16_t small[KB_DKEM_N_MAX];
    KB_WIPE_AT_END(small);
    size_t n = params->ring->n;
    kb_dkem_rounding r = params->u;
    for (size_t i = 0; i < n; i++) {
        small[i] = (int16_t)round_one(&r, (uint16_t)p[i]);
    }
    kb_dkem_pack(out, small, n, r.bits);
}

void kb_dkem_decompress(const kb_dkem_params *params, int16_t *p, const uint8_t *in) {
    size_t n = params->ring->n;
    unsigned bits = params->u.bits;
    uint32_t q = (uint32_t)params->ring->q;
    kb_dkem_unpack(p, in, n, bits);
    for (size_t i = 0; i < n; i++) {
        p[i] = (int16_t)(((uint32_t)p[i] * q + (UINT32_C(1) << (bits - 1))) >> bits);
    }
}

void kb_dkem_signal(const kb_dkem_params *params, int16_t *w, const int16_t *kappa,
                    const uint8_t *dither) {
    size_t n = params->ring->n;
    int32_t q = params->ring->q;
    kb_dkem_rounding r = params->w;
    for (size_t i = 0; i < n; i++) {
        int16_t x = (int16_t)(kappa[i] - (dither[i / 8] >> i % 8 & 1));
        w[i] = (int16_t)round_one(&r, (uint16_t)kb_dkem_add_q_if_negative(x, q));
    }
}

void kb_dkem_reconcile(const kb_dkem_params *params, uint8_t *out, const int16_t *kappa,
                       const int16_t *w) {
    int32_t q = params->ring->q, barrett = params->ring->barrett, step = params->step;
    for (size_t i = 0; i < params->seed_bytes; i++) {
        unsigned byte = 0;
        for (unsigned j = 0; j < 8; j++) {
            /* The difference lies between -q and q. The lowest bit of its representative
             * nearest to zero counts, of a negative one as well. */
            int16_t x = (int16_t)(kappa[8 * i + j] - w[8 * i + j] * step);
            byte |= ((unsigned)kb_dkem_reduce(x, q, barrett) & 1) << j;
        }
        out[i] = (uint8_t)byte;
    }
}

kb_status kb_dkem_check_pk(const kb_dkem_params *params, const uint8_t *pk) {
    const kb_dkem_ring *ring = params->ring;
    size_t n = ring->n;
    int any = 0;
    for (size_t i = 0; i < params->k; i++) {
        int16_t t[KB_DKEM_N_MAX];
        kb_dkem_unpack(t, pk + i * KB_DKEM_POLY_BYTES(n, ring->bits), n, ring->bits);
        for (size_t j = 0; j < n; j++) {
            /* A public key may be branched on. */
            if (t[j] >= ring->q) {
                return KB_FAIL(KB_ERR_KEY,
                               "%s public key: coefficient %zu is %d, not below %d",
                               params->id, i * n + j, t[j], ring->q);
            }
            any |= t[j];
        }
    }
    if (any == 0) {
        return KB_FAIL(KB_ERR_KEY, "%s public key: all coefficients are 0", params->id);
    }
    return KB_OK;
}
