/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One item of a batch: what it needs, alone or beside others, and its run alone. */
#ifndef KB_BATCH_ITEM_H
#define KB_BATCH_ITEM_H

#include "kem/kem.h"

#include <keybraid/batch.h>

/* What was found out about an item before it runs. */
typedef struct kb_batch_plan {
    /* Of an operation that can run beside others (kem->many) and was checked; NULL when
     * the single call is to check and do it, or refuse it. */
    const kb_kem *kem;
    const uint8_t *key; /* pk or sk, where the operation takes one; in kem's lengths */
    const void *keyed;  /* what the handle keeps of it, or NULL */
} kb_batch_plan;

/* The table that was found last, and the text it was found by. Zero at first. */
typedef struct kb_batch_found {
    const char *alg;
    const kb_kem *kem;
} kb_batch_found;

/* The table of an item's KEM; NULL when there is none or the item is no operation of a
 * KEM. */
const kb_kem *kb_batch_item_kem(const kb_batch_item *item, kb_batch_found *found);

/* Looks at the item's key, and checks a foreign public key. A failure is the item's
 * status, and it does not run. */
KB_MUST_USE kb_status kb_batch_item_plan(kb_batch_plan *plan, const kb_batch_item *item,
                                         kb_batch_found *found);

/* Runs the item alone; outputs are zero when it fails. */
KB_MUST_USE kb_status kb_batch_item_run(kb_batch_item *item, const kb_batch_plan *plan);

/* Makes the outputs zero that have the lengths of outputs. */
void kb_batch_item_clear(kb_batch_item *item);

#endif
