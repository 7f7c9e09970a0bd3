/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Chooses the Keccak table once, after checking it against the portable one. */
#include "hash/keccak/ops.h"

#include "core/cpu.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

static const kb_keccak_ops *const tables[] = {&kb_keccak_ops_ref};

static _Atomic(const kb_keccak_ops *) chosen;
static atomic_uint dropped_count;

/* Public test data, so comparing and indexing freely is fine here. */
static bool agrees_with_portable(const kb_keccak_ops *candidate) {
    uint64_t four[KB_KECCAK_LANE_COUNT][4], one[4][KB_KECCAK_LANE_COUNT];
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        for (size_t j = 0; j < 4; j++) {
            /* Odd multiples of the golden ratio: every bit position varies. */
            four[i][j] = one[j][i] = UINT64_C(0x9e3779b97f4a7c15) * (8 * i + 2 * j + 1);
        }
    }
    uint64_t single[KB_KECCAK_LANE_COUNT];
    memcpy(single, one[0], sizeof single);
    candidate->permute(single);
    candidate->permute_x4(four, 4);
    for (size_t j = 0; j < 4; j++) {
        kb_keccak_ops_ref.permute(one[j]);
        for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
            if (four[i][j] != one[j][i]) {
                return false;
            }
        }
    }
    return memcmp(single, one[0], sizeof single) == 0;
}

const kb_keccak_ops *kb_keccak_ops_pick(const kb_keccak_ops *const *list, size_t count,
                                        uint32_t features, unsigned *dropped) {
    for (size_t i = 0; i < count; i++) {
        if ((list[i]->needs & ~features) != 0) {
            continue;
        }
        if (list[i] == &kb_keccak_ops_ref || agrees_with_portable(list[i])) {
            return list[i];
        }
        (*dropped)++;
    }
    return &kb_keccak_ops_ref;
}

const kb_keccak_ops *kb_keccak_ops_get(void) {
    const kb_keccak_ops *ops = atomic_load_explicit(&chosen, memory_order_acquire);
    if (ops == NULL) {
        /* Two threads may choose at once; both find the same. */
        unsigned dropped = 0;
        ops = kb_keccak_ops_pick(tables, sizeof tables / sizeof tables[0],
                                 kb_cpu_features(), &dropped);
        atomic_store(&dropped_count, dropped);
        atomic_store_explicit(&chosen, ops, memory_order_release);
    }
    return ops;
}

const kb_keccak_ops *const *kb_keccak_ops_tables(size_t *count) {
    *count = sizeof tables / sizeof tables[0];
    return tables;
}

unsigned kb_keccak_ops_dropped(void) {
    (void)kb_keccak_ops_get();
    return atomic_load(&dropped_count);
}
