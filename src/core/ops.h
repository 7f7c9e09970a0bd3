/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Dispatch tables: one choice per family of algorithms, made at the first use, for the
 * life of the process.
 *
 * A family's table is a struct whose first member is a kb_ops; the kernels follow. Its
 * files export one constant table each (`_ref` is portable, `_avx2` and others need
 * features). Its ops file lists them, which is where a new one is registered, and holds
 * the self-test:
 *
 *     static const kb_ops *const tables[] = {
 *     #ifdef KB_SIMD
 *         &kb_foo_ops_avx2.head,
 *     #endif
 *         &kb_foo_ops_ref.head,
 *     };
 *     kb_ops_family kb_foo_family = {
 *         .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
 *
 * Its ops header has a getter that turns the kb_ops back into the family's type:
 *
 *     static inline const kb_foo_ops *kb_foo_ops_get(void) {
 *         return (const kb_foo_ops *)kb_ops_get(&kb_foo_family);
 *     }
 */
#ifndef KB_CORE_OPS_H
#define KB_CORE_OPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The head of every table. */
typedef struct kb_ops {
    const char *name; /* "portable", "avx2" */
    uint32_t needs;   /* KB_CPU_ bits */
} kb_ops;

typedef struct kb_ops_family {
    /* Best first; the last needs nothing, is portable, and is what the others are checked
     * against. */
    const kb_ops *const *tables;
    size_t count;
    /* Whether a candidate computes what the portable table computes, from fixed public
     * input, in some 50 us. */
    bool (*agrees)(const kb_ops *candidate, const kb_ops *portable);
    /* Of the choice; zero at first. */
    _Atomic(const kb_ops *) chosen;
    atomic_uint dropped;
} kb_ops_family;

/* Returns the first table that runs with these features and agrees with the portable one,
 * which is the last resort. Adds to *dropped the tables that did not agree. */
const kb_ops *kb_ops_pick(const kb_ops_family *family, uint32_t features,
                          unsigned *dropped);

/* Makes the choice for this machine; for kb_ops_get. */
const kb_ops *kb_ops_choose(kb_ops_family *family);

/* Returns the table in use; the first call chooses it. */
static inline const kb_ops *kb_ops_get(kb_ops_family *family) {
    const kb_ops *ops = atomic_load_explicit(&family->chosen, memory_order_acquire);
    return ops != NULL ? ops : kb_ops_choose(family);
}

/* Returns how many tables failed their self-test when the choice was made. */
unsigned kb_ops_dropped(kb_ops_family *family);

#endif
