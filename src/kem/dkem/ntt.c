/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The number-theoretic transform for n = 512, q = 7681, and products in its domain.
 *
 * Factor i of the 256 is mod X^2 - 62^(2 BitRev8(i) + 1).
 * Not here: n = 256, q = 3329 is src/kem/mlkem/ntt.c.
 */
#include "core/bytes.h"
#include "core/secret.h"
#include "kem/dkem/ops_ref.h"
#include "kem/dkem/poly.h"

#define N     KB_DKEM_N_MAX
#define PAIRS (N / 2)
#define Q     KB_DKEM_Q512

#define zeta         kb_dkem_zeta
#define zeta_twisted kb_dkem_zeta_twisted

const int16_t zeta[256] = {
    -3593, 3777,  -3182, 3625,  -3696, -1100, 2456,  2194,  121,   -2250, 834,   -2495,
    -2319, 2876,  -1701, 1414,  2816,  -2088, -2237, 1986,  -1599, 1993,  3706,  -2006,
    -1525, -2557, 1296,  1483,  -2830, 3364,  617,   1921,  -3689, -1738, 3266,  -3600,
    810,   1887,  -638,  -7,    -438,  -679,  -1305, -1760, 396,   -3174, -3555, -1881,
    3772,  -2535, -2440, -2555, 1535,  -549,  3153,  2310,  -1399, 1321,  514,   -2956,
    -103,  2804,  -2043, -1431, -1054, 1698,  -3456, 1166,  2426,  3831,  915,   -2,
    -3417, -194,  2919,  2789,  3405,  2385,  -2113, -2732, 2175,  373,   3692,  -730,
    -1756, 3135,  -2391, 660,   -1497, 2572,  -3145, 1350,  -2224, -3588, -1681, 2883,
    -1390, 1598,  3750,  2762,  2835,  2764,  -2233, 3816,  -1533, 1464,  -727,  1521,
    1386,  -3428, -921,  -2743, -2160, 2649,  -859,  2579,  1532,  1919,  -486,  404,
    -1056, 783,   1799,  -2665, 3480,  2133,  -3310, -1168, -17,   3744,  2422,  2001,
    1278,  929,   -1348, -2230, -179,  -1242, -2059, -1070, 2161,  1649,  2072,  3177,
    -2071, 1121,  -436,  236,   715,   670,   -658,  -1476, -2378, 2767,  3542,  -226,
    1203,  1181,  -151,  -3794, 1712,  -222,  2786,  -451,  -3547, 1779,  -1151, -434,
    3568,  -3693, 3581,  -1586, 1509,  2918,  2339,  -1407, 3434,  -3550, 2340,  2891,
    2998,  -3314, 3461,  -2719, -2247, -2589, 1144,  1072,  1295,  -2815, -3770, 3450,
    3781,  -2258, 796,   3163,  -3208, -589,  2963,  -124,  3214,  3334,  -3366, -3745,
    3723,  1931,  -429,  -402,  -3408, 83,    -1526, 826,   -1338, 2345,  -2303, 2515,
    -642,  -1837, -2965, -791,  370,   293,   3312,  2083,  -1689, -777,  2070,  2262,
    -893,  2386,  -188,  -1519, -2874, -1404, 1012,  2130,  1441,  2532,  -3335, -1084,
    -3343, 2937,  509,   -1403, 2812,  3763,  592,   2005,  3657,  2460,  -3677, 3752,
    692,   1669,  2167,  -3287,
};

