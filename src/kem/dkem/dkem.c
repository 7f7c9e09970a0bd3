/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* DKEM: the encryption layer (CPA.KeyGen, CPA.Enc, CPA.Dec of the submission) and the KEM
 * above it. */
#include "kem/dkem/dkem.h"

#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"
#include "kem/dkem/hash.h"
#include "kem/dkem/ops.h"
#include "kem/dkem/poly.h"
#include "kem/dkem/sample.h"

#include <string.h>

#define S_MAX  KB_DKEM_SEED_MAX_BYTES
#define VECTOR (KB_DKEM_K_MAX * KB_DKEM_N_MAX)

/* Wipes the first n numbers of an array, those in use, at the end of the scope. */
#define WIPE_USED(array, n)                                                              \
    __attribute__((cleanup(kb_secret_scope_end), unused))                                \
    kb_secret_scope array##_scope_ = {(array), (n) * sizeof(array)[0]}

#define PARAMS128(name, hashes)                                                          \
    {                                                                                    \
        .id = (name), .suite = (hashes), .ring = &kb_dkem_ring256, .k = 2, .eta = 3,     \
        .u_bits = 10, .w = {.bits = 4, .addend = 1665, .factor = 80635}, .step = 208,    \
        .seed_bytes = 32, .pk_bytes = KB_DKEM_PK_BYTES(2, 256, 12),                      \
        .raw_bytes = KB_DKEM_RAW_BYTES(2, 256, 12),                                      \
        .ct_bytes = KB_DKEM_CT_BYTES(2, 256, 10, 4),                                     \
    }
#define PARAMS256(name, hashes)                                                          \
    {                                                                                    \
        .id = (name), .suite = (hashes), .ring = &kb_dkem_ring256, .k = 4, .eta = 2,     \
        .u_bits = 11, .w = {.bits = 5, .addend = 1664, .factor = 40318}, .step = 104,    \
        .seed_bytes = 32, .pk_bytes = KB_DKEM_PK_BYTES(4, 256, 12),                      \
        .raw_bytes = KB_DKEM_RAW_BYTES(4, 256, 12),                                      \
        .ct_bytes = KB_DKEM_CT_BYTES(4, 256, 11, 5),                                     \
    }
#define PARAMS512(name, hashes)                                                          \
    {                                                                                    \
        .id = (name), .suite = (hashes), .ring = &kb_dkem_ring512, .k = 4, .eta = 3,     \
        .u_bits = 11, .w = {.bits = 4, .addend = 3840, .factor = 34948}, .step = 480,    \
        .seed_bytes = 64, .pk_bytes = KB_DKEM_PK_BYTES(4, 512, 13),                      \
        .raw_bytes = KB_DKEM_RAW_BYTES(4, 512, 13),                                      \
        .ct_bytes = KB_DKEM_CT_BYTES(4, 512, 11, 4),                                     \
    }

const kb_dkem_params kb_dkem128_params = PARAMS128("DKEM-128", KB_DKEM_SM3);
const kb_dkem_params kb_dkem256_params = PARAMS256("DKEM-256", KB_DKEM_SM3);
const kb_dkem_params kb_dkem512_params = PARAMS512("DKEM-512", KB_DKEM_SM3);
const kb_dkem_params kb_dkem128_shake_params = PARAMS128("DKEM-128-SHAKE", KB_DKEM_SHAKE);
const kb_dkem_params kb_dkem256_shake_params = PARAMS256("DKEM-256-SHAKE", KB_DKEM_SHAKE);
const kb_dkem_params kb_dkem512_shake_params = PARAMS512("DKEM-512-SHAKE", KB_DKEM_SHAKE);

static size_t vector_bytes(const kb_dkem_params *params, unsigned bits) {
    return params->k * KB_DKEM_POLY_BYTES(params->ring->n, bits);
}

