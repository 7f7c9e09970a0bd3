/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The portable kernels of base64url: arithmetic on sixteen characters at a time.
 *
 * A character and its value differ by a constant in each of five ranges, so a masked sum
 * of differences turns one into the other; no table, no index and no branch sees the
 * data, and the time depends on the length only. Six-bit values are packed in three
 * steps, into fields of 12, 24 and 48 bits.
 */
#include "codec/base64url_ref.h"

#include "codec/base64url.h"
#include "core/ct.h"
#include "core/lanes.h"
#include "core/secret.h"

/* Turns sixteen values below 64 into characters. */
static inline kb_u8x16 chars_of(kb_u8x16 x) {
    kb_u8x16 c = x + 65;                     /* 'A' is 0 */
    c += kb_lanes_above(x, 25) & 6;          /* 'a' - 26 is 6 more */
    c -= kb_lanes_above(x, 51) & 75;         /* '0' - 52 is 75 less */
    c -= kb_lanes_above(x, 61) & 13;         /* '-' - 62 is 13 less */
    return c + (kb_lanes_above(x, 62) & 49); /* '_' - 63 is 49 more */
}

/* Turns sixteen characters into values below 64; sets the bits of a byte of *bad, and
 * leaves the character, where it is outside the alphabet. */
static inline kb_u8x16 values_of(kb_u8x16 text, kb_u8x16 *bad) {
    kb_u8x16 step = kb_lanes_in(text, 'A', 'Z') & (uint8_t)-65;
    step |= kb_lanes_in(text, 'a', 'z') & (uint8_t)(26 - 97);
    step |= kb_lanes_in(text, '0', '9') & (52 - 48);
    step |= kb_lanes_equal(text, '-') & (62 - 45);
    step |= kb_lanes_equal(text, '_') & (uint8_t)(63 - 95);
    *bad |= kb_lanes_equal(step, 0); /* no step is 0 */
    return text + step;
}

/* Spreads the 48 upper bits of each word over eight bytes, the first the lowest. */
static inline kb_u64x2 spread(kb_u64x2 x) {
    /* Twenty-four bits at the top of each 32, then twelve at the top of each 16 with
     * four foreign bits below the first of each two, which the last step drops. */
    kb_u32x4 x24 = (kb_u32x4)(x >> 40 << 8 | x >> 16 << 40);
    kb_u16x8 x12 = (kb_u16x8)(x24 << 12 | x24 >> 16);
    return (kb_u64x2)(x12 >> 10 | (x12 << 4 & 0x3f00));
}

/* The reverse for values below 64; the 16 lower bits of the result are noise. */
static inline kb_u64x2 gather(kb_u8x16 values) {
    kb_u16x8 x6 = (kb_u16x8)values;
    kb_u32x4 x12 = (kb_u32x4)(x6 << 8 >> 2 | x6 >> 8);
    kb_u64x2 x24 = (kb_u64x2)(x12 << 16 >> 4 | x12 >> 16);
    return x24 << 40 | x24 >> 16;
}

/* Writes sixteen characters from two words, of which the 48 upper bits count. */
static inline void encode_words(char *out, uint64_t first, uint64_t second) {
    kb_u64x2 values = spread((kb_u64x2){first, second});
    kb_store_lanes(out, (kb_u64x2)chars_of((kb_u8x16)values));
}

/* Encodes len <= 12 bytes at the end of a text. */
static void encode_last(char *out, const uint8_t *in, size_t len) {
    uint8_t bytes[14] = {0};
    char text[16];
    memcpy(bytes, in, len);
    encode_words(text, kb_load_be64(bytes), kb_load_be64(bytes + 6));
    memcpy(out, text, KB_BASE64URL_TEXT_LEN(len));
    kb_wipe(bytes, sizeof bytes);
    kb_wipe(text, sizeof text);
}

void kb_base64url_encode_ref(char *out, const uint8_t *in, size_t len) {
    /* Each load is two bytes longer than its six. */
    for (; len >= 14; len -= 12) {
        encode_words(out, kb_load_be64(in), kb_load_be64(in + 6));
        in += 12;
        out += 16;
    }
    while (len > 0) {
        size_t n = len < 12 ? len : 12;
        encode_last(out, in, n);
        in += n;
        out += KB_BASE64URL_TEXT_LEN(n);
        len -= n;
    }
}

/* Decodes sixteen characters into two words, whose 48 upper bits count. */
static inline kb_u64x2 decode_words(const char *text, kb_u8x16 *bad) {
    return gather(values_of((kb_u8x16)kb_load_lanes(text), bad));
}

/* Decodes the 2..16 last characters; returns nonzero when one is bad or unused bits are
 * not zero. */
static uint64_t decode_last(uint8_t *out, const char *text, size_t len) {
    char group[16] = "AAAAAAAAAAAAAAAA";
    uint8_t bytes[14];
    kb_u8x16 bad = {0};
    memcpy(group, text, len);
    kb_u64x2 words = decode_words(group, &bad);
    kb_store_be64(bytes, words[0]);
    kb_store_be64(bytes + 6, words[1]);
    size_t count = KB_BASE64URL_BYTES(len);
    memcpy(out, bytes, count);
    /* The byte behind the last holds the unused bits; that of a whole group is noise. */
    uint64_t unused = len % 4 != 0 ? bytes[count] : 0;
    kb_wipe(group, sizeof group);
    kb_wipe(bytes, sizeof bytes);
    return ((kb_u64x2)bad)[0] | ((kb_u64x2)bad)[1] | unused;
}

uint64_t kb_base64url_decode_ref(uint8_t *out, const char *text, size_t len) {
    kb_u8x16 bad = {0};
    /* Each store is two bytes longer than its six: the next one covers them, and three
     * more characters have room for those of the last. */
    for (; len >= 19; len -= 16) {
        kb_u64x2 words = decode_words(text, &bad);
        kb_store_be64(out, words[0]);
        kb_store_be64(out + 6, words[1]);
        text += 16;
        out += 12;
    }
    uint64_t any = ((kb_u64x2)bad)[0] | ((kb_u64x2)bad)[1];
    while (len > 0) {
        size_t n = len < 16 ? len : 16;
        any |= decode_last(out, text, n);
        text += n;
        out += KB_BASE64URL_BYTES(n);
        len -= n;
    }
    return any;
}

/* Decodes 64 characters and writes two bytes more; returns nonzero for a fault. */
static inline uint64_t decode_block(uint8_t *out, const char *text) {
    kb_u8x16 bad = {0};
    for (size_t i = 0; i < 4; i++) {
        kb_u64x2 words = decode_words(text + 16 * i, &bad);
        kb_store_be64(out + 12 * i, words[0]);
        kb_store_be64(out + 12 * i + 6, words[1]);
    }
    return ((kb_u64x2)bad)[0] | ((kb_u64x2)bad)[1];
}

static size_t decode_run_ref(uint8_t *out, const char *text, size_t len) {
    size_t taken = 0;
    for (; len - taken >= 64 + 3; taken += 64) {
        uint64_t is_bad = decode_block(out + taken / 4 * 3, text + taken);
        /* Which block is not valid is told to the caller. */
        KB_CT_PUBLIC(&is_bad, sizeof is_bad);
        if (is_bad != 0) {
            break;
        }
    }
    return taken;
}

const kb_base64url_ops kb_base64url_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .encode = kb_base64url_encode_ref,
    .decode = kb_base64url_decode_ref,
    .decode_run = decode_run_ref,
};
