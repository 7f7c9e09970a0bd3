/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of Keccak that exist in more than one form, and the choice among them. */
#ifndef KB_HASH_KECCAK_OPS_H
#define KB_HASH_KECCAK_OPS_H

#include <stddef.h>
#include <stdint.h>

#define KB_KECCAK_LANE_COUNT 25

typedef struct kb_keccak_ops {
    const char *name;
    uint32_t needs; /* KB_CPU_ bits */
    /* Keccak-f[1600] (FIPS 202, section 3.3); lane x + 5y is A[x, y]. */
    void (*permute)(uint64_t lanes[KB_KECCAK_LANE_COUNT]);
    /* The same on up to four states that lie side by side: lanes[i][j] is lane i of state
     * j. States from `used` (1..4) on may be permuted or left alone. */
    void (*permute_x4)(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used);
} kb_keccak_ops;

extern const kb_keccak_ops kb_keccak_ops_ref;

/* Returns the table in use; the first call chooses it. */
const kb_keccak_ops *kb_keccak_ops_get(void);

/* Returns all tables of this build, best first, and sets *count. The last is portable. */
const kb_keccak_ops *const *kb_keccak_ops_tables(size_t *count);

/* Returns the first of the tables that runs with these features and computes what the
 * portable one computes; the portable one when there is none. Adds to *dropped the tables
 * that computed something else. */
const kb_keccak_ops *kb_keccak_ops_pick(const kb_keccak_ops *const *tables, size_t count,
                                        uint32_t features, unsigned *dropped);

/* Returns how many tables failed their self-test when the choice was made. */
unsigned kb_keccak_ops_dropped(void);

#endif
