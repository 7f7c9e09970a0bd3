/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-DSA vector sets: keyGen, sigGen, sigVer. */
#include "acvp.h"
#include "acvp_sig.h"

#include "core/error.h"
#include "sig/mldsa/mldsa.h"

#include <string.h>

static kb_status find_params(const kb_mldsa_params **out, const kb_acvp_case *c) {
    static const kb_mldsa_params *const all[] = {&kb_mldsa44_params, &kb_mldsa65_params,
                                                 &kb_mldsa87_params};
    const char *id;
    KB_TRY(kb_acvp_text(&id, c, "parameterSet"));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i]->id, id) == 0) {
            *out = all[i];
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "parameterSet %.40s", id);
}

/* Makes a key from the field seed. */
static kb_status make_key(uint8_t **pk, uint8_t **sk, const kb_mldsa_params *params,
                          kb_acvp_case *c) {
    const uint8_t *seed;
    KB_TRY(kb_acvp_bytes_of(&seed, c, "seed", KB_MLDSA_SEED_BYTES));
    KB_TRY(kb_acvp_alloc(pk, c, params->pk_bytes));
    KB_TRY(kb_acvp_alloc(sk, c, params->sk_bytes));
    kb_mldsa_keygen_derand(params, *pk, *sk, seed);
    return KB_OK;
}

kb_status kb_acvp_mldsa_keygen(kb_acvp_case *c) {
    const kb_mldsa_params *params;
    uint8_t *pk, *sk;
    KB_TRY(find_params(&params, c));
    KB_TRY(make_key(&pk, &sk, params, c));
    KB_TRY(kb_acvp_put_bytes(c->answer, "pk", pk, params->pk_bytes));
    return kb_acvp_put_bytes(c->answer, "sk", sk, params->sk_bytes);
}

/* Gives the private key of a case in expanded form, and its public key. */
static kb_status read_key(const uint8_t **sk, uint8_t **pk, const kb_mldsa_params *params,
                          kb_acvp_case *c) {
    const char *format;
    uint8_t *made;
    KB_TRY(kb_acvp_text_or(&format, c, "keyFormat", "expanded"));
    if (strcmp(format, "seed") == 0) {
        KB_TRY(make_key(pk, &made, params, c));
        *sk = made;
        return KB_OK;
    }
    if (strcmp(format, "expanded") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "keyFormat %.40s", format);
    }
    KB_TRY(kb_acvp_bytes_of(sk, c, "sk", params->sk_bytes));
    KB_TRY(kb_acvp_alloc(pk, c, params->pk_bytes));
    return kb_mldsa_public_of_sk(params, *pk, *sk);
}

static kb_status check_mu(const kb_acvp_sig_input *in) {
    if (in->form == KB_ACVP_MU && in->message.msg_len != KB_MLDSA_MU_BYTES) {
        return KB_FAIL(KB_ERR_FORMAT, "mu has %zu bytes, %d are needed",
                       in->message.msg_len, KB_MLDSA_MU_BYTES);
    }
    return KB_OK;
}

static kb_status sign(const kb_mldsa_params *params, uint8_t *sig,
                      const kb_acvp_sig_input *in, const uint8_t *sk,
                      const uint8_t *rnd) {
    switch (in->form) {
    case KB_ACVP_PURE:
        return kb_mldsa_sign(params, sig, &in->message, sk, rnd);
    case KB_ACVP_PREHASH:
        return kb_mldsa_sign_prehash(params, sig, in->prehash, &in->message, sk, rnd);
    case KB_ACVP_INTERNAL:
        return kb_mldsa_sign_internal(params, sig, in->message.msg, in->message.msg_len,
                                      sk, rnd);
    default:
        return kb_mldsa_sign_mu(params, sig, in->message.msg, sk, rnd);
    }
}

static kb_status verify(const kb_mldsa_params *params, const kb_acvp_bytes *sig,
                        const kb_acvp_sig_input *in, const uint8_t *pk) {
    switch (in->form) {
    case KB_ACVP_PURE:
        return kb_mldsa_verify(params, sig->data, sig->len, &in->message, pk);
    case KB_ACVP_PREHASH:
        return kb_mldsa_verify_prehash(params, sig->data, sig->len, in->prehash,
                                       &in->message, pk);
    case KB_ACVP_INTERNAL:
        return kb_mldsa_verify_internal(params, sig->data, sig->len, in->message.msg,
                                        in->message.msg_len, pk);
    default:
        return kb_mldsa_verify_mu(params, sig->data, sig->len, in->message.msg, pk);
    }
}

kb_status kb_acvp_mldsa_siggen(kb_acvp_case *c) {
    static const uint8_t zero[KB_MLDSA_RND_BYTES] = {0};
    const kb_mldsa_params *params;
    kb_acvp_sig_input in;
    const uint8_t *sk, *rnd;
    uint8_t *pk, *sig;
    bool is_fresh;
    KB_TRY(find_params(&params, c));
    KB_TRY(kb_acvp_sig_read(&in, c));
    KB_TRY(check_mu(&in));
    KB_TRY(read_key(&sk, &pk, params, c));
    KB_TRY(kb_acvp_sig_randomness(&rnd, &is_fresh, c, "rnd", KB_MLDSA_RND_BYTES));
    KB_TRY(kb_acvp_alloc(&sig, c, params->sig_bytes));
    KB_TRY(sign(params, sig, &in, sk, rnd == NULL ? zero : rnd));
    if (is_fresh && c->expected != NULL) {
        kb_acvp_bytes expected;
        KB_TRY(kb_acvp_sig_expected(&expected, c));
        c->has_verdict = true;
        KB_TRY(kb_acvp_sig_verdict(&c->is_right, verify(params, &expected, &in, pk)));
    }
    return kb_acvp_put_bytes(c->answer, "signature", sig, params->sig_bytes);
}

kb_status kb_acvp_mldsa_sigver(kb_acvp_case *c) {
    const kb_mldsa_params *params;
    kb_acvp_sig_input in;
    kb_acvp_bytes pk, sig;
    bool is_right = false;
    KB_TRY(find_params(&params, c));
    KB_TRY(kb_acvp_sig_read(&in, c));
    KB_TRY(check_mu(&in));
    KB_TRY(kb_acvp_bytes_any(&pk, c, "pk"));
    KB_TRY(kb_acvp_bytes_any(&sig, c, "signature"));
    if (pk.len == params->pk_bytes) {
        KB_TRY(kb_acvp_sig_verdict(&is_right, verify(params, &sig, &in, pk.data)));
    }
    return kb_acvp_put_bool(c->answer, "testPassed", is_right);
}
