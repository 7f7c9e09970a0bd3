/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of ML-KEM and their self-test. */
#include "kem/mlkem/ops.h"

#include "kem/mlkem/poly.h"

#include <keybraid/secret.h>

/* Everything that the kernels compute from fixed public bytes. Each step works on what a
 * step before made, so one wrong kernel shows in all that follows. */
typedef struct trial {
    kb_mlkem_poly matrix[4], noise[4], product, back, decoded, decompressed[4];
    uint8_t encoded[KB_MLKEM_POLY_BYTES], message[KB_MLKEM_SYM_BYTES];
    uint8_t compressed[4][32 * 11];
    uint64_t counts[2];
} trial;

static void run_codecs(const kb_mlkem_ops *ops, trial *t, const uint8_t *bytes) {
    static const unsigned widths[] = {4, 5, 10, 11};
    for (size_t i = 0; i < 4; i++) {
        /* Sums in both directions, up to 1.5q. */
        ops->compress(t->compressed[i], &t->back, &t->matrix[i], widths[i]);
        ops->decompress(&t->decompressed[i], bytes + i, widths[i]);
    }
    ops->decode12(&t->decoded, bytes);
    ops->encode12(t->encoded, &t->back);
    ops->to_message(t->message, &t->matrix[0], &t->back);
    ops->add_message(&t->back, bytes);
}

static void run(const kb_mlkem_ops *ops, trial *t) {
    *t = (trial){0};
    uint8_t bytes[504];
    kb_mlkem_odd odd[4];
    for (size_t j = 0; j < 4; j++) {
        /* A linear congruence: both accepted and refused candidates, all bit patterns. */
        uint32_t x = (uint32_t)(12345 + j);
        for (size_t i = 0; i < sizeof bytes; i++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            bytes[i] = (uint8_t)(x >> 24);
        }
        size_t have = ops->reject(&t->matrix[j], 0, bytes, 168);
        t->counts[0] += have;
        t->counts[1] += ops->reject(&t->matrix[j], have, bytes + 168, sizeof bytes - 168);
        if (j % 2 == 0) {
            ops->cbd2(&t->noise[j], bytes);
        } else {
            ops->cbd3(&t->noise[j], bytes);
        }
        ops->ntt(&t->noise[j]);
    }
    ops->odd_zeta(odd, t->noise, 4);
    ops->dot(&t->product, t->matrix, 1, t->noise, odd, 4);
    t->back = t->product;
    ops->times_r_plus(&t->product, &t->noise[0]);
    ops->inverse_ntt(&t->back);
    run_codecs(ops, t, bytes);
    /* Tables may represent a residue differently within the stated bounds. */
    for (size_t j = 0; j < 4; j++) {
        kb_mlkem_poly_canonical(&t->noise[j]);
    }
    kb_mlkem_poly_canonical(&t->product);
    kb_mlkem_poly_canonical(&t->back);
}

static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    trial got, want;
    run((const kb_mlkem_ops *)candidate, &got);
    run((const kb_mlkem_ops *)portable, &want);
    return kb_ct_eq(&got, &want, sizeof got);
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_mlkem_ops_avx2.head,
#endif
    &kb_mlkem_ops_ref.head,
};

kb_ops_family kb_mlkem_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
