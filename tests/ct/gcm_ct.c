/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* GCM with a secret key: products in GF(2^128), and the folding of the two-pass opener,
 * whose H comes out of libcrypto as secret as the key that went in. */
#include "sym/gcm.h"

#include "ct.h"
#include "sym/gf128.h"

static void make(kb_gf128 *a, unsigned number) {
    uint8_t block[16];
    ct_make_secret(block, sizeof block, number);
    *a = kb_gf128_load(block);
}

TEST(products_and_powers_of_secrets) {
    kb_gf128 a, b;
    for (unsigned i = 0; i < 20; i++) {
        make(&a, i);
        make(&b, i + 1);
        kb_gf128 ab = kb_gf128_mul(a, b), ba = kb_gf128_mul(b, a);
        CHECK(ct_is_secret(&ab, sizeof ab));
        CHECK(ct_same(&ab, &ba, sizeof ab));
        kb_gf128 cube = kb_gf128_pow(a, 3);
        kb_gf128 aaa = kb_gf128_mul(kb_gf128_mul(a, a), a);
        CHECK(ct_same(&cube, &aaa, sizeof cube));
    }
}

#define LEN                                                                              \
    (2 * KB_GCM_PIECE_BYTES + 100) /* a full piece after a full one, and a short */

static uint8_t key[KB_GCM_KEY_BYTES], tag[KB_GCM_TAG_BYTES], plain[LEN], ct[LEN],
    opened[LEN];
static const uint8_t iv[KB_GCM_IV_BYTES] = {1, 2, 3}, aad[] = "associated data";

static void seal(size_t len) {
    kb_gcm_seal *seal = NULL;
    ct_make_secret(key, sizeof key, (unsigned)len);
    ct_make_secret(plain, len, 1);
    REQUIRE_OK(kb_gcm_seal_new(&seal, key, iv));
    CHECK_OK(kb_gcm_seal_aad(seal, aad, sizeof aad));
    CHECK_OK(kb_gcm_seal_update(seal, ct, plain, len));
    CHECK_OK(kb_gcm_seal_finish(seal, tag));
    kb_gcm_seal_free(seal);
    /* Both are sent. */
    KB_CT_PUBLIC(ct, len);
    KB_CT_PUBLIC(tag, sizeof tag);
}

static size_t taken;

static kb_status take(void *self, const uint8_t *data, size_t len) {
    (void)self;
    memcpy(opened + taken, data, len);
    taken += len;
    return KB_OK;
}

static void check_open(size_t len, bool held) {
    kb_gcm_open *o = NULL;
    seal(len);
    REQUIRE_OK(kb_gcm_open_new(&o, key, iv));
    CHECK_OK(kb_gcm_open_aad(o, aad, sizeof aad));
    CHECK_OK(kb_gcm_open_verify(o, ct, len));
    CHECK_OK(kb_gcm_open_check(o, tag));
    if (held) {
        CHECK_OK(kb_gcm_open_held(o, opened, ct, len));
    } else {
        taken = 0;
        CHECK_OK(kb_gcm_open_release(o, ct, len, take, NULL));
        CHECK_OK(kb_gcm_open_release_end(o, take, NULL));
        CHECK_INT(taken, len);
    }
    kb_gcm_open_free(o);
    CHECK(ct_is_secret(opened, len));
    CHECK(ct_same(opened, plain, len));
}

TEST(opening_in_two_passes) {
    static const size_t lengths[] = {0, 1, 16, 100, KB_GCM_PIECE_BYTES + 17, LEN};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        check_open(lengths[i], false);
        check_open(lengths[i], true);
    }
}

TEST(a_message_that_is_not_authentic) {
    kb_gcm_open *o = NULL;
    seal(100);
    ct[50] ^= 4;
    REQUIRE_OK(kb_gcm_open_new(&o, key, iv));
    CHECK_OK(kb_gcm_open_aad(o, aad, sizeof aad));
    CHECK_OK(kb_gcm_open_verify(o, ct, 100));
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_AUTH);
    kb_gcm_open_free(o);
}

int main(void) {
    RUN(products_and_powers_of_secrets);
    RUN(opening_in_two_passes);
    RUN(a_message_that_is_not_authentic);
    return TEST_END();
}
