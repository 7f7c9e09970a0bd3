/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-DSA behind the signature interface: the private key is the seed xi, expanded at each
 * use; signatures are hedged. */
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

static kb_status sign_hedged(const kb_mldsa_params *params, uint8_t *sig,
                             const kb_sig_message *message, const uint8_t *sk) {
    kb_mldsa_private priv;
    KB_WIPE_AT_END(priv);
    KB_SECRET_LOCAL(rnd, KB_MLDSA_RND_BYTES);
    uint8_t mu[KB_MLDSA_MU_BYTES];
    kb_keccak sponge;
    KB_TRY(kb_rng_bytes(rnd, sizeof rnd));
    /* Stack is dear here: the public key, which is shorter, is made where the signature
     * will be. */
    kb_mldsa_generate(params, &priv, sig, sk);
    KB_TRY(kb_mldsa_mu_begin(&sponge, priv.tr, message->ctx, message->ctx_len));
    kb_keccak_absorb(&sponge, message->msg, message->msg_len);
    kb_mldsa_mu_finish(&sponge, mu);
    return kb_mldsa_sign_with(params, sig, &priv, mu, rnd);
}

static kb_status sign(const kb_mldsa_params *params, uint8_t *sig, size_t *sig_len,
                      const kb_sig_message *message, const uint8_t *sk) {
    kb_status status = sign_hedged(params, sig, message, sk);
    if (status != KB_OK) {
        kb_wipe(sig, params->sig_bytes);
    }
    *sig_len = status == KB_OK ? params->sig_bytes : 0;
    return status;
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
        return sign(&set##_params, sig, sig_len, message, sk);                           \
    }                                                                                    \
    static kb_status set##_verify(const uint8_t *sig, size_t sig_len,                    \
                                  const kb_sig_message *message, const uint8_t *pk) {    \
        return kb_mldsa_verify(&set##_params, sig, sig_len, message, pk);                \
    }                                                                                    \
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
    }

TABLE(kb_mldsa44, "ML-DSA-44", 4, 4, 32, 18, 80);
TABLE(kb_mldsa65, "ML-DSA-65", 6, 5, 48, 20, 55);
TABLE(kb_mldsa87, "ML-DSA-87", 8, 7, 64, 20, 75);
