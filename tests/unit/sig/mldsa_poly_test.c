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

/* A hint says whether adding z to r changes the high part (algorithm 39); here r is w -
 * c s2 and z is c t0, both taken so that the bounds of signing hold. */
TEST(a_hint_is_made_exactly_where_the_high_part_changes) {
    for (int32_t high = 16; high <= 44; high += 28) {
        int32_t gamma2 = (Q - 1) / high / 2;
        for (int round = 0; round < 400; round++) {
            int32_t sum[N];
            uint8_t part[N], got[N];
            uint32_t want[N], ones = 0;
            for (size_t i = 0; i < N; i++) {
                int32_t low, ignored, r;
                do {
                    r = (int32_t)(next() % Q);
                    if (round % 4 == 0) {
                        r = (r % 3 * gamma2 + r % 5 + Q - 2) % Q;
                    }
                    part[i] = (uint8_t)decompose(&low, r, high);
                } while (low <= 120 - gamma2 || low >= gamma2 - 120);
                int32_t z = (int32_t)(next() % (uint32_t)(2 * gamma2 - 1)) - gamma2 + 1;
                if (round % 2 == 0) {
                    /* To the edge: r + z is -gamma2, -gamma2 - 1, gamma2, gamma2 + 1. */
                    int32_t edge = (i & 1 ? gamma2 : -gamma2) + (i & 2   ? 0
                                                                 : i & 1 ? 1
                                                                         : -1);
                    z = edge - low > -gamma2 && edge - low < gamma2 ? edge - low : z;
                }
                sum[i] = low + z;
                want[i] = decompose(&ignored, ((r + z) % Q + Q) % Q, high) != part[i];
                ones += want[i];
            }
            CHECK_INT(kb_mldsa_make_hint(got, sum, part, gamma2), ones);
            for (size_t i = 0; i < N; i++) {
                CHECK_INT(got[i], want[i]);
            }
        }
    }
}

TEST(a_bound_is_passed_by_the_bound_itself_on_either_side) {
    int32_t c[N] = {0};
    static const int32_t bounds[] = {1,      78,          95232 - 78,
                                     261888, 131072 - 78, 524288 - 196};
    for (size_t b = 0; b < 6; b++) {
        for (size_t i = 0; i < N; i++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                c[i] = sign * (bounds[b] - 1);
                CHECK_INT(kb_mldsa_exceeds(c, bounds[b]), 0);
                c[i] = sign * bounds[b];
                CHECK(kb_mldsa_exceeds(c, bounds[b]) == UINT32_MAX);
                c[i] = sign * (1 << 29);
                CHECK(kb_mldsa_exceeds(c, bounds[b]) == UINT32_MAX);
                c[i] = 0;
            }
        }
    }
}

static void random_challenge(kb_mldsa_challenge *challenge, size_t tau) {
    *challenge = (kb_mldsa_challenge){.tau = tau};
    size_t place = 0;
    for (size_t i = 0; i < tau; i++, place += 1 + next() % 4) {
        challenge->shift[i] = (uint16_t)(place % N + (next() & 1 ? N : 0));
    }
}

static void check_times(const kb_mldsa_ops *ops, size_t tau, bool is_extreme) {
    kb_mldsa_challenge challenge;
    kb_mldsa_small s;
    kb_mldsa_t0 t;
    int16_t small[N];
    int32_t large[N], want_small[N] = {0}, want_large[N] = {0};
    random_challenge(&challenge, tau);
    for (size_t i = 0; i < N; i++) {
        s.c[i] = (int8_t)(is_extreme ? 4 : (int32_t)(next() % 9) - 4);
        t.c[i] = (int16_t)(is_extreme ? 4096 : 4096 - (int32_t)(next() % 8192));
    }
    for (size_t j = 0; j < tau; j++) {
        for (size_t i = 0; i < N; i++) {
            size_t at = challenge.shift[j] + i;
            int32_t sign = at / N % 2 == 0 ? 1 : -1;
            want_small[at % N] += sign * s.c[i];
            want_large[at % N] += sign * t.c[i];
        }
    }
    ops->times_small(small, &challenge, &s);
    ops->times_t0(large, &challenge, &t);
    for (size_t i = 0; i < N; i++) {
        CHECK_INT(small[i], want_small[i]);
        CHECK_INT(large[i], want_large[i]);
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
    RUN(hints_move_the_high_part_by_one_and_wrap);
    RUN(a_hint_is_made_exactly_where_the_high_part_changes);
    RUN(a_bound_is_passed_by_the_bound_itself_on_either_side);
    RUN(product_with_the_challenge_is_that_of_polynomials);
    return TEST_END();
}
