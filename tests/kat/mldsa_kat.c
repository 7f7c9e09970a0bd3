/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of ML-DSA in all four forms, and the public calls above them, whose
 * private key is the seed.
 *
 * The standard's functions take checked lengths; a case whose point is a wrong length is
 * satisfied when the length differs from the set's, because then nothing calls them.
 */
#include "core/cpu.h"
#include "kat/kat.h"
#include "sig/mldsa/mldsa.h"

#include <keybraid/hash.h>

static const kb_mldsa_params *set_of(const kat_case *c) {
    static const kb_mldsa_params *const sets[] = {&kb_mldsa44_params, &kb_mldsa65_params,
                                                  &kb_mldsa87_params};
    for (size_t i = 0; i < 3; i++) {
        if (kat_is(c, "alg", sets[i]->id)) {
            return sets[i];
        }
    }
    kat_die("unknown parameter set", kat_text(c, "alg"));
    return NULL;
}

/* The hex of a field that may be absent: then NULL and 0. */
static const uint8_t *optional(const kat_case *c, const char *name, size_t *len) {
    *len = 0;
    return kat_find(c, name) == NULL ? NULL : kat_hex(c, name, len);
}

/* What is signed, and in which form. */
typedef struct input {
    kb_sig_message message;
    const kb_sig_prehash *prehash;
    const uint8_t *mu;
    size_t mu_len;
    bool is_pure, is_mu, is_internal;
} input;

static input input_of(const kat_case *c) {
    input in = {0};
    in.message.msg = optional(c, "msg", &in.message.msg_len);
    in.message.ctx = optional(c, "ctx", &in.message.ctx_len);
    in.mu = optional(c, "mu", &in.mu_len);
    in.is_pure = kat_is(c, "form", "pure");
    in.is_mu = kat_is(c, "form", "mu");
    in.is_internal = kat_is(c, "form", "internal");
    if (kat_is(c, "form", "prehash")) {
        in.prehash = kb_sig_prehash_find(kat_text(c, "hash"));
        if (in.prehash == NULL) {
            kat_die("unknown hash function", kat_text(c, "hash"));
        }
    } else if (!in.is_pure && !in.is_mu && !in.is_internal) {
        kat_die("unknown form", kat_text(c, "form"));
    }
    if (in.is_mu && in.mu_len != KB_MLDSA_MU_BYTES) {
        kat_die("mu is not 64 bytes", kat_text(c, "id"));
    }
    return in;
}

static kb_status sign(const kb_mldsa_params *params, uint8_t *sig, const input *in,
                      const uint8_t *sk, const uint8_t *rnd) {
    if (in->is_mu) {
        return kb_mldsa_sign_mu(params, sig, in->mu, sk, rnd);
    }
    if (in->is_internal) {
        return kb_mldsa_sign_internal(params, sig, in->message.msg, in->message.msg_len,
                                      sk, rnd);
    }
    return in->is_pure
               ? kb_mldsa_sign(params, sig, &in->message, sk, rnd)
               : kb_mldsa_sign_prehash(params, sig, in->prehash, &in->message, sk, rnd);
}

static kb_status verify(const kb_mldsa_params *params, const uint8_t *sig, size_t sig_len,
                        const input *in, const uint8_t *pk) {
    if (in->is_mu) {
        return kb_mldsa_verify_mu(params, sig, sig_len, in->mu, pk);
    }
    if (in->is_internal) {
        return kb_mldsa_verify_internal(params, sig, sig_len, in->message.msg,
                                        in->message.msg_len, pk);
    }
    return in->is_pure ? kb_mldsa_verify(params, sig, sig_len, &in->message, pk)
                       : kb_mldsa_verify_prehash(params, sig, sig_len, in->prehash,
                                                 &in->message, pk);
}

static void check_sha256(const kat_case *c, const char *name, const void *bytes,
                         size_t len) {
    uint8_t digest[KB_SHA256_BYTES];
    CHECK_OK(kb_sha256(digest, bytes, len));
    kat_check(c, name, digest, sizeof digest);
}

/* pk and sk from the seed, checked against the digest of both where the case has one;
 * returns sk, and pk before it. */
static uint8_t *keys_of_seed(const kat_case *c, const kb_mldsa_params *params,
                             const uint8_t *xi) {
    uint8_t *keys = kat_buffer(params->pk_bytes + params->sk_bytes);
    kb_mldsa_keygen_derand(params, keys, keys + params->pk_bytes, xi);
    if (kat_find(c, "keys_sha256") != NULL) {
        check_sha256(c, "keys_sha256", keys, params->pk_bytes + params->sk_bytes);
    }
    uint8_t *pk = kat_buffer(params->pk_bytes);
    CHECK_OK(kb_sig_find(params->id)->public_of(pk, xi));
    CHECK_MEM(pk, keys, params->pk_bytes);
    return keys + params->pk_bytes;
}

static void run_keygen(const kat_case *c) {
    const kb_mldsa_params *params = set_of(c);
    size_t len;
    const uint8_t *xi = kat_hex(c, "xi", &len);
    REQUIRE(len == KB_MLDSA_SEED_BYTES && kat_find(c, "keys_sha256") != NULL);
    const uint8_t *sk = keys_of_seed(c, params, xi);
    uint8_t *pk = kat_buffer(params->pk_bytes);
    CHECK_OK(kb_mldsa_public_of_sk(params, pk, sk));
    CHECK_MEM(pk, sk - params->pk_bytes, params->pk_bytes);
}

