/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Chooses the DKEM table once, after checking it against the portable one. */
#include "kem/dkem/ops.h"

#include "core/cpu.h"
#include "kem/dkem/poly.h"

#include <keybraid/secret.h>
#include <stdatomic.h>
#include <stdbool.h>

#define N KB_DKEM_N_MAX

static const kb_dkem_ops *const tables[] = {&kb_dkem_ops_ref};

static _Atomic(const kb_dkem_ops *) chosen;
static atomic_uint dropped_count;

/* Everything that the kernels compute from fixed public bytes. Each step works on what a
 * step before made, so one wrong kernel shows in all that follows. */
typedef struct trial {
    int16_t matrix[2 * N], vector[2 * N], product[N], back[N];
    uint64_t counts[2];
} trial;

static void run(const kb_dkem_ops *ops, trial *t) {
    *t = (trial){0};
    uint8_t bytes[13 * 80];
    int16_t odd[N];
    for (size_t j = 0; j < 2; j++) {
        /* A linear congruence: both accepted and refused candidates, all bit patterns. */
        uint32_t x = (uint32_t)(54321 + j);
        for (size_t i = 0; i < sizeof bytes; i++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            bytes[i] = (uint8_t)(x >> 24);
        }
        size_t have = ops->reject(t->matrix + j * N, 0, bytes, 13 * 30);
        t->counts[0] += have;
        t->counts[1] +=
            ops->reject(t->matrix + j * N, have, bytes + 13 * 30, sizeof bytes - 13 * 30);
        for (size_t i = 0; i < N; i++) {
            t->vector[j * N + i] = t->matrix[j * N + N - 1 - i];
        }
        ops->ntt(t->vector + j * N);
    }
    ops->odd_zeta(odd, t->vector, 2);
    ops->dot(t->product, t->matrix, 1, t->vector, odd, 2);
    for (size_t i = 0; i < N; i++) {
        t->back[i] = t->product[i];
    }
    ops->inverse_ntt(t->back);
    /* Tables may represent a residue differently within the stated bounds. */
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->vector);
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->vector + N);
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->product);
    kb_dkem_poly_canonical(&kb_dkem_ring512, t->back);
}

static bool agrees_with_portable(const kb_dkem_ops *candidate) {
    trial got, want;
    run(candidate, &got);
    run(&kb_dkem_ops_ref, &want);
    return kb_ct_eq(&got, &want, sizeof got);
}

const kb_dkem_ops *kb_dkem_ops_pick(const kb_dkem_ops *const *list, size_t count,
                                    uint32_t features, unsigned *dropped) {
    for (size_t i = 0; i < count; i++) {
        if ((list[i]->needs & ~features) != 0) {
            continue;
        }
        if (list[i] == &kb_dkem_ops_ref || agrees_with_portable(list[i])) {
            return list[i];
        }
        (*dropped)++;
    }
    return &kb_dkem_ops_ref;
}

const kb_dkem_ops *kb_dkem_ops_get(void) {
    const kb_dkem_ops *ops = atomic_load_explicit(&chosen, memory_order_acquire);
    if (ops == NULL) {
        /* Two threads may choose at once; both find the same. */
        unsigned dropped = 0;
        ops = kb_dkem_ops_pick(tables, sizeof tables / sizeof tables[0],
                               kb_cpu_features(), &dropped);
        atomic_store(&dropped_count, dropped);
        atomic_store_explicit(&chosen, ops, memory_order_release);
    }
    return ops;
}

const kb_dkem_ops *const *kb_dkem_ops_tables(size_t *count) {
    *count = sizeof tables / sizeof tables[0];
    return tables;
}

unsigned kb_dkem_ops_dropped(void) {
    (void)kb_dkem_ops_get();
    return atomic_load(&dropped_count);
}
