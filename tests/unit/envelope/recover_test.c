/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which key opens a wrapped token, what is tried, and what is refused. */
#include "envelope/reader.h"
#include "envelope/recover.h"
#include "test.h"

#define ALG "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW"

#define KEYS 3
static kb_key *keys[KEYS], *stranger;

/* A keyring of several keys that counts what it is asked. */
typedef struct ring {
    const kb_key *held[70];
    size_t count;
} ring;

static kb_status candidate(void *self, const char *alg, const char *kid, size_t index,
                           const kb_key **out) {
    ring *r = self;
    for (size_t i = 0; i < r->count; i++) {
        const kb_key *key = r->held[i];
        bool is_meant = kid != NULL ? strcmp(kb_key_thumbprint(key), kid) == 0
                                    : strcmp(kb_key_alg(key), alg) == 0;
        if (is_meant && index-- == 0) {
            *out = key;
            return KB_OK;
        }
    }
    return KB_ERR_NO_KEY;
}

static kb_status ignore_begin(void *self) {
    (void)self;
    return KB_OK;
}

static kb_status ignore_feed(void *self, const uint8_t *data, size_t len) {
    (void)self;
    (void)data;
    (void)len;
    return KB_OK;
}

/* Encrypts and reads the token. */
static kb_jwe_token *make_with(kb_jwe_encrypt_options o) {
    kb_buffer text = {0};
    kb_jwe_token *token = NULL;
    kb_jwe_reader *reader = NULL;
    if (kb_jwe_encrypt_memory(&text, &o, "hello", 5) != KB_OK ||
        kb_jwe_token_new(&token) != KB_OK ||
        kb_jwe_reader_new(&reader, token,
                          (kb_jwe_body){ignore_begin, ignore_feed, NULL}) != KB_OK ||
        kb_jwe_reader_feed(reader, (const char *)text.data, text.len) != KB_OK ||
        kb_jwe_reader_finish(reader) != KB_OK) {
        printf("not ok - no token: %s\n", kb_last_error()->text);
        exit(1);
    }
    kb_jwe_reader_free(reader);
    kb_buffer_free(&text);
    return token;
}

/* The same to the first count keys. */
static kb_jwe_token *make(size_t count, bool is_hidden, kb_jwe_format format) {
    const kb_key *to[KEYS] = {keys[0], keys[1], keys[2]};
    return make_with((kb_jwe_encrypt_options){.recipients = to,
                                              .recipient_count = count,
                                              .format = format,
                                              .hide_recipient = is_hidden});
}

static kb_status recover(const kb_jwe_token *token, ring *r, uint8_t cek[32]) {
    return kb_jwe_recover_key(cek, token, (kb_keyring){candidate, r}, false);
}

TEST(every_recipient_gets_the_same_key) {
    for (int hidden = 0; hidden <= 1; hidden++) {
        for (int format = KB_JWE_JSON; format <= KB_JWE_CONTAINER; format += 2) {
            kb_jwe_token *token = make(3, hidden, (kb_jwe_format)format);
            uint8_t cek[KEYS][32], mk[KEYS][32];
            for (size_t i = 0; i < KEYS; i++) {
                ring r = {{keys[i]}, 1};
                CHECK_OK(recover(token, &r, cek[i]));
                CHECK_OK(
                    kb_jwe_recover_mk(mk[i], token, (kb_keyring){candidate, &r}, false));
                CHECK_MEM(cek[i], cek[0], 32);
                CHECK_MEM(mk[i], mk[0], 32);
                CHECK(memcmp(cek[i], mk[i], 32) != 0);
            }
            kb_jwe_token_free(token);
        }
    }
}

TEST(a_key_that_is_none_of_the_recipients_is_no_key) {
    static const uint8_t zeros[32];
    uint8_t cek[32] = {1};
    ring r = {{stranger}, 1}, none = {{NULL}, 0};
    kb_jwe_token *token = make(2, false, KB_JWE_JSON);
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_NO_KEY);
    CHECK(strstr(kb_last_error()->text, "2 recipients") != NULL);
    CHECK_MEM(cek, zeros, 32);
    CHECK_STATUS(recover(token, &none, cek), KB_ERR_NO_KEY);
    kb_jwe_token_free(token);
    token = make(2, true, KB_JWE_JSON); /* tried, and of another */
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_AUTH);
    CHECK_STR(kb_last_error()->text, "the token was altered, or is not for this key");
    CHECK_STATUS(recover(token, &none, cek), KB_ERR_NO_KEY);
    kb_jwe_token_free(token);
}

