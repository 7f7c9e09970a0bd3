/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The number-theoretic transform and products in its domain (FIPS 203, section 4.3). */
#include "core/secret.h"
#include "kem/mlkem/ops_ref.h"
#include "kem/mlkem/poly.h"

/* zeta[i] = 17^BitRev7(i) * 2^16 mod q (FIPS 203, appendix A, in Montgomery form), and
 * the same divided by q mod 2^16. */
static const int16_t zeta[128] = {
    -1044, -758,  -359,  -1517, 1493,  1422,  287,   202,   -171,  622,   1577,  182,
    962,   -1202, -1474, 1468,  573,   -1325, 264,   383,   -829,  1458,  -1602, -130,
    -681,  1017,  732,   608,   -1542, 411,   -205,  -1571, 1223,  652,   -552,  1015,
    -1293, 1491,  -282,  -1544, 516,   -8,    -320,  -666,  -1618, -1162, 126,   1469,
    -853,  -90,   -271,  830,   107,   -1421, -247,  -951,  -398,  961,   -1508, -725,
    448,   -1065, 677,   -1275, -1103, 430,   555,   843,   -1251, 871,   1550,  105,
    422,   587,   177,   -235,  -291,  -460,  1574,  1653,  -246,  778,   1159,  -147,
    -777,  1483,  -602,  1119,  -1590, 644,   -872,  349,   418,   329,   -156,  -75,
    817,   1097,  603,   610,   1322,  -1285, -1465, 384,   -1215, -136,  1218,  -1335,
    -874,  220,   -1187, -1659, -1185, -1530, -1278, 794,   -1510, -854,  -870,  478,
    -108,  -308,  996,   991,   958,   -1460, 1522,  1628,
};

static const int16_t zeta_twisted[128] = {
    -20,    31498,  14745,  787,    13525,  -12402, 28191,  -16694, -20907, 27758,
    -3799,  -15690, 10690,  1358,   -11202, 31164,  -5827,  17363,  -26360, -29057,
    5571,   -1102,  21438,  -26242, -28073, 24313,  -10532, 8800,   18426,  8859,
    26675,  -16163, -5689,  -6516,  1496,   30967,  -23565, 20179,  20710,  25080,
    -12796, 26616,  16064,  -12442, 9134,   -650,   -25986, 27837,  19883,  -28250,
    -15887, -8898,  -28309, 9075,   -30199, 18249,  13426,  14017,  -29156, -12757,
    16832,  4311,   -24155, -17915, -335,   11182,  -11477, 13387,  -32227, -14233,
    20494,  -21655, -27738, 13131,  945,    -4587,  -14883, 23092,  6182,   5493,
    32010,  -32502, 10631,  30317,  29175,  -18741, -28762, 12639,  -18486, 20100,
    17560,  18525,  -14430, 19529,  -5276,  -12619, -31183, 20297,  25435,  2146,
    -7382,  15355,  24391,  -32384, -20927, -6280,  10946,  -14903, 24214,  -11044,
    16989,  14469,  10335,  -21498, -7934,  -20198, -22502, 23210,  10906,  -17442,
    31636,  -23860, 28644,  -20257, 23998,  7756,   -17422, 23132,
};

#define PAIRS (KB_MLKEM_N / 2)

/* The pairs of a layer in two rows. */
typedef struct rows {
    int16_t low[PAIRS], high[PAIRS];
} rows;

static inline void forward_pairs(int16_t *restrict low, int16_t *restrict high, size_t n,
                                 int16_t z, int16_t z_twisted) {
    for (size_t j = 0; j < n; j++) {
        int16_t t = kb_mlkem_mul(high[j], z, z_twisted);
        high[j] = (int16_t)(low[j] - t);
        low[j] = (int16_t)(low[j] + t);
    }
}

static inline void inverse_pairs(int16_t *restrict low, int16_t *restrict high, size_t n,
                                 int16_t z, int16_t z_twisted) {
    for (size_t j = 0; j < n; j++) {
        int16_t difference = (int16_t)(high[j] - low[j]);
        low[j] = (int16_t)(low[j] + high[j]);
        high[j] = kb_mlkem_mul(difference, z, z_twisted);
    }
}

/* A layer whose blocks, of 2 * len coefficients, are long: each is a loop of its own. */
static inline void forward_layer(int16_t *c, size_t len) {
    size_t z = PAIRS / len;
    for (size_t start = 0; start < KB_MLKEM_N; start += 2 * len, z++) {
        forward_pairs(c + start, c + start + len, len, zeta[z], zeta_twisted[z]);
    }
}

