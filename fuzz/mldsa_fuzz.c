/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ML-DSA: the first byte chooses the parameter set and what the rest is.
 *
 * A signature: it verifies for a fixed key and message only when it is the known one, and
 * a hint that is read is written again the same. A private key: when it passes the check
 * it signs what its public key verifies.
 */
#include "fuzz.h"
#include "sig/mldsa/encode.h"
#include "sig/mldsa/mldsa.h"

#include <string.h>

static const kb_mldsa_params *const sets[] = {&kb_mldsa44_params, &kb_mldsa65_params,
                                              &kb_mldsa87_params};
static const kb_sig_message message = {(const uint8_t *)"message", 7,
                                       (const uint8_t *)"ctx", 3};
static const uint8_t zero[KB_MLDSA_RND_BYTES];

/* The fixed key of each set and its signature of the message, made once. */
typedef struct fixed {
    bool is_made;
    kb_mldsa_public pub;
    uint8_t mu[KB_MLDSA_MU_BYTES];
    uint8_t sig[KB_MLDSA_SIG_MAX_BYTES];
} fixed;

static const fixed *fixed_of(size_t set) {
    static fixed all[3];
    static uint8_t pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES];
    fixed *f = &all[set];
    if (!f->is_made) {
        kb_keccak sponge;
        kb_mldsa_keygen_derand(sets[set], pk, sk, zero);
        kb_mldsa_expand_public(sets[set], &f->pub, pk);
        FUZZ_CHECK(kb_mldsa_sign(sets[set], f->sig, &message, sk, zero) == KB_OK);
        FUZZ_CHECK(kb_mldsa_mu_begin(&sponge, f->pub.tr, message.ctx, message.ctx_len) ==
                   KB_OK);
        kb_keccak_absorb(&sponge, message.msg, message.msg_len);
        kb_mldsa_mu_finish(&sponge, f->mu);
        f->is_made = true;
    }
    return f;
}

static void try_signature(size_t set, const uint8_t *data, size_t size) {
    const kb_mldsa_params *params = sets[set];
    const fixed *f = fixed_of(set);
    kb_status status = kb_mldsa_verify_with(params, data, size, &f->pub, f->mu);
    FUZZ_CHECK(status == KB_OK || status == KB_ERR_AUTH);
    bool is_known = size == params->sig_bytes && memcmp(data, f->sig, size) == 0;
    FUZZ_CHECK((status == KB_OK) == is_known);

    static uint8_t hint[KB_MLDSA_K_MAX * KB_MLDSA_N], again[128];
    size_t len = params->omega + params->k;
    if (size >= len) {
        const uint8_t *in = data + size - len;
        if (kb_mldsa_decode_hint(hint, in, params->k, params->omega)) {
            kb_mldsa_encode_hint(again, hint, params->k, params->omega);
            FUZZ_CHECK(memcmp(again, in, len) == 0);
        }
    }
}

static void try_private_key(const kb_mldsa_params *params, const uint8_t *data,
                            size_t size) {
    static uint8_t pk[KB_MLDSA_PK_MAX_BYTES], sig[KB_MLDSA_SIG_MAX_BYTES];
    if (size != params->sk_bytes) {
        return;
    }
    kb_status status = kb_mldsa_public_of_sk(params, pk, data);
    FUZZ_CHECK(status == KB_OK || status == KB_ERR_KEY);
    if (status == KB_OK) {
        FUZZ_CHECK(kb_mldsa_sign(params, sig, &message, data, zero) == KB_OK);
        FUZZ_CHECK(kb_mldsa_verify(params, sig, params->sig_bytes, &message, pk) ==
                   KB_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    size_t set = data[0] % 3;
    if (data[0] / 3 % 2 == 0) {
        try_signature(set, data + 1, size - 1);
    } else {
        try_private_key(sets[set], data + 1, size - 1);
    }
    return 0;
}
