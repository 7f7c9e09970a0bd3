/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Residues, the transform and products, against definitions computed with division. */
#include "kem/mlkem/ops.h"
#include "kem/mlkem/poly.h"
#include "tables.h"

#define Q KB_MLKEM_Q
#define N KB_MLKEM_N

static int mod_q(long long x) {
    int r = (int)(x % Q);
    return r < 0 ? r + Q : r;
}

static uint32_t state = 1;

static int random_below(int bound) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (int)((uint64_t)state * (uint32_t)bound >> 32);
}

static int power(int base, int exponent) {
    int r = 1;
    while (exponent-- > 0) {
        r = r * base % Q;
    }
    return r;
}

/* 17^(2 BitRev7(i) + 1): factor i of the transformed domain is mod X^2 minus this. */
static int factor_root(int i) {
    int reversed = 0;
    for (int bit = 0; bit < 7; bit++) {
        reversed |= (i >> bit & 1) << (6 - bit);
    }
    return power(17, 2 * reversed + 1);
}

/* f mod (X^2 - root), both coefficients, by Horner's rule. */
static void definition_ntt(int out[N], const kb_mlkem_poly *f) {
    for (int i = 0; i < N / 2; i++) {
        int root = factor_root(i);
        long long even = 0, odd = 0;
        for (int j = N / 2 - 1; j >= 0; j--) {
            even = mod_q(even * root + f->c[2 * j]);
            odd = mod_q(odd * root + f->c[2 * j + 1]);
        }
        out[2 * i] = (int)even;
        out[2 * i + 1] = (int)odd;
    }
}

/* Runs the body for every table that this machine can run. */
#define FOR_EACH_TABLE(ops)                                                              \
    const kb_mlkem_ops *ops;                                                             \
    for (size_t table = 0; (ops = next_table(&kb_mlkem_family, &table)) != NULL;)

TEST(reduction_is_right_for_every_16_bit_value) {
    int bad = 0;
    for (int a = INT16_MIN; a <= INT16_MAX; a++) {
        int r = kb_mlkem_reduce((int16_t)a);
        bad += mod_q(r) != mod_q(a) || r < -(Q / 2) || r > Q / 2;
    }
    CHECK_INT(bad, 0);
}

TEST(product_stays_below_q_for_every_16_bit_value) {
    static const int16_t factors[] = {0, 1, -1, 1353, 1441, 1664, -1664};
    int r_inverse = power(65536 % Q, Q - 2), bad = 0;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        int16_t b = factors[i], twisted = kb_mlkem_low(b, -3327);
        for (int a = INT16_MIN; a <= INT16_MAX; a++) {
            int r = kb_mlkem_mul((int16_t)a, b, twisted);
            bad += mod_q(r) != mod_q((long long)a * b % Q * r_inverse);
            bad += r <= -Q || r >= Q;
        }
    }
    CHECK_INT(bad, 0);
}

TEST(montgomery_reduction_holds_up_to_its_bound) {
    int r_inverse = power(65536 % Q, Q - 2), bad = 0;
    int32_t bound = Q * 32768 - 1;
    for (int i = 0; i < 100000; i++) {
        int32_t a = i < 1000 ? bound - i : random_below(bound);
        int32_t signed_a = i % 2 == 0 ? a : -a;
        int r = kb_mlkem_montgomery(signed_a);
        bad += mod_q(r) != mod_q((long long)signed_a % Q * r_inverse);
        bad += r <= -Q || r >= Q;
    }
    CHECK_INT(bad, 0);
}

static void fill(kb_mlkem_poly *p, int kind) {
    for (int i = 0; i < N; i++) {
        int c = kind == 0   ? Q - 1
                : kind == 1 ? 1 - Q
                : kind == 2 ? (i % 2 == 0 ? Q - 1 : 1 - Q)
                : kind == 3 ? i == 1
                            : random_below(2 * Q - 1) - (Q - 1);
        p->c[i] = (int16_t)c;
    }
}

TEST(ntt_equals_its_definition_and_keeps_its_bound) {
    FOR_EACH_TABLE(ops) {
        for (int kind = 0; kind < 20; kind++) {
            kb_mlkem_poly p;
            int want[N], bad = 0;
            fill(&p, kind);
            definition_ntt(want, &p);
            ops->ntt(&p);
            for (int i = 0; i < N; i++) {
                bad += mod_q(p.c[i]) != want[i] || p.c[i] > Q / 2 || p.c[i] < -(Q / 2);
            }
            CHECK_INT(bad, 0);
        }
    }
}

