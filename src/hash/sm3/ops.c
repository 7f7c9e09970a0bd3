/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Chooses the SM3 table once, after checking it against the portable one. */
#include "hash/sm3/ops.h"

#include "core/cpu.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

static const kb_sm3_ops *const tables[] = {&kb_sm3_ops_ref};

static _Atomic(const kb_sm3_ops *) chosen;
static atomic_uint dropped_count;

/* What both kernels make of fixed public words. */
typedef struct trial {
    uint32_t one[KB_SM3_WORD_COUNT];
    uint32_t eight[KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT];
} trial;

static void run(const kb_sm3_ops *ops, trial *t) {
    uint8_t bytes[3 * 64];
    uint32_t block[KB_SM3_BLOCK_WORDS][KB_SM3_LANE_COUNT];
    /* A linear congruence: every bit position varies. */
    uint32_t x = 20161117;
    for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
        for (size_t j = 0; j < KB_SM3_LANE_COUNT; j++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            block[i][j] = x;
            t->eight[i % KB_SM3_WORD_COUNT][j] = ~x;
            t->one[j] = x ^ UINT32_C(0x55555555);
        }
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        bytes[i] = (uint8_t)(x >> 24);
    }
    ops->compress(t->one, bytes, 3);
    ops->compress_x8(t->eight, block, KB_SM3_LANE_COUNT);
}

/* Public test data, so comparing freely is fine here. */
static bool agrees_with_portable(const kb_sm3_ops *candidate) {
    trial got, want;
    run(candidate, &got);
    run(&kb_sm3_ops_ref, &want);
    return memcmp(&got, &want, sizeof got) == 0;
}

const kb_sm3_ops *kb_sm3_ops_pick(const kb_sm3_ops *const *list, size_t count,
                                  uint32_t features, unsigned *dropped) {
    for (size_t i = 0; i < count; i++) {
        if ((list[i]->needs & ~features) != 0) {
            continue;
        }
        if (list[i] == &kb_sm3_ops_ref || agrees_with_portable(list[i])) {
            return list[i];
        }
        (*dropped)++;
    }
    return &kb_sm3_ops_ref;
}

const kb_sm3_ops *kb_sm3_ops_get(void) {
    const kb_sm3_ops *ops = atomic_load_explicit(&chosen, memory_order_acquire);
    if (ops == NULL) {
        /* Two threads may choose at once; both find the same. */
        unsigned dropped = 0;
        ops = kb_sm3_ops_pick(tables, sizeof tables / sizeof tables[0], kb_cpu_features(),
                              &dropped);
        atomic_store(&dropped_count, dropped);
        atomic_store_explicit(&chosen, ops, memory_order_release);
    }
    return ops;
}

const kb_sm3_ops *const *kb_sm3_ops_tables(size_t *count) {
    *count = sizeof tables / sizeof tables[0];
    return tables;
}

unsigned kb_sm3_ops_dropped(void) {
    (void)kb_sm3_ops_get();
    return atomic_load(&dropped_count);
}
