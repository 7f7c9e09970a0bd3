/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite.h"
#include "test.h"

typedef struct parties {
    kb_composite_alg alg;
    uint8_t pk[KB_COMPOSITE_PK_MAX_BYTES], sk[KB_COMPOSITE_SK_MAX_BYTES];
    uint8_t ct_c[KB_COMPOSITE_CT_C_MAX_BYTES], ct_p[KB_COMPOSITE_CT_P_MAX_BYTES];
    uint8_t okm[KB_COMBINER_OKM_BYTES], again[KB_COMBINER_OKM_BYTES];
} parties;

static const uint8_t ctx_bytes[32] = {1, 2, 3};
static const kb_span ctx = {ctx_bytes, sizeof ctx_bytes};

static kb_status meet(parties *p, const char *alg) {
    kb_status status = kb_composite_alg_parse(&p->alg, alg, strlen(alg));
    if (status == KB_OK) {
        status = p->alg.classical->keygen(p->pk, p->sk);
    }
    if (status == KB_OK) {
        status = p->alg.pqc->keygen(p->pk + p->alg.classical->pk_bytes,
                                    p->sk + p->alg.classical->sk_bytes);
    }
    if (status == KB_OK) {
        status = kb_composite_encaps(&p->alg, "A256GCM", ctx, p->ct_c, p->ct_p, p->okm,
                                     p->pk, NULL);
    }
    return status;
}

static kb_status open_again(parties *p, const char *enc) {
    return kb_composite_decaps(&p->alg, enc, ctx, p->again, p->ct_c, p->ct_p, p->pk,
                               p->sk, NULL);
}

static bool same(const parties *p) {
    return memcmp(p->okm, p->again, sizeof p->okm) == 0;
}

TEST(both_sides_derive_the_same_and_every_input_matters) {
    static const char *const algs[] = {"CKEM1.X25519.ML-KEM-768.HKDF-SHA256",
                                       "CKEM1.X448.ML-KEM-1024.SHA3-256",
                                       "CKEM1.P-521.ML-KEM-1024.KMAC256"};
    for (size_t i = 0; i < 3; i++) {
        parties p;
        REQUIRE_OK(meet(&p, algs[i]));
        REQUIRE_OK(open_again(&p, "A256GCM"));
        CHECK(same(&p));
        REQUIRE_OK(open_again(&p, "A256GCN"));
        CHECK(!same(&p));
        p.pk[p.alg.classical->pk_bytes + 1] ^=
            1; /* a public key is bound, not only used */
        REQUIRE_OK(open_again(&p, "A256GCM"));
        CHECK(!same(&p));
        p.pk[p.alg.classical->pk_bytes + 1] ^= 1;
        p.ct_p[7] ^= 1; /* implicit rejection: other bytes, no error */
        REQUIRE_OK(open_again(&p, "A256GCM"));
        CHECK(!same(&p));
    }
}

TEST(an_unusable_classical_ciphertext_is_refused_and_leaves_zeros) {
    parties p;
    static const uint8_t zeros[KB_COMBINER_OKM_BYTES];
    REQUIRE_OK(meet(&p, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"));
    memset(p.ct_c, 0, 32);
    memset(p.again, 0x5a, sizeof p.again);
    CHECK_STATUS(open_again(&p, "A256GCM"), KB_ERR_AUTH);
    CHECK_MEM(p.again, zeros, sizeof zeros);
    REQUIRE_OK(meet(&p, "CKEM1.P-256.ML-KEM-768.HKDF-SHA256"));
    p.ct_c[64] ^= 1;
    CHECK_STATUS(open_again(&p, "A256GCM"), KB_ERR_AUTH);
    CHECK_MEM(p.again, zeros, sizeof zeros);
}

TEST(an_unusable_public_key_gives_no_ciphertext) {
    parties p;
    static const uint8_t zeros[2000];
    REQUIRE_OK(meet(&p, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"));
    memset(p.pk, 0, 32);
    CHECK_STATUS(
        kb_composite_encaps(&p.alg, "A256GCM", ctx, p.ct_c, p.ct_p, p.okm, p.pk, NULL),
        KB_ERR_KEY);
    CHECK_MEM(p.okm, zeros, sizeof p.okm);
    CHECK_MEM(p.ct_c, zeros, 32);
    CHECK_MEM(p.ct_p, zeros, 1088);
}

TEST(wrapped_mode_derives_a_key_of_32_bytes_and_writes_no_more) {
    parties p;
    memset(p.okm, 0x5a, sizeof p.okm);
    memset(p.again, 0x5a, sizeof p.again);
    REQUIRE_OK(meet(&p, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW"));
    CHECK_INT(kb_composite_okm_bytes(&p.alg), KB_COMBINER_KEK_BYTES);
    REQUIRE_OK(open_again(&p, "A256GCM"));
    CHECK(same(&p));
    for (size_t i = KB_COMBINER_KEK_BYTES; i < sizeof p.okm; i++) {
        CHECK_INT(p.okm[i], 0x5a);
    }
    /* The length is bound: 32 bytes are no prefix of what 64 would be. */
    REQUIRE_OK(kb_composite_alg_parse(&p.alg, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256", 35));
    REQUIRE_OK(open_again(&p, "A256GCM"));
    CHECK(memcmp(p.okm, p.again, KB_COMBINER_KEK_BYTES) != 0);
    memset(p.ct_c, 0, 32);
    p.alg.is_wrap = true;
    CHECK_STATUS(open_again(&p, "A256GCM"), KB_ERR_AUTH);
}

int main(void) {
    RUN(wrapped_mode_derives_a_key_of_32_bytes_and_writes_no_more);
    RUN(both_sides_derive_the_same_and_every_input_matters);
    RUN(an_unusable_classical_ciphertext_is_refused_and_leaves_zeros);
    RUN(an_unusable_public_key_gives_no_ciphertext);
    return TEST_END();
}
