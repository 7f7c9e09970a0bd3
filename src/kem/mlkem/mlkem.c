/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The algorithms of FIPS 203, sections 5 and 6, by their numbers. */
#include "kem/mlkem/mlkem.h"

#include "core/ct.h"
#include "core/secret.h"
#include "hash/keccak/jobs.h"
#include "kem/mlkem/ops.h"
#include "kem/mlkem/pke.h"
#include "kem/mlkem/sample.h"

#include <string.h>

#define SYM  KB_MLKEM_SYM_BYTES
#define POLY KB_MLKEM_POLY_BYTES

const kb_mlkem_params kb_mlkem512_params = {
    .id = "ML-KEM-512",
    .k = 2,
    .eta1 = 3,
    .du = 10,
    .dv = 4,
    .ek_bytes = KB_MLKEM_EK_BYTES(2),
    .dk_bytes = KB_MLKEM_DK_BYTES(2),
    .ct_bytes = KB_MLKEM_CT_BYTES(2, 10, 4),
};
const kb_mlkem_params kb_mlkem768_params = {
    .id = "ML-KEM-768",
    .k = 3,
    .eta1 = 2,
    .du = 10,
    .dv = 4,
    .ek_bytes = KB_MLKEM_EK_BYTES(3),
    .dk_bytes = KB_MLKEM_DK_BYTES(3),
    .ct_bytes = KB_MLKEM_CT_BYTES(3, 10, 4),
};
const kb_mlkem_params kb_mlkem1024_params = {
    .id = "ML-KEM-1024",
    .k = 4,
    .eta1 = 2,
    .du = 11,
    .dv = 5,
    .ek_bytes = KB_MLKEM_EK_BYTES(4),
    .dk_bytes = KB_MLKEM_DK_BYTES(4),
    .ct_bytes = KB_MLKEM_CT_BYTES(4, 11, 5),
};

/* Lines 16 to 18 of algorithm 13, and what is made of t. */
void kb_mlkem_pke_finish_keys(const kb_mlkem_params *params, kb_mlkem_private *out,
                              uint8_t *ek, kb_mlkem_poly *noise) {
    size_t k = params->k;
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    KB_MLKEM_ALIGNED kb_mlkem_odd odd[KB_MLKEM_K_MAX];
    KB_WIPE_AT_END(odd);
    for (size_t i = 0; i < 2 * k; i++) {
        ops->ntt(&noise[i]);
    }
    ops->odd_zeta(odd, noise, k);
    for (size_t i = 0; i < k; i++) {
        kb_mlkem_poly *t = &out->pub.t[i];
        ops->dot(t, &out->pub.a[i * k], 1, noise, odd, k);
        ops->times_r_plus(t, &noise[k + i]);
        ops->encode12(ek + i * POLY, t);
        out->s[i] = noise[i];
    }
}

void kb_mlkem_pke_encrypt(const kb_mlkem_params *params, uint8_t *ct,
                          const kb_mlkem_public *pub, const uint8_t m[SYM],
                          kb_mlkem_poly *noise) {
    size_t k = params->k;
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    KB_MLKEM_ALIGNED kb_mlkem_odd odd[KB_MLKEM_K_MAX];
    KB_WIPE_AT_END(odd);
    KB_MLKEM_ALIGNED kb_mlkem_poly sum;
    KB_WIPE_AT_END(sum);
    kb_mlkem_poly *y = noise, *e1 = noise + k, *e2 = noise + 2 * k;

    for (size_t i = 0; i < k; i++) {
        ops->ntt(&y[i]);
    }
    ops->odd_zeta(odd, y, k);
    for (size_t i = 0; i < k; i++) {
        /* Line 19 takes the matrix transposed: column i. */
        ops->dot(&sum, &pub->a[i], k, y, odd, k);
        ops->inverse_ntt(&sum);
        ops->compress(ct + i * 32 * params->du, &sum, &e1[i], params->du);
    }
    ops->dot(&sum, pub->t, 1, y, odd, k);
    ops->inverse_ntt(&sum);
    ops->add_message(e2, m);
    ops->compress(ct + k * 32 * params->du, &sum, e2, params->dv);
}

