/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a table: a wrong kernel is noticed whichever it is. */
#include "sig/mldsa/ops.h"
#include "tables.h"

static void ntt_wrong(kb_mldsa_poly *p) {
    kb_mldsa_ops_ref.ntt(p);
    p->c[255]++;
}

static void inverse_ntt_wrong(kb_mldsa_poly *p) {
    kb_mldsa_ops_ref.inverse_ntt(p);
    p->c[0]++;
}

static size_t wrong_count;

static void dot_wrong(kb_mldsa_poly *out, const kb_mldsa_poly *a, const kb_mldsa_poly *b,
                      size_t count) {
    kb_mldsa_ops_ref.dot(out, a, b, count);
    out->c[128] += count == wrong_count;
}

static size_t reject_wrong(kb_mldsa_poly *out, size_t have, const uint8_t *in,
                           size_t len) {
    size_t n = kb_mldsa_ops_ref.reject(out, have, in, len);
    out->c[have]++;
    return n;
}

static unsigned wrong_bits;

static void unpack_mask_wrong(kb_mldsa_poly *out, const uint8_t *in, unsigned bits) {
    kb_mldsa_ops_ref.unpack_mask(out, in, bits);
    out->c[7] += bits == wrong_bits;
}

static void times_small_wrong(int16_t out[KB_MLDSA_N],
                              const kb_mldsa_challenge *challenge,
                              const kb_mldsa_small *s) {
    kb_mldsa_ops_ref.times_small(out, challenge, s);
    out[7]++;
}

static void times_t0_wrong(int32_t out[KB_MLDSA_N], const kb_mldsa_challenge *challenge,
                           const kb_mldsa_t0 *t) {
    kb_mldsa_ops_ref.times_t0(out, challenge, t);
    out[255]--;
}

static int32_t wrong_high;

static void decompose_wrong(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high) {
    kb_mldsa_ops_ref.decompose(out, w, high);
    out[99] ^= (uint8_t)(high == wrong_high);
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_mldsa_ops wrong[5];
    for (size_t i = 0; i < 5; i++) {
        wrong[i] = kb_mldsa_ops_ref;
    }
    wrong[0].ntt = ntt_wrong;
    wrong[1].inverse_ntt = inverse_ntt_wrong;
    wrong[2].reject = reject_wrong;
    wrong[3].times_small = times_small_wrong;
    wrong[4].times_t0 = times_t0_wrong;
    for (size_t i = 0; i < 5; i++) {
        check_is_dropped(&kb_mldsa_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_mldsa_family), 0);
}

TEST(a_table_that_is_wrong_for_one_parameter_set_is_dropped) {
    static const size_t counts[] = {1, 4, 5, 7};
    kb_mldsa_ops wrong = kb_mldsa_ops_ref;
    wrong.dot = dot_wrong;
    for (size_t i = 0; i < 4; i++) {
        wrong_count = counts[i];
        check_is_dropped(&kb_mldsa_family, &wrong.head);
    }
    wrong = kb_mldsa_ops_ref;
    wrong.unpack_mask = unpack_mask_wrong;
    for (wrong_bits = 18; wrong_bits <= 20; wrong_bits += 2) {
        check_is_dropped(&kb_mldsa_family, &wrong.head);
    }
    wrong = kb_mldsa_ops_ref;
    wrong.decompose = decompose_wrong;
    for (wrong_high = 16; wrong_high <= 44; wrong_high += 28) {
        check_is_dropped(&kb_mldsa_family, &wrong.head);
    }
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_mldsa_ops other = kb_mldsa_ops_ref;
    check_is_taken_where_it_runs(&kb_mldsa_family, &other.head);
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_table_that_is_wrong_for_one_parameter_set_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    return TEST_END();
}
