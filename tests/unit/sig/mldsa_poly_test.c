/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rounding of every residue, hints, bounds, and products with the challenge. */
#include "sig/mldsa/ops.h"
#include "sig/mldsa/poly.h"
#include "tables.h"

#include <keybraid/hash.h>

#define N KB_MLDSA_N
#define Q KB_MLDSA_Q

static uint32_t state = 1;

static uint32_t next(void) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return state >> 8;
}

/* x mod+- m of the standard (2.3): from above -m/2 to m/2. */
static int32_t centred(int32_t x, int32_t m) {
    int32_t r = x % m;
    return r > m / 2 ? r - m : r;
}

/* Algorithm 36 as it is written; high is (q - 1) / (2 gamma2). */
static int32_t decompose(int32_t *low, int32_t r, int32_t high) {
    int32_t alpha = (Q - 1) / high;
    *low = centred(r, alpha);
    if (r - *low == Q - 1) {
        *low -= 1;
        return 0;
    }
    return (r - *low) / alpha;
}

TEST(rounding_of_every_residue_is_that_of_the_standard) {
    /* Compared in bulk: a check per residue would be twenty million lines of work. */
    int wrong = 0;
    for (int32_t r = 0; r < Q; r++) {
        int32_t low, want;
        wrong += kb_mldsa_decompose44(&low, r) != decompose(&want, r, 44) || low != want;
        wrong += kb_mldsa_decompose16(&low, r) != decompose(&want, r, 16) || low != want;
        want = centred(r, 8192);
        wrong += kb_mldsa_power2round(&low, r) != (r - want) / 8192 || low != want;
    }
    CHECK_INT(wrong, 0);
}

TEST(kernels_decompose_both_representatives_of_a_residue) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        for (int32_t high = 16; high <= 44; high += 28) {
            int32_t alpha = (Q - 1) / high;
            for (int32_t first = 0; first < Q; first += alpha / 2) {
                kb_mldsa_poly p, original;
                uint8_t out[N];
                for (int32_t i = 0; i < N; i++) {
                    int32_t r = (first + i - N / 2 + Q) % Q;
                    p.c[i] = i % 3 == 0 && r > 0 ? r - Q : r;
                }
                original = p;
                ops->decompose(out, &p, high);
                for (size_t i = 0; i < N; i++) {
                    int32_t low;
                    CHECK_INT(out[i], decompose(&low, (original.c[i] + Q) % Q, high));
                    CHECK_INT(p.c[i], low);
                }
            }
        }
    }
}

/* Algorithm 40 as it is written. */
static int32_t use_hint(int32_t hint, int32_t r, int32_t high) {
    int32_t low, part = decompose(&low, r, high);
    if (hint == 1) {
        return low > 0 ? (part + 1) % high : (part + high - 1) % high;
    }
    return part;
}

static void check_use_hint(const kb_mldsa_ops *ops, int32_t high) {
    kb_mldsa_poly p;
    uint8_t hint[N], out[N];
    int32_t alpha = (Q - 1) / high;
    for (int i = 0; i < 2000; i++) {
        for (size_t j = 0; j < N; j++) {
            /* Half of them near an edge or a middle of an interval. */
            int32_t r = (int32_t)(next() % Q);
            r = i % 2 == 0 ? r : (r / (alpha / 2) * (alpha / 2) + r % 5 + Q - 2) % Q;
            p.c[j] = next() % 3 == 0 && r > 0 ? r - Q : r;
            out[j] = hint[j] = (uint8_t)(next() & 1);
        }
        ops->use_hint(out, &p, high);
        for (size_t j = 0; j < N; j++) {
            CHECK_INT(out[j], use_hint(hint[j], (p.c[j] + Q) % Q, high));
        }
    }
}

TEST(kernels_use_hints_at_the_edges_of_intervals) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        check_use_hint(ops, 16);
        check_use_hint(ops, 44);
    }
}

TEST(hints_move_the_high_part_by_one_and_wrap) {
    for (int32_t high = 16; high <= 44; high += 28) {
        for (int i = 0; i < 200000; i++) {
            int32_t r = (int32_t)(next() % Q);
            CHECK_INT(kb_mldsa_use_hint(1, r, high), use_hint(1, r, high));
            CHECK_INT(kb_mldsa_use_hint(0, r, high), use_hint(0, r, high));
        }
        CHECK_INT(kb_mldsa_use_hint(1, 0, high), high - 1);
        CHECK_INT(kb_mldsa_use_hint(1, 1, high), 1);
        CHECK_INT(kb_mldsa_use_hint(1, Q - 1, high), high - 1);
        CHECK_INT(kb_mldsa_use_hint(1, Q - 2, high), high - 1);
    }
}

