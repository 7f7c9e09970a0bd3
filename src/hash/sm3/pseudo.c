/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The extendable output and the 512-bit hash that DKEM makes of SM3. */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/hash_count.h"
#include "hash/sm3/sm3.h"

#define LANES KB_SM3_LANE_COUNT

/* Eight counters side by side while a last block takes them. */
static void xof_x8(uint8_t *out, size_t out_len, const kb_sm3 *message) {
    uint8_t digest[LANES][KB_SM3_BYTES], tail[LANES][KB_SM3_TAIL_MAX_BYTES];
    KB_WIPE_AT_END(digest);
    uint8_t *const digest_at[LANES] = {digest[0], digest[1], digest[2], digest[3],
                                       digest[4], digest[5], digest[6], digest[7]};
    uint32_t counter = 1;
    for (size_t done = 0; done < out_len;) {
        size_t left = (out_len - done + KB_SM3_BYTES - 1) / KB_SM3_BYTES;
        size_t used = left < LANES ? left : LANES;
        for (size_t j = 0; j < used; j++) {
            kb_store_be32(tail[j], counter++);
        }
        kb_sm3_finish_x8(digest_at, message, tail, 4, used);
        size_t n =
            out_len - done < used * KB_SM3_BYTES ? out_len - done : used * KB_SM3_BYTES;
        memcpy(out + done, digest, n);
        done += n;
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
        xof_x8(out, out_len, &message);
    } else {
        xof_x1(out, out_len, &message);
    }
}

void kb_sm3_pseudohash512(uint8_t out[KB_SM3_PSEUDOHASH512_BYTES], const void *in,
                          size_t len) {
    KB_HASH_SCOPE(KB_HASH_FN_SM3_512, len, KB_SM3_PSEUDOHASH512_BYTES, 1);
    /* SM3("3.14159265358979") || SM3("2.71828182845904"). */
    static const uint8_t key[64] = {
        0x53, 0x07, 0xf6, 0xd5, 0xeb, 0x6a, 0x3c, 0xed, 0x3d, 0x24, 0xc5, 0x3c, 0xc9,
        0xc8, 0x2c, 0xce, 0x2f, 0x89, 0x36, 0x39, 0x70, 0x23, 0xf0, 0x69, 0x5c, 0x26,
        0xc8, 0x0c, 0x1a, 0xb1, 0x82, 0xa7, 0x1d, 0xb0, 0x2b, 0xa9, 0x2f, 0x54, 0x40,
        0x18, 0x11, 0x5a, 0x96, 0xe7, 0x19, 0x66, 0x2c, 0xa3, 0x2b, 0x7c, 0x7e, 0xfc,
        0x0a, 0x6d, 0x24, 0x82, 0x15, 0x07, 0x66, 0xba, 0x6f, 0x65, 0x5b, 0x8e,
    };
    /* 512, big-endian. */
    static const uint8_t bits[2] = {0x02, 0x00};
    kb_sm3 state;
    KB_WIPE_AT_END(state);
    KB_SECRET_LOCAL(both, 2 * KB_SM3_BYTES); /* k1, then h1 */

    kb_sm3_hmac(both, key, sizeof key, bits, sizeof bits, in, len);
    kb_sm3_init(&state);
    kb_sm3_absorb(&state, in, len);
    kb_sm3_absorb(&state, bits, sizeof bits);
    kb_sm3_finish(&state, both + KB_SM3_BYTES);
    kb_sm3_hash(out + KB_SM3_BYTES, both, sizeof both);
    memcpy(out, both + KB_SM3_BYTES, KB_SM3_BYTES);
}
