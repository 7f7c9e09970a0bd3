/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The content key of wrapped mode; the figures were computed with Python's hmac module
 * from the formula of envelope A.8. */
#include "composite/content.h"
#include "test.h"

static uint8_t mk[32], ctx_bytes[32];
static const kb_span ctx = {ctx_bytes, sizeof ctx_bytes};

static void fill(void) {
    for (unsigned i = 0; i < 32; i++) {
        mk[i] = (uint8_t)i;
        ctx_bytes[i] = (uint8_t)(0x80 + i);
    }
}

TEST(content_key_and_commitment_follow_from_mk_enc_and_ctx) {
    uint8_t okm[KB_COMBINER_OKM_BYTES];
    fill();
    CHECK_OK(kb_composite_content_key(okm, mk, "A256GCM", ctx));
    CHECK_HEX(okm, sizeof okm,
              "7e9c435f80a61a8fbcbdb7b01860a6430b3fbff2ccad2d445e0b8ef605ec1202"
              "fd868c374afe1debbe3c710ac57bd5788aa28a9a0aa0933bada8f8202163d186");
    CHECK_OK(kb_composite_content_key(okm, mk, "A256GCM-FLOE-64K", ctx));
    CHECK_HEX(okm, sizeof okm,
              "002ea6988d904a79aa068d5bc78f5f4c6b9b4caa9713d92caca9881ba54fdbd9"
              "116af9c629ecfcd5a22dd6db790b28df5fdfede7db7b755dd044e290415227d0");
}

TEST(every_bit_of_ctx_and_mk_counts) {
    uint8_t okm[KB_COMBINER_OKM_BYTES], other[KB_COMBINER_OKM_BYTES];
    fill();
    CHECK_OK(kb_composite_content_key(okm, mk, "A256GCM", ctx));
    ctx_bytes[31] ^= 1;
    CHECK_OK(kb_composite_content_key(other, mk, "A256GCM", ctx));
    CHECK(memcmp(okm, other, sizeof okm) != 0);
    ctx_bytes[31] ^= 1;
    mk[0] ^= 0x80;
    CHECK_OK(kb_composite_content_key(other, mk, "A256GCM", ctx));
    CHECK(memcmp(okm, other, sizeof okm) != 0);
}

TEST(a_ctx_of_another_length_leaves_zeros) {
    static const uint8_t zeros[KB_COMBINER_OKM_BYTES];
    uint8_t okm[KB_COMBINER_OKM_BYTES] = {1};
    CHECK_STATUS(kb_composite_content_key(okm, mk, "A256GCM", (kb_span){ctx_bytes, 31}),
                 KB_ERR_INTERNAL);
    CHECK_MEM(okm, zeros, sizeof okm);
}

int main(void) {
    RUN(content_key_and_commitment_follow_from_mk_enc_and_ctx);
    RUN(every_bit_of_ctx_and_mk_counts);
    RUN(a_ctx_of_another_length_leaves_zeros);
    return TEST_END();
}