/* The same signature comes from what a key handle keeps of the seed. */
static void check_kept_private(const uint8_t *want, const kb_mldsa_params *params,
                               const kb_sig_message *m, const uint8_t *xi,
                               const uint8_t *rnd) {
    const kb_sig_keyed *keyed = kb_sig_find(params->id)->keyed;
    kb_mldsa_private *priv = (void *)kat_buffer(keyed->sk_bytes);
    uint8_t *sig = kat_buffer(params->sig_bytes), mu[KB_MLDSA_MU_BYTES];
    kb_keccak sponge;
    keyed->from_sk(priv, xi);
    REQUIRE_OK(kb_mldsa_mu_begin(&sponge, priv->tr, m->ctx, m->ctx_len));
    kb_keccak_absorb(&sponge, m->msg, m->msg_len);
    kb_mldsa_mu_finish(&sponge, mu);
    CHECK_OK(kb_mldsa_sign_with(params, sig, priv, mu, rnd));
    CHECK_MEM(sig, want, params->sig_bytes);
}

static void run_sign(const kat_case *c) {
    static const uint8_t zero[KB_MLDSA_RND_BYTES];
    const kb_mldsa_params *params = set_of(c);
    input in = input_of(c);
    size_t xi_len, sk_len, rnd_len;
    const uint8_t *xi = optional(c, "xi", &xi_len), *sk = optional(c, "sk", &sk_len);
    const uint8_t *rnd = optional(c, "rnd", &rnd_len);
    REQUIRE((xi != NULL) != (sk != NULL));
    if (xi != NULL ? xi_len != KB_MLDSA_SEED_BYTES : sk_len != params->sk_bytes) {
        CHECK(kat_is_invalid(c));
        return;
    }
    REQUIRE(rnd == NULL || rnd_len == sizeof zero);
    rnd = rnd == NULL ? zero : rnd;
    if (xi != NULL) {
        sk = keys_of_seed(c, params, xi);
    }
    uint8_t *pk = kat_buffer(params->pk_bytes), *sig = kat_buffer(params->sig_bytes);
    kb_status status = kb_mldsa_public_of_sk(params, pk, sk);
    if (status != KB_OK) {
        CHECK(kat_is_invalid(c) && status == KB_ERR_KEY);
        return;
    }
    status = sign(params, sig, &in, sk, rnd);
    if (kat_is_invalid(c)) {
        CHECK_STATUS(status, KB_ERR_ARGUMENT);
        return;
    }
    REQUIRE_OK(status);
    check_sha256(c, "sig_sha256", sig, params->sig_bytes);
    CHECK_OK(verify(params, sig, params->sig_bytes, &in, pk));
    if (xi != NULL && in.is_pure) {
        check_kept_private(sig, params, &in.message, xi, rnd);
    }
    if (in.mu != NULL && !in.is_mu) {
        /* The case states mu for information: the signature is that of mu, too. */
        CHECK_OK(kb_mldsa_verify_mu(params, sig, params->sig_bytes, in.mu, pk));
    }
}

/* The same answer comes from what a key handle keeps of the public key. */
static void check_kept_public(kb_status want, const kb_mldsa_params *params,
                              const uint8_t *sig, size_t sig_len, const kb_sig_message *m,
                              const uint8_t *pk) {
    const kb_sig *alg = kb_sig_find(params->id);
    void *pub = kat_buffer(alg->keyed->pk_bytes);
    alg->keyed->from_pk(pub, pk);
    CHECK_STATUS(alg->verify_with(sig, sig_len, m, pk, pub), want);
}

static void run_verify(const kat_case *c) {
    const kb_mldsa_params *params = set_of(c);
    input in = input_of(c);
    size_t pk_len, sig_len;
    const uint8_t *pk = kat_hex(c, "pk", &pk_len), *sig = kat_hex(c, "sig", &sig_len);
    if (in.is_pure) {
        kb_status status =
            kb_sig_verify(params->id, sig, sig_len, &in.message, pk, pk_len);
        CHECK((status == KB_OK) == !kat_is_invalid(c));
        CHECK(status == KB_OK || status == KB_ERR_AUTH ||
              (status == KB_ERR_KEY && pk_len != params->pk_bytes) ||
              (status == KB_ERR_ARGUMENT && in.message.ctx_len > 255));
        if (pk_len == params->pk_bytes) {
            check_kept_public(status, params, sig, sig_len, &in.message, pk);
        }
        return;
    }
    REQUIRE(pk_len == params->pk_bytes);
    CHECK_STATUS(verify(params, sig, sig_len, &in, pk),
                 kat_is_invalid(c) ? KB_ERR_AUTH : KB_OK);
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    static const kat_op ops[] = {{"mldsa-keygen", run_keygen},
                                 {"mldsa-sign", run_sign},
                                 {"mldsa-verify", run_verify}};
    return kat_main("mldsa", ops, sizeof ops / sizeof ops[0]);
}
