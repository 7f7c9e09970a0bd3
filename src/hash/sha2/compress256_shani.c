/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-256 with the SHA instructions: one stream, or up to eight blocks in groups of four.
 */
#include "core/secret.h"
#include "hash/sha2/ops_vector.h"
#include "hash/sha2/shani.h"

#include <string.h>

#define GROUP 4

static inline __m128i load(const uint32_t *words) {
    return _mm_loadu_si128((const __m128i *)(const void *)words);
}

static inline void store(void *out, __m128i x) {
    _mm_storeu_si128((__m128i *)out, x);
}

void kb_sha2_compress256_shani(uint32_t state[8], const uint8_t *blocks, size_t count) {
    __m128i abef, cdgh, m[1][4], abcd, efgh;
    kb_shani_from_words(&abef, &cdgh, load(state), load(state + 4));
    for (; count > 0; count--, blocks += KB_SHA256_BLOCK_BYTES) {
        __m128i abef_before = abef, cdgh_before = cdgh;
        kb_shani_load_block(m[0], blocks);
        kb_shani_rounds(&abef, &cdgh, m, 1);
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    kb_shani_to_words(&abcd, &efgh, abef, cdgh);
    store(state, abcd);
    store(state + 4, efgh);
}

/* One block for each of n (a constant, 1..4) states. */
KB_SHANI_INLINE void compress(uint32_t (*states)[8], const uint8_t *blocks, int n) {
    __m128i abef[GROUP], cdgh[GROUP], m[GROUP][4];
    for (int j = 0; j < n; j++) {
        kb_shani_from_words(&abef[j], &cdgh[j], load(states[j]), load(states[j] + 4));
        kb_shani_load_block(m[j], blocks + j * KB_SHA256_BLOCK_BYTES);
    }
    kb_shani_rounds(abef, cdgh, m, n);
    for (int j = 0; j < n; j++) {
        __m128i abcd, efgh;
        kb_shani_to_words(&abcd, &efgh, abef[j], cdgh[j]);
        store(states[j], _mm_add_epi32(abcd, load(states[j])));
        store(states[j] + 4, _mm_add_epi32(efgh, load(states[j] + 4)));
    }
}

void kb_sha2_compress256_x8_shani(uint32_t states[KB_SHA2_LANE_COUNT][8],
                                  const uint8_t *blocks, size_t used) {
    for (; used >= GROUP; used -= GROUP) {
        compress(states, blocks, GROUP);
        states += GROUP;
        blocks += GROUP * KB_SHA256_BLOCK_BYTES;
    }
    if (used == 3) {
        compress(states, blocks, 3);
    } else if (used == 2) {
        compress(states, blocks, 2);
    } else if (used == 1) {
        compress(states, blocks, 1);
    }
}

static inline void store_digest(uint8_t *out, size_t words, __m128i abcd, __m128i efgh) {
    __m128i low = kb_shani_swap(abcd), high = kb_shani_swap(efgh);
    if (words == 4) {
        store(out, low);
    } else if (words == 8) {
        store(out, low);
        store(out + 16, high);
    } else if (words == 6) {
        store(out, low);
        _mm_storel_epi64((__m128i *)(void *)(out + 16), high);
    } else {
        uint8_t all[32];
        KB_WIPE_AT_END(all);
        store(all, low);
        store(all + 16, high);
        memcpy(out, all, 4 * words);
    }
}

/* The last block of n (a constant, 1..4) messages. All blocks are read before the first
 * digest is written. */
KB_SHANI_INLINE void finish(uint8_t *const *out, size_t words, const uint32_t start[8],
                            const uint8_t *blocks, int n) {
    __m128i abef[GROUP], cdgh[GROUP], m[GROUP][4];
    kb_shani_from_words(&abef[0], &cdgh[0], load(start), load(start + 4));
    for (int j = 0; j < n; j++) {
        abef[j] = abef[0];
        cdgh[j] = cdgh[0];
        kb_shani_load_block(m[j], blocks + j * KB_SHA256_BLOCK_BYTES);
    }
    kb_shani_rounds(abef, cdgh, m, n);
    for (int j = 0; j < n; j++) {
        __m128i abcd, efgh;
        kb_shani_to_words(&abcd, &efgh, abef[j], cdgh[j]);
        store_digest(out[j], words, _mm_add_epi32(abcd, load(start)),
                     _mm_add_epi32(efgh, load(start + 4)));
    }
}

void kb_sha2_finish256_x8_shani(uint8_t *const *out, size_t words,
                                const uint32_t start[8], const uint8_t *blocks,
                                size_t used) {
    for (; used >= GROUP; used -= GROUP) {
        finish(out, words, start, blocks, GROUP);
        out += GROUP;
        blocks += GROUP * KB_SHA256_BLOCK_BYTES;
    }
    if (used == 3) {
        finish(out, words, start, blocks, 3);
    } else if (used == 2) {
        finish(out, words, start, blocks, 2);
    } else if (used == 1) {
        finish(out, words, start, blocks, 1);
    }
}
