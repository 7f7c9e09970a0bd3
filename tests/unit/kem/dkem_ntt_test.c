/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Residues, the transforms of both rings and products, against definitions computed with
 * division. */
#include "kem/dkem/ops.h"
#include "kem/dkem/poly.h"
#include "tables.h"

#define N_MAX KB_DKEM_N_MAX

static const kb_dkem_ring *const rings[] = {&kb_dkem_ring256, &kb_dkem_ring512};
static const int roots[] = {17, 62};

static int mod(long long x, int q) {
    int r = (int)(x % q);
    return r < 0 ? r + q : r;
}

static uint32_t state = 1;

static int random_below(int bound) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (int)((uint64_t)state * (uint32_t)bound >> 32);
}

static int power(int base, int exponent, int q) {
    int r = 1;
    while (exponent-- > 0) {
        r = r * base % q;
    }
    return r;
}

/* root^(2 BitRev(i) + 1): factor i of the transformed domain is mod X^2 minus this. */
static int factor_root(size_t ring, int i) {
    int reversed = 0, bits = ring == 0 ? 7 : 8;
    for (int bit = 0; bit < bits; bit++) {
        reversed |= (i >> bit & 1) << (bits - 1 - bit);
    }
    return power(roots[ring], 2 * reversed + 1, rings[ring]->q);
}

/* f mod (X^2 - root), both coefficients, by Horner's rule. */
static void definition_ntt(size_t ring, int out[N_MAX], const int16_t *f) {
    int n = (int)rings[ring]->n, q = rings[ring]->q;
    for (int i = 0; i < n / 2; i++) {
        int root = factor_root(ring, i);
        long long even = 0, odd = 0;
        for (int j = n / 2 - 1; j >= 0; j--) {
            even = mod(even * root + f[2 * j], q);
            odd = mod(odd * root + f[2 * j + 1], q);
        }
        out[2 * i] = (int)even;
        out[2 * i + 1] = (int)odd;
    }
}

/* The rings as the scheme uses them, then the second ring over every table that this
 * machine can run. */
typedef struct variant {
    size_t ring;
    void (*ntt)(int16_t *p);
    void (*inverse_ntt)(int16_t *p);
    void (*odd_zeta)(int16_t *odd, const int16_t *b, size_t k);
    void (*dot)(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                const int16_t *odd, size_t k);
    void (*times_r_plus)(int16_t *p, const int16_t *plus);
} variant;

static variant variants[16];
static size_t variant_count;

static void list_variants(void) {
    const kb_dkem_ops *t;
    for (size_t i = 0; i < 2; i++) {
        variants[variant_count++] = (variant){i,
                                              rings[i]->ntt,
                                              rings[i]->inverse_ntt,
                                              rings[i]->odd_zeta,
                                              rings[i]->dot,
                                              rings[i]->times_r_plus};
    }
    for (size_t at = 0;
         variant_count < 16 && (t = next_table(&kb_dkem_family, &at)) != NULL;) {
        variants[variant_count++] =
            (variant){1, t->ntt, t->inverse_ntt, t->odd_zeta, t->dot, t->times_r_plus};
    }
}

TEST(reduction_is_exact_for_every_16_bit_value) {
    for (size_t r = 0; r < 2; r++) {
        int q = rings[r]->q, bad = 0;
        for (int a = INT16_MIN; a <= INT16_MAX; a++) {
            int got = kb_dkem_reduce((int16_t)a, q, rings[r]->barrett);
            bad += mod(got, q) != mod(a, q) || got < -(q / 2) || got > q / 2;
        }
        CHECK_INT(bad, 0);
        CHECK_INT(mod(rings[r]->r, q), 65536 % q);
        CHECK(rings[r]->r >= -(q / 2) && rings[r]->r <= q / 2);
    }
}