static void random_challenge(kb_mldsa_challenge *challenge, size_t tau) {
    *challenge = (kb_mldsa_challenge){.tau = tau};
    size_t place = 0;
    for (size_t i = 0; i < tau; i++, place += 1 + next() % 4) {
        challenge->shift[i] = (uint16_t)(place % N + (next() & 1 ? N : 0));
    }
}

/* The product of the challenge and p, in whole numbers. */
static void product(int32_t out[N], const kb_mldsa_challenge *challenge,
                    const int32_t p[N]) {
    memset(out, 0, N * sizeof out[0]);
    for (size_t j = 0; j < challenge->tau; j++) {
        for (size_t i = 0; i < N; i++) {
            size_t at = challenge->shift[j] + i;
            out[at % N] += at / N % 2 == 0 ? p[i] : -p[i];
        }
    }
}

/* A hint says whether adding z to r changes the high part (algorithm 39); here r is w -
 * c s2 and z is c t0, r so that its bound of signing holds. */
static void check_make_hint(const kb_mldsa_ops *ops, int32_t high, int round) {
    int32_t gamma2 = (Q - 1) / high / 2, t[N], z[N];
    kb_mldsa_challenge challenge;
    kb_mldsa_poly low;
    kb_mldsa_t0 t0;
    uint8_t part[N], got[N];
    uint32_t want[N], ones = 0, count = 5;
    /* One term makes z any value of t0, all of them the whole range. */
    random_challenge(&challenge, round % 2 == 0 ? 1 : 1 + next() % KB_MLDSA_TAU_MAX);
    for (size_t i = 0; i < N; i++) {
        t[i] = 4096 - (int32_t)(next() % 8192);
        t0.c[i] = (int16_t)t[i];
    }
    product(z, &challenge, t);
    bool exceeds = false;
    for (size_t i = 0; i < N; i++) {
        int32_t r, ignored, edge = (i & 1) != 0 ? gamma2 : -gamma2;
        exceeds |= z[i] >= gamma2 || z[i] <= -gamma2;
        do {
            r = (int32_t)(next() % Q);
            if (round % 4 == 0 && next() % 4 != 0) {
                /* To the edge: the low part plus z is -gamma2, gamma2, or one beside. */
                int32_t wanted = edge - z[i] + (int32_t)(next() % 3) - 1;
                r = ((int32_t)(next() % (uint32_t)high) * 2 * gamma2 + wanted + Q) % Q;
            }
            part[i] = (uint8_t)decompose(&low.c[i], r, high);
        } while (low.c[i] <= 120 - gamma2 || low.c[i] >= gamma2 - 120);
        got[i] = part[i];
        want[i] = decompose(&ignored, ((r + z[i]) % Q + Q) % Q, high) != part[i];
        ones += want[i];
    }
    uint32_t mask = ops->make_hint(got, &count, &low, &challenge, &t0, gamma2);
    CHECK_INT(mask != 0, exceeds);
    for (size_t i = 0; i < N && !exceeds; i++) {
        CHECK_INT(got[i], want[i]);
    }
    CHECK(exceeds || count == ones + 5);
}

TEST(a_hint_is_made_exactly_where_the_high_part_changes) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        for (int round = 0; round < 400; round++) {
            check_make_hint(ops, 16, round);
            check_make_hint(ops, 44, round);
        }
    }
}

/* c t0 reaches gamma2 only when many terms agree. */
TEST(a_product_with_t0_of_gamma2_is_refused_on_either_side) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        for (int sign = -1; sign <= 1; sign += 2) {
            kb_mldsa_challenge challenge = {.tau = 24};
            kb_mldsa_t0 t0 = {{0}};
            kb_mldsa_poly low = {{0}};
            uint8_t hint[N] = {0};
            uint32_t count = 0;
            for (size_t i = 0; i < 24; i++) {
                challenge.shift[i] = (uint16_t)(10 * i);
                t0.c[230 - 10 * i] = (int16_t)(sign * (i == 0 ? 1024 : 4095));
            }
            /* At place 230: 23 * 4095 + 1024. */
            CHECK_INT(ops->make_hint(hint, &count, &low, &challenge, &t0, 95210), 0);
            CHECK(ops->make_hint(hint, &count, &low, &challenge, &t0, 95209) != 0);
        }
    }
}

