/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The last block of SM3 on sixteen messages for processors with AVX-512: a vector holds
 * the same word of each. A turn and any function of three words are one instruction each,
 * and one set of sixteen messages is as fast as one of eight.
 */
#include "core/secret.h"
#include "hash/sm3/avx2.h"
#include "hash/sm3/ops_avx512.h"
#include "hash/sm3/ops_ref.h"

typedef uint32_t words __attribute__((vector_size(64)));

/* Truth tables of three operands: the bit at 4a + 2b + c. */
#define MIX(table, a, b, c)                                                              \
    ((words)_mm512_ternarylogic_epi32((__m512i)(a), (__m512i)(b), (__m512i)(c), (table)))
#define ROTATE(x, n) ((words)_mm512_rol_epi32((__m512i)(x), (n)))

#define KB_SM3_ROTATE(x, n)      ROTATE(x, n)
#define KB_SM3_XOR(x, y, z)      MIX(0x96, x, y, z)
#define KB_SM3_MAJORITY(x, y, z) MIX(0xe8, x, y, z)
#define KB_SM3_CHOOSE(x, y, z)   MIX(0xca, x, y, z)
#include "hash/sm3/rounds.h"

static inline words kb_sm3_p0(words x) {
    return KB_SM3_XOR(x, ROTATE(x, 9), ROTATE(x, 17));
}

static inline words kb_sm3_p1(words x) {
    return KB_SM3_XOR(x, ROTATE(x, 15), ROTATE(x, 23));
}

/* x, of which the compiler does not know how it came about: clang would take the words of
 * a half apart in general registers. No instruction. */
static inline kb_sm3_words as_it_is(__m256i x) {
    __asm__("" : "+v"(x));
    return (kb_sm3_words)x;
}

void kb_sm3_finish_x16_avx512(uint8_t *const out[KB_SM3_LANE_COUNT],
                              const kb_sm3_last *last, size_t at, size_t used) {
    if (used == 1) {
        kb_sm3_finish_x16_ref(out, last, at, used);
        return;
    }
    words s[KB_SM3_WORD_COUNT], w[KB_SM3_BLOCK_WORDS];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        s[i] = (words)_mm512_set1_epi32((int)last->state[i]);
    }
    for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
        w[i] = (words)_mm512_set1_epi32((int)last->block[i]);
    }
    for (size_t i = 0; i < KB_SM3_OWN_WORDS; i++) {
        w[at + i] |= (words)_mm512_loadu_si512(last->own[i]);
    }
    KB_SM3_ALL_ROUNDS(words, s, w);
    kb_sm3_words half[2][KB_SM3_WORD_COUNT];
    KB_WIPE_AT_END(half);
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        half[0][i] = as_it_is(_mm512_castsi512_si256((__m512i)s[i]));
        half[1][i] = as_it_is(_mm512_extracti64x4_epi64((__m512i)s[i], 1));
    }
    kb_sm3_end_eight(out, half[0], used < 8 ? used : 8);
    if (used > 8) {
        kb_sm3_end_eight(out + 8, half[1], used - 8);
    }
}
