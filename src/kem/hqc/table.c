/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HQC behind the KEM interface: the private key is seed_kem, expanded at each use
 * unless that is kept. */
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "kem/fresh.h"
#include "kem/hqc/many.h"
#include "kem/kem.h"

static_assert(KB_HQC_SEED_BYTES <= KB_KEM_SK_MAX_BYTES, "the seed is a sk");
static_assert(KB_HQC_SS_BYTES <= KB_KEM_SS_MAX_BYTES, "the secret is an ss");
static_assert(KB_HQC_COINS_BYTES(KB_HQC_K_MAX_BYTES) <= KB_KEM_COINS_MAX_BYTES,
              "message and salt are coins");

static kb_status public_of(const kb_hqc_params *params, uint8_t *pk, const uint8_t *sk) {
    kb_hqc_private priv;
    KB_WIPE_AT_END(priv);
    kb_hqc_generate(params, &priv, sk);
    kb_hqc_store_ek(params, pk, &priv.pub);
    return KB_OK;
}

static void keyed_from_sk(const kb_hqc_params *params, kb_hqc_private *keyed,
                          const uint8_t *sk) {
    kb_hqc_generate(params, keyed, sk);
    kb_hqc_hash_generated(params, keyed);
}

static kb_status decaps(const kb_hqc_params *params, uint8_t *ss, const uint8_t *ct,
                        const uint8_t *sk) {
    kb_hqc_private priv;
    KB_WIPE_AT_END(priv);
    keyed_from_sk(params, &priv, sk);
    kb_hqc_decaps_with(params, ss, ct, &priv);
    return KB_OK;
}

static kb_status keyed_encaps(const kb_hqc_params *params, uint8_t *ct, uint8_t *ss,
                              const kb_hqc_public *keyed) {
    KB_SECRET_LOCAL(coins, KB_KEM_COINS_MAX_BYTES);
    kb_status status = kb_rng_bytes(coins, KB_HQC_COINS_BYTES(params->k));
    if (status != KB_OK) {
        kb_wipe(ct, params->ct_bytes);
        kb_wipe(ss, KB_HQC_SS_BYTES);
        return status;
    }
    kb_hqc_encaps_to(params, ct, ss, keyed, coins, coins + params->k);
    return KB_OK;
}

/* Every string of the right length is a ciphertext: nonzero bits above n in u lead to
 * implicit rejection like any other change, never to an error. */
static kb_status check_ct(const uint8_t *ct) {
    (void)ct;
    return KB_OK;
}

static void many_keyed_decaps(const kb_hqc_params *params, uint8_t *const ss[KB_KEM_MANY],
                              const uint8_t *const ct[KB_KEM_MANY],
                              const void *const keyed[KB_KEM_MANY]) {
    const kb_hqc_private *const priv[KB_KEM_MANY] = {keyed[0], keyed[1], keyed[2],
                                                     keyed[3]};
    kb_hqc_decaps_with_x4(params, ss, ct, priv);
}

static_assert(KB_KEM_MANY == KB_HQC_MANY, "four operations");

/* The functions of kb_kem_many for one parameter set, and their table. */
#define MANY(set)                                                                        \
    static void set##_many_public_of(uint8_t *const pk[KB_KEM_MANY],                     \
                                     const uint8_t *const sk[KB_KEM_MANY], void *room) { \
        kb_hqc_public_of_x4(&set##_params, pk, sk, room);                                \
    }                                                                                    \
    static void set##_many_encaps(uint8_t *const ct[KB_KEM_MANY],                        \
                                  uint8_t *const ss[KB_KEM_MANY],                        \
                                  const uint8_t *const pk[KB_KEM_MANY],                  \
                                  const uint8_t *const coins[KB_KEM_MANY], void *room) { \
        kb_hqc_encaps_x4(&set##_params, ct, ss, pk, coins, room);                        \
    }                                                                                    \
    static void set##_many_decaps(uint8_t *const ss[KB_KEM_MANY],                        \
                                  const uint8_t *const ct[KB_KEM_MANY],                  \
                                  const uint8_t *const sk[KB_KEM_MANY], void *room) {    \
        kb_hqc_decaps_seed_x4(&set##_params, ss, ct, sk, room);                          \
    }                                                                                    \
    static void set##_many_keyed_decaps(uint8_t *const ss[KB_KEM_MANY],                  \
                                        const uint8_t *const ct[KB_KEM_MANY],            \
                                        const void *const keyed[KB_KEM_MANY]) {          \
        many_keyed_decaps(&set##_params, ss, ct, keyed);                                 \
    }                                                                                    \
    static const kb_kem_many set##_many = {                                              \
        .room_bytes = sizeof(kb_hqc_many_room),                                          \
        .public_of = set##_many_public_of,                                               \
        .encaps = set##_many_encaps,                                                     \
        .decaps = set##_many_decaps,                                                     \
        .keyed_decaps = set##_many_keyed_decaps,                                         \
    }

