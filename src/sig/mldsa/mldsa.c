/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The algorithms of FIPS 204, section 6, by their numbers. */
#include "sig/mldsa/mldsa.h"

#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"
#include "sig/mldsa/encode.h"
#include "sig/mldsa/ops.h"
#include "sig/mldsa/poly.h"
#include "sig/mldsa/sample.h"

#include <string.h>

/* Appendix C asks for no fewer than 814 attempts, if their number is limited at all: more
 * are needed in one of 2^256 cases. */
#define ATTEMPTS_MAX 1024
static_assert(ATTEMPTS_MAX * KB_MLDSA_L_MAX <= UINT16_MAX, "kappa fits its field");

/* Of one polynomial, and of all. */
#define W1_BYTES(params) ((size_t)32 * KB_MLDSA_HIGH_BITS((params)->high))
#define W1_MAX_BYTES     ((size_t)32 * 4 * KB_MLDSA_K_MAX)

const kb_mldsa_params kb_mldsa44_params = {
    .id = "ML-DSA-44",
    .k = 4,
    .l = 4,
    .eta = 2,
    .tau = 39,
    .mask_bits = 18,
    .high = 44,
    .omega = 80,
    .tilde_bytes = 32,
    .pk_bytes = KB_MLDSA_PK_BYTES(4),
    .sk_bytes = KB_MLDSA_SK_BYTES(4, 4, 2),
    .sig_bytes = KB_MLDSA_SIG_BYTES(4, 4, 32, 18, 80),
};
const kb_mldsa_params kb_mldsa65_params = {
    .id = "ML-DSA-65",
    .k = 6,
    .l = 5,
    .eta = 4,
    .tau = 49,
    .mask_bits = 20,
    .high = 16,
    .omega = 55,
    .tilde_bytes = 48,
    .pk_bytes = KB_MLDSA_PK_BYTES(6),
    .sk_bytes = KB_MLDSA_SK_BYTES(6, 5, 4),
    .sig_bytes = KB_MLDSA_SIG_BYTES(6, 5, 48, 20, 55),
};
const kb_mldsa_params kb_mldsa87_params = {
    .id = "ML-DSA-87",
    .k = 8,
    .l = 7,
    .eta = 2,
    .tau = 60,
    .mask_bits = 20,
    .high = 16,
    .omega = 75,
    .tilde_bytes = 64,
    .pk_bytes = KB_MLDSA_PK_BYTES(8),
    .sk_bytes = KB_MLDSA_SK_BYTES(8, 7, 2),
    .sig_bytes = KB_MLDSA_SIG_BYTES(8, 7, 64, 20, 75),
};

/* Where the fields of sk begin (algorithm 24). */
#define SK_KEY 32
#define SK_TR  64
#define SK_S   128

static size_t small_bytes(const kb_mldsa_params *params) {
    return (size_t)32 * KB_MLDSA_ETA_BITS(params->eta);
}

static size_t sk_t0(const kb_mldsa_params *params) {
    return SK_S + (params->l + params->k) * small_bytes(params);
}

/* Algorithm 6, lines 5 to 8: writes pk, and t0 of priv, from the matrix and s. */
static void make_public(const kb_mldsa_params *params, kb_mldsa_private *priv,
                        uint8_t *pk, const uint8_t rho[KB_MLDSA_RHO_BYTES]) {
    size_t k = params->k, l = params->l;
    const kb_mldsa_ops *ops = kb_mldsa_ops_get();
    kb_mldsa_poly s1[KB_MLDSA_L_MAX], t;
    KB_WIPE_AT_END(s1);
    KB_WIPE_AT_END(t);
    for (size_t j = 0; j < l; j++) {
        kb_mldsa_poly_from_small(&s1[j], &priv->s[j]);
        ops->ntt(&s1[j]);
    }
    memcpy(pk, rho, KB_MLDSA_RHO_BYTES);
    for (size_t i = 0; i < k; i++) {
        ops->dot(&t, &priv->a[i * l], s1, l, NULL, NULL);
        ops->inverse_ntt(&t);
        ops->power2round(pk + KB_MLDSA_RHO_BYTES + i * KB_MLDSA_T1_BYTES, &priv->t0[i],
                         &t, &priv->s[l + i]);
    }
}