void kb_mlkem_pke_decrypt(const kb_mlkem_params *params, uint8_t m[SYM],
                          const uint8_t *ct, const kb_mlkem_private *priv) {
    size_t k = params->k;
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    KB_MLKEM_ALIGNED kb_mlkem_poly u[KB_MLKEM_K_MAX], v, w;
    KB_WIPE_AT_END(w);
    KB_MLKEM_ALIGNED kb_mlkem_odd odd[KB_MLKEM_K_MAX];

    for (size_t i = 0; i < k; i++) {
        ops->decompress(&u[i], ct + i * 32 * params->du, params->du);
        ops->ntt(&u[i]);
    }
    ops->decompress(&v, ct + k * 32 * params->du, params->dv);
    ops->odd_zeta(odd, u, k);
    ops->dot(&w, priv->s, 1, u, odd, k);
    ops->inverse_ntt(&w);
    ops->to_message(m, &v, &w);
}

/* What depends on a message and its noise, of encapsulation and re-encryption. */
typedef struct sending {
    KB_MLKEM_ALIGNED kb_mlkem_poly noise[KB_MLKEM_NOISE_MAX]; /* y, e1, e2 */
    uint8_t derived[2 * SYM];                                 /* (K, r) */
    kb_mlkem_noise_bits bits;
} sending;

/* Adds (K, r) = G(m || h), and the noise from r. h is there once `after` has ended. */
static void hash_sending(const kb_mlkem_params *params, kb_mlkem_hashes *hashes,
                         sending *s, const uint8_t m[SYM], const uint8_t h[SYM],
                         const kb_keccak_job *after) {
    size_t k = params->k;
    kb_keccak_job *g =
        kb_mlkem_hash(hashes, KB_SHA3_512_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, m, SYM,
                      s->derived, sizeof s->derived);
    g->in[1] = (kb_keccak_piece){h, SYM};
    g->after = after;
    const uint8_t *r = s->derived + SYM;
    kb_mlkem_hash_noise(hashes, s->noise, 0, k, params->eta1, &s->bits, r, g);
    kb_mlkem_hash_noise(hashes, s->noise, k, 2 * k + 1, 2, &s->bits, r, g);
}

/* Adds h = H(ek). */
static const kb_keccak_job *hash_ek(const kb_mlkem_params *params,
                                    kb_mlkem_hashes *hashes, uint8_t h[SYM],
                                    const uint8_t *ek) {
    return kb_mlkem_hash(hashes, KB_SHA3_256_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, ek,
                         params->ek_bytes, h, SYM);
}

/* Adds J(z || c). */
static void hash_rejected(const kb_mlkem_params *params, kb_mlkem_hashes *hashes,
                          uint8_t out[SYM], const uint8_t z[SYM], const uint8_t *ct) {
    kb_keccak_job *job = kb_mlkem_hash(hashes, KB_SHAKE256_RATE_BYTES,
                                       KB_KECCAK_DOMAIN_SHAKE, z, SYM, out, SYM);
    job->in[1] = (kb_keccak_piece){ct, params->ct_bytes};
}

/* rho is a field of the public key, and its hash does not lead back to d. */
static bool publish_rho(kb_keccak_job *job) {
    KB_CT_PUBLIC(job->out, SYM);
    memcpy(job->owner, job->out, SYM);
    return false;
}

/* Algorithm 13 (K-PKE.KeyGen): writes ek and fills the matrix, t and s of out, while the
 * hashes that are there already run beside it. */
static void pke_keygen(const kb_mlkem_params *params, kb_mlkem_hashes *hashes,
                       kb_mlkem_private *out, uint8_t *ek, const uint8_t d[SYM]) {
    size_t k = params->k;
    KB_SECRET_LOCAL(seeds, 2 * SYM);
    KB_MLKEM_ALIGNED kb_mlkem_poly noise[2 * KB_MLKEM_K_MAX];
    KB_WIPE_AT_END(noise);
    kb_mlkem_noise_bits bits;
    KB_WIPE_AT_END(bits);

    kb_keccak_job *g = kb_mlkem_hash(hashes, KB_SHA3_512_RATE_BYTES,
                                     KB_KECCAK_DOMAIN_SHA3, d, SYM, seeds, sizeof seeds);
    g->suffix[0] = (uint8_t)k;
    g->suffix_len = 1;
    g->take = publish_rho;
    g->owner = ek + k * POLY;
    kb_mlkem_hash_matrix(hashes, out->pub.a, k, seeds, g);
    /* Lines 8 to 15: the nonces of s and e follow each other. */
    kb_mlkem_hash_noise(hashes, noise, 0, 2 * k, params->eta1, &bits, seeds + SYM, g);
    kb_keccak_run(hashes->jobs, hashes->count);
    kb_mlkem_pke_finish_keys(params, out, ek, noise);
}

