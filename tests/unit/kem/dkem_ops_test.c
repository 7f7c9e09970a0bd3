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

static void times_r_plus_wrong(int16_t *p, const int16_t *plus) {
    kb_dkem_ops_ref.times_r_plus(p, plus);
    p[300]++;
}

static void encode13_wrong(uint8_t *out, const int16_t *p) {
    kb_dkem_ops_ref.encode13(out, p);
    out[831] ^= 0x80;
}

static void decode13_wrong(int16_t *p, const uint8_t *in) {
    kb_dkem_ops_ref.decode13(p, in);
    p[511]++;
}

static void compress11_wrong(uint8_t *out, const int16_t *p, const int16_t *plus) {
    kb_dkem_ops_ref.compress11(out, p, plus);
    out[703] ^= 1;
}

static void decompress11_wrong(int16_t *p, const uint8_t *in) {
    kb_dkem_ops_ref.decompress11(p, in);
    p[0]++;
}

/* Each is wrong for one set only. */
static void signal_wrong(const kb_dkem_params *params, uint8_t *w, uint8_t *kk,
                         const int16_t *p, const int16_t *plus, const uint8_t *dither) {
    kb_dkem_ops_ref.signal(params, w, kk, p, plus, dither);
    w[159] ^= params->w.bits == 5 ? 0x80 : 0;
}

static void bits_wrong(const kb_dkem_params *params, uint8_t *w, uint8_t *kk,
                       const int16_t *p, const int16_t *plus, const uint8_t *dither) {
    kb_dkem_ops_ref.signal(params, w, kk, p, plus, dither);
    kk[31] ^= params->seed_bytes == 64 ? 0x80 : 0;
}

static void reconcile_wrong(const kb_dkem_params *params, uint8_t *kk, const int16_t *p,
                            const uint8_t *w) {
    kb_dkem_ops_ref.reconcile(params, kk, p, w);
    kk[31] ^= params->w.bits == 5 ? 1 : 0;
}

#define WRONG_COUNT 13

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_dkem_ops wrong[WRONG_COUNT];
    for (size_t i = 0; i < WRONG_COUNT; i++) {
        wrong[i] = kb_dkem_ops_ref;
    }
    wrong[0].ntt = ntt_wrong;
    wrong[1].inverse_ntt = inverse_ntt_wrong;
    wrong[2].odd_zeta = odd_zeta_wrong;
    wrong[3].dot = dot_wrong;
    wrong[4].reject = reject_wrong;
    wrong[5].times_r_plus = times_r_plus_wrong;
    wrong[6].encode13 = encode13_wrong;
    wrong[7].decode13 = decode13_wrong;
    wrong[8].compress11 = compress11_wrong;
    wrong[9].decompress11 = decompress11_wrong;
    wrong[10].signal = signal_wrong;
    wrong[11].signal = bits_wrong;
    wrong[12].reconcile = reconcile_wrong;
    for (size_t i = 0; i < WRONG_COUNT; i++) {
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