void kb_mldsa_tr(const kb_mldsa_params *params, uint8_t tr[KB_MLDSA_TR_BYTES],
                 const uint8_t *pk) {
    kb_shake256(tr, KB_MLDSA_TR_BYTES, pk, params->pk_bytes);
}

/* The first use of all takes stack for the self-test: here, where little is taken yet. */
static void choose_table(void) {
    (void)kb_mldsa_ops_get();
}

/* Algorithm 6, without the encoding of sk; rho, rho' and K are left in seeds. */
static void generate(const kb_mldsa_params *params, kb_mldsa_private *out, uint8_t *pk,
                     uint8_t seeds[128], const uint8_t xi[KB_MLDSA_SEED_BYTES]) {
    KB_SECRET_LOCAL(in, KB_MLDSA_SEED_BYTES + 2);
    memcpy(in, xi, KB_MLDSA_SEED_BYTES);
    in[KB_MLDSA_SEED_BYTES] = (uint8_t)params->k;
    in[KB_MLDSA_SEED_BYTES + 1] = (uint8_t)params->l;
    choose_table();
    kb_shake256(seeds, 128, in, sizeof in);
    /* rho is a field of the public key, and does not lead back to xi. */
    KB_CT_PUBLIC(seeds, KB_MLDSA_RHO_BYTES);
    kb_mldsa_sample_key(out->a, out->s, params->k, params->l, params->eta, seeds,
                        seeds + KB_MLDSA_RHO_BYTES);
    memcpy(out->key, seeds + 96, KB_MLDSA_KEY_BYTES);
    make_public(params, out, pk, seeds);
    kb_mldsa_tr(params, out->tr, pk);
}

void kb_mldsa_generate(const kb_mldsa_params *params, kb_mldsa_private *out, uint8_t *pk,
                       const uint8_t xi[KB_MLDSA_SEED_BYTES]) {
    KB_SECRET_LOCAL(seeds, 128);
    generate(params, out, pk, seeds, xi);
}

void kb_mldsa_keygen_derand(const kb_mldsa_params *params, uint8_t *pk, uint8_t *sk,
                            const uint8_t xi[KB_MLDSA_SEED_BYTES]) {
    kb_mldsa_private priv;
    KB_WIPE_AT_END(priv);
    kb_mldsa_generate(params, &priv, pk, xi);
    memcpy(sk, pk, KB_MLDSA_RHO_BYTES);
    memcpy(sk + SK_KEY, priv.key, KB_MLDSA_KEY_BYTES);
    memcpy(sk + SK_TR, priv.tr, KB_MLDSA_TR_BYTES);
    for (size_t i = 0; i < params->l + params->k; i++) {
        kb_mldsa_ops_get()->pack_small(sk + SK_S + i * small_bytes(params), &priv.s[i],
                                       params->eta);
    }
    for (size_t i = 0; i < params->k; i++) {
        kb_mldsa_ops_get()->pack_t0(sk + sk_t0(params) + i * KB_MLDSA_T0_BYTES,
                                    &priv.t0[i]);
    }
}

/* Algorithm 25: s of sk; nonzero when a coefficient is out of range. */
static uint32_t decode_s(const kb_mldsa_params *params, kb_mldsa_private *out,
                         const uint8_t *sk) {
    uint32_t is_bad = 0;
    for (size_t i = 0; i < params->l + params->k; i++) {
        is_bad |= kb_mldsa_ops_get()->unpack_small(
            &out->s[i], sk + SK_S + i * small_bytes(params), params->eta);
    }
    return is_bad;
}

