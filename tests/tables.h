/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What tests do with the dispatch tables of a family: run each one that the machine runs,
 * and put one before the portable table to see whether it is chosen.
 *
 *     const kb_foo_ops *ops;
 *     for (size_t at = 0; (ops = next_table(&kb_foo_family, &at)) != NULL;) {
 *         CHECK_INT(ops->bar(1), 2);
 *     }
 */
#ifndef KB_TABLES_H
#define KB_TABLES_H

#include "core/cpu.h"
#include "core/ops.h"
#include "test.h"

/* The next table that this machine runs, from *at on; NULL at the end. */
static inline const void *next_table(const kb_ops_family *family, size_t *at) {
    static const kb_ops *noted; /* loops come here often */
    while (*at < family->count) {
        const kb_ops *ops = family->tables[(*at)++];
        if ((ops->needs & ~kb_cpu_features()) == 0) {
            return ops;
        }
        if (noted != ops) {
            TEST_NOTE("table %s: not on this machine", ops->name);
            noted = ops;
        }
    }
    return NULL;
}

static inline const kb_ops *portable_table(const kb_ops_family *family) {
    return family->tables[family->count - 1];
}

/* The choice between first and the portable table of its family. */
static inline const kb_ops *pick_before_portable(const kb_ops_family *family,
                                                 const kb_ops *first, uint32_t features,
                                                 unsigned *dropped) {
    const kb_ops *list[] = {first, portable_table(family)};
    kb_ops_family pair = {.tables = list, .count = 2, .agrees = family->agrees};
    return kb_ops_pick(&pair, features, dropped);
}

static inline void check_is_dropped(const kb_ops_family *family, const kb_ops *wrong) {
    unsigned dropped = 0;
    CHECK(pick_before_portable(family, wrong, 0, &dropped) == portable_table(family));
    CHECK_INT(dropped, 1);
}

/* Of a copy of a right table; sets what it needs. */
static inline void check_is_taken_where_it_runs(const kb_ops_family *family,
                                                kb_ops *right) {
    unsigned dropped = 0;
    right->needs = 5;
    CHECK(pick_before_portable(family, right, 1, &dropped) == portable_table(family));
    CHECK(pick_before_portable(family, right, 5, &dropped) == right);
    CHECK(pick_before_portable(family, right, 7, &dropped) == right);
    CHECK_INT(dropped, 0);
}

#endif
