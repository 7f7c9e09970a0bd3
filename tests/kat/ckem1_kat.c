/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of CKEM1: the combiner, whole tokens, and tokens that must be refused.
 *
 * Algorithms that this version does not have must be refused too; they are
 * listed by id. The class of a refusal may differ from the stated one where the order of
 * checks is free: differences are printed and counted, acceptance fails.
 */
#include "composite/combiner.h"
#include "envelope/reader.h"
#include "envelope/recover.h"
#include "kat/kat.h"

#include <keybraid/hash.h>
#include <keybraid/jwe.h>
#include <keybraid/key.h>

static kb_span span_of(const kat_case *c, const char *name) {
    kb_span span;
    span.data = kat_hex(c, name, &span.len);
    return span;
}

static void run_keycombine(const kat_case *c) {
    kb_combiner_input in = {.alg = kat_text(c, "alg"),
                            .enc = kat_text(c, "enc"),
                            .ss_c = span_of(c, "ss_c"),
                            .ss_p = span_of(c, "ss_p"),
                            .ct_c = span_of(c, "ct_c"),
                            .ct_p = span_of(c, "ct_p"),
                            .pk_c = span_of(c, "pk_c"),
                            .pk_p = span_of(c, "pk_p"),
                            .ctx = span_of(c, "ctx")};
    const char *token = strrchr(in.alg, '.');
    size_t okm_len;
    (void)kat_hex(c, "okm", &okm_len);
    REQUIRE(token != NULL && okm_len <= KB_COMBINER_OKM_MAX);
    REQUIRE_OK(kb_composite_alg_kdf(&in.kdf, token + 1, strcspn(token + 1, "+")));
    uint8_t *okm = kat_buffer(okm_len);
    CHECK_OK(kb_combiner_derive(okm, okm_len, &in));
    kat_check(c, "okm", okm, okm_len);
}

static unsigned not_here, classes_equal, classes_other;

/* Whether this version has the KEMs. */
static bool is_here(const char *jwk) {
    return strstr(jwk, "HQC") == NULL;
}

static const char *class_of(kb_status status) {
    switch (status) {
    case KB_ERR_FORMAT:
        return "FORMAT";
    case KB_ERR_UNSUPPORTED:
        return "UNSUPPORTED";
    case KB_ERR_KEY:
    case KB_ERR_NO_KEY:
        return "KEY";
    case KB_ERR_AUTH:
        return "AUTH";
    default:
        return "another";
    }
}

/* Checks that the key id in the file is the thumbprint. */
static void check_kid(const char *jwk, const kb_key *key) {
    char want[64];
    (void)snprintf(want, sizeof want, "\"kid\":\"%s\"", kb_key_thumbprint(key));
    CHECK(strstr(jwk, want) != NULL);
}

static kb_status nothing_begins(void *self) {
    (void)self;
    return KB_OK;
}

static kb_status nothing_comes(void *self, const uint8_t *data, size_t len) {
    (void)self;
    (void)data;
    (void)len;
    return KB_OK;
}

/* The keys below the content, with every key that the token is for. */
static void check_keys(const kat_case *c, const kb_jwe_token *token) {
    for (int i = 0;; i++) {
        char name[32];
        uint8_t cek[KB_JWE_CEK_BYTES], mk[KB_JWE_MK_BYTES];
        kb_key *key = NULL;
        (void)snprintf(name, sizeof name, "jwk_%d_text", i);
        const char *jwk = kat_find(c, name);
        if (jwk == NULL) {
            CHECK(i > 0);
            return;
        }
        REQUIRE_OK(kb_key_from_jwk(&key, jwk, strlen(jwk)));
        CHECK_OK(kb_jwe_recover_key(cek, token, kb_keyring_of(key), false));
        kat_check(c, "cek", cek, sizeof cek);
        if (kat_find(c, "mk") != NULL) {
            CHECK_OK(kb_jwe_recover_mk(mk, token, kb_keyring_of(key), false));
            kat_check(c, "mk", mk, sizeof mk);
        }
        kb_key_free(key);
    }
}

static void check_recovery(const kat_case *c, const char *text, size_t len) {
    static const kb_jwe_body nothing = {nothing_begins, nothing_comes, NULL};
    kb_jwe_token *token = NULL;
    kb_jwe_reader *reader = NULL;
    REQUIRE_OK(kb_jwe_token_new(&token));
    REQUIRE_OK(kb_jwe_reader_new(&reader, token, nothing));
    CHECK_OK(kb_jwe_reader_feed(reader, text, len));
    CHECK_OK(kb_jwe_reader_finish(reader));
    check_keys(c, token);
    kb_jwe_reader_free(reader);
    kb_jwe_token_free(token);
}

static kb_status keep_mode(void *self, const kb_jwe_info *info) {
    (void)snprintf(self, 16, "%s", info->mode);
    return KB_OK;
}

