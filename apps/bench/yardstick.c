/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keccak-f[1600] as FIPS 202, section 3.2, describes it, step after step, round after
 * round: nothing is unrolled by hand, nothing is in vectors. */
#include "yardstick.h"

#define ROUNDS 24

/* Compilers are to agree on what a rolled loop is. */
#if defined(__clang__)
#define ROLLED _Pragma("clang loop unroll(disable)")
#else
#define ROLLED _Pragma("GCC unroll 1")
#endif

/* n is 1 to 63. */
static uint64_t rotate(uint64_t x, unsigned n) {
    return x << n | x >> (64 - n);
}

/* FIPS 202, algorithms 1 and 2: lane (x, y) is state[x + 5 * y]. */
static void theta(uint64_t *a) {
    uint64_t column[5];
    for (unsigned x = 0; x < 5; x++) {
        column[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    }
    for (unsigned x = 0; x < 5; x++) {
        uint64_t d = column[(x + 4) % 5] ^ rotate(column[(x + 1) % 5], 1);
        for (unsigned y = 0; y < 25; y += 5) {
            a[x + y] ^= d;
        }
    }
}

/* The one cycle of 24 lanes that pi makes, and by how much rho rotates on the way there. */
static const unsigned path[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                  15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
static const unsigned turns[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                   27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};

static void rho_pi(uint64_t *a) {
    uint64_t moving = a[1];
    ROLLED
    for (unsigned t = 0; t < 24; t++) {
        uint64_t kept = a[path[t]];
        a[path[t]] = rotate(moving, turns[t]);
        moving = kept;
    }
}

static void chi(uint64_t *a) {
    for (unsigned y = 0; y < 25; y += 5) {
        uint64_t row[5];
        for (unsigned x = 0; x < 5; x++) {
            row[x] = a[x + y];
        }
        for (unsigned x = 0; x < 5; x++) {
            a[x + y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
        }
    }
}

static const uint64_t round_constants[ROUNDS] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

void kb_bench_yardstick(uint64_t state[25], unsigned permutations) {
    for (unsigned i = 0; i < permutations; i++) {
        ROLLED
        for (unsigned round = 0; round < ROUNDS; round++) {
            theta(state);
            rho_pi(state);
            chi(state);
            state[0] ^= round_constants[round];
        }
    }
}
