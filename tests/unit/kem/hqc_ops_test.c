/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a table: a wrong kernel is noticed whichever it is. */
#include "hqc_case.h"
#include "kem/hqc/ops.h"

static void multiply_wrong(const kb_hqc_params *params, kb_hqc_vec *out,
                           const kb_hqc_vec *a, const kb_hqc_vec *b) {
    kb_hqc_ops_ref.multiply(params, out, a, b);
    out->w[params->words - 1] ^= 1;
}

/* As a known failure elsewhere: only one set, and only sometimes. */
static void multiply_wrong_for_192(const kb_hqc_params *params, kb_hqc_vec *out,
                                   const kb_hqc_vec *a, const kb_hqc_vec *b) {
    kb_hqc_ops_ref.multiply(params, out, a, b);
    out->w[300] ^= params->n == 35851;
}

static void scatter_wrong(const kb_hqc_params *params, kb_hqc_vec *v,
                          const uint32_t *positions, size_t count) {
    kb_hqc_ops_ref.scatter(params, v, positions, count - 1);
}

static void replace_repeats_wrong(uint32_t *positions, size_t count) {
    (void)positions;
    (void)count;
}

static uint32_t take_wrong(uint32_t *positions, size_t weight, uint32_t held,
                           const uint32_t *candidates, size_t count, uint32_t n) {
    held = kb_hqc_ops_ref.take(positions, weight, held, candidates, count, n);
    positions[0] ^= positions[1];
    return held;
}

static void rm_decode_wrong(const kb_hqc_params *params, uint8_t *symbols,
                            const kb_hqc_vec *v) {
    kb_hqc_ops_ref.rm_decode(params, symbols, v);
    symbols[params->n1 - 1] ^= 0x80;
}

static void rs_decode_wrong(const kb_hqc_params *params, uint8_t *message,
                            const uint8_t *symbols) {
    memcpy(message, symbols + 2 * params->delta, params->k);
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_hqc_ops wrong[7];
    for (size_t i = 0; i < 7; i++) {
        wrong[i] = kb_hqc_ops_ref;
    }
    wrong[0].multiply = multiply_wrong;
    wrong[1].multiply = multiply_wrong_for_192;
    wrong[2].scatter = scatter_wrong;
    wrong[3].replace_repeats = replace_repeats_wrong;
    wrong[4].rm_decode = rm_decode_wrong;
    wrong[5].rs_decode = rs_decode_wrong;
    wrong[6].take = take_wrong;
    for (size_t i = 0; i < 7; i++) {
        check_is_dropped(&kb_hqc_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_hqc_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_hqc_ops other = kb_hqc_ops_ref;
    check_is_taken_where_it_runs(&kb_hqc_family, &other.head);
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    return TEST_END();
}