/* The inverse carries the factor 2^16 that products lack. */
TEST(inverse_ntt_undoes_ntt_and_keeps_its_bound) {
    FOR_EACH_TABLE(ops) {
        for (int kind = 0; kind < 20; kind++) {
            kb_mlkem_poly p, before;
            int bad = 0;
            fill(&p, kind);
            before = p;
            ops->ntt(&p);
            ops->inverse_ntt(&p);
            for (int i = 0; i < N; i++) {
                bad += mod_q(p.c[i]) != mod_q((long long)before.c[i] * 65536);
                bad += p.c[i] <= -Q || p.c[i] >= Q;
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(inverse_ntt_keeps_its_bound_for_the_largest_input) {
    FOR_EACH_TABLE(ops) {
        for (int kind = 0; kind < 20; kind++) {
            kb_mlkem_poly p;
            int before[N], again[N], bad = 0;
            fill(&p, kind);
            for (int i = 0; i < N; i++) {
                before[i] = mod_q((long long)p.c[i] * 65536);
            }
            ops->inverse_ntt(&p);
            for (int i = 0; i < N; i++) {
                bad += p.c[i] <= -Q || p.c[i] >= Q;
            }
            definition_ntt(again, &p);
            for (int i = 0; i < N; i++) {
                bad += again[i] != before[i];
            }
            CHECK_INT(bad, 0);
        }
    }
}

/* The sum of products mod X^256 + 1 by the schoolbook method. */
static void schoolbook(long long out[N], const kb_mlkem_poly *a, const kb_mlkem_poly *b) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            long long product = (long long)a->c[i] * b->c[j];
            out[(i + j) % N] += i + j < N ? product : -product;
        }
    }
}

TEST(products_through_the_transform_equal_schoolbook_products) {
    FOR_EACH_TABLE(ops) {
        for (size_t k = 2; k <= 4; k++) {
            kb_mlkem_poly a[4], b[4], out;
            kb_mlkem_odd odd[4];
            long long want[N] = {0};
            int bad = 0;
            for (size_t j = 0; j < k; j++) {
                fill(&a[j], 4);
                fill(&b[j], j == 0 ? 2 : 4);
                schoolbook(want, &a[j], &b[j]);
                ops->ntt(&a[j]);
                ops->ntt(&b[j]);
            }
            ops->odd_zeta(odd, b, k);
            ops->dot(&out, a, 1, b, odd, k);
            ops->inverse_ntt(&out);
            for (int i = 0; i < N; i++) {
                bad += mod_q(out.c[i]) != mod_q(want[i]);
            }
            CHECK_INT(bad, 0);
        }
    }
}

/* a as large as twelve bits allow, b as large as the transform leaves it. */
TEST(dot_is_right_and_bounded_for_the_largest_operands) {
    int r_inverse = power(65536 % Q, Q - 2);
    FOR_EACH_TABLE(ops) {
        for (int sign = 0; sign < 4; sign++) {
            kb_mlkem_poly a[16], b[4], out;
            kb_mlkem_odd odd[4];
            int bad = 0;
            for (int i = 0; i < N; i++) {
                int value = sign / 2 == i % 2 ? Q / 2 : -(Q / 2);
                for (int j = 0; j < 4; j++) {
                    a[4 * j].c[i] = 4095;
                    b[j].c[i] = (int16_t)(sign % 2 == 0 ? value : Q / 2);
                }
            }
            ops->odd_zeta(odd, b, 4);
            ops->dot(&out, a, 4, b, odd, 4);
            for (int i = 0; i < N / 2; i++) {
                long long b0 = b[0].c[2 * i], b1 = b[0].c[2 * i + 1];
                long long even = 4LL * 4095 * (b0 + b1 * factor_root(i) % Q);
                long long both = 4LL * 4095 * (b0 + b1);
                bad += mod_q(out.c[2 * i]) != mod_q(even % Q * r_inverse);
                bad += mod_q(out.c[2 * i + 1]) != mod_q(both % Q * r_inverse);
                bad += out.c[2 * i] <= -Q || out.c[2 * i] >= Q;
                bad += out.c[2 * i + 1] <= -Q || out.c[2 * i + 1] >= Q;
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(canonical_form_is_unique_for_every_16_bit_value) {
    int bad = 0;
    for (int first = INT16_MIN; first <= INT16_MAX; first += N) {
        kb_mlkem_poly p, m;
        for (int i = 0; i < N; i++) {
            p.c[i] = m.c[i] = (int16_t)(first + i);
        }
        kb_mlkem_poly_canonical(&p);
        kb_mlkem_poly_to_montgomery(&m);
        for (int i = 0; i < N; i++) {
            bad += p.c[i] != mod_q(first + i);
            bad += mod_q(m.c[i]) != mod_q((long long)(first + i) * 65536);
            bad += m.c[i] <= -Q || m.c[i] >= Q;
        }
    }
    CHECK_INT(bad, 0);
}

TEST(a_product_is_scaled_and_added_and_reduced) {
    FOR_EACH_TABLE(ops) {
        int bad = 0;
        for (int first = INT16_MIN; first <= INT16_MAX; first += N) {
            kb_mlkem_poly p, plus;
            for (int i = 0; i < N; i++) {
                p.c[i] = (int16_t)(first + i);
                plus.c[i] = (int16_t)(random_below(2 * Q - 1) - (Q - 1));
            }
            kb_mlkem_poly out = p;
            ops->times_r_plus(&out, &plus);
            for (int i = 0; i < N; i++) {
                bad += mod_q(out.c[i]) != mod_q((long long)p.c[i] * 65536 + plus.c[i]);
                bad += out.c[i] > Q / 2 || out.c[i] < -(Q / 2);
            }
        }
        CHECK_INT(bad, 0);
    }
}

int main(void) {
    RUN(reduction_is_right_for_every_16_bit_value);
    RUN(product_stays_below_q_for_every_16_bit_value);
    RUN(montgomery_reduction_holds_up_to_its_bound);
    RUN(ntt_equals_its_definition_and_keeps_its_bound);
    RUN(inverse_ntt_undoes_ntt_and_keeps_its_bound);
    RUN(inverse_ntt_keeps_its_bound_for_the_largest_input);
    RUN(products_through_the_transform_equal_schoolbook_products);
    RUN(dot_is_right_and_bounded_for_the_largest_operands);
    RUN(a_product_is_scaled_and_added_and_reduced);
    RUN(canonical_form_is_unique_for_every_16_bit_value);
    return TEST_END();
}
