/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The extendable output and the 512-bit hash that DKEM makes of SM3. */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/hash_count.h"
#include "hash/sm3/sm3.h"

#define LANES KB_SM3_LANE_COUNT

/* Sixteen counters side by side while a last block takes them. */
static void xof_x16(uint8_t *out, size_t out_len, const kb_sm3 *message) {
    KB_SECRET_LOCAL(digest, KB_SM3_BYTES);
    uint64_t counter = 1;
    while (out_len > 0) {
        uint8_t *digest_at[LANES];
        uint64_t tail[LANES];
        size_t used = 0, done = 0;
        for (; used < LANES && done < out_len; used++, done += KB_SM3_BYTES) {
            tail[used] = counter++ << 32;
            digest_at[used] = out_len - done < KB_SM3_BYTES ? digest : out + done;
        }
        kb_sm3_finish_x16(digest_at, message, tail, 4, used);
        if (done > out_len) {
            memcpy(out + done - KB_SM3_BYTES, digest, out_len % KB_SM3_BYTES);
            done = out_len;
        }
        out += done;
        out_len -= done;
    }
}

/* Two blocks are left of each: one after the other. */
static void xof_x1(uint8_t *out, size_t out_len, const kb_sm3 *message) {
    KB_SECRET_LOCAL(digest, KB_SM3_BYTES);
    uint8_t bytes[4];
    uint32_t counter = 1;
    kb_sm3 state;
    KB_WIPE_AT_END(state);
    for (size_t done = 0; done < out_len; done += KB_SM3_BYTES) {
        kb_store_be32(bytes, counter++);
        state = *message;
        kb_sm3_absorb(&state, bytes, sizeof bytes);
        kb_sm3_finish(&state, digest);
        size_t left = out_len - done;
        memcpy(out + done, digest, left < sizeof digest ? left : sizeof digest);
    }
}

void kb_sm3_xof(uint8_t *out, size_t out_len, const void *in, size_t len) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3_XOF, len, out_len, 1);
    kb_sm3 message;
    KB_WIPE_AT_END(message);
    kb_sm3_init(&message);
    kb_sm3_absorb(&message, in, len);
    if (len % KB_SM3_BLOCK_BYTES + 4 <= KB_SM3_BLOCK_BYTES - 9) {
        xof_x16(out, out_len, &message);
    } else {
        xof_x1(out, out_len, &message);
    }
}

static void begin_behind_block(kb_sm3 *state, const uint32_t words[KB_SM3_WORD_COUNT]) {
    kb_sm3_init(state);
    memcpy(state->words, words, sizeof state->words);
    state->total = KB_SM3_BLOCK_BYTES;
}

void kb_sm3_pseudohash512(uint8_t out[KB_SM3_PSEUDOHASH512_BYTES], const void *in,
                          size_t len) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3_512, len, KB_SM3_PSEUDOHASH512_BYTES, 1);
    /* What SM3 has made of the blocks that HMAC begins with: the key is SM3(
     * "3.14159265358979") || SM3("2.71828182845904"), with 0x36 and with 0x5c. */
    static const uint32_t inner[KB_SM3_WORD_COUNT] = {
        UINT32_C(0x313eb6a4), UINT32_C(0x48bef2d5), UINT32_C(0x36e50983),
        UINT32_C(0xd44b6bab), UINT32_C(0x9f200854), UINT32_C(0x8371a799),
        UINT32_C(0x073ed128), UINT32_C(0xd0a8dd79)};
    static const uint32_t outer[KB_SM3_WORD_COUNT] = {
        UINT32_C(0x747cc75d), UINT32_C(0xe966127a), UINT32_C(0xa24ac00f),
        UINT32_C(0x62ab5c3f), UINT32_C(0x1dd5568d), UINT32_C(0x84c33065),
        UINT32_C(0x05fff7c2), UINT32_C(0xb97f411a)};
    /* 512, big-endian. */
    static const uint8_t bits[2] = {0x02, 0x00};
    kb_sm3 state;
    KB_WIPE_AT_END(state);
    KB_SECRET_LOCAL(both, 2 * KB_SM3_BYTES); /* k1, then h1 */

    begin_behind_block(&state, inner);
    kb_sm3_absorb(&state, bits, sizeof bits);
    kb_sm3_absorb(&state, in, len);
    kb_sm3_finish(&state, both);
    begin_behind_block(&state, outer);
    kb_sm3_absorb(&state, both, KB_SM3_BYTES);
    kb_sm3_finish(&state, both);
    kb_sm3_init(&state);
    kb_sm3_absorb(&state, in, len);
    kb_sm3_absorb(&state, bits, sizeof bits);
    kb_sm3_finish(&state, both + KB_SM3_BYTES);
    kb_sm3_hash(out + KB_SM3_BYTES, both, sizeof both);
    memcpy(out, both + KB_SM3_BYTES, KB_SM3_BYTES);
}
