/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Key files of other software: read, compared with what they must hold, and written
 * again. Key exchanges run with the keys that were read.
 */
#include "codec/pem.h"
#include "core/error.h"
#include "kat/kat.h"
#include "key/key.h"

#include <keybraid/secret.h>

static kb_status read_field(const kat_case *c, const char *name, kb_key **out) {
    size_t len;
    const uint8_t *file = kat_hex(c, name, &len);
    *out = NULL;
    kb_status status = kb_key_read(out, file, len, "enc");
    CHECK((status == KB_OK) == (*out != NULL));
    return status;
}

/* PEM texts are compared by their content: their lines may differ. */
static void check_same_pem(const kat_case *c, const char *name, const char *text,
                           size_t text_len) {
    char label[2][KB_PEM_LABEL_MAX_BYTES];
    kb_secret *want = NULL, *got = NULL;
    size_t len, at = 0;
    const char *file = (const char *)kat_hex(c, name, &len);
    REQUIRE_OK(kb_pem_read(file, len, &at, label[0], &want));
    at = 0;
    REQUIRE_OK(kb_pem_read(text, text_len, &at, label[1], &got));
    CHECK_STR(label[1], label[0]);
    CHECK(kb_secret_len(want) == kb_secret_len(got) &&
          memcmp(kb_secret_bytes(want), kb_secret_bytes(got), kb_secret_len(got)) == 0);
    kb_secret_free(want);
    kb_secret_free(got);
}

static void check_public_pem(const kat_case *c, const char *name, const kb_key *key) {
    char *pem = NULL;
    REQUIRE_OK(kb_key_to_public_pem(key, &pem));
    check_same_pem(c, name, pem, strlen(pem));
    kb_jwk_free(pem);
}

static void run_public(const kat_case *c) {
    kb_key *key = NULL;
    REQUIRE_OK(read_field(c, "file", &key));
    CHECK_STR(kb_key_alg(key), kat_text(c, "alg"));
    CHECK(!kb_key_has_private(key));
    check_public_pem(c, "file", key);
    kb_key_free(key);
}

/* written: what comes out again, the seed where the file holds one. */
static void run_private(const kat_case *c) {
    kb_key *key = NULL;
    kb_secret *pem = NULL, *jwk = NULL;
    REQUIRE_OK(read_field(c, "file", &key));
    CHECK_STR(kb_key_alg(key), kat_text(c, "alg"));
    CHECK(kb_key_has_private(key));
    check_public_pem(c, "public", key);
    REQUIRE_OK(kb_key_to_private_pem(key, &pem));
    check_same_pem(c, "written", (const char *)kb_secret_bytes(pem), kb_secret_len(pem));
    CHECK_STATUS(kb_key_to_private_jwk(key, &jwk),
                 kb_key_is_expanded(key) ? KB_ERR_KEY : KB_OK);
    kb_secret_free(jwk);
    kb_secret_free(pem);
    kb_key_free(key);
}

static void check_bytes(const kat_case *c, const kb_key *key) {
    CHECK_STR(kb_key_alg(key), kat_text(c, "alg"));
    kat_check(c, "public", key->pk, key->pk_len);
    CHECK(kb_key_has_private(key) == (kat_find(c, "private") != NULL));
    if (kb_key_has_private(key)) {
        kat_check(c, "private", kb_secret_bytes(key->sk), key->sk_len);
    }
}

static void run_jwk(const kat_case *c) {
    kb_key *key = NULL;
    const char *jwk = kat_text(c, "jwk_text");
    REQUIRE_OK(kb_key_from_jwk(&key, jwk, strlen(jwk)));
    check_bytes(c, key);
    if (kat_find(c, "thumbprint_text") != NULL) {
        CHECK_STR(kb_key_thumbprint(key), kat_text(c, "thumbprint_text"));
    }
    kb_key_free(key);
}

static void run_der(const kat_case *c) {
    kb_key *key = NULL;
    uint8_t der[512];
    kb_der_writer w = kb_der_writer_on(der, sizeof der);
    REQUIRE_OK(read_field(c, "file", &key));
    check_bytes(c, key);
    CHECK_OK(kb_key_put_pkcs8(&w, key));
    kat_check(c, "file", der + w.at, sizeof der - w.at);
    kb_key_free(key);
}

static void run_refuse(const kat_case *c) {
    kb_key *key = NULL;
    kb_status status = read_field(c, "file", &key);
    CHECK_STR(kb_status_name(status), kat_text(c, "expect"));
    kb_key_free(key);
}

/* What these files may hold and we refuse, although others need not. */
static bool is_refused(const kat_case *c) {
    static const char *const flags[] = {"ZeroSharedSecret", "NonCanonicalPublic",
                                        "UnnamedCurve",     "CompressedPoint",
                                        "InvalidAsn",       "InvalidPem"};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strstr(kat_text(c, "comment"), flags[i]) != NULL) {
            return true;
        }
    }
    return kat_is_invalid(c);
}

static kb_status exchange(const kat_case *c, const kb_key *pub, const uint8_t *sk) {
    uint8_t ss[KB_KEM_SS_MAX_BYTES];
    KB_TRY(pub->kem->decaps(ss, pub->pk, sk));
    kat_check(c, "shared", ss, pub->kem->ss_bytes);
    return KB_OK;
}

static void run_exchange(const kat_case *c) {
    kb_key *pub = NULL, *priv = NULL;
    size_t len;
    const uint8_t *scalar =
        kat_find(c, "scalar") != NULL ? kat_hex(c, "scalar", &len) : NULL;
    kb_status status = read_field(c, "public", &pub);
    if (status == KB_OK && scalar == NULL) {
        status = read_field(c, "private", &priv);
    }
    if (status == KB_OK && (pub->kem == NULL || !kat_is(c, "alg", kb_key_alg(pub)) ||
                            (priv != NULL && priv->kem != pub->kem))) {
        status = KB_ERR_KEY; /* keys of two curves */
    }
    if (status == KB_OK) {
        status = exchange(c, pub, scalar != NULL ? scalar : kb_secret_bytes(priv->sk));
    }
    CHECK_(is_refused(c) == (status != KB_OK), (void)0, "%s (%s)", kb_status_name(status),
           status == KB_OK ? "" : kb_last_error()->text);
    kb_key_free(pub);
    kb_key_free(priv);
}

int main(void) {
    static const kat_op ops[] = {
        {"key-public", run_public}, {"key-private", run_private},
        {"key-jwk", run_jwk},       {"key-der", run_der},
        {"key-refuse", run_refuse}, {"key-exchange", run_exchange},
    };
    return kat_main("keys", ops, sizeof ops / sizeof ops[0]);
}
