/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of Ed25519, Ed448, ECDSA (raw and DER) and RSA-PSS: verification. */
#include "kat/kat.h"
#include "key/key.h"
#include "sig/classic/classic.h"

/* What every case brings. */
typedef struct parts {
    const uint8_t *pk, *msg, *sig;
    size_t pk_len, msg_len, sig_len;
} parts;

static parts parts_of(const kat_case *c) {
    parts p;
    p.pk = kat_hex(c, "pk", &p.pk_len);
    p.msg = kat_hex(c, "msg", &p.msg_len);
    p.sig = kat_hex(c, "sig", &p.sig_len);
    return p;
}

static kb_status wanted(const kat_case *c) {
    return kat_is_invalid(c) ? KB_ERR_AUTH : KB_OK;
}

static void run_table(const kat_case *c) {
    static const kb_sig *const algs[] = {&kb_ed25519, &kb_ed448, &kb_ecdsa_p256,
                                         &kb_ecdsa_p384, &kb_ecdsa_p521};
    const kb_sig *alg = NULL;
    parts p = parts_of(c);
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        alg = kat_is(c, "alg", algs[i]->id) ? algs[i] : alg;
    }
    REQUIRE(alg != NULL && p.pk_len == alg->pk_bytes);
    CHECK_OK(alg->check_pk(p.pk));
    kb_sig_message message = {p.msg, p.msg_len, NULL, 0};
    CHECK_STATUS(alg->verify(p.sig, p.sig_len, &message, p.pk), wanted(c));
}

static void run_der(const kat_case *c) {
    parts p = parts_of(c);
    kb_libcrypto_ec curve = kat_is(c, "alg", "ECDSA-P256")   ? KB_LIBCRYPTO_P256
                            : kat_is(c, "alg", "ECDSA-P384") ? KB_LIBCRYPTO_P384
                                                             : KB_LIBCRYPTO_P521;
    kb_libcrypto_md md = kat_is(c, "rule", "SHA-256")   ? KB_LIBCRYPTO_SHA256
                         : kat_is(c, "rule", "SHA-384") ? KB_LIBCRYPTO_SHA384
                                                        : KB_LIBCRYPTO_SHA512;
    CHECK_STATUS(kb_ecdsa_verify_der(curve, md, p.sig, p.sig_len, p.msg, p.msg_len, p.pk),
                 wanted(c));
}

static void run_rsa(const kat_case *c) {
    parts p = parts_of(c);
    size_t sig_len;
    CHECK_OK(kb_rsa_pss_check_public(p.pk, p.pk_len, &sig_len));
    CHECK_STATUS(kb_rsa_pss_verify(p.sig, p.sig_len, p.msg, p.msg_len, p.pk, p.pk_len),
                 wanted(c));
    /* The same as an imported key. */
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_read(&key, p.pk, p.pk_len, NULL));
    kb_sig_message message = {p.msg, p.msg_len, NULL, 0};
    CHECK_STATUS(key->sig->verify(p.sig, p.sig_len, &message, key->pk), wanted(c));
    kb_key_free(key);
}

/* The full sets are not part of every collection, so that their folder may be missing. */
static bool has_full_set(void) {
    const char *full = getenv("KEYBRAID_VECTORS");
    glob_t found;
    if (full == NULL || full[0] == '\0') {
        return false;
    }
    bool has = glob(KB_VECTORS_FULL_DIR "/classic/*.kat", 0, NULL, &found) == 0;
    globfree(&found);
    return has;
}

int main(void) {
    static const kat_op ops[] = {{"sig-verify", run_table},
                                 {"ecdsa-der-verify", run_der},
                                 {"rsa-pss-verify", run_rsa}};
    const size_t count = sizeof ops / sizeof ops[0];
    kat_run_folder(KB_VECTORS_DIR, "classic", ops, count);
    if (has_full_set()) {
        kat_run_folder(KB_VECTORS_FULL_DIR, "classic", ops, count);
    }
    return TEST_END();
}
