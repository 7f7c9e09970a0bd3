/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of ML-DSA and their self-test. */
#include "sig/mldsa/ops.h"

#include "hash/keccak/keccak.h"
#include "sig/mldsa/poly.h"

#include <keybraid/secret.h>
#include <string.h>

#define DIGEST_BYTES 32

static void add_poly(kb_keccak *sum, const kb_mldsa_poly *p) {
    /* Tables may represent a residue differently within the stated bounds. */
    kb_mldsa_poly copy;
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        copy.c[i] = kb_mldsa_canonical(kb_mldsa_montgomery(p->c[i]));
    }
    kb_keccak_absorb(sum, &copy, sizeof copy);
}

static void add_challenge_products(kb_keccak *sum, const kb_mldsa_ops *ops,
                                   const kb_mldsa_poly *p) {
    kb_mldsa_challenge challenge = {.tau = KB_MLDSA_TAU_MAX - 1};
    kb_mldsa_small s;
    kb_mldsa_t0 t0;
    int16_t small[KB_MLDSA_N];
    int32_t large[KB_MLDSA_N];
    for (size_t i = 0; i < challenge.tau; i++) {
        challenge.shift[i] = (uint16_t)(4 * i + (i % 3 == 0 ? KB_MLDSA_N : 0));
    }
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        s.c[i] = (int8_t)((p->c[i] & 7) - 3);
        t0.c[i] = (int16_t)(4096 - (p->c[i] & 8191));
    }
    ops->times_small(small, &challenge, &s);
    ops->times_t0(large, &challenge, &t0);
    kb_keccak_absorb(sum, small, sizeof small);
    kb_keccak_absorb(sum, large, sizeof large);
}

/* A digest of everything that the kernels compute from fixed public bytes. */
static void run(const kb_mldsa_ops *ops, uint8_t digest[DIGEST_BYTES]) {
    static const size_t counts[4] = {1, 4, 5, 7};
    kb_mldsa_poly a[7], p, low;
    uint8_t bytes[840], high[KB_MLDSA_N];
    kb_keccak sum;
    kb_keccak_init(&sum, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    uint32_t x = 12345;
    for (size_t j = 0; j < 7; j++) {
        /* A linear congruence: all bit patterns. Then q, which is refused, and q - 1. */
        for (size_t i = 0; i < sizeof bytes; i++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            bytes[i] = (uint8_t)(x >> 24);
        }
        static const uint8_t bound[6] = {0x01, 0xe0, 0x7f, 0x00, 0xe0, 0xff};
        memcpy(bytes, bound, sizeof bound);
        size_t have = ops->reject(&a[j], 0, bytes, 168);
        uint64_t total = have << 16 | ops->reject(&a[j], have, bytes + 168, 672);
        kb_keccak_absorb(&sum, &total, sizeof total);
        add_poly(&sum, &a[j]);
    }
    for (unsigned bits = 18; bits <= 20; bits += 2) {
        ops->unpack_mask(&p, bytes, bits);
        kb_keccak_absorb(&sum, &p, sizeof p);
    }
    add_challenge_products(&sum, ops, &p);
    ops->ntt(&p);
    add_poly(&sum, &p);
    for (size_t i = 0; i < 4; i++) {
        ops->dot(&p, a, a, counts[i]);
        add_poly(&sum, &p);
    }
    ops->inverse_ntt(&p);
    add_poly(&sum, &p);
    for (int32_t parts = 16; parts <= 44; parts += 28) {
        low = p;
        ops->decompose(high, &low, parts);
        kb_keccak_absorb(&sum, &low, sizeof low);
        kb_keccak_absorb(&sum, high, sizeof high);
    }
    kb_keccak_pad(&sum);
    kb_keccak_squeeze(&sum, digest, DIGEST_BYTES);
}

static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    uint8_t got[DIGEST_BYTES], want[DIGEST_BYTES];
    run((const kb_mldsa_ops *)candidate, got);
    run((const kb_mldsa_ops *)portable, want);
    return kb_ct_eq(got, want, sizeof got);
}

static const kb_ops *const tables[] = {
    &kb_mldsa_ops_ref.head,
};

kb_ops_family kb_mldsa_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
