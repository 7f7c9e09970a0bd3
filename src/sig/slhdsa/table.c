/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SLH-DSA behind the signature interface: pure form, hedged. */
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "sig/slhdsa/slhdsa.h"
#include "sig/slhdsa/tree.h"

static kb_status keygen(const kb_slhdsa_params *params, uint8_t *pk, uint8_t *sk) {
    size_t n = params->n;
    KB_SECRET_LOCAL(seeds, 3 * KB_SLHDSA_N_MAX_BYTES);
    kb_status status = kb_rng_bytes(seeds, 3 * n);
    if (status != KB_OK) {
        kb_wipe(pk, params->pk_bytes);
        kb_wipe(sk, params->sk_bytes);
        return status;
    }
    kb_slhdsa_keygen_derand(params, pk, sk, seeds, seeds + n, seeds + 2 * n);
    return KB_OK;
}

/* Every string of the right length is a public key: PK.root is a hash value, PK.seed is
 * random. */
static kb_status check_pk(const uint8_t *pk) {
    (void)pk;
    return KB_OK;
}

static kb_status sign(const kb_slhdsa_params *params, uint8_t *sig, size_t *sig_len,
                      const kb_sig_message *message, const uint8_t *sk,
                      kb_slhdsa_help help) {
    KB_SECRET_LOCAL(opt_rand, KB_SLHDSA_N_MAX_BYTES);
    *sig_len = 0;
    kb_status status = kb_rng_bytes(opt_rand, params->n);
    if (status != KB_OK) {
        kb_wipe(sig, params->sig_bytes);
        return status;
    }
    KB_TRY(kb_slhdsa_sign_helped(params, sig, message, sk, opt_rand, help));
    *sig_len = params->sig_bytes;
    return KB_OK;
}

/* The functions of kb_sig for one parameter set, and its table. */
#define TABLE(name, text, is_shake, n, h, d, a, k)                                       \
    static kb_status name##_keygen(uint8_t *pk, uint8_t *sk) {                           \
        return keygen(&kb_slhdsa_##name##_params, pk, sk);                               \
    }                                                                                    \
    static kb_status name##_public_of(uint8_t *pk, const uint8_t *sk) {                  \
        return kb_slhdsa_public_of(&kb_slhdsa_##name##_params, pk, sk);                  \
    }                                                                                    \
    static kb_status name##_sign(uint8_t *sig, size_t *sig_len,                          \
                                 const kb_sig_message *message, const uint8_t *sk) {     \
        return sign(&kb_slhdsa_##name##_params, sig, sig_len, message, sk,               \
                    (kb_slhdsa_help){NULL, NULL});                                       \
    }                                                                                    \
    static kb_status name##_sign_with(uint8_t *sig, size_t *sig_len,                     \
                                      const kb_sig_message *message, const uint8_t *sk,  \
                                      const void *keyed, kb_pool *pool) {                \
        return sign(&kb_slhdsa_##name##_params, sig, sig_len, message, sk,               \
                    (kb_slhdsa_help){keyed, pool});                                      \
    }                                                                                    \
    static void name##_from_sk(void *keyed, const uint8_t *sk) {                         \
        kb_slhdsa_top(&kb_slhdsa_##name##_params, keyed, sk);                            \
    }                                                                                    \
    static kb_status name##_verify(const uint8_t *sig, size_t sig_len,                   \
                                   const kb_sig_message *message, const uint8_t *pk) {   \
        return kb_slhdsa_verify(&kb_slhdsa_##name##_params, sig, sig_len, message, pk);  \
    }                                                                                    \
    static const kb_sig_keyed name##_keyed = {                                           \
        .sk_bytes = KB_SLHDSA_TREE_BYTES((h) / (d), n),                                  \
        .from_sk = name##_from_sk,                                                       \
    };                                                                                   \
    const kb_sig kb_slhdsa_##name = {                                                    \
        .id = (text),                                                                    \
        .pk_bytes = KB_SLHDSA_PK_BYTES(n),                                               \
        .sk_bytes = KB_SLHDSA_SK_BYTES(n),                                               \
        .sig_bytes = KB_SLHDSA_SIG_BYTES(n, h, d, a, k),                                 \
        .context_max = KB_SIG_CONTEXT_MAX_BYTES,                                         \
        .keygen = name##_keygen,                                                         \
        .public_of = name##_public_of,                                                   \
        .check_pk = check_pk,                                                            \
        .sign = name##_sign,                                                             \
        .verify = name##_verify,                                                         \
        .keyed = &name##_keyed,                                                          \
        .sign_with = name##_sign_with,                                                   \
    };
KB_SLHDSA_SETS(TABLE)
