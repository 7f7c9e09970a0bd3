/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The transform on eight values at a time, and products in its domain.
 *
 * A pass holds eight vectors in registers for three layers (the outer lengths 128, 64 and
 * 32) or five (16 to 1). For the lengths 4, 2 and 1 eight vectors are transposed, so that
 * partners lie in different vectors; they are transposed back, because the order of the
 * standard saves more where the matrix comes in than these shuffles cost.
 */
#include "sig/mldsa/ops_avx2.h"
#include "sig/mldsa/vector_avx2.h"

/* zeta of ntt.c, 0 to 31, and the same divided by q mod 2^32. */
static const int32_t outer[32] = {
    -4186625, 25847,    -2608894, -518909,  237124,  -777960,  -876248, 466468,
    1826347,  2353451,  -359251,  -2091905, 3119733, -2884855, 3111497, 2680103,
    2725464,  1024112,  -1079900, 3585928,  -549488, -1119584, 2619752, -2108549,
    -2118186, -3859737, -1399561, -3277672, 1757237, -19422,   4010497, 280005};

static const int32_t outer_twisted[32] = {
    -513,        1830765815, -1929875198, -1927777021, 1640767044,  1477910808,
    1612161320,  1640734244, 308362795,   -1815525077, -1374673747, -1091570561,
    -1929495947, 515185417,  -285697463,  625853735,   1727305304,  2082316400,
    -1364982364, 858240904,  1806278032,  222489248,   -346752664,  684667771,
    1654287830,  -878576921, -1257667337, -748618600,  329347125,   1837364258,
    -1443016191, -1170414139};

/*
 * The others, by quarters of the polynomial and then by vectors of eight: lane i is for
 * the transposed block i. The length 4 has one vector, the length 2 two, the length 1
 * four.
 */
static const int32_t inner[224] = {
    2706023,  95776,    3077325,  3530437,  -1661693, -3592148, -2537516, 3915439,
    -3930395, -3677745, -1452451, 2176455,  -1257611, -4083598, -3190144, -3632928,
    -1528703, -3041255, 3475950,  -1585221, 1939314,  -1000202, -3157330, 126922,
    2091667,  -3342478, 266997,   -3520352, 900702,   495491,   -655327,  -3556995,
    3407706,  2244091,  2434439,  -3759364, 1859098,  -1613174, -3122442, -525098,
    2316500,  -2446433, -1235728, -1197226, 909542,   -43260,   2031748,  -768622,
    3817976,  -3562462, 3513181,  -3193378, 819034,   -522500,  3207046,  -3595838,
    -3861115, -3043716, 3574422,  -2867647, 3539968,  -300467,  2348700,  -539299,
    3412210,  2147896,  -2967645, -411027,  -671102,  -22981,   -381987,  1852771,
    -983419,  2715295,  -3693493, -2477047, -1228525, -1308169, 1349076,  -1430430,
    342297,   3437287,  2842341,  4055324,  -3767016, -2994039, -1333058, -451100,
    286988,   -3342277, 2691481,  1247620,  1250494,  1869119,  1237275,  1312455,
    -2437823, 1735879,  -2590150, 2486353,  2635921,  1903435,  -3318210, 3306115,
    4108315,  203044,   1265009,  1595974,  -3548272, -1050970, -1430225, -1962642,
    -1699267, -1643818, 3505694,  -3821735, 3507263,  -2140649, -1600420, 3699596,
    -3343383, 508951,   44288,    904516,   -3724342, 1653064,  2389356,  759969,
    264944,   3097992,  -1100098, 3958618,  -8578,    -3249728, -210977,  -1316856,
    -1279661, 1500165,  -542412,  -2584293, -2013608, 1957272,  -3183426, 810149,
    1917081,  777191,   -2831860, -3724270, 2432395,  3369112,  162844,   1652634,
    -2546312, 2235880,  -1671176, 594136,   2454455,  185531,   1616392,  -3694233,
    -1374803, 3406031,  -1846953, -3776993, -164721,  -1207385, 3014001,  -1799107,
    811944,   531354,   954230,   3881043,  3900724,  -2556880, 2071892,  -2797779,
    189548,   3159746,  -2409325, 1315589,  1285669,  -812732,  -3019102, -3628969,
    -3553272, -1851402, -177440,  1341330,  -1584928, -1439742, -3881060, 3839961,
    -3038916, 2213111,  -426683,  -1667432, -2939036, 183443,   -554416,  3937738,
    3523897,  -975884,  1723600,  -1104333, -2235985, -976891,  3919660,  1400424,
    3866901,  1717735,  -1803090, -260646,  -420899,  1612842,  -48306,   -846154,
    269760,   472078,   1910376,  -3833893, -2286327, -3545687, -1362209, 1976782};

