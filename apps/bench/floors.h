/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How much hashing a standard makes unavoidable in an operation, in permutations and
 * compressions. doc/floors.md derives the numbers; its table is printed by this code.
 */
#ifndef KB_BENCH_FLOORS_H
#define KB_BENCH_FLOORS_H

#include "family.h"
#include "row.h"

#include <stdio.h>

/* Primitives that a floor is made of. */
typedef enum kb_bench_unit_kind {
    KB_BENCH_KECCAK,
    KB_BENCH_SHA256,
    KB_BENCH_SHA512,
    KB_BENCH_SM3,
    KB_BENCH_UNIT_KINDS
} kb_bench_unit_kind;

extern const char *const kb_bench_unit_names[KB_BENCH_UNIT_KINDS];

typedef struct kb_bench_floor {
    double least[KB_BENCH_UNIT_KINDS]; /* no call can do with fewer */
    double expected
        [KB_BENCH_UNIT_KINDS]; /* on average, where sampling or a message varies */
    /* Of all these, what libcrypto does within an operation of its own: the hash layer
     * does not see it, so only the time can tell. */
    double unseen[KB_BENCH_UNIT_KINDS];
} kb_bench_floor;

/* From what an operation starts. */
typedef enum kb_bench_key_form {
    KB_BENCH_KEY_BYTES, /* a seed, or a public key as bytes */
    KB_BENCH_KEY_WARM   /* whatever depends on the key alone is there already */
} kb_bench_key_form;

/* Finds the floor of an algorithm by its catalog id, for "KEYGEN", "ENCAPS", "DECAPS",
 * "SIGN", "VERIFY", with a message of `bytes`. False when there is none: no hashing worth
 * a check. */
bool kb_bench_floor_find(kb_bench_floor *out, const char *id, const char *op,
                         kb_bench_key_form form, uint64_t bytes);
/* The floor of an operation of a row, of whatever family: zeros when there is none. A
 * composite row has that of its post-quantum half, whose key is warm. */
void kb_bench_floor_of_row(kb_bench_floor *out, const kb_bench_row *row, const char *op);

/* Writes the table of doc/floors.md. */
void kb_bench_floors_markdown(FILE *out);
/* keybraid-bench floors: prints it. */
extern const kb_bench_family kb_bench_floors_family;

/* Parts of the search, one for each kind of algorithm. */
bool kb_bench_floor_kem(kb_bench_floor *out, const char *id, const char *op,
                        kb_bench_key_form form);
bool kb_bench_floor_sig(kb_bench_floor *out, const char *id, const char *op,
                        kb_bench_key_form form, uint64_t bytes);

/* Permutations of a sponge that takes in_len bytes and gives out_len: the last input block
 * and the first output block share one (FIPS 202, algorithm 8). */
double kb_bench_sponge(size_t rate, size_t in_len, size_t out_len);
/* Blocks of a message with its padding: a bit, and a length of block / 8 bytes. */
double kb_bench_blocks(size_t block, size_t len);
void kb_bench_floor_add(kb_bench_floor *out, kb_bench_unit_kind kind, double units);

/* A sampler that reads groups of candidates from output blocks until enough of them are
 * accepted. */
typedef struct kb_bench_sampler {
    size_t wanted;
    size_t block_bytes;
    size_t group_bytes, group; /* candidates of a group */
    double accepted;           /* probability */
} kb_bench_sampler;

double kb_bench_sampler_least(const kb_bench_sampler *s);
double kb_bench_sampler_expected(const kb_bench_sampler *s);
/* Adds that many samplers. */
void kb_bench_floor_sample(kb_bench_floor *out, kb_bench_unit_kind kind, double times,
                           const kb_bench_sampler *s);

#endif
