/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "codec/pem.h"
#include "test.h"

/* The public key of RFC 8410, section 10.1. */
#define KEY_TEXT "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
#define KEY_HEX                                                                          \
    "302a300506032b6570032100"                                                           \
    "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"

static kb_status read_one(const char *text, kb_secret **der, size_t *at) {
    char label[KB_PEM_LABEL_MAX_BYTES];
    *at = 0;
    kb_status status = kb_pem_read(text, strlen(text), at, label, der);
    CHECK(status != KB_OK || strcmp(label, "PUBLIC KEY") == 0);
    return status;
}

TEST(one_form_is_written) {
    uint8_t der[64];
    long n = test_unhex(der, sizeof der, KEY_HEX);
    kb_text t = {0};
    char *text = NULL;
    kb_pem_write(&t, "PUBLIC KEY", der, (size_t)n);
    REQUIRE_OK(kb_text_finish(&t, &text));
    CHECK_STR(text,
              "-----BEGIN PUBLIC KEY-----\n" KEY_TEXT "\n-----END PUBLIC KEY-----\n");
    kb_text_release(text);
}

TEST(every_length_and_byte_comes_back) {
    uint8_t bytes[200];
    for (size_t n = 1; n <= sizeof bytes; n++) {
        kb_text t = {0};
        char *text = NULL;
        kb_secret *der = NULL;
        size_t at;
        for (size_t i = 0; i < n; i++) {
            bytes[i] = (uint8_t)(i * 37 + n * 101);
        }
        kb_pem_write(&t, "PUBLIC KEY", bytes, n);
        REQUIRE_OK(kb_text_finish(&t, &text));
        REQUIRE_OK(read_one(text, &der, &at));
        CHECK_INT(at, strlen(text));
        CHECK(kb_secret_len(der) == n && memcmp(kb_secret_bytes(der), bytes, n) == 0);
        kb_secret_free(der);
        kb_text_release(text);
    }
}

TEST(reading_is_lenient_about_lines_only) {
    static const char *const texts[] = {
        "-----BEGIN PUBLIC KEY-----\n" KEY_TEXT "\n-----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY-----\r\n" KEY_TEXT "\r\n-----END PUBLIC KEY-----\r\n",
        "Subject: me\n\n-----BEGIN PUBLIC KEY----- \n\n" KEY_TEXT
        " \t\n-----END PUBLIC KEY-----\n",
        /* One text in two lines. */
        ("-----BEGIN PUBLIC "
         "KEY-----\nMCow\nBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQ\nhqowtrbLDFw4rXAxZuE=\n---"
         "--END PUBLIC KEY-----\n"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        kb_secret *der = NULL;
        size_t at;
        REQUIRE_OK(read_one(texts[i], &der, &at));
        CHECK_HEX(kb_secret_bytes(der), kb_secret_len(der), KEY_HEX);
        kb_secret_free(der);
    }
}

TEST(anything_else_is_refused) {
    static const char *const texts[] = {
        "",
        KEY_TEXT,
        "-----BEGIN PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\n" KEY_TEXT "\n",
        "-----BEGIN PUBLIC KEY-----\n" KEY_TEXT "\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PUBLIC KEY\n" KEY_TEXT "\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nMCow=\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nMCo=\nBQYD\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nMCp=\n-----END PUBLIC KEY-----\n", /* unused bits */
        "-----BEGIN PUBLIC KEY-----\nMC-_\n-----END PUBLIC KEY-----\n", /* the other
                                                                           alphabet */
        "-----BEGIN PUBLIC KEY-----\nM Co\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nMCowB\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nM===\n-----END PUBLIC KEY-----\n",
        "-----BEGIN -----\nMCow\n-----END -----\n",
        "-----BEGIN AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-----\nMCow\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        kb_secret *der = NULL;
        size_t at;
        kb_status got = read_one(texts[i], &der, &at);
        CHECK_(got == KB_ERR_FORMAT && der == NULL, (void)0, "%s: %s", texts[i],
               kb_status_name(got));
    }
    CHECK(kb_pem_is("x\n-----BEGIN A-----\n", 19) &&
          !kb_pem_is("x-----BEGIN A-----\n", 19));
}

int main(void) {
    RUN(one_form_is_written);
    RUN(every_length_and_byte_comes_back);
    RUN(reading_is_lenient_about_lines_only);
    RUN(anything_else_is_refused);
    return TEST_END();
}
