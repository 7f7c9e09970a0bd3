/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Items that can be computed side by side are found, get their randomness in one piece,
 * and run; the others run alone. */
#include "batch/chunk.h"

#include "batch/item.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"

#include <assert.h>
#include <string.h>

/* Items that run at once: KB_KEM_MANY, or one. */
typedef struct unit {
    unsigned count;
    uint8_t member[KB_KEM_MANY];
    const uint8_t *coins; /* of the members, one after the other */
    size_t coins_each;
} unit;

typedef struct chunk {
    kb_batch_item *items;
    size_t from, count;
    kb_batch_tally *tally;
    void *room;
    kb_batch_plan plans[KB_BATCH_CHUNK_MAX];
    unit units[KB_BATCH_CHUNK_MAX];
    size_t unit_count;
    uint8_t coins[KB_BATCH_CHUNK_MAX * KB_KEM_SK_MAX_BYTES];
} chunk;

static_assert(KB_KEM_COINS_MAX_BYTES <= KB_KEM_SK_MAX_BYTES, "room for either");

static void end_item(kb_batch_item *items, size_t number, kb_status status,
                     kb_batch_tally *tally) {
    items[number].status = status;
    if (status == KB_OK) {
        tally->counts.done++;
        return;
    }
    if (status == KB_ERR_CANCELLED) {
        tally->counts.cancelled++;
    } else {
        tally->counts.failed++;
    }
    if (number < tally->first) {
        tally->first = number;
        tally->error = *kb_last_error();
    }
}

void kb_batch_chunk_cancel(kb_batch_item *items, size_t from, size_t to,
                           kb_batch_tally *tally) {
    for (size_t i = from; i < to; i++) {
        kb_batch_item_clear(&items[i]);
        end_item(items, i, KB_FAIL(KB_ERR_CANCELLED, "it had not begun"), tally);
    }
}

static bool can_go_together(const chunk *c, size_t i, size_t j) {
    const kb_batch_plan *a = &c->plans[i], *b = &c->plans[j];
    return a->kem == b->kem && (a->keyed != NULL) == (b->keyed != NULL) &&
           c->items[c->from + i].op == c->items[c->from + j].op;
}

/* Whether there is a function that does what the item does four times at once. */
static bool is_of_many(const chunk *c, size_t i) {
    const kb_batch_plan *plan = &c->plans[i];
    if (plan->kem == NULL) {
        return false;
    }
    const kb_kem_many *many = plan->kem->many;
    switch (c->items[c->from + i].op) {
    case KB_BATCH_KEM_KEYGEN:
        return many->public_of != NULL;
    case KB_BATCH_ENCAPS:
        return plan->keyed != NULL ? many->keyed_encaps != NULL : many->encaps != NULL;
    default:
        return plan->keyed != NULL ? many->keyed_decaps != NULL : many->decaps != NULL;
    }
}

/* Makes units of the items of which bit i of waiting is set. */
static void form_units(chunk *c, unsigned waiting) {
    for (size_t i = 0; i < c->count; i++) {
        if ((waiting >> i & 1) == 0) {
            continue;
        }
        unit *u = &c->units[c->unit_count++];
        unsigned taken = 1U << i;
        *u = (unit){.count = 1, .member = {(uint8_t)i}};
        for (size_t j = i + 1; j < c->count && u->count < KB_KEM_MANY && is_of_many(c, i);
             j++) {
            if ((waiting >> j & 1) != 0 && can_go_together(c, i, j)) {
                u->member[u->count++] = (uint8_t)j;
                taken |= 1U << j;
            }
        }
        if (u->count < KB_KEM_MANY) {
            u->count = 1;
            taken = 1U << i;
        }
        waiting &= ~taken;
    }
}

/* Draws the randomness of all units of several items. */
static kb_status draw_coins(chunk *c) {
    size_t used = 0;
    for (size_t i = 0; i < c->unit_count; i++) {
        unit *u = &c->units[i];
        const kb_kem *kem = c->plans[u->member[0]].kem;
        kb_batch_op op = c->items[c->from + u->member[0]].op;
        if (u->count == 1 || op == KB_BATCH_DECAPS) {
            continue;
        }
        u->coins_each = op == KB_BATCH_ENCAPS ? kem->coins_bytes : kem->sk_bytes;
        u->coins = c->coins + used;
        used += u->count * u->coins_each;
    }
    return used == 0 ? KB_OK : kb_rng_bytes(c->coins, used);
}

static void run_keygen(const chunk *c, const unit *u, const kb_kem_many *many,
                       kb_batch_item *const item[KB_KEM_MANY]) {
    uint8_t *pk[KB_KEM_MANY];
    const uint8_t *sk[KB_KEM_MANY];
    for (size_t j = 0; j < KB_KEM_MANY; j++) {
        memcpy(item[j]->keygen.sk, u->coins + j * u->coins_each, u->coins_each);
        pk[j] = item[j]->keygen.pk;
        sk[j] = item[j]->keygen.sk;
    }
    many->public_of(pk, sk, c->room);
}