TEST(whatever_is_altered_gives_one_refusal) {
    static const uint8_t zeros[32];
    uint8_t cek[32], *places[4];
    ring r = {{keys[0]}, 1};
    kb_jwe_token *token = make(1, false, KB_JWE_JSON);
    places[0] = token->entries[0].encrypted_key;
    places[1] = token->entries[1].encrypted_key;
    places[2] = token->entries[1].wk;
    places[3] = token->kc.room;
    CHECK_OK(recover(token, &r, cek));
    for (size_t i = 0; i < 4; i++) {
        places[i][5] ^= 1;
        CHECK_STATUS(recover(token, &r, cek), KB_ERR_AUTH);
        CHECK_STR(kb_last_error()->text, "the token was altered, or is not for this key");
        CHECK_MEM(cek, zeros, 32);
        CHECK_STATUS(kb_jwe_recover_mk(cek, token, (kb_keyring){candidate, &r}, false),
                     KB_ERR_AUTH);
        CHECK_MEM(cek, zeros, 32);
        places[i][5] ^= 1;
    }
    memset(places[0], 0, 32); /* no usable point */
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_AUTH);
    token->protected_text[0] ^= 1;
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_AUTH);
    kb_jwe_token_free(token);
}

TEST(a_pair_that_fails_is_dropped_and_the_next_tried) {
    uint8_t cek[32];
    ring r = {{keys[0], keys[1]}, 2};
    kb_jwe_token *token = make(2, false, KB_JWE_JSON);
    token->entries[1].wk[0] ^= 1;
    CHECK_OK(recover(token, &r, cek));
    token->entries[3].wk[0] ^= 1;
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_AUTH);
    kb_jwe_token_free(token);
}

TEST(no_more_than_64_decapsulations_are_tried) {
    uint8_t cek[32];
    ring r = {{NULL}, 65};
    kb_jwe_token *token = make(1, true, KB_JWE_JSON);
    for (size_t i = 0; i < r.count; i++) {
        r.held[i] = stranger;
    }
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_LIMIT);
    r.count = 64;
    r.held[63] = keys[0];
    CHECK_OK(recover(token, &r, cek));
    kb_jwe_token_free(token);
    /* Two hidden pairs and 33 keys make 66. */
    token = make(2, true, KB_JWE_JSON);
    r.count = 33;
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_LIMIT);
    r.count = 32;
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_AUTH);
    kb_jwe_token_free(token);
}

TEST(a_key_without_its_private_part_is_told) {
    uint8_t cek[32];
    kb_key *public_part = NULL;
    kb_jwe_token *token = make(1, false, KB_JWE_JSON);
    REQUIRE_OK(kb_key_public_copy(&public_part, keys[0]));
    ring r = {{public_part}, 1};
    CHECK_STATUS(recover(token, &r, cek), KB_ERR_KEY);
    CHECK(strstr(kb_last_error()->text, "public part") != NULL);
    kb_key_free(public_part);
    kb_jwe_token_free(token);
}

TEST(policy_is_asked_about_the_pair_that_is_used) {
    kb_key *experimental = NULL;
    uint8_t cek[32], same[32];
    REQUIRE_OK(
        kb_key_generate(&experimental, "CKEM1.X25519.DKEM-128.HKDF-SHA256+A256KW"));
    const kb_key *to[] = {experimental, keys[0]};
    kb_jwe_token *token = make_with((kb_jwe_encrypt_options){
        .recipients = to, .recipient_count = 2, .allow_experimental = true});
    ring only = {{experimental}, 1}, both = {{experimental, keys[0]}, 2};
    CHECK_STATUS(recover(token, &only, cek), KB_ERR_POLICY);
    CHECK_OK(recover(token, &both, cek));
    CHECK_OK(kb_jwe_recover_key(same, token, (kb_keyring){candidate, &only}, true));
    CHECK_MEM(cek, same, sizeof cek);
    kb_jwe_token_free(token);
    kb_key_free(experimental);
}

