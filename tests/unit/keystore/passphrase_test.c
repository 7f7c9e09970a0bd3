/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keystore/passphrase.h"

#include "core/secret.h"
#include "test.h"

static const uint8_t salt[] = "0123456789abcdef";

static kb_status derive(uint8_t out[32], const char *text, uint32_t kib,
                        uint32_t passes) {
    KB_SECRET_HANDLE secret = NULL;
    kb_status status = kb_secret_new(&secret, strlen(text));
    if (status == KB_OK) {
        memcpy(kb_secret_data(secret), text, strlen(text));
        status = kb_passphrase_key(out, secret, salt, kib, passes);
    }
    return status;
}

/* The answers are those of the argon2 program of Debian (libargon2 20171227). */
TEST(the_key_is_that_of_another_implementation) {
    uint8_t key[KB_PASSPHRASE_KEY_BYTES];
    REQUIRE_OK(derive(key, "correct horse", 8192, 3));
    CHECK_HEX(key, sizeof key,
              "4b84dd36c8ff6962388661996da44d28f5cc65d7909686980aabbb6fd01ed7f3");
    REQUIRE_OK(derive(key, "x", 8, 1));
    CHECK_HEX(key, sizeof key,
              "2792fda9fdc683447f4831826b7013dd8b42a92b3cda9bc2dda4d9477e8153c3");
}

TEST(work_factors_below_the_least_are_refused_and_leave_zeros) {
    static const uint8_t zero[KB_PASSPHRASE_KEY_BYTES];
    static const uint32_t bad[][2] = {{7, 1}, {0, 1}, {8, 0}};
    for (size_t i = 0; i < 3; i++) {
        uint8_t key[KB_PASSPHRASE_KEY_BYTES];
        memset(key, 0xee, sizeof key);
        CHECK_STATUS(derive(key, "x", bad[i][0], bad[i][1]), KB_ERR_ARGUMENT);
        CHECK_MEM(key, zero, sizeof key);
    }
}

int main(void) {
    RUN(the_key_is_that_of_another_implementation);
    RUN(work_factors_below_the_least_are_refused_and_leave_zeros);
    return TEST_END();
}