static void generate(const kb_mlkem_params *params, kb_mlkem_hashes *hashes,
                     kb_mlkem_private *out, uint8_t *ek, const uint8_t d[SYM],
                     const uint8_t z[SYM]) {
    pke_keygen(params, hashes, out, ek, d);
    kb_sha3_256(out->pub.h, ek, params->ek_bytes);
    memcpy(out->z, z, SYM);
}

void kb_mlkem_generate(const kb_mlkem_params *params, kb_mlkem_private *out, uint8_t *ek,
                       const uint8_t d[SYM], const uint8_t z[SYM]) {
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    generate(params, &hashes, out, ek, d, z);
}

void kb_mlkem_keygen_derand(const kb_mlkem_params *params, uint8_t *ek, uint8_t *dk,
                            const uint8_t d[SYM], const uint8_t z[SYM]) {
    KB_MLKEM_ALIGNED kb_mlkem_private priv;
    KB_WIPE_AT_END(priv);
    kb_mlkem_generate(params, &priv, ek, d, z);
    for (size_t i = 0; i < params->k; i++) {
        kb_mlkem_ops_get()->encode12(dk + i * POLY, &priv.s[i]);
    }
    uint8_t *at = dk + params->k * POLY;
    memcpy(at, ek, params->ek_bytes);
    memcpy(at + params->ek_bytes, priv.pub.h, SYM);
    memcpy(at + params->ek_bytes + SYM, z, SYM);
}

/* t of a public key; adds what makes the matrix. */
static void expand(const kb_mlkem_params *params, kb_mlkem_hashes *hashes,
                   kb_mlkem_public *out, const uint8_t *ek) {
    const uint8_t *rho = ek + params->k * POLY;
    /* Inside a private key too, this is a field of the public key. */
    KB_CT_PUBLIC(rho, SYM);
    kb_mlkem_hash_matrix(hashes, out->a, params->k, rho, NULL);
    for (size_t i = 0; i < params->k; i++) {
        kb_mlkem_ops_get()->decode12(&out->t[i], ek + i * POLY);
    }
}

void kb_mlkem_expand_public(const kb_mlkem_params *params, kb_mlkem_public *out,
                            const uint8_t *ek) {
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    hash_ek(params, &hashes, out->h, ek);
    expand(params, &hashes, out, ek);
    kb_keccak_run(hashes.jobs, hashes.count);
}

/* Likewise of a private key. */
static void expand_private(const kb_mlkem_params *params, kb_mlkem_hashes *hashes,
                           kb_mlkem_private *out, const uint8_t *dk) {
    const uint8_t *ek = dk + params->k * POLY;
    for (size_t i = 0; i < params->k; i++) {
        kb_mlkem_ops_get()->decode12(&out->s[i], dk + i * POLY);
    }
    expand(params, hashes, &out->pub, ek);
    memcpy(out->pub.h, ek + params->ek_bytes, SYM);
    memcpy(out->z, ek + params->ek_bytes + SYM, SYM);
}

void kb_mlkem_expand_private(const kb_mlkem_params *params, kb_mlkem_private *out,
                             const uint8_t *dk) {
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    expand_private(params, &hashes, out, dk);
    kb_keccak_run(hashes.jobs, hashes.count);
}

void kb_mlkem_encaps_to(const kb_mlkem_params *params, uint8_t *ct,
                        uint8_t ss[KB_MLKEM_SS_BYTES], const kb_mlkem_public *pub,
                        const uint8_t m[SYM]) {
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    sending s;
    KB_WIPE_AT_END(s);
    hash_sending(params, &hashes, &s, m, pub->h, NULL);
    kb_keccak_run(hashes.jobs, hashes.count);
    kb_mlkem_pke_encrypt(params, ct, pub, m, s.noise);
    memcpy(ss, s.derived, SYM);
}