/* Writes pk and fills the matrix, t, s and rho of out. */
static void cpa_keygen(const kb_dkem_params *params, kb_dkem_private *out, uint8_t *pk,
                       const uint8_t *d) {
    const kb_dkem_ring *ring = params->ring;
    size_t k = params->k, n = ring->n, s_bytes = params->seed_bytes;
    KB_SECRET_LOCAL(seeds, 2 * S_MAX);
    int16_t noise[2 * VECTOR], odd[VECTOR];
    WIPE_USED(noise, 2 * k * n);
    WIPE_USED(odd, k * n);

    kb_dkem_hash_g(params, seeds, d);
    uint8_t *rho = pk + vector_bytes(params, ring->bits);
    memcpy(rho, seeds, s_bytes);
    /* rho is a field of the public key, and its hash does not lead back to d. */
    KB_CT_PUBLIC(rho, s_bytes);
    memcpy(out->pub.rho, rho, s_bytes);
    kb_dkem_sample_matrix(params, out->pub.a, rho);

    /* The nonces of s and e follow each other, so they are one run. */
    kb_dkem_sample_noise(params, noise, 2 * k, seeds + s_bytes, 0);
    for (size_t i = 0; i < 2 * k; i++) {
        ring->ntt(noise + i * n);
    }
    ring->odd_zeta(odd, noise, k);
    for (size_t i = 0; i < k; i++) {
        int16_t *t = out->pub.t + i * n;
        ring->dot(t, out->pub.a + i * k * n, 1, noise, odd, k);
        ring->times_r_plus(t, noise + (k + i) * n);
        ring->encode(pk + i * KB_DKEM_POLY_BYTES(n, ring->bits), t);
    }
    memcpy(out->s, noise, k * n * sizeof noise[0]);
}

/* Writes c1 (u, then the signal) and the reconciled secret kk for the coins r. */
static void cpa_encrypt(const kb_dkem_params *params, uint8_t *c1, uint8_t *kk,
                        const kb_dkem_public *pub, const uint8_t *r) {
    const kb_dkem_ring *ring = params->ring;
    size_t k = params->k, n = ring->n;
    int16_t noise[2 * VECTOR + KB_DKEM_N_MAX], odd[VECTOR], sum[KB_DKEM_N_MAX];
    WIPE_USED(noise, (2 * k + 1) * n);
    WIPE_USED(odd, k * n);
    WIPE_USED(sum, n);
    const int16_t *e1 = noise + k * n, *e2 = noise + 2 * k * n;

    kb_dkem_sample_noise(params, noise, 2 * k + 1, r, 0);
    for (size_t i = 0; i < k; i++) {
        ring->ntt(noise + i * n);
    }
    ring->odd_zeta(odd, noise, k);
    for (size_t i = 0; i < k; i++) {
        /* The matrix transposed: column i. */
        ring->dot(sum, pub->a + i * n, k, noise, odd, k);
        ring->inverse_ntt(sum);
        ring->compress(c1 + i * KB_DKEM_POLY_BYTES(n, params->u_bits), sum, e1 + i * n,
                       params->u_bits);
    }
    ring->dot(sum, pub->t, 1, noise, odd, k);
    ring->inverse_ntt(sum);
    kb_dkem_ops_get()->signal(params, c1 + vector_bytes(params, params->u_bits), kk, sum,
                              e2, r + params->seed_bytes);
}

static void cpa_decrypt(const kb_dkem_params *params, uint8_t *kk, const uint8_t *c1,
                        const kb_dkem_private *priv) {
    const kb_dkem_ring *ring = params->ring;
    size_t k = params->k, n = ring->n;
    int16_t u[VECTOR], odd[VECTOR], product[KB_DKEM_N_MAX];
    KB_WIPE_AT_END(product);

    for (size_t i = 0; i < k; i++) {
        ring->decompress(u + i * n, c1 + i * KB_DKEM_POLY_BYTES(n, params->u_bits),
                         params->u_bits);
        ring->ntt(u + i * n);
    }
    ring->odd_zeta(odd, u, k);
    ring->dot(product, priv->s, 1, u, odd, k);
    ring->inverse_ntt(product);
    kb_dkem_ops_get()->reconcile(params, kk, product,
                                 c1 + vector_bytes(params, params->u_bits));
}

/* A vector to bytes and back. */
static void encode_vector(const kb_dkem_params *params, uint8_t *out, const int16_t *v) {
    const kb_dkem_ring *ring = params->ring;
    for (size_t i = 0; i < params->k; i++) {
        ring->encode(out + i * KB_DKEM_POLY_BYTES(ring->n, ring->bits), v + i * ring->n);
    }
}