static inline void inverse_layer(int16_t *c, size_t len) {
    size_t z = KB_MLKEM_N / len - 1;
    for (size_t start = 0; start < KB_MLKEM_N; start += 2 * len, z--) {
        inverse_pairs(c + start, c + start + len, len, zeta[z], zeta_twisted[z]);
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

/* A layer of short blocks: all pairs in two rows first, with the factor of each beside
 * it, because gcc makes no vectors of loops as short as the blocks (a factor of five). */
static inline void forward_short_layer(int16_t *c, rows *r, size_t len) {
    int16_t z[PAIRS], z_twisted[PAIRS];
    for (size_t i = 0; i < PAIRS / len; i++) {
        for (size_t j = 0; j < len; j++) {
            z[i * len + j] = zeta[PAIRS / len + i];
            z_twisted[i * len + j] = zeta_twisted[PAIRS / len + i];
        }
    }
    split(r, c, len);
    for (size_t j = 0; j < PAIRS; j++) {
        forward_pairs(&r->low[j], &r->high[j], 1, z[j], z_twisted[j]);
    }
    join(c, r, len);
}

static inline void inverse_short_layer(int16_t *c, rows *r, size_t len) {
    int16_t z[PAIRS], z_twisted[PAIRS];
    for (size_t i = 0; i < PAIRS / len; i++) {
        for (size_t j = 0; j < len; j++) {
            z[i * len + j] = zeta[KB_MLKEM_N / len - 1 - i];
            z_twisted[i * len + j] = zeta_twisted[KB_MLKEM_N / len - 1 - i];
        }
    }
    split(r, c, len);
    for (size_t j = 0; j < PAIRS; j++) {
        inverse_pairs(&r->low[j], &r->high[j], 1, z[j], z_twisted[j]);
    }
    join(c, r, len);
}

/* A layer adds a product below q to each coefficient: below 8q < 2^15 after seven. The
 * lengths are written out so that each layer is compiled for its own. */
void kb_mlkem_ntt_ref(kb_mlkem_poly *p) {
    rows r;
    KB_WIPE_AT_END(r);
    forward_layer(p->c, 128);
    forward_layer(p->c, 64);
    forward_layer(p->c, 32);
    forward_short_layer(p->c, &r, 16);
    forward_short_layer(p->c, &r, 8);
    forward_short_layer(p->c, &r, 4);
    forward_short_layer(p->c, &r, 2);
    kb_mlkem_poly_reduce(p);
}

/* A layer doubles the sums and the differences must stay in 16 bits: from q to 8q in
 * three layers, back to q/2, to 8q in four. */
void kb_mlkem_inverse_ntt_ref(kb_mlkem_poly *p) {
    rows r;
    KB_WIPE_AT_END(r);
    inverse_short_layer(p->c, &r, 2);
    inverse_short_layer(p->c, &r, 4);
    inverse_short_layer(p->c, &r, 8);
    kb_mlkem_poly_reduce(p);
    inverse_short_layer(p->c, &r, 16);
    inverse_layer(p->c, 32);
    inverse_layer(p->c, 64);
    inverse_layer(p->c, 128);
    for (size_t i = 0; i < KB_MLKEM_N; i++) {
        /* 1441 is 2^32 / 128 mod q, -10079 is 1441 / q mod 2^16. */
        p->c[i] = kb_mlkem_mul(p->c[i], 1441, -10079);
    }
}

/* Factor 2i is mod X^2 - zeta[64 + i], factor 2i + 1 mod X^2 + zeta[64 + i]. Half of the
 * room is used. */
void kb_mlkem_odd_zeta_ref(kb_mlkem_odd *odd, const kb_mlkem_poly *b, size_t k) {
    for (size_t j = 0; j < k; j++) {
        for (size_t i = 0; i < KB_MLKEM_N / 4; i++) {
            int16_t z = zeta[64 + i], z_twisted = zeta_twisted[64 + i];
            odd[j].c[2 * i] = kb_mlkem_mul(b[j].c[4 * i + 1], z, z_twisted);
            odd[j].c[2 * i + 1] = (int16_t)-kb_mlkem_mul(b[j].c[4 * i + 3], z, z_twisted);
        }
    }
}

/* Each factor is (a0 + a1 X)(b0 + b1 X) mod X^2 - zeta. The 2k products of a sum stay
 * below 8 * 4095 * q < q * 2^15, so one reduction at the end is enough. */
static inline void dot(int16_t *restrict out, const kb_mlkem_poly *a, size_t stride,
                       const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k) {
    for (size_t i = 0; i < KB_MLKEM_N / 2; i++) {
        int32_t even_sum = 0, odd_sum = 0;
        for (size_t j = 0; j < k; j++) {
            int32_t a0 = a[j * stride].c[2 * i], a1 = a[j * stride].c[2 * i + 1];
            even_sum += a0 * b[j].c[2 * i] + a1 * odd[j].c[i];
            odd_sum += a0 * b[j].c[2 * i + 1] + a1 * b[j].c[2 * i];
        }
        out[2 * i] = kb_mlkem_montgomery(even_sum);
        out[2 * i + 1] = kb_mlkem_montgomery(odd_sum);
    }
}

void kb_mlkem_dot_ref(kb_mlkem_poly *out, const kb_mlkem_poly *a, size_t stride,
                      const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k) {
    /* A fixed count lets the compiler unroll the sum. */
    if (k == 2) {
        dot(out->c, a, stride, b, odd, 2);
    } else if (k == 3) {
        dot(out->c, a, stride, b, odd, 3);
    } else {
        dot(out->c, a, stride, b, odd, 4);
    }
}

void kb_mlkem_times_r_plus_ref(kb_mlkem_poly *p, const kb_mlkem_poly *plus) {
    kb_mlkem_poly_to_montgomery(p);
    for (size_t i = 0; i < KB_MLKEM_N; i++) {
        p->c[i] = kb_mlkem_reduce((int16_t)(p->c[i] + plus->c[i]));
    }
}
