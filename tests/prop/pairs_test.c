/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every pair that the rule gives encrypts and decrypts, with every key derivation, in both forms. */
#include "test.h"

#include <keybraid/jwe.h>
#include <keybraid/policy.h>

static const char *const kdfs[] = {"HKDF-SHA256", "HKDF-SHA384", "HKDF-SHA512",
                                   "SHA3-256", "KMAC256"};

static void check_form(const kb_key *key, kb_jwe_format format) {
    kb_buffer token = {0}, plain = {0};
    kb_jwe_encrypt_options o = {.recipient = key, .format = format};
    REQUIRE_OK(kb_jwe_encrypt_memory(&token, &o, "some text", 9));
    CHECK_OK(kb_jwe_decrypt_memory(&plain, kb_keyring_of(key), token.data, token.len));
    CHECK(plain.len == 9 && memcmp(plain.data, "some text", 9) == 0);
    /* The last character of a tag has unused bits: change the one before it. */
    size_t at = token.len - (format == KB_JWE_JSON ? 4 : 2);
    token.data[at] = token.data[at] == 'A' ? 'B' : 'A';
    CHECK_STATUS(kb_jwe_decrypt_memory(&plain, kb_keyring_of(key), token.data, token.len),
                 KB_ERR_AUTH);
    CHECK_INT(plain.len, 0);
    kb_buffer_free(&plain);
    kb_buffer_free(&token);
}

TEST(all_twenty_pairs_work) {
    kb_pair pairs[32];
    size_t count = kb_policy_pairs(NULL, pairs, 32);
    CHECK_INT(count, 20);
    for (size_t i = 0; i < count; i++) {
        char name[64], alg[KB_KEY_ALG_MAX_BYTES];
        kb_key *key = NULL;
        snprintf(name, sizeof name, "%s+%s", pairs[i].classical->name,
                 pairs[i].pqc->name);
        REQUIRE_OK(kb_key_alg_from_name(alg, name, kdfs[i % 5], false));
        REQUIRE_OK(kb_key_generate(&key, alg));
        check_form(key, KB_JWE_JSON);
        check_form(key, KB_JWE_COMPACT);
        kb_key_free(key);
    }
}

int main(void) {
    RUN(all_twenty_pairs_work);
    return TEST_END();
}
