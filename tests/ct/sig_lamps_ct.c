/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Ed25519, Ed448 and the composites with their private keys marked as secret.
 *
 * Not here: ECDSA and ECDH on the NIST curves (nist_ct.c).
 */
#include "composite/sig_lamps.h"

#include "ct.h"
#include "libcrypto/ec_scalar.h"
#include "sig/classic/classic.h"

static const kb_sig *const algs[] = {&kb_ed25519, &kb_ed448, &kb_sig_mldsa44_ed25519,
                                     &kb_sig_mldsa65_ed25519, &kb_sig_mldsa87_ed448};
#define ALG_COUNT (sizeof algs / sizeof algs[0])

static uint8_t pk[KB_SIG_LAMPS_PK_MAX_BYTES], sk[KB_SIG_LAMPS_SK_MAX_BYTES],
    sig[KB_SIG_LAMPS_SIG_MAX_BYTES];

TEST(signing_with_a_secret_key) {
    const kb_sig_message message = {(const uint8_t *)"a message", 9, NULL, 0};
    for (size_t a = 0; a < ALG_COUNT; a++) {
        for (unsigned i = 0; i < 2; i++) {
            size_t len;
            ct_make_secret(sk, algs[a]->sk_bytes, i);
            CHECK_OK(algs[a]->public_of(pk, sk));
            /* The public key is published. */
            KB_CT_PUBLIC(pk, algs[a]->pk_bytes);
            CHECK_OK(algs[a]->sign(sig, &len, &message, sk));
            CHECK(ct_is_secret(sk, algs[a]->sk_bytes));
            /* These are bytes of S, made with the key. The signature is published. */
            CHECK(ct_is_secret(sig + len - 40, 32));
            KB_CT_PUBLIC(sig, len);
            CHECK_OK(algs[a]->verify(sig, len, &message, pk));
        }
    }
}

/* The range of a scalar is asked without telling more than the answer. */
TEST(scalars_are_checked_in_silence) {
    static const kb_libcrypto_ec curves[] = {KB_LIBCRYPTO_P256, KB_LIBCRYPTO_P384,
                                             KB_LIBCRYPTO_P521};
    for (size_t c = 0; c < 3; c++) {
        ct_make_secret(sk, 66, 1);
        KB_CT_PUBLIC(sk, 1); /* a byte of our own making below */
        sk[0] = 0;
        CHECK_OK(kb_libcrypto_ec_scalar_check(curves[c], sk));
        CHECK(ct_is_secret(sk + 1, 31));
    }
}

int main(void) {
    RUN(signing_with_a_secret_key);
    RUN(scalars_are_checked_in_silence);
    return TEST_END();
}
