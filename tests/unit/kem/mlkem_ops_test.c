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

static void times_r_plus_wrong(kb_mlkem_poly *p, const kb_mlkem_poly *plus) {
    kb_mlkem_ops_ref.times_r_plus(p, plus);
    p->c[100]--;
}

static void encode12_wrong(uint8_t *out, const kb_mlkem_poly *p) {
    kb_mlkem_ops_ref.encode12(out, p);
    out[383] ^= 0x80;
}

static void decode12_wrong(kb_mlkem_poly *p, const uint8_t *in) {
    kb_mlkem_ops_ref.decode12(p, in);
    p->c[255] ^= 1;
}

/* Wrong in one width only, in its last byte. */
static unsigned wrong_width;

static void compress_wrong(uint8_t *out, const kb_mlkem_poly *p,
                           const kb_mlkem_poly *plus, unsigned d) {
    kb_mlkem_ops_ref.compress(out, p, plus, d);
    out[32 * d - 1] ^= d == wrong_width ? 0x80 : 0;
}

static void decompress_wrong(kb_mlkem_poly *p, const uint8_t *in, unsigned d) {
    kb_mlkem_ops_ref.decompress(p, in, d);
    p->c[255] ^= d == wrong_width;
}

static void to_message_wrong(uint8_t *m, const kb_mlkem_poly *a, const kb_mlkem_poly *b) {
    kb_mlkem_ops_ref.to_message(m, a, b);
    m[31] ^= 0x80;
}

static void add_message_wrong(kb_mlkem_poly *p, const uint8_t *m) {
    kb_mlkem_ops_ref.add_message(p, m);
    p->c[255]++;
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_mlkem_ops wrong[12];
    for (size_t i = 0; i < 12; i++) {
        wrong[i] = kb_mlkem_ops_ref;
    }
    wrong[0].ntt = ntt_wrong;
    wrong[1].inverse_ntt = inverse_ntt_wrong;
    wrong[2].odd_zeta = odd_zeta_wrong;
    wrong[3].dot = dot_wrong;
    wrong[4].reject = reject_wrong;
    wrong[5].cbd2 = cbd2_wrong;
    wrong[6].cbd3 = cbd3_wrong;
    wrong[7].times_r_plus = times_r_plus_wrong;
    wrong[8].encode12 = encode12_wrong;
    wrong[9].decode12 = decode12_wrong;
    wrong[10].to_message = to_message_wrong;
    wrong[11].add_message = add_message_wrong;
    for (size_t i = 0; i < 12; i++) {
        check_is_dropped(&kb_mlkem_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_mlkem_family), 0);
}

TEST(a_table_that_is_wrong_in_one_width_is_dropped) {
    static const unsigned widths[] = {4, 5, 10, 11};
    for (size_t i = 0; i < 4; i++) {
        kb_mlkem_ops wrong = kb_mlkem_ops_ref;
        wrong_width = widths[i];
        wrong.compress = compress_wrong;
        check_is_dropped(&kb_mlkem_family, &wrong.head);
        wrong.compress = kb_mlkem_ops_ref.compress;
        wrong.decompress = decompress_wrong;
        check_is_dropped(&kb_mlkem_family, &wrong.head);
    }
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_mlkem_ops other = kb_mlkem_ops_ref;
    check_is_taken_where_it_runs(&kb_mlkem_family, &other.head);
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_table_that_is_wrong_in_one_width_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    return TEST_END();
}
