/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tweakable hash of the SHAKE sets in AVX2: the four sponges are made in
 * vectors, and a chain stays in them: only the value and the number of the step change in
 * states that the permutation leaves as they are.
 */
#include "hash/hash_count.h"
#include "hash/keccak/ops.h"
#include "sig/slhdsa/hash.h"
#include "sig/slhdsa/ops_vector.h"

#include <immintrin.h>

#define RATE_LANES    (KB_SHAKE256_RATE_BYTES / 8)
#define ADDRESS_LANES (KB_SLHDSA_ADDRESS_BYTES / 8)
#define WIDTH         4 /* sponges side by side */

typedef uint64_t four __attribute__((vector_size(32)));
typedef uint64_t four_at __attribute__((vector_size(32), aligned(8), may_alias));

static inline four splat(uint64_t x) {
    return (four){x, x, x, x};
}

/* The address of each sponge; unused ones repeat the last. Numbers stand highest byte
 * first there (FIPS 205, 4.2). */
static inline void put_addresses(four_at *lanes, const kb_slhdsa_address *adrs,
                                 size_t used) {
    const __m128i order =
        _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    const __m256i reverse = _mm256_broadcastsi128_si256(order);
    four first, second, third, fourth;
    for (size_t j = 0; j < WIDTH; j++) {
        const kb_slhdsa_address *a = &adrs[j < used ? j : used - 1];
        first[j] = (uint64_t)a->layer << 32;
        second[j] = a->tree;
        third[j] = (uint64_t)a->type << 32 | a->key_pair;
        fourth[j] = (uint64_t)a->chain << 32 | a->hash;
    }
    lanes[0] = (four)_mm256_shuffle_epi8((__m256i)first, reverse);
    lanes[1] = (four)_mm256_shuffle_epi8((__m256i)second, reverse);
    lanes[2] = (four)_mm256_shuffle_epi8((__m256i)third, reverse);
    lanes[3] = (four)_mm256_shuffle_epi8((__m256i)fourth, reverse);
}

/* PK.seed and the addresses in a state that is zero otherwise; returns the lane that
 * follows. n / 8 + 4 <= 8. */
static inline size_t begin(four_at *lanes, const kb_slhdsa_work *work,
                           const kb_slhdsa_address *adrs, size_t used) {
    size_t at = work->params->n / 8;
    for (size_t i = 0; i < at; i++) {
        lanes[i] = splat(kb_load_le64(work->pk_seed + 8 * i));
    }
    put_addresses(lanes + at, adrs, used);
    at += ADDRESS_LANES;
    for (size_t i = at; i < KB_KECCAK_LANE_COUNT; i++) {
        lanes[i] = splat(0);
    }
    return at;
}

/* The end of the input before lane `at` (FIPS 202, 5.1 and 6.2). */
static inline void pad(four_at *lanes, size_t at) {
    lanes[at] ^= splat(KB_KECCAK_DOMAIN_SHAKE);
    lanes[RATE_LANES - 1] ^= splat(UINT64_C(0x80) << 56);
}

/* Four sponges; only `used` of out are looked at, all four of in. */
static void hash4(kb_slhdsa_work *work, uint8_t *const *out,
                  const kb_slhdsa_address *adrs, const uint8_t *const in[WIDTH],
                  size_t len, size_t used) {
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    uint64_t(*state)[WIDTH] = work->area.shake.lanes;
    four_at *lanes = (four_at *)state;
    const uint8_t *from[WIDTH] = {in[0], in[1], in[2], in[3]};
    size_t at = begin(lanes, work, adrs, used), words = len / 8;
    while (words >= RATE_LANES - at) {
        size_t now = RATE_LANES - at;
        ops->absorb_x4(state + at, from, now, 0);
        KB_HASH_COUNT_KECCAK(used == 1, used > 1);
        ops->permute_x4(state, used);
        for (size_t j = 0; j < WIDTH; j++) {
            from[j] += 8 * now;
        }
        words -= now;
        at = 0;
    }
    ops->absorb_x4(state + at, from, words, 0);
    pad(lanes, at + words);
    KB_HASH_COUNT_KECCAK(used == 1, used > 1);
    ops->permute_x4_to(state, work->params->n / 8, state, used);
    for (size_t i = 0; i < work->params->n / 8; i++) {
        for (size_t j = 0; j < used; j++) {
            kb_store_le64(out[j] + 8 * i, state[i][j]);
        }
    }
}

void kb_slhdsa_shake_hash_avx2(kb_slhdsa_work *work, uint8_t *const *out,
                               const kb_slhdsa_address *adrs, const uint8_t *const *in,
                               size_t len, size_t used) {
    for (size_t at = 0; at < used; at += WIDTH) {
        size_t rest = used - at < WIDTH ? used - at : WIDTH;
        const uint8_t *from[WIDTH];
        for (size_t j = 0; j < WIDTH; j++) {
            from[j] = in[at + (j < rest ? j : rest - 1)];
        }
        hash4(work, out + at, adrs + at, from, len, rest);
    }
}

static void chain4(kb_slhdsa_work *work, uint8_t *const *values,
                   const kb_slhdsa_address *adrs, uint32_t steps, size_t used) {
    uint64_t(*state)[WIDTH] = work->area.shake.lanes;
    four_at *lanes = (four_at *)state;
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    size_t words = work->params->n / 8, at = begin(lanes, work, adrs, used);
    pad(lanes, at + words);
    for (size_t i = 0; i < words; i++) {
        for (size_t j = 0; j < WIDTH; j++) {
            state[at + i][j] = kb_load_le64(values[j < used ? j : used - 1] + 8 * i);
        }
    }
    for (; steps > 0; steps--) {
        KB_HASH_COUNT_KECCAK(used == 1, used > 1);
        ops->permute_x4_to(state + at, words, state, used);
        /* The number of the step ends the address; it stays below 16. */
        lanes[at - 1] += splat(UINT64_C(1) << 56);
    }
    for (size_t i = 0; i < words; i++) {
        for (size_t j = 0; j < used; j++) {
            kb_store_le64(values[j] + 8 * i, state[at + i][j]);
        }
    }
}

void kb_slhdsa_shake_chain_avx2(kb_slhdsa_work *work, uint8_t *const *values,
                                const kb_slhdsa_address *adrs, uint32_t steps,
                                size_t used) {
    if (steps == 0) {
        return;
    }
    for (size_t j = 0; j < used; j += WIDTH) {
        chain4(work, values + j, adrs + j, steps, used - j < WIDTH ? used - j : WIDTH);
    }
}
