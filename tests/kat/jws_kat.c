/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of JWS: signatures of other software, and texts that must be refused. */
#include "composite/sig_lamps.h"
#include "kat/kat.h"

#include <keybraid/jws.h>

/* Our own signature with the private key of a case verifies, too. */
static void sign_again(const kat_case *c, kb_jws_key *key, const kb_sig *alg) {
    kb_buffer jws = {0}, payload = {0};
    key->sk = kat_hex(c, "sk", &key->sk_len);
    REQUIRE(key->sk_len == alg->sk_bytes);
    uint8_t *pk = kat_buffer(alg->pk_bytes);
    CHECK_OK(alg->public_of(pk, key->sk));
    kat_check(c, "pk", pk, alg->pk_bytes);
    CHECK_OK(kb_jws_sign_memory(&jws, key, 1, NULL, "again", 5));
    CHECK_OK(kb_jws_verify_memory(&payload, key, 1, jws.data, jws.len));
    CHECK(payload.len == 5);
    kb_buffer_free(&jws);
    kb_buffer_free(&payload);
}

static void run(const kat_case *c) {
    kb_jws_key key = {.alg = kat_text(c, "alg")};
    const kb_sig *alg = kb_sig_lamps_find(key.alg);
    kb_buffer payload = {0};
    key.pk = kat_hex(c, "pk", &key.pk_len);
    REQUIRE(alg != NULL && key.pk_len == alg->pk_bytes);
    size_t len;
    const char *text = kat_text_or_hex(c, "jws", &len);
    kb_status status = kb_jws_verify_memory(&payload, &key, 1, text, len);
    if (kat_is_invalid(c)) {
        CHECK(status != KB_OK && payload.len == 0);
    } else {
        CHECK_STATUS(status, KB_OK);
        kat_check(c, "payload", payload.data, payload.len);
    }
    kb_buffer_free(&payload);
    if (kat_find(c, "sk") != NULL) {
        sign_again(c, &key, alg);
    }
}

int main(void) {
    static const kat_op ops[] = {{"jws-verify", run}};
    return kat_main("jws", ops, sizeof ops / sizeof ops[0]);
}