static const int32_t inner_twisted[224] = {
    -1846138265, -1631226336, -1404529459, 1838055109,  1594295555,  -1076973524,
    -1898723372, -594436433,  -1574918427, 1350681039,  -2143979939, 1599739335,
    -1285853323, -993005454,  -1440787840, 568627424,   -654783359,  -1974159335,
    1651689966,  140455867,   -1039411342, 1955560694,  1529189038,  -2131021878,
    -898413,     -1363460238, -605900043,  2027833504,  14253662,    1014493059,
    863641633,   1819892093,  991903578,   912367099,   -44694137,   1176904444,
    -421552614,  -818371958,  1747917558,  -325927722,  1363007700,  30313375,
    -326425360,  1683520342,  -517299994,  2027935492,  -1372618620, 128353682,
    746144248,   -1420958686, 2032221021,  1904936414,  1257750362,  1926727420,
    1931587462,  1258381762,  -202001019,  -475984260,  -561427818,  1797021249,
    -1061813248, 2059733581,  -1661512036, -1104976547, -783134478,  -588790216,
    289871779,   -1262003603, 2135294594,  -1018755525, -889861155,  1665705315,
    -247357819,  1518161567,  -86965173,   1708872713,  1787797779,  1638590967,
    -120646188,  -1669960606, 2124962073,  -1223601433, -1920467227, -1637785316,
    -1536588520, 694382729,   235104446,   -1045062172, 908452108,   1851023419,
    -1176751719, -1354528380, -72690498,   -314284737,  985022747,   963438279,
    -1123881663, 137583815,   -635454918,  -642772911,  45766801,    671509323,
    -2070602178, 419615363,   885133339,   1629985060,  1967222129,  6363718,
    -1287922800, 1136965286,  1779436847,  1116720494,  -1750224323, -901666090,
    418987550,   1831915353,  -1925356481, 992097815,   879957084,   2024403852,
    1321868265,  1225434135,  -1784632064, 666258756,   675310538,   -1555941048,
    -1999506068, -1499481951, -916321552,  1155548552,  2143745726,  1210558298,
    -1261461890, -318346816,  628664287,   -1729304568, 831969619,   -300448763,
    756955444,   -260312805,  1554794072,  1339088280,  -2040058690, -853476187,
    -1078959975, 604552167,   -1021949428, 608791570,   173440395,   -2126092136,
    -1316619236, -1039370342, 1216882040,  -270590488,  -1276805128, 371462360,
    -1357098057, -384158533,  827959816,   -596344473,  1042326957,  1405999311,
    713994583,   940195359,   -1542497137, 2061661095,  -883155599,  1726753853,
    1484874664,  -1636082790, -285388938,  -1983539117, -1495136972, -950076368,
    -1714807468, -952438995,  -695180180,  -1375177022, 1777179795,  334803717,
    -178766299,  -518252220,  1957047970,  1146323031,  1422575624,  1424130038,
    -1185330464, 235321234,   168022240,   1206536194,  985155484,   -894060583,
    -2047270596, -1723816713, -1591599803, -440824168,  1119856484,  1544891539,
    155290192,   -973777462,  6087993,     -110126092,  565464272,   -1758099917,
    -1600929361, 879867909,   -1809756372, 400711272,   702390549,   -279505433,
    -260424530,  -71875110,   -1208667171, -1499603926, 2036925262,  -540420426,
    -1547952704, 394851342,   283780712,   776003547,   1123958025,  201262505,
    1934038751,  374860238};

