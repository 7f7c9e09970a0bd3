/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The one-shot AES-256-GCM calls: known answers, refusals, nothing written on failure. */
#include "gcm_cases.h"
#include "test.h"

#include <keybraid/aead.h>

typedef struct message {
    uint8_t key[32], iv[12], aad[256], text[256], sealed[272];
    size_t aad_len, text_len;
} message;

static message read_case(const gcm_case *c) {
    message m = {.aad_len = 0};
    CHECK_INT(test_unhex(m.key, sizeof m.key, c->key), 32);
    CHECK_INT(test_unhex(m.iv, sizeof m.iv, c->iv), 12);
    m.aad_len = (size_t)test_unhex(m.aad, sizeof m.aad, c->aad);
    m.text_len = (size_t)test_unhex(m.text, sizeof m.text, c->text);
    CHECK_INT(test_unhex(m.sealed, 256, c->ct), m.text_len);
    CHECK_INT(test_unhex(m.sealed + m.text_len, 16, c->tag), 16);
    return m;
}

TEST(known_answers_open_and_forged_ones_do_not) {
    for (size_t i = 0; i < GCM_CASE_COUNT; i++) {
        message m = read_case(&gcm_cases[i]);
        uint8_t out[272], untouched[272];
        memset(out, 0xa5, sizeof out);
        memset(untouched, 0xa5, sizeof untouched);
        kb_status status =
            kb_aead_open(out, m.key, m.iv, m.aad, m.aad_len, m.sealed, m.text_len + 16);
        if (gcm_cases[i].is_valid) {
            CHECK_STATUS(status, KB_OK);
            CHECK_MEM(out, m.text, m.text_len);
            CHECK_MEM(out + m.text_len, untouched, sizeof out - m.text_len);
            CHECK_OK(
                kb_aead_seal(out, m.key, m.iv, m.aad, m.aad_len, m.text, m.text_len));
            CHECK_MEM(out, m.sealed, m.text_len + 16);
        } else {
            CHECK_STATUS(status, KB_ERR_AUTH);
            CHECK_MEM(out, untouched, sizeof out);
        }
    }
}

TEST(both_calls_work_in_place) {
    message m = read_case(&gcm_cases[3]);
    uint8_t buffer[272];
    memcpy(buffer, m.text, m.text_len);
    CHECK_OK(kb_aead_seal(buffer, m.key, m.iv, m.aad, m.aad_len, buffer, m.text_len));
    CHECK_MEM(buffer, m.sealed, m.text_len + 16);
    CHECK_OK(
        kb_aead_open(buffer, m.key, m.iv, m.aad, m.aad_len, buffer, m.text_len + 16));
    CHECK_MEM(buffer, m.text, m.text_len);
}

TEST(every_flipped_bit_and_every_shorter_message_is_refused) {
    message m = read_case(&gcm_cases[3]);
    size_t n = m.text_len + 16;
    uint8_t out[272] = {0}, zero[272] = {0};
    for (size_t bit = 0; bit < 8 * n; bit++) {
        m.sealed[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_STATUS(kb_aead_open(out, m.key, m.iv, m.aad, m.aad_len, m.sealed, n),
                     KB_ERR_AUTH);
        m.sealed[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t bit = 0; bit < 8 * m.aad_len; bit++) {
        m.aad[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_STATUS(kb_aead_open(out, m.key, m.iv, m.aad, m.aad_len, m.sealed, n),
                     KB_ERR_AUTH);
        m.aad[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t len = 0; len < n; len++) {
        CHECK_STATUS(kb_aead_open(out, m.key, m.iv, m.aad, m.aad_len, m.sealed, len),
                     KB_ERR_AUTH);
    }
    for (size_t len = 0; len < m.aad_len; len++) {
        CHECK_STATUS(kb_aead_open(out, m.key, m.iv, m.aad, len, m.sealed, n),
                     KB_ERR_AUTH);
    }
    CHECK_MEM(out, zero, sizeof out);
    CHECK_OK(kb_aead_open(out, m.key, m.iv, m.aad, m.aad_len, m.sealed, n));
}

TEST(another_key_or_nonce_is_refused) {
    message m = read_case(&gcm_cases[3]);
    uint8_t out[272];
    m.key[31] ^= 1;
    CHECK_STATUS(
        kb_aead_open(out, m.key, m.iv, m.aad, m.aad_len, m.sealed, m.text_len + 16),
        KB_ERR_AUTH);
    m.key[31] ^= 1;
    m.iv[11] ^= 1;
    CHECK_STATUS(
        kb_aead_open(out, m.key, m.iv, m.aad, m.aad_len, m.sealed, m.text_len + 16),
        KB_ERR_AUTH);
}

TEST(a_text_above_the_limit_is_refused_unread) {
    const uint8_t key[32] = {1}, nonce[12] = {2};
    uint8_t out = 7;
    CHECK_STATUS(
        kb_aead_seal(&out, key, nonce, NULL, 0, &out, (size_t)KB_AEAD_MAX_BYTES + 1),
        KB_ERR_LIMIT);
    CHECK_STATUS(
        kb_aead_open(&out, key, nonce, NULL, 0, &out, (size_t)KB_AEAD_MAX_BYTES + 17),
        KB_ERR_LIMIT);
    CHECK_INT(out, 7);
}

int main(void) {
    RUN(known_answers_open_and_forged_ones_do_not);
    RUN(both_calls_work_in_place);
    RUN(every_flipped_bit_and_every_shorter_message_is_refused);
    RUN(another_key_or_nonce_is_refused);
    RUN(a_text_above_the_limit_is_refused_unread);
    return TEST_END();
}
