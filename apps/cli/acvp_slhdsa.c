/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SLH-DSA vector sets: keyGen, sigGen, sigVer. */
#include "acvp.h"
#include "acvp_sig.h"

#include "core/error.h"
#include "sig/slhdsa/slhdsa.h"

#include <string.h>

static kb_status find_params(const kb_slhdsa_params **out, const kb_acvp_case *c) {
#define ROW(name, id, is_shake, n, h, d, a, k) &kb_slhdsa_##name##_params,
    static const kb_slhdsa_params *const all[] = {KB_SLHDSA_SETS(ROW)};
#undef ROW
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

kb_status kb_acvp_slhdsa_keygen(kb_acvp_case *c) {
    const kb_slhdsa_params *params;
    const uint8_t *sk_seed, *sk_prf, *pk_seed;
    uint8_t *pk, *sk;
    KB_TRY(find_params(&params, c));
    KB_TRY(kb_acvp_bytes_of(&sk_seed, c, "skSeed", params->n));
    KB_TRY(kb_acvp_bytes_of(&sk_prf, c, "skPrf", params->n));
    KB_TRY(kb_acvp_bytes_of(&pk_seed, c, "pkSeed", params->n));
    KB_TRY(kb_acvp_alloc(&pk, c, params->pk_bytes));
    KB_TRY(kb_acvp_alloc(&sk, c, params->sk_bytes));
    kb_slhdsa_keygen_derand(params, pk, sk, sk_seed, sk_prf, pk_seed);
    KB_TRY(kb_acvp_put_bytes(c->answer, "sk", sk, params->sk_bytes));
    return kb_acvp_put_bytes(c->answer, "pk", pk, params->pk_bytes);
}

/* Reads the input; SLH-DSA has no mu. */
static kb_status read_input(kb_acvp_sig_input *in, kb_acvp_case *c) {
    KB_TRY(kb_acvp_sig_read(in, c));
    return in->form == KB_ACVP_MU ? KB_FAIL(KB_ERR_UNSUPPORTED, "externalMu")
                                  : (int)KB_OK;
}

static kb_status sign(const kb_slhdsa_params *params, uint8_t *sig,
                      const kb_acvp_sig_input *in, const uint8_t *sk,
                      const uint8_t *opt_rand) {
    switch (in->form) {
    case KB_ACVP_PURE:
        return kb_slhdsa_sign(params, sig, &in->message, sk, opt_rand);
    case KB_ACVP_PREHASH:
        return kb_slhdsa_sign_prehash(params, sig, in->prehash, &in->message, sk,
                                      opt_rand);
    default:
        return kb_slhdsa_sign_internal(params, sig, in->message.msg, in->message.msg_len,
                                       sk, opt_rand);
    }
}

static kb_status verify(const kb_slhdsa_params *params, const kb_acvp_bytes *sig,
                        const kb_acvp_sig_input *in, const uint8_t *pk) {
    switch (in->form) {
    case KB_ACVP_PURE:
        return kb_slhdsa_verify(params, sig->data, sig->len, &in->message, pk);
    case KB_ACVP_PREHASH:
        return kb_slhdsa_verify_prehash(params, sig->data, sig->len, in->prehash,
                                        &in->message, pk);
    default:
        return kb_slhdsa_verify_internal(params, sig->data, sig->len, in->message.msg,
                                         in->message.msg_len, pk);
    }
}

kb_status kb_acvp_slhdsa_siggen(kb_acvp_case *c) {
    const kb_slhdsa_params *params;
    kb_acvp_sig_input in;
    const uint8_t *sk, *opt_rand;
    uint8_t *sig;
    bool is_fresh;
    KB_TRY(find_params(&params, c));
    KB_TRY(read_input(&in, c));
    KB_TRY(kb_acvp_bytes_of(&sk, c, "sk", params->sk_bytes));
    /* NULL, for a deterministic signature, is KB_SLHDSA_DETERMINISTIC. */
    KB_TRY(kb_acvp_sig_randomness(&opt_rand, &is_fresh, c, "additionalRandomness",
                                  params->n));
    KB_TRY(kb_acvp_alloc(&sig, c, params->sig_bytes));
    KB_TRY(sign(params, sig, &in, sk, opt_rand));
    if (is_fresh && c->expected != NULL) {
        kb_acvp_bytes expected;
        KB_TRY(kb_acvp_sig_expected(&expected, c));
        c->has_verdict = true;
        /* The public key is the second half of the private one. */
        KB_TRY(kb_acvp_sig_verdict(&c->is_right,
                                   verify(params, &expected, &in, sk + 2 * params->n)));
    }
    return kb_acvp_put_bytes(c->answer, "signature", sig, params->sig_bytes);
}

kb_status kb_acvp_slhdsa_sigver(kb_acvp_case *c) {
    const kb_slhdsa_params *params;
    kb_acvp_sig_input in;
    kb_acvp_bytes pk, sig;
    bool is_right = false;
    KB_TRY(find_params(&params, c));
    KB_TRY(read_input(&in, c));
    KB_TRY(kb_acvp_bytes_any(&pk, c, "pk"));
    KB_TRY(kb_acvp_bytes_any(&sig, c, "signature"));
    if (pk.len == params->pk_bytes) {
        KB_TRY(kb_acvp_sig_verdict(&is_right, verify(params, &sig, &in, pk.data)));
    }
    return kb_acvp_put_bool(c->answer, "testPassed", is_right);
}
