/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-KEM behind the KEM interface: the private key is the seed d || z, expanded at each
 * use. */
#include "core/rng.h"
#include "core/secret.h"
#include "kem/fresh.h"
#include "kem/kem.h"
#include "kem/mlkem/many.h"

#include "core/error.h"

static_assert(KB_MLKEM_SEED_BYTES <= KB_KEM_SK_MAX_BYTES, "the seed is a sk");
static_assert(KB_MLKEM_SS_BYTES <= KB_KEM_SS_MAX_BYTES, "the secret is an ss");
static_assert(KB_MLKEM_SYM_BYTES <= KB_KEM_COINS_MAX_BYTES, "the message is coins");

static kb_status public_of(const kb_mlkem_params *params, uint8_t *pk,
                           const uint8_t *sk) {
    kb_mlkem_private priv;
    KB_WIPE_AT_END(priv);
    kb_mlkem_generate(params, &priv, pk, sk, sk + KB_MLKEM_SYM_BYTES);
    return KB_OK;
}

static kb_status decaps(const kb_mlkem_params *params, uint8_t *ss, const uint8_t *ct,
                        const uint8_t *sk) {
    kb_mlkem_decaps_seed(params, ss, ct, sk, sk + KB_MLKEM_SYM_BYTES);
    return KB_OK;
}

static void keyed_from_sk(const kb_mlkem_params *params, void *keyed, const uint8_t *sk) {
    uint8_t ek[KB_MLKEM_EK_MAX_BYTES];
    kb_mlkem_generate(params, keyed, ek, sk, sk + KB_MLKEM_SYM_BYTES);
}

static kb_status keyed_encaps(const kb_mlkem_params *params, uint8_t *ct, uint8_t *ss,
                              const void *keyed) {
    KB_SECRET_LOCAL(m, KB_MLKEM_SYM_BYTES);
    kb_status status = kb_rng_bytes(m, sizeof m);
    if (status != KB_OK) {
        kb_wipe(ct, params->ct_bytes);
        kb_wipe(ss, KB_MLKEM_SS_BYTES);
        return status;
    }
    kb_mlkem_encaps_to(params, ct, ss, keyed, m);
    return KB_OK;
}

/* Every string of the right length is a ciphertext. */
static kb_status check_ct(const uint8_t *ct) {
    (void)ct;
    return KB_OK;
}

/* The keyed forms of four keys, by their type. */
static void many_keyed_encaps(const kb_mlkem_params *params,
                              uint8_t *const ct[KB_KEM_MANY],
                              uint8_t *const ss[KB_KEM_MANY],
                              const void *const keyed[KB_KEM_MANY],
                              const uint8_t *const coins[KB_KEM_MANY]) {
    const kb_mlkem_public *const pub[KB_KEM_MANY] = {keyed[0], keyed[1], keyed[2],
                                                     keyed[3]};
    kb_mlkem_encaps_to_x4(params, ct, ss, pub, coins);
}

static void many_keyed_decaps(const kb_mlkem_params *params,
                              uint8_t *const ss[KB_KEM_MANY],
                              const uint8_t *const ct[KB_KEM_MANY],
                              const void *const keyed[KB_KEM_MANY]) {
    const kb_mlkem_private *const priv[KB_KEM_MANY] = {keyed[0], keyed[1], keyed[2],
                                                       keyed[3]};
    kb_mlkem_decaps_with_x4(params, ss, ct, priv);
}

static_assert(KB_KEM_MANY == KB_MLKEM_MANY, "four operations");

/* The functions of kb_kem_many for one parameter set, and their table. */
#define MANY(set)                                                                        \
    static void set##_many_public_of(uint8_t *const pk[KB_KEM_MANY],                     \
                                     const uint8_t *const sk[KB_KEM_MANY], void *room) { \
        (void)room;                                                                      \
        kb_mlkem_public_of_x4(&set##_params, pk, sk);                                    \
    }                                                                                    \
    static void set##_many_encaps(uint8_t *const ct[KB_KEM_MANY],                        \
                                  uint8_t *const ss[KB_KEM_MANY],                        \
                                  const uint8_t *const pk[KB_KEM_MANY],                  \
                                  const uint8_t *const coins[KB_KEM_MANY], void *room) { \
        (void)room;                                                                      \
        kb_mlkem_encaps_x4(&set##_params, ct, ss, pk, coins);                            \
    }                                                                                    \
    static void set##_many_decaps(uint8_t *const ss[KB_KEM_MANY],                        \
                                  const uint8_t *const ct[KB_KEM_MANY],                  \
                                  const uint8_t *const sk[KB_KEM_MANY], void *room) {    \
        (void)room;                                                                      \
        kb_mlkem_decaps_seed_x4(&set##_params, ss, ct, sk);                              \
    }                                                                                    \
    static void set##_many_keyed_encaps(                                                 \
        uint8_t *const ct[KB_KEM_MANY], uint8_t *const ss[KB_KEM_MANY],                  \
        const void *const keyed[KB_KEM_MANY], const uint8_t *const coins[KB_KEM_MANY]) { \
        many_keyed_encaps(&set##_params, ct, ss, keyed, coins);                          \
    }                                                                                    \
    static void set##_many_keyed_decaps(uint8_t *const ss[KB_KEM_MANY],                  \
                                        const uint8_t *const ct[KB_KEM_MANY],            \
                                        const void *const keyed[KB_KEM_MANY]) {          \
        many_keyed_decaps(&set##_params, ss, ct, keyed);                                 \
    }                                                                                    \
    static const kb_kem_many set##_many = {                                              \
        .is_short = true,                                                                \
        .public_of = set##_many_public_of,                                               \
        .encaps = set##_many_encaps,                                                     \
        .decaps = set##_many_decaps,                                                     \
        .keyed_encaps = set##_many_keyed_encaps,                                         \
        .keyed_decaps = set##_many_keyed_decaps,                                         \
    }

