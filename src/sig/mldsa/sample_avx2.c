/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection of candidates, eight at a time. */
#include "core/ct.h"
#include "core/secret.h"
#include "sig/mldsa/ops_avx2.h"
#include "sig/mldsa/ops_ref.h"
#include "sig/mldsa/vector_avx2.h"

#include <stdbool.h>
#include <string.h>

/*
 * A candidate is refused only when its upper ten bits are ones: one in 1024. So many
 * candidates are copied as they are, without the ignored bits, and looked at one by one
 * only when one of them looks like that. All of it is public.
 */
#define BULK_BYTES 96

/* Copies 32 candidates unless there may be one to refuse; a byte more is read. */
static inline bool copy_bulk(uint8_t out[BULK_BYTES], const uint8_t *in) {
    const __m256i kept[3] = {
        _mm256_setr_epi8(-1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127,
                         -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127,
                         -1, -1),
        _mm256_setr_epi8(127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1,
                         127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1,
                         127, -1),
        _mm256_setr_epi8(-1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1,
                         -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1,
                         -1, 127),
    };
    /* The low bits of the second of three bytes. */
    const __m256i low[3] = {
        _mm256_setr_epi8(0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0,
                         31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31),
        _mm256_setr_epi8(0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0,
                         31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0),
        _mm256_setr_epi8(31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31,
                         0, 0, 31, 0, 0, 31, 0, 0, 31, 0, 0, 31, 0),
    };
    const __m256i ones = _mm256_set1_epi8(-1), ignored = _mm256_set1_epi8(-128);
    __m256i x[3], is_full = _mm256_setzero_si256();
    for (size_t i = 0; i < 3; i++) {
        x[i] = load(in + 32 * i);
        __m256i y = _mm256_or_si256(load(in + 32 * i + 1), ignored);
        y = _mm256_and_si256(y, _mm256_or_si256(x[i], low[i]));
        is_full = _mm256_or_si256(is_full, _mm256_cmpeq_epi8(y, ones));
    }
    if (_mm256_movemask_epi8(is_full) != 0) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        store(out + 32 * i, _mm256_and_si256(x[i], kept[i]));
    }
    return true;
}

/* The same by eights, and the rest one by one. */
static size_t reject_eights(kb_mldsa_packed *out, size_t have, const uint8_t *in,
                            size_t len) {
    const __m256i kept =
        _mm256_setr_epi8(-1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127, -1, -1, 127,
                         -1, -1, 127, -1, -1, 127, -1, -1, 127, 0, 0, 0, 0, 0, 0, 0, 0);
    const uint32_t third_bytes = 0x924924;
    size_t i = 0;
    for (; len - i >= 24 && KB_MLDSA_N - have >= 8; i += 24) {
        __m256i x =
            _mm256_inserti128_si256(_mm256_castsi128_si256(load16(in + i)),
                                    _mm_loadl_epi64((const __m128i_u *)(in + i + 16)), 1);
        x = _mm256_and_si256(x, kept);
        uint32_t full =
            (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_set1_epi8(127)));
        if ((full & third_bytes) == 0) {
            store16(out->b + 3 * have, _mm256_castsi256_si128(x));
            _mm_storel_epi64((__m128i_u *)(out->b + 3 * have + 16),
                             _mm256_extracti128_si256(x, 1));
            have += 8;
        } else {
            have = kb_mldsa_reject_ref(out, have, in + i, 24);
        }
    }
    return kb_mldsa_reject_ref(out, have, in + i, len - i);
}

size_t kb_mldsa_reject_avx2(kb_mldsa_packed *out, size_t have, const uint8_t *in,
                            size_t len) {
    size_t i = 0;
    for (; len - i > BULK_BYTES && KB_MLDSA_N - have >= BULK_BYTES / 3; i += BULK_BYTES) {
        if (copy_bulk(out->b + 3 * have, in + i)) {
            have += BULK_BYTES / 3;
        } else {
            have = reject_eights(out, have, in + i, BULK_BYTES);
        }
    }
    return reject_eights(out, have, in + i, len - i);
}

/* order[m]: the places of the ones of m, from below, a byte each. */
#define PLACE(m, bit, rest)                                                              \
    (((rest) << 8 * ((m) >> (bit)&1)) | (uint64_t)((bit) * ((m) >> (bit)&1)))
#define ORDER(m)                                                                         \
    PLACE(                                                                               \
        m, 0,                                                                            \
        PLACE(m, 1,                                                                      \
              PLACE(m, 2,                                                                \
                    PLACE(m, 3,                                                          \
                          PLACE(m, 4,                                                    \
                                PLACE(m, 5, PLACE(m, 6, PLACE(m, 7, UINT64_C(0)))))))))
#define ORDER4(m)  ORDER(m), ORDER((m) + 1), ORDER((m) + 2), ORDER((m) + 3)
#define ORDER16(m) ORDER4(m), ORDER4((m) + 4), ORDER4((m) + 8), ORDER4((m) + 12)
#define ORDER64(m) ORDER16(m), ORDER16((m) + 16), ORDER16((m) + 32), ORDER16((m) + 48)

static const uint64_t order[256] = {ORDER64(0), ORDER64(64), ORDER64(128), ORDER64(192)};

/* The coefficient of each half-byte (algorithm 15); tables in registers. */
static inline __m128i small_of(__m128i half, int32_t eta) {
    const __m128i eta2 =
        _mm_setr_epi8(2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 0);
    return eta == 2 ? _mm_shuffle_epi8(eta2, half) : _mm_sub_epi8(_mm_set1_epi8(4), half);
}

size_t kb_mldsa_reject_small_avx2(kb_mldsa_small *out, size_t have, const uint8_t *in,
                                  size_t len, int32_t eta) {
    /* Room for a step of eight that begins at the last place. */
    int8_t value[KB_MLDSA_N + 8];
    KB_WIPE_AT_END(value);
    const __m128i limit = _mm_set1_epi8(eta == 2 ? 15 : 9);
    size_t first = have;
    for (size_t i = 0; i < len && have < KB_MLDSA_N; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, in + i, sizeof bytes);
        __m128i x = _mm_cvtsi64_si128((int64_t)bytes);
        __m128i half =
            _mm_and_si128(_mm_unpacklo_epi8(x, _mm_srli_epi16(x, 4)), _mm_set1_epi8(15));
        uint32_t accepted = (uint32_t)_mm_movemask_epi8(_mm_cmplt_epi8(half, limit));
        /* Whether a candidate is accepted tells nothing about the value of an accepted
         * one: they are independent outputs of SHAKE256. */
        KB_CT_PUBLIC(&accepted, sizeof accepted);
        __m128i c = small_of(half, eta);
        for (size_t side = 0; side < 2 && have < KB_MLDSA_N; side++) {
            uint32_t m = accepted >> 8 * side & 255;
            __m128i chosen = _mm_shuffle_epi8(c, _mm_cvtsi64_si128((int64_t)order[m]));
            _mm_storel_epi64((__m128i_u *)(value + have), chosen);
            have += (size_t)__builtin_popcount(m);
            c = _mm_srli_si128(c, 8);
        }
    }
    have = have < KB_MLDSA_N ? have : KB_MLDSA_N;
    for (size_t i = first; i < have; i++) {
        out->c[i] = value[i];
    }
    return have;
}
