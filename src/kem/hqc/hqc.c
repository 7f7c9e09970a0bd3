/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The public-key encryption of HQC and the KEM above it. */
#include "kem/hqc/hqc.h"

#include "core/bytes.h"
#include "core/ct.h"
#include "core/secret.h"
#include "hash/keccak/jobs.h"
#include "kem/hqc/code.h"
#include "kem/hqc/ops.h"
#include "kem/hqc/sample.h"
#include "kem/hqc/steps.h"

#define SEED KB_HQC_SEED_BYTES
#define SALT KB_HQC_SALT_BYTES

/* Ends a SHA-3 input with its domain byte and writes the digest. */
static void finish_hash(kb_keccak *sponge, uint8_t domain, uint8_t *out, size_t len) {
    kb_keccak_absorb(sponge, &domain, 1);
    kb_keccak_pad(sponge);
    kb_keccak_squeeze(sponge, out, len);
}

kb_keccak_job kb_hqc_hash_job(const kb_hqc_params *params, kb_hqc_public *pub) {
    return (kb_keccak_job){KB_KECCAK_SHA3_256,
                           .in = {{pub->seed_ek, SEED}, {pub->s.w, params->n_bytes}},
                           .suffix = {KB_HQC_DOMAIN_H},
                           .suffix_len = 1,
                           .out = pub->hash,
                           .out_len = SEED};
}

/* H(ek), and the element h beside it when `with_h` is set: the two longest hashes share
 * the permutations. */
static void hash_public(const kb_hqc_params *params, kb_hqc_public *pub, bool with_h) {
    kb_keccak_job jobs[2] = {
        kb_hqc_hash_job(params, pub),
        kb_hqc_uniform_job(params, &pub->h, pub->seed_ek),
    };
    kb_hqc_swap_bytes(&pub->s);
    kb_keccak_run(jobs, with_h ? 2 : 1);
    kb_hqc_swap_bytes(&pub->s);
    if (with_h) {
        kb_hqc_uniform_from_bytes(params, &pub->h);
    }
}

/* G: K and theta, side by side in out. */
static void derive(const kb_hqc_params *params, uint8_t out[2 * SEED],
                   const kb_hqc_public *pub, const uint8_t *m, const uint8_t *salt) {
    kb_keccak sponge;
    KB_WIPE_AT_END(sponge);
    kb_keccak_init(&sponge, KB_SHA3_512_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3);
    kb_keccak_absorb(&sponge, pub->hash, SEED);
    kb_keccak_absorb(&sponge, m, params->k);
    kb_keccak_absorb(&sponge, salt, SALT);
    finish_hash(&sponge, KB_HQC_DOMAIN_G, out, 2 * SEED);
}

/* I: seed_dk and seed_ek, side by side in out. */
static void split_seed(uint8_t out[2 * SEED], const uint8_t seed_pke[SEED]) {
    kb_keccak sponge;
    KB_WIPE_AT_END(sponge);
    kb_keccak_init(&sponge, KB_SHA3_512_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3);
    kb_keccak_absorb(&sponge, seed_pke, SEED);
    finish_hash(&sponge, KB_HQC_DOMAIN_I, out, 2 * SEED);
}

kb_keccak_job kb_hqc_reject_job(const kb_hqc_params *params, uint8_t out[SEED],
                                const kb_hqc_private *priv, const uint8_t *ct) {
    return (kb_keccak_job){
        KB_KECCAK_SHA3_256,
        .in = {{priv->pub.hash, SEED}, {priv->sigma, params->k}, {ct, params->ct_bytes}},
        .suffix = {KB_HQC_DOMAIN_J},
        .suffix_len = 1,
        .out = out,
        .out_len = SEED};
}

/* The next positions of the stream of seed_dk, as an element that is added to v. */
static void add_secret(const kb_hqc_params *params, kb_hqc_vec *v, kb_hqc_xof *xof) {
    uint32_t positions[KB_HQC_WEIGHT_MAX];
    KB_WIPE_AT_END(positions);
    kb_hqc_sample_rejecting(params, positions, xof);
    kb_hqc_ops_get()->scatter(params, v, positions, params->weight);
}

/* Key generation of the encryption: y from the stream of seed_dk, then x from the same;
 * h is there already. */
void kb_hqc_finish_keys(const kb_hqc_params *params, kb_hqc_private *out) {
    kb_hqc_xof xof;
    KB_WIPE_AT_END(xof);
    kb_hqc_xof_init(params, &xof, out->seed_dk);
    kb_wipe(&out->y, sizeof out->y); /* an initialiser would need a place on the stack */
    add_secret(params, &out->y, &xof);
    kb_hqc_ops_get()->multiply(params, &out->pub.s, &out->pub.h, &out->y);
    add_secret(params, &out->pub.s, &xof);
    /* s is a field of the public key. */
    KB_CT_PUBLIC(&out->pub.s, sizeof out->pub.s);
}

