/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice among dispatch tables, the same for all families. */
#include "core/ops.h"

#include "core/cpu.h"

const kb_ops *kb_ops_pick(const kb_ops_family *family, uint32_t features,
                          unsigned *dropped) {
    const kb_ops *portable = family->tables[family->count - 1];
    for (size_t i = 0; i + 1 < family->count; i++) {
        const kb_ops *candidate = family->tables[i];
        if ((candidate->needs & ~features) != 0) {
            continue;
        }
        if (family->agrees(candidate, portable)) {
            return candidate;
        }
        (*dropped)++;
    }
    return portable;
}

const kb_ops *kb_ops_choose(kb_ops_family *family) {
    /* Two threads may choose at once; both find the same. */
    unsigned dropped = 0;
    const kb_ops *ops = kb_ops_pick(family, kb_cpu_features(), &dropped);
    atomic_store_explicit(&family->dropped, dropped, memory_order_relaxed);
    atomic_store_explicit(&family->chosen, ops, memory_order_release);
    return ops;
}

unsigned kb_ops_dropped(kb_ops_family *family) {
    (void)kb_ops_get(family);
    return atomic_load_explicit(&family->dropped, memory_order_relaxed);
}
