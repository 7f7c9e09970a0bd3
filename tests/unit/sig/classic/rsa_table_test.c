/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA behind the signature interface: it verifies and does nothing else. */
#include "rsa_keys.h"
#include "sig/classic/classic.h"
#include "test.h"

#define N     256
#define E     8
#define SK    KB_LIBCRYPTO_RSA_SK_BYTES(N)
#define AT(i) (E + ((i) == 0 ? 0 : N + ((i)-1) * N / 2)) /* d, p, q, dp, dq, qi in sk */

static uint8_t pk[KB_LIBCRYPTO_RSA_PK_BYTES(N)], sk[SK], der[2048], sig[1024];
static size_t der_len;
static kb_sig_message message = {(const uint8_t *)"message", 7, NULL, 0};

/* Takes the next INTEGER of the test's DER at full width. */
static size_t take(size_t at, uint8_t *out, size_t width) {
    size_t head = der[at + 1] == 0x82 ? 4 : der[at + 1] == 0x81 ? 3 : 2;
    size_t len = head == 4   ? (size_t)der[at + 2] << 8 | der[at + 3]
                 : head == 3 ? der[at + 2]
                             : der[at + 1];
    size_t skip = len > width ? len - width : 0;
    memset(out, 0, width);
    memcpy(out + width - (len - skip), der + at + head + skip, len - skip);
    return at + head + len;
}

/* The numbers of the test's RSAPrivateKey. */
static void load(void) {
    der_len = (size_t)test_unhex(der, sizeof der, pkcs1);
    size_t at = take(7, pk + E, N);
    at = take(at, pk, E);
    memcpy(sk, pk, E);
    for (size_t i = 0; i < 6; i++) {
        at = take(at, sk + AT(i), i == 0 ? N : N / 2);
    }
    CHECK_INT(at, der_len);
}

TEST(a_signature_of_rsa_pss_verifies_and_every_change_is_refused) {
    size_t len = 0;
    load();
    REQUIRE_OK(kb_rsa_pss_sign(sig, &len, "message", 7, der, der_len));
    CHECK_OK(kb_rsa2048_ps256.check_pk(pk));
    CHECK_OK(kb_rsa2048_ps256.verify(sig, len, &message, pk));
    for (size_t bit = 0; bit < 8 * len; bit += 31) {
        sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_STATUS(kb_rsa2048_ps256.verify(sig, len, &message, pk), KB_ERR_AUTH);
        sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    kb_sig_message other = {(const uint8_t *)"messagf", 7, NULL, 0};
    CHECK_STATUS(kb_rsa2048_ps256.verify(sig, len, &other, pk), KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa2048_ps256.verify(sig, len - 1, &message, pk), KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa2048_ps256.verify(sig, len + 1, &message, pk), KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa2048_ps256.verify(sig, 0, &message, pk), KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa2048_ps384.verify(sig, len, &message, pk), KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa2048_ps512.verify(sig, len, &message, pk), KB_ERR_AUTH);
    kb_sig_message context = {(const uint8_t *)"message", 7, (const uint8_t *)"c", 1};
    CHECK_STATUS(kb_rsa2048_ps256.verify(sig, len, &context, pk), KB_ERR_ARGUMENT);
}

static bool is_zero(const uint8_t *p, size_t n) {
    while (n > 0 && *p == 0) {
        p++;
        n--;
    }
    return n == 0;
}

TEST(no_key_is_made_and_nothing_is_signed) {
    static const char *const ids[] = {
        "RSA-2048-PS256", "RSA-2048-PS384", "RSA-2048-PS512",
        "RSA-3072-PS256", "RSA-3072-PS384", "RSA-3072-PS512",
        "RSA-4096-PS256", "RSA-4096-PS384", "RSA-4096-PS512"};
    static uint8_t public[520], private[1800];
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const kb_sig *alg = kb_sig_find(ids[i]);
        REQUIRE(alg != NULL);
        CHECK_STR(alg->id, ids[i]);
        REQUIRE(alg->pk_bytes <= sizeof public && alg->sk_bytes <= sizeof private);
        memset(public, 0x5a, sizeof public);
        memset(private, 0x5a, sizeof private);
        memset(sig, 0x5a, sizeof sig);
        CHECK_STATUS(kb_sig_keygen(ids[i], public, alg->pk_bytes, private, alg->sk_bytes),
                     KB_ERR_POLICY);
        CHECK(is_zero(public, alg->pk_bytes) && is_zero(private, alg->sk_bytes));
        size_t len = alg->sig_bytes;
        CHECK_STATUS(kb_sig_sign(ids[i], sig, &len, &message, private, alg->sk_bytes),
                     KB_ERR_POLICY);
        CHECK(len == 0 && is_zero(sig, alg->sig_bytes) && sig[alg->sig_bytes] == 0x5a);
    }
}

