/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Unavoidable hashing of signatures. doc/floors.md has the reasons, in the same order. */
#include "floors.h"

#include <string.h>

#define SHAKE128 168
#define SHAKE256 136

enum { KEYGEN, SIGN, VERIFY, NONE };

static int op_of(const char *op) {
    return strcmp(op, "KEYGEN") == 0   ? KEYGEN
           : strcmp(op, "SIGN") == 0   ? SIGN
           : strcmp(op, "VERIFY") == 0 ? VERIFY
                                       : NONE;
}

static void keccak(kb_bench_floor *f, double times, size_t rate, size_t in, size_t out) {
    kb_bench_floor_add(f, KB_BENCH_KECCAK, times * kb_bench_sponge(rate, in, out));
}

/* ---- ML-DSA, FIPS 204 ---- */

typedef struct mldsa {
    const char *id;
    size_t k, l, eta, mask_bits, w1_bytes, tilde_bytes, pk_bytes;
    double attempts; /* table 1: repetitions, on average */
} mldsa;

static const mldsa mldsas[] = {{"ML-DSA-44", 4, 4, 2, 18, 192, 32, 1312, 4.25},
                               {"ML-DSA-65", 6, 5, 4, 20, 128, 48, 1952, 5.1},
                               {"ML-DSA-87", 8, 7, 2, 20, 128, 64, 2592, 3.85}};

static void mldsa_matrix(kb_bench_floor *f, const mldsa *m) {
    /* Algorithm 30: three bytes a candidate. */
    const kb_bench_sampler s = {256, SHAKE128, 3, 1, 8380417.0 / (1 << 23)};
    kb_bench_floor_sample(f, KB_BENCH_KECCAK, (double)(m->k * m->l), &s);
}

/* Algorithm 6, without the matrix and tr. */
static void mldsa_expand_seed(kb_bench_floor *f, const mldsa *m) {
    /* Algorithm 31: half a byte a candidate. */
    const kb_bench_sampler s = {256, SHAKE256, 1, 2, m->eta == 2 ? 15.0 / 16 : 9.0 / 16};
    keccak(f, 1, SHAKE256, 34, 128);
    kb_bench_floor_sample(f, KB_BENCH_KECCAK, (double)(m->k + m->l), &s);
}

static void mldsa_tr(kb_bench_floor *f, const mldsa *m) {
    keccak(f, 1, SHAKE256, m->pk_bytes, 64);
}

/* Algorithm 2 or 3 up to mu: tr, the two bytes before the message, the message. */
static void mldsa_mu(kb_bench_floor *f, uint64_t bytes) {
    keccak(f, 1, SHAKE256, 64 + 2 + (size_t)bytes, 64);
}

/* c~ of mu and w1, and SampleInBall of c~. */
static double mldsa_challenge(const mldsa *m) {
    return kb_bench_sponge(SHAKE256, 64 + m->k * m->w1_bytes, m->tilde_bytes) + 1;
}

static void mldsa_floor(kb_bench_floor *f, const mldsa *m, int op, uint64_t bytes,
                        bool is_warm) {
    if (!is_warm) {
        mldsa_matrix(f, m);
    }
    if (op != VERIFY && !is_warm) {
        mldsa_expand_seed(f, m);
    }
    if (op != KEYGEN && !is_warm) {
        mldsa_tr(f, m);
    }
    if (op == SIGN) {
        double once = (double)m->l * kb_bench_sponge(SHAKE256, 66, 32 * m->mask_bits) +
                      mldsa_challenge(m);
        mldsa_mu(f, bytes);
        keccak(f, 1, SHAKE256, 32 + 32 + 64, 64); /* rho'' */
        f->least[KB_BENCH_KECCAK] += once;
        f->expected[KB_BENCH_KECCAK] += m->attempts * once;
    }
    if (op == VERIFY) {
        mldsa_mu(f, bytes);
        kb_bench_floor_add(f, KB_BENCH_KECCAK, mldsa_challenge(m));
    }
}

/* ---- SLH-DSA, FIPS 205 ---- */

typedef struct slhdsa {
    const char *set; /* end of the id, after the hash function */
    size_t n, h, d, a, k;
} slhdsa;

static const slhdsa slhdsas[] = {
    {"128s", 16, 63, 7, 12, 14}, {"128f", 16, 66, 22, 6, 33},
    {"192s", 24, 63, 7, 14, 17}, {"192f", 24, 66, 22, 8, 33},
    {"256s", 32, 64, 8, 14, 22}, {"256f", 32, 68, 17, 9, 35}};