static void expand_matrix(const kb_mldsa_params *params, kb_mldsa_packed *a,
                          const uint8_t rho[KB_MLDSA_RHO_BYTES]) {
    choose_table();
    /* Inside a private key too, this is a field of the public key. */
    KB_CT_PUBLIC(rho, KB_MLDSA_RHO_BYTES);
    kb_mldsa_sample_matrix(a, params->k, params->l, rho, NULL);
}

void kb_mldsa_expand_private(const kb_mldsa_params *params, kb_mldsa_private *out,
                             const uint8_t *sk) {
    expand_matrix(params, out->a, sk);
    (void)decode_s(params, out, sk);
    for (size_t i = 0; i < params->k; i++) {
        kb_mldsa_ops_get()->unpack_t0(&out->t0[i],
                                      sk + sk_t0(params) + i * KB_MLDSA_T0_BYTES);
    }
    memcpy(out->key, sk + SK_KEY, KB_MLDSA_KEY_BYTES);
    memcpy(out->tr, sk + SK_TR, KB_MLDSA_TR_BYTES);
}

void kb_mldsa_expand_public(const kb_mldsa_params *params, kb_mldsa_public *out,
                            const uint8_t *pk) {
    const kb_mldsa_ops *ops = kb_mldsa_ops_get();
    /* kb_mldsa_tr, beside the matrix. */
    kb_keccak_job tr = {KB_KECCAK_SHAKE256, .in = {{pk, params->pk_bytes}},
                        .out = out->tr, .out_len = KB_MLDSA_TR_BYTES};
    kb_mldsa_sample_matrix(out->a, params->k, params->l, pk, &tr);
    for (size_t i = 0; i < params->k; i++) {
        ops->unpack_t1(&out->t1[i], pk + KB_MLDSA_RHO_BYTES + i * KB_MLDSA_T1_BYTES);
        ops->ntt(&out->t1[i]);
    }
}

kb_status kb_mldsa_public_of_sk(const kb_mldsa_params *params, uint8_t *pk,
                                const uint8_t *sk) {
    kb_mldsa_private priv;
    KB_WIPE_AT_END(priv);
    uint8_t encoded[KB_MLDSA_T0_BYTES];
    KB_WIPE_AT_END(encoded);
    uint32_t is_bad = decode_s(params, &priv, sk);
    /* That the key is refused is told, not where or by how much. */
    KB_CT_PUBLIC(&is_bad, sizeof is_bad);
    if (is_bad != 0) {
        kb_wipe(pk, params->pk_bytes);
        return KB_FAIL(KB_ERR_KEY, "%s private key: a coefficient of s1 or s2 beyond %d",
                       params->id, (int)params->eta);
    }
    expand_matrix(params, priv.a, sk);
    make_public(params, &priv, pk, sk);
    kb_mldsa_tr(params, priv.tr, pk);
    uint64_t diff = kb_ct_diff(priv.tr, sk + SK_TR, KB_MLDSA_TR_BYTES);
    for (size_t i = 0; i < params->k; i++) {
        kb_mldsa_ops_get()->pack_t0(encoded, &priv.t0[i]);
        diff |= kb_ct_diff(encoded, sk + sk_t0(params) + i * KB_MLDSA_T0_BYTES,
                           sizeof encoded);
    }
    diff = kb_ct_mask_nonzero64(diff);
    /* As above. */
    KB_CT_PUBLIC(&diff, sizeof diff);
    if (diff != 0) {
        kb_wipe(pk, params->pk_bytes);
        return KB_FAIL(KB_ERR_KEY,
                       "%s private key: t0 or tr is not that of its public key",
                       params->id);
    }
    return KB_OK;
}

kb_status kb_mldsa_check_sk(const kb_mldsa_params *params, const uint8_t *sk) {
    uint8_t pk[KB_MLDSA_PK_MAX_BYTES];
    return kb_mldsa_public_of_sk(params, pk, sk);
}

