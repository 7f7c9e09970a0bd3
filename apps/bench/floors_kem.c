/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Unavoidable hashing of KEMs. doc/floors.md has the reasons, in the same order. */
#include "floors.h"

#include <string.h>

#define SHAKE128 168
#define SHAKE256 136
#define SHA3_256 136
#define SHA3_512 72

enum { KEYGEN, ENCAPS, DECAPS, NONE };

static int op_of(const char *op) {
    return strcmp(op, "KEYGEN") == 0   ? KEYGEN
           : strcmp(op, "ENCAPS") == 0 ? ENCAPS
           : strcmp(op, "DECAPS") == 0 ? DECAPS
                                       : NONE;
}

static void keccak(kb_bench_floor *f, double times, size_t rate, size_t in, size_t out) {
    kb_bench_floor_add(f, KB_BENCH_KECCAK, times * kb_bench_sponge(rate, in, out));
}

/* ---- ML-KEM, FIPS 203 ---- */

typedef struct mlkem {
    const char *id;
    size_t k, eta1, ek_bytes, ct_bytes;
} mlkem;

static const mlkem mlkems[] = {{"ML-KEM-512", 2, 3, 800, 768},
                               {"ML-KEM-768", 3, 2, 1184, 1088},
                               {"ML-KEM-1024", 4, 2, 1568, 1568}};

/* Algorithm 7: 12 bits a candidate, two in three bytes. */
static void mlkem_matrix(kb_bench_floor *f, const mlkem *m) {
    const kb_bench_sampler s = {256, SHAKE128, 3, 2, 3329.0 / 4096};
    kb_bench_floor_sample(f, KB_BENCH_KECCAK, (double)(m->k * m->k), &s);
}

/* Algorithm 13 from d, without the matrix. */
static void mlkem_expand_seed(kb_bench_floor *f, const mlkem *m) {
    keccak(f, 1, SHA3_512, 33, 64);                          /* G(d || k) */
    keccak(f, 2 * (double)m->k, SHAKE256, 33, 64 * m->eta1); /* s, e */
}

/* Algorithm 17, and lines 5 to 8 of algorithm 18, without the matrix. */
static void mlkem_encrypt(kb_bench_floor *f, const mlkem *m) {
    keccak(f, 1, SHA3_512, 64, 64);                      /* G(m || h) */
    keccak(f, (double)m->k, SHAKE256, 33, 64 * m->eta1); /* y */
    keccak(f, (double)m->k + 1, SHAKE256, 33, 128);      /* e1, e2 */
}

static void mlkem_floor(kb_bench_floor *f, const mlkem *m, int op,
                        kb_bench_key_form form) {
    bool is_cold = form == KB_BENCH_KEY_BYTES;
    if (is_cold) {
        mlkem_matrix(f, m);
    }
    if (op == KEYGEN || (op == DECAPS && is_cold)) {
        mlkem_expand_seed(f, m);
    }
    if (op != KEYGEN && is_cold) {
        keccak(f, 1, SHA3_256, m->ek_bytes, 32); /* H(ek) */
    }
    if (op != KEYGEN) {
        mlkem_encrypt(f, m);
    }
    if (op == DECAPS) {
        keccak(f, 1, SHAKE256, 32 + m->ct_bytes, 32); /* J(z || c) */
    }
}

/* ---- HQC, specification of 2025-08-22 ---- */

typedef struct hqc {
    const char *id;
    bool is_v500;
    size_t n, k, weight, enc_weight, ct_bytes;
} hqc;

static const hqc hqcs[] = {{"HQC-128-R26", false, 17669, 16, 66, 75, 4433},
                           {"HQC-192-R26", false, 35851, 24, 100, 114, 8978},
                           {"HQC-256-R26", false, 57637, 32, 131, 149, 14421},
                           {"HQC-128-V500", true, 17669, 16, 66, 75, 4433},
                           {"HQC-192-V500", true, 35851, 24, 100, 114, 8978},
                           {"HQC-256-V500", true, 57637, 32, 131, 149, 14421}};

