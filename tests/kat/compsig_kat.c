/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of LAMPS composite signatures: public keys and verification. */
#include "composite/sig_lamps.h"
#include "kat/kat.h"

static void run_keygen(const kat_case *c) {
    const kb_sig *alg = kb_sig_lamps_find(kat_text(c, "alg"));
    size_t sk_len;
    const uint8_t *sk = kat_hex(c, "sk", &sk_len);
    REQUIRE(alg != NULL && sk_len == alg->sk_bytes);
    uint8_t *pk = kat_buffer(alg->pk_bytes);
    CHECK_OK(alg->public_of(pk, sk));
    CHECK_OK(alg->check_pk(pk));
    kat_check(c, "pk", pk, alg->pk_bytes);
}

static kb_status verify(const char *id, const uint8_t *msg, size_t msg_len,
                        const uint8_t *ctx, size_t ctx_len, const uint8_t *sig,
                        size_t sig_len, const uint8_t *pk, size_t pk_len) {
    kb_sig_lamps *message = NULL;
    kb_status status = kb_sig_lamps_new(&message, id, true);
    if (status == KB_OK) {
        status = kb_sig_lamps_update(message, msg, msg_len);
    }
    if (status == KB_OK) {
        status = kb_sig_lamps_verify(message, sig, sig_len, ctx, ctx_len, pk, pk_len);
    }
    kb_sig_lamps_free(message);
    return status;
}

/* The signature verifies, and a change in either half, the message, the context or the
 * name makes it fail. */
static void run_verify(const kat_case *c) {
    size_t pk_len, msg_len, ctx_len, sig_len;
    const char *id = kat_text(c, "alg");
    const uint8_t *pk = kat_hex(c, "pk", &pk_len), *msg = kat_hex(c, "msg", &msg_len);
    const uint8_t *ctx = kat_hex(c, "ctx", &ctx_len);
    uint8_t *sig = kat_hex(c, "sig", &sig_len);
    CHECK_OK(verify(id, msg, msg_len, ctx, ctx_len, sig, sig_len, pk, pk_len));
    CHECK_STATUS(verify(id, msg, msg_len - 1, ctx, ctx_len, sig, sig_len, pk, pk_len),
                 KB_ERR_AUTH);
    uint8_t *longer = kat_buffer(ctx_len + 1);
    memset(longer, 0, ctx_len + 1);
    memcpy(longer, ctx, ctx_len);
    CHECK_STATUS(verify(id, msg, msg_len, longer, ctx_len + 1, sig, sig_len, pk, pk_len),
                 KB_ERR_AUTH);
    CHECK_STATUS(verify(id, msg, msg_len, ctx, ctx_len, sig, sig_len - 1, pk, pk_len),
                 KB_ERR_AUTH);
    for (int last = 0; last < 2; last++) {
        sig[last ? sig_len - 2 : 5] ^= 1;
        CHECK_STATUS(verify(id, msg, msg_len, ctx, ctx_len, sig, sig_len, pk, pk_len),
                     KB_ERR_AUTH);
        sig[last ? sig_len - 2 : 5] ^= 1;
    }
    if (strcmp(id, "MLDSA65-ECDSA-P384-SHA512") == 0) {
        CHECK_STATUS(verify("MLDSA65-ECDSA-P256-SHA512", msg, msg_len, ctx, ctx_len, sig,
                            sig_len, pk, pk_len),
                     KB_ERR_KEY);
    }
}

/* The source has ML-DSA alone, too. */
static void run_single(const kat_case *c) {
    const kb_sig *alg = kb_sig_lamps_find(kat_text(c, "alg"));
    size_t pk_len, sig_len;
    kb_sig_message m;
    const uint8_t *pk = kat_hex(c, "pk", &pk_len), *sig = kat_hex(c, "sig", &sig_len);
    m.msg = kat_hex(c, "msg", &m.msg_len);
    m.ctx = kat_hex(c, "ctx", &m.ctx_len);
    REQUIRE(alg != NULL && pk_len == alg->pk_bytes);
    CHECK_OK(alg->verify(sig, sig_len, &m, pk));
    m.msg_len--;
    CHECK_STATUS(alg->verify(sig, sig_len, &m, pk), KB_ERR_AUTH);
}

int main(void) {
    static const kat_op ops[] = {{"compsig-keygen", run_keygen},
                                 {"sig-verify", run_single},
                                 {"compsig-verify", run_verify}};
    return kat_main("compsig", ops, sizeof ops / sizeof ops[0]);
}
