/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every bit flip and every truncation point of a token of mode wrap with one key. With
 * more, a flip in another's pair changes nothing for oneself (envelope A.8). */
#include "test.h"

#include <keybraid/jwe.h>

static kb_key *key;
static kb_buffer token;

static kb_status try_open(size_t len) {
    kb_buffer out = {0};
    kb_status status = kb_jwe_decrypt_memory(&out, kb_keyring_of(key), token.data, len);
    CHECK(status == KB_OK || out.len == 0);
    kb_buffer_free(&out);
    return status;
}

TEST(every_bit_flip_is_refused) {
    size_t classes[7] = {0};
    for (size_t bit = 0; bit < 8 * token.len; bit++) {
        token.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        kb_status status = try_open(token.len);
        CHECK_(status == KB_ERR_FORMAT || status == KB_ERR_UNSUPPORTED ||
                   status == KB_ERR_AUTH || status == KB_ERR_NO_KEY ||
                   status == KB_ERR_LIMIT,
               (void)0, "bit %zu: %s", bit, kb_status_name(status));
        classes[(int)status / 100]++;
        token.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    TEST_NOTE("%zu flips: %zu malformed, %zu refused", 8 * token.len, classes[2],
              classes[3]);
    CHECK(classes[2] > 0 && classes[3] > 0);
    CHECK_OK(try_open(token.len));
}

TEST(every_truncation_is_refused) {
    for (size_t len = 0; len < token.len; len++) {
        CHECK_STATUS(try_open(len), KB_ERR_FORMAT);
    }
}

int main(void) {
    static const uint64_t one = 1;
    if (kb_key_generate(&key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW") != KB_OK) {
        return 1;
    }
    const kb_key *to[] = {key};
    kb_jwe_encrypt_options o = {
        .recipients = to, .recipient_count = 1, .content_bytes = &one};
    if (kb_jwe_encrypt_memory(&token, &o, "x", 1) != KB_OK) {
        return 1;
    }
    RUN(every_bit_flip_is_refused);
    RUN(every_truncation_is_refused);
    kb_buffer_free(&token);
    kb_key_free(key);
    return TEST_END();
}
