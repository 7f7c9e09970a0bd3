/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a table: a wrong kernel is noticed whichever it is. */
#include "kem/mlkem/ops.h"
#include "tables.h"

static void ntt_wrong(kb_mlkem_poly *p) {
    kb_mlkem_ops_ref.ntt(p);
    p->c[255]++;
}

static void inverse_ntt_wrong(kb_mlkem_poly *p) {
    kb_mlkem_ops_ref.inverse_ntt(p);
    p->c[0]++;
}

static void odd_zeta_wrong(kb_mlkem_odd *odd, const kb_mlkem_poly *b, size_t k) {
    kb_mlkem_ops_ref.odd_zeta(odd, b, k);
    odd[k - 1].c[127]++;
}

static void dot_wrong(kb_mlkem_poly *out, const kb_mlkem_poly *a, size_t stride,
                      const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k) {
    kb_mlkem_ops_ref.dot(out, a, stride, b, odd, k);
    out->c[128]++;
}

static size_t reject_wrong(kb_mlkem_poly *out, size_t have, const uint8_t *in,
                           size_t len) {
    size_t n = kb_mlkem_ops_ref.reject(out, have, in, len);
    out->c[have]++;
    return n;
}

static void cbd2_wrong(kb_mlkem_poly *out, const uint8_t *in) {
    kb_mlkem_ops_ref.cbd2(out, in);
    out->c[7]++;
}

static void cbd3_wrong(kb_mlkem_poly *out, const uint8_t *in) {
    kb_mlkem_ops_ref.cbd3(out, in);
    out->c[7]++;
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_mlkem_ops wrong[7];
    for (size_t i = 0; i < 7; i++) {
        wrong[i] = kb_mlkem_ops_ref;
    }
    wrong[0].ntt = ntt_wrong;
    wrong[1].inverse_ntt = inverse_ntt_wrong;
    wrong[2].odd_zeta = odd_zeta_wrong;
    wrong[3].dot = dot_wrong;
    wrong[4].reject = reject_wrong;
    wrong[5].cbd2 = cbd2_wrong;
    wrong[6].cbd3 = cbd3_wrong;
    for (size_t i = 0; i < 7; i++) {
        check_is_dropped(&kb_mlkem_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_mlkem_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_mlkem_ops other = kb_mlkem_ops_ref;
    check_is_taken_where_it_runs(&kb_mlkem_family, &other.head);
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    return TEST_END();
}
