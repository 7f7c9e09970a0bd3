/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tweakable hash of the SHA-2 sets with the SHA instructions: F, PRF and, for n = 16,
 * H, which are one block each; four blocks side by side.
 *
 * The kernels compare what they are given in registers only, never what they load, so that
 * scripts/check-kernels can tell that no data decides anything.
 *
 * A block never exists in memory. Its first four words come from the address alone; a
 * chain that keeps its address but for the number of the step computes their four rounds
 * once, as well as what they give to the message schedule. A digest becomes the value in
 * the next block by shuffles, since it begins in the middle of a word there (22 bytes of
 * address).
 */
#include "hash/sha2/shani.h"
#include "sig/slhdsa/ops_vector.h"

static_assert(offsetof(kb_slhdsa_address, tree) == 8 &&
                  offsetof(kb_slhdsa_address, type) == 16 &&
                  offsetof(kb_slhdsa_address, key_pair) == 20 &&
                  offsetof(kb_slhdsa_address, chain) == 24 &&
                  offsetof(kb_slhdsa_address, hash) == 28,
              "load_address reads an address as two vectors");

#define GROUP 4 /* blocks side by side; one takes as long as two, three as four */

/* No byte of a register: gives zero in a shuffle. */
#define Z 0x80

/* How the words of a value, abcd and efgh, become the end of a block: bytes of words 4..7
 * and 8..11 from abcd, of 8..11 and 12..15 from efgh; then what is added for the padding
 * to words 8..11 and 12..15. */
typedef struct shape {
    uint8_t second[16], third[16], third_high[16], fourth[16];
    uint32_t third_pad[4], fourth_pad[4];
} shape;

/* Each word of the message is the lower half of a word and the upper half of the next. */
#define SECOND                                                                           \
    { Z, Z, Z, Z, 2, 3, Z, Z, 6, 7, 0, 1, 10, 11, 4, 5 }

#define NOTHING                                                                          \
    { Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z }

/* Bits of PK.seed's block, the address and a value of n bytes. */
#define BITS(n) (8 * (64 + KB_SLHDSA_COMPRESSED_ADDRESS_BYTES + (n)))

static const shape shape16 = {
    .second = SECOND,
    .third = {14, 15, 8, 9, Z, Z, 12, 13, Z, Z, Z, Z, Z, Z, Z, Z},
    .third_high = NOTHING,
    .fourth = NOTHING,
    .third_pad = {0, 0x8000, 0, 0},
    .fourth_pad = {0, 0, 0, BITS(16)},
};

static const shape shape24 = {
    .second = SECOND,
    .third = {14, 15, 8, 9, Z, Z, 12, 13, Z, Z, Z, Z, Z, Z, Z, Z},
    .third_high = {Z, Z, Z, Z, 2, 3, Z, Z, 6, 7, 0, 1, Z, Z, 4, 5},
    .fourth = NOTHING,
    .third_pad = {0, 0, 0, 0x8000},
    .fourth_pad = {0, 0, 0, BITS(24)},
};

static const shape shape32 = {
    .second = SECOND,
    .third = {14, 15, 8, 9, Z, Z, 12, 13, Z, Z, Z, Z, Z, Z, Z, Z},
    .third_high = {Z, Z, Z, Z, 2, 3, Z, Z, 6, 7, 0, 1, 10, 11, 4, 5},
    .fourth = {14, 15, 8, 9, Z, Z, 12, 13, Z, Z, Z, Z, Z, Z, Z, Z},
    .third_pad = {0, 0, 0, 0},
    .fourth_pad = {0, 0x8000, 0, BITS(32)},
};

static const shape *shape_of(size_t len) {
    return len == 16 ? &shape16 : len == 24 ? &shape24 : &shape32;
}

KB_SHANI_INLINE __m128i load(const void *p) {
    return _mm_loadu_si128((const __m128i *)p);
}

KB_SHANI_INLINE void load_value(__m128i *abcd, __m128i *efgh, const uint8_t *in,
                                size_t len) {
    *abcd = kb_shani_swap(load(in));
    *efgh = *abcd;
    if (len == 32) {
        *efgh = kb_shani_swap(load(in + 16));
    } else if (len == 24) {
        *efgh = kb_shani_swap(_mm_loadl_epi64((const __m128i *)(const void *)(in + 16)));
    }
}

KB_SHANI_INLINE void store_value(uint8_t *out, __m128i abcd, __m128i efgh, size_t n) {
    _mm_storeu_si128((__m128i *)(void *)out, kb_shani_swap(abcd));
    if (n == 32) {
        _mm_storeu_si128((__m128i *)(void *)(out + 16), kb_shani_swap(efgh));
    } else if (n == 24) {
        _mm_storel_epi64((__m128i *)(void *)(out + 16), kb_shani_swap(efgh));
    }
}

/* Words 0..3 of the compressed address, and 4..5, whose end is the value's (FIPS 205,
 * 11.2): the bytes of the numbers as they lie in memory, lowest first. */