typedef struct slh {
    const slhdsa *p;
    bool is_shake, is_warm;
    kb_bench_floor *f;
} slh;

#define DIGIT_MAX 15

static size_t chains(const slhdsa *p) {
    return 2 * p->n + 3;
}

/* Adds calls of a tweakable hash of len bytes: section 11.1, or 11.2 without the block of
 * PK.seed. least and expected are their number. */
static void tweak(const slh *s, double least, double expected, size_t len) {
    kb_bench_unit_kind kind = KB_BENCH_KECCAK;
    double units = kb_bench_sponge(SHAKE256, s->p->n + 32 + len, s->p->n);
    if (!s->is_shake) {
        bool is_256 = s->p->n == 16 || len == s->p->n;
        kind = is_256 ? KB_BENCH_SHA256 : KB_BENCH_SHA512;
        units = kb_bench_blocks(is_256 ? 64 : 128, 22 + len);
    }
    s->f->least[kind] += least * units;
    s->f->expected[kind] += expected * units;
}

/* Steps of the chains below and above the digits of a message whose checksum is c. */
static size_t checksum_digits(size_t c) {
    return c / 256 + c / 16 % 16 + c % 16;
}

typedef struct steps {
    double least, expected;
} steps;

/* Steps from the digits to the ends of all chains (verification): c itself, and what the
 * three digits of c leave. With is_signing, steps from the starts to the digits. Digits
 * of a message are uniform. */
static steps chain_steps(const slhdsa *p, bool is_signing) {
    size_t digits = 2 * p->n, most = DIGIT_MAX * digits;
    double chance[DIGIT_MAX * 64 + 1] = {1};
    steps out = {(double)(most + 3 * DIGIT_MAX), 0};
    for (size_t i = 0; i < digits; i++) {
        for (size_t c = DIGIT_MAX * (i + 1) + 1; c-- > 0;) {
            double sum = 0;
            for (size_t v = 0; v <= DIGIT_MAX && v <= c; v++) {
                sum += c - v <= DIGIT_MAX * i ? chance[c - v] : 0;
            }
            chance[c] = sum / 16;
        }
    }
    for (size_t c = 0; c <= most; c++) {
        size_t own = checksum_digits(c);
        double n =
            (double)(is_signing ? most - c + own : c + (size_t)3 * DIGIT_MAX - own);
        out.least = n < out.least ? n : out.least;
        out.expected += chance[c] * n;
    }
    return out;
}

/* Leaves of a tree of keys: secret ends, whole chains, their compression. */
static void leaves(const slh *s, double count) {
    double len = (double)chains(s->p);
    tweak(s, count * len * (1 + DIGIT_MAX), count * len * (1 + DIGIT_MAX), s->p->n);
    tweak(s, count, count, chains(s->p) * s->p->n);
}

static void nodes(const slh *s, double count) {
    tweak(s, count, count, 2 * s->p->n);
}

static void trees(const slh *s, int op) {
    const slhdsa *p = s->p;
    size_t height = p->h / p->d;
    double width = (double)((size_t)1 << height), layers = (double)p->d;
    if (op == KEYGEN) {
        leaves(s, width);
        nodes(s, width - 1);
        return;
    }
    steps n = chain_steps(p, op == SIGN);
    if (op == SIGN) {
        /* The root of a layer is signed by the next, so the tree is computed whole. Of the
         * topmost, the path needs neither the signer's leaf nor the nodes above it. */
        leaves(s, (layers - 1) * width + (s->is_warm ? 0 : width - 1));
        nodes(s,
              (layers - 1) * (width - 1) + (s->is_warm ? 0 : width - 1 - (double)height));
        double ends = (double)chains(p);
        tweak(s, ends + n.least, ends + n.expected, p->n);
        return;
    }
    tweak(s, layers * n.least, layers * n.expected, p->n);
    tweak(s, layers, layers, chains(p) * p->n);
    nodes(s, layers * (double)height);
}

static void fors(const slh *s, int op) {
    const slhdsa *p = s->p;
    double width = (double)((size_t)1 << p->a), k = (double)p->k;
    double values = op == SIGN ? 2 * k * width : k; /* PRF and F, or F alone */
    tweak(s, values, values, p->n);
    nodes(s, op == SIGN ? k * (width - 1) : k * (double)p->a);
    tweak(s, 1, 1, p->k * p->n);
}

