/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* X25519 + ML-KEM-768, and X448 + ML-KEM-1024, with a secret private key. */
#include "composite/composite.h"

#include "core/secret.h"
#include "ct.h"

static const char *const algs[] = {"CKEM1.X25519.ML-KEM-768.HKDF-SHA256",
                                   "CKEM1.X448.ML-KEM-1024.HKDF-SHA512"};
#define ALG_COUNT (sizeof algs / sizeof algs[0])

static const uint8_t header_hash[KB_COMBINER_CTX_BYTES] = {5};
static const kb_span ctx = {header_hash, sizeof header_hash};

static kb_composite_alg alg;
static uint8_t pk[KB_COMPOSITE_PK_MAX_BYTES], sk[KB_COMPOSITE_SK_MAX_BYTES],
    ct_c[KB_COMPOSITE_CT_C_MAX_BYTES], ct_p[KB_COMPOSITE_CT_P_MAX_BYTES],
    okm[KB_COMBINER_OKM_BYTES], got[KB_COMBINER_OKM_BYTES];

static size_t sk_bytes(void) {
    return alg.classical->sk_bytes + alg.pqc->sk_bytes;
}

static void make(const char *text, unsigned number) {
    REQUIRE_OK(kb_composite_alg_parse(&alg, text, strlen(text)));
    ct_make_secret(sk, sk_bytes(), number);
    CHECK_OK(alg.classical->public_of(pk, sk));
    CHECK_OK(
        alg.pqc->public_of(pk + alg.classical->pk_bytes, sk + alg.classical->sk_bytes));
    /* The public key is published. */
    KB_CT_PUBLIC(pk, alg.classical->pk_bytes + alg.pqc->pk_bytes);
    CHECK_OK(kb_composite_encaps(&alg, "A256GCM", ctx, ct_c, ct_p, okm, pk, NULL));
}

static kb_status decaps(void) {
    return kb_composite_decaps(&alg, "A256GCM", ctx, got, ct_c, ct_p, pk, sk, NULL);
}

TEST(decapsulation_with_a_secret_key) {
    for (size_t a = 0; a < ALG_COUNT; a++) {
        for (unsigned i = 0; i < 3; i++) {
            make(algs[a], i);
            CHECK_OK(decaps());
            CHECK(ct_is_secret(got, sizeof got));
            CHECK(ct_same(got, okm, sizeof got));
            CHECK(ct_is_secret(sk, sk_bytes()));
        }
    }
}

TEST(an_altered_ciphertext_gives_another_secret) {
    for (size_t a = 0; a < ALG_COUNT; a++) {
        make(algs[a], 3);
        ct_p[100] ^= 1;
        CHECK_OK(decaps());
        CHECK(!ct_same(got, okm, sizeof got));
        ct_p[100] ^= 1;
        ct_c[3] ^= 1;
        CHECK_OK(decaps());
        CHECK(!ct_same(got, okm, sizeof got));
    }
}

TEST(a_point_of_small_order_is_refused) {
    const uint8_t zero[sizeof got] = {0};
    for (size_t a = 0; a < ALG_COUNT; a++) {
        make(algs[a], 4);
        kb_wipe(ct_c, sizeof ct_c);
        CHECK_STATUS(decaps(), KB_ERR_AUTH);
        CHECK(ct_same(got, zero, sizeof got));
    }
}

int main(void) {
    RUN(decapsulation_with_a_secret_key);
    RUN(an_altered_ciphertext_gives_another_secret);
    RUN(a_point_of_small_order_is_refused);
    return TEST_END();
}
