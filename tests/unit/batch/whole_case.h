/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One batch with its items and a key, for the tests of the batch as a whole. */
#ifndef KB_BATCH_WHOLE_CASE_H
#define KB_BATCH_WHOLE_CASE_H

#include "batch_help.h"

static room rooms[ITEMS];
static kb_batch_item items[ITEMS];
static uint8_t pk[PK_BYTES], sk[SK_BYTES];
static const kb_alg *alg;
static kb_batch *batch;
static kb_batch_counts counts;

static void begin(const char *id, kb_pool *pool) {
    alg = kb_catalog_find(id);
    memset(rooms, 0xee, sizeof rooms);
    REQUIRE_OK(kb_batch_new(&batch, pool));
    if (alg->kind == KB_ALG_KEM) {
        REQUIRE_OK(kb_kem_keygen(id, pk, alg->pk_bytes, sk, alg->sk_bytes));
    } else {
        REQUIRE_OK(kb_sig_keygen(id, pk, alg->pk_bytes, sk, alg->sk_bytes));
    }
}

static void end(void) {
    kb_batch_free(batch);
    batch = NULL;
}

static void check_counts(size_t done, size_t failed, size_t cancelled) {
    CHECK_INT(counts.done, done);
    CHECK_INT(counts.failed, failed);
    CHECK_INT(counts.cancelled, cancelled);
}

/* Whether item i, an encapsulation to pk, gave what sk decapsulates. */
static bool is_exchanged(size_t i) {
    uint8_t ss[SS_BYTES];
    return items[i].status == KB_OK &&
           kb_kem_decaps(alg->id, ss, alg->ss_bytes, rooms[i].ct, alg->ct_bytes, sk,
                         alg->sk_bytes) == KB_OK &&
           memcmp(ss, rooms[i].ss, alg->ss_bytes) == 0;
}

#endif
