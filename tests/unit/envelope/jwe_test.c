/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "jwe_parts.h"

#include <unistd.h>

/* The two-pass way: a source that can be rewound. */
static kb_status open_source(const kb_buffer *token, kb_jwe_decrypt_options o,
                             kb_buffer *out) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    *out = (kb_buffer){.data = NULL};
    kb_status status = kb_source_from_memory(&source, token->data, token->len);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    }
    if (o.keys.candidate == NULL) {
        o.keys = kb_keyring_of(key);
    }
    if (status == KB_OK) {
        status = kb_jwe_decrypt(source, &o, sink);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

static kb_status open_held(const kb_buffer *token, kb_buffer *out) {
    *out = (kb_buffer){.data = NULL};
    return kb_jwe_decrypt_memory(out, kb_keyring_of(key), token->data, token->len);
}

/* Both ways must agree; returns their status. */
static kb_status open_both(const kb_buffer *token, const void *want, size_t len) {
    kb_buffer a, b;
    kb_status first = open_held(token, &a);
    kb_status second = open_source(token, (kb_jwe_decrypt_options){.hold_bytes = 0}, &b);
    CHECK_INT(first, second);
    CHECK(first != KB_OK ||
          (a.len == len && (len == 0 || memcmp(a.data, want, len) == 0)));
    CHECK(second != KB_OK ||
          (b.len == len && (len == 0 || memcmp(b.data, want, len) == 0)));
    CHECK(first == KB_OK || (a.len == 0 && b.len == 0));
    kb_buffer_free(&a);
    kb_buffer_free(&b);
    return first;
}

TEST(every_boundary_length_comes_back_in_both_forms_and_ways) {
    static const size_t lengths[] = {0,      1,      2,      3,       4,      15,
                                     16,     17,     47999,  49151,   49152,  49153,
                                     65535,  65536,  65537,  98304,   98305,  262143,
                                     262144, 262145, 524288, 1048576, 1048577};
    uint8_t *data = pattern(1048577);
    REQUIRE(data != NULL);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (kb_jwe_format f = KB_JWE_JSON; f <= KB_JWE_COMPACT; f++) {
            kb_buffer token = {0};
            REQUIRE_OK(
                seal(&token, (kb_jwe_encrypt_options){.format = f}, data, lengths[i]));
            CHECK_OK(open_both(&token, data, lengths[i]));
            kb_buffer_free(&token);
        }
    }
    free(data);
}

TEST(feeding_in_any_pieces_gives_the_same_plaintext) {
    static const size_t steps[] = {1, 2, 3, 7, 4095, 49153, 65537};
    size_t len = 150001;
    uint8_t *data = pattern(len);
    REQUIRE(data != NULL);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        kb_buffer token = {0};
        kb_stream *sink = NULL, *stage = NULL;
        kb_jwe_encrypt_options o = {.recipient = key, .enc = KB_JWE_ENC_A256GCM};
        REQUIRE_OK(kb_stream_to_buffer(&sink, &token, SIZE_MAX));
        REQUIRE_OK(kb_jwe_encrypt_new(&stage, &o, sink));
        for (size_t at = 0; at < len; at += steps[i]) {
            REQUIRE_OK(kb_stream_feed(stage, data + at,
                                      len - at < steps[i] ? len - at : steps[i]));
        }
        REQUIRE_OK(kb_stream_finish(stage));
        kb_stream_free(stage);
        kb_stream_free(sink);
        CHECK_OK(open_both(&token, data, len));
        kb_jwe_decrypt_options d = {.keys = kb_keyring_of(key)};
        counter c = {0};
        REQUIRE_OK(kb_stream_new(&sink, &count_ops, &c));
        REQUIRE_OK(kb_jwe_decrypt_new(&stage, &d, sink));
        for (size_t at = 0; at < token.len; at += steps[i]) {
            size_t n = token.len - at < steps[i] ? token.len - at : steps[i];
            REQUIRE_OK(kb_stream_feed(stage, token.data + at, n));
            CHECK_INT(c.bytes, 0);
        }
        CHECK_OK(kb_stream_finish(stage));
        CHECK(c.bytes == len && c.finished == 1);
        CHECK_MEM(c.first, data, sizeof c.first);
        kb_stream_free(stage);
        kb_stream_free(sink);
        kb_buffer_free(&token);
    }
    free(data);
}