TEST(product_stays_below_q_for_every_16_bit_value) {
    static const int16_t factors[] = {0, 1, -1, -2112, 1912, 3840, -3840};
    int q = KB_DKEM_Q512, r_inverse = power(65536 % q, q - 2, q), bad = 0;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        int16_t b = factors[i], twisted = kb_dkem_low(b, -7679);
        for (int a = INT16_MIN; a <= INT16_MAX; a++) {
            int r = kb_dkem_mul((int16_t)a, b, twisted);
            bad += mod(r, q) != mod((long long)a * b % q * r_inverse, q);
            bad += r <= -q || r >= q;
        }
    }
    CHECK_INT(bad, 0);
    CHECK_INT(kb_dkem_low(-2112, -7679), 30656);
    CHECK_INT(kb_dkem_low(1912, -7679), -2184);
}

TEST(montgomery_reduction_holds_up_to_its_bound) {
    int q = KB_DKEM_Q512, r_inverse = power(65536 % q, q - 2, q), bad = 0;
    int32_t bound = q * 32768 - 1;
    for (int i = 0; i < 100000; i++) {
        int32_t a = i < 1000 ? bound - i : random_below(bound);
        int32_t signed_a = i % 2 == 0 ? a : -a;
        int r = kb_dkem_montgomery(signed_a);
        bad += mod(r, q) != mod((long long)signed_a % q * r_inverse, q);
        bad += r <= -q || r >= q;
    }
    CHECK_INT(bad, 0);
}

static void fill(size_t ring, int16_t *p, int kind) {
    int n = (int)rings[ring]->n, q = rings[ring]->q;
    for (int i = 0; i < n; i++) {
        int c = kind == 0   ? q - 1
                : kind == 1 ? 1 - q
                : kind == 2 ? (i % 2 == 0 ? q - 1 : 1 - q)
                : kind == 3 ? i == 1
                            : random_below(2 * q - 1) - (q - 1);
        p[i] = (int16_t)c;
    }
}

TEST(ntt_equals_its_definition_and_keeps_its_bound) {
    for (size_t v = 0; v < variant_count; v++) {
        int n = (int)rings[variants[v].ring]->n, q = rings[variants[v].ring]->q;
        for (int kind = 0; kind < 12; kind++) {
            int16_t p[N_MAX];
            int want[N_MAX], bad = 0;
            fill(variants[v].ring, p, kind);
            definition_ntt(variants[v].ring, want, p);
            variants[v].ntt(p);
            for (int i = 0; i < n; i++) {
                bad += mod(p[i], q) != want[i] || p[i] > q / 2 || p[i] < -(q / 2);
            }
            CHECK_INT(bad, 0);
        }
    }
}

/* Coefficient 0 meets coefficient 256 in the first layer, 128 in the second and so on to
 * 2, and adds a product of each. With the others zero, every one of these can be chosen
 * for the largest product: without reductions the sum is near 41000. */
static void grow_most(int16_t p[N_MAX], int sign) {
    int q = KB_DKEM_Q512, sum = q - 1;
    memset(p, 0, N_MAX * sizeof p[0]);
    p[0] = (int16_t)(sign * (q - 1));
    for (int len = 256, exponent = 128; len >= 2; len /= 2, exponent /= 2) {
        int z = (int)(power(roots[1], exponent, q) * 65536LL % q), best = 0;
        int16_t factor = (int16_t)(z > q / 2 ? z - q : z);
        for (int x = 1 - q; x < q; x++) {
            int t = kb_dkem_mul((int16_t)x, factor, kb_dkem_low(factor, -7679));
            if (t > best) {
                best = t;
                p[len] = (int16_t)(sign * x);
            }
        }
        sum += best;
    }
    CHECK(sum > INT16_MAX);
}

TEST(ntt_is_right_where_sums_without_reductions_leave_16_bits) {
    for (size_t v = 0; v < variant_count; v++) {
        for (int sign = -1; variants[v].ring == 1 && sign <= 1; sign += 2) {
            int16_t p[N_MAX];
            int want[N_MAX], bad = 0;
            grow_most(p, sign);
            definition_ntt(1, want, p);
            variants[v].ntt(p);
            for (int i = 0; i < N_MAX; i++) {
                bad += mod(p[i], KB_DKEM_Q512) != want[i];
            }
            CHECK_INT(bad, 0);
        }
    }
}

