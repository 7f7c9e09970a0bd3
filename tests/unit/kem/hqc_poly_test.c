/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Products and the placing of coefficients against bit by bit arithmetic, in every table
 * that the machine runs. */
#include "hqc_case.h"

static kb_hqc_vec a, b, got, want;

/* Also runs of tables against the portable one, of each size. */
#define PRODUCTS 60
static const kb_hqc_ops *const portable = &kb_hqc_ops_ref;

static unsigned bit(const kb_hqc_vec *v, size_t i) {
    return (unsigned)(v->w[i / 64] >> i % 64 & 1);
}

/* Whether two elements are equal, with the zeros above them. */
static bool same(const kb_hqc_params *params, const kb_hqc_vec *x, const kb_hqc_vec *y) {
    return memcmp(x->w, y->w, 8 * params->padded_words) == 0;
}

/* out ^= v * X^by, by < n. */
static void add_rotated(const kb_hqc_params *params, kb_hqc_vec *out, const kb_hqc_vec *v,
                        size_t by) {
    for (size_t i = 0; i < params->n; i++) {
        size_t to = i + by < params->n ? i + by : i + by - params->n;
        out->w[to / 64] ^= (uint64_t)bit(v, i) << to % 64;
    }
}

/* out = v * X, one step of the schoolbook product by words. */
static void raise_by_one(const kb_hqc_params *params, kb_hqc_vec *v) {
    uint64_t carry = bit(v, params->n - 1);
    for (size_t i = 0; i < params->words; i++) {
        uint64_t next = v->w[i] >> 63;
        v->w[i] = v->w[i] << 1 | carry;
        carry = next;
    }
    kb_hqc_cut(v, params->n);
}

static void schoolbook(const kb_hqc_params *params, kb_hqc_vec *out, const kb_hqc_vec *x,
                       const kb_hqc_vec *y) {
    static kb_hqc_vec raised;
    raised = *y;
    *out = (kb_hqc_vec){0};
    for (size_t i = 0; i < params->n; i++) {
        for (size_t j = 0; bit(x, i) != 0 && j < params->words; j++) {
            out->w[j] ^= raised.w[j];
        }
        raise_by_one(params, &raised);
    }
}

TEST(products_are_those_of_the_schoolbook) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        for (unsigned i = 0; i < 3; i++) {
            fill_vec(params, &a, 1, i);
            fill_vec(params, &b, 2, i);
            if (i == 2) {
                /* All ones: every carry that could be one is one. */
                for (size_t j = 0; j < params->words; j++) {
                    a.w[j] = b.w[j] = UINT64_MAX;
                }
                kb_hqc_cut(&a, params->n);
                kb_hqc_cut(&b, params->n);
            }
            schoolbook(params, &want, &a, &b);
            const kb_hqc_ops *ops;
            for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
                ops->multiply(params, &got, &a, &b);
                CHECK(same(params, &got, &want));
                ops->multiply(params, &got, &b, &a);
                CHECK(same(params, &got, &want));
            }
        }
    }
}

TEST(powers_of_x_rotate_whichever_factor_they_are) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        const size_t powers[] = {0, 1, 63, 64, 1000, params->n / 2, params->n - 1};
        fill_vec(params, &a, 3, 0);
        for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
            b = (kb_hqc_vec){0};
            b.w[powers[i] / 64] = UINT64_C(1) << powers[i] % 64;
            want = (kb_hqc_vec){0};
            add_rotated(params, &want, &a, powers[i]);
            const kb_hqc_ops *ops;
            for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
                ops->multiply(params, &got, &a, &b);
                CHECK(same(params, &got, &want));
                ops->multiply(params, &got, &b, &a);
                CHECK(same(params, &got, &want));
            }
        }
    }
}

TEST(a_product_may_replace_its_public_factor) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
            fill_vec(params, &a, 4, 0);
            fill_vec(params, &b, 4, 2);
            ops->multiply(params, &want, &a, &b);
            ops->multiply(params, &a, &a, &b);
            CHECK(same(params, &a, &want));
        }
    }
}

/* An element with long runs, few ones, or random words, and any end. */
static void edge(const kb_hqc_params *params, kb_hqc_vec *v, unsigned number) {
    fill_vec(params, v, 20, number);
    if (number % 4 == 1) {
        for (size_t i = 0; i < params->words; i++) {
            v->w[i] = v->w[i] % 3 == 0 ? 0 : UINT64_MAX;
        }
    } else if (number % 4 == 2) {
        for (size_t i = 0; i < params->words; i++) {
            v->w[i] &= v->w[i] >> 7 & v->w[i] << 3 & v->w[(i + 1) % params->words];
        }
    } else if (number % 4 == 3) {
        for (size_t i = number % params->words; i < params->words; i++) {
            v->w[i] = 0;
        }
    }
    kb_hqc_cut(v, params->n);
}

TEST(products_of_random_and_of_lopsided_elements_are_the_same_in_all_tables) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        for (unsigned i = 0; i < PRODUCTS; i++) {
            edge(params, &a, 2 * i);
            edge(params, &b, 2 * i + i / 2 % 2 + 1);
            portable->multiply(params, &want, &a, &b);
            const kb_hqc_ops *ops;
            for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != portable;) {
                memset(&got, 0xff, sizeof got);
                ops->multiply(params, &got, &a, &b);
                CHECK(same(params, &got, &want));
            }
        }
    }
}

TEST(zero_and_one_multiply_as_they_should) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
            fill_vec(params, &a, 5, 0);
            b = (kb_hqc_vec){0};
            ops->multiply(params, &got, &a, &b);
            CHECK(same(params, &got, &b));
            ops->multiply(params, &got, &b, &a);
            CHECK(same(params, &got, &b));
        }
    }
}

TEST(scatter_flips_exactly_the_given_coefficients) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
            uint32_t positions[KB_HQC_ENC_WEIGHT_MAX];
            fill(positions, sizeof positions, 6, (unsigned)s);
            fill_vec(params, &got, 7, (unsigned)s);
            want = got;
            for (size_t i = 0; i < params->enc_weight; i++) {
                positions[i] = (positions[i] & 0xffff) % params->n;
            }
            /* The ends of the element and of a block, and one position twice. */
            positions[0] = 0;
            positions[1] = params->n - 1;
            positions[2] = 1023;
            positions[3] = 1024;
            positions[4] = positions[5];
            for (size_t i = 0; i < params->enc_weight; i++) {
                want.w[positions[i] / 64] ^= UINT64_C(1) << positions[i] % 64;
            }
            ops->scatter(params, &got, positions, params->enc_weight);
            CHECK(same(params, &got, &want));
            ops->scatter(params, &got, positions, 0);
            CHECK(same(params, &got, &want));
        }
    }
}

int main(void) {
    RUN(products_are_those_of_the_schoolbook);
    RUN(powers_of_x_rotate_whichever_factor_they_are);
    RUN(a_product_may_replace_its_public_factor);
    RUN(products_of_random_and_of_lopsided_elements_are_the_same_in_all_tables);
    RUN(zero_and_one_multiply_as_they_should);
    RUN(scatter_flips_exactly_the_given_coefficients);
    return TEST_END();
}