const int16_t zeta_twisted[256] = {
    -9,     28865,  -10350, 16425,  4496,   -7244,  14744,  -4974,  -11655, -23754,
    18242,  22593,  -18191, 828,    20315,  20870,  2816,   -22568, 7491,   19394,
    23489,  31177,  -15750, 3114,   -20469, -25597, 9488,   15307,  -26382, -10972,
    -19351, -5759,  16279,  -23242, 20674,  -11792, 5930,   -6817,  -15998, -11783,
    21066,  -28839, -5913,  14624,  -26228, -6246,  -29667, 26279,  1724,   2073,
    -6536,  24581,  9215,   21467,  -29103, 21766,  -4983,  14121,  -14846, 23668,
    4505,   29428,  25093,  -21399, 32738,  2722,   -3456,  24718,  -17030, 7415,
    -13933, 15358,  24743,  -17602, -1689,  13541,  1869,   -29871, -27201, 7508,
    9855,   19317,  26220,  -30426, -16092, -21953, 10409,  -21868, 26663,  -24052,
    -32329, -11962, -26800, 27132,  -2193,  12611,  -8558,  -15810, -25946, 24266,
    -12013, 8908,   -23225, -8472,  -24573, 30136,  12073,  -14351, -26262, -21860,
    -5529,  26441,  6032,   -25511, -22875, -12269, 32252,  9599,   -3558,  -22124,
    -17440, 16655,  13575,  17303,  15768,  4693,   -10478, -9360,  -529,   20128,
    13686,  -30255, 16638,  9633,   -3396,  19274,  -1715,  -30938, 16885,  24530,
    -13711, -14223, 14360,  -16791, -22039, -22943, 5708,   22764,  14539,  32414,
    6510,   -3524,  -23882, -14129, -1578,  31518,  2739,   -24931, -20119, -29394,
    26288,  802,    -28958, -10179, -25563, -29453, -8831,  -9650,  -4624,  -18541,
    26621,  -10802, 12261,  5990,   -4317,  -9087,  -24214, -2526,  -11996, 16715,
    -18506, 20238,  30597,  -26783, 18745,  23523,  -2952,  25648,  17167,  -10495,
    -17082, -16006, -1851,  -27858, -17636, 25179,  -7304,  947,    -11885, -30844,
    26766,  22790,  26330,  -12449, -15221, -17013, 17491,  6766,   21168,  18003,
    -12790, 14138,  -14650, 15145,  -9983,  20435,  14718,  16083,  27243,  -20759,
    -23182, -21723, -4880,  -4573,  -6297,  2807,   29718,  -2858,  -23933, 27986,
    1860,   -1007,  -16186, -32124, 27636,  27730,  10145,  20964,  -15111, 964,
    -19215, -8839,  23549,  25733,  -32004, 5299,   -23984, 4565,   -32695, -15972,
    -10333, 24232,  -5452,  28805,  5751,   9513,
};

/* The pairs of a layer in two rows. */
typedef struct rows {
    int16_t low[PAIRS], high[PAIRS];
} rows;

static inline void forward_pair(int16_t *low, int16_t *high, int16_t z,
                                int16_t z_twisted) {
    int16_t t = kb_dkem_mul(*high, z, z_twisted);
    *high = (int16_t)(*low - t);
    *low = (int16_t)(*low + t);
}

static inline void inverse_pair(int16_t *low, int16_t *high, int16_t z,
                                int16_t z_twisted) {
    int16_t difference = (int16_t)(*high - *low);
    *low = (int16_t)(*low + *high);
    *high = kb_dkem_mul(difference, z, z_twisted);
}

/* A layer whose blocks, of 2 * len coefficients, are long: each is a loop of its own. */
static inline void forward_layer(int16_t *c, size_t len) {
    size_t z = PAIRS / len;
    for (size_t start = 0; start < N; start += 2 * len, z++) {
        int16_t *restrict low = c + start, *restrict high = c + start + len;
        for (size_t j = 0; j < len; j++) {
            forward_pair(&low[j], &high[j], zeta[z], zeta_twisted[z]);
        }
    }
}

static inline void inverse_layer(int16_t *c, size_t len) {
    size_t z = N / len - 1;
    for (size_t start = 0; start < N; start += 2 * len, z--) {
        int16_t *restrict low = c + start, *restrict high = c + start + len;
        for (size_t j = 0; j < len; j++) {
            inverse_pair(&low[j], &high[j], zeta[z], zeta_twisted[z]);
        }
    }
}

static inline void split(rows *r, const int16_t *c, size_t len) {
    for (size_t i = 0; i < PAIRS; i += len) {
        for (size_t j = i; j < i + len; j++) {
            r->low[j] = c[i + j];
            r->high[j] = c[i + j + len];
        }
    }
}

static inline void join(int16_t *c, const rows *r, size_t len) {
    for (size_t i = 0; i < PAIRS; i += len) {
        for (size_t j = i; j < i + len; j++) {
            c[i + j] = r->low[j];
            c[i + j + len] = r->high[j];
        }
    }
}

/* The factors of a layer, one beside each pair, counting up (forward) or down. */
static inline void spread(int16_t z[PAIRS], int16_t z_twisted[PAIRS], size_t len,
                          bool is_forward) {
    for (size_t i = 0; i < PAIRS / len; i++) {
        size_t from = is_forward ? PAIRS / len + i : N / len - 1 - i;
        for (size_t j = 0; j < len; j++) {
            z[i * len + j] = zeta[from];
            z_twisted[i * len + j] = zeta_twisted[from];
        }
    }
}

/* A layer of short blocks: all pairs in two rows, so that compilers make vectors of the
 * loop. */
static inline void forward_short_layer(int16_t *c, rows *r, size_t len) {
    int16_t z[PAIRS], z_twisted[PAIRS];
    spread(z, z_twisted, len, true);
    split(r, c, len);
    for (size_t j = 0; j < PAIRS; j++) {
        forward_pair(&r->low[j], &r->high[j], z[j], z_twisted[j]);
    }
    join(c, r, len);
}

