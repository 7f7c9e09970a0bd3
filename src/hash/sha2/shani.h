/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * SHA-256 with the SHA instructions of x86-64, up to four blocks side by side, as inline
 * pieces for files that are compiled for these instructions and for AVX2.
 *
 * A state is two registers, {f, e, b, a} and {h, g, d, c} with the lowest lane first; a
 * block is four registers of four words each, in the machine's byte order. SHA256RNDS2
 * starts every second cycle but takes four, and the registers suffice for four blocks:
 * two keep the unit nearly busy, four hide the loads and stores too.
 *
 * Not here: the kernels that the table lists, in compress256_shani.c.
 */
#ifndef KB_HASH_SHA2_SHANI_H
#define KB_HASH_SHA2_SHANI_H

#include "hash/sha2/round_constants.h"

#include <immintrin.h>

/* For functions whose arrays have to become registers. */
#define KB_SHANI_INLINE static inline __attribute__((always_inline))

/* Reverses the bytes of each word: loads of a message, stores of a digest. */
KB_SHANI_INLINE __m128i kb_shani_swap(__m128i words) {
    return _mm_shuffle_epi8(
        words, _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
}

KB_SHANI_INLINE void kb_shani_load_block(__m128i m[4], const uint8_t block[64]) {
    m[0] = kb_shani_swap(_mm_loadu_si128((const __m128i *)(const void *)block));
    m[1] = kb_shani_swap(_mm_loadu_si128((const __m128i *)(const void *)(block + 16)));
    m[2] = kb_shani_swap(_mm_loadu_si128((const __m128i *)(const void *)(block + 32)));
    m[3] = kb_shani_swap(_mm_loadu_si128((const __m128i *)(const void *)(block + 48)));
}

/* {a, b, c, d}, {e, f, g, h} to {f, e, b, a}, {h, g, d, c}. */
KB_SHANI_INLINE void kb_shani_from_words(__m128i *abef, __m128i *cdgh, __m128i abcd,
                                         __m128i efgh) {
    __m128i badc = _mm_shuffle_epi32(abcd, 0xb1), hgfe = _mm_shuffle_epi32(efgh, 0x1b);
    *abef = _mm_alignr_epi8(badc, hgfe, 8);
    *cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
}

/* The way back. */
KB_SHANI_INLINE void kb_shani_to_words(__m128i *abcd, __m128i *efgh, __m128i abef,
                                       __m128i cdgh) {
    __m128i abfe = _mm_shuffle_epi32(abef, 0x1b), ghcd = _mm_shuffle_epi32(cdgh, 0xb1);
    *abcd = _mm_blend_epi16(abfe, ghcd, 0xf0);
    *efgh = _mm_alignr_epi8(ghcd, abfe, 8);
}

/* The parts of four rounds, number i of sixteen, in lane j. The message is a ring of four
 * registers: 4i..4i+3 are the words of these rounds; those of the next four have been
 * begun (MSG1) three steps ago and are completed here. */
#define KB_SHANI_ADD(i, j)                                                               \
    wk[j] = _mm_add_epi32(                                                               \
        m[j][(i) % 4],                                                                   \
        _mm_load_si128((const __m128i *)(const void *)(kb_sha2_k256 + 4 * (i))));        \
    cdgh[j] = _mm_sha256rnds2_epu32(cdgh[j], abef[j], wk[j]);
#define KB_SHANI_COMPLETE(i, j)                                                          \
    m[j][((i) + 1) % 4] = _mm_sha256msg2_epu32(                                          \
        _mm_add_epi32(m[j][((i) + 1) % 4],                                               \
                      _mm_alignr_epi8(m[j][(i) % 4], m[j][((i) + 3) % 4], 4)),           \
        m[j][(i) % 4]);
#define KB_SHANI_HIGH(i, j)                                                              \
    abef[j] = _mm_sha256rnds2_epu32(abef[j], cdgh[j], _mm_shuffle_epi32(wk[j], 0x0e));
#define KB_SHANI_BEGIN(i, j)                                                             \
    m[j][((i) + 3) % 4] = _mm_sha256msg1_epu32(m[j][((i) + 3) % 4], m[j][(i) % 4]);

/* A part in one lane, or in two that are neighbours. */
#define KB_SHANI_IN_1(part, i, j) part(i, j)
#define KB_SHANI_IN_2(part, i, j) part(i, j) part(i, (j) + 1)

#define KB_SHANI_PLAIN(in, i, j) in(KB_SHANI_ADD, i, j)in(KB_SHANI_HIGH, i, j)
#define KB_SHANI_FIRST(in, i, j) KB_SHANI_PLAIN(in, i, j) in(KB_SHANI_BEGIN, i, j)
#define KB_SHANI_LAST(in, i, j)                                                          \
    in(KB_SHANI_ADD, i, j)in(KB_SHANI_COMPLETE, i, j)in(KB_SHANI_HIGH, i, j)
#define KB_SHANI_FULL(in, i, j) KB_SHANI_LAST(in, i, j) in(KB_SHANI_BEGIN, i, j)

/* Which lanes take a step: pairs stay together, which leaves a register free. */
#define KB_SHANI_X1(step, i) step(KB_SHANI_IN_1, i, 0)
#define KB_SHANI_X2(step, i) step(KB_SHANI_IN_2, i, 0)
#define KB_SHANI_X3(step, i) KB_SHANI_X2(step, i) step(KB_SHANI_IN_1, i, 2)
#define KB_SHANI_X4(step, i) KB_SHANI_X2(step, i) step(KB_SHANI_IN_2, i, 2)

#define KB_SHANI_ROUNDS(lanes)                                                           \
    do {                                                                                 \
        lanes(KB_SHANI_PLAIN, 0);                                                        \
        lanes(KB_SHANI_FIRST, 1);                                                        \
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

/* The 64 rounds (FIPS 180-4, 6.2.2, steps 1 to 3) of `count` (1..4) blocks; adding the
 * state before is the caller's. m is used up. The count is a constant. */
KB_SHANI_INLINE void kb_shani_rounds(__m128i *abef, __m128i *cdgh, __m128i (*m)[4],
                                     int count) {
    __m128i wk[4];
    switch (count) {
    case 1:
        KB_SHANI_ROUNDS(KB_SHANI_X1);
        break;
    case 2:
        KB_SHANI_ROUNDS(KB_SHANI_X2);
        break;
    case 3:
        KB_SHANI_ROUNDS(KB_SHANI_X3);
        break;
    default:
        KB_SHANI_ROUNDS(KB_SHANI_X4);
        break;
    }
}

#endif