/* a * z / 2^32 mod q with z_twisted = z / q mod 2^32; z_odd holds the odd lanes of z. Any
 * a, |z| <= q/2; |result| < q: the halves differ by at most 2^31 * q/2 / 2^32 + q/2. The
 * low halves of the two products are equal, so nothing is borrowed. */
static inline __m256i multiply(__m256i a, __m256i z, __m256i z_odd, __m256i z_twisted) {
    const __m256i q = _mm256_set1_epi32(KB_MLDSA_Q);
    __m256i m = _mm256_mullo_epi32(a, z_twisted);
    __m256i even = _mm256_sub_epi32(_mm256_mul_epi32(a, z), _mm256_mul_epi32(m, q));
    __m256i rest =
        _mm256_sub_epi32(_mm256_mul_epi32(odd(a), z_odd), _mm256_mul_epi32(odd(m), q));
    return _mm256_blend_epi32(odd(even), rest, 0xaa);
}

static inline void forward(__m256i *low, __m256i *high, __m256i z, __m256i z_odd,
                           __m256i z_twisted) {
    __m256i t = multiply(*high, z, z_odd, z_twisted);
    *high = _mm256_sub_epi32(*low, t);
    *low = _mm256_add_epi32(*low, t);
}

static inline void inverse(__m256i *low, __m256i *high, __m256i z, __m256i z_odd,
                           __m256i z_twisted) {
    __m256i difference = _mm256_sub_epi32(*high, *low);
    *low = _mm256_add_epi32(*low, *high);
    *high = multiply(difference, z, z_odd, z_twisted);
}

/* The same with one factor for all lanes, that of block i. */
static inline void forward_block(__m256i *low, __m256i *high, size_t i) {
    __m256i z = _mm256_set1_epi32(outer[i]);
    forward(low, high, z, z, _mm256_set1_epi32(outer_twisted[i]));
}

static inline void inverse_block(__m256i *low, __m256i *high, size_t i) {
    __m256i z = _mm256_set1_epi32(outer[i]);
    inverse(low, high, z, z, _mm256_set1_epi32(outer_twisted[i]));
}

/* The same with factors of their own, the vector at `at` of inner. */
static inline void forward_lanes(__m256i *low, __m256i *high, size_t at) {
    __m256i z = load(inner + 8 * at);
    forward(low, high, z, odd(z), load(inner_twisted + 8 * at));
}

static inline void inverse_lanes(__m256i *low, __m256i *high, size_t at) {
    __m256i z = load(inner + 8 * at);
    inverse(low, high, z, odd(z), load(inner_twisted + 8 * at));
}

/* Lane i of vector j to lane j of vector i. */
static inline void transpose(__m256i v[8]) {
    __m256i a[8], b[8];
    for (size_t i = 0; i < 8; i += 2) {
        a[i] = _mm256_unpacklo_epi32(v[i], v[i + 1]);
        a[i + 1] = _mm256_unpackhi_epi32(v[i], v[i + 1]);
    }
    for (size_t i = 0; i < 8; i += 4) {
        b[i] = _mm256_unpacklo_epi64(a[i], a[i + 2]);
        b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 2]);
        b[i + 2] = _mm256_unpacklo_epi64(a[i + 1], a[i + 3]);
        b[i + 3] = _mm256_unpackhi_epi64(a[i + 1], a[i + 3]);
    }
    for (size_t i = 0; i < 4; i++) {
        v[i] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x20);
        v[i + 4] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x31);
    }
}

static inline void load8(__m256i v[8], const int32_t *c, size_t stride) {
    for (size_t i = 0; i < 8; i++) {
        v[i] = load(c + i * stride);
    }
}

static inline void store8(int32_t *c, const __m256i v[8], size_t stride) {
    for (size_t i = 0; i < 8; i++) {
        store(c + i * stride, v[i]);
    }
}

static inline void forward_outer(int32_t *c) {
    __m256i v[8];
    load8(v, c, 32);
    for (size_t i = 0; i < 4; i++) {
        forward_block(&v[i], &v[i + 4], 1);
    }
    for (size_t i = 0; i < 2; i++) {
        forward_block(&v[i], &v[i + 2], 2);
        forward_block(&v[i + 4], &v[i + 6], 3);
    }
    for (size_t i = 0; i < 4; i++) {
        forward_block(&v[2 * i], &v[2 * i + 1], 4 + i);
    }
    store8(c, v, 32);
}