TEST(tokens_are_written_in_the_order_of_the_format) {
    kb_buffer token = {0};
    REQUIRE_OK(seal(
        &token, (kb_jwe_encrypt_options){.aad = "\1\2\3", .aad_len = 3, .typ = "JOSE"},
        "x", 1));
    char *text = strndup((char *)token.data, token.len);
    static const char *const parts[] = {
        "{\"protected\":\"eyJhbGciOiJDS0VNMS5YMjU1MTkuTUwtS0VNLTc2OC5IS0RGLVNIQTI1NiIs",
        "\",\"unprotected\":{\"kc\":\"",
        "\"},\"recipients\":[{\"header\":{\"role\":\"classical\"},\"encrypted_key\":\"",
        "\"},{\"header\":{\"role\":\"pqc\"},\"encrypted_key\":\"",
        "\"}],\"aad\":\"AQID\",\"iv\":\"",
        "\",\"ciphertext\":\"",
        "\",\"tag\":\"",
        "\"}"};
    const char *at = text;
    for (size_t i = 0; at != NULL && i < sizeof parts / sizeof parts[0]; i++) {
        const char *found = strstr(at, parts[i]);
        CHECK(found != NULL && (i > 0 || found == text));
        at = found == NULL ? NULL : found + strlen(parts[i]);
    }
    CHECK(at != NULL && *at == '\0');
    free(text);
    kb_buffer_free(&token);
}

static kb_status copy_info(void *self, const kb_jwe_info *info) {
    *(kb_jwe_info *)self = *info;
    ((kb_jwe_info *)self)->kid =
        NULL; /* belongs to the call; only numbers are looked at after it */
    CHECK_STR(info->alg, ALG);
    CHECK_STR(info->enc, "A256GCM");
    CHECK_STR(info->typ, "a\"b");
    CHECK_STR(info->cty, "text/plain");
    CHECK_STR(info->kid, kb_key_thumbprint(key));
    CHECK(strstr(info->protected_header, "\"typ\":\"a\\\"b\"") != NULL);
    CHECK(info->aad_len == 3 && memcmp(info->aad, "\1\2\3", 3) == 0);
    return KB_OK;
}

TEST(inspection_tells_what_was_written) {
    kb_buffer token = {0};
    kb_source *source = NULL;
    kb_jwe_info info = {.alg = NULL};
    REQUIRE_OK(
        seal(&token,
             (kb_jwe_encrypt_options){
                 .aad = "\1\2\3", .aad_len = 3, .typ = "a\"b", .cty = "text/plain"},
             "hello", 5));
    REQUIRE_OK(kb_source_from_memory(&source, token.data, token.len));
    CHECK_OK(kb_jwe_inspect(source, copy_info, &info));
    CHECK(info.ciphertext_bytes == 5 && info.token_bytes == token.len);
    CHECK_STR(info.serialization, "general");
    CHECK_STR(info.mode, "direct");
    kb_source_free(source);
    kb_buffer_free(&token);
}

/* Moves the text from `from` up to `to` behind the first '{', with a comma. */
static void move_to_front(kb_buffer *token, const char *from, const char *to) {
    char *text = strndup((char *)token->data, token->len);
    char *a = strstr(text, from), *b = to == NULL ? text + token->len - 1 : strstr(a, to);
    size_t n = (size_t)(b - a), at = 1;
    memcpy(token->data + at, a, n);
    at += n;
    token->data[at++] = ',';
    size_t head =
        (size_t)(a - text) - 1 - (to == NULL); /* a comma in front stays behind */
    memcpy(token->data + at, text + 1, head);
    at += head;
    memcpy(token->data + at, b, token->len - (size_t)(b - text));
    at += token->len - (size_t)(b - text);
    token->len = at;
    free(text);
}

TEST(foreign_member_orders_are_decrypted) {
    size_t len = 300000;
    uint8_t *data = pattern(len);
    kb_buffer token = {0};
    REQUIRE_OK(
        seal(&token, (kb_jwe_encrypt_options){.aad = "abc", .aad_len = 3}, data, len));
    move_to_front(&token, "\"ciphertext\":", NULL); /* ciphertext and tag first of all */
    CHECK(strncmp((char *)token.data, "{\"ciphertext\":\"", 15) == 0);
    CHECK_OK(open_both(&token, data, len));
    alter(&token.data[20]);
    CHECK_STATUS(open_both(&token, data, len), KB_ERR_AUTH);
    kb_buffer_free(&token);
    free(data);
}

