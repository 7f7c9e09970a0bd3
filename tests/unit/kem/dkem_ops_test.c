/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a table: a wrong kernel is noticed whichever it is. */
#include "kem/dkem/ops.h"
#include "tables.h"

static void ntt_wrong(int16_t *p) {
    kb_dkem_ops_ref.ntt(p);
    p[511]++;
}

static void inverse_ntt_wrong(int16_t *p) {
    kb_dkem_ops_ref.inverse_ntt(p);
    p[0]++;
}

static void odd_zeta_wrong(int16_t *odd, const int16_t *b, size_t k) {
    kb_dkem_ops_ref.odd_zeta(odd, b, k);
    odd[k * 256 - 1]++;
}

static void dot_wrong(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                      const int16_t *odd, size_t k) {
    kb_dkem_ops_ref.dot(out, a, stride, b, odd, k);
    out[256]++;
}

static size_t reject_wrong(int16_t *out, size_t have, const uint8_t *in, size_t len) {
    size_t n = kb_dkem_ops_ref.reject(out, have, in, len);
    out[have]++;
    return n;
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_dkem_ops wrong[5];
    for (size_t i = 0; i < 5; i++) {
        wrong[i] = kb_dkem_ops_ref;
    }
    wrong[0].ntt = ntt_wrong;
    wrong[1].inverse_ntt = inverse_ntt_wrong;
    wrong[2].odd_zeta = odd_zeta_wrong;
    wrong[3].dot = dot_wrong;
    wrong[4].reject = reject_wrong;
    for (size_t i = 0; i < 5; i++) {
        check_is_dropped(&kb_dkem_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_dkem_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_dkem_ops other = kb_dkem_ops_ref;
    check_is_taken_where_it_runs(&kb_dkem_family, &other.head);
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    return TEST_END();
}
