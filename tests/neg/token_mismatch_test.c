/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Tokens whose parts do not belong together: another enc in the header, tags where there
 * are none, bytes after the end, an end at every place of a pipe, and bit flips of a
 * file that is read in passes.
 */
#define _GNU_SOURCE /* memfd_create, pipe sizes */
#include "codec/base64url.h"
#include "core/bytes.h"
#include "neg/opened.h"

static kb_key *key;
static const uint8_t content[] = "a small text";
enum { CONTENT = sizeof content, TEXT_MAX = 16384 };
static opened o;

static void seal(kb_buffer *token, kb_jwe_format format, kb_jwe_enc enc) {
    kb_jwe_encrypt_options e = {.recipient = key, .format = format, .enc = enc};
    if (kb_jwe_encrypt_memory(token, &e, content, CONTENT) != KB_OK) {
        printf("not ok - no token\n");
        exit(1);
    }
}

static void try_text(const char *text, size_t len, kb_status want, const char *what) {
    for (opened_from from = FROM_MEMORY; from < FROM_COUNT; from++) {
        opened_token(&o, key, from, (const uint8_t *)text, len, NULL);
        CHECK_(o.status == want && o.finished == (want == KB_OK) &&
                   memcmp(o.out, content, o.len) == 0,
               (void)0, "%s, source %d: %s, %zu bytes", what, (int)from,
               kb_status_name(o.status), o.len);
    }
}

/* Decodes the string member of a JSON token; returns its length. */
static size_t get_member(uint8_t *out, const char *text, const char *name) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", name);
    const char *at = strstr(text, quoted);
    if (at == NULL) {
        return 0;
    }
    at += strlen(quoted);
    size_t chars = strcspn(at, "\"");
    if (kb_base64url_decode(out, at, chars, 0) != KB_OK) {
        return 0;
    }
    return KB_BASE64URL_BYTES(chars);
}

/* Puts other bytes in the place of a member's. */
static void put_member(char *text, const char *name, const uint8_t *bytes, size_t len) {
    char quoted[32], rest[TEXT_MAX];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", name);
    char *at = strstr(text, quoted) + strlen(quoted);
    strcpy(rest, at + strcspn(at, "\""));
    kb_base64url_encode(at, bytes, len);
    strcpy(at + KB_BASE64URL_TEXT_LEN(len), rest);
}

/* The text of a fresh token with another enc in its header. */
static void with_enc(char text[TEXT_MAX], kb_jwe_enc enc, const char *name) {
    kb_buffer token = {.data = NULL};
    uint8_t header[1024], changed[1024];
    char member[64];
    seal(&token, KB_JWE_JSON, enc);
    snprintf(text, TEXT_MAX, "%.*s", (int)token.len, (const char *)token.data);
    size_t len = get_member(header, text, "protected");
    header[len] = '\0';
    snprintf(member, sizeof member, "\"enc\":\"%s\"", kb_jwe_enc_name(enc));
    char *at = strstr((char *)header, member);
    REQUIRE(at != NULL);
    int n =
        snprintf((char *)changed, sizeof changed, "%.*s\"enc\":\"%s\"%s",
                 (int)(at - (char *)header), (char *)header, name, at + strlen(member));
    put_member(text, "protected", changed, (size_t)n);
    kb_buffer_free(&token);
}

/* The iv that the other enc asks for: its nonce, or its parameters and no more truth. */
static void fit_iv(char text[TEXT_MAX], kb_jwe_enc enc) {
    uint8_t iv[74] = {0};
    static const uint32_t segment_bytes[] = {[KB_JWE_ENC_FLOE_4K] = 4096,
                                             [KB_JWE_ENC_FLOE_64K] = 65536,
                                             [KB_JWE_ENC_FLOE_1M] = 1048576};
    (void)get_member(iv, text, "iv");
    if (enc == KB_JWE_ENC_A256GCM) {
        put_member(text, "iv", iv, 12);
        strcpy(strrchr(text, '}'), ",\"tag\":\"AAAAAAAAAAAAAAAAAAAAAA\"}");
        return;
    }
    iv[0] = iv[1] = 0;
    kb_store_be32(iv + 2, segment_bytes[enc]);
    kb_store_be32(iv + 6, 32);
    put_member(text, "iv", iv, sizeof iv);
    char *tag = strstr(text, ",\"tag\":");
    if (tag != NULL) {
        strcpy(tag, "}");
    }
}

