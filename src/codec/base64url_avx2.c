/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Base64url on 32 characters at a time. The only tables are in registers (PSHUFB), so
 * that no address and no branch depends on the data.
 *
 * Characters to values: the low half of a character selects a set of flags, one for each
 * set of low halves that is valid with some high half; the high half selects the flags
 * that it goes with. What both have in common is zero outside the alphabet:
 *
 *     high half   valid low halves    characters    flag    value - character
 *     2           d                   -             02      62 - 45
 *     3           0..9                0-9           40      52 - 48
 *     4           1..f                A-O           10      -65
 *     5           0..a                P-Z           20      -65
 *     5           f                   _             04      63 - 95
 *     6           1..f                a-o           10      26 - 97
 *     7           0..a                p-z           20      26 - 97
 *
 * The common flag XOR the high half is a different number, in its low four bits, for
 * each row with a difference of its own: 0, 3, 4, 5, 1, 6, 7. It selects the difference.
 */
#include "codec/base64url_ref.h"
#include "core/cpu.h"
#include "core/ct.h"

#include <immintrin.h>

/* Sixteen bytes, in each half of the register. */
#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/* Values below 64 to characters: the numbers 0..13 stand for the ranges A-Z, a-z, then
 * each digit, '-' and '_'. */
static inline __m256i chars_of(__m256i values) {
    const __m256i steps =
        TWICE(65, 97 - 26, 48 - 52, 48 - 52, 48 - 52, 48 - 52, 48 - 52, 48 - 52, 48 - 52,
              48 - 52, 48 - 52, 48 - 52, 45 - 62, 95 - 63, 0, 0);
    __m256i range = _mm256_subs_epu8(values, _mm256_set1_epi8(51));
    range = _mm256_sub_epi8(range, _mm256_cmpgt_epi8(values, _mm256_set1_epi8(25)));
    return _mm256_add_epi8(values, _mm256_shuffle_epi8(steps, range));
}

/* Encodes bytes 4..15 of the low half and 0..11 of the high half. */
static inline __m256i encode_lanes(__m256i in) {
    /* Of each three bytes a b c, the words (a b) and (b c). */
    const __m256i words =
        _mm256_setr_epi8(5, 4, 6, 5, 8, 7, 9, 8, 11, 10, 12, 11, 14, 13, 15, 14, 1, 0, 2,
                         1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
    in = _mm256_shuffle_epi8(in, words);
    /* Multiplications shift the two words of a group by different amounts: the first
     * value of each word down to its low byte, the second up to its high byte. */
    __m256i low = _mm256_mulhi_epu16(_mm256_and_si256(in, _mm256_set1_epi32(0x0fc0fc00)),
                                     _mm256_set1_epi32(0x04000040));
    __m256i high = _mm256_mullo_epi16(_mm256_and_si256(in, _mm256_set1_epi32(0x003f03f0)),
                                      _mm256_set1_epi32(0x01000010));
    return chars_of(_mm256_or_si256(low, high));
}

static inline __m256i load(const void *p) {
    return _mm256_loadu_si256((const __m256i_u *)p);
}

static inline void store(void *p, __m256i x) {
    _mm256_storeu_si256((__m256i_u *)p, x);
}

/* Encodes the 24 bytes at in, of which the four bytes before and after are read too. */
static inline void encode_step(char *out, const uint8_t *in) {
    store(out, encode_lanes(load(in - 4)));
}

static void encode_avx2(char *out, const uint8_t *in, size_t len) {
    if (len >= 28) {
        /* There is nothing before the first step that may be read. */
        __m128i first = _mm_loadu_si128((const __m128i_u *)in);
        __m128i second = _mm_loadu_si128((const __m128i_u *)(in + 12));
        store(out, encode_lanes(_mm256_set_m128i(second, _mm_slli_si128(first, 4))));
        in += 24;
        out += 32;
        len -= 24;
        for (; len >= 100; len -= 96) {
            encode_step(out, in);
            encode_step(out + 32, in + 24);
            encode_step(out + 64, in + 48);
            encode_step(out + 96, in + 72);
            in += 96;
            out += 128;
        }
        for (; len >= 28; len -= 24) {
            encode_step(out, in);
            in += 24;
            out += 32;
        }
    }
    kb_base64url_encode_ref(out, in, len);
}

/* Characters to values below 64; a byte of *valid becomes zero, and stays so, where a
 * character is outside the alphabet. */
static inline __m256i values_of(__m256i text, __m256i *valid) {
    const __m256i low_flags = TWICE(0x60, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70,
                                    0x70, 0x30, 0x10, 0x10, 0x12, 0x10, 0x14);
    const __m256i high_flags =
        TWICE(0, 0, 0x02, 0x40, 0x10, 0x24, 0x10, 0x20, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i steps = TWICE(62 - 45, 63 - 95, 0, 52 - 48, -65, -65, 26 - 97, 26 - 97,
                                0, 0, 0, 0, 0, 0, 0, 0);
    __m256i high = _mm256_and_si256(_mm256_srli_epi32(text, 4), _mm256_set1_epi8(15));
    /* No flags where the top bit is set: the shuffle gives zero there. */
    __m256i common = _mm256_and_si256(_mm256_shuffle_epi8(low_flags, text),
                                      _mm256_shuffle_epi8(high_flags, high));
    *valid = _mm256_min_epu8(*valid, common);
    return _mm256_add_epi8(text,
                           _mm256_shuffle_epi8(steps, _mm256_xor_si256(common, high)));
}

/* Packs values below 64 into the low 24 bytes; the others become zero. */
static inline __m256i pack(__m256i values) {
    const __m256i order = TWICE(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    const __m256i together = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    /* Two values to 12 bits, two of those to 24. */
    __m256i x12 = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0140));
    __m256i x24 = _mm256_madd_epi16(x12, _mm256_set1_epi32(0x00011000));
    return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(x24, order), together);
}