/* The 64 values of quarter n. */
static inline void forward_inner(int32_t *c, size_t n) {
    __m256i v[8];
    load8(v, c, 8);
    for (size_t i = 0; i < 2; i++) {
        forward_block(&v[i], &v[i + 2], 8 + 2 * n);
        forward_block(&v[i + 4], &v[i + 6], 9 + 2 * n);
    }
    for (size_t i = 0; i < 4; i++) {
        forward_block(&v[2 * i], &v[2 * i + 1], 16 + 4 * n + i);
    }
    transpose(v);
    for (size_t i = 0; i < 4; i++) {
        forward_lanes(&v[i], &v[i + 4], 7 * n);
    }
    for (size_t i = 0; i < 2; i++) {
        forward_lanes(&v[i], &v[i + 2], 7 * n + 1);
        forward_lanes(&v[i + 4], &v[i + 6], 7 * n + 2);
    }
    for (size_t i = 0; i < 4; i++) {
        forward_lanes(&v[2 * i], &v[2 * i + 1], 7 * n + 3 + i);
    }
    transpose(v);
    store8(c, v, 8);
}

/* A layer adds a product below q to each coefficient: below 9q < 2^27 after eight. */
void kb_mldsa_ntt_avx2(kb_mldsa_poly *p) {
    for (size_t i = 0; i < 32; i += 8) {
        forward_outer(p->c + i);
    }
    for (size_t n = 0; n < 4; n++) {
        forward_inner(p->c + 64 * n, n);
    }
}

/* A layer doubles the sums, and the differences are as large: below 2^8 q < 2^31 after
 * eight. The factors of a layer are those of the other direction from behind, up to the
 * sign, which the differences take care of; so blocks are turned round to meet them. */
static inline void inverse_inner(int32_t *c, size_t n) {
    /* Block 7 - i is in vector i from here on. */
    __m256i v[8];
    for (size_t i = 0; i < 8; i++) {
        v[i] = load(c + 8 * (7 - i));
    }
    transpose(v);
    size_t at = 7 * (3 - n);
    for (size_t i = 0; i < 4; i++) {
        inverse_lanes(&v[2 * i], &v[2 * i + 1], at + 6 - i);
    }
    for (size_t i = 0; i < 2; i++) {
        inverse_lanes(&v[i], &v[i + 2], at + 2);
        inverse_lanes(&v[i + 4], &v[i + 6], at + 1);
    }
    for (size_t i = 0; i < 4; i++) {
        inverse_lanes(&v[i], &v[i + 4], at);
    }
    transpose(v);
    const size_t last = 28 - 4 * n, pair = 14 - 2 * n;
    for (size_t i = 0; i < 4; i++) {
        inverse_block(&v[2 * i + 1], &v[2 * i], last + i);
    }
    for (size_t i = 0; i < 2; i++) {
        inverse_block(&v[i + 2], &v[i], pair);
        inverse_block(&v[i + 6], &v[i + 4], pair + 1);
    }
    for (size_t i = 0; i < 8; i++) {
        store(c + 8 * (7 - i), v[i]);
    }
}

static inline void inverse_outer(int32_t *c) {
    /* 41978 is 2^64 / 256 mod q; the differences of the last layer take their factor, 25847,
     * and this one at once: 25847 * 41978 / 2^32 is -3975713. */
    const __m256i f = _mm256_set1_epi32(41978), f_twisted = _mm256_set1_epi32(-8395782);
    const __m256i zf = _mm256_set1_epi32(-3975713),
                  zf_twisted = _mm256_set1_epi32(-151046689);
    __m256i v[8];
    load8(v, c, 32);
    for (size_t i = 0; i < 4; i++) {
        inverse_block(&v[2 * i], &v[2 * i + 1], 7 - i);
    }
    for (size_t i = 0; i < 2; i++) {
        inverse_block(&v[i], &v[i + 2], 3);
        inverse_block(&v[i + 4], &v[i + 6], 2);
    }
    for (size_t i = 0; i < 4; i++) {
        inverse(&v[i], &v[i + 4], zf, zf, zf_twisted);
        v[i] = multiply(v[i], f, f, f_twisted);
    }
    store8(c, v, 32);
}