static void run_encaps(const chunk *c, const unit *u, const kb_kem_many *many,
                       kb_batch_item *const item[KB_KEM_MANY]) {
    uint8_t *ct[KB_KEM_MANY], *ss[KB_KEM_MANY];
    const uint8_t *pk[KB_KEM_MANY], *coins[KB_KEM_MANY];
    const void *keyed[KB_KEM_MANY];
    for (size_t j = 0; j < KB_KEM_MANY; j++) {
        ct[j] = item[j]->encaps.ct;
        ss[j] = item[j]->encaps.ss;
        pk[j] = c->plans[u->member[j]].key;
        keyed[j] = c->plans[u->member[j]].keyed;
        coins[j] = u->coins + j * u->coins_each;
    }
    if (keyed[0] != NULL) {
        many->keyed_encaps(ct, ss, keyed, coins);
    } else {
        many->encaps(ct, ss, pk, coins, c->room);
    }
}

static void run_decaps(const chunk *c, const unit *u, const kb_kem_many *many,
                       kb_batch_item *const item[KB_KEM_MANY]) {
    uint8_t *ss[KB_KEM_MANY];
    const uint8_t *ct[KB_KEM_MANY], *sk[KB_KEM_MANY];
    const void *keyed[KB_KEM_MANY];
    for (size_t j = 0; j < KB_KEM_MANY; j++) {
        ss[j] = item[j]->decaps.ss;
        ct[j] = item[j]->decaps.ct;
        sk[j] = c->plans[u->member[j]].key;
        keyed[j] = c->plans[u->member[j]].keyed;
    }
    if (keyed[0] != NULL) {
        many->keyed_decaps(ss, ct, keyed);
    } else {
        many->decaps(ss, ct, sk, c->room);
    }
}

static kb_status run_many(const chunk *c, const unit *u, kb_status drawn) {
    const kb_kem_many *many = c->plans[u->member[0]].kem->many;
    kb_batch_item *item[KB_KEM_MANY];
    for (size_t j = 0; j < KB_KEM_MANY; j++) {
        item[j] = &c->items[c->from + u->member[j]];
    }
    if (item[0]->op == KB_BATCH_DECAPS) {
        run_decaps(c, u, many, item);
        return KB_OK;
    }
    if (drawn != KB_OK) {
        for (size_t j = 0; j < KB_KEM_MANY; j++) {
            kb_batch_item_clear(item[j]);
        }
        return KB_FAIL(drawn, "no randomness for %d items", KB_KEM_MANY);
    }
    if (item[0]->op == KB_BATCH_ENCAPS) {
        run_encaps(c, u, many, item);
    } else {
        run_keygen(c, u, many, item);
    }
    return KB_OK;
}

static void run_unit(chunk *c, const unit *u, kb_status drawn,
                     const atomic_bool *is_cancelled) {
    kb_status status;
    if (atomic_load_explicit(is_cancelled, memory_order_relaxed)) {
        for (size_t j = 0; j < u->count; j++) {
            size_t number = c->from + u->member[j];
            kb_batch_chunk_cancel(c->items, number, number + 1, c->tally);
        }
        return;
    }
    if (u->count == KB_KEM_MANY) {
        status = run_many(c, u, drawn);
    } else {
        status =
            kb_batch_item_run(&c->items[c->from + u->member[0]], &c->plans[u->member[0]]);
    }
    for (size_t j = 0; j < u->count; j++) {
        end_item(c->items, c->from + u->member[j], status, c->tally);
    }
}

void kb_batch_chunk_run(kb_batch_item *items, size_t from, size_t to,
                        const atomic_bool *is_cancelled, kb_batch_tally *tally,
                        void *room) {
    chunk c;
    KB_WIPE_AT_END(c);
    kb_batch_found found = {NULL, NULL};
    unsigned waiting = 0;
    c.items = items;
    c.from = from;
    c.count = to - from;
    c.tally = tally;
    c.room = room;
    c.unit_count = 0;
    for (size_t i = 0; i < c.count; i++) {
        kb_batch_item *item = &items[from + i];
        kb_status status = kb_batch_item_plan(&c.plans[i], item, &found);
        if (status == KB_OK) {
            waiting |= 1U << i;
        } else {
            kb_batch_item_clear(item);
            end_item(items, from + i, status, tally);
        }
    }
    form_units(&c, waiting);
    kb_status drawn = draw_coins(&c);
    for (size_t i = 0; i < c.unit_count; i++) {
        run_unit(&c, &c.units[i], drawn, is_cancelled);
    }
}

void kb_batch_chunk_run_one(kb_batch_item *items, size_t number,
                            const atomic_bool *is_cancelled, kb_batch_tally *tally) {
    kb_batch_item *item = &items[number];
    kb_batch_found found = {NULL, NULL};
    kb_batch_plan plan;
    if (atomic_load_explicit(is_cancelled, memory_order_relaxed)) {
        kb_batch_chunk_cancel(items, number, number + 1, tally);
        return;
    }
    kb_status status = kb_batch_item_plan(&plan, item, &found);
    if (status == KB_OK) {
        status = kb_batch_item_run(item, &plan);
    } else {
        kb_batch_item_clear(item);
    }
    end_item(items, number, status, tally);
}
