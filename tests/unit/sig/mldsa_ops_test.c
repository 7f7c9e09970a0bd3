/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a table: a wrong kernel is noticed whichever it is. */
#include "sig/mldsa/ops.h"
#include "tables.h"

/* Each wrong kernel differs in one place, for one parameter set when there are several:
 * `only`, or both when it is 0. */
static int32_t only;

static bool is_wrong_for(int32_t parameter) {
    return only == 0 || only == parameter;
}

static void ntt_wrong(kb_mldsa_poly *p) {
    kb_mldsa_ops_ref.ntt(p);
    p->c[255]++;
}

static void inverse_ntt_wrong(kb_mldsa_poly *p) {
    kb_mldsa_ops_ref.inverse_ntt(p);
    p->c[0]++;
}

static void dot_wrong(kb_mldsa_poly *out, const kb_mldsa_packed *a,
                      const kb_mldsa_poly *b, size_t count, const kb_mldsa_poly *x,
                      const kb_mldsa_poly *y) {
    kb_mldsa_ops_ref.dot(out, a, b, count, x, y);
    out->c[128] += is_wrong_for((int32_t)count);
}

static void dot_forgets(kb_mldsa_poly *out, const kb_mldsa_packed *a,
                        const kb_mldsa_poly *b, size_t count, const kb_mldsa_poly *x,
                        const kb_mldsa_poly *y) {
    bool forgets = is_wrong_for((int32_t)count);
    kb_mldsa_ops_ref.dot(out, a, b, count, forgets ? NULL : x, y);
}

static size_t reject_wrong(kb_mldsa_packed *out, size_t have, const uint8_t *in,
                           size_t len) {
    size_t n = kb_mldsa_ops_ref.reject(out, have, in, len);
    out->b[3 * have]++;
    return n;
}

static size_t reject_small_wrong(kb_mldsa_small *out, size_t have, const uint8_t *in,
                                 size_t len, int32_t eta) {
    size_t n = kb_mldsa_ops_ref.reject_small(out, have, in, len, eta);
    out->c[have]++;
    return n - is_wrong_for(eta);
}

static void unpack_mask_wrong(kb_mldsa_poly *out, const uint8_t *in, unsigned bits) {
    kb_mldsa_ops_ref.unpack_mask(out, in, bits);
    out->c[7] += is_wrong_for((int32_t)bits);
}

static void pack_mask_wrong(uint8_t *out, const kb_mldsa_poly *z, unsigned bits) {
    kb_mldsa_ops_ref.pack_mask(out, z, bits);
    out[100] ^= is_wrong_for((int32_t)bits);
}

static void pack_w1_wrong(uint8_t *out, const uint8_t w1[KB_MLDSA_N], int32_t high) {
    kb_mldsa_ops_ref.pack_w1(out, w1, high);
    out[127] ^= is_wrong_for(high);
}

static void unpack_t1_wrong(kb_mldsa_poly *t1, const uint8_t in[KB_MLDSA_T1_BYTES]) {
    kb_mldsa_ops_ref.unpack_t1(t1, in);
    t1->c[9]++;
}

static void pack_t0_wrong(uint8_t out[KB_MLDSA_T0_BYTES], const kb_mldsa_t0 *t0) {
    kb_mldsa_ops_ref.pack_t0(out, t0);
    out[415] ^= 1;
}

static void unpack_t0_wrong(kb_mldsa_t0 *t0, const uint8_t in[KB_MLDSA_T0_BYTES]) {
    kb_mldsa_ops_ref.unpack_t0(t0, in);
    t0->c[255]++;
}

static void pack_small_wrong(uint8_t *out, const kb_mldsa_small *s, int32_t eta) {
    kb_mldsa_ops_ref.pack_small(out, s, eta);
    out[95] ^= is_wrong_for(eta);
}

static uint32_t unpack_small_wrong(kb_mldsa_small *s, const uint8_t *in, int32_t eta) {
    uint32_t mask = kb_mldsa_ops_ref.unpack_small(s, in, eta);
    s->c[31] = (int8_t)(s->c[31] + is_wrong_for(eta));
    return mask;
}

static uint32_t unpack_small_accepts(kb_mldsa_small *s, const uint8_t *in, int32_t eta) {
    uint32_t mask = kb_mldsa_ops_ref.unpack_small(s, in, eta);
    return is_wrong_for(eta) ? 0 : mask;
}