static size_t digest_bytes(const slhdsa *p) {
    size_t height = p->h / p->d;
    return (p->k * p->a + 7) / 8 + (p->h - height + 7) / 8 + (height + 7) / 8;
}

/* PRF_msg and H_msg; two bytes stand before the message. */
static void message(const slh *s, int op, size_t len) {
    const slhdsa *p = s->p;
    size_t text = 2 + len;
    if (s->is_shake) {
        if (op == SIGN) {
            keccak(s->f, 1, SHAKE256, 2 * p->n + text, p->n);
        }
        keccak(s->f, 1, SHAKE256, 3 * p->n + text, digest_bytes(p));
        return;
    }
    bool is_256 = p->n == 16;
    kb_bench_unit_kind kind = is_256 ? KB_BENCH_SHA256 : KB_BENCH_SHA512;
    size_t block = is_256 ? 64 : 128, digest = is_256 ? 32 : 64;
    if (op == SIGN) {
        kb_bench_floor_add(s->f, kind,
                           kb_bench_blocks(block, block + p->n + text) +
                               kb_bench_blocks(block, block + digest));
    }
    kb_bench_floor_add(s->f, kind, kb_bench_blocks(block, 3 * p->n + text));
    /* MGF1: what stands before the counter fills a block when there are two outputs. */
    double outputs = (double)((digest_bytes(p) + digest - 1) / digest);
    kb_bench_floor_add(s->f, kind,
                       kb_bench_blocks(block, 2 * p->n + digest + 4) - 1 + outputs);
}

static void slhdsa_floor(const slh *s, int op, uint64_t bytes) {
    if (!s->is_shake && !s->is_warm) {
        kb_bench_floor_add(s->f, KB_BENCH_SHA256, 1); /* the block of PK.seed */
        kb_bench_floor_add(s->f, KB_BENCH_SHA512, s->p->n == 16 ? 0 : 1);
    }
    trees(s, op);
    if (op != KEYGEN) {
        fors(s, op);
        message(s, op, (size_t)bytes);
    }
}

static bool find_slhdsa(kb_bench_floor *out, const char *id, int op, uint64_t bytes,
                        bool is_warm) {
    static const char sha2[] = "SLH-DSA-SHA2-", shake[] = "SLH-DSA-SHAKE-";
    bool is_shake = strncmp(id, shake, sizeof shake - 1) == 0;
    if (!is_shake && strncmp(id, sha2, sizeof sha2 - 1) != 0) {
        return false;
    }
    const char *set = id + (is_shake ? sizeof shake : sizeof sha2) - 1;
    for (size_t i = 0; i < sizeof slhdsas / sizeof slhdsas[0]; i++) {
        if (strcmp(set, slhdsas[i].set) == 0) {
            slhdsa_floor(&(slh){&slhdsas[i], is_shake, is_warm, out}, op, bytes);
            return true;
        }
    }
    return false;
}

/* ---- Edwards curves, RFC 8032 ---- */

static bool find_eddsa(kb_bench_floor *out, const char *id, int op, uint64_t bytes) {
    size_t len = (size_t)bytes;
    if (strcmp(id, "Ed25519") == 0) {
        double units = op == KEYGEN ? 1
                       : op == SIGN ? 1 + kb_bench_blocks(128, 32 + len) +
                                          kb_bench_blocks(128, 64 + len)
                                    : kb_bench_blocks(128, 64 + len);
        kb_bench_floor_add(out, KB_BENCH_SHA512, units);
        out->unseen[KB_BENCH_SHA512] += units;
        return true;
    }
    return false;
}

bool kb_bench_floor_sig(kb_bench_floor *out, const char *id, const char *op,
                        kb_bench_key_form form, uint64_t bytes) {
    int which = op_of(op);
    bool is_warm = form == KB_BENCH_KEY_WARM;
    if (which == NONE || (which == KEYGEN && is_warm)) {
        return false;
    }
    for (size_t i = 0; i < sizeof mldsas / sizeof mldsas[0]; i++) {
        size_t len = strlen(mldsas[i].id);
        /* A composite has the floor of this half, for a message that is a digest at least
         * as long as nothing. */
        if (strncmp(id, mldsas[i].id, len) == 0 && (id[len] == '\0' || id[len] == '-')) {
            mldsa_floor(out, &mldsas[i], which, id[len] == '\0' ? bytes : 0, is_warm);
            return true;
        }
    }
    return find_slhdsa(out, id, which, bytes, is_warm) ||
           (!is_warm && find_eddsa(out, id, which, bytes));
}