/* Decodes 32 characters to 24 bytes and writes 32. */
static inline void decode_step(uint8_t *out, const char *text, __m256i *valid) {
    store(out, pack(values_of(load(text), valid)));
}

/* The eight bytes more that a step writes have room when eleven characters follow it, and
 * are written again with theirs. */
#define BEHIND_STEP 11
#define BLOCK_CHARS 128

static inline void decode_block(uint8_t *out, const char *text, __m256i *valid) {
    decode_step(out, text, valid);
    decode_step(out + 24, text + 32, valid);
    decode_step(out + 48, text + 64, valid);
    decode_step(out + 72, text + 96, valid);
}

/* Nonzero when a byte is zero. */
static inline uint32_t any_zero(__m256i valid) {
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(valid, _mm256_setzero_si256()));
}

static uint64_t decode_avx2(uint8_t *out, const char *text, size_t len) {
    __m256i valid = _mm256_set1_epi8(-1);
    for (; len >= BLOCK_CHARS + BEHIND_STEP; len -= BLOCK_CHARS) {
        decode_block(out, text, &valid);
        text += BLOCK_CHARS;
        out += BLOCK_CHARS / 4 * 3;
    }
    for (; len >= 32 + BEHIND_STEP; len -= 32) {
        decode_step(out, text, &valid);
        text += 32;
        out += 24;
    }
    return any_zero(valid) | kb_base64url_decode_ref(out, text, len);
}

/* Fetches the characters of a later block. A text that comes from memory is otherwise
 * waited for: one block has too many instructions for the processor to look far ahead.
 * What lies behind the text may be fetched too, which is not an access. */
static inline void fetch_ahead(const char *text) {
    uintptr_t later = (uintptr_t)text + 8192;
    _mm_prefetch((const char *)later, _MM_HINT_T0);
    _mm_prefetch((const char *)(later + 64), _MM_HINT_T0);
}

static size_t decode_run_avx2(uint8_t *out, const char *text, size_t len) {
    size_t taken = 0;
    for (; len - taken >= BLOCK_CHARS + BEHIND_STEP; taken += BLOCK_CHARS) {
        __m256i valid = _mm256_set1_epi8(-1);
        fetch_ahead(text + taken);
        decode_block(out, text + taken, &valid);
        uint32_t is_bad = any_zero(valid);
        /* Which block is not valid is told to the caller. */
        KB_CT_PUBLIC(&is_bad, sizeof is_bad);
        if (is_bad != 0) {
            break;
        }
        out += BLOCK_CHARS / 4 * 3;
    }
    return taken;
}

const kb_base64url_ops kb_base64url_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2},
    .encode = encode_avx2,
    .decode = decode_avx2,
    .decode_run = decode_run_avx2,
};
