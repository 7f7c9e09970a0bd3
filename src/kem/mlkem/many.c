/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hashes of four operations in step, and between them the arithmetic of one after
 * another. */
#include "kem/mlkem/many.h"

#include "core/ct.h"
#include "core/secret.h"
#include "hash/keccak/keccak.h"
#include "kem/mlkem/ops.h"
#include "kem/mlkem/pke.h"
#include "kem/mlkem/sample.h"

#include <string.h>

#define MANY KB_MLKEM_MANY
#define SYM  KB_MLKEM_SYM_BYTES
#define POLY KB_MLKEM_POLY_BYTES

static_assert(MANY == 4, "the states of kb_keccak_x4");

/* Fills one polynomial of each matrix, a[j][at] (algorithm 7); rho is public. */
static void fill_entry(kb_keccak_x4 *sponge, kb_mlkem_poly *const a[MANY], size_t at,
                       const uint8_t *const rho[MANY], size_t row, size_t column) {
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    uint8_t candidates[MANY][KB_MLKEM_DRAW_BYTES];
    uint8_t *const out[MANY] = {candidates[0], candidates[1], candidates[2],
                                candidates[3]};
    size_t have[MANY] = {0}, len = KB_MLKEM_DRAW_BYTES;
    bool wants_more;
    kb_keccak_x4_absorb_seeds(sponge, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, rho,
                              SYM / 8, column | row << 8, 2);
    do {
        kb_keccak_x4_squeeze(sponge, out, len);
        wants_more = false;
        for (size_t j = 0; j < MANY; j++) {
            if (have[j] < KB_MLKEM_N) {
                have[j] = ops->reject(&a[j][at], have[j], out[j], len);
            }
            wants_more |= have[j] < KB_MLKEM_N;
        }
        len = KB_SHAKE128_RATE_BYTES;
    } while (wants_more);
}

/* Algorithm 13, lines 3 to 7. */
static void fill_matrices(size_t k, kb_mlkem_poly *const a[MANY],
                          const uint8_t *const rho[MANY]) {
    kb_keccak_x4 sponge;
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k; j++) {
            fill_entry(&sponge, a, i * k + j, rho, i, j);
        }
    }
}

/* Random bits of noise: of each polynomial, of each operation. A secret. */
typedef struct noise_bits {
    uint8_t of[KB_MLKEM_NOISE_MAX][MANY][64 * 3];
} noise_bits;

/* PRF(seed, i) for first <= i < end. */
static void draw_noise(noise_bits *bits, size_t first, size_t end, unsigned eta,
                       const uint8_t *const seed[MANY]) {
    kb_keccak_x4 sponge;
    KB_WIPE_AT_END(sponge);
    for (size_t i = first; i < end; i++) {
        uint8_t *const out[MANY] = {bits->of[i][0], bits->of[i][1], bits->of[i][2],
                                    bits->of[i][3]};
        kb_keccak_x4_absorb_seeds(&sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE,
                                  seed, SYM / 8, i, 1);
        kb_keccak_x4_squeeze(&sponge, out, (size_t)64 * eta);
    }
}

/* SamplePolyCBD (algorithm 8) of the bits of operation j. */
static void make_noise(kb_mlkem_poly *noise, const noise_bits *bits, size_t j,
                       size_t first, size_t end, unsigned eta) {
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    for (size_t i = first; i < end; i++) {
        (eta == 2 ? ops->cbd2 : ops->cbd3)(&noise[i], bits->of[i][j]);
    }
}

/* One hash of four inputs of one length. */
static void hash(uint8_t *const out[MANY], size_t out_len, size_t rate, uint8_t domain,
                 const uint8_t *const in[MANY], size_t len) {
    kb_keccak_x4 sponge;
    KB_WIPE_AT_END(sponge);
    kb_keccak_x4_absorb_all(&sponge, rate, domain, in, MANY, len);
    kb_keccak_x4_squeeze(&sponge, out, out_len);
}

static void hash_eks(const kb_mlkem_params *params, uint8_t *const h[MANY],
                     const uint8_t *const ek[MANY]) {
    hash(h, SYM, KB_SHA3_256_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, ek, params->ek_bytes);
}

/* G of four inputs of whole words and a byte that all have, or none. */
static void derive(uint8_t out[MANY][2 * SYM], const uint8_t *const in[MANY],
                   size_t words, uint64_t suffix, size_t suffix_len) {
    kb_keccak_x4 sponge;
    KB_WIPE_AT_END(sponge);
    uint8_t *const to[MANY] = {out[0], out[1], out[2], out[3]};
    kb_keccak_x4_absorb_seeds(&sponge, KB_SHA3_512_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, in,
                              words, suffix, suffix_len);
    kb_keccak_x4_squeeze(&sponge, to, 2 * SYM);
}

