/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * SHA-512 of one block after the other: the message schedule in vectors, two words at a
 * time, beside the rounds, which are arithmetic of general registers with BMI2's rotation.
 * Neither waits for the other's units.
 *
 * Not here: blocks side by side, in compress512_avx2.c.
 */
#include "core/secret.h"
#include "hash/sha2/ops_vector.h"
#include "hash/sha2/round_constants.h"
#include "hash/sha2/rounds.h"

#include <immintrin.h>

typedef uint64_t pair __attribute__((vector_size(16)));

static inline pair load(const void *p) {
    return (pair)_mm_loadu_si128((const __m128i *)p);
}

static inline pair shuffle(pair x, __m128i order) {
    return (pair)_mm_shuffle_epi8((__m128i)x, order);
}

/* Reverses the bytes of each word. */
static inline pair swap(pair x) {
    return shuffle(x,
                   _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

/* Turned right by 8: one instruction instead of three. */
static inline pair right8(pair x) {
    return shuffle(x,
                   _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8));
}

/* The second word of a and the first of b. */
static inline pair between(pair a, pair b) {
    return (pair)_mm_alignr_epi8((__m128i)b, (__m128i)a, 8);
}

/* Words with the constants of their rounds. */
static inline void put(uint64_t kw[2], pair words, const uint64_t k[2]) {
    _mm_storeu_si128((__m128i *)(void *)kw, (__m128i)(words + load(k)));
}

/* Words 2i + 16 and 2i + 17 in the place of words 2i and 2i + 1. */
#define NEXT(i)                                                                          \
    do {                                                                                 \
        pair w1 = between(m[i], m[((i) + 1) % 8]);                                       \
        m[i] += (KB_SHA2_ROTATE64(w1, 1) ^ right8(w1) ^ (w1 >> 7)) +                     \
                between(m[((i) + 4) % 8], m[((i) + 5) % 8]) +                            \
                KB_SHA2_SIGMA_1_512(m[((i) + 7) % 8]);                                   \
        put(kw + 2 * (i), m[i], k + 2 * (i));                                            \
    } while (0)
#define NO_NEXT(i) ((void)0)

#define TWO_ROUNDS(a, b, c, d, e, f, g, h, i, next)                                      \
    do {                                                                                 \
        KB_SHA2_ROUND(512, a, b, c, d, e, f, g, h, kw[2 * (i)]);                         \
        KB_SHA2_ROUND(512, h, a, b, c, d, e, f, g, kw[2 * (i) + 1]);                     \
        next(i);                                                                         \
    } while (0)

#define SIXTEEN_ROUNDS(next)                                                             \
    do {                                                                                 \
        TWO_ROUNDS(a, b, c, d, e, f, g, h, 0, next);                                     \
        TWO_ROUNDS(g, h, a, b, c, d, e, f, 1, next);                                     \
        TWO_ROUNDS(e, f, g, h, a, b, c, d, 2, next);                                     \
        TWO_ROUNDS(c, d, e, f, g, h, a, b, 3, next);                                     \
        TWO_ROUNDS(a, b, c, d, e, f, g, h, 4, next);                                     \
        TWO_ROUNDS(g, h, a, b, c, d, e, f, 5, next);                                     \
        TWO_ROUNDS(e, f, g, h, a, b, c, d, 6, next);                                     \
        TWO_ROUNDS(c, d, e, f, g, h, a, b, 7, next);                                     \
    } while (0)

void kb_sha2_compress512_avx2(uint64_t state[8], const uint8_t *blocks, size_t count) {
    uint64_t kw[16];
    KB_WIPE_AT_END(kw);
    for (; count > 0; count--, blocks += KB_SHA512_BLOCK_BYTES) {
        uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
        uint64_t ab, bc = b ^ c;
        pair m[8];
        const uint64_t *k = kb_sha2_k512;
        for (size_t i = 0; i < 8; i++) {
            m[i] = swap(load(blocks + 16 * i));
            put(kw + 2 * i, m[i], k + 2 * i);
        }
        for (k += 16; k < kb_sha2_k512 + 80; k += 16) {
            SIXTEEN_ROUNDS(NEXT);
        }
        SIXTEEN_ROUNDS(NO_NEXT);
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
}
