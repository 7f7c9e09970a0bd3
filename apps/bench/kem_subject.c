/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A KEM alone, by its catalog id, through the public functions of keybraid/kem.h: their
 * checks of lengths and keys are part of the time.
 */
#include "subject.h"

#include "core/error.h"

#include <keybraid/catalog.h>
#include <keybraid/kem.h>
#include <stdlib.h>
#include <string.h>

enum { KEYGEN, ENCAPS, DECAPS };

typedef struct kem {
    const kb_alg *alg;
    uint8_t *pk, *sk, *ct, *ss;                 /* KB_BENCH_POOL of each */
    uint8_t *new_pk, *new_sk, *new_ct, *new_ss; /* results of the timed calls */
    uint8_t *again;                             /* of checks: a public key or a secret */
} kem;

static uint8_t *slot(uint8_t *pool, size_t bytes, size_t i) {
    return pool + i % KB_BENCH_POOL * bytes;
}

static kb_status fill(kem *k, kb_bench_info *info, unsigned ops) {
    const kb_alg *a = k->alg;
    kb_sha2 *hash = NULL;
    KB_TRY(kb_bench_inputs_begin(&hash));
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && i < KB_BENCH_POOL; i++) {
        uint8_t *pk = slot(k->pk, a->pk_bytes, i);
        status = kb_kem_keygen(a->id, pk, a->pk_bytes, slot(k->sk, a->sk_bytes, i),
                               a->sk_bytes);
        if (status == KB_OK) {
            status = kb_sha2_update(hash, pk, a->pk_bytes);
        }
        if (status == KB_OK && (ops >> DECAPS & 1) != 0) {
            status =
                kb_kem_encaps(a->id, slot(k->ct, a->ct_bytes, i), a->ct_bytes,
                              slot(k->ss, a->ss_bytes, i), a->ss_bytes, pk, a->pk_bytes);
        }
    }
    if (status == KB_OK) {
        status = kb_bench_inputs_end(info, hash);
    }
    kb_sha2_free(hash);
    return status;
}

static kb_status open_kem(void **self, kb_bench_info *info, const kb_bench_row *row,
                          unsigned ops) {
    kem *k = calloc(1, sizeof *k);
    *self = k;
    if (k == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    k->alg = kb_catalog_find(row->alg);
    if (k->alg == NULL || k->alg->kind != KB_ALG_KEM) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "%s is no KEM", row->alg);
    }
    const kb_alg *a = k->alg;
    k->pk = calloc(KB_BENCH_POOL, a->pk_bytes);
    k->sk = calloc(KB_BENCH_POOL, a->sk_bytes);
    k->ct = calloc(KB_BENCH_POOL, a->ct_bytes);
    k->ss = calloc(KB_BENCH_POOL, a->ss_bytes);
    k->new_pk = calloc(1, a->pk_bytes);
    k->new_sk = calloc(1, a->sk_bytes);
    k->new_ct = calloc(1, a->ct_bytes);
    k->new_ss = calloc(1, a->ss_bytes);
    k->again = calloc(1, a->pk_bytes + a->ss_bytes);
    if (k->pk == NULL || k->sk == NULL || k->ct == NULL || k->ss == NULL ||
        k->new_pk == NULL || k->new_sk == NULL || k->new_ct == NULL ||
        k->new_ss == NULL || k->again == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    info->pool = KB_BENCH_POOL;
    kb_bench_info_add(info, "pk_bytes", a->pk_bytes);
    kb_bench_info_add(info, "sk_bytes", a->sk_bytes);
    kb_bench_info_add(info, "ct_bytes", a->ct_bytes);
    kb_bench_info_add(info, "ss_bytes", a->ss_bytes);
    return fill(k, info, ops);
}

static kb_status call(void *self, size_t op, size_t i) {
    kem *k = self;
    const kb_alg *a = k->alg;
    switch (op) {
    case KEYGEN:
        return kb_kem_keygen(a->id, k->new_pk, a->pk_bytes, k->new_sk, a->sk_bytes);
    case ENCAPS:
        return kb_kem_encaps(a->id, k->new_ct, a->ct_bytes, k->new_ss, a->ss_bytes,
                             slot(k->pk, a->pk_bytes, i), a->pk_bytes);
    default:
        return kb_kem_decaps(a->id, k->new_ss, a->ss_bytes, slot(k->ct, a->ct_bytes, i),
                             a->ct_bytes, slot(k->sk, a->sk_bytes, i), a->sk_bytes);
    }
}

static kb_status check(void *self, size_t op, size_t i) {
    kem *k = self;
    const kb_alg *a = k->alg;
    bool is_same;
    if (op == KEYGEN) {
        KB_TRY(kb_kem_public_of(a->id, k->again, a->pk_bytes, k->new_sk, a->sk_bytes));
        is_same = memcmp(k->again, k->new_pk, a->pk_bytes) == 0;
    } else if (op == ENCAPS) {
        KB_TRY(kb_kem_decaps(a->id, k->again, a->ss_bytes, k->new_ct, a->ct_bytes,
                             slot(k->sk, a->sk_bytes, i), a->sk_bytes));
        is_same = memcmp(k->again, k->new_ss, a->ss_bytes) == 0;
    } else {
        is_same = memcmp(slot(k->ss, a->ss_bytes, i), k->new_ss, a->ss_bytes) == 0;
    }
    return is_same ? KB_OK
                   : KB_FAIL(KB_ERR_INTERNAL, op == KEYGEN ? "the public keys differ"
                                                           : "the secrets differ");
}

static void close_kem(void *self) {
    kem *k = self;
    if (k == NULL) {
        return;
    }
    free(k->pk);
    free(k->sk);
    free(k->ct);
    free(k->ss);
    free(k->new_pk);
    free(k->new_sk);
    free(k->new_ct);
    free(k->new_ss);
    free(k->again);
    free(k);
}

const kb_bench_subject kb_bench_kem_subject = {
    .ops = {"KEYGEN", "ENCAPS", "DECAPS"},
    .op_count = 3,
    .open = open_kem,
    .call = call,
    .check = check,
    .close = close_kem,
};