/* Bytes that a read of the XOF uses up: V500 skips to a multiple of 8. */
static size_t read_bytes(const hqc *h, size_t len) {
    return h->is_v500 ? (len + 7) / 8 * 8 : len;
}

/* y and x from the stream of seed_dk: three bytes a candidate. A candidate is refused when
 * it is too large or held already, which is so seldom that R26, which then reads three
 * bytes, stays within the same block; V500 reads the whole again. */
static void hqc_secrets(kb_bench_floor *f, const hqc *h) {
    size_t once = read_bytes(h, 3 * h->weight);
    double none = 1;
    for (size_t i = 0; i < h->weight; i++) {
        double usable = (double)((1 << 24) / h->n * h->n) / (1 << 24);
        none *= usable * (1 - (double)i / (double)h->n);
    }
    double least = kb_bench_sponge(SHAKE256, 33, 2 * once);
    double expected = least;
    if (h->is_v500) {
        expected = none * none * least +
                   2 * none * (1 - none) * kb_bench_sponge(SHAKE256, 33, 3 * once) +
                   (1 - none) * (1 - none) * kb_bench_sponge(SHAKE256, 33, 4 * once);
    }
    f->least[KB_BENCH_KECCAK] += least;
    f->expected[KB_BENCH_KECCAK] += expected;
}

static void hqc_floor(kb_bench_floor *f, const hqc *h, int op, kb_bench_key_form form) {
    size_t n_bytes = (h->n + 7) / 8;
    bool is_cold = form == KB_BENCH_KEY_BYTES;
    if (is_cold) {
        keccak(f, 1, SHAKE256, 33, n_bytes); /* h of seed_ek */
    }
    if (op == KEYGEN || (op == DECAPS && is_cold)) {
        keccak(f, 1, SHAKE256, 33, 32 + h->k); /* seed_pke, sigma */
        keccak(f, 1, SHA3_512, 33, 64);        /* I */
        hqc_secrets(f, h);
    }
    if (op != KEYGEN && is_cold) {
        keccak(f, 1, SHA3_256, 32 + n_bytes + 1, 32); /* H(ek) */
    }
    if (op != KEYGEN) {
        keccak(f, 1, SHA3_512, 32 + h->k + 16 + 1, 64);                   /* G */
        keccak(f, 1, SHAKE256, 33, 3 * read_bytes(h, 4 * h->enc_weight)); /* r2, e, r1 */
    }
    if (op == DECAPS) {
        keccak(f, 1, SHA3_256, 32 + h->k + h->ct_bytes + 1, 32); /* J */
    }
}

/* ---- DKEM, the submission and its variant over SHAKE ---- */

typedef struct dkem {
    const char *id;
    bool is_shake;
    size_t k, n, eta, s; /* s: bytes of a seed */
} dkem;

static const dkem dkems[] = {
    {"DKEM-128", false, 2, 256, 3, 32},      {"DKEM-256", false, 4, 256, 2, 32},
    {"DKEM-512", false, 4, 512, 3, 64},      {"DKEM-128-SHAKE", true, 2, 256, 3, 32},
    {"DKEM-256-SHAKE", true, 4, 256, 2, 32}, {"DKEM-512-SHAKE", true, 4, 512, 3, 64}};

/* SM3(in || counter) for every 32 bytes of output; whole blocks of the input are
 * compressed once. 4 + 9 bytes follow: the counter and the padding. */
static double sm3_xof(size_t in, size_t out) {
    size_t whole = in / 64;
    double each = kb_bench_blocks(64, in + 4) - (double)whole;
    return (double)whole + each * (double)((out + 31) / 32);
}