TEST(only_mode_wrap_has_a_message_key) {
    kb_key *key = NULL;
    kb_jwe_token *token = NULL;
    kb_jwe_reader *reader = NULL;
    kb_buffer text = {0};
    uint8_t mk[32];
    REQUIRE_OK(kb_key_generate(&key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"));
    kb_jwe_encrypt_options o = {.recipient = key};
    REQUIRE_OK(kb_jwe_encrypt_memory(&text, &o, "x", 1));
    REQUIRE_OK(kb_jwe_token_new(&token));
    REQUIRE_OK(kb_jwe_reader_new(&reader, token,
                                 (kb_jwe_body){ignore_begin, ignore_feed, NULL}));
    REQUIRE_OK(kb_jwe_reader_feed(reader, (const char *)text.data, text.len));
    CHECK_STATUS(kb_jwe_recover_mk(mk, token, kb_keyring_of(key), false),
                 KB_ERR_UNSUPPORTED);
    kb_jwe_reader_free(reader);
    kb_jwe_token_free(token);
    kb_buffer_free(&text);
    kb_key_free(key);
}

TEST(the_aad_is_what_was_sent) {
    static const uint8_t aad[3075] = {1, 2, 3};
    char want[KB_BASE64URL_TEXT_LEN(sizeof aad) + 1];
    kb_jwe_token *token = make(1, false, KB_JWE_JSON);
    kb_buffer text = {0};
    CHECK_OK(kb_jwe_recover_aad(&text, token));
    CHECK(text.len == token->protected_len &&
          memcmp(text.data, token->protected_text, text.len) == 0);
    REQUIRE_OK(kb_jwe_token_begin_aad(token));
    memcpy(token->aad.to, aad, sizeof aad);
    token->aad.len = sizeof aad;
    kb_base64url_encode(want, aad, sizeof aad);
    text.len = 0;
    CHECK_OK(kb_jwe_recover_aad(&text, token));
    REQUIRE(text.len == token->protected_len + 1 + sizeof want - 1);
    CHECK(text.data[token->protected_len] == '.');
    CHECK_MEM(text.data + token->protected_len + 1, want, sizeof want - 1);
    kb_buffer_free(&text);
    kb_jwe_token_free(token);
}

TEST(a_head_for_a_writer_says_what_the_token_says) {
    kb_jwe_writer_pair pairs[KB_JWE_RECIPIENTS_MAX];
    kb_jwe_writer_head head;
    kb_jwe_token *token = make(2, false, KB_JWE_CONTAINER);
    kb_jwe_token_to_head(&head, pairs, token);
    CHECK_INT(head.format, KB_JWE_CONTAINER);
    CHECK_INT(head.mode, KB_JWE_MODE_WRAP);
    CHECK_INT(strlen(head.protected_text), token->protected_len);
    CHECK_INT(head.pair_count, 2);
    CHECK_INT(head.iv.len, KB_FLOE_HEADER_BYTES);
    CHECK_INT(head.aad.len, 0);
    for (size_t i = 0; i < 2; i++) {
        CHECK_STR(pairs[i].alg, ALG);
        CHECK_STR(pairs[i].kid, kb_key_thumbprint(keys[i]));
        CHECK(pairs[i].ct_c.len == 32 && pairs[i].ct_p.len == 1088 &&
              pairs[i].wk.len == KB_KEYWRAP_BYTES);
    }
    kb_jwe_info info = kb_jwe_token_info(token);
    CHECK_INT(info.recipient_count, 2);
    CHECK_STR(info.recipients[1].kid, kb_key_thumbprint(keys[1]));
    CHECK_STR(info.serialization, "container");
    CHECK_STR(info.mode, "wrap");
    CHECK(info.is_segmented && info.alg == NULL && info.kid == NULL);
    CHECK_INT(info.content_enc, KB_JWE_ENC_FLOE_64K);
    kb_jwe_token_free(token);
}

int main(void) {
    for (size_t i = 0; i < KEYS; i++) {
        if (kb_key_generate(&keys[i], ALG) != KB_OK) {
            return 1;
        }
    }
    if (kb_key_generate(&stranger, ALG) != KB_OK) {
        return 1;
    }
    RUN(every_recipient_gets_the_same_key);
    RUN(a_key_that_is_none_of_the_recipients_is_no_key);
    RUN(whatever_is_altered_gives_one_refusal);
    RUN(a_pair_that_fails_is_dropped_and_the_next_tried);
    RUN(no_more_than_64_decapsulations_are_tried);
    RUN(a_key_without_its_private_part_is_told);
    RUN(policy_is_asked_about_the_pair_that_is_used);
    RUN(only_mode_wrap_has_a_message_key);
    RUN(the_aad_is_what_was_sent);
    RUN(a_head_for_a_writer_says_what_the_token_says);
    for (size_t i = 0; i < KEYS; i++) {
        kb_key_free(keys[i]);
    }
    kb_key_free(stranger);
    return TEST_END();
}