/* Room for the masks of one attempt and for some of the next. */
#define MASKS 14
/* A mask takes five permutations and c~ seven, with eight rows nine: so many masks use the
 * lanes beside c~ best. */
#define BESIDE(k)  ((k) < 8 ? (size_t)3 : (size_t)6)
#define BESIDE_MAX BESIDE(KB_MLDSA_K_MAX)

/* The vectors of one attempt at a signature, 24 KiB. */
typedef struct attempt {
    /* y as bytes, mask i of all attempts at i % MASKS; then z. */
    uint8_t mask[MASKS][32 * KB_MLDSA_MASK_MAX_BITS];
    size_t made;                     /* masks made so far */
    kb_mldsa_poly w[KB_MLDSA_K_MAX]; /* w, then the low part of w - c s2 */
    union {
        kb_mldsa_poly y_hat[KB_MLDSA_L_MAX];
        struct {
            uint8_t high[KB_MLDSA_K_MAX][KB_MLDSA_N]; /* w1, then the hint */
            uint8_t encoded[W1_MAX_BYTES];
            kb_mldsa_challenge challenge;
            kb_mldsa_poly z;
        } after;
    } u;
} attempt;

/*
 * Makes the outcome of a check public. Algorithm 7 starts again when a bound is passed,
 * so that an attempt failed shows in the time of every implementation. The mask is
 * uniform, so z passes its bound with a probability that does not depend on the secret,
 * in each polynomial of its own, and likewise the low part: which polynomial failed tells
 * no more. Where in it, by how much and with which sign stays hidden.
 */
static bool is_rejected(uint32_t mask) {
    KB_CT_PUBLIC(&mask, sizeof mask);
    return mask != 0;
}

static uint8_t *mask_at(attempt *t, size_t nonce) {
    return t->mask[nonce % MASKS];
}

/* The next count masks. */
static void add_masks(const kb_mldsa_params *params, attempt *t, kb_keccak_job *jobs,
                      size_t count, const uint8_t seed[64]) {
    for (size_t i = 0; i < count; i++, t->made++) {
        jobs[i] =
            kb_mldsa_mask_job(mask_at(t, t->made), params->mask_bits, seed, t->made);
    }
}

/* Lines 11 and 12: y_hat and w, from the masks of the nonces from kappa on. */
static void commit(const kb_mldsa_params *params, attempt *t,
                   const kb_mldsa_private *priv, const uint8_t seed[64], size_t kappa) {
    const kb_mldsa_ops *ops = kb_mldsa_ops_get();
    size_t k = params->k, l = params->l;
    if (t->made < kappa + l) {
        /* Whole fours, to the end of the room. */
        size_t count = (kappa + l - t->made + 3) / 4 * 4, room = kappa + MASKS - t->made;
        kb_keccak_job jobs[KB_MLDSA_L_MAX + 3];
        count = count < room ? count : room;
        add_masks(params, t, jobs, count, seed);
        kb_keccak_run(jobs, count);
    }
    for (size_t j = 0; j < l; j++) {
        ops->unpack_mask(&t->u.y_hat[j], mask_at(t, kappa + j), params->mask_bits);
        ops->ntt(&t->u.y_hat[j]);
    }
    for (size_t i = 0; i < k; i++) {
        ops->dot(&t->w[i], &priv->a[i * l], t->u.y_hat, l, NULL, NULL);
        ops->inverse_ntt(&t->w[i]);
    }
}

/* Lines 13 to 16: the parts of w, c~ and the challenge. Beside c~, masks of the next
 * attempt, which is more likely than not. */