static void dkem_xof(kb_bench_floor *f, const dkem *d, size_t in, size_t out) {
    if (d->is_shake) {
        keccak(f, 1, in == 32 && out == 64 ? SHA3_512 : SHAKE128, in, out);
    } else {
        kb_bench_floor_add(f, KB_BENCH_SM3, sm3_xof(in, out));
    }
}

/* Polynomials from a seed and a short suffix: the seed's whole block is compressed once
 * for all of them. */
static void dkem_matrix(kb_bench_floor *f, const dkem *d) {
    bool is_wide = d->n == 512;
    kb_bench_sampler s = {d->n, d->is_shake ? SHAKE128 : 32, is_wide ? 13 : 3,
                          is_wide ? 8 : 2, is_wide ? 7681.0 / 8192 : 3329.0 / 4096};
    if (!d->is_shake) {
        kb_bench_floor_add(f, KB_BENCH_SM3, (double)(d->s / 64));
    }
    kb_bench_floor_sample(f, d->is_shake ? KB_BENCH_KECCAK : KB_BENCH_SM3,
                          (double)(d->k * d->k), &s);
}

static void dkem_noise(kb_bench_floor *f, const dkem *d, size_t count) {
    size_t out = d->n / 4 * d->eta;
    if (d->is_shake) {
        keccak(f, (double)count, SHAKE128, d->s + 1, out);
    } else {
        kb_bench_floor_add(f, KB_BENCH_SM3,
                           (double)(d->s / 64) + (double)count * (double)(out / 32));
    }
}

/* The 512-bit pseudo-hash: the two blocks of the HMAC's fixed key need no computation. */
static double pseudohash512(size_t len) {
    return (kb_bench_blocks(64, 64 + 2 + len) - 1) + 1 + kb_bench_blocks(64, len + 2) +
           kb_bench_blocks(64, 64);
}

static void dkem_kdf(kb_bench_floor *f, const dkem *d, size_t len) {
    if (d->is_shake) {
        keccak(f, 1, d->s == 32 ? SHA3_256 : SHAKE256, len, d->s);
    } else {
        kb_bench_floor_add(f, KB_BENCH_SM3,
                           d->s == 32 ? kb_bench_blocks(64, len) : pseudohash512(len));
    }
}

static void dkem_floor(kb_bench_floor *f, const dkem *d, int op, kb_bench_key_form form) {
    bool is_cold = form == KB_BENCH_KEY_BYTES;
    if (is_cold) {
        dkem_matrix(f, d);
    }
    if (op == KEYGEN || (op == DECAPS && is_cold)) {
        dkem_xof(f, d, d->s, 2 * d->s); /* G */
        dkem_noise(f, d, 2 * d->k);
    }
    if (op != KEYGEN) {
        dkem_xof(f, d, 2 * d->s, 2 * d->s); /* J */
        dkem_noise(f, d, 2 * d->k + 1);
        dkem_kdf(f, d, d->s);
    }
    if (op == DECAPS) {
        dkem_kdf(f, d, 2 * d->s); /* of a ciphertext that is refused */
    }
}

bool kb_bench_floor_kem(kb_bench_floor *out, const char *id, const char *op,
                        kb_bench_key_form form) {
    int which = op_of(op);
    if (which == NONE || (which == KEYGEN && form == KB_BENCH_KEY_WARM)) {
        return false;
    }
    for (size_t i = 0; i < sizeof mlkems / sizeof mlkems[0]; i++) {
        if (strcmp(id, mlkems[i].id) == 0) {
            mlkem_floor(out, &mlkems[i], which, form);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof hqcs / sizeof hqcs[0]; i++) {
        if (strcmp(id, hqcs[i].id) == 0) {
            hqc_floor(out, &hqcs[i], which, form);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof dkems / sizeof dkems[0]; i++) {
        if (strcmp(id, dkems[i].id) == 0) {
            dkem_floor(out, &dkems[i], which, form);
            return true;
        }
    }
    return false;
}