/* The inverse carries the factor 2^16 that products lack. */
TEST(inverse_ntt_undoes_ntt_and_keeps_its_bound) {
    for (size_t v = 0; v < variant_count; v++) {
        int n = (int)rings[variants[v].ring]->n, q = rings[variants[v].ring]->q;
        for (int kind = 0; kind < 20; kind++) {
            int16_t p[N_MAX] = {0}, before[N_MAX];
            int bad = 0;
            fill(variants[v].ring, p, kind);
            memcpy(before, p, sizeof p);
            variants[v].ntt(p);
            variants[v].inverse_ntt(p);
            for (int i = 0; i < n; i++) {
                bad += mod(p[i], q) != mod((long long)before[i] * 65536, q);
                bad += p[i] <= -q || p[i] >= q;
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(inverse_ntt_is_right_and_bounded_for_the_largest_input) {
    for (size_t v = 0; v < variant_count; v++) {
        int n = (int)rings[variants[v].ring]->n, q = rings[variants[v].ring]->q;
        for (int kind = 0; kind < 12; kind++) {
            int16_t p[N_MAX];
            int before[N_MAX], again[N_MAX], bad = 0;
            fill(variants[v].ring, p, kind);
            for (int i = 0; i < n; i++) {
                before[i] = mod((long long)p[i] * 65536, q);
            }
            variants[v].inverse_ntt(p);
            for (int i = 0; i < n; i++) {
                bad += p[i] <= -q || p[i] >= q;
            }
            definition_ntt(variants[v].ring, again, p);
            for (int i = 0; i < n; i++) {
                bad += again[i] != before[i];
            }
            CHECK_INT(bad, 0);
        }
    }
}

/* a is any vector of 0 <= c < q and b of |c| <= q/2 at their extremes: the definition of
 * the product in each factor. */
static int check_dot(const variant *v, size_t k, int kind) {
    size_t ring = v->ring;
    int n = (int)rings[ring]->n, q = rings[ring]->q, bad = 0;
    int r_inverse = power(65536 % q, q - 2, q);
    static int16_t a[7 * N_MAX], b[4 * N_MAX], odd[4 * N_MAX], out[N_MAX];
    size_t stride = kind % 2 == 0 ? 1 : 2;
    for (int i = 0; i < 7 * n; i++) {
        a[i] = (int16_t)(kind < 4 ? q - 1 : random_below(q));
    }
    for (int i = 0; i < (int)k * n; i++) {
        int c = kind < 2 ? q / 2 : kind < 4 ? -(q / 2) : random_below(q) - q / 2;
        b[i] = (int16_t)c;
    }
    v->odd_zeta(odd, b, k);
    v->dot(out, a, stride, b, odd, k);
    for (int i = 0; i < n / 2; i++) {
        long long even = 0, sum = 0;
        for (int j = 0; j < (int)k; j++) {
            int at = j * (int)stride * n + 2 * i;
            even += a[at] * b[j * n + 2 * i];
            even +=
                (long long)a[at + 1] * b[j * n + 2 * i + 1] % q * factor_root(ring, i);
            sum += a[at] * b[j * n + 2 * i + 1] + a[at + 1] * b[j * n + 2 * i];
        }
        bad += mod(out[2 * i], q) != mod(even % q * r_inverse, q);
        bad += mod(out[2 * i + 1], q) != mod(sum % q * r_inverse, q);
        bad += out[2 * i] <= -q || out[2 * i] >= q;
        bad += out[2 * i + 1] <= -q || out[2 * i + 1] >= q;
    }
    return bad;
}

TEST(dot_is_right_and_bounded_for_the_largest_operands) {
    for (size_t v = 0; v < variant_count; v++) {
        for (size_t k = 2; k <= 4; k += 2) {
            for (int kind = 0; kind < 8; kind++) {
                CHECK_INT(check_dot(&variants[v], k, kind), 0);
            }
        }
    }
}

TEST(products_through_the_transform_equal_schoolbook_products) {
    for (size_t v = 0; v < variant_count; v++) {
        size_t ring = variants[v].ring;
        int n = (int)rings[ring]->n, q = rings[ring]->q, bad = 0;
        int16_t a[N_MAX], b[N_MAX], out[N_MAX], odd[N_MAX] = {0};
        long long want[N_MAX] = {0};
        fill(ring, a, 4);
        fill(ring, b, 2);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                long long product = (long long)a[i] * b[j];
                want[(i + j) % n] += i + j < n ? product : -product;
            }
        }
        variants[v].ntt(a);
        kb_dkem_poly_canonical(rings[ring], a);
        variants[v].ntt(b);
        variants[v].odd_zeta(odd, b, 1);
        /* One factor is a sum of two with the second zero, for ML-KEM's kernels. */
        int16_t a2[2 * N_MAX] = {0}, b2[2 * N_MAX] = {0}, odd2[2 * N_MAX];
        memcpy(a2, a, (size_t)n * sizeof a[0]);
        memcpy(b2, b, (size_t)n * sizeof b[0]);
        variants[v].odd_zeta(odd2, b2, 2);
        variants[v].dot(out, a2, 1, b2, odd2, 2);
        CHECK_MEM(odd, odd2, (size_t)n / 2 * sizeof odd[0]);
        variants[v].inverse_ntt(out);
        for (int i = 0; i < n; i++) {
            bad += mod(out[i], q) != mod(want[i], q);
        }
        CHECK_INT(bad, 0);
    }
}

/* Of every 16-bit number, with terms up to the bound. */
static int check_times_r_plus(const variant *v, int first, int most) {
    int n = (int)rings[v->ring]->n, q = rings[v->ring]->q, bad = 0;
    int16_t p[N_MAX] = {0}, plus[N_MAX] = {0};
    for (int i = 0; i < n; i++) {
        p[i] = (int16_t)(first + i);
        plus[i] = (int16_t)(i % 3 == 0 ? most : i % 3 == 1 ? -most : (first + i) % q);
    }
    v->times_r_plus(p, plus);
    for (int i = 0; i < n; i++) {
        bad += mod(p[i], q) != mod((first + i) * 65536LL + plus[i], q);
        bad += p[i] > q / 2 || p[i] < -(q / 2);
    }
    return bad;
}

TEST(the_montgomery_factor_is_put_on_and_a_term_added) {
    for (size_t v = 0; v < variant_count; v++) {
        int n = (int)rings[variants[v].ring]->n, q = rings[variants[v].ring]->q, bad = 0;
        for (int first = INT16_MIN; first < INT16_MAX; first += n) {
            bad += check_times_r_plus(&variants[v], first, 2 * q - 1);
        }
        CHECK_INT(bad, 0);
    }
}

TEST(canonical_residues_of_every_16_bit_value) {
    for (size_t r = 0; r < 2; r++) {
        int n = (int)rings[r]->n, q = rings[r]->q, bad = 0;
        for (int first = INT16_MIN; first < INT16_MAX; first += n) {
            int16_t p[N_MAX];
            for (int i = 0; i < n; i++) {
                p[i] = (int16_t)(first + i);
            }
            kb_dkem_poly_canonical(rings[r], p);
            for (int i = 0; i < n; i++) {
                bad += p[i] != mod(first + i, q);
            }
        }
        CHECK_INT(bad, 0);
    }
}

int main(void) {
    list_variants();
    RUN(reduction_is_exact_for_every_16_bit_value);
    RUN(product_stays_below_q_for_every_16_bit_value);
    RUN(montgomery_reduction_holds_up_to_its_bound);
    RUN(ntt_equals_its_definition_and_keeps_its_bound);
    RUN(ntt_is_right_where_sums_without_reductions_leave_16_bits);
    RUN(inverse_ntt_undoes_ntt_and_keeps_its_bound);
    RUN(inverse_ntt_is_right_and_bounded_for_the_largest_input);
    RUN(dot_is_right_and_bounded_for_the_largest_operands);
    RUN(products_through_the_transform_equal_schoolbook_products);
    RUN(the_montgomery_factor_is_put_on_and_a_term_added);
    RUN(canonical_residues_of_every_16_bit_value);
    return TEST_END();
}