MANY(kb_mlkem512);
MANY(kb_mlkem768);
MANY(kb_mlkem1024);

/* The functions of kb_kem for one parameter set, and its table. */
#define TABLE(set, name, k, du, dv)                                                      \
    static kb_status set##_keygen(uint8_t *pk, uint8_t *sk) {                            \
        return kb_kem_fresh_keygen(&set, pk, sk);                                        \
    }                                                                                    \
    static kb_status set##_public_of(uint8_t *pk, const uint8_t *sk) {                   \
        return public_of(&set##_params, pk, sk);                                         \
    }                                                                                    \
    static kb_status set##_check_pk(const uint8_t *pk) {                                 \
        return kb_mlkem_check_ek(&set##_params, pk);                                     \
    }                                                                                    \
    static kb_status set##_encaps(uint8_t *ct, uint8_t *ss, const uint8_t *pk) {         \
        return kb_kem_fresh_encaps(&set, ct, ss, pk);                                    \
    }                                                                                    \
    static kb_status set##_decaps(uint8_t *ss, const uint8_t *ct, const uint8_t *sk) {   \
        return decaps(&set##_params, ss, ct, sk);                                        \
    }                                                                                    \
    static kb_status set##_encaps_derand(uint8_t *ct, uint8_t *ss, const uint8_t *pk,    \
                                         const uint8_t *coins) {                         \
        kb_mlkem_encaps_derand(&set##_params, ct, ss, pk, coins);                        \
        return KB_OK;                                                                    \
    }                                                                                    \
    static void set##_from_pk(void *keyed, const uint8_t *pk) {                          \
        kb_mlkem_expand_public(&set##_params, keyed, pk);                                \
    }                                                                                    \
    static void set##_from_sk(void *keyed, const uint8_t *sk) {                          \
        keyed_from_sk(&set##_params, keyed, sk);                                         \
    }                                                                                    \
    static kb_status set##_keyed_encaps(uint8_t *ct, uint8_t *ss, const void *keyed) {   \
        return keyed_encaps(&set##_params, ct, ss, keyed);                               \
    }                                                                                    \
    static kb_status set##_keyed_decaps(uint8_t *ss, const uint8_t *ct,                  \
                                        const void *keyed) {                             \
        kb_mlkem_decaps_with(&set##_params, ss, ct, keyed);                              \
        return KB_OK;                                                                    \
    }                                                                                    \
    static const kb_kem_keyed set##_keyed = {                                            \
        .pk_bytes = sizeof(kb_mlkem_public),                                             \
        .sk_bytes = sizeof(kb_mlkem_private),                                            \
        .from_pk = set##_from_pk,                                                        \
        .from_sk = set##_from_sk,                                                        \
        .encaps = set##_keyed_encaps,                                                    \
        .decaps = set##_keyed_decaps,                                                    \
    };                                                                                   \
    const kb_kem set = {                                                                 \
        .id = (name),                                                                    \
        .pk_bytes = KB_MLKEM_EK_BYTES(k),                                                \
        .ct_bytes = KB_MLKEM_CT_BYTES(k, du, dv),                                        \
        .ss_bytes = KB_MLKEM_SS_BYTES,                                                   \
        .sk_bytes = KB_MLKEM_SEED_BYTES,                                                 \
        .coins_bytes = KB_MLKEM_SYM_BYTES,                                               \
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

TABLE(kb_mlkem512, "ML-KEM-512", 2, 10, 4);
TABLE(kb_mlkem768, "ML-KEM-768", 3, 10, 4);
TABLE(kb_mlkem1024, "ML-KEM-1024", 4, 11, 5);
