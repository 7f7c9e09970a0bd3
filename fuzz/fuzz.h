/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What fuzz targets share: the entry point, a check, and pieces chosen by the input. */
#ifndef KB_FUZZ_H
#define KB_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A finding: says where and stops. */
#define FUZZ_CHECK(condition)                                                            \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);              \
            abort();                                                                     \
        }                                                                                \
    } while (0)

/* Sizes of pieces that depend on nothing but the input, so that a finding repeats and
 * that the corpus holds plain texts. */
typedef struct fuzz_pieces {
    uint64_t state;
} fuzz_pieces;

static inline fuzz_pieces fuzz_pieces_of(const uint8_t *data, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
    }
    return (fuzz_pieces){hash | 1};
}

/* Returns the size of the next piece, 0..left; small ones are frequent. */
static inline size_t fuzz_piece(fuzz_pieces *p, size_t left) {
    p->state ^= p->state << 13;
    p->state ^= p->state >> 7;
    p->state ^= p->state << 17;
    size_t most = (size_t)1 << (p->state >> 60);
    size_t n = (size_t)(p->state >> 20) % (most + 1);
    return n < left ? n : left;
}

#endif