TEST(another_enc_in_the_header_is_refused) {
    static char text[TEXT_MAX];
    for (kb_jwe_enc is = KB_JWE_ENC_A256GCM; is <= KB_JWE_ENC_FLOE_1M; is++) {
        with_enc(text, is, kb_jwe_enc_name(is));
        try_text(text, strlen(text), KB_OK, "as it was");
        for (kb_jwe_enc said = KB_JWE_ENC_A256GCM; said <= KB_JWE_ENC_FLOE_1M; said++) {
            if (said == is) {
                continue;
            }
            with_enc(text, is, kb_jwe_enc_name(said));
            try_text(text, strlen(text), KB_ERR_FORMAT, "another enc");
            fit_iv(text, said);
            try_text(text, strlen(text), KB_ERR_AUTH, "another enc and an iv for it");
        }
        with_enc(text, is, "A128GCM");
        try_text(text, strlen(text), KB_ERR_UNSUPPORTED, "unknown enc");
        with_enc(text, is, "A256GCM-FLOE-16K");
        try_text(text, strlen(text), KB_ERR_UNSUPPORTED, "unknown enc");
        with_enc(text, is, "auto");
        try_text(text, strlen(text), KB_ERR_UNSUPPORTED, "enc auto");
    }
}

TEST(segmented_content_has_no_tag) {
    static char text[TEXT_MAX], changed[TEXT_MAX + 64];
    static const char *const tags[] = {
        "\"tag\":\"\"", "\"tag\":\"AAAAAAAAAAAAAAAAAAAAAA\"", "\"tag\":null"};
    kb_buffer token = {.data = NULL};
    with_enc(text, KB_JWE_ENC_FLOE_4K, "A256GCM-FLOE-4K");
    for (size_t i = 0; i < 3; i++) {
        snprintf(changed, sizeof changed, "%.*s,%s}", (int)strlen(text) - 1, text,
                 tags[i]);
        try_text(changed, strlen(changed), KB_ERR_FORMAT, tags[i]);
        snprintf(changed, sizeof changed, "{%s,%s", tags[i], text + 1);
        try_text(changed, strlen(changed), KB_ERR_FORMAT, tags[i]);
    }
    seal(&token, KB_JWE_COMPACT, KB_JWE_ENC_FLOE_4K);
    int n = snprintf(changed, sizeof changed, "%.*sAAAAAAAAAAAAAAAAAAAAAA",
                     (int)token.len, (const char *)token.data);
    try_text(changed, (size_t)n, KB_ERR_FORMAT, "compact");
    kb_buffer_free(&token);
}

TEST(one_tag_is_not_missing) {
    static char text[TEXT_MAX];
    with_enc(text, KB_JWE_ENC_A256GCM, "A256GCM");
    strcpy(strstr(text, ",\"tag\":"), "}");
    try_text(text, strlen(text), KB_ERR_FORMAT, "no tag");
}

TEST(nothing_but_white_space_follows_json) {
    static char text[TEXT_MAX];
    for (kb_jwe_enc enc = KB_JWE_ENC_A256GCM; enc <= KB_JWE_ENC_FLOE_4K; enc++) {
        with_enc(text, enc, kb_jwe_enc_name(enc));
        size_t len = strlen(text);
        for (int c = 0; c < 256; c++) {
            bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
            text[len] = (char)c;
            try_text(text, len + 1, is_space ? KB_OK : KB_ERR_FORMAT, "one byte more");
        }
        memcpy(text + len, " {}", 3);
        try_text(text, len + 3, KB_ERR_FORMAT, "an object more");
        memmove(text + len, text, len);
        try_text(text, 2 * len, KB_ERR_FORMAT, "twice");
    }
}

