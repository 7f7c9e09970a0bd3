/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* GF(2^128) against the intermediate values of the GCM test cases, and the field's laws.
 */
#include "sym/gf128.h"
#include "test.h"

static kb_gf128 from_hex(const char *hex) {
    uint8_t block[16] = {0};
    CHECK_INT(test_unhex(block, sizeof block, hex), 16);
    return kb_gf128_load(block);
}

static void check_hex(kb_gf128 got, const char *hex) {
    uint8_t block[16];
    kb_gf128_store(block, got);
    CHECK_HEX(block, 16, hex);
}

static const kb_gf128 one = {(uint64_t)1 << 63, 0};
static const kb_gf128 x = {(uint64_t)1 << 62, 0};

TEST(products_are_those_of_gcm_test_case_2) {
    kb_gf128 h = from_hex("66e94bd4ef8a2c3b884cfa59ca342b2e");
    kb_gf128 c = from_hex("0388dace60b6a392f328c2b971b2fe78");
    kb_gf128 y = kb_gf128_mul(c, h);
    check_hex(y, "5e2ec746917062882c85b0685353deb7");
    y = kb_gf128_add(y, (kb_gf128){0, 0x80});
    check_hex(kb_gf128_mul(y, h), "f38cbb1ad69223dcc3457ae5b6b0f885");
}

TEST(the_polynomial_is_that_of_sp_800_38d) {
    /* x^127 * x = x^128 = 1 + x + x^2 + x^7. */
    check_hex(kb_gf128_mul((kb_gf128){0, 1}, x), "e1000000000000000000000000000000");
    /* The multiplicative group has 2^128 - 1 elements: a^(2^128) = a. */
    kb_gf128 a = from_hex("0388dace60b6a392f328c2b971b2fe78");
    for (int i = 0; i < 128; i++) {
        a = kb_gf128_mul(a, a);
    }
    check_hex(a, "0388dace60b6a392f328c2b971b2fe78");
}

TEST(one_and_zero_behave) {
    kb_gf128 a = from_hex("b83b533708bf535d0aa6e52980d53b78");
    check_hex(kb_gf128_mul(a, one), "b83b533708bf535d0aa6e52980d53b78");
    check_hex(kb_gf128_mul(one, a), "b83b533708bf535d0aa6e52980d53b78");
    check_hex(kb_gf128_mul(a, (kb_gf128){0, 0}), "00000000000000000000000000000000");
}

TEST(products_commute_and_distribute) {
    kb_gf128 a = from_hex("0123456789abcdeffedcba9876543210");
    kb_gf128 b = from_hex("b83b533708bf535d0aa6e52980d53b78");
    for (int i = 0; i < 50; i++) {
        kb_gf128 ab = kb_gf128_mul(a, b), ba = kb_gf128_mul(b, a);
        CHECK(ab.hi == ba.hi && ab.lo == ba.lo);
        kb_gf128 left = kb_gf128_mul(kb_gf128_add(a, one), b);
        kb_gf128 right = kb_gf128_add(ab, b);
        CHECK(left.hi == right.hi && left.lo == right.lo);
        a = ab;
    }
}

TEST(powers_are_repeated_products) {
    kb_gf128 h = from_hex("66e94bd4ef8a2c3b884cfa59ca342b2e"), p = one;
    for (uint64_t n = 0; n < 70; n++) {
        kb_gf128 q = kb_gf128_pow(h, n);
        CHECK(p.hi == q.hi && p.lo == q.lo);
        p = kb_gf128_mul(p, h);
    }
    kb_gf128 q = kb_gf128_pow(h, 16384);
    p = h;
    for (int i = 0; i < 14; i++) {
        p = kb_gf128_mul(p, p);
    }
    CHECK(p.hi == q.hi && p.lo == q.lo);
}

int main(void) {
    RUN(products_are_those_of_gcm_test_case_2);
    RUN(the_polynomial_is_that_of_sp_800_38d);
    RUN(one_and_zero_behave);
    RUN(products_commute_and_distribute);
    RUN(powers_are_repeated_products);
    return TEST_END();
}
