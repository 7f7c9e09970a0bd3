/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The constant-time primitives with secret bytes, masks and bits. */
#include "ct.h"

#include <keybraid/secret.h>

static uint8_t a[100], b[100], c[100];

TEST(comparison_tells_only_whether_bytes_are_equal) {
    for (size_t n = 0; n <= sizeof a; n++) {
        ct_make_secret(a, sizeof a, 1);
        ct_make_secret(b, sizeof b, 1);
        CHECK(kb_ct_eq(a, b, n));
        ct_make_secret(b, sizeof b, 2);
        CHECK(kb_ct_eq(a, b, n) == (n == 0));
        CHECK(ct_is_secret(a, sizeof a));
    }
}

TEST(copying_by_a_secret_mask) {
    for (uint64_t take = 0; take < 2; take++) {
        uint64_t bit = take;
        KB_CT_SECRET(&bit, sizeof bit);
        for (size_t n = 0; n <= sizeof a; n += 3) {
            ct_make_secret(a, sizeof a, 1);
            ct_make_secret(b, sizeof b, 2);
            ct_make_secret(c, sizeof c, take != 0 ? 2 : 1);
            kb_ct_copy_if(kb_ct_mask_bit64(bit), a, b, n);
            CHECK(ct_same(a, c, n));
            CHECK(ct_is_secret(a, n));
        }
    }
}

TEST(masks_and_selection) {
    for (uint64_t i = 0; i < 70; i++) {
        uint64_t x = i < 64 ? (uint64_t)1 << i : i - 64, five = 5, six = 6;
        bool nonzero = x != 0;
        KB_CT_SECRET(&x, sizeof x);
        KB_CT_SECRET(&five, sizeof five);
        KB_CT_SECRET(&six, sizeof six);
        uint64_t got = kb_ct_select64(kb_ct_mask_nonzero64(x), five, six);
        uint64_t want = nonzero ? 5 : 6;
        CHECK(ct_is_secret(&got, 1));
        CHECK(ct_same(&got, &want, sizeof got));
        uint32_t bit = (uint32_t)x & 1;
        uint32_t mask = kb_ct_mask_bit32(bit);
        KB_CT_PUBLIC(&bit, sizeof bit); /* the test may know */
        uint32_t all = bit != 0 ? UINT32_MAX : 0;
        CHECK(ct_same(&mask, &all, sizeof mask));
    }
}

int main(void) {
    RUN(comparison_tells_only_whether_bytes_are_equal);
    RUN(copying_by_a_secret_mask);
    RUN(masks_and_selection);
    return TEST_END();
}