/* Algorithm 13 (K-PKE.KeyGen): ek, and the matrix, t and s of priv. */
static void generate(const kb_mlkem_params *params, kb_mlkem_private priv[MANY],
                     uint8_t *const ek[MANY], const uint8_t *const d[MANY]) {
    size_t k = params->k;
    KB_SECRET_LOCAL(seeds, sizeof(uint8_t[MANY][2 * SYM]));
    uint8_t(*of)[2 * SYM] = (uint8_t(*)[2 * SYM]) seeds;
    noise_bits bits;
    KB_WIPE_AT_END(bits);
    KB_MLKEM_ALIGNED kb_mlkem_poly noise[2 * KB_MLKEM_K_MAX];
    KB_WIPE_AT_END(noise);
    derive(of, d, SYM / 8, k, 1);
    const uint8_t *rho[MANY], *sigma[MANY];
    kb_mlkem_poly *a[MANY];
    for (size_t j = 0; j < MANY; j++) {
        rho[j] = of[j];
        sigma[j] = of[j] + SYM;
        a[j] = priv[j].pub.a;
        /* rho is a field of the public key, and its hash does not lead back to d. */
        KB_CT_PUBLIC(rho[j], SYM);
        memcpy(ek[j] + k * POLY, rho[j], SYM);
    }
    fill_matrices(k, a, rho);
    draw_noise(&bits, 0, 2 * k, params->eta1, sigma);
    for (size_t j = 0; j < MANY; j++) {
        make_noise(noise, &bits, j, 0, 2 * k, params->eta1);
        kb_mlkem_pke_finish_keys(params, &priv[j], ek[j], noise);
    }
}

void kb_mlkem_public_of_x4(const kb_mlkem_params *params, uint8_t *const ek[MANY],
                           const uint8_t *const seed[MANY]) {
    KB_MLKEM_ALIGNED kb_mlkem_private priv[MANY];
    KB_WIPE_AT_END(priv);
    generate(params, priv, ek, seed);
}

/* (K, r) = G(m || h), and the noise from r. */
typedef struct sendings {
    uint8_t in[MANY][2 * SYM];
    uint8_t derived[MANY][2 * SYM];
    noise_bits bits;
} sendings;

static void hash_sendings(const kb_mlkem_params *params, sendings *s,
                          const uint8_t *const m[MANY], const uint8_t *const h[MANY]) {
    size_t k = params->k;
    const uint8_t *in[MANY], *r[MANY];
    for (size_t j = 0; j < MANY; j++) {
        memcpy(s->in[j], m[j], SYM);
        memcpy(s->in[j] + SYM, h[j], SYM);
        in[j] = s->in[j];
        r[j] = s->derived[j] + SYM;
    }
    derive(s->derived, in, 2 * SYM / 8, 0, 0);
    draw_noise(&s->bits, 0, k, params->eta1, r);
    draw_noise(&s->bits, k, 2 * k + 1, 2, r);
}

static void encrypt(const kb_mlkem_params *params, uint8_t *ct,
                    const kb_mlkem_public *pub, const sendings *s, size_t j) {
    size_t k = params->k;
    KB_MLKEM_ALIGNED kb_mlkem_poly noise[KB_MLKEM_NOISE_MAX];
    KB_WIPE_AT_END(noise);
    make_noise(noise, &s->bits, j, 0, k, params->eta1);
    make_noise(noise, &s->bits, j, k, 2 * k + 1, 2);
    kb_mlkem_pke_encrypt(params, ct, pub, s->in[j], noise);
}

void kb_mlkem_encaps_to_x4(const kb_mlkem_params *params, uint8_t *const ct[MANY],
                           uint8_t *const ss[MANY],
                           const kb_mlkem_public *const pub[MANY],
                           const uint8_t *const m[MANY]) {
    sendings s;
    KB_WIPE_AT_END(s);
    const uint8_t *const h[MANY] = {pub[0]->h, pub[1]->h, pub[2]->h, pub[3]->h};
    hash_sendings(params, &s, m, h);
    for (size_t j = 0; j < MANY; j++) {
        encrypt(params, ct[j], pub[j], &s, j);
        memcpy(ss[j], s.derived[j], SYM);
    }
}

