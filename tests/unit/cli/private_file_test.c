/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "private_file.h"

#include "codec/text.h"
#include "core/secret.h"
#include "test.h"

/* Made with Python's cryptography package (Argon2id and AES-256-GCM of its OpenSSL),
 * pass-phrase "correct horse". */
#define KDF                                                                              \
    "{\"alg\":\"argon2id\",\"memory_kib\":8192,\"passes\":2,\"salt\":"                   \
    "\"AAECAwQFBgcICQoLDA0ODw\"}"
#define NONCE "\"nonce\":\"QEFCQ0RFRkdISUpL\""
#define SEAL  "\"ciphertext\":\"gKMtiXnvy6aDvTErXbSu8NGvbgCD9ScvNIPDaqHAvKE\""
#define MARK  "\"keybraid\":\"private-key\""
static const char known[] = "{" MARK ",\"v\":1,\"kdf\":" KDF "," NONCE "," SEAL "}";
static const char content[] = "stands for a JWK";

static kb_secret *secret_of(const char *text) {
    kb_secret *secret = NULL;
    if (kb_secret_new(&secret, strlen(text)) != KB_OK) {
        abort();
    }
    memcpy(kb_secret_data(secret), text, strlen(text));
    return secret;
}

/* Opens a file and checks that a failure hands nothing out. */
static kb_status open_file(const char *text, size_t len, const char *with) {
    KB_SECRET_HANDLE passphrase = secret_of(with);
    KB_SECRET_HANDLE got = NULL;
    kb_status status = kb_cli_private_file_read(&got, text, len, passphrase);
    if (status == KB_OK) {
        CHECK_INT(kb_secret_len(got), strlen(content));
        CHECK_MEM(kb_secret_bytes(got), content, strlen(content));
    } else {
        CHECK(got == NULL);
    }
    return status;
}

TEST(a_file_of_another_implementation_opens) {
    CHECK_OK(open_file(known, strlen(known), "correct horse"));
    CHECK(kb_cli_private_file_is(known, strlen(known)));
}

TEST(what_is_written_opens_and_has_the_stated_form) {
    static const char head[] = "{" MARK ",\"v\":1,\"kdf\":{\"alg\":\"argon2id\","
                               "\"memory_kib\":65536,\"passes\":3,\"salt\":\"";
    KB_SECRET_HANDLE jwk = secret_of(content);
    KB_SECRET_HANDLE passphrase = secret_of("open sesame");
    char *one = NULL, *two = NULL;
    REQUIRE_OK(kb_cli_private_file_write(&one, jwk, passphrase));
    REQUIRE_OK(kb_cli_private_file_write(&two, jwk, passphrase));
    CHECK_MEM(one, head, strlen(head));
    CHECK(strcmp(one, two) != 0);
    CHECK_OK(open_file(one, strlen(one), "open sesame"));
    CHECK_STATUS(open_file(one, strlen(one), "open Sesame"), KB_ERR_PASSPHRASE);
    kb_text_release(one);
    kb_text_release(two);
}

TEST(a_change_of_any_character_is_refused) {
    char bent[sizeof known];
    for (size_t i = 0; i < strlen(known); i++) {
        memcpy(bent, known, sizeof known);
        bent[i] ^= 1;
        CHECK(open_file(bent, strlen(known), "correct horse") != KB_OK);
    }
}

TEST(every_truncation_is_refused) {
    for (size_t n = 0; n < strlen(known); n++) {
        CHECK_STATUS(open_file(known, n, "correct horse"), KB_ERR_FORMAT);
    }
}

TEST(members_that_are_missing_doubled_unknown_or_of_a_wrong_type_are_refused) {
    static const char *const bad[] = {
        "{\"v\":1,\"kdf\":" KDF "," NONCE "," SEAL "}",
        "{" MARK ",\"kdf\":" KDF "," NONCE "," SEAL "}",
        "{" MARK ",\"v\":1," NONCE "," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF "," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF "," NONCE "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF "," NONCE "," NONCE "," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF "," NONCE "," SEAL ",\"x\":1}",
        "{" MARK ",\"v\":\"1\",\"kdf\":" KDF "," NONCE "," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":\"argon2id\"," NONCE "," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":[" KDF "]," NONCE "," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF ",\"nonce\":null," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF ",\"nonce\":{}," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF ",\"nonce\":\"QEFCQ0RFRkdISUpLQEFC\"," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF ",\"nonce\":\"QEFC\"," SEAL "}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF "," NONCE ",\"ciphertext\":\"\"}",
        "{" MARK ",\"v\":1,\"kdf\":" KDF "," NONCE ",\"ciphertext\":\"AAAA\"}",
        "["
        "1"
        "]",
        "1",
        "\"keybraid\"",
        "{}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(open_file(bad[i], strlen(bad[i]), "correct horse"), KB_ERR_FORMAT);
    }
}

TEST(another_version_or_kind_is_not_supported) {
    static const char *const bad[] = {
        "{\"keybraid\":\"public-key\",\"v\":1,\"kdf\":" KDF "," NONCE "," SEAL "}",
        "{" MARK ",\"v\":2,\"kdf\":" KDF "," NONCE "," SEAL "}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(open_file(bad[i], strlen(bad[i]), "correct horse"),
                     KB_ERR_UNSUPPORTED);
    }
}

TEST(the_mark_is_looked_for_at_the_top_only) {
    static const char inside[] = "{\"x\":{\"keybraid\":1}}";
    static const char broken[] = "{\"keybraid\":";
    CHECK(!kb_cli_private_file_is(inside, strlen(inside)));
    CHECK(!kb_cli_private_file_is("{\"kty\":\"AKP\"}", 13));
    CHECK(!kb_cli_private_file_is("", 0));
    CHECK(kb_cli_private_file_is(broken, strlen(broken)));
}

int main(void) {
    RUN(a_file_of_another_implementation_opens);
    RUN(what_is_written_opens_and_has_the_stated_form);
    RUN(a_change_of_any_character_is_refused);
    RUN(every_truncation_is_refused);
    RUN(members_that_are_missing_doubled_unknown_or_of_a_wrong_type_are_refused);
    RUN(another_version_or_kind_is_not_supported);
    RUN(the_mark_is_looked_for_at_the_top_only);
    return TEST_END();
}
