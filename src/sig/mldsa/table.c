/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-DSA behind the signature interface: the private key is the seed xi, expanded at each
 * use unless that is kept; signatures are hedged. */
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "sig/mldsa/mldsa.h"

static kb_status public_of(const kb_mldsa_params *params, uint8_t *pk,
                           const uint8_t *sk) {
    kb_mldsa_private priv;
    KB_WIPE_AT_END(priv);
    kb_mldsa_generate(params, &priv, pk, sk);
    return KB_OK;
}

static kb_status keygen(const kb_mldsa_params *params, uint8_t *pk, uint8_t *sk) {
    /* Zeroes sk when it fails. */
    KB_TRY(kb_rng_bytes(sk, KB_MLDSA_SEED_BYTES));
    return public_of(params, pk, sk);
}

/* Every string of the right length is a public key. */
static kb_status check_pk(const uint8_t *pk) {
    (void)pk;
    return KB_OK;
}

static kb_status sign_expanded(const kb_mldsa_params *params, uint8_t *sig,
                               const kb_sig_message *message,
                               const kb_mldsa_private *priv) {
    KB_SECRET_LOCAL(rnd, KB_MLDSA_RND_BYTES);
    uint8_t mu[KB_MLDSA_MU_BYTES];
    kb_keccak sponge;
    KB_TRY(kb_rng_bytes(rnd, sizeof rnd));
    KB_TRY(kb_mldsa_mu_begin(&sponge, priv->tr, message->ctx, message->ctx_len));
    kb_keccak_absorb(&sponge, message->msg, message->msg_len);
    kb_mldsa_mu_finish(&sponge, mu);
    return kb_mldsa_sign_with(params, sig, priv, mu, rnd);
}

/* Stack is dear here: the public key, which is shorter, is made where the signature will
 * be. */
static kb_status sign_seed(const kb_mldsa_params *params, uint8_t *sig,
                           const kb_sig_message *message, const uint8_t *sk) {
    kb_mldsa_private priv;
    KB_WIPE_AT_END(priv);
    kb_mldsa_generate(params, &priv, sig, sk);
    return sign_expanded(params, sig, message, &priv);
}

/* keyed is what was kept of sk, or NULL. */
static kb_status sign(const kb_mldsa_params *params, uint8_t *sig, size_t *sig_len,
                      const kb_sig_message *message, const uint8_t *sk,
                      const kb_mldsa_private *keyed) {
    kb_status status = keyed != NULL ? sign_expanded(params, sig, message, keyed)
                                     : sign_seed(params, sig, message, sk);
    if (status != KB_OK) {
        kb_wipe(sig, params->sig_bytes);
    }
    *sig_len = status == KB_OK ? params->sig_bytes : 0;
    return status;
}

static void keyed_from_sk(const kb_mldsa_params *params, void *keyed, const uint8_t *sk) {
    uint8_t pk[KB_MLDSA_PK_MAX_BYTES];
    kb_mldsa_generate(params, keyed, pk, sk);
}

/* The functions of kb_sig for one parameter set, and its table. */
#define TABLE(set, name, k, l, tilde, bits, omega)                                       \
    static kb_status set##_keygen(uint8_t *pk, uint8_t *sk) {                            \
        return keygen(&set##_params, pk, sk);                                            \
    }                                                                                    \
    static kb_status set##_public_of(uint8_t *pk, const uint8_t *sk) {                   \
        return public_of(&set##_params, pk, sk);                                         \
    }                                                                                    \
    static kb_status set##_sign(uint8_t *sig, size_t *sig_len,                           \
                                const kb_sig_message *message, const uint8_t *sk) {      \
        return sign(&set##_params, sig, sig_len, message, sk, NULL);                     \
    }                                                                                    \
    static kb_status set##_sign_with(uint8_t *sig, size_t *sig_len,                      \
                                     const kb_sig_message *message, const uint8_t *sk,   \
                                     const void *keyed, kb_pool *pool) {                 \
        (void)pool;                                                                      \
        return sign(&set##_params, sig, sig_len, message, sk, keyed);                    \
    }                                                                                    \
    static kb_status set##_verify(const uint8_t *sig, size_t sig_len,                    \
                                  const kb_sig_message *message, const uint8_t *pk) {    \
        return kb_mldsa_verify(&set##_params, sig, sig_len, message, pk);                \
    }                                                                                    \
    static kb_status set##_verify_with(const uint8_t *sig, size_t sig_len,               \
                                       const kb_sig_message *message, const uint8_t *pk, \
                                       const void *keyed) {                              \
        return keyed != NULL                                                             \
                   ? kb_mldsa_verify_expanded(&set##_params, sig, sig_len, message,      \
                                              keyed)                                     \
                   : kb_mldsa_verify(&set##_params, sig, sig_len, message, pk);          \
    }                                                                                    \
    static void set##_from_pk(void *keyed, const uint8_t *pk) {                          \
        kb_mldsa_expand_public(&set##_params, keyed, pk);                                \
    }                                                                                    \
    static void set##_from_sk(void *keyed, const uint8_t *sk) {                          \
        keyed_from_sk(&set##_params, keyed, sk);                                         \
    }                                                                                    \
    const kb_sig_keyed set##_keyed = {                                                   \
        .pk_bytes = KB_MLDSA_PUBLIC_BYTES(k, l),                                         \
        .sk_bytes = KB_MLDSA_PRIVATE_BYTES(k, l),                                        \
        .from_pk = set##_from_pk,                                                        \
        .from_sk = set##_from_sk,                                                        \
    };                                                                                   \
    const kb_sig set = {                                                                 \
        .id = (name),                                                                    \
        .pk_bytes = KB_MLDSA_PK_BYTES(k),                                                \
        .sk_bytes = KB_MLDSA_SEED_BYTES,                                                 \
        .sig_bytes = KB_MLDSA_SIG_BYTES(k, l, tilde, bits, omega),                       \
        .context_max = KB_SIG_CONTEXT_MAX_BYTES,                                         \
        .keygen = set##_keygen,                                                          \
        .public_of = set##_public_of,                                                    \
        .check_pk = check_pk,                                                            \
        .sign = set##_sign,                                                              \
        .verify = set##_verify,                                                          \
        .keyed = &set##_keyed,                                                           \
        .sign_with = set##_sign_with,                                                    \
        .verify_with = set##_verify_with,                                                \
    }

TABLE(kb_mldsa44, "ML-DSA-44", 4, 4, 32, 18, 80);
TABLE(kb_mldsa65, "ML-DSA-65", 6, 5, 48, 20, 55);
TABLE(kb_mldsa87, "ML-DSA-87", 8, 7, 64, 20, 75);