void kb_mlkem_encaps_x4(const kb_mlkem_params *params, uint8_t *const ct[MANY],
                        uint8_t *const ss[MANY], const uint8_t *const ek[MANY],
                        const uint8_t *const m[MANY]) {
    KB_MLKEM_ALIGNED kb_mlkem_public pub[MANY];
    uint8_t *const h[MANY] = {pub[0].h, pub[1].h, pub[2].h, pub[3].h};
    kb_mlkem_poly *const a[MANY] = {pub[0].a, pub[1].a, pub[2].a, pub[3].a};
    const uint8_t *rho[MANY];
    hash_eks(params, h, ek);
    for (size_t j = 0; j < MANY; j++) {
        rho[j] = ek[j] + params->k * POLY;
        for (size_t i = 0; i < params->k; i++) {
            kb_mlkem_ops_get()->decode12(&pub[j].t[i], ek[j] + i * POLY);
        }
    }
    fill_matrices(params->k, a, rho);
    const kb_mlkem_public *const to[MANY] = {&pub[0], &pub[1], &pub[2], &pub[3]};
    kb_mlkem_encaps_to_x4(params, ct, ss, to, m);
}

/* J(z || c). */
static void hash_rejected(const kb_mlkem_params *params, uint8_t out[MANY][SYM],
                          const uint8_t *const z[MANY], const uint8_t *const ct[MANY]) {
    uint8_t in[MANY][SYM + KB_MLKEM_CT_MAX_BYTES];
    const uint8_t *const from[MANY] = {in[0], in[1], in[2], in[3]};
    uint8_t *const to[MANY] = {out[0], out[1], out[2], out[3]};
    for (size_t j = 0; j < MANY; j++) {
        memcpy(in[j], z[j], SYM);
        memcpy(in[j] + SYM, ct[j], params->ct_bytes);
    }
    hash(to, SYM, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, from,
         SYM + params->ct_bytes);
    for (size_t j = 0; j < MANY; j++) {
        kb_wipe(in[j], SYM);
    }
}

/* Algorithm 18. */
static void decaps(const kb_mlkem_params *params, uint8_t *const ss[MANY],
                   const uint8_t *const ct[MANY],
                   const kb_mlkem_private *const priv[MANY],
                   const uint8_t *const z[MANY]) {
    KB_SECRET_LOCAL(again, KB_MLKEM_CT_MAX_BYTES);
    uint8_t m[MANY][SYM], rejected[MANY][SYM];
    KB_WIPE_AT_END(m);
    KB_WIPE_AT_END(rejected);
    sendings s;
    KB_WIPE_AT_END(s);
    hash_rejected(params, rejected, z, ct);
    for (size_t j = 0; j < MANY; j++) {
        kb_mlkem_pke_decrypt(params, m[j], ct[j], priv[j]);
    }
    const uint8_t *const from[MANY] = {m[0], m[1], m[2], m[3]};
    const uint8_t *const h[MANY] = {priv[0]->pub.h, priv[1]->pub.h, priv[2]->pub.h,
                                    priv[3]->pub.h};
    hash_sendings(params, &s, from, h);
    for (size_t j = 0; j < MANY; j++) {
        encrypt(params, again, &priv[j]->pub, &s, j);
        uint64_t differs =
            kb_ct_mask_nonzero64(kb_ct_diff(ct[j], again, params->ct_bytes));
        kb_ct_copy_if(differs, s.derived[j], rejected[j], SYM);
        memcpy(ss[j], s.derived[j], SYM);
    }
}

void kb_mlkem_decaps_with_x4(const kb_mlkem_params *params, uint8_t *const ss[MANY],
                             const uint8_t *const ct[MANY],
                             const kb_mlkem_private *const priv[MANY]) {
    const uint8_t *const z[MANY] = {priv[0]->z, priv[1]->z, priv[2]->z, priv[3]->z};
    decaps(params, ss, ct, priv, z);
}

void kb_mlkem_decaps_seed_x4(const kb_mlkem_params *params, uint8_t *const ss[MANY],
                             const uint8_t *const ct[MANY],
                             const uint8_t *const seed[MANY]) {
    KB_MLKEM_ALIGNED kb_mlkem_private priv[MANY];
    KB_WIPE_AT_END(priv);
    uint8_t room[MANY][KB_MLKEM_EK_MAX_BYTES];
    uint8_t *const ek[MANY] = {room[0], room[1], room[2], room[3]};
    const uint8_t *const in[MANY] = {room[0], room[1], room[2], room[3]};
    uint8_t *const h[MANY] = {priv[0].pub.h, priv[1].pub.h, priv[2].pub.h, priv[3].pub.h};
    const uint8_t *const z[MANY] = {seed[0] + SYM, seed[1] + SYM, seed[2] + SYM,
                                    seed[3] + SYM};
    const kb_mlkem_private *const with[MANY] = {&priv[0], &priv[1], &priv[2], &priv[3]};
    generate(params, priv, ek, seed);
    hash_eks(params, h, in);
    decaps(params, ss, ct, with, z);
}
