/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* X25519 and X448: the two sides of a derivation, and peers that are kept. */
#include "libcrypto/ecdh.h"
#include "test.h"

#include <openssl/err.h>

static const size_t lengths[] = {[KB_LIBCRYPTO_X25519] = 32, [KB_LIBCRYPTO_X448] = 56};
#define CURVE_COUNT (sizeof lengths / sizeof lengths[0])

TEST(a_derivation_takes_our_private_half_and_their_public_one) {
    for (size_t c = 0; c < CURVE_COUNT; c++) {
        kb_libcrypto_x curve = (kb_libcrypto_x)c;
        uint8_t a[56] = {1, 2}, b[56] = {3, 4}, a_pk[56], b_pk[56], pk[56];
        uint8_t ss[56], same[56], other[56];
        size_t n = lengths[c];
        REQUIRE_OK(kb_libcrypto_x_public(curve, a_pk, a));
        REQUIRE_OK(kb_libcrypto_x_public(curve, b_pk, b));
        CHECK(memcmp(a_pk, b_pk, n) != 0);
        CHECK_OK(kb_libcrypto_x_derive(curve, ss, a, b_pk));
        CHECK_OK(kb_libcrypto_x_derive(curve, same, b, a_pk));
        CHECK_MEM(ss, same, n);
        CHECK_OK(kb_libcrypto_x_derive(curve, other, a, a_pk));
        CHECK(memcmp(ss, other, n) != 0);
        kb_libcrypto_x_peer *peer = kb_libcrypto_x_peer_new(curve, b_pk);
        REQUIRE(peer != NULL);
        for (int i = 0; i < 3; i++) {
            memset(pk, 0, sizeof pk);
            memset(same, 0, sizeof same);
            CHECK_OK(kb_libcrypto_x_derive_to(curve, pk, same, a, peer));
            CHECK_MEM(pk, a_pk, n);
            CHECK_MEM(same, ss, n);
        }
        kb_libcrypto_x_peer_free(peer);
    }
}

TEST(a_peer_that_there_was_no_memory_for_is_an_error) {
    uint8_t sk[56] = {1}, pk[56], ss[56];
    for (size_t c = 0; c < CURVE_COUNT; c++) {
        CHECK_STATUS(kb_libcrypto_x_derive_to((kb_libcrypto_x)c, pk, ss, sk, NULL),
                     KB_ERR_MEMORY);
    }
    kb_libcrypto_x_peer_free(NULL);
}

TEST(a_zero_secret_of_a_kept_peer_leaves_no_error) {
    const uint8_t zero[56] = {0};
    uint8_t sk[56] = {1}, pk[56], ss[56];
    for (size_t c = 0; c < CURVE_COUNT; c++) {
        kb_libcrypto_x curve = (kb_libcrypto_x)c;
        kb_libcrypto_x_peer *peer = kb_libcrypto_x_peer_new(curve, zero);
        REQUIRE(peer != NULL);
        CHECK_STATUS(kb_libcrypto_x_derive_to(curve, pk, ss, sk, peer), KB_ERR_KEY);
        CHECK_STATUS(kb_libcrypto_x_derive(curve, ss, sk, zero), KB_ERR_KEY);
        CHECK_INT(ERR_peek_error(), 0);
        kb_libcrypto_x_peer_free(peer);
    }
}

int main(void) {
    RUN(a_derivation_takes_our_private_half_and_their_public_one);
    RUN(a_peer_that_there_was_no_memory_for_is_an_error);
    RUN(a_zero_secret_of_a_kept_peer_leaves_no_error);
    return TEST_END();
}