MANY(kb_hqc_128_r26);
MANY(kb_hqc_192_r26);
MANY(kb_hqc_256_r26);
MANY(kb_hqc_128_v500);
MANY(kb_hqc_192_v500);
MANY(kb_hqc_256_v500);

/* The functions of kb_kem for one parameter set, and its table. */
#define TABLE(set, name, n, n1, copies, k)                                               \
    static kb_status set##_keygen(uint8_t *pk, uint8_t *sk) {                            \
        return kb_kem_fresh_keygen(&set, pk, sk);                                        \
    }                                                                                    \
    static kb_status set##_public_of(uint8_t *pk, const uint8_t *sk) {                   \
        return public_of(&set##_params, pk, sk);                                         \
    }                                                                                    \
    static kb_status set##_check_pk(const uint8_t *pk) {                                 \
        return kb_hqc_check_ek(&set##_params, pk);                                       \
    }                                                                                    \
    static kb_status set##_encaps(uint8_t *ct, uint8_t *ss, const uint8_t *pk) {         \
        return kb_kem_fresh_encaps(&set, ct, ss, pk);                                    \
    }                                                                                    \
    static kb_status set##_decaps(uint8_t *ss, const uint8_t *ct, const uint8_t *sk) {   \
        return decaps(&set##_params, ss, ct, sk);                                        \
    }                                                                                    \
    static kb_status set##_encaps_derand(uint8_t *ct, uint8_t *ss, const uint8_t *pk,    \
                                         const uint8_t *coins) {                         \
        kb_hqc_encaps_derand(&set##_params, ct, ss, pk, coins, coins + (k));             \
        return KB_OK;                                                                    \
    }                                                                                    \
    static void set##_from_pk(void *keyed, const uint8_t *pk) {                          \
        kb_hqc_expand_public(&set##_params, keyed, pk);                                  \
    }                                                                                    \
    static void set##_from_sk(void *keyed, const uint8_t *sk) {                          \
        keyed_from_sk(&set##_params, keyed, sk);                                         \
    }                                                                                    \
    static kb_status set##_keyed_encaps(uint8_t *ct, uint8_t *ss, const void *keyed) {   \
        return keyed_encaps(&set##_params, ct, ss, keyed);                               \
    }                                                                                    \
    static kb_status set##_keyed_decaps(uint8_t *ss, const uint8_t *ct,                  \
                                        const void *keyed) {                             \
        kb_hqc_decaps_with(&set##_params, ss, ct, keyed);                                \
        return KB_OK;                                                                    \
    }                                                                                    \
    static const kb_kem_keyed set##_keyed = {                                            \
        .pk_bytes = sizeof(kb_hqc_public),                                               \
        .sk_bytes = sizeof(kb_hqc_private),                                              \
        .from_pk = set##_from_pk,                                                        \
        .from_sk = set##_from_sk,                                                        \
        .encaps = set##_keyed_encaps,                                                    \
        .decaps = set##_keyed_decaps,                                                    \
    };                                                                                   \
    const kb_kem set = {                                                                 \
        .id = (name),                                                                    \
        .pk_bytes = KB_HQC_EK_BYTES(n),                                                  \
        .ct_bytes = KB_HQC_CT_BYTES(n, n1, copies),                                      \
        .ss_bytes = KB_HQC_SS_BYTES,                                                     \
        .sk_bytes = KB_HQC_SEED_BYTES,                                                   \
        .coins_bytes = KB_HQC_COINS_BYTES(k),                                            \
        .keygen = set##_keygen,                                                          \
        .public_of = set##_public_of,                                                    \
        .check_pk = set##_check_pk,                                                      \
        .check_ct = check_ct,                                                            \
        .encaps = set##_encaps,                                                          \
        .decaps = set##_decaps,                                                          \
        .encaps_derand = set##_encaps_derand,                                            \
        .keyed = &set##_keyed,                                                           \
        .many = &set##_many,                                                             \
    }

TABLE(kb_hqc_128_r26, "HQC-128-R26", 17669, 46, 3, 16);
TABLE(kb_hqc_192_r26, "HQC-192-R26", 35851, 56, 5, 24);
TABLE(kb_hqc_256_r26, "HQC-256-R26", 57637, 90, 5, 32);
TABLE(kb_hqc_128_v500, "HQC-128-V500", 17669, 46, 3, 16);
TABLE(kb_hqc_192_v500, "HQC-192-V500", 35851, 56, 5, 24);
TABLE(kb_hqc_256_v500, "HQC-256-V500", 57637, 90, 5, 32);