/* What encryption keeps between v and u; zero at first. It depends on the message. */
typedef struct encryption {
    kb_hqc_xof xof;
    kb_hqc_vec r2;
} encryption;

/* The next enc_weight positions of the stream of theta, as an element that is added to v.
 */
static void add_noise(const kb_hqc_params *params, kb_hqc_vec *v, kb_hqc_xof *xof) {
    uint32_t positions[KB_HQC_ENC_WEIGHT_MAX];
    KB_WIPE_AT_END(positions);
    kb_hqc_sample_fixed(params, positions, xof);
    kb_hqc_ops_get()->scatter(params, v, positions, params->enc_weight);
}

/* Encrypts, in the order in which the stream of theta gives r2, e and r1. First
 * v = code(m) + s r2 + e, of which only the first v_bytes are meant. */
static void encrypt_v(const kb_hqc_params *params, encryption *state, kb_hqc_vec *v,
                      const kb_hqc_public *pub, const uint8_t *m,
                      const uint8_t theta[SEED]) {
    kb_hqc_xof_init(params, &state->xof, theta);
    add_noise(params, &state->r2, &state->xof);
    kb_hqc_ops_get()->multiply(params, v, &pub->s, &state->r2);
    add_noise(params, v, &state->xof);
    kb_hqc_code_add(params, v, m);
}

/* Then u = r1 + h r2. */
static void encrypt_u(const kb_hqc_params *params, encryption *state, kb_hqc_vec *u,
                      const kb_hqc_public *pub) {
    kb_hqc_ops_get()->multiply(params, u, &pub->h, &state->r2);
    add_noise(params, u, &state->xof);
}

/* Decrypts the k bytes that u and v stand for. */
static void pke_decrypt(const kb_hqc_params *params, uint8_t *m, const uint8_t *ct,
                        const kb_hqc_vec *y) {
    kb_hqc_vec word;
    KB_WIPE_AT_END(word);
    kb_hqc_load(&word, ct, params->n_bytes);
    /* Bits above n are refused by the comparison; here they are left out. */
    kb_hqc_cut(&word, params->n);
    kb_hqc_ops_get()->multiply(params, &word, &word, y);
    const uint8_t *v = ct + params->n_bytes;
    for (size_t i = 0; i < params->v_bytes / 8; i++) {
        word.w[i] ^= kb_load_le64(v + 8 * i);
    }
    kb_hqc_code_decode(params, m, &word);
}

void kb_hqc_begin_keys(const kb_hqc_params *params, kb_hqc_private *out,
                       const uint8_t seed_kem[SEED]) {
    KB_SECRET_LOCAL(seed_pke, SEED);
    KB_SECRET_LOCAL(seeds, 2 * SEED);
    kb_hqc_xof xof;
    KB_WIPE_AT_END(xof);
    kb_hqc_xof_init(params, &xof, seed_kem);
    kb_hqc_xof_read(&xof, seed_pke, SEED);
    kb_hqc_xof_read(&xof, out->sigma, params->k);
    split_seed(seeds, seed_pke);
    memcpy(out->seed_dk, seeds, SEED);
    memcpy(out->pub.seed_ek, seeds + SEED, SEED);
    /* seed_ek is a field of the public key, and its hash does not lead back. */
    KB_CT_PUBLIC(out->pub.seed_ek, SEED);
}

void kb_hqc_generate(const kb_hqc_params *params, kb_hqc_private *out,
                     const uint8_t seed_kem[SEED]) {
    kb_hqc_begin_keys(params, out, seed_kem);
    kb_hqc_sample_uniform(params, &out->pub.h, out->pub.seed_ek);
    kb_hqc_finish_keys(params, out);
}

void kb_hqc_hash_generated(const kb_hqc_params *params, kb_hqc_private *priv) {
    hash_public(params, &priv->pub, false);
}

void kb_hqc_store_ek(const kb_hqc_params *params, uint8_t *ek, const kb_hqc_public *pub) {
    memcpy(ek, pub->seed_ek, SEED);
    kb_hqc_store(ek + SEED, &pub->s, params->n_bytes);
}

void kb_hqc_keygen_derand(const kb_hqc_params *params, uint8_t *dk,
                          const uint8_t seed_kem[SEED]) {
    kb_hqc_private priv;
    KB_WIPE_AT_END(priv);
    kb_hqc_generate(params, &priv, seed_kem);
    kb_hqc_store_ek(params, dk, &priv.pub);
    uint8_t *at = dk + params->ek_bytes;
    memcpy(at, priv.seed_dk, SEED);
    memcpy(at + SEED, priv.sigma, params->k);
    memcpy(at + SEED + params->k, seed_kem, SEED);
}

void kb_hqc_load_ek(const kb_hqc_params *params, kb_hqc_public *out, const uint8_t *ek) {
    memcpy(out->seed_ek, ek, SEED);
    kb_hqc_load(&out->s, ek + SEED, params->n_bytes);
    /* Inside a private key too, these are the fields of the public key. */
    KB_CT_PUBLIC(out->seed_ek, SEED);
    KB_CT_PUBLIC(&out->s, sizeof out->s);
}