TEST(a_bound_is_passed_by_the_bound_itself_on_either_side) {
    static const int32_t bounds[] = {1,      78,          95232 - 78,
                                     261888, 131072 - 78, 524288 - 196};
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        kb_mldsa_poly p = {{0}};
        for (size_t b = 0; b < 6; b++) {
            for (size_t i = 0; i < N; i++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    p.c[i] = sign * (bounds[b] - 1);
                    CHECK_INT(ops->exceeds(&p, bounds[b]), 0);
                    p.c[i] = sign * bounds[b];
                    CHECK(ops->exceeds(&p, bounds[b]) != 0);
                    p.c[i] = sign * (1 << 29);
                    CHECK(ops->exceeds(&p, bounds[b]) != 0);
                    p.c[i] = 0;
                }
            }
        }
    }
}

static void check_times(const kb_mldsa_ops *ops, size_t tau, bool is_extreme) {
    kb_mldsa_challenge challenge;
    kb_mldsa_small s;
    kb_mldsa_poly p, got;
    int32_t wide[N], want[N];
    random_challenge(&challenge, tau);
    for (size_t i = 0; i < N; i++) {
        s.c[i] = (int8_t)(is_extreme ? 4 : (int32_t)(next() % 9) - 4);
        wide[i] = s.c[i];
        p.c[i] = (int32_t)(next() % (1 << 24)) - (1 << 23);
    }
    product(want, &challenge, wide);
    for (int32_t sign = -1; sign <= 1; sign += 2) {
        int32_t highest = 0;
        got = p;
        for (size_t i = 0; i < N; i++) {
            int32_t c = p.c[i] + sign * want[i];
            c = c < 0 ? -c : c;
            highest = c > highest ? c : highest;
        }
        CHECK_INT(ops->add_product(&got, sign, &challenge, &s, highest + 1), 0);
        for (size_t i = 0; i < N; i++) {
            CHECK_INT(got.c[i], p.c[i] + sign * want[i]);
        }
        got = p;
        CHECK(ops->add_product(&got, sign, &challenge, &s, highest) != 0);
    }
}

TEST(product_with_the_challenge_is_that_of_polynomials) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        for (size_t tau = 1; tau <= KB_MLDSA_TAU_MAX; tau++) {
            check_times(ops, tau, false);
            check_times(ops, tau, true);
        }
    }
}

static size_t put_number(char *out, int32_t x) {
    char digits[12];
    size_t n = 0, len = 0;
    uint32_t rest = (uint32_t)(x < 0 ? -x : x);
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (x < 0) {
        out[len++] = '-';
    }
    while (n > 0) {
        out[len++] = digits[--n];
    }
    out[len++] = '\n';
    return len;
}

/* The lines of C2SP/CCTV's table of all residues, and its digest. */
TEST(rounding_of_every_residue_has_the_published_digest) {
    static char text[65536];
    size_t len = 0;
    kb_shake sum;
    uint8_t got[32];
    kb_shake128_init(&sum);
    for (int32_t r = 0; r < Q; r++) {
        int32_t low, near_zero = centred(r, Q);
        len += put_number(text + len, near_zero);
        len += put_number(text + len, near_zero < 0 ? -near_zero : near_zero);
        len += put_number(text + len, kb_mldsa_power2round(&low, r));
        len += put_number(text + len, kb_mldsa_canonical(low));
        for (int32_t high = 44; high >= 16; high -= 28) {
            (void)(high == 44 ? kb_mldsa_decompose44(&low, r)
                              : kb_mldsa_decompose16(&low, r));
            len += put_number(text + len, kb_mldsa_use_hint(0, r, high));
            len += put_number(text + len, kb_mldsa_use_hint(1, r, high));
            len += put_number(text + len, low);
            len += put_number(text + len, low < 0 ? -low : low);
        }
        if (len > sizeof text - 200 || r == Q - 1) {
            REQUIRE_OK(kb_shake_absorb(&sum, text, len));
            len = 0;
        }
    }
    REQUIRE_OK(kb_shake_finalize(&sum));
    REQUIRE_OK(kb_shake_squeeze(&sum, got, sizeof got));
    CHECK_HEX(got, sizeof got,
              "f930663417278156ab05d940294a77210a809c924d8ab63ec72f4526247602c7");
}

/* With the argument "long" the digest of a gigabyte of lines. */
int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "long") == 0) {
        RUN(rounding_of_every_residue_has_the_published_digest);
        return TEST_END();
    }
    RUN(rounding_of_every_residue_is_that_of_the_standard);
    RUN(kernels_decompose_both_representatives_of_a_residue);
    RUN(kernels_use_hints_at_the_edges_of_intervals);
    RUN(hints_move_the_high_part_by_one_and_wrap);
    RUN(a_hint_is_made_exactly_where_the_high_part_changes);
    RUN(a_product_with_t0_of_gamma2_is_refused_on_either_side);
    RUN(a_bound_is_passed_by_the_bound_itself_on_either_side);
    RUN(product_with_the_challenge_is_that_of_polynomials);
    return TEST_END();
}