/* Changes a byte of pk, checks, changes it back. */
static kb_status check_with(size_t at, uint8_t value) {
    uint8_t old = pk[at];
    pk[at] = value;
    kb_status status = kb_rsa2048_ps256.check_pk(pk);
    pk[at] = old;
    return status;
}

TEST(public_keys_out_of_range_are_refused) {
    load();
    CHECK_OK(kb_rsa2048_ps256.check_pk(pk));
    CHECK_STATUS(check_with(E + N - 1, pk[E + N - 1] & 0xfe), KB_ERR_KEY); /* even */
    CHECK_STATUS(check_with(E, pk[E] & 0x7f), KB_ERR_KEY);                 /* 2047 bits */
    CHECK_STATUS(check_with(E, 0), KB_ERR_KEY);
    CHECK_STATUS(check_with(E - 1, 0), KB_ERR_KEY); /* e = 65536 */
    CHECK_STATUS(check_with(E - 3, 0), KB_ERR_KEY); /* e = 1 */
    CHECK_OK(check_with(0, 0xff));                  /* e of 64 bits */
    memset(pk, 0, E);
    pk[E - 1] = 3;
    CHECK_STATUS(kb_rsa2048_ps256.check_pk(pk), KB_ERR_KEY);
    /* a multiple of 3 */
    load();
    memset(pk + E, 0, N);
    pk[E] = 0xc0;
    pk[E + N - 1] = 3;
    CHECK_STATUS(kb_rsa2048_ps256.check_pk(pk), KB_ERR_KEY);
    memset(pk, 0, sizeof pk);
    CHECK_STATUS(kb_rsa2048_ps256.check_pk(pk), KB_ERR_KEY);
    memset(pk, 0xff, sizeof pk);
    CHECK_STATUS(kb_rsa2048_ps256.check_pk(pk), KB_ERR_KEY);
}

TEST(every_private_number_is_held_to_the_others) {
    uint8_t again[sizeof pk];
    load();
    REQUIRE_OK(kb_rsa2048_ps256.public_of(again, sk));
    CHECK_MEM(again, pk, sizeof pk);
    for (size_t i = 0; i < 7; i++) {
        size_t at = i == 6 ? 0 : AT(i), len = i == 6 ? E : i == 0 ? N : N / 2;
        load();
        sk[at + len - 1] ^= 2;
        memset(again, 0x5a, sizeof again);
        CHECK_STATUS(kb_rsa2048_ps256.public_of(again, sk), KB_ERR_KEY);
        CHECK(is_zero(again, sizeof again));
        load();
        memset(sk + at, 0, len);
        CHECK_STATUS(kb_rsa2048_ps256.public_of(again, sk), KB_ERR_KEY);
        memset(sk + at, 0xff, len);
        CHECK_STATUS(kb_rsa2048_ps256.public_of(again, sk), KB_ERR_KEY);
    }
    /* the primes changed for each other, and one twice */
    load();
    uint8_t p[N / 2];
    memcpy(p, sk + AT(1), N / 2);
    memcpy(sk + AT(1), sk + AT(2), N / 2);
    CHECK_STATUS(kb_rsa2048_ps256.public_of(again, sk), KB_ERR_KEY);
    memcpy(sk + AT(2), p, N / 2);
    CHECK_STATUS(kb_rsa2048_ps256.public_of(again, sk), KB_ERR_KEY);
}

int main(void) {
    RUN(a_signature_of_rsa_pss_verifies_and_every_change_is_refused);
    RUN(no_key_is_made_and_nothing_is_signed);
    RUN(public_keys_out_of_range_are_refused);
    RUN(every_private_number_is_held_to_the_others);
    return TEST_END();
}