static void decode_vector(const kb_dkem_params *params, int16_t *v, const uint8_t *in) {
    const kb_dkem_ring *ring = params->ring;
    for (size_t i = 0; i < params->k; i++) {
        ring->decode(v + i * ring->n, in + i * KB_DKEM_POLY_BYTES(ring->n, ring->bits));
    }
}

void kb_dkem_generate(const kb_dkem_params *params, kb_dkem_private *out, uint8_t *pk,
                      const uint8_t *d, const uint8_t *z) {
    cpa_keygen(params, out, pk, d);
    memcpy(out->z, z, params->seed_bytes);
}

void kb_dkem_keygen_derand(const kb_dkem_params *params, uint8_t *pk, uint8_t *raw,
                           const uint8_t *d, const uint8_t *z) {
    const kb_dkem_ring *ring = params->ring;
    KB_DKEM_PRIVATE_LOCAL priv;
    kb_dkem_generate(params, &priv, pk, d, z);
    encode_vector(params, raw, priv.s);
    raw += vector_bytes(params, ring->bits);
    memcpy(raw, pk, params->pk_bytes);
    memcpy(raw + params->pk_bytes, z, params->seed_bytes);
}

void kb_dkem_expand_public(const kb_dkem_params *params, kb_dkem_public *out,
                           const uint8_t *pk) {
    const kb_dkem_ring *ring = params->ring;
    const uint8_t *rho = pk + vector_bytes(params, ring->bits);
    /* Inside a private key too, this is a field of the public key. */
    KB_CT_PUBLIC(rho, params->seed_bytes);
    memcpy(out->rho, rho, params->seed_bytes);
    kb_dkem_sample_matrix(params, out->a, rho);
    decode_vector(params, out->t, pk);
}

void kb_dkem_expand_private(const kb_dkem_params *params, kb_dkem_private *out,
                            const uint8_t *raw) {
    const uint8_t *pk = kb_dkem_raw_public(params, raw);
    decode_vector(params, out->s, raw);
    kb_dkem_expand_public(params, &out->pub, pk);
    memcpy(out->z, pk + params->pk_bytes, params->seed_bytes);
}

void kb_dkem_encaps_to(const kb_dkem_params *params, uint8_t *ct, uint8_t *ss,
                       const kb_dkem_public *pub, const uint8_t *m) {
    size_t s_bytes = params->seed_bytes;
    KB_SECRET_LOCAL(r, 2 * S_MAX);
    KB_SECRET_LOCAL(kk, S_MAX);
    uint8_t *c2 = ct + params->ct_bytes - s_bytes;
    kb_dkem_hash_j(params, r, m, pub->rho);
    cpa_encrypt(params, ct, kk, pub, r);
    for (size_t i = 0; i < s_bytes; i++) {
        c2[i] = (uint8_t)(kk[i] ^ m[i]);
    }
    kb_dkem_hash_kdf(params, ss, kk, s_bytes);
}

void kb_dkem_encaps_derand(const kb_dkem_params *params, uint8_t *ct, uint8_t *ss,
                           const uint8_t *pk, const uint8_t *m) {
    kb_dkem_public pub;
    kb_dkem_expand_public(params, &pub, pk);
    kb_dkem_encaps_to(params, ct, ss, &pub, m);
}

void kb_dkem_decaps_with(const kb_dkem_params *params, uint8_t *ss, const uint8_t *ct,
                         const kb_dkem_private *priv) {
    size_t s_bytes = params->seed_bytes;
    const uint8_t *c2 = ct + params->ct_bytes - s_bytes;
    KB_SECRET_LOCAL(m, S_MAX);
    KB_SECRET_LOCAL(accepted, S_MAX);
    KB_SECRET_LOCAL(rejected, S_MAX);
    KB_SECRET_LOCAL(z_c2, 2 * S_MAX);
    KB_SECRET_LOCAL(again, KB_DKEM_CT_MAX_BYTES);

    cpa_decrypt(params, m, ct, priv);
    for (size_t i = 0; i < s_bytes; i++) {
        m[i] ^= c2[i];
    }
    kb_dkem_encaps_to(params, again, accepted, &priv->pub, m);
    /* Computed for every ciphertext. */
    memcpy(z_c2, priv->z, s_bytes);
    memcpy(z_c2 + s_bytes, c2, s_bytes);
    kb_dkem_hash_kdf(params, rejected, z_c2, 2 * s_bytes);
    uint64_t differs = kb_ct_mask_nonzero64(kb_ct_diff(ct, again, params->ct_bytes));
    kb_ct_copy_if(differs, accepted, rejected, s_bytes);
    memcpy(ss, accepted, s_bytes);
}

