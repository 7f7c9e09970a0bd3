/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SM3 (GB/T 32905) over the compression function in use; the public calls, which check
 * their order. */
#include "hash/sm3/sm3.h"

#include "core/bytes.h"
#include "core/error.h"
#include "core/secret.h"
#include "hash/hash_count.h"

enum { OPEN = 1 };

#define BLOCK KB_SM3_BLOCK_BYTES

static void compress(uint32_t *state, const uint8_t *blocks, size_t count) {
    KB_HASH_COUNT_SM3(count, 0);
    kb_sm3_ops_get()->compress(state, blocks, count);
}

void kb_sm3_init(kb_sm3 *state) {
    /* GB/T 32905, 4.1. */
    *state = (kb_sm3){
        .words = {UINT32_C(0x7380166f), UINT32_C(0x4914b2b9), UINT32_C(0x172442d7),
                  UINT32_C(0xda8a0600), UINT32_C(0xa96f30bc), UINT32_C(0x163138aa),
                  UINT32_C(0xe38dee4d), UINT32_C(0xb0fb0e4e)},
        .phase = OPEN,
    };
}

void kb_sm3_absorb(kb_sm3 *state, const void *in, size_t len) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3, len, 0, 1);
    const uint8_t *next = in;
    size_t at = (size_t)(state->total % BLOCK);
    state->total += len;
    if (at > 0) {
        size_t n = BLOCK - at < len ? BLOCK - at : len;
        if (n > 0) {
            memcpy(state->block + at, next, n);
            next += n;
        }
        len -= n;
        if (at + n < BLOCK) {
            return;
        }
        compress(state->words, state->block, 1);
    }
    if (len >= BLOCK) {
        compress(state->words, next, len / BLOCK);
        next += len / BLOCK * BLOCK;
    }
    if (len % BLOCK > 0) {
        memcpy(state->block, next, len % BLOCK);
    }
}

void kb_sm3_finish(kb_sm3 *state, uint8_t out[KB_SM3_BYTES]) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3, 0, KB_SM3_BYTES, 1);
    size_t at = (size_t)(state->total % BLOCK);
    /* One bit, zeros, the length in bits (5.2). */
    state->block[at++] = 0x80;
    if (at > BLOCK - 8) {
        while (at < BLOCK) {
            state->block[at++] = 0;
        }
        compress(state->words, state->block, 1);
        at = 0;
    }
    while (at < BLOCK - 8) {
        state->block[at++] = 0;
    }
    kb_store_be64(state->block + BLOCK - 8, state->total * 8);
    compress(state->words, state->block, 1);
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        kb_store_be32(out + 4 * i, state->words[i]);
    }
    state->phase = 0;
}

void kb_sm3_finish_x16(uint8_t *const out[KB_SM3_LANE_COUNT], const kb_sm3 *state,
                       const uint64_t tail[KB_SM3_LANE_COUNT], size_t tail_len,
                       size_t used) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3, tail_len, KB_SM3_BYTES, used);
    kb_sm3_last last;
    KB_WIPE_AT_END(last);
    uint8_t block[BLOCK] = {0};
    KB_WIPE_AT_END(block);
    size_t at = (size_t)(state->total % BLOCK);
    memcpy(block, state->block, at);
    block[at + tail_len] = 0x80;
    kb_store_be64(block + BLOCK - 8, (state->total + tail_len) * 8);
    for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
        last.block[i] = kb_load_be32(block + 4 * i);
    }
    memcpy(last.state, state->words, sizeof last.state);
    /* Eight bytes lie in at most three words; at <= 55, so these are words of the block. */
    unsigned shift = (unsigned)(at % 4 * 8);
    uint64_t mask = tail_len > 0 ? UINT64_MAX << (64 - 8 * tail_len) : 0;
    for (size_t j = 0; j < KB_SM3_LANE_COUNT; j++) {
        uint64_t bytes = j < used ? tail[j] & mask : 0;
        last.own[0][j] = (uint32_t)(bytes >> 32 >> shift);
        last.own[1][j] = (uint32_t)(bytes >> shift);
        last.own[2][j] = (uint32_t)(bytes << 32 >> shift);
    }
    KB_HASH_COUNT_SM3(0, used > 8 ? 2 : 1);
    KB_HASH_COUNT_SM3_LANES(used);
    kb_sm3_ops_get()->finish_x16(out, &last, at / 4, used);
}

void kb_sm3_hmac(uint8_t tag[KB_SM3_BYTES], const void *key, size_t key_len,
                 const void *first, size_t first_len, const void *second,
                 size_t second_len) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3_HMAC, first_len + second_len, KB_SM3_BYTES, 1);
    KB_SECRET_LOCAL(pad, BLOCK);
    KB_SECRET_LOCAL(inner, KB_SM3_BYTES);
    kb_sm3 state;
    KB_WIPE_AT_END(state);
    for (size_t i = 0; i < BLOCK; i++) {
        pad[i] = 0;
    }
    if (key_len > BLOCK) {
        kb_sm3_hash(pad, key, key_len);
    } else if (key_len > 0) {
        memcpy(pad, key, key_len);
    }
    for (size_t i = 0; i < BLOCK; i++) {
        pad[i] ^= 0x36;
    }
    kb_sm3_init(&state);
    kb_sm3_absorb(&state, pad, BLOCK);
    kb_sm3_absorb(&state, first, first_len);
    kb_sm3_absorb(&state, second, second_len);
    kb_sm3_finish(&state, inner);
    for (size_t i = 0; i < BLOCK; i++) {
        pad[i] ^= 0x36 ^ 0x5c;
    }
    kb_sm3_init(&state);
    kb_sm3_absorb(&state, pad, BLOCK);
    kb_sm3_absorb(&state, inner, sizeof inner);
    kb_sm3_finish(&state, tag);
}

void kb_sm3_hash(uint8_t out[KB_SM3_BYTES], const void *in, size_t len) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3, len, KB_SM3_BYTES, 1);
    kb_sm3 state;
    KB_WIPE_AT_END(state);
    kb_sm3_init(&state);
    kb_sm3_absorb(&state, in, len);
    kb_sm3_finish(&state, out);
}

kb_status kb_sm3_update(kb_sm3 *state, const void *in, size_t len) {
    if (state->phase != OPEN) {
        return KB_FAIL(KB_ERR_STATE, "the digest is not started or already finished");
    }
    kb_sm3_absorb(state, in, len);
    return KB_OK;
}

kb_status kb_sm3_final(kb_sm3 *state, uint8_t out[KB_SM3_BYTES]) {
    if (state->phase != OPEN) {
        return KB_FAIL(KB_ERR_STATE, "the digest is not started or already finished");
    }
    kb_sm3_finish(state, out);
    kb_sm3_wipe(state);
    return KB_OK;
}

void kb_sm3_wipe(kb_sm3 *state) {
    kb_wipe(state, sizeof *state);
}