static void make_challenge(const kb_mldsa_params *params, attempt *t, uint8_t *tilde,
                           const uint8_t mu[KB_MLDSA_MU_BYTES], const uint8_t seed[64],
                           size_t kappa) {
    const kb_mldsa_ops *ops = kb_mldsa_ops_get();
    uint8_t *encoded = t->u.after.encoded;
    for (size_t i = 0; i < params->k; i++) {
        ops->decompose(t->u.after.high[i], &t->w[i], params->high);
        ops->pack_w1(encoded + i * W1_BYTES(params), t->u.after.high[i], params->high);
    }
    kb_keccak_job jobs[1 + BESIDE_MAX] = {
        {KB_KECCAK_SHAKE256,
         .in = {{mu, KB_MLDSA_MU_BYTES}, {encoded, params->k * W1_BYTES(params)}},
         .out = tilde, .out_len = params->tilde_bytes}};
    size_t count = BESIDE(params->k), room = kappa + MASKS - t->made;
    count = count < room ? count : room;
    add_masks(params, t, jobs + 1, count, seed);
    kb_keccak_run(jobs, 1 + count);
    /* The hash of a w1 that is never shown, or is shown by the signature. */
    KB_CT_PUBLIC(tilde, params->tilde_bytes);
    kb_mldsa_sample_challenge(&t->u.after.challenge, params->tau, tilde,
                              params->tilde_bytes);
}

/* Lines 17 to 28; false when a bound is passed. The bounds that fail most often come
 * first. */
static bool respond(const kb_mldsa_params *params, attempt *t,
                    const kb_mldsa_private *priv, size_t kappa) {
    const kb_mldsa_ops *ops = kb_mldsa_ops_get();
    const kb_mldsa_challenge *c = &t->u.after.challenge;
    kb_mldsa_poly *z = &t->u.after.z;
    int32_t gamma2 = kb_mldsa_gamma2(params), beta = kb_mldsa_beta(params);
    size_t l = params->l;
    for (size_t i = 0; i < params->k; i++) {
        /* The low part of w minus c s2 is LowBits(w - c s2) when it is within this bound,
         * and when it is not, neither is that. */
        if (is_rejected(
                ops->add_product(&t->w[i], -1, c, &priv->s[l + i], gamma2 - beta))) {
            return false;
        }
    }
    for (size_t j = 0; j < l; j++) {
        ops->unpack_mask(z, mask_at(t, kappa + j), params->mask_bits);
        if (is_rejected(
                ops->add_product(z, 1, c, &priv->s[j], kb_mldsa_gamma1(params) - beta))) {
            return false;
        }
        ops->pack_mask(mask_at(t, kappa + j), z, params->mask_bits);
    }
    uint32_t count = 0;
    for (size_t i = 0; i < params->k; i++) {
        if (is_rejected(ops->make_hint(t->u.after.high[i], &count, &t->w[i], c,
                                       &priv->t0[i], gamma2))) {
            return false;
        }
    }
    return !is_rejected(
        (uint32_t)kb_mldsa_sign_mask((int32_t)params->omega - (int32_t)count));
}

kb_status kb_mldsa_sign_with(const kb_mldsa_params *params, uint8_t *sig,
                             const kb_mldsa_private *priv,
                             const uint8_t mu[KB_MLDSA_MU_BYTES],
                             const uint8_t rnd[KB_MLDSA_RND_BYTES]) {
    attempt t;
    KB_WIPE_AT_END(t);
    KB_SECRET_LOCAL(in, KB_MLDSA_KEY_BYTES + KB_MLDSA_RND_BYTES + KB_MLDSA_MU_BYTES);
    KB_SECRET_LOCAL(seed, 64);
    memcpy(in, priv->key, KB_MLDSA_KEY_BYTES);
    memcpy(in + KB_MLDSA_KEY_BYTES, rnd, KB_MLDSA_RND_BYTES);
    memcpy(in + KB_MLDSA_KEY_BYTES + KB_MLDSA_RND_BYTES, mu, KB_MLDSA_MU_BYTES);
    kb_shake256(seed, sizeof seed, in, sizeof in);
    t.made = 0;
    for (size_t kappa = 0; kappa < ATTEMPTS_MAX * params->l; kappa += params->l) {
        commit(params, &t, priv, seed, kappa);
        make_challenge(params, &t, sig, mu, seed, kappa);
        if (!respond(params, &t, priv, kappa)) {
            continue;
        }
        /* The signature is published, and this is its hint. */
        KB_CT_PUBLIC(t.u.after.high, sizeof t.u.after.high);
        uint8_t *at = sig + params->tilde_bytes;
        size_t z_bytes = (size_t)32 * params->mask_bits;
        for (size_t j = 0; j < params->l; j++, at += z_bytes) {
            memcpy(at, mask_at(&t, kappa + j), z_bytes);
        }
        kb_mldsa_encode_hint(at, &t.u.after.high[0][0], params->k, params->omega);
        return KB_OK;
    }
    kb_wipe(sig, params->sig_bytes);
    return KB_FAIL(KB_ERR_KEY, "%s private key: no signature in %d attempts", params->id,
                   ATTEMPTS_MAX);
}