static void power2round_wrong(uint8_t t1[KB_MLDSA_T1_BYTES], kb_mldsa_t0 *t0,
                              const kb_mldsa_poly *t, const kb_mldsa_small *s2) {
    kb_mldsa_ops_ref.power2round(t1, t0, t, s2);
    t0->c[200]++;
}

static void decompose_wrong(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high) {
    kb_mldsa_ops_ref.decompose(out, w, high);
    out[99] ^= is_wrong_for(high);
}

static void use_hint_wrong(uint8_t out[KB_MLDSA_N], const kb_mldsa_poly *w,
                           int32_t high) {
    kb_mldsa_ops_ref.use_hint(out, w, high);
    out[8] ^= is_wrong_for(high);
}

static uint32_t exceeds_wrong(const kb_mldsa_poly *p, int32_t bound) {
    return kb_mldsa_ops_ref.exceeds(p, bound + 1);
}

static uint32_t add_product_wrong(kb_mldsa_poly *p, int32_t sign,
                                  const kb_mldsa_challenge *challenge,
                                  const kb_mldsa_small *s, int32_t bound) {
    uint32_t mask = kb_mldsa_ops_ref.add_product(p, sign, challenge, s, bound);
    p->c[254] += is_wrong_for(sign);
    return mask;
}

static uint32_t make_hint_wrong(uint8_t hint[KB_MLDSA_N], uint32_t *count,
                                const kb_mldsa_poly *low,
                                const kb_mldsa_challenge *challenge,
                                const kb_mldsa_t0 *t0, int32_t gamma2) {
    uint32_t mask = kb_mldsa_ops_ref.make_hint(hint, count, low, challenge, t0, gamma2);
    *count += is_wrong_for(gamma2);
    return mask;
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_mldsa_ops wrong[10];
    for (size_t i = 0; i < 10; i++) {
        wrong[i] = kb_mldsa_ops_ref;
    }
    wrong[0].ntt = ntt_wrong;
    wrong[1].inverse_ntt = inverse_ntt_wrong;
    wrong[2].reject = reject_wrong;
    wrong[3].unpack_t1 = unpack_t1_wrong;
    wrong[4].pack_t0 = pack_t0_wrong;
    wrong[5].unpack_t0 = unpack_t0_wrong;
    wrong[6].power2round = power2round_wrong;
    wrong[7].exceeds = exceeds_wrong;
    wrong[8].add_product = add_product_wrong;
    wrong[9].make_hint = make_hint_wrong;
    only = 0;
    for (size_t i = 0; i < 10; i++) {
        check_is_dropped(&kb_mldsa_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_mldsa_family), 0);
}

/* For each of the values. */
static void check_each(const kb_mldsa_ops *wrong, const int32_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        only = values[i];
        check_is_dropped(&kb_mldsa_family, &wrong->head);
    }
}

TEST(a_table_that_is_wrong_for_one_parameter_set_is_dropped) {
    static const int32_t counts[] = {1, 4, 5, 7}, bits[] = {18, 20}, etas[] = {2, 4},
                         highs[] = {16, 44}, signs[] = {-1, 1},
                         gammas[] = {95232, 261888};
    kb_mldsa_ops wrong[12];
    for (size_t i = 0; i < 12; i++) {
        wrong[i] = kb_mldsa_ops_ref;
    }
    wrong[0].dot = dot_wrong;
    wrong[1].dot = dot_forgets;
    wrong[2].unpack_mask = unpack_mask_wrong;
    wrong[3].pack_mask = pack_mask_wrong;
    wrong[4].reject_small = reject_small_wrong;
    wrong[5].pack_small = pack_small_wrong;
    wrong[6].unpack_small = unpack_small_wrong;
    wrong[7].unpack_small = unpack_small_accepts;
    wrong[8].pack_w1 = pack_w1_wrong;
    wrong[9].decompose = decompose_wrong;
    wrong[10].use_hint = use_hint_wrong;
    wrong[11].add_product = add_product_wrong;
    check_each(&wrong[0], counts, 4);
    check_each(&wrong[1], counts, 4);
    check_each(&wrong[2], bits, 2);
    check_each(&wrong[3], bits, 2);
    for (size_t i = 4; i < 8; i++) {
        check_each(&wrong[i], etas, 2);
    }
    for (size_t i = 8; i < 11; i++) {
        check_each(&wrong[i], highs, 2);
    }
    check_each(&wrong[11], signs, 2);
    wrong[11] = kb_mldsa_ops_ref;
    wrong[11].make_hint = make_hint_wrong;
    check_each(&wrong[11], gammas, 2);
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