TEST(aad_is_authenticated_wherever_it_stands) {
    kb_buffer token = {0};
    REQUIRE_OK(
        seal(&token, (kb_jwe_encrypt_options){.aad = "abc", .aad_len = 3}, "hello", 5));
    char *text = strndup((char *)token.data, token.len);
    char *aad = strstr(text, "\"aad\":\"YWJj\",");
    REQUIRE(aad != NULL);
    size_t n = strlen("\"aad\":\"YWJj\",");
    size_t at = (size_t)(aad - text);
    /* Behind the tag: the pass over the ciphertext did not know it. */
    memmove(token.data + at, token.data + at + n, token.len - at - n);
    memcpy(token.data + token.len - n - 1, ",\"aad\":\"YWJj\"}", n + 1);
    CHECK_OK(open_both(&token, "hello", 5));
    alter(&token.data[token.len - 3]);
    CHECK_STATUS(open_both(&token, "hello", 5), KB_ERR_AUTH);
    /* Removed. */
    token.len -= n;
    token.data[token.len - 1] = '}';
    CHECK_STATUS(open_both(&token, "hello", 5), KB_ERR_AUTH);
    free(text);
    kb_buffer_free(&token);
}

static kb_status flip_after_verification(void *self, const kb_jwe_info *info) {
    kb_buffer *token = self;
    (void)info;
    alter(&token->data[token->len - 60]); /* within the last piece of ciphertext */
    return KB_OK;
}

TEST(a_source_that_changes_between_the_passes_is_refused) {
    size_t len = 700000;
    uint8_t *data = pattern(len);
    kb_buffer token = {0};
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    counter c = {0};
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.aad = NULL}, data, len));
    kb_jwe_decrypt_options o = {.keys = kb_keyring_of(key),
                                .on_verified = flip_after_verification,
                                .self = &token};
    REQUIRE_OK(kb_source_from_memory(&source, token.data, token.len));
    REQUIRE_OK(kb_stream_new(&sink, &count_ops, &c));
    CHECK_STATUS(kb_jwe_decrypt(source, &o, sink), KB_ERR_AUTH);
    CHECK_INT(c.finished, 0);
    CHECK(c.bytes <= 524288); /* what was handed out equals the verified pieces before */
    CHECK_MEM(c.first, data, sizeof c.first);
    kb_source_free(source);
    kb_stream_free(sink);
    kb_buffer_free(&token);
    free(data);
}

TEST(what_cannot_be_rewound_is_held_up_to_the_limit) {
    kb_buffer token = {0}, out = {0};
    int ends[2];
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.aad = NULL}, "0123456789", 10));
    for (size_t hold = 9; hold <= 10; hold++) {
        kb_source *source = NULL;
        kb_stream *sink = NULL;
        out = (kb_buffer){.data = NULL};
        REQUIRE(pipe(ends) == 0);
        CHECK_INT(write(ends[1], token.data, token.len), token.len);
        close(ends[1]);
        kb_jwe_decrypt_options o = {.keys = kb_keyring_of(key), .hold_bytes = hold};
        REQUIRE_OK(kb_source_from_fd(&source, ends[0]));
        REQUIRE_OK(kb_stream_to_buffer(&sink, &out, SIZE_MAX));
        CHECK_STATUS(kb_jwe_decrypt(source, &o, sink), hold == 10 ? KB_OK : KB_ERR_LIMIT);
        CHECK_INT(out.len, hold == 10 ? 10 : 0);
        kb_source_free(source);
        kb_stream_free(sink);
        kb_buffer_free(&out);
        close(ends[0]);
    }
    kb_buffer_free(&token);
}

static kb_status note_kid(void *self, const kb_jwe_info *info) {
    *(bool *)self = info->kid != NULL;
    return KB_OK;
}

static bool names_its_key(const kb_buffer *token) {
    kb_source *source = NULL;
    bool has_kid = false;
    CHECK_OK(kb_source_from_memory(&source, token->data, token->len));
    CHECK_OK(kb_jwe_inspect(source, note_kid, &has_kid));
    kb_source_free(source);
    return has_kid;
}

