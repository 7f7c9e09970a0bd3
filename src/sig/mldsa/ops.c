/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of ML-DSA and their self-test. */
#include "sig/mldsa/ops.h"

#include "hash/keccak/keccak.h"
#include "sig/mldsa/poly.h"

#include <keybraid/secret.h>
#include <string.h>

#define DIGEST_BYTES 32

/* Fixed public bytes, and the digest of what the kernels make of them. */
typedef struct trial {
    const kb_mldsa_ops *ops;
    kb_keccak sum;
    kb_mldsa_packed a[7];
    kb_mldsa_poly b[7];
    uint8_t bytes[840];
    kb_mldsa_small s;
    kb_mldsa_t0 t0;
    kb_mldsa_challenge challenge;
} trial;

static void add(trial *t, const void *p, size_t len) {
    kb_keccak_absorb(&t->sum, p, len);
}

static void add_poly(trial *t, const kb_mldsa_poly *p) {
    /* Tables may represent a residue differently within the stated bounds. */
    kb_mldsa_poly copy;
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        copy.c[i] = kb_mldsa_canonical(kb_mldsa_montgomery(p->c[i]));
    }
    add(t, &copy, sizeof copy);
}

/* And whether it is nonzero is all that a mask means. */
static void add_mask(trial *t, uint32_t mask) {
    uint8_t is_set = mask != 0;
    add(t, &is_set, sizeof is_set);
}

static void add_samples(trial *t) {
    uint32_t x = 12345;
    for (size_t j = 0; j < 7; j++) {
        /* A linear congruence: all bit patterns. Then q, which is refused, and q - 1. */
        for (size_t i = 0; i < sizeof t->bytes; i++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            t->bytes[i] = (uint8_t)(x >> 24);
        }
        static const uint8_t bound[6] = {0x01, 0xe0, 0x7f, 0x00, 0xe0, 0xff};
        memcpy(t->bytes + 21 * j, bound, sizeof bound);
        size_t have = t->ops->reject(&t->a[j], 0, t->bytes, 168);
        uint64_t total = have << 16 | t->ops->reject(&t->a[j], have, t->bytes + 168, 672);
        add(t, &total, sizeof total);
        add(t, &t->a[j], sizeof t->a[j]);
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            const uint8_t *b = t->a[j].b + 3 * i;
            t->b[j].c[i] = b[0] | b[1] << 8 | b[2] << 16;
        }
    }
    for (int32_t eta = 2; eta <= 4; eta += 2) {
        size_t len = KB_MLDSA_SMALL_STREAM_BYTES;
        uint64_t have = t->ops->reject_small(&t->s, 0, t->bytes, 136, eta);
        have = have << 16 |
               t->ops->reject_small(&t->s, have, t->bytes + 136, len - 136, eta);
        add(t, &have, sizeof have);
        add(t, &t->s, sizeof t->s);
    }
}

static void add_fields(trial *t) {
    const kb_mldsa_ops *ops = t->ops;
    kb_mldsa_poly p;
    uint8_t out[640];
    for (unsigned bits = 18; bits <= 20; bits += 2) {
        ops->unpack_mask(&p, t->bytes + bits, bits);
        add(t, &p, sizeof p);
        ops->pack_mask(out, &p, bits);
        add(t, out, (size_t)32 * bits);
    }
    ops->unpack_t1(&p, t->bytes + 1);
    add(t, &p, sizeof p);
    ops->unpack_t0(&t->t0, t->bytes + 2);
    add(t, &t->t0, sizeof t->t0);
    ops->pack_t0(out, &t->t0);
    add(t, out, KB_MLDSA_T0_BYTES);
    for (int32_t eta = 2; eta <= 4; eta += 2) {
        /* What a wrong field becomes counts, too; the mask of right ones is 0. */
        kb_mldsa_small s;
        add_mask(t, ops->unpack_small(&s, t->bytes + eta, eta));
        add(t, &s, sizeof s);
        (void)ops->reject_small(&s, 0, t->bytes, KB_MLDSA_SMALL_STREAM_BYTES, eta);
        ops->pack_small(out, &s, eta);
        add(t, out, (size_t)32 * KB_MLDSA_ETA_BITS(eta));
        add_mask(t, ops->unpack_small(&s, out, eta));
    }
}

