/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Chooses the ML-KEM table once, after checking it against the portable one. */
#include "kem/mlkem/ops.h"

#include "core/cpu.h"
#include "kem/mlkem/poly.h"

#include <keybraid/secret.h>
#include <stdatomic.h>
#include <stdbool.h>

static const kb_mlkem_ops *const tables[] = {&kb_mlkem_ops_ref};

static _Atomic(const kb_mlkem_ops *) chosen;
static atomic_uint dropped_count;

/* Everything that the kernels compute from fixed public bytes. Each step works on what a
 * step before made, so one wrong kernel shows in all that follows. */
typedef struct trial {
    kb_mlkem_poly matrix[4], noise[4], product, back;
    uint64_t counts[2];
} trial;

static void run(const kb_mlkem_ops *ops, trial *t) {
    *t = (trial){0};
    uint8_t bytes[504];
    kb_mlkem_odd odd[4];
    for (size_t j = 0; j < 4; j++) {
        /* A linear congruence: both accepted and refused candidates, all bit patterns. */
        uint32_t x = (uint32_t)(12345 + j);
        for (size_t i = 0; i < sizeof bytes; i++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            bytes[i] = (uint8_t)(x >> 24);
        }
        size_t have = ops->reject(&t->matrix[j], 0, bytes, 168);
        t->counts[0] += have;
        t->counts[1] += ops->reject(&t->matrix[j], have, bytes + 168, sizeof bytes - 168);
        if (j % 2 == 0) {
            ops->cbd2(&t->noise[j], bytes);
        } else {
            ops->cbd3(&t->noise[j], bytes);
        }
        ops->ntt(&t->noise[j]);
    }
    ops->odd_zeta(odd, t->noise, 4);
    ops->dot(&t->product, t->matrix, 1, t->noise, odd, 4);
    t->back = t->product;
    ops->inverse_ntt(&t->back);
    /* Tables may represent a residue differently within the stated bounds. */
    for (size_t j = 0; j < 4; j++) {
        kb_mlkem_poly_canonical(&t->noise[j]);
    }
    kb_mlkem_poly_canonical(&t->product);
    kb_mlkem_poly_canonical(&t->back);
}

static bool agrees_with_portable(const kb_mlkem_ops *candidate) {
    trial got, want;
    run(candidate, &got);
    run(&kb_mlkem_ops_ref, &want);
    return kb_ct_eq(&got, &want, sizeof got);
}

const kb_mlkem_ops *kb_mlkem_ops_pick(const kb_mlkem_ops *const *list, size_t count,
                                      uint32_t features, unsigned *dropped) {
    for (size_t i = 0; i < count; i++) {
        if ((list[i]->needs & ~features) != 0) {
            continue;
        }
        if (list[i] == &kb_mlkem_ops_ref || agrees_with_portable(list[i])) {
            return list[i];
        }
        (*dropped)++;
    }
    return &kb_mlkem_ops_ref;
}

const kb_mlkem_ops *kb_mlkem_ops_get(void) {
    const kb_mlkem_ops *ops = atomic_load_explicit(&chosen, memory_order_acquire);
    if (ops == NULL) {
        /* Two threads may choose at once; both find the same. */
        unsigned dropped = 0;
        ops = kb_mlkem_ops_pick(tables, sizeof tables / sizeof tables[0],
                                kb_cpu_features(), &dropped);
        atomic_store(&dropped_count, dropped);
        atomic_store_explicit(&chosen, ops, memory_order_release);
    }
    return ops;
}

const kb_mlkem_ops *const *kb_mlkem_ops_tables(size_t *count) {
    *count = sizeof tables / sizeof tables[0];
    return tables;
}

unsigned kb_mlkem_ops_dropped(void) {
    (void)kb_mlkem_ops_get();
    return atomic_load(&dropped_count);
}
