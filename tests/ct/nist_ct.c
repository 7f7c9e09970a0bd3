/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * P-256, P-384 and P-521 with their private scalars marked as secret: key pairs, ECDH as a
 * KEM, ECDSA. The arithmetic is libcrypto's; libcrypto.supp lists what it branches on.
 *
 * Not here: X25519 and X448 (composite_ct.c), Ed25519 and Ed448 (sig_lamps_ct.c).
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* RAND_set_rand_method */
#include "ct.h"
#include "kem/kem.h"
#include "sig/classic/classic.h"

#include <openssl/rand.h>

static const kb_kem *const kems[] = {&kb_p256, &kb_p384, &kb_p521};
static const kb_sig *const sigs[] = {&kb_ecdsa_p256, &kb_ecdsa_p384, &kb_ecdsa_p521};
#define CURVE_COUNT (sizeof kems / sizeof kems[0])

static uint8_t pk[133], sk[66], ct[133], ss[66], again[66], sig[132];

/* A scalar below every order. Its first byte is public: the range check needs it small. */
static void make_scalar(size_t bytes, unsigned number) {
    ct_make_secret(sk, bytes, number);
    KB_CT_PUBLIC(sk, 1);
    sk[0] = 0;
}

TEST(key_agreement_with_a_secret_key) {
    for (size_t c = 0; c < CURVE_COUNT; c++) {
        for (unsigned i = 1; i < 3; i++) {
            make_scalar(kems[c]->sk_bytes, i);
            CHECK_OK(kems[c]->public_of(pk, sk));
            /* The public key is published. */
            KB_CT_PUBLIC(pk, kems[c]->pk_bytes);
            CHECK_OK(kems[c]->encaps(ct, ss, pk));
            CHECK_OK(kems[c]->decaps(again, ct, sk));
            /* Leading zero bytes are none to libcrypto, where P-521 is concerned. */
            CHECK(ct_is_secret(again + 8, kems[c]->ss_bytes - 8));
            CHECK(ct_same(again, ss, kems[c]->ss_bytes));
            CHECK(ct_is_secret(sk + 1, kems[c]->sk_bytes - 1));
        }
    }
}

TEST(signing_with_a_secret_key) {
    const kb_sig_message message = {(const uint8_t *)"a message", 9, NULL, 0};
    for (size_t c = 0; c < CURVE_COUNT; c++) {
        for (unsigned i = 1; i < 3; i++) {
            size_t len;
            make_scalar(sigs[c]->sk_bytes, i);
            CHECK_OK(sigs[c]->public_of(pk, sk));
            KB_CT_PUBLIC(pk, sigs[c]->pk_bytes);
            CHECK_OK(sigs[c]->sign(sig, &len, &message, sk));
            /* The signature is published. */
            KB_CT_PUBLIC(sig, len);
            CHECK_OK(sigs[c]->verify(sig, len, &message, pk));
            CHECK(ct_is_secret(sk + 1, sigs[c]->sk_bytes - 1));
        }
    }
}

/* Nonces that are the same in every run: which of libcrypto's rare paths a run takes must
 * not be left to chance. */
static int repeat_bytes(unsigned char *out, int len) {
    static uint64_t state = 0x9E3779B97F4A7C15U;
    for (int i = 0; i < len; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        out[i] = (unsigned char)(state >> 56);
    }
    return 1;
}

static int always_ready(void) {
    return 1;
}

static const RAND_METHOD repeatable = {
    .bytes = repeat_bytes, .pseudorand = repeat_bytes, .status = always_ready};

int main(void) {
    if (RAND_set_rand_method(&repeatable) != 1) {
        return 1;
    }
    RUN(key_agreement_with_a_secret_key);
    RUN(signing_with_a_secret_key);
    return TEST_END();
}