static void add_transforms(trial *t) {
    static const size_t counts[4] = {1, 4, 5, 7};
    kb_mldsa_poly p = t->b[0], r;
    t->ops->ntt(&p);
    add_poly(t, &p);
    for (size_t i = 0; i < 4; i++) {
        t->ops->dot(&r, t->a, t->b, counts[i], NULL, NULL);
        add_poly(t, &r);
        t->ops->dot(&r, t->a, t->b, counts[i], &p, &t->b[1]);
        add_poly(t, &r);
    }
    t->ops->inverse_ntt(&r);
    add_poly(t, &r);
}

static void add_roundings(trial *t) {
    const kb_mldsa_ops *ops = t->ops;
    uint8_t high[KB_MLDSA_N], out[KB_MLDSA_T1_BYTES];
    kb_mldsa_poly p;
    kb_mldsa_t0 t0;
    ops->power2round(out, &t0, &t->b[2], &t->s);
    add(t, out, KB_MLDSA_T1_BYTES);
    add(t, &t0, sizeof t0);
    for (int32_t parts = 16; parts <= 44; parts += 28) {
        /* Constants, so that nothing divides. */
        int32_t gamma2 = parts == 44 ? (KB_MLDSA_Q - 1) / 88 : (KB_MLDSA_Q - 1) / 32;
        p = t->b[3];
        ops->decompose(high, &p, parts);
        add(t, high, sizeof high);
        add(t, &p, sizeof p);
        ops->pack_w1(out, high, parts);
        add(t, out, (size_t)32 * KB_MLDSA_HIGH_BITS(parts));
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            out[i] = t->bytes[i] & 1;
        }
        ops->use_hint(out, &t->b[3], parts);
        add(t, out, KB_MLDSA_N);
        for (int32_t sign = -1; sign <= 1; sign += 2) {
            add_mask(t, ops->add_product(&p, sign, &t->challenge, &t->s, gamma2));
            add(t, &p, sizeof p);
        }
        uint32_t count = 1;
        add_mask(t, ops->make_hint(high, &count, &p, &t->challenge, &t->t0, gamma2));
        add(t, &count, sizeof count);
        add(t, high, sizeof high);
    }
    p = (kb_mldsa_poly){.c = {[77] = -1000}};
    add_mask(t, ops->exceeds(&p, 1000));
    add_mask(t, ops->exceeds(&p, 1001));
}

/* A digest of everything that the kernels compute from fixed public bytes. */
static void run(const kb_mldsa_ops *ops, uint8_t digest[DIGEST_BYTES]) {
    trial t = {.ops = ops, .challenge = {.tau = KB_MLDSA_TAU_MAX - 1}};
    for (size_t i = 0; i < t.challenge.tau; i++) {
        t.challenge.shift[i] = (uint16_t)(4 * i + (i % 3 == 0 ? KB_MLDSA_N : 0));
    }
    kb_keccak_init(&t.sum, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    add_samples(&t);
    add_fields(&t);
    add_transforms(&t);
    add_roundings(&t);
    kb_keccak_pad(&t.sum);
    kb_keccak_squeeze(&t.sum, digest, DIGEST_BYTES);
}

static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    uint8_t got[DIGEST_BYTES], want[DIGEST_BYTES];
    run((const kb_mldsa_ops *)candidate, got);
    run((const kb_mldsa_ops *)portable, want);
    return kb_ct_eq(got, want, sizeof got);
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_mldsa_ops_avx2.head,
#endif
    &kb_mldsa_ops_ref.head,
};

kb_ops_family kb_mldsa_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
