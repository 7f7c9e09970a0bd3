/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The algorithms of FIPS 203, sections 5 and 6, by their numbers. */
#include "kem/mlkem/mlkem.h"

#include "core/ct.h"
#include "core/secret.h"
#include "hash/keccak/keccak.h"
#include "kem/mlkem/ops.h"
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

/* Algorithm 13 (K-PKE.KeyGen): writes ek and fills the matrix, t and s of out. */
static void pke_keygen(const kb_mlkem_params *params, kb_mlkem_private *out, uint8_t *ek,
                       const uint8_t d[SYM]) {
    size_t k = params->k;
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    KB_SECRET_LOCAL(in, SYM + 1);
    KB_SECRET_LOCAL(seeds, 2 * SYM);
    kb_mlkem_poly noise[2 * KB_MLKEM_K_MAX];
    KB_WIPE_AT_END(noise);
    kb_mlkem_odd odd[KB_MLKEM_K_MAX];
    KB_WIPE_AT_END(odd);

    memcpy(in, d, SYM);
    in[SYM] = (uint8_t)k;
    kb_sha3_512(seeds, in, sizeof in);
    uint8_t *rho = ek + k * POLY;
    memcpy(rho, seeds, SYM);
    /* rho is a field of the public key, and its hash does not lead back to d. */
    KB_CT_PUBLIC(rho, SYM);
    kb_mlkem_sample_matrix(out->pub.a, k, rho);

    /* Lines 8 to 15: the nonces of s and e follow each other, so they are one run. */
    kb_mlkem_sample_noise(noise, 2 * k, params->eta1, seeds + SYM, 0);
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

/* Algorithm 14 (K-PKE.Encrypt). */
static void pke_encrypt(const kb_mlkem_params *params, uint8_t *ct,
                        const kb_mlkem_public *pub, const uint8_t m[SYM],
                        const uint8_t r[SYM]) {
    size_t k = params->k;
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    kb_mlkem_poly noise[2 * KB_MLKEM_K_MAX + 1];
    KB_WIPE_AT_END(noise);
    kb_mlkem_odd odd[KB_MLKEM_K_MAX];
    KB_WIPE_AT_END(odd);
    kb_mlkem_poly sum;
    KB_WIPE_AT_END(sum);
    kb_mlkem_poly *y = noise, *e1 = noise + k, *e2 = noise + 2 * k;

    /* One run of nonces, in one piece when both etas are 2. */
    size_t first = params->eta1 == 2 ? 2 * k + 1 : k;
    kb_mlkem_sample_noise(noise, first, params->eta1, r, 0);
    kb_mlkem_sample_noise(noise + first, 2 * k + 1 - first, 2, r, (uint8_t)first);
    for (size_t i = 0; i < k; i++) {
        ops->ntt(&noise[i]);
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

/* Algorithm 15 (K-PKE.Decrypt). */
static void pke_decrypt(const kb_mlkem_params *params, uint8_t m[SYM], const uint8_t *ct,
                        const kb_mlkem_private *priv) {
    size_t k = params->k;
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    kb_mlkem_poly u[KB_MLKEM_K_MAX], v, w;
    KB_WIPE_AT_END(w);
    kb_mlkem_odd odd[KB_MLKEM_K_MAX];

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

/* (K, r) = G(m || h), side by side in out. */
static void derive(uint8_t out[2 * SYM], const uint8_t m[SYM], const uint8_t h[SYM]) {
    KB_SECRET_LOCAL(in, 2 * SYM);
    memcpy(in, m, SYM);
    memcpy(in + SYM, h, SYM);
    kb_sha3_512(out, in, sizeof in);
}

void kb_mlkem_generate(const kb_mlkem_params *params, kb_mlkem_private *out, uint8_t *ek,
                       const uint8_t d[SYM], const uint8_t z[SYM]) {
    pke_keygen(params, out, ek, d);
    kb_sha3_256(out->pub.h, ek, params->ek_bytes);
    memcpy(out->z, z, SYM);
}

void kb_mlkem_keygen_derand(const kb_mlkem_params *params, uint8_t *ek, uint8_t *dk,
                            const uint8_t d[SYM], const uint8_t z[SYM]) {
    kb_mlkem_private priv;
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

/* The matrix and t of a public key. */
static void expand(const kb_mlkem_params *params, kb_mlkem_public *out,
                   const uint8_t *ek) {
    const uint8_t *rho = ek + params->k * POLY;
    /* Inside a private key too, this is a field of the public key. */
    KB_CT_PUBLIC(rho, SYM);
    kb_mlkem_sample_matrix(out->a, params->k, rho);
    for (size_t i = 0; i < params->k; i++) {
        kb_mlkem_ops_get()->decode12(&out->t[i], ek + i * POLY);
    }
}

void kb_mlkem_expand_public(const kb_mlkem_params *params, kb_mlkem_public *out,
                            const uint8_t *ek) {
    expand(params, out, ek);
    kb_sha3_256(out->h, ek, params->ek_bytes);
}

void kb_mlkem_expand_private(const kb_mlkem_params *params, kb_mlkem_private *out,
                             const uint8_t *dk) {
    const uint8_t *ek = dk + params->k * POLY;
    for (size_t i = 0; i < params->k; i++) {
        kb_mlkem_ops_get()->decode12(&out->s[i], dk + i * POLY);
    }
    expand(params, &out->pub, ek);
    memcpy(out->pub.h, ek + params->ek_bytes, SYM);
    memcpy(out->z, ek + params->ek_bytes + SYM, SYM);
}

void kb_mlkem_encaps_to(const kb_mlkem_params *params, uint8_t *ct,
                        uint8_t ss[KB_MLKEM_SS_BYTES], const kb_mlkem_public *pub,
                        const uint8_t m[SYM]) {
    KB_SECRET_LOCAL(derived, 2 * SYM);
    derive(derived, m, pub->h);
    pke_encrypt(params, ct, pub, m, derived + SYM);
    memcpy(ss, derived, SYM);
}

void kb_mlkem_encaps_derand(const kb_mlkem_params *params, uint8_t *ct,
                            uint8_t ss[KB_MLKEM_SS_BYTES], const uint8_t *ek,
                            const uint8_t m[SYM]) {
    kb_mlkem_public pub;
    kb_mlkem_expand_public(params, &pub, ek);
    kb_mlkem_encaps_to(params, ct, ss, &pub, m);
}

void kb_mlkem_decaps_with(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                          const uint8_t *ct, const kb_mlkem_private *priv) {
    KB_SECRET_LOCAL(m, SYM);
    KB_SECRET_LOCAL(derived, 2 * SYM);
    KB_SECRET_LOCAL(rejected, SYM);
    KB_SECRET_LOCAL(again, KB_MLKEM_CT_MAX_BYTES);
    kb_keccak sponge;
    KB_WIPE_AT_END(sponge);

    pke_decrypt(params, m, ct, priv);
    derive(derived, m, priv->pub.h);
    /* Line 7: J(z || c) is computed for every ciphertext. */
    kb_keccak_init(&sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(&sponge, priv->z, SYM);
    kb_keccak_absorb(&sponge, ct, params->ct_bytes);
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, rejected, sizeof rejected);
    pke_encrypt(params, again, &priv->pub, m, derived + SYM);
    uint64_t differs = kb_ct_mask_nonzero64(kb_ct_diff(ct, again, params->ct_bytes));
    kb_ct_copy_if(differs, derived, rejected, SYM);
    memcpy(ss, derived, SYM);
}

void kb_mlkem_decaps(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                     const uint8_t *ct, const uint8_t *dk) {
    kb_mlkem_private priv;
    KB_WIPE_AT_END(priv);
    kb_mlkem_expand_private(params, &priv, dk);
    kb_mlkem_decaps_with(params, ss, ct, &priv);
}