KB_SHANI_INLINE void load_address(__m128i *head, __m128i *tail,
                                  const kb_slhdsa_address *adrs) {
    const __m128i first =
        _mm_setr_epi8(13, 14, 15, 0, 9, 10, 11, 12, -1, -1, -1, 8, -1, -1, -1, -1);
    const __m128i second =
        _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 6, 7, 0, -1, 10, 11, 4, 5);
    const __m128i third =
        _mm_setr_epi8(14, 15, 8, 9, -1, -1, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
    __m128i low = load(&adrs->layer), high = load(&adrs->type);
    *head = _mm_or_si128(_mm_shuffle_epi8(low, first), _mm_shuffle_epi8(high, second));
    *tail = _mm_shuffle_epi8(high, third);
}

/* Words 4..15. */
KB_SHANI_INLINE void place(__m128i m[4], __m128i tail, __m128i abcd, __m128i efgh,
                           const shape *s) {
    m[1] = _mm_or_si128(tail, _mm_shuffle_epi8(abcd, load(s->second)));
    m[2] = _mm_or_si128(_mm_or_si128(_mm_shuffle_epi8(abcd, load(s->third)),
                                     _mm_shuffle_epi8(efgh, load(s->third_high))),
                        load(s->third_pad));
    m[3] = _mm_or_si128(_mm_shuffle_epi8(efgh, load(s->fourth)), load(s->fourth_pad));
}

/* Blocks from the address on. */
typedef struct begun {
    __m128i abef[GROUP], cdgh[GROUP]; /* after the first four rounds */
    __m128i head[GROUP];              /* words 0..3, or what they give to words 16..19 */
    __m128i tail[GROUP];
} begun;

/* Rounds 0 to 3. Lanes that are not used repeat the last one. */
KB_SHANI_INLINE void begin(begun *b, const uint32_t start[8],
                           const kb_slhdsa_address *adrs, size_t used, int lanes) {
    __m128i k = load(kb_sha2_k256), abef, cdgh;
    kb_shani_from_words(&abef, &cdgh, load(start), load(start + 4));
    for (size_t j = 0; j < (size_t)lanes; j++) {
        __m128i head, wk;
        load_address(&head, &b->tail[j], &adrs[j < used ? j : used - 1]);
        wk = _mm_add_epi32(head, k);
        b->cdgh[j] = _mm_sha256rnds2_epu32(cdgh, abef, wk);
        b->abef[j] = _mm_sha256rnds2_epu32(abef, b->cdgh[j], _mm_shuffle_epi32(wk, 0x0e));
        /* Of words 4..7 only the first counts here, which holds no value. */
        b->head[j] = _mm_sha256msg1_epu32(head, b->tail[j]);
    }
}

/* Rounds 4 to 63, given what BEGIN(1) makes of words 0..3. */
#define ROUNDS_FROM_4(lanes)                                                             \
    do {                                                                                 \
        lanes(KB_SHANI_PLAIN, 1);                                                        \
        lanes(KB_SHANI_FIRST, 2);                                                        \
        lanes(KB_SHANI_FULL, 3);                                                         \
        lanes(KB_SHANI_FULL, 4);                                                         \
        lanes(KB_SHANI_FULL, 5);                                                         \
        lanes(KB_SHANI_FULL, 6);                                                         \
        lanes(KB_SHANI_FULL, 7);                                                         \
        lanes(KB_SHANI_FULL, 8);                                                         \
        lanes(KB_SHANI_FULL, 9);                                                         \
        lanes(KB_SHANI_FULL, 10);                                                        \
        lanes(KB_SHANI_FULL, 11);                                                        \
        lanes(KB_SHANI_FULL, 12);                                                        \
        lanes(KB_SHANI_LAST, 13);                                                        \
        lanes(KB_SHANI_LAST, 14);                                                        \
        lanes(KB_SHANI_PLAIN, 15);                                                       \
    } while (0)

/* From values to digests, in place. */
KB_SHANI_INLINE void finish(const begun *b, const uint32_t start[8], const shape *s,
                            __m128i *abcd, __m128i *efgh, int lanes) {
    __m128i abef[GROUP], cdgh[GROUP], m[GROUP][4], wk[GROUP];
    for (int j = 0; j < lanes; j++) {
        abef[j] = b->abef[j];
        cdgh[j] = b->cdgh[j];
        m[j][0] = b->head[j];
        place(m[j], b->tail[j], abcd[j], efgh[j], s);
    }
    if (lanes == 2) {
        ROUNDS_FROM_4(KB_SHANI_X2);
    } else {
        ROUNDS_FROM_4(KB_SHANI_X4);
    }
    for (int j = 0; j < lanes; j++) {
        kb_shani_to_words(&abcd[j], &efgh[j], abef[j], cdgh[j]);
        abcd[j] = _mm_add_epi32(abcd[j], load(start));
        efgh[j] = _mm_add_epi32(efgh[j], load(start + 4));
    }
}

