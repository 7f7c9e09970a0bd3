/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The streaming sealer: known answers under every split, order and length rules. */
#include "gcm_cases.h"
#include "sym/gcm.h"
#include "test.h"

typedef struct bytes {
    uint8_t at[256];
    size_t n;
} bytes;

static bytes unhex(const char *hex) {
    bytes b = {.n = 0};
    long n = test_unhex(b.at, sizeof b.at, hex);
    CHECK(n >= 0);
    b.n = n < 0 ? 0 : (size_t)n;
    return b;
}

/* Feeds data in pieces of `step` bytes. */
static void seal_in_steps(const gcm_case *c, size_t step, uint8_t *ct, uint8_t tag[16]) {
    bytes key = unhex(c->key), iv = unhex(c->iv), aad = unhex(c->aad),
          text = unhex(c->text);
    kb_gcm_seal *seal = NULL;
    REQUIRE_OK(kb_gcm_seal_new(&seal, key.at, iv.at));
    for (size_t i = 0; i < aad.n; i += step) {
        CHECK_OK(kb_gcm_seal_aad(seal, aad.at + i, aad.n - i < step ? aad.n - i : step));
    }
    for (size_t i = 0; i < text.n; i += step) {
        CHECK_OK(kb_gcm_seal_update(seal, ct + i, text.at + i,
                                    text.n - i < step ? text.n - i : step));
    }
    CHECK_OK(kb_gcm_seal_finish(seal, tag));
    kb_gcm_seal_free(seal);
}

TEST(known_answers_in_pieces_of_any_size) {
    for (size_t i = 0; i < GCM_CASE_COUNT; i++) {
        const gcm_case *c = &gcm_cases[i];
        for (size_t step = 1; step < 70; step++) {
            uint8_t ct[256], tag[16];
            seal_in_steps(c, step, ct, tag);
            CHECK_HEX(ct, strlen(c->ct) / 2, c->ct);
            uint8_t want[16];
            CHECK_INT(test_unhex(want, 16, c->tag), 16);
            CHECK((memcmp(tag, want, 16) == 0) == c->is_valid);
        }
    }
}

TEST(encryption_in_place_gives_the_same_bytes) {
    const gcm_case *c = &gcm_cases[3];
    bytes key = unhex(c->key), iv = unhex(c->iv), text = unhex(c->text);
    kb_gcm_seal *seal = NULL;
    REQUIRE_OK(kb_gcm_seal_new(&seal, key.at, iv.at));
    CHECK_OK(kb_gcm_seal_update(seal, text.at, text.at, text.n));
    CHECK_HEX(text.at, text.n, c->ct);
    kb_gcm_seal_free(seal);
}

TEST(order_is_aad_text_finish) {
    const uint8_t key[32] = {1}, iv[12] = {2};
    uint8_t byte = 0, tag[16] = {9};
    kb_gcm_seal *seal = NULL;
    REQUIRE_OK(kb_gcm_seal_new(&seal, key, iv));
    CHECK_OK(kb_gcm_seal_aad(seal, NULL, 0));
    CHECK_OK(kb_gcm_seal_update(seal, NULL, NULL, 0));
    CHECK_STATUS(kb_gcm_seal_aad(seal, "x", 1), KB_ERR_STATE);
    CHECK_OK(kb_gcm_seal_update(seal, &byte, &byte, 1));
    CHECK_OK(kb_gcm_seal_finish(seal, tag));
    CHECK_STATUS(kb_gcm_seal_update(seal, &byte, &byte, 1), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_seal_aad(seal, "x", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_seal_finish(seal, tag), KB_ERR_STATE);
    CHECK_HEX(tag, 16, "00000000000000000000000000000000");
    kb_gcm_seal_free(seal);
    kb_gcm_seal_free(NULL);
}

TEST(text_beyond_2_36_less_32_bytes_is_refused_unread) {
    const uint8_t key[32] = {1}, iv[12] = {2};
    uint8_t in = 5, out = 7, tag[16];
    kb_gcm_seal *seal = NULL;
    REQUIRE_OK(kb_gcm_seal_new(&seal, key, iv));
    CHECK_OK(kb_gcm_seal_update(seal, &out, &in, 1));
    out = 7;
    CHECK_STATUS(kb_gcm_seal_update(seal, &out, &in, (size_t)KB_GCM_MAX_BYTES),
                 KB_ERR_LIMIT);
    CHECK_INT(out, 7);
    CHECK_STATUS(kb_gcm_seal_update(seal, &out, &in, 1), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_seal_finish(seal, tag), KB_ERR_STATE);
    kb_gcm_seal_free(seal);
}

int main(void) {
    RUN(known_answers_in_pieces_of_any_size);
    RUN(encryption_in_place_gives_the_same_bytes);
    RUN(order_is_aad_text_finish);
    RUN(text_beyond_2_36_less_32_bytes_is_refused_unread);
    return TEST_END();
}