TEST(nothing_but_one_line_end_follows_compact) {
    static char text[TEXT_MAX];
    for (kb_jwe_enc enc = KB_JWE_ENC_A256GCM; enc <= KB_JWE_ENC_FLOE_4K; enc++) {
        kb_buffer token = {.data = NULL};
        seal(&token, KB_JWE_COMPACT, enc);
        memcpy(text, token.data, token.len);
        for (int c = 0; c < 256; c++) {
            text[token.len] = (char)c;
            try_text(text, token.len + 1, c == '\n' ? KB_OK : KB_ERR_FORMAT,
                     "one byte more");
        }
        memcpy(text + token.len, "\n\n", 2);
        try_text(text, token.len + 2, KB_ERR_FORMAT, "two line ends");
        kb_buffer_free(&token);
    }
}

static const struct {
    kb_jwe_format format;
    kb_jwe_enc enc;
    size_t flip_step; /* every bit, or fewer where the parser is that of another row */
} kinds[] = {{KB_JWE_JSON, KB_JWE_ENC_A256GCM, 1},
             {KB_JWE_COMPACT, KB_JWE_ENC_A256GCM, 7},
             {KB_JWE_JSON, KB_JWE_ENC_FLOE_4K, 7},
             {KB_JWE_COMPACT, KB_JWE_ENC_FLOE_4K, 7},
             {KB_JWE_CONTAINER, KB_JWE_ENC_FLOE_4K, 1}};
#define KINDS (sizeof kinds / sizeof kinds[0])

TEST(a_pipe_that_ends_at_any_byte_releases_nothing) {
    for (size_t i = 0; i < KINDS; i++) {
        kb_buffer token = {.data = NULL};
        seal(&token, kinds[i].format, kinds[i].enc);
        for (size_t len = 0; len < token.len; len++) {
            opened_token(&o, key, FROM_PIPE, token.data, len, NULL);
            CHECK_((o.status == KB_ERR_FORMAT || o.status == KB_ERR_AUTH) && o.len == 0 &&
                       o.finished == 0,
                   (void)0, "kind %zu, %zu bytes: %s, %zu released", i, len,
                   kb_status_name(o.status), o.len);
        }
        opened_token(&o, key, FROM_PIPE, token.data, token.len, NULL);
        CHECK(o.status == KB_OK && o.len == CONTENT);
        kb_buffer_free(&token);
    }
}

static void flip_file(size_t kind, int fd, const kb_buffer *token, size_t step) {
    for (size_t bit = 0; bit < 8 * token->len; bit += step) {
        kb_source *source = NULL;
        uint8_t byte = token->data[bit / 8] ^ (uint8_t)(1U << bit % 8);
        REQUIRE(pwrite(fd, &byte, 1, (off_t)(bit / 8)) == 1 &&
                lseek(fd, 0, SEEK_SET) == 0);
        REQUIRE_OK(kb_source_from_fd(&source, fd));
        opened_run(&o, key, source, true, NULL);
        kb_source_free(source);
        CHECK_(o.status != KB_OK && o.status != KB_ERR_IO &&
                   o.status != KB_ERR_INTERNAL && o.finished == 0 && o.len == 0,
               (void)0, "kind %zu, bit %zu: %s, %zu released", kind, bit,
               kb_status_name(o.status), o.len);
        REQUIRE(pwrite(fd, &token->data[bit / 8], 1, (off_t)(bit / 8)) == 1);
    }
}

TEST(bit_flips_of_a_file_are_refused_and_nothing_is_released) {
    for (size_t i = 0; i < KINDS; i++) {
        kb_buffer token = {.data = NULL};
        seal(&token, kinds[i].format, kinds[i].enc);
        int fd = opened_fd(FROM_FILE, token.data, token.len);
        flip_file(i, fd, &token, kinds[i].flip_step);
        close(fd);
        kb_buffer_free(&token);
    }
}

int main(void) {
    if (kb_key_generate(&key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256") != KB_OK) {
        return 1;
    }
    RUN(another_enc_in_the_header_is_refused);
    RUN(segmented_content_has_no_tag);
    RUN(one_tag_is_not_missing);
    RUN(nothing_but_white_space_follows_json);
    RUN(nothing_but_one_line_end_follows_compact);
    RUN(a_pipe_that_ends_at_any_byte_releases_nothing);
    RUN(bit_flips_of_a_file_are_refused_and_nothing_is_released);
    kb_key_free(key);
    return TEST_END();
}
