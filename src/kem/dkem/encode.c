/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing, rounding without division, the dithered signal and reconciliation: the portable
 * kernels. */
#include "kem/dkem/encode.h"

#include "core/error.h"
#include "core/secret.h"
#include "kem/dkem/ops_ref.h"
#include "kem/dkem/poly.h"

#define N KB_DKEM_N_MAX

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

void kb_dkem_encode13_ref(uint8_t *out, const int16_t *p) {
    int16_t canonical[N];
    KB_WIPE_AT_END(canonical);
    for (size_t i = 0; i < N; i++) {
        canonical[i] = kb_dkem_add_q_if_negative(p[i], KB_DKEM_Q512);
    }
    kb_dkem_pack(out, canonical, N, 13);
}

void kb_dkem_decode13_ref(int16_t *p, const uint8_t *in) {
    kb_dkem_unpack(p, in, N, 13);
    for (size_t i = 0; i < N; i++) {
        p[i] = kb_dkem_add_q_if_negative((int16_t)(p[i] - KB_DKEM_Q512), KB_DKEM_Q512);
    }
}

void kb_dkem_compress11_ref(uint8_t *out, const int16_t *p, const int16_t *plus) {
    int16_t small[N];
    KB_WIPE_AT_END(small);
    int32_t barrett = kb_dkem_ring512.barrett;
    for (size_t i = 0; i < N; i++) {
        int16_t x = kb_dkem_reduce((int16_t)(p[i] + plus[i]), KB_DKEM_Q512, barrett);
        uint64_t c = (uint16_t)kb_dkem_add_q_if_negative(x, KB_DKEM_Q512);
        /* The factor is the submission's: it rounds up at three residues where it should
         * not, and the known answers depend on that. */
        small[i] = (int16_t)(((c << 11) + 3840) * 279584 >> 31 & 0x7ff);
    }
    kb_dkem_pack(out, small, N, 11);
}

void kb_dkem_decompress11_ref(int16_t *p, const uint8_t *in) {
    kb_dkem_unpack(p, in, N, 11);
    for (size_t i = 0; i < N; i++) {
        p[i] = (int16_t)(((uint32_t)p[i] * KB_DKEM_Q512 + (1 << 10)) >> 11);
    }
}

/* 2x mod q, 0 <= result < q, for |x| < q + 4. */
static inline int16_t kappa_of(int16_t x, int32_t q, int32_t barrett) {
    return kb_dkem_add_q_if_negative(kb_dkem_reduce((int16_t)(2 * x), q, barrett), q);
}

/* The bits of eight kappas with their signals. */
static inline uint8_t reconcile8(const int16_t *kappa, const int16_t *w, int32_t step,
                                 int32_t q, int32_t barrett) {
    unsigned byte = 0;
    for (unsigned j = 0; j < 8; j++) {
        /* The difference lies between -q and q. The lowest bit of its representative
         * nearest to zero counts, of a negative one as well. */
        int16_t x = (int16_t)(kappa[j] - w[j] * step);
        byte |= ((unsigned)kb_dkem_reduce(x, q, barrett) & 1) << j;
    }
    return (uint8_t)byte;
}

void kb_dkem_signal_ref(const kb_dkem_params *params, uint8_t *w, uint8_t *kk,
                        const int16_t *p, const int16_t *plus, const uint8_t *dither) {
    size_t n = params->ring->n;
    int32_t q = params->ring->q, barrett = params->ring->barrett, step = params->step;
    kb_dkem_rounding r = params->w;
    int16_t kappa[N], signal[N] = {0};
    KB_WIPE_AT_END(kappa);
    KB_WIPE_AT_END(signal);
    for (size_t i = 0; i < n; i++) {
        kappa[i] = kappa_of((int16_t)(p[i] + plus[i]), q, barrett);
    }
    for (size_t i = 0; i < n; i++) {
        int16_t x = (int16_t)(kappa[i] - (dither[i / 8] >> i % 8 & 1));
        uint32_t c = (uint16_t)kb_dkem_add_q_if_negative(x, q);
        signal[i] = (int16_t)(((c << r.bits) + r.addend) * r.factor >> (32 - r.bits));
    }
    kb_dkem_pack(w, signal, n, r.bits);
    for (size_t i = 0; i < n / 8; i++) {
        kk[i] = reconcile8(kappa + 8 * i, signal + 8 * i, step, q, barrett);
    }
}

void kb_dkem_reconcile_ref(const kb_dkem_params *params, uint8_t *kk, const int16_t *p,
                           const uint8_t *w) {
    size_t n = params->ring->n;
    int32_t q = params->ring->q, barrett = params->ring->barrett, step = params->step;
    int16_t kappa[N], signal[N];
    KB_WIPE_AT_END(kappa);
    for (size_t i = 0; i < n; i++) {
        kappa[i] = kappa_of(p[i], q, barrett);
    }
    kb_dkem_unpack(signal, w, n, params->w.bits);
    for (size_t i = 0; i < n / 8; i++) {
        kk[i] = reconcile8(kappa + 8 * i, signal + 8 * i, step, q, barrett);
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