void kb_hqc_expand_public(const kb_hqc_params *params, kb_hqc_public *out,
                          const uint8_t *ek) {
    kb_hqc_load_ek(params, out, ek);
    hash_public(params, out, true);
}

void kb_hqc_expand_private(const kb_hqc_params *params, kb_hqc_private *out,
                           const uint8_t *dk) {
    const uint8_t *at = dk + params->ek_bytes;
    kb_hqc_xof xof;
    KB_WIPE_AT_END(xof);
    kb_hqc_expand_public(params, &out->pub, dk);
    memcpy(out->seed_dk, at, SEED);
    memcpy(out->sigma, at + SEED, params->k);
    kb_hqc_xof_init(params, &xof, out->seed_dk);
    kb_wipe(&out->y, sizeof out->y); /* an initialiser would need a place on the stack */
    add_secret(params, &out->y, &xof);
}

void kb_hqc_encaps_to(const kb_hqc_params *params, uint8_t *ct,
                      uint8_t ss[KB_HQC_SS_BYTES], const kb_hqc_public *pub,
                      const uint8_t *m, const uint8_t salt[SALT]) {
    KB_SECRET_LOCAL(derived, 2 * SEED);
    encryption state = {0};
    KB_WIPE_AT_END(state);
    /* What of v is not sent stays secret. */
    kb_hqc_vec element;
    KB_WIPE_AT_END(element);
    derive(params, derived, pub, m, salt);
    encrypt_v(params, &state, &element, pub, m, derived + SEED);
    kb_hqc_store(ct + params->n_bytes, &element, params->v_bytes);
    encrypt_u(params, &state, &element, pub);
    kb_hqc_store(ct, &element, params->n_bytes);
    memcpy(ct + params->n_bytes + params->v_bytes, salt, SALT);
    memcpy(ss, derived, KB_HQC_SS_BYTES);
}

void kb_hqc_encaps_derand(const kb_hqc_params *params, uint8_t *ct,
                          uint8_t ss[KB_HQC_SS_BYTES], const uint8_t *ek,
                          const uint8_t *m, const uint8_t salt[SALT]) {
    kb_hqc_public pub;
    kb_hqc_expand_public(params, &pub, ek);
    kb_hqc_encaps_to(params, ct, ss, &pub, m, salt);
}

/* All ones when the ciphertext of m' and theta' is another than ct. The salt is left out:
 * it goes into theta'. */
static uint64_t is_other(const kb_hqc_params *params, const kb_hqc_private *priv,
                         const uint8_t *ct, const uint8_t *m, const uint8_t theta[SEED]) {
    encryption state = {0};
    KB_WIPE_AT_END(state);
    kb_hqc_vec element;
    KB_WIPE_AT_END(element);
    encrypt_v(params, &state, &element, &priv->pub, m, theta);
    uint64_t diff = kb_hqc_diff(&element, ct + params->n_bytes, params->v_bytes);
    encrypt_u(params, &state, &element, &priv->pub);
    diff |= kb_hqc_diff(&element, ct, params->n_bytes);
    return kb_ct_mask_nonzero64(diff);
}

void kb_hqc_decaps_or(const kb_hqc_params *params, uint8_t ss[KB_HQC_SS_BYTES],
                      const uint8_t *ct, const kb_hqc_private *priv,
                      const uint8_t rejected[SEED]) {
    KB_SECRET_LOCAL(m, KB_HQC_K_MAX_BYTES);
    KB_SECRET_LOCAL(derived, 2 * SEED);
    pke_decrypt(params, m, ct, &priv->y);
    derive(params, derived, &priv->pub, m, ct + params->n_bytes + params->v_bytes);
    kb_ct_copy_if(is_other(params, priv, ct, m, derived + SEED), derived, rejected,
                  KB_HQC_SS_BYTES);
    memcpy(ss, derived, KB_HQC_SS_BYTES);
}

void kb_hqc_decaps_with(const kb_hqc_params *params, uint8_t ss[KB_HQC_SS_BYTES],
                        const uint8_t *ct, const kb_hqc_private *priv) {
    KB_SECRET_LOCAL(rejected, SEED);
    /* Computed for every ciphertext. */
    kb_keccak_job job = kb_hqc_reject_job(params, rejected, priv, ct);
    kb_keccak_run(&job, 1);
    kb_hqc_decaps_or(params, ss, ct, priv, rejected);
}

void kb_hqc_decaps(const kb_hqc_params *params, uint8_t ss[KB_HQC_SS_BYTES],
                   const uint8_t *ct, const uint8_t *dk) {
    kb_hqc_private priv;
    KB_WIPE_AT_END(priv);
    kb_hqc_expand_private(params, &priv, dk);
    kb_hqc_decaps_with(params, ss, ct, &priv);
}
