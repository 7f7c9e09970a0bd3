/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The transform and the products of every table against their definitions. */
#include "sig/mldsa/ops.h"
#include "sig/mldsa/poly.h"
#include "tables.h"

#define N KB_MLDSA_N
#define Q KB_MLDSA_Q

static int64_t mod(int64_t x) {
    return (x % Q + Q) % Q;
}

static int64_t power(int64_t base, unsigned exponent) {
    int64_t result = 1;
    for (unsigned i = 0; i < exponent; i++) {
        result = result * base % Q;
    }
    return result;
}

static unsigned reversed8(unsigned x) {
    unsigned y = 0;
    for (unsigned i = 0; i < 8; i++) {
        y |= (x >> i & 1) << (7 - i);
    }
    return y;
}

static uint32_t state = 1;

static int32_t random_below(int32_t bound) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (int32_t)((uint64_t)state * (uint64_t)bound >> 32);
}

static void fill(kb_mldsa_poly *p, int32_t low, int32_t high) {
    for (size_t i = 0; i < N; i++) {
        p->c[i] = low + random_below(high - low + 1);
    }
}

static void pack(kb_mldsa_packed *out, const kb_mldsa_poly *p) {
    for (size_t i = 0; i < N; i++) {
        int64_t c = mod(p->c[i]);
        out->b[3 * i] = (uint8_t)c;
        out->b[3 * i + 1] = (uint8_t)(c >> 8);
        out->b[3 * i + 2] = (uint8_t)(c >> 16);
    }
}

/* a * b mod X^256 + 1, coefficient by coefficient. */
static void multiply(int64_t out[N], const kb_mldsa_poly *a, const kb_mldsa_poly *b) {
    for (size_t i = 0; i < N; i++) {
        out[i] = 0;
    }
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) {
            int64_t product = mod((int64_t)a->c[i] * b->c[j]);
            size_t at = (i + j) % N;
            out[at] = mod(i + j < N ? out[at] + product : out[at] - product);
        }
    }
}

static void check_ntt_values(const kb_mldsa_ops *ops) {
    kb_mldsa_poly p, got;
    fill(&p, -Q, Q);
    got = p;
    ops->ntt(&got);
    for (unsigned i = 0; i < N; i++) {
        /* FIPS 204, 7.5: the value at 1753^(2 BitRev8(i) + 1). */
        int64_t root = power(1753, 2 * reversed8(i) + 1), value = 0;
        for (size_t j = N; j-- > 0;) {
            value = mod(value * root + p.c[j]);
        }
        CHECK_INT(mod(got.c[i]), value);
        CHECK(got.c[i] > -9 * Q && got.c[i] < 9 * Q);
    }
}

static void check_product(const kb_mldsa_ops *ops, const kb_mldsa_poly *a,
                          const kb_mldsa_poly *b) {
    kb_mldsa_poly x = *a, y = *b, product;
    int64_t want[N];
    ops->ntt(&x);
    ops->ntt(&y);
    multiply(want, a, b);
    kb_mldsa_packed packed;
    pack(&packed, &x);
    ops->dot(&product, &packed, &y, 1, NULL, NULL);
    ops->inverse_ntt(&product);
    for (size_t i = 0; i < N; i++) {
        CHECK_INT(mod(product.c[i]), want[i]);
        CHECK(product.c[i] > -Q && product.c[i] < Q);
    }
    /* The same product, taken from nothing. */
    memset(&packed, 0, sizeof packed);
    ops->dot(&product, &packed, &y, 1, &x, &y);
    ops->inverse_ntt(&product);
    for (size_t i = 0; i < N; i++) {
        CHECK_INT(mod(-(int64_t)product.c[i]), want[i]);
        CHECK(product.c[i] > -Q && product.c[i] < Q);
    }
}

static void check_extremes(const kb_mldsa_ops *ops) {
    static const int32_t values[] = {-(Q - 1), -1, 0, 1, Q - 1};
    for (size_t v = 0; v < 5; v++) {
        for (size_t alternate = 0; alternate < 2; alternate++) {
            kb_mldsa_poly p, back;
            for (size_t i = 0; i < N; i++) {
                p.c[i] = alternate && i % 2 ? -values[v] : values[v];
            }
            back = p;
            ops->inverse_ntt(&back);
            for (size_t i = 0; i < N; i++) {
                CHECK(back.c[i] > -Q && back.c[i] < Q);
            }
            ops->ntt(&back);
            for (size_t i = 0; i < N; i++) {
                /* The factor 2^32 of inverse_ntt. */
                CHECK_INT(mod(back.c[i]), mod((int64_t)p.c[i] * 4193792));
            }
        }
    }
}

/* All lengths; extreme values of both signs in the first rounds. */
static void check_dot(const kb_mldsa_ops *ops) {
    static kb_mldsa_poly a[7], b[7], x, y;
    static kb_mldsa_packed packed[7];
    for (int round = 0; round < 4; round++) {
        int32_t edge = round % 2 == 0 ? 9 * Q - 1 : 1 - 9 * Q;
        for (size_t j = 0; j < 7; j++) {
            fill(&a[j], round < 2 ? Q - 1 : 0, Q - 1);
            pack(&packed[j], &a[j]);
            fill(&b[j], round < 2 ? edge : 1 - 9 * Q, round < 2 ? edge : 9 * Q - 1);
        }
        fill(&x, round < 2 ? -edge : 1 - 9 * Q, round < 2 ? -edge : 9 * Q - 1);
        fill(&y, round < 2 ? 9 * Q - 1 : 1 - 9 * Q, 9 * Q - 1);
        for (size_t count = 1; count <= 7; count++) {
            kb_mldsa_poly plain, less;
            ops->dot(&plain, packed, b, count, NULL, NULL);
            ops->dot(&less, packed, b, count, &x, &y);
            for (size_t i = 0; i < N; i++) {
                int64_t sum = 0;
                for (size_t j = 0; j < count; j++) {
                    sum = mod(sum + (int64_t)a[j].c[i] * b[j].c[i]);
                }
                CHECK_INT(mod((int64_t)plain.c[i] * 4193792), sum);
                CHECK(plain.c[i] > -Q && plain.c[i] < Q);
                sum = mod(sum - (int64_t)x.c[i] * y.c[i]);
                CHECK_INT(mod((int64_t)less.c[i] * 4193792), sum);
                CHECK(less.c[i] > -Q && less.c[i] < Q);
            }
        }
    }
}

TEST(transform_evaluates_at_the_roots_of_the_standard) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        check_ntt_values(ops);
        check_extremes(ops);
    }
}

TEST(product_in_the_domain_is_the_product_of_polynomials) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        kb_mldsa_poly a, b;
        for (int i = 0; i < 5; i++) {
            fill(&a, 0, Q - 1);
            fill(&b, -(1 << 19), 1 << 19);
            check_product(ops, &a, &b);
        }
        check_dot(ops);
    }
}

TEST(montgomery_factor_is_2_to_the_32) {
    CHECK_INT((INT64_C(1) << 32) % Q, 4193792);
    for (int i = 0; i < 100000; i++) {
        int64_t a = ((int64_t)random_below(INT32_MAX) - (1 << 30)) * Q + random_below(Q);
        int32_t r = kb_mldsa_montgomery(a);
        CHECK_INT(mod((int64_t)r * 4193792), mod(a));
        CHECK(r > -Q && r < Q);
    }
}

int main(void) {
    RUN(transform_evaluates_at_the_roots_of_the_standard);
    RUN(product_in_the_domain_is_the_product_of_polynomials);
    RUN(montgomery_factor_is_2_to_the_32);
    return TEST_END();
}
