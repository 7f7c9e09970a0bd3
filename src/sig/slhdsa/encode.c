/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Digits of WOTS+, indices of FORS and of the hypertree. */
#include "sig/slhdsa/encode.h"

void kb_slhdsa_encode_base(uint32_t *out, size_t count, unsigned bits,
                           const uint8_t *in) {
    uint32_t total = 0;
    unsigned have = 0; /* bits of total not handed out; below 8 + bits <= 32 */
    for (size_t i = 0; i < count; i++) {
        while (have < bits) {
            total = total << 8 | *in++;
            have += 8;
        }
        have -= bits;
        out[i] = total >> have & ((UINT32_C(1) << bits) - 1);
    }
}

void kb_slhdsa_encode_digits(const kb_slhdsa_params *params,
                             uint32_t digits[KB_SLHDSA_WOTS_MAX_COUNT],
                             const uint8_t *in) {
    size_t count = 2 * params->n; /* len_1 */
    uint32_t sum = 0;
    kb_slhdsa_encode_base(digits, count, 4, in);
    for (size_t i = 0; i < count; i++) {
        sum += KB_SLHDSA_DIGIT_MAX - digits[i];
    }
    /* len_2 is 3: the standard shifts the sum by 4 so that the first three nibbles of its
     * two bytes are the digits. sum <= 64 * 15 < 2^12. */
    uint8_t bytes[2] = {(uint8_t)(sum >> 4), (uint8_t)(sum << 4)};
    kb_slhdsa_encode_base(digits + count, 3, 4, bytes);
}

static uint64_t number(const uint8_t *in, size_t len) {
    uint64_t x = 0;
    for (size_t i = 0; i < len; i++) {
        x = x << 8 | in[i];
    }
    return x;
}

void kb_slhdsa_encode_choice(const kb_slhdsa_params *params, kb_slhdsa_choice *out,
                             const uint8_t *digest) {
    unsigned tree_bits = params->layer_h * (params->d - 1), leaf_bits = params->layer_h;
    size_t fors_bytes = (params->k * params->a + 7) / 8;
    size_t tree_bytes = (tree_bits + 7) / 8, leaf_bytes = (leaf_bits + 7) / 8;
    kb_slhdsa_encode_base(out->fors, params->k, params->a, digest);
    digest += fors_bytes;
    /* tree_bits is 54..64; a shift by 64 would not be defined. */
    out->tree = number(digest, tree_bytes) & UINT64_MAX >> (64 - tree_bits);
    digest += tree_bytes;
    out->leaf = (uint32_t)number(digest, leaf_bytes) & ((UINT32_C(1) << leaf_bits) - 1);
}
