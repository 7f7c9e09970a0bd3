/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of DKEM and their self-test. */
#include "kem/dkem/ops.h"

#include "kem/dkem/poly.h"

#include <keybraid/secret.h>

#define N KB_DKEM_N_MAX

/* Everything that the kernels compute from fixed public bytes. Each step works on what a
 * step before made, so one wrong kernel shows in all that follows. */
typedef struct trial {
    int16_t matrix[2 * N], vector[2 * N], product[N], back[N], decoded[N],
        decompressed[N];
    uint64_t counts[2];
    uint8_t encoded[N / 8 * 13], compressed[N / 8 * 11];
    /* Of DKEM-256 and -512: both rings, both widths. */
    uint8_t signal[2][N / 8 * 5], first[2][N / 8], second[2][N / 8];
} trial;

static void run_codecs(const kb_dkem_ops *ops, trial *t, const uint8_t *bytes) {
    static const kb_dkem_params *const params[] = {&kb_dkem256_params,
                                                   &kb_dkem512_params};
    static int16_t small[N];
    ops->encode13(t->encoded, t->back);
    ops->decode13(t->decoded, bytes);
    ops->compress11(t->compressed, t->back, small);
    ops->decompress11(t->decompressed, bytes + 1);
    for (size_t i = 0; i < 2; i++) {
        int16_t p[N], plus[N];
        for (size_t j = 0; j < N; j++) {
            p[j] = kb_dkem_reduce(t->decoded[j], params[i]->ring->q,
                                  params[i]->ring->barrett);
            plus[j] = (int16_t)(j % 7) - 3;
        }
        ops->signal(params[i], t->signal[i], t->first[i], p, plus, bytes + 2);
        ops->reconcile(params[i], t->second[i], p, bytes + 3);
    }
}

static void run(const kb_dkem_ops *ops, trial *t) {
    *t = (trial){0};
    uint8_t bytes[13 * 80];
    int16_t odd[2 * N];
    for (size_t j = 0; j < 2; j++) {
        /* A linear congruence: both accepted and refused candidates, all bit patterns. */
        uint32_t x = (uint32_t)(54321 + j);
        for (size_t i = 0; i < sizeof bytes; i++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            bytes[i] = (uint8_t)(x >> 24);
        }
        size_t have = ops->reject(t->matrix + j * N, 0, bytes, 13 * 30);
        t->counts[0] += have;
        t->counts[1] +=
            ops->reject(t->matrix + j * N, have, bytes + 13 * 30, sizeof bytes - 13 * 30);
        for (size_t i = 0; i < N; i++) {
            t->vector[j * N + i] = t->matrix[j * N + N - 1 - i];
        }
        ops->ntt(t->vector + j * N);
    }
    ops->odd_zeta(odd, t->vector, 2);
    ops->dot(t->product, t->matrix, 1, t->vector, odd, 2);
    for (size_t i = 0; i < N; i++) {
        t->back[i] = t->product[i];
    }
    ops->inverse_ntt(t->back);
    ops->times_r_plus(t->product, t->vector);
    run_codecs(ops, t, bytes);
    /* Tables may represent a residue differently within the stated bounds. */
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->vector);
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->vector + N);
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->product);
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->back);
}

static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    trial got, want;
    run((const kb_dkem_ops *)candidate, &got);
    run((const kb_dkem_ops *)portable, &want);
    return kb_ct_eq(&got, &want, sizeof got);
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_dkem_ops_avx2.head,
#endif
    &kb_dkem_ops_ref.head,
};

kb_ops_family kb_dkem_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