static kb_status refuse(const kb_mldsa_params *params, const char *why) {
    return KB_FAIL(KB_ERR_AUTH, "%s signature: %s", params->id, why);
}

/* Algorithm 27, and line 13's bound on z. */
static kb_status decode_sig(const kb_mldsa_params *params, kb_mldsa_poly *z,
                            uint8_t *hint, const uint8_t *sig, size_t sig_len) {
    if (sig_len != params->sig_bytes) {
        return KB_FAIL(KB_ERR_AUTH, "%s signature: %zu bytes, must be %zu", params->id,
                       sig_len, params->sig_bytes);
    }
    const uint8_t *at = sig + params->tilde_bytes;
    for (size_t j = 0; j < params->l; j++, at += (size_t)32 * params->mask_bits) {
        kb_mldsa_ops_get()->unpack_mask(&z[j], at, params->mask_bits);
        if (kb_mldsa_ops_get()->exceeds(&z[j], kb_mldsa_gamma1(params) -
                                                   kb_mldsa_beta(params)) != 0) {
            return refuse(params, "a coefficient of z is out of bounds");
        }
    }
    if (!kb_mldsa_decode_hint(hint, at, params->k, params->omega)) {
        return refuse(params, "the hint is not in its only form");
    }
    return KB_OK;
}

kb_status kb_mldsa_verify_with(const kb_mldsa_params *params, const uint8_t *sig,
                               size_t sig_len, const kb_mldsa_public *pub,
                               const uint8_t mu[KB_MLDSA_MU_BYTES]) {
    const kb_mldsa_ops *ops = kb_mldsa_ops_get();
    size_t k = params->k, l = params->l;
    kb_mldsa_poly z[KB_MLDSA_L_MAX], c, w;
    uint8_t hint[KB_MLDSA_K_MAX][KB_MLDSA_N]; /* then w1 */
    uint8_t encoded[32 * KB_MLDSA_HIGH_BITS(44)], tilde[KB_MLDSA_TILDE_MAX];
    kb_mldsa_challenge challenge;
    kb_keccak sponge;

    KB_TRY(decode_sig(params, z, &hint[0][0], sig, sig_len));
    kb_mldsa_sample_challenge(&challenge, params->tau, sig, params->tilde_bytes);
    kb_mldsa_challenge_poly(&c, &challenge);
    ops->ntt(&c);
    for (size_t j = 0; j < l; j++) {
        ops->ntt(&z[j]);
    }
    kb_keccak_init(&sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(&sponge, mu, KB_MLDSA_MU_BYTES);
    for (size_t i = 0; i < k; i++) {
        ops->dot(&w, &pub->a[i * l], z, l, &pub->t1[i], &c);
        ops->inverse_ntt(&w);
        ops->use_hint(hint[i], &w, params->high);
        ops->pack_w1(encoded, hint[i], params->high);
        kb_keccak_absorb(&sponge, encoded, W1_BYTES(params));
    }
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, tilde, params->tilde_bytes);
    if (!kb_ct_eq(tilde, sig, params->tilde_bytes)) {
        return refuse(params, "not for this message, context and key");
    }
    return KB_OK;
}