TEST(keys_that_do_not_fit_are_told_apart) {
    kb_buffer token = {0}, out = {0};
    kb_key *public = NULL, *wrong_alg = NULL;
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.aad = NULL}, "x", 1));
    CHECK_STATUS(kb_jwe_decrypt_memory(&out, kb_keyring_of(other), token.data, token.len),
                 KB_ERR_NO_KEY);
    REQUIRE_OK(kb_key_public_copy(&public, key));
    CHECK_STATUS(
        kb_jwe_decrypt_memory(&out, kb_keyring_of(public), token.data, token.len),
        KB_ERR_KEY);
    kb_buffer_free(&token);
    /* Without kid the algorithm selects, and the commitment decides. */
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.hide_recipient = true}, "x", 1));
    CHECK(!names_its_key(&token));
    CHECK_OK(open_both(&token, "x", 1));
    CHECK_STATUS(kb_jwe_decrypt_memory(&out, kb_keyring_of(other), token.data, token.len),
                 KB_ERR_AUTH);
    REQUIRE_OK(kb_key_generate(&wrong_alg, "CKEM1.X25519.ML-KEM-768.SHA3-256"));
    CHECK_STATUS(
        kb_jwe_decrypt_memory(&out, kb_keyring_of(wrong_alg), token.data, token.len),
        KB_ERR_NO_KEY);
    kb_key_free(public);
    kb_key_free(wrong_alg);
    kb_buffer_free(&token);
}

/* A keyring of n keys, of which only the last fits. */
static size_t ring_size;

static kb_status ring_candidate(void *self, const char *alg, const char *kid,
                                size_t index, const kb_key **out) {
    (void)self;
    (void)alg;
    (void)kid;
    if (index >= ring_size) {
        return KB_ERR_NO_KEY;
    }
    *out = index == ring_size - 1 ? key : other;
    return KB_OK;
}

TEST(trial_without_kid_is_bounded) {
    kb_buffer token = {0}, out = {0};
    kb_keyring ring = {ring_candidate, NULL};
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.hide_recipient = true}, "x", 1));
    ring_size = 64;
    CHECK_OK(kb_jwe_decrypt_memory(&out, ring, token.data, token.len));
    kb_buffer_free(&out);
    ring_size = 65;
    CHECK_STATUS(kb_jwe_decrypt_memory(&out, ring, token.data, token.len), KB_ERR_LIMIT);
    ring_size = 0;
    CHECK_STATUS(kb_jwe_decrypt_memory(&out, ring, token.data, token.len), KB_ERR_NO_KEY);
    kb_buffer_free(&token);
}

