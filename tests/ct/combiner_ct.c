/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* KeyCombine with secret shared secrets, for each of the five key derivations; SHA-2 is
 * libcrypto's and is held to the same. */
#include "composite/combiner.h"

#include "ct.h"

#define LONGEST_SS 66 /* P-521 */

static uint8_t ss_c[LONGEST_SS], ss_p[32], okm[KB_COMBINER_OKM_MAX],
    again[KB_COMBINER_OKM_MAX];
static const uint8_t public_bytes[1568] = {1, 2, 3};

static void check(const char *token, size_t ss_c_len) {
    kb_combiner_input in = {
        .alg = "an algorithm string",
        .enc = "A256GCM",
        .ss_c = {ss_c, ss_c_len},
        .ss_p = {ss_p, sizeof ss_p},
        .ct_c = {public_bytes, 32},
        .ct_p = {public_bytes, 1088},
        .pk_c = {public_bytes, 32},
        .pk_p = {public_bytes, 1184},
        .ctx = {public_bytes, KB_COMBINER_CTX_BYTES},
    };
    REQUIRE_OK(kb_composite_alg_kdf(&in.kdf, token, strlen(token)));
    for (size_t len = 1; len <= sizeof okm; len += 21) {
        ct_make_secret(ss_c, ss_c_len, (unsigned)len);
        ct_make_secret(ss_p, sizeof ss_p, (unsigned)len + 1);
        CHECK_OK(kb_combiner_derive(okm, len, &in));
        CHECK(ct_is_secret(okm, len));
        CHECK_OK(kb_combiner_derive(again, len, &in));
        CHECK(ct_same(okm, again, len));
        ct_make_secret(ss_p, sizeof ss_p, (unsigned)len + 2);
        CHECK_OK(kb_combiner_derive(again, len, &in));
        CHECK(len == 1 || !ct_same(okm, again, len));
    }
}

TEST(every_derivation_of_secrets) {
    static const char *const tokens[] = {"HKDF-SHA256", "HKDF-SHA384", "HKDF-SHA512",
                                         "SHA3-256", "KMAC256"};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        check(tokens[i], 32);
        check(tokens[i], LONGEST_SS);
    }
}

int main(void) {
    RUN(every_derivation_of_secrets);
    return TEST_END();
}