/* lanes is a constant. */
KB_SHANI_INLINE void hash(const uint32_t start[8], size_t n, uint8_t *const *out,
                          const kb_slhdsa_address *adrs, const uint8_t *const *in,
                          size_t len, size_t used, int lanes) {
    __m128i abcd[GROUP], efgh[GROUP];
    begun b;
    begin(&b, start, adrs, used, lanes);
    for (size_t j = 0; j < (size_t)lanes; j++) {
        load_value(&abcd[j], &efgh[j], in[j < used ? j : used - 1], len);
    }
    finish(&b, start, shape_of(len), abcd, efgh, lanes);
    for (size_t j = 0; j < (size_t)lanes && j < used; j++) {
        store_value(out[j], abcd[j], efgh[j], n);
    }
}

static void hash_two(const uint32_t start[8], size_t n, uint8_t *const *out,
                     const kb_slhdsa_address *adrs, const uint8_t *const *in, size_t len,
                     size_t used) {
    hash(start, n, out, adrs, in, len, used, 2);
}

static void hash_four(const uint32_t start[8], size_t n, uint8_t *const *out,
                      const kb_slhdsa_address *adrs, const uint8_t *const *in, size_t len,
                      size_t used) {
    hash(start, n, out, adrs, in, len, used, 4);
}

void kb_slhdsa_sha2_hash_shani(const uint32_t start[8], size_t n, uint8_t *const *out,
                               const kb_slhdsa_address *adrs, const uint8_t *const *in,
                               size_t len, size_t used) {
    for (size_t j = 0; j < used; j += GROUP) {
        size_t rest = used - j < GROUP ? used - j : GROUP;
        (rest <= 2 ? hash_two : hash_four)(start, n, out + j, adrs + j, in + j, len,
                                           rest);
    }
}

/* Chains on their way. */
typedef struct walk {
    begun b;
    __m128i abcd[GROUP], efgh[GROUP];
} walk;

/* lanes is a constant here and below. */
KB_SHANI_INLINE void walk_begin(walk *w, const uint32_t start[8], size_t n,
                                uint8_t *const *values, const kb_slhdsa_address *adrs,
                                size_t used, int lanes) {
    begin(&w->b, start, adrs, used, lanes);
    for (size_t j = 0; j < (size_t)lanes; j++) {
        load_value(&w->abcd[j], &w->efgh[j], values[j < used ? j : used - 1], n);
    }
}

KB_SHANI_INLINE void walk_step(walk *w, const uint32_t start[8], const shape *s,
                               int lanes) {
    finish(&w->b, start, s, w->abcd, w->efgh, lanes);
    /* Numbers of steps stay below 16, so nothing is carried into word 4. */
    for (int j = 0; j < lanes; j++) {
        w->b.tail[j] = _mm_add_epi32(w->b.tail[j], _mm_setr_epi32(0, 1 << 16, 0, 0));
    }
}

KB_SHANI_INLINE void walk_end(const walk *w, size_t n, uint8_t *const *values,
                              size_t used, int lanes) {
    for (size_t j = 0; j < (size_t)lanes && j < used; j++) {
        store_value(values[j], w->abcd[j], w->efgh[j], n);
    }
}

static void chain_two(const uint32_t start[8], size_t n, uint8_t *const *values,
                      const kb_slhdsa_address *adrs, uint32_t steps, size_t used) {
    const shape *s = shape_of(n);
    walk w;
    walk_begin(&w, start, n, values, adrs, used, 2);
    for (; steps > 0; steps--) {
        walk_step(&w, start, s, 2);
    }
    walk_end(&w, n, values, used, 2);
}

static void chain_four(const uint32_t start[8], size_t n, uint8_t *const *values,
                       const kb_slhdsa_address *adrs, uint32_t steps, size_t used) {
    const shape *s = shape_of(n);
    walk w;
    walk_begin(&w, start, n, values, adrs, used, 4);
    for (; steps > 0; steps--) {
        walk_step(&w, start, s, 4);
    }
    walk_end(&w, n, values, used, 4);
}

/* Two groups take turns, so that one begins a step while the other comes to its end. */
static void chain_eight(const uint32_t start[8], size_t n, uint8_t *const *values,
                        const kb_slhdsa_address *adrs, uint32_t steps, size_t used) {
    const shape *s = shape_of(n);
    walk w[2];
    for (size_t g = 0; g < 2; g++) {
        walk_begin(&w[g], start, n, values + g * GROUP, adrs + g * GROUP,
                   g == 0 ? GROUP : used - GROUP, 4);
    }
    for (uint32_t i = 0; i < 2 * steps; i++) {
        walk_step(&w[i % 2], start, s, 4);
    }
    for (size_t g = 0; g < 2; g++) {
        walk_end(&w[g], n, values + g * GROUP, g == 0 ? GROUP : used - GROUP, 4);
    }
}

void kb_slhdsa_sha2_chain_shani(const uint32_t start[8], size_t n, uint8_t *const *values,
                                const kb_slhdsa_address *adrs, uint32_t steps,
                                size_t used) {
    if (steps == 0) {
        return;
    }
    (used > GROUP ? chain_eight
     : used > 2   ? chain_four
                  : chain_two)(start, n, values, adrs, steps, used);
}