/* H(ek) takes one lane, the matrix three; G and the noise follow H(ek). */
void kb_mlkem_encaps_derand(const kb_mlkem_params *params, uint8_t *ct,
                            uint8_t ss[KB_MLKEM_SS_BYTES], const uint8_t *ek,
                            const uint8_t m[SYM]) {
    KB_MLKEM_ALIGNED kb_mlkem_public pub;
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    sending s;
    KB_WIPE_AT_END(s);
    const kb_keccak_job *h = hash_ek(params, &hashes, pub.h, ek);
    hash_sending(params, &hashes, &s, m, pub.h, h);
    expand(params, &hashes, &pub, ek);
    kb_keccak_run(hashes.jobs, hashes.count);
    kb_mlkem_pke_encrypt(params, ct, &pub, m, s.noise);
    memcpy(ss, s.derived, SYM);
}

/* Lines 6 to 11 of algorithm 18: m was decrypted, rejected is J(z || c) or will be when
 * the hashes that are there have run. */
static void decaps_finish(const kb_mlkem_params *params, kb_mlkem_hashes *hashes,
                          uint8_t ss[SYM], const uint8_t *ct,
                          const kb_mlkem_private *priv, const uint8_t m[SYM],
                          const uint8_t rejected[SYM]) {
    sending s;
    KB_WIPE_AT_END(s);
    KB_SECRET_LOCAL(again, KB_MLKEM_CT_MAX_BYTES);
    hash_sending(params, hashes, &s, m, priv->pub.h, NULL);
    kb_keccak_run(hashes->jobs, hashes->count);
    kb_mlkem_pke_encrypt(params, again, &priv->pub, m, s.noise);
    uint64_t differs = kb_ct_mask_nonzero64(kb_ct_diff(ct, again, params->ct_bytes));
    kb_ct_copy_if(differs, s.derived, rejected, SYM);
    memcpy(ss, s.derived, SYM);
}

void kb_mlkem_decaps_with(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                          const uint8_t *ct, const kb_mlkem_private *priv) {
    KB_SECRET_LOCAL(m, SYM);
    KB_SECRET_LOCAL(rejected, SYM);
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    kb_mlkem_pke_decrypt(params, m, ct, priv);
    hash_rejected(params, &hashes, rejected, priv->z, ct);
    decaps_finish(params, &hashes, ss, ct, priv, m, rejected);
}

void kb_mlkem_decaps(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                     const uint8_t *ct, const uint8_t *dk) {
    KB_MLKEM_ALIGNED kb_mlkem_private priv;
    KB_WIPE_AT_END(priv);
    KB_SECRET_LOCAL(m, SYM);
    KB_SECRET_LOCAL(rejected, SYM);
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    hash_rejected(params, &hashes, rejected, dk + params->dk_bytes - SYM, ct);
    expand_private(params, &hashes, &priv, dk);
    kb_mlkem_pke_decrypt(params, m, ct, &priv);
    decaps_finish(params, &hashes, ss, ct, &priv, m, rejected);
}

void kb_mlkem_decaps_seed(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                          const uint8_t *ct, const uint8_t d[SYM], const uint8_t z[SYM]) {
    KB_MLKEM_ALIGNED kb_mlkem_private priv;
    KB_WIPE_AT_END(priv);
    KB_SECRET_LOCAL(m, SYM);
    KB_SECRET_LOCAL(rejected, SYM);
    uint8_t ek[KB_MLKEM_EK_MAX_BYTES];
    kb_mlkem_hashes hashes;
    hashes.count = 0;
    /* J(z || c) is computed beside the matrix. */
    hash_rejected(params, &hashes, rejected, z, ct);
    generate(params, &hashes, &priv, ek, d, z);
    kb_mlkem_pke_decrypt(params, m, ct, &priv);
    hashes.count = 0;
    decaps_finish(params, &hashes, ss, ct, &priv, m, rejected);
}