static inline void inverse_short_layer(int16_t *c, rows *r, size_t len) {
    int16_t z[PAIRS], z_twisted[PAIRS];
    spread(z, z_twisted, len, false);
    split(r, c, len);
    for (size_t j = 0; j < PAIRS; j++) {
        inverse_pair(&r->low[j], &r->high[j], z[j], z_twisted[j]);
    }
    join(c, r, len);
}

static void reduce_all(int16_t *c) {
    for (size_t i = 0; i < N; i++) {
        c[i] = kb_dkem_reduce(c[i], Q, kb_dkem_ring512.barrett);
    }
}

/*
 * A layer adds to |c| a product of at most |c| q / 2^17 + q/2. From q - 1 three layers
 * lead to 21318; from q/2, three more to 16763 and two to 12208. Without the reductions
 * the sums leave 16 bits, which is the fault of the submitted code: one honest session in
 * about 2000 failed.
 */
void kb_dkem_ntt_ref(int16_t *p) {
    rows r;
    KB_WIPE_AT_END(r);
    forward_layer(p, 256);
    forward_layer(p, 128);
    forward_layer(p, 64);
    reduce_all(p);
    forward_layer(p, 32);
    forward_short_layer(p, &r, 16);
    forward_short_layer(p, &r, 8);
    reduce_all(p);
    forward_short_layer(p, &r, 4);
    forward_short_layer(p, &r, 2);
    reduce_all(p);
}

/* A layer doubles the sums, and the differences must stay in 16 bits: from q to 4q in two
 * layers, from q/2 to 4q in three. */
void kb_dkem_inverse_ntt_ref(int16_t *p) {
    rows r;
    KB_WIPE_AT_END(r);
    inverse_short_layer(p, &r, 2);
    inverse_short_layer(p, &r, 4);
    reduce_all(p);
    inverse_short_layer(p, &r, 8);
    inverse_short_layer(p, &r, 16);
    inverse_layer(p, 32);
    reduce_all(p);
    inverse_layer(p, 64);
    inverse_layer(p, 128);
    inverse_layer(p, 256);
    for (size_t i = 0; i < N; i++) {
        /* 1912 is 2^32 / 256 mod q, -2184 is 1912 / q mod 2^16. */
        p[i] = kb_dkem_mul(p[i], 1912, -2184);
    }
}

/* Factor 2i is mod X^2 - zeta[128 + i], factor 2i + 1 mod X^2 + zeta[128 + i]. The result
 * is at most q^2 / 2^18 + q/2 = 4066 in size. */
void kb_dkem_odd_zeta_ref(int16_t *odd, const int16_t *b, size_t k) {
    for (size_t j = 0; j < k; j++, b += N, odd += N / 2) {
        for (size_t i = 0; i < N / 4; i++) {
            int16_t z = zeta[128 + i], z_twisted = zeta_twisted[128 + i];
            odd[2 * i] = kb_dkem_mul(b[4 * i + 1], z, z_twisted);
            odd[2 * i + 1] = (int16_t)-kb_dkem_mul(b[4 * i + 3], z, z_twisted);
        }
    }
}

/* Each factor is (a0 + a1 X)(b0 + b1 X) mod X^2 - zeta. A sum of k <= 4 stays below
 * 4 * 7680 * (3840 + 4066) < q * 2^15, so one reduction at the end is enough. */
static inline void dot(int16_t *restrict out, const int16_t *a, size_t stride,
                       const int16_t *b, const int16_t *odd, size_t k) {
    for (size_t i = 0; i < N / 2; i++) {
        int32_t even_sum = 0, odd_sum = 0;
        for (size_t j = 0; j < k; j++) {
            int32_t a0 = a[j * stride * N + 2 * i], a1 = a[j * stride * N + 2 * i + 1];
            even_sum += a0 * b[j * N + 2 * i] + a1 * odd[j * N / 2 + i];
            odd_sum += a0 * b[j * N + 2 * i + 1] + a1 * b[j * N + 2 * i];
        }
        out[2 * i] = kb_dkem_montgomery(even_sum);
        out[2 * i + 1] = kb_dkem_montgomery(odd_sum);
    }
}

void kb_dkem_dot_ref(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                     const int16_t *odd, size_t k) {
    /* A fixed count lets the compiler unroll the sum. */
    if (k == 4) {
        dot(out, a, stride, b, odd, 4);
    } else {
        dot(out, a, stride, b, odd, k);
    }
}

void kb_dkem_times_r_plus_ref(int16_t *p, const int16_t *plus) {
    for (size_t i = 0; i < N; i++) {
        /* -2112 is 2^32 mod q, 30656 is -2112 / q mod 2^16. */
        int16_t c = (int16_t)(kb_dkem_mul(p[i], -2112, 30656) + plus[i]);
        p[i] = kb_dkem_reduce(c, Q, kb_dkem_ring512.barrett);
    }
}
