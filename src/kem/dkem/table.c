/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* DKEM behind the KEM interface: the private key is the seed d || z, expanded at each
 * use. */
#include "kem/dkem/dkem.h"
#include "kem/fresh.h"
#include "kem/kem.h"

static_assert(2 * KB_DKEM_SEED_MAX_BYTES <= KB_KEM_SK_MAX_BYTES, "the seed is a sk");
static_assert(KB_DKEM_SEED_MAX_BYTES <= KB_KEM_SS_MAX_BYTES, "the secret is an ss");
static_assert(KB_DKEM_SEED_MAX_BYTES <= KB_KEM_COINS_MAX_BYTES, "the message is coins");

static kb_status public_of(const kb_dkem_params *params, uint8_t *pk, const uint8_t *sk) {
    KB_DKEM_PRIVATE_LOCAL priv;
    kb_dkem_generate(params, &priv, pk, sk, sk + params->seed_bytes);
    return KB_OK;
}

static kb_status decaps(const kb_dkem_params *params, uint8_t *ss, const uint8_t *ct,
                        const uint8_t *sk) {
    KB_DKEM_PRIVATE_LOCAL priv;
    uint8_t pk[KB_DKEM_PK_MAX_BYTES];
    kb_dkem_generate(params, &priv, pk, sk, sk + params->seed_bytes);
    kb_dkem_decaps_with(params, ss, ct, &priv);
    return KB_OK;
}

/* Every string of the right length is a ciphertext. */
static kb_status check_ct(const uint8_t *ct) {
    (void)ct;
    return KB_OK;
}

/* The functions of kb_kem for one parameter set, and its table; sizes as in dkem.c. */
#define TABLE(set, name, k, n, a, b, w)                                                  \
    static kb_status set##_keygen(uint8_t *pk, uint8_t *sk) {                            \
        return kb_kem_fresh_keygen(&set, pk, sk);                                        \
    }                                                                                    \
    static kb_status set##_public_of(uint8_t *pk, const uint8_t *sk) {                   \
        return public_of(&set##_params, pk, sk);                                         \
    }                                                                                    \
    static kb_status set##_check_pk(const uint8_t *pk) {                                 \
        return kb_dkem_check_pk(&set##_params, pk);                                      \
    }                                                                                    \
    static kb_status set##_encaps(uint8_t *ct, uint8_t *ss, const uint8_t *pk) {         \
        return kb_kem_fresh_encaps(&set, ct, ss, pk);                                    \
    }                                                                                    \
    static kb_status set##_decaps(uint8_t *ss, const uint8_t *ct, const uint8_t *sk) {   \
        return decaps(&set##_params, ss, ct, sk);                                        \
    }                                                                                    \
    static kb_status set##_encaps_derand(uint8_t *ct, uint8_t *ss, const uint8_t *pk,    \
                                         const uint8_t *coins) {                         \
        kb_dkem_encaps_derand(&set##_params, ct, ss, pk, coins);                         \
        return KB_OK;                                                                    \
    }                                                                                    \
    const kb_kem set = {                                                                 \
        .id = (name),                                                                    \
        .pk_bytes = KB_DKEM_PK_BYTES(k, n, a),                                           \
        .ct_bytes = KB_DKEM_CT_BYTES(k, n, b, w),                                        \
        .ss_bytes = (n) / 8,                                                             \
        .sk_bytes = 2 * ((n) / 8),                                                       \
        .coins_bytes = (n) / 8,                                                          \
        .keygen = set##_keygen,                                                          \
        .public_of = set##_public_of,                                                    \
        .check_pk = set##_check_pk,                                                      \
        .check_ct = check_ct,                                                            \
        .encaps = set##_encaps,                                                          \
        .decaps = set##_decaps,                                                          \
        .encaps_derand = set##_encaps_derand,                                            \
    }

TABLE(kb_dkem128, "DKEM-128", 2, 256, 12, 10, 4);
TABLE(kb_dkem256, "DKEM-256", 4, 256, 12, 11, 5);
TABLE(kb_dkem512, "DKEM-512", 4, 512, 13, 11, 4);
TABLE(kb_dkem128_shake, "DKEM-128-SHAKE", 2, 256, 12, 10, 4);
TABLE(kb_dkem256_shake, "DKEM-256-SHAKE", 4, 256, 12, 11, 5);
TABLE(kb_dkem512_shake, "DKEM-512-SHAKE", 4, 512, 13, 11, 4);