void kb_mldsa_inverse_ntt_avx2(kb_mldsa_poly *p) {
    for (size_t n = 0; n < 4; n++) {
        inverse_inner(p->c + 64 * n, n);
    }
    for (size_t i = 0; i < 32; i += 8) {
        inverse_outer(p->c + i);
    }
}

/* Eight values of three bytes: the even ones in the even lanes; the odd ones there, too.
 * What is in the odd lanes is not read. */
static inline void unpack(__m256i *even, __m256i *rest, const uint8_t in[24]) {
    const __m256i first =
        _mm256_setr_epi8(0, 1, 2, -1, -1, -1, -1, -1, 6, 7, 8, -1, -1, -1, -1, -1, 4, 5,
                         6, -1, -1, -1, -1, -1, 10, 11, 12, -1, -1, -1, -1, -1);
    const __m256i second =
        _mm256_setr_epi8(3, 4, 5, -1, -1, -1, -1, -1, 9, 10, 11, -1, -1, -1, -1, -1, 7, 8,
                         9, -1, -1, -1, -1, -1, 13, 14, 15, -1, -1, -1, -1, -1);
    __m256i x =
        _mm256_inserti128_si256(_mm256_castsi128_si256(load16(in)), load16(in + 8), 1);
    *even = _mm256_shuffle_epi8(x, first);
    *rest = _mm256_shuffle_epi8(x, second);
}

/* Sums of two 64-bit vectors, for the even and the odd lanes, / 2^32 mod q: |sum| <
 * q * 2^31, |result| < q. 58728449 is 1/q mod 2^32. */
static inline __m256i montgomery(__m256i even, __m256i rest) {
    const __m256i q = _mm256_set1_epi32(KB_MLDSA_Q);
    const __m256i inverse_q = _mm256_set1_epi32(58728449);
    __m256i m = _mm256_mul_epi32(even, inverse_q);
    __m256i n = _mm256_mul_epi32(rest, inverse_q);
    even = _mm256_sub_epi64(even, _mm256_mul_epi32(m, q));
    rest = _mm256_sub_epi64(rest, _mm256_mul_epi32(n, q));
    return _mm256_blend_epi32(odd(even), rest, 0xaa);
}

/* The sum stays below 7 * q * 9q + 9q * 9q = 144 q^2 < q * 2^31. */
static inline void dot(kb_mldsa_poly *out, const kb_mldsa_packed *a,
                       const kb_mldsa_poly *b, size_t count, const kb_mldsa_poly *x,
                       const kb_mldsa_poly *y) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8) {
        __m256i even = _mm256_setzero_si256(), rest = even;
        if (x != NULL) {
            __m256i u = load(x->c + i), v = load(y->c + i);
            even = _mm256_sub_epi64(even, _mm256_mul_epi32(u, v));
            rest = _mm256_sub_epi64(rest, _mm256_mul_epi32(odd(u), odd(v)));
        }
        for (size_t j = 0; j < count; j++) {
            __m256i u, u_odd, v = load(b[j].c + i);
            unpack(&u, &u_odd, a[j].b + 3 * i);
            even = _mm256_add_epi64(even, _mm256_mul_epi32(u, v));
            rest = _mm256_add_epi64(rest, _mm256_mul_epi32(u_odd, odd(v)));
        }
        store(out->c + i, montgomery(even, rest));
    }
}

/* The counts that occur are written out so that each is compiled for its own. */
void kb_mldsa_dot_avx2(kb_mldsa_poly *out, const kb_mldsa_packed *a,
                       const kb_mldsa_poly *b, size_t count, const kb_mldsa_poly *x,
                       const kb_mldsa_poly *y) {
    switch (count) {
    case 4:
        dot(out, a, b, 4, x, y);
        break;
    case 5:
        dot(out, a, b, 5, x, y);
        break;
    case 7:
        dot(out, a, b, 7, x, y);
        break;
    default:
        dot(out, a, b, count, x, y);
    }
}
