/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Arithmetic of GF(2)[X] / (X^n - 1), portable.
 *
 * In every product of HQC one factor is public: h, s or the received u. The product is
 * Karatsuba down to blocks; a block product adds multiples of the secret factor, and the
 * public factor says which. Addresses and time depend on the public factor only.
 */
#include "core/ct.h"
#include "core/secret.h"
#include "kem/hqc/ops_ref.h"

#define BASE_WORDS 36 /* blocks are at most this long */
#define SIDE       4  /* words of the public factor that are handled together */
#define ROW_WORDS  (BASE_WORDS + 1 + 2 * (SIDE - 1))

static_assert(KB_HQC_MAX_WORDS % 16 == 0, "whole blocks of scatter");

/* Work area of one product; holds multiples of the secret factor. 36 KiB. */
typedef struct work_area {
    uint64_t product[2 * KB_HQC_MAX_WORDS];
    uint64_t scratch[2 * KB_HQC_MAX_WORDS];
    uint64_t rows[16][ROW_WORDS];
    uint64_t sum[2 * BASE_WORDS + 2 * SIDE];
} work_area;

/* rows[t] = t * b for every polynomial t of degree below 4, with SIDE - 1 zero words
 * below and above. */
static void make_rows(work_area *work, const uint64_t *b, size_t n) {
    for (size_t t = 0; t < 16; t++) {
        for (size_t i = 0; i < n + 1 + 2 * (SIDE - 1); i++) {
            work->rows[t][i] = 0;
        }
    }
    for (size_t t = 1; t < 16; t++) {
        uint64_t *row = work->rows[t] + SIDE - 1;
        const uint64_t *half = work->rows[t / 2] + SIDE - 1;
        uint64_t carry = 0;
        for (size_t i = 0; i <= n; i++) {
            row[i] = half[i] << 1 | carry;
            carry = half[i] >> 63;
        }
        if (t % 2 != 0) {
            for (size_t i = 0; i < n; i++) {
                row[i] ^= b[i];
            }
        }
    }
}

/* sum += the rows of four neighbouring nibbles of a, each one word above the last. */
static void add_rows(uint64_t *restrict sum, const uint64_t *restrict r0,
                     const uint64_t *restrict r1, const uint64_t *restrict r2,
                     const uint64_t *restrict r3, size_t n) {
    for (size_t i = 0; i < n + SIDE; i++) {
        sum[i] ^= r0[i + 3] ^ r1[i + 2] ^ r2[i + 1] ^ r3[i];
    }
}

/* The n words of a times the n words of b, n <= BASE_WORDS. a is public. */
static void multiply_block(work_area *work, uint64_t *out, const uint64_t *a,
                           const uint64_t *b, size_t n) {
    uint64_t *sum = work->sum;
    make_rows(work, b, n);
    for (size_t i = 0; i < 2 * n + 2 * SIDE; i++) {
        sum[i] = 0;
    }
    for (unsigned shift = 64; shift > 0;) {
        shift -= 4;
        for (size_t i = 2 * n; shift < 60 && i > 0; i--) {
            sum[i] = sum[i] << 4 | sum[i - 1] >> 60;
        }
        sum[0] = shift < 60 ? sum[0] << 4 : 0;
        for (size_t j = 0; j < n; j += SIDE) {
            const uint64_t *row[SIDE];
            for (size_t side = 0; side < SIDE; side++) {
                uint64_t word = j + side < n ? a[j + side] : 0;
                row[side] = work->rows[word >> shift & 15];
            }
            add_rows(sum + j, row[0], row[1], row[2], row[3], n);
        }
    }
    for (size_t i = 0; i < 2 * n; i++) {
        out[i] = sum[i];
    }
}

/* The n words of a times the n words of b. scratch has 2 n words. */
static void multiply_words(work_area *work, uint64_t *out, const uint64_t *a,
                           const uint64_t *b, size_t n, uint64_t *scratch) {
    if (n <= BASE_WORDS) {
        multiply_block(work, out, a, b, n);
        return;
    }
    size_t half = n / 2;
    /* The sums of the halves stay in out until their product is known. */
    for (size_t i = 0; i < half; i++) {
        out[i] = a[i] ^ a[half + i];
        out[half + i] = b[i] ^ b[half + i];
    }
    multiply_words(work, scratch, out, out + half, half, scratch + n);
    multiply_words(work, out, a, b, half, scratch + n);
    multiply_words(work, out + n, a + half, b + half, half, scratch + n);
    for (size_t i = 0; i < n; i++) {
        scratch[i] ^= out[i] ^ out[n + i];
    }
    for (size_t i = 0; i < n; i++) {
        out[half + i] ^= scratch[i];
    }
}

/* product mod X^n - 1. n is no multiple of 64. */
static void reduce(const kb_hqc_params *params, kb_hqc_vec *out,
                   const uint64_t *product) {
    size_t words = params->words;
    unsigned over = params->n % 64;
    for (size_t i = 0; i < words; i++) {
        out->w[i] = product[i] ^ product[i + words - 1] >> over ^
                    product[i + words] << (64 - over);
    }
    out->w[words - 1] &= (UINT64_C(1) << over) - 1;
    for (size_t i = words; i < params->padded_words; i++) {
        out->w[i] = 0;
    }
}

void kb_hqc_multiply_ref(const kb_hqc_params *params, kb_hqc_vec *out,
                         const kb_hqc_vec *a, const kb_hqc_vec *b) {
    work_area work;
    KB_WIPE_AT_END(work);
    multiply_words(&work, work.product, a->w, b->w, params->padded_words, work.scratch);
    reduce(params, out, work.product);
}

/* All ones when a == b. */
static uint64_t equal_mask(uint64_t a, uint64_t b) {
    /* Without the barrier clang knows that a mask is one of two values, and branches. */
    return kb_ct_barrier64(~kb_ct_mask_nonzero64(a ^ b));
}

void kb_hqc_scatter_ref(const kb_hqc_params *params, kb_hqc_vec *v,
                        const uint32_t *positions, size_t count) {
    uint64_t block[16];
    KB_WIPE_AT_END(block);
    for (size_t k = 0; k < count; k++) {
        uint64_t position = positions[k];
        /* The bit in a block of 16 words, then that block onto every block under a mask:
         * each word is read and written for each position. */
        for (size_t j = 0; j < 16; j++) {
            block[j] = equal_mask(position >> 6 & 15, j) & UINT64_C(1) << (position & 63);
        }
        for (size_t i = 0; i < params->padded_words; i += 16) {
            uint64_t mask = equal_mask(position >> 10, i / 16);
            for (size_t j = 0; j < 16; j++) {
                v->w[i + j] ^= mask & block[j];
            }
        }
    }
}
