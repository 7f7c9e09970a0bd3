/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every form, mode and content encryption: what is written is read by all calls; another
 * form of a token is the same token; a range is the same bytes; and nothing else opens.
 */
#define _GNU_SOURCE /* memmem */
#include "jwe_parts.h"

#include <keybraid/pool.h>
#include <unistd.h>

#define WRAP_ALG "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW"

static kb_key *wrap_keys[3];

typedef kb_status (*opener)(kb_buffer *out, const kb_key *with, const kb_buffer *token);

static kb_status open_memory(kb_buffer *out, const kb_key *with, const kb_buffer *token) {
    return kb_jwe_decrypt_memory(out, kb_keyring_of(with), token->data, token->len);
}

static kb_status open_source(kb_buffer *out, const kb_key *with, const kb_buffer *token) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    kb_jwe_decrypt_options o = {.keys = kb_keyring_of(with)};
    kb_status status = kb_source_from_memory(&source, token->data, token->len);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    }
    if (status == KB_OK) {
        status = kb_jwe_decrypt(source, &o, sink);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

static kb_status open_stage(kb_buffer *out, const kb_key *with, const kb_buffer *token) {
    kb_stream *sink = NULL, *stage = NULL;
    kb_jwe_decrypt_options o = {.keys = kb_keyring_of(with)};
    kb_status status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    if (status == KB_OK) {
        status = kb_jwe_decrypt_new(&stage, &o, sink);
    }
    for (size_t at = 0; status == KB_OK && at < token->len; at += 777) {
        size_t rest = token->len - at;
        status = kb_stream_feed(stage, token->data + at, rest < 777 ? rest : 777);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(stage);
    }
    kb_stream_free(stage);
    kb_stream_free(sink);
    return status;
}

static const opener openers[] = {open_memory, open_source, open_stage};
#define OPENERS (sizeof openers / sizeof openers[0])

/* Every way of opening gives status, and the data or nothing. */
static void check_open(const kb_buffer *token, const kb_key *with, const uint8_t *data,
                       size_t len, kb_status want) {
    for (size_t i = 0; i < OPENERS; i++) {
        kb_buffer out = {.data = NULL};
        CHECK_STATUS(openers[i](&out, with, token), want);
        CHECK_INT(out.len, want == KB_OK ? len : 0);
        CHECK_MEM(out.data, data, out.len);
        kb_buffer_free(&out);
    }
}

static const size_t lengths[] = {0, 1, 4064, 4065, 65504, 65505, 200000};
#define LENGTHS (sizeof lengths / sizeof lengths[0])

TEST(every_form_and_content_encryption_is_opened_by_every_call) {
    uint8_t *data = pattern(200000);
    kb_pool *pool = NULL;
    kb_buffer token = {.data = NULL};
    REQUIRE(data != NULL);
    REQUIRE_OK(kb_pool_new(&pool, 3));
    for (kb_jwe_format f = KB_JWE_JSON; f <= KB_JWE_CONTAINER; f++) {
        for (kb_jwe_enc e = KB_JWE_ENC_AUTO; e <= KB_JWE_ENC_FLOE_1M; e++) {
            if (f == KB_JWE_CONTAINER && e == KB_JWE_ENC_A256GCM) {
                continue;
            }
            for (size_t i = 0; i < LENGTHS; i++) {
                kb_jwe_encrypt_options o = {.recipient = key, .format = f, .enc = e};
                o.pool = i % 2 == 0 ? pool : NULL;
                if (f != KB_JWE_COMPACT && i % 3 == 0) {
                    o.aad = "readable";
                    o.aad_len = 8;
                }
                REQUIRE_OK(seal(&token, o, data, lengths[i]));
                check_open(&token, key, data, lengths[i], KB_OK);
            }
        }
    }
    kb_buffer_free(&token);
    kb_pool_free(pool);
    free(data);
}

/* JSON with its members in another order: what a reader of the whole text has to take. */
TEST(segmented_content_before_the_rest_of_the_token_opens_too) {
    size_t len = 10000;
    uint8_t *data = pattern(len);
    kb_buffer token = {.data = NULL}, moved = {.data = NULL};
    kb_jwe_encrypt_options o = {.recipient = key,
                                .enc = KB_JWE_ENC_FLOE_4K,
                                .aad = "first \"aad\"",
                                .aad_len = 11};
    REQUIRE(data != NULL);
    REQUIRE_OK(seal(&token, o, data, len));
    token.data[token.len - 1] = '\0'; /* the brace */
    char *text = (char *)token.data;
    char *aad = strstr(text, ",\"aad\":"), *iv = strstr(text, ",\"iv\":");
    char *body = strstr(text, ",\"ciphertext\":");
    REQUIRE(aad != NULL && iv != NULL && body != NULL);
    char *made = malloc(2 * token.len);
    REQUIRE(made != NULL);
    /* aad last: the header of the segments does not fit when they begin */
    int n = snprintf(made, 2 * token.len, "%.*s%s%.*s}", (int)(aad - text), text, iv,
                     (int)(iv - aad), aad);
    moved = (kb_buffer){(uint8_t *)made, (size_t)n, 0};
    check_open(&moved, key, data, len, KB_OK);
    /* content first of all */
    n = snprintf(made, 2 * token.len, "{%s,%.*s}", body + 1, (int)(body - text - 1),
                 text + 1);
    moved.len = (size_t)n;
    check_open(&moved, key, data, len, KB_OK);
    /* no aad at all */
    n = snprintf(made, 2 * token.len, "%.*s%s}", (int)(aad - text), text, iv);
    moved.len = (size_t)n;
    check_open(&moved, key, data, len, KB_ERR_AUTH);
    free(made);
    kb_buffer_free(&token);
    free(data);
}

TEST(segments_are_released_while_the_input_comes_and_one_tag_is_not) {
    size_t len = 1 << 20;
    uint8_t *data = pattern(len);
    REQUIRE(data != NULL);
    for (kb_jwe_enc e = KB_JWE_ENC_A256GCM; e <= KB_JWE_ENC_FLOE_64K; e++) {
        kb_buffer token = {.data = NULL};
        kb_stream *sink = NULL, *stage = NULL;
        counter t = {.bytes = 0};
        kb_jwe_decrypt_options d = {.keys = kb_keyring_of(key)};
        kb_jwe_encrypt_options o = {.recipient = key, .enc = e};
        REQUIRE_OK(seal(&token, o, data, len));
        REQUIRE_OK(kb_stream_new(&sink, &count_ops, &t));
        REQUIRE_OK(kb_jwe_decrypt_new(&stage, &d, sink));
        REQUIRE_OK(kb_stream_feed(stage, token.data, token.len / 2));
        CHECK((t.bytes > len / 3) == (e != KB_JWE_ENC_A256GCM));
        REQUIRE_OK(
            kb_stream_feed(stage, token.data + token.len / 2, token.len - token.len / 2));
        CHECK(t.bytes < len); /* the final segment waits for the end */
        CHECK_OK(kb_stream_finish(stage));
        CHECK(t.bytes == len && t.finished == 1);
        kb_stream_free(stage);
        kb_stream_free(sink);
        kb_buffer_free(&token);
    }
    free(data);
}

TEST(every_bit_flip_of_a_small_container_is_refused) {
    kb_buffer token = {.data = NULL}, out = {.data = NULL};
    kb_jwe_encrypt_options o = {
        .recipient = key, .format = KB_JWE_CONTAINER, .enc = KB_JWE_ENC_FLOE_4K};
    REQUIRE_OK(seal(&token, o, (const uint8_t *)"a small text", 12));
    for (size_t i = 0; i < token.len * 8; i++) {
        token.data[i / 8] ^= (uint8_t)(1U << (i % 8));
        CHECK(open_memory(&out, key, &token) != KB_OK && out.len == 0);
        token.data[i / 8] ^= (uint8_t)(1U << (i % 8));
    }
    CHECK_OK(open_memory(&out, key, &token));
    kb_buffer_free(&out);
    kb_buffer_free(&token);
}

TEST(every_truncation_and_extension_of_a_container_is_refused) {
    uint8_t *data = pattern(9000);
    kb_buffer token = {.data = NULL}, out = {.data = NULL};
    kb_jwe_encrypt_options o = {
        .recipient = key, .format = KB_JWE_CONTAINER, .enc = KB_JWE_ENC_FLOE_4K};
    REQUIRE(data != NULL);
    REQUIRE_OK(seal(&token, o, data, 9000));
    size_t len = token.len;
    for (token.len = 0; token.len < len; token.len++) {
        CHECK(open_memory(&out, key, &token) != KB_OK && out.len == 0);
    }
    kb_buffer longer = {malloc(len + 1), len + 1, 0};
    REQUIRE(longer.data != NULL);
    memcpy(longer.data, token.data, len);
    for (unsigned byte = 0; byte < 256; byte++) {
        longer.data[len] = (uint8_t)byte;
        check_open(&longer, key, data, 0, KB_ERR_AUTH);
    }
    free(longer.data);
    kb_buffer_free(&out);
    kb_buffer_free(&token);
    free(data);
}

static kb_status convert(kb_buffer *out, const kb_buffer *token, kb_jwe_format f) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    out->len = 0;
    kb_status status = kb_source_from_memory(&source, token->data, token->len);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    }
    if (status == KB_OK) {
        status = kb_jwe_convert(source, f, sink);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

static bool is_same(const kb_buffer *a, const kb_buffer *b) {
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

TEST(a_token_converts_between_its_forms_and_back_to_the_same_bytes) {
    size_t len = 100000;
    uint8_t *data = pattern(len);
    kb_buffer token = {.data = NULL}, changed = {.data = NULL}, back = {.data = NULL};
    const kb_key *const *several = (const kb_key *const *)wrap_keys;
    struct {
        kb_jwe_encrypt_options o;
        kb_jwe_format to;
        const kb_key *opens;
    } rows[] = {
        {{.recipient = key, .enc = KB_JWE_ENC_FLOE_4K, .aad = "x", .aad_len = 1},
         KB_JWE_CONTAINER,
         key},
        {{.recipient = key, .format = KB_JWE_CONTAINER}, KB_JWE_JSON, key},
        {{.recipient = key, .format = KB_JWE_COMPACT, .enc = KB_JWE_ENC_FLOE_64K},
         KB_JWE_CONTAINER,
         key},
        {{.recipient = key, .format = KB_JWE_COMPACT, .enc = KB_JWE_ENC_FLOE_1M},
         KB_JWE_JSON,
         key},
        {{.recipient = key, .format = KB_JWE_COMPACT, .enc = KB_JWE_ENC_A256GCM},
         KB_JWE_JSON,
         key},
        {{.recipients = several, .recipient_count = 2, .format = KB_JWE_CONTAINER},
         KB_JWE_JSON,
         wrap_keys[1]},
        {{.recipient = key, .enc = KB_JWE_ENC_A256GCM}, KB_JWE_JSON, key},
    };
    REQUIRE(data != NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        REQUIRE_OK(seal(&token, rows[i].o, data, len));
        CHECK_OK(convert(&changed, &token, rows[i].to));
        check_open(&changed, rows[i].opens, data, len, KB_OK);
        CHECK_OK(convert(&back, &changed, rows[i].o.format));
        CHECK(is_same(&back, &token));
    }
    kb_buffer_free(&token);
    kb_buffer_free(&changed);
    kb_buffer_free(&back);
    free(data);
}

TEST(what_a_form_cannot_hold_is_refused_by_name) {
    kb_buffer token = {.data = NULL}, out = {.data = NULL};
    const uint8_t *text = (const uint8_t *)"text";
    kb_jwe_encrypt_options o = {.recipient = key};
    REQUIRE_OK(seal(&token, o, text, 4));
    CHECK_STATUS(convert(&out, &token, KB_JWE_COMPACT), KB_ERR_ARGUMENT);
    CHECK(strstr(kb_last_error()->text, "mode direct") != NULL);
    CHECK_STATUS(convert(&out, &token, KB_JWE_CONTAINER), KB_ERR_ARGUMENT);
    CHECK(strstr(kb_last_error()->text, "segmented") != NULL);
    o.format = KB_JWE_CONTAINER;
    o.enc = KB_JWE_ENC_A256GCM;
    CHECK_STATUS(seal(&out, o, text, 4), KB_ERR_ARGUMENT);
    o = (kb_jwe_encrypt_options){.recipient = wrap_keys[0], .format = KB_JWE_COMPACT};
    CHECK_STATUS(seal(&out, o, text, 4), KB_ERR_ARGUMENT);
    CHECK_INT(out.len, 0);
    kb_buffer_free(&token);
    kb_buffer_free(&out);
}

TEST(each_of_several_recipients_opens_and_nobody_else) {
    uint8_t *data = pattern(70000);
    kb_buffer token = {.data = NULL};
    REQUIRE(data != NULL);
    for (int hide = 0; hide < 2; hide++) {
        for (kb_jwe_enc e = KB_JWE_ENC_A256GCM; e <= KB_JWE_ENC_FLOE_64K; e++) {
            kb_jwe_encrypt_options o = {.recipients = (const kb_key *const *)wrap_keys,
                                        .recipient_count = 2,
                                        .hide_recipient = hide != 0,
                                        .enc = e};
            REQUIRE_OK(seal(&token, o, data, 70000));
            check_open(&token, wrap_keys[0], data, 70000, KB_OK);
            check_open(&token, wrap_keys[1], data, 70000, KB_OK);
            check_open(&token, wrap_keys[2], data, 70000,
                       hide != 0 ? KB_ERR_AUTH : KB_ERR_NO_KEY);
        }
    }
    kb_buffer_free(&token);
    free(data);
}

TEST(recipients_of_other_kinds_and_the_same_one_twice_are_refused) {
    kb_buffer out = {.data = NULL};
    const uint8_t *text = (const uint8_t *)"text";
    const kb_key *mixed[] = {wrap_keys[0], key};
    const kb_key *twice[] = {wrap_keys[0], wrap_keys[1], wrap_keys[0]};
    kb_jwe_encrypt_options o = {.recipients = mixed, .recipient_count = 2};
    CHECK_STATUS(seal(&out, o, text, 4), KB_ERR_POLICY);
    o = (kb_jwe_encrypt_options){.recipients = twice, .recipient_count = 3};
    CHECK_STATUS(seal(&out, o, text, 4), KB_ERR_ARGUMENT);
    o.recipient_count = 0;
    CHECK_STATUS(seal(&out, o, text, 4), KB_ERR_ARGUMENT);
    o.recipient_count = KB_JWE_RECIPIENTS_MAX + 1;
    CHECK_STATUS(seal(&out, o, text, 4), KB_ERR_ARGUMENT);
    o = (kb_jwe_encrypt_options){
        .recipient = key, .recipients = twice, .recipient_count = 1};
    CHECK_STATUS(seal(&out, o, text, 4), KB_ERR_ARGUMENT);
    kb_buffer_free(&out);
}

static kb_status rewrap(kb_buffer *out, const kb_buffer *token, const kb_key *opens,
                        const kb_key *to, bool keep) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    kb_jwe_rewrap_options o = {.keys = kb_keyring_of(opens),
                               .recipients = &to,
                               .recipient_count = 1,
                               .keep = keep};
    out->len = 0;
    kb_status status = kb_source_from_memory(&source, token->data, token->len);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    }
    if (status == KB_OK) {
        status = kb_jwe_rewrap(source, &o, sink);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

/* The part of a JSON token from iv on, which re-wrapping leaves as it is. */
static const char *payload(const kb_buffer *token) {
    return memmem(token->data, token->len, ",\"iv\":", 6);
}

TEST(rewrapping_changes_the_recipients_and_nothing_else) {
    size_t len = 90000;
    uint8_t *data = pattern(len);
    kb_buffer token = {.data = NULL}, changed = {.data = NULL}, third = {.data = NULL};
    REQUIRE(data != NULL);
    for (kb_jwe_enc e = KB_JWE_ENC_A256GCM; e <= KB_JWE_ENC_FLOE_4K; e++) {
        kb_jwe_encrypt_options o = {.recipient = wrap_keys[0], .enc = e};
        REQUIRE_OK(seal(&token, o, data, len));
        /* instead of the old one */
        REQUIRE_OK(rewrap(&changed, &token, wrap_keys[0], wrap_keys[1], false));
        check_open(&changed, wrap_keys[1], data, len, KB_OK);
        check_open(&changed, wrap_keys[0], data, len, KB_ERR_NO_KEY);
        const char *a = payload(&token), *b = payload(&changed);
        REQUIRE(a != NULL && b != NULL);
        size_t rest = (size_t)((const char *)token.data + token.len - a);
        CHECK_INT((const char *)changed.data + changed.len - b, rest);
        CHECK_MEM(a, b, rest);
        /* beside it, and the same again: still two */
        REQUIRE_OK(rewrap(&changed, &token, wrap_keys[0], wrap_keys[1], true));
        REQUIRE_OK(rewrap(&third, &changed, wrap_keys[0], wrap_keys[1], true));
        CHECK_INT(third.len, changed.len);
        check_open(&third, wrap_keys[0], data, len, KB_OK);
        check_open(&third, wrap_keys[1], data, len, KB_OK);
        /* needs a key that opens, and a key for it */
        CHECK_STATUS(rewrap(&third, &token, wrap_keys[2], wrap_keys[1], false),
                     KB_ERR_NO_KEY);
        CHECK_STATUS(rewrap(&third, &token, wrap_keys[0], key, false), KB_ERR_POLICY);
        CHECK_INT(third.len, 0);
    }
    kb_jwe_encrypt_options direct = {.recipient = key};
    REQUIRE_OK(seal(&token, direct, data, len));
    CHECK_STATUS(rewrap(&third, &token, key, wrap_keys[1], false), KB_ERR_UNSUPPORTED);
    kb_buffer_free(&token);
    kb_buffer_free(&changed);
    kb_buffer_free(&third);
    free(data);
}

static kb_status open_range(kb_buffer *out, const kb_buffer *token, uint64_t offset,
                            uint64_t length) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    kb_jwe_decrypt_options o = {.keys = kb_keyring_of(key)};
    out->len = 0;
    kb_status status = kb_source_from_memory(&source, token->data, token->len);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    }
    if (status == KB_OK) {
        status = kb_jwe_decrypt_range(source, &o, offset, length, sink);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

static void check_ranges(const kb_buffer *token, const uint8_t *data, size_t len) {
    const uint64_t places[] = {0, 1, 4063, 4064, 4065, 8128, len / 2, len - 1, len};
    kb_buffer out = {.data = NULL};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        for (size_t j = 0; j < sizeof places / sizeof places[0]; j++) {
            uint64_t from = places[i], n = places[j];
            if (from > len) {
                continue;
            }
            bool fits = from + n <= len;
            CHECK_STATUS(open_range(&out, token, from, n),
                         fits ? KB_OK : KB_ERR_ARGUMENT);
            CHECK_INT(out.len, fits ? n : 0);
            CHECK_MEM(out.data, data + from, out.len);
        }
        if (places[i] <= len) {
            CHECK_OK(open_range(&out, token, places[i], UINT64_MAX));
            CHECK_INT(out.len, len - places[i]);
            CHECK_MEM(out.data, data + places[i], out.len);
        }
    }
    CHECK_STATUS(open_range(&out, token, len + 1, UINT64_MAX), KB_ERR_ARGUMENT);
    CHECK_STATUS(open_range(&out, token, UINT64_MAX - 1, 2), KB_ERR_ARGUMENT);
    kb_buffer_free(&out);
}

TEST(a_range_is_those_bytes_of_the_content) {
    static const size_t sizes[] = {4064 * 3, 4064 * 3 + 100, 10};
    uint8_t *data = pattern(20000);
    kb_buffer token = {.data = NULL};
    REQUIRE(data != NULL);
    for (kb_jwe_format f = KB_JWE_JSON; f <= KB_JWE_CONTAINER; f++) {
        for (size_t i = 0; i < 3; i++) {
            kb_jwe_encrypt_options o = {
                .recipient = key, .format = f, .enc = KB_JWE_ENC_FLOE_4K};
            REQUIRE_OK(seal(&token, o, data, sizes[i]));
            check_ranges(&token, data, sizes[i]);
        }
    }
    kb_jwe_encrypt_options o = {.recipient = key, .enc = KB_JWE_ENC_A256GCM};
    kb_buffer out = {.data = NULL};
    REQUIRE_OK(seal(&token, o, data, 100));
    CHECK_STATUS(open_range(&out, &token, 0, 10), KB_ERR_UNSUPPORTED);
    CHECK_INT(out.len, 0);
    kb_buffer_free(&token);
    free(data);
}

TEST(a_range_of_a_shortened_or_altered_container_is_refused) {
    uint8_t *data = pattern(20000);
    kb_buffer token = {.data = NULL}, out = {.data = NULL};
    kb_jwe_encrypt_options o = {
        .recipient = key, .format = KB_JWE_CONTAINER, .enc = KB_JWE_ENC_FLOE_4K};
    REQUIRE(data != NULL);
    REQUIRE_OK(seal(&token, o, data, 20000));
    size_t len = token.len;
    /* The first segment is untouched in all of these. */
    token.len = len - 1;
    CHECK_STATUS(open_range(&out, &token, 0, 10), KB_ERR_AUTH);
    token.len = len - (20000 - 4 * 4064) - 32;
    CHECK_STATUS(open_range(&out, &token, 0, 10), KB_ERR_AUTH);
    token.len = len;
    token.data[len - 1] ^= 1;
    CHECK_STATUS(open_range(&out, &token, 0, 10), KB_ERR_AUTH);
    CHECK_INT(out.len, 0);
    token.data[len - 1] ^= 1;
    token.data[len - 6000] ^= 1; /* a segment that the range does not touch */
    CHECK_OK(open_range(&out, &token, 0, 10));
    CHECK_STATUS(open_range(&out, &token, 15000, 10), KB_ERR_AUTH);
    kb_buffer_free(&token);
    kb_buffer_free(&out);
    free(data);
}

int main(void) {
    make_keys();
    for (size_t i = 0; i < 3; i++) {
        if (kb_key_generate(&wrap_keys[i], WRAP_ALG) != KB_OK) {
            return 1;
        }
    }
    RUN(every_form_and_content_encryption_is_opened_by_every_call);
    RUN(segmented_content_before_the_rest_of_the_token_opens_too);
    RUN(segments_are_released_while_the_input_comes_and_one_tag_is_not);
    RUN(every_bit_flip_of_a_small_container_is_refused);
    RUN(every_truncation_and_extension_of_a_container_is_refused);
    RUN(a_token_converts_between_its_forms_and_back_to_the_same_bytes);
    RUN(what_a_form_cannot_hold_is_refused_by_name);
    RUN(each_of_several_recipients_opens_and_nobody_else);
    RUN(recipients_of_other_kinds_and_the_same_one_twice_are_refused);
    RUN(rewrapping_changes_the_recipients_and_nothing_else);
    RUN(a_range_is_those_bytes_of_the_content);
    RUN(a_range_of_a_shortened_or_altered_container_is_refused);
    for (size_t i = 0; i < 3; i++) {
        kb_key_free(wrap_keys[i]);
    }
    free_keys();
    return TEST_END();
}