void kb_dkem_decaps(const kb_dkem_params *params, uint8_t *ss, const uint8_t *ct,
                    const uint8_t *raw) {
    KB_DKEM_PRIVATE_LOCAL priv;
    kb_dkem_expand_private(params, &priv, raw);
    kb_dkem_decaps_with(params, ss, ct, &priv);
}

const uint8_t *kb_dkem_raw_public(const kb_dkem_params *params, const uint8_t *raw) {
    return raw + vector_bytes(params, params->ring->bits);
}

/* Ones when a coefficient of p, which is transformed, is not small (-eta..eta) before the
 * transform; p is used up. |c| < q. */
static uint64_t is_large(const kb_dkem_params *params, int16_t *p) {
    const kb_dkem_ring *ring = params->ring;
    uint64_t large = 0;
    /* The inverse carries a factor 2^16, and so do the numbers compared with. */
    ring->inverse_ntt(p);
    kb_dkem_poly_canonical(ring, p);
    for (size_t i = 0; i < ring->n; i++) {
        uint64_t differs = ~UINT64_C(0);
        for (int v = -(int)params->eta; v <= (int)params->eta; v++) {
            int16_t small =
                kb_dkem_reduce((int16_t)(v * ring->r), ring->q, ring->barrett);
            small = kb_dkem_add_q_if_negative(small, ring->q);
            differs &= kb_ct_mask_nonzero64((uint64_t)(uint16_t)(p[i] ^ small));
        }
        large |= differs;
    }
    return large;
}

/* Ones when a packed coefficient of s is q or more. */
static uint64_t is_beyond_q(const kb_dkem_params *params, const uint8_t *raw) {
    const kb_dkem_ring *ring = params->ring;
    int16_t s[VECTOR];
    KB_WIPE_AT_END(s);
    uint32_t below = 1;
    kb_dkem_unpack(s, raw, params->k * ring->n, ring->bits);
    for (size_t i = 0; i < params->k * ring->n; i++) {
        /* The sign of the difference. */
        below &= (uint32_t)(s[i] - ring->q) >> 31;
    }
    return ~kb_ct_mask_bit64(below);
}

kb_status kb_dkem_check_raw(const kb_dkem_params *params, const uint8_t *raw) {
    const kb_dkem_ring *ring = params->ring;
    const uint8_t *pk = kb_dkem_raw_public(params, raw);
    size_t k = params->k, n = ring->n;
    KB_DKEM_PRIVATE_LOCAL priv;
    int16_t s[VECTOR], odd[VECTOR], e[KB_DKEM_N_MAX];
    KB_WIPE_AT_END(s);
    KB_WIPE_AT_END(odd);
    KB_WIPE_AT_END(e);
    /* The public key inside may be branched on. */
    KB_CT_PUBLIC(pk, params->pk_bytes);
    KB_TRY(kb_dkem_check_pk(params, pk));

    uint64_t bad = is_beyond_q(params, raw);
    kb_dkem_expand_private(params, &priv, raw);
    /* -s, which is as small as s, so that its product is taken off t. */
    for (size_t i = 0; i < k * n; i++) {
        s[i] = (int16_t)-kb_dkem_reduce(priv.s[i], ring->q, ring->barrett);
    }
    ring->odd_zeta(odd, s, k);
    for (size_t i = 0; i < k; i++) {
        ring->dot(e, priv.pub.a + i * k * n, 1, s, odd, k);
        ring->times_r_plus(e, priv.pub.t + i * n);
        bad |= is_large(params, e);
    }
    for (size_t i = 0; i < k; i++) {
        bad |= is_large(params, s + i * n);
    }
    /* The verdict is what the caller asks for. */
    KB_CT_PUBLIC(&bad, sizeof bad);
    if (bad != 0) {
        return KB_FAIL(KB_ERR_KEY, "%s private key: it does not belong to its public key",
                       params->id);
    }
    return KB_OK;
}
