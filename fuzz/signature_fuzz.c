/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Signatures of the classical and composite algorithms over a fixed message with fixed
 * keys; the first byte chooses the algorithm. What verifies is not a signature of another
 * message, and DER that is read is written again the same.
 */
#include "composite/sig_lamps.h"
#include "fuzz.h"
#include "sig/classic/classic.h"

#include <string.h>

static const kb_sig *const algs[] = {
    &kb_ed25519,
    &kb_ed448,
    &kb_ecdsa_p256,
    &kb_ecdsa_p384,
    &kb_ecdsa_p521,
    &kb_sig_mldsa44_ed25519,
    &kb_sig_mldsa65_ed25519,
    &kb_sig_mldsa87_ed448,
};
#define ALG_COUNT (sizeof algs / sizeof algs[0])

/* The key of seed bytes that are all 0x11, which is a scalar of every curve but P-521. */
static const uint8_t *public_of(size_t i) {
    static uint8_t pk[ALG_COUNT][KB_SIG_LAMPS_PK_MAX_BYTES];
    static int is_made[ALG_COUNT];
    if (!is_made[i]) {
        uint8_t sk[KB_SIG_LAMPS_SK_MAX_BYTES];
        memset(sk, 0x11, sizeof sk);
        sk[0] = algs[i] == &kb_ecdsa_p521 ? 0 : 0x11;
        FUZZ_CHECK(algs[i]->public_of(pk[i], sk) == KB_OK);
        is_made[i] = 1;
    }
    return pk[i];
}

static void try_der(kb_libcrypto_ec curve, const uint8_t *der, size_t len) {
    uint8_t raw[KB_LIBCRYPTO_ECDSA_RAW_MAX_BYTES];
    uint8_t again[KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES];
    size_t again_len;
    if (kb_libcrypto_ecdsa_from_der(curve, raw, der, len) == KB_OK) {
        FUZZ_CHECK(kb_libcrypto_ecdsa_to_der(curve, again, &again_len, raw) == KB_OK);
        FUZZ_CHECK(again_len == len && memcmp(again, der, len) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    size_t i = data[0] % (ALG_COUNT + 3);
    if (i >= ALG_COUNT) {
        try_der((kb_libcrypto_ec)(i - ALG_COUNT), data + 1, size - 1);
        return 0;
    }
    kb_sig_message m = {(const uint8_t *)"message", 7, NULL, 0};
    kb_status status = algs[i]->verify(data + 1, size - 1, &m, public_of(i));
    FUZZ_CHECK(status == KB_OK || status == KB_ERR_AUTH);
    if (status == KB_OK) {
        m.msg_len--;
        FUZZ_CHECK(algs[i]->verify(data + 1, size - 1, &m, public_of(i)) == KB_ERR_AUTH);
    }
    return 0;
}
