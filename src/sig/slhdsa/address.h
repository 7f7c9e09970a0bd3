/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The address of a hash call (FIPS 205, 4.2 and 4.3) as eight numbers, and its two
 * encodings. */
#ifndef KB_SIG_SLHDSA_ADDRESS_H
#define KB_SIG_SLHDSA_ADDRESS_H

#include "core/bytes.h"

#define KB_SLHDSA_ADDRESS_BYTES            32
#define KB_SLHDSA_COMPRESSED_ADDRESS_BYTES 22

typedef enum kb_slhdsa_address_type {
    KB_SLHDSA_WOTS_HASH = 0,
    KB_SLHDSA_WOTS_PK = 1,
    KB_SLHDSA_TREE = 2,
    KB_SLHDSA_FORS_TREE = 3,
    KB_SLHDSA_FORS_ROOTS = 4,
    KB_SLHDSA_WOTS_PRF = 5,
    KB_SLHDSA_FORS_PRF = 6
} kb_slhdsa_address_type;

/* The first of the three words of the tree address is always zero: trees have 64-bit
 * numbers. The last three words mean what the type says. */
typedef struct kb_slhdsa_address {
    uint32_t layer;
    uint64_t tree;
    uint32_t type;
    uint32_t key_pair; /* 0 for KB_SLHDSA_TREE */
    union {
        uint32_t chain;  /* WOTS_HASH, WOTS_PRF */
        uint32_t height; /* TREE, FORS_TREE; else 0 */
    };
    union {
        uint32_t hash;  /* WOTS_HASH; else 0 */
        uint32_t index; /* TREE, FORS_TREE, FORS_PRF */
    };
} kb_slhdsa_address;

static inline void kb_slhdsa_address_encode(uint8_t out[KB_SLHDSA_ADDRESS_BYTES],
                                            const kb_slhdsa_address *adrs) {
    kb_store_be32(out, adrs->layer);
    kb_store_be32(out + 4, 0);
    kb_store_be64(out + 8, adrs->tree);
    kb_store_be32(out + 16, adrs->type);
    kb_store_be32(out + 20, adrs->key_pair);
    kb_store_be32(out + 24, adrs->chain);
    kb_store_be32(out + 28, adrs->hash);
}

/* ADRSc of 11.2: layer and type in one byte each, the tree address in eight. */
static inline void
kb_slhdsa_address_compress(uint8_t out[KB_SLHDSA_COMPRESSED_ADDRESS_BYTES],
                           const kb_slhdsa_address *adrs) {
    out[0] = (uint8_t)adrs->layer;
    kb_store_be64(out + 1, adrs->tree);
    out[9] = (uint8_t)adrs->type;
    kb_store_be32(out + 10, adrs->key_pair);
    kb_store_be32(out + 14, adrs->chain);
    kb_store_be32(out + 18, adrs->hash);
}

#endif