static void check_inspect(const kat_case *c, const char *token, size_t len) {
    char mode[16] = "";
    kb_source *source = NULL;
    REQUIRE_OK(kb_source_from_memory(&source, token, len));
    CHECK_OK(kb_jwe_inspect(source, keep_mode, mode));
    CHECK_STR(mode, kat_text(c, "mode"));
    kb_source_free(source);
}

/* Reads the key, then decrypts; the plaintext is empty unless both succeed. */
static kb_status open_token(const kat_case *c, kb_buffer *plaintext) {
    const char *jwk = kat_text(c, "jwk_0_text");
    size_t len;
    const char *token = kat_text_or_hex(c, "token", &len);
    kb_key *key = NULL;
    kb_status status = kb_key_from_jwk(&key, jwk, strlen(jwk));
    if (status != KB_OK) {
        CHECK(key == NULL);
        return status;
    }
    status = kb_jwe_decrypt_memory(plaintext, kb_keyring_of(key), token, len);
    if (status == KB_OK) {
        check_kid(jwk, key);
    }
    kb_key_free(key);
    return status;
}

static void run_token(const kat_case *c) {
    kb_buffer plaintext = {0};
    kb_status status = open_token(c, &plaintext);
    if (!is_here(kat_text(c, "jwk_0_text"))) {
        CHECK_STATUS(status, KB_ERR_UNSUPPORTED);
        CHECK(plaintext.len == 0);
        TEST_NOTE("%s: mode %s, %s: not in this version, refused", kat_text(c, "id"),
                  kat_text(c, "mode"), kat_text(c, "enc"));
        not_here++;
    } else {
        size_t len;
        const char *token = kat_text_or_hex(c, "token", &len);
        CHECK_OK(status);
        kat_check(c, "plaintext", plaintext.data, plaintext.len);
        check_inspect(c, token, len);
        check_recovery(c, token, len);
    }
    kb_buffer_free(&plaintext);
}

static void run_refuse(const kat_case *c) {
    kb_buffer plaintext = {0};
    kb_status status = open_token(c, &plaintext);
    const char *got = class_of(status), *want = kat_text(c, "expect");
    CHECK(status != KB_OK);
    CHECK(plaintext.len == 0);
    if (!is_here(kat_text(c, "jwk_0_text"))) {
        CHECK(status == KB_ERR_UNSUPPORTED || strcmp(got, want) == 0);
        TEST_NOTE("%s (%s): %s is not in this version, refused as %s", kat_text(c, "id"),
                  kat_text(c, "comment"), kat_text(c, "enc"), got);
        not_here++;
        return;
    }
    if (strcmp(got, want) == 0) {
        classes_equal++;
        return;
    }
    classes_other++;
    CHECK(strcmp(got, "another") != 0);
    TEST_NOTE("%s (%s): refused as %s (%s), the file says %s", kat_text(c, "id"),
              kat_text(c, "comment"), got, kb_last_error()->text, want);
}

static void convert(kb_buffer *to, kb_jwe_format format, const void *from, size_t len) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    REQUIRE_OK(kb_source_from_memory(&source, from, len));
    REQUIRE_OK(kb_stream_to_buffer(&sink, to, SIZE_MAX));
    CHECK_OK(kb_jwe_convert(source, format, sink));
    kb_stream_free(sink);
    kb_source_free(source);
}

/* Both forms of one message become each other without a key, byte for byte. */
static void run_container(const kat_case *c) {
    size_t len;
    const char *token = kat_text_or_hex(c, "token", &len),
               *jwk = kat_text(c, "jwk_0_text");
    kb_buffer container = {0}, json = {0}, plaintext = {0};
    uint8_t digest[KB_SHA256_BYTES];
    kb_key *key = NULL;
    convert(&container, KB_JWE_CONTAINER, token, len);
    CHECK_OK(kb_sha256(digest, container.data, container.len));
    kat_check(c, "container_sha256", digest, sizeof digest);
    if (kat_find(c, "container") != NULL) {
        kat_check(c, "container", container.data, container.len);
    }
    convert(&json, KB_JWE_JSON, container.data, container.len);
    CHECK(json.len == len && memcmp(json.data, token, len) == 0);
    REQUIRE_OK(kb_key_from_jwk(&key, jwk, strlen(jwk)));
    CHECK_OK(kb_jwe_decrypt_memory(&plaintext, kb_keyring_of(key), container.data,
                                   container.len));
    kat_check(c, "plaintext", plaintext.data, plaintext.len);
    kb_key_free(key);
    kb_buffer_free(&container);
    kb_buffer_free(&json);
    kb_buffer_free(&plaintext);
}

int main(void) {
    static const kat_op ops[] = {{"keycombine", run_keycombine},
                                 {"token", run_token},
                                 {"container", run_container},
                                 {"refuse", run_refuse}};
    int status = kat_main("ckem1", ops, sizeof ops / sizeof ops[0]);
    TEST_NOTE("refusals: %u of the stated class, %u of another; %u cases not in this "
              "version",
              classes_equal, classes_other, not_here);
    return status;
}