TEST(options_that_make_no_token_are_refused) {
    kb_buffer token = {0};
    kb_key *single = NULL, *weak = NULL;
    REQUIRE_OK(kb_key_generate(&single, "ML-KEM-768"));
    REQUIRE_OK(kb_key_generate(&weak, "CKEM1.P-256.ML-KEM-512.HKDF-SHA256"));
    CHECK_STATUS(seal(&token, (kb_jwe_encrypt_options){.recipient = single}, "x", 1),
                 KB_ERR_POLICY);
    CHECK_STATUS(seal(&token, (kb_jwe_encrypt_options){.recipient = weak}, "x", 1),
                 KB_ERR_POLICY);
    CHECK_STATUS(
        seal(&token,
             (kb_jwe_encrypt_options){.format = KB_JWE_COMPACT, .aad = "a", .aad_len = 1},
             "x", 1),
        KB_ERR_ARGUMENT);
    CHECK_STATUS(seal(&token, (kb_jwe_encrypt_options){.aad = "a", .aad_len = 0}, "x", 1),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(
        seal(&token,
             (kb_jwe_encrypt_options){.aad = "a", .aad_len = KB_JWE_AAD_MAX_BYTES + 1},
             "x", 1),
        KB_ERR_ARGUMENT);
    CHECK_STATUS(seal(&token, (kb_jwe_encrypt_options){.typ = "\xff"}, "x", 1),
                 KB_ERR_FORMAT);
    char *long_typ = malloc(9000);
    memset(long_typ, 'a', 8999);
    long_typ[8999] = '\0';
    CHECK_STATUS(seal(&token, (kb_jwe_encrypt_options){.typ = long_typ}, "x", 1),
                 KB_ERR_ARGUMENT);
    free(long_typ);
    kb_key_free(single);
    kb_key_free(weak);
    kb_jwe_encrypt_options none = {.recipient = NULL};
    CHECK_STATUS(kb_jwe_encrypt_memory(&token, &none, "x", 1), KB_ERR_ARGUMENT);
}

TEST(experimental_halves_need_the_switch_on_both_sides) {
    kb_buffer token = {0}, out = {0};
    kb_key *dkem = NULL;
    REQUIRE_OK(kb_key_generate(&dkem, "CKEM1.P-521.DKEM-512.HKDF-SHA256"));
    kb_jwe_encrypt_options o = {.recipient = dkem};
    CHECK_STATUS(seal(&token, o, "x", 1), KB_ERR_POLICY);
    o.allow_experimental = true;
    REQUIRE_OK(seal(&token, o, "x", 1));
    kb_jwe_decrypt_options d = {.keys = kb_keyring_of(dkem)};
    CHECK_STATUS(open_source(&token, d, &out), KB_ERR_POLICY);
    CHECK(out.len == 0);
    d.allow_experimental = true;
    CHECK_OK(open_source(&token, d, &out));
    CHECK(out.len == 1 && out.data[0] == 'x');
    kb_buffer_free(&out);
    kb_buffer_free(&token);
    kb_key_free(dkem);
}

TEST(the_largest_aad_is_carried) {
    kb_buffer token = {0};
    uint8_t *aad = pattern(KB_JWE_AAD_MAX_BYTES);
    REQUIRE_OK(seal(&token,
                    (kb_jwe_encrypt_options){.aad = aad, .aad_len = KB_JWE_AAD_MAX_BYTES},
                    "x", 1));
    CHECK_OK(open_both(&token, "x", 1));
    kb_buffer_free(&token);
    free(aad);
}

TEST(a_failing_sink_ends_the_decryption) {
    kb_buffer token = {0};
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    counter c = {.fail_with = KB_ERR_IO};
    kb_jwe_decrypt_options o = {.keys = kb_keyring_of(key)};
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.aad = NULL}, "hello", 5));
    REQUIRE_OK(kb_source_from_memory(&source, token.data, token.len));
    REQUIRE_OK(kb_stream_new(&sink, &count_ops, &c));
    CHECK_STATUS(kb_jwe_decrypt(source, &o, sink), KB_ERR_IO);
    CHECK_INT(c.finished, 0);
    kb_source_free(source);
    kb_stream_free(sink);
    kb_buffer_free(&token);
}

TEST(verification_alone_agrees_with_decryption) {
    kb_jwe_decrypt_options options = {.keys = kb_keyring_of(key)};
    kb_buffer token = {0};
    kb_source *source = NULL;
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.aad = NULL}, "hello", 5));
    REQUIRE_OK(kb_source_from_memory(&source, token.data, token.len));
    CHECK_OK(kb_jwe_verify(source, &options));
    kb_source_free(source);
    alter(&token.data[token.len - 10]);
    REQUIRE_OK(kb_source_from_memory(&source, token.data, token.len));
    CHECK_STATUS(kb_jwe_verify(source, &options), KB_ERR_AUTH);
    kb_source_free(source);
    kb_buffer_free(&token);
}

int main(void) {
    make_keys();
    RUN(every_boundary_length_comes_back_in_both_forms_and_ways);
    RUN(feeding_in_any_pieces_gives_the_same_plaintext);
    RUN(tokens_are_written_in_the_order_of_the_format);
    RUN(inspection_tells_what_was_written);
    RUN(foreign_member_orders_are_decrypted);
    RUN(aad_is_authenticated_wherever_it_stands);
    RUN(a_source_that_changes_between_the_passes_is_refused);
    RUN(what_cannot_be_rewound_is_held_up_to_the_limit);
    RUN(keys_that_do_not_fit_are_told_apart);
    RUN(trial_without_kid_is_bounded);
    RUN(options_that_make_no_token_are_refused);
    RUN(experimental_halves_need_the_switch_on_both_sides);
    RUN(the_largest_aad_is_carried);
    RUN(a_failing_sink_ends_the_decryption);
    RUN(verification_alone_agrees_with_decryption);
    free_keys();
    return TEST_END();
}
