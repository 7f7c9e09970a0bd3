/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Operations of one kind in batches, keys as bytes; every item of every call is checked. */
#include "forms.h"

#include "core/bytes.h"
#include "core/error.h"
#include "core/rng.h"

#include <keybraid/batch.h>
#include <keybraid/kem.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS KB_BENCH_BATCH_ITEMS

typedef struct batches {
    const kb_alg *alg;
    kb_batch_op op;
    kb_pool *threads;
    kb_batch *batch;
    kb_batch_item items[ITEMS];
    /* ITEMS of each. out: ciphertexts or signatures; new_: results of timed calls. */
    uint8_t *pk, *sk, *out, *secret, *new_pk, *new_sk, *new_out, *new_secret;
    size_t out_bytes, out_len[ITEMS];
    uint8_t msg[ITEMS][KB_BENCH_FORM_MSG_BYTES];
    uint8_t *again; /* of checks: a public key or a secret */
} batches;

static kb_sig_message message(batches *b, size_t k, uint64_t number) {
    kb_store_le64(b->msg[k], number);
    return (kb_sig_message){.msg = b->msg[k], .msg_len = sizeof b->msg[k]};
}

static void set_item(batches *b, size_t k, uint64_t number) {
    const kb_alg *a = b->alg;
    kb_batch_item *item = &b->items[k];
    uint8_t *pk = b->pk + k * a->pk_bytes, *sk = b->sk + k * a->sk_bytes;
    uint8_t *out = b->out + k * b->out_bytes, *new_out = b->new_out + k * b->out_bytes;
    uint8_t *ss = b->new_secret + k * a->ss_bytes;
    *item = (kb_batch_item){.op = b->op, .alg = a->id};
    switch (b->op) {
    case KB_BATCH_ENCAPS:
        item->encaps =
            (kb_batch_encaps){new_out, a->ct_bytes, ss, a->ss_bytes, pk, a->pk_bytes};
        return;
    case KB_BATCH_DECAPS:
        item->decaps =
            (kb_batch_decaps){ss, a->ss_bytes, out, a->ct_bytes, sk, a->sk_bytes};
        return;
    case KB_BATCH_SIGN:
        item->sign = (kb_batch_sign){.sig = new_out,
                                     .sig_room = a->sig_bytes,
                                     .message = message(b, k, number),
                                     .sk = sk,
                                     .sk_len = a->sk_bytes};
        return;
    case KB_BATCH_VERIFY:
        item->verify =
            (kb_batch_verify){out, b->out_len[k], message(b, k, k), pk, a->pk_bytes};
        return;
    default:
        item->keygen = (kb_batch_keygen){b->new_pk + k * a->pk_bytes, a->pk_bytes,
                                         b->new_sk + k * a->sk_bytes, a->sk_bytes};
    }
}

/* Every signature is over another message. */
static uint64_t number_of(size_t i, size_t k) {
    return (uint64_t)i * ITEMS + k;
}

static kb_status call(void *self, size_t i) {
    batches *b = self;
    for (size_t k = 0; k < ITEMS; k++) {
        set_item(b, k, number_of(i, k));
    }
    return kb_batch_run(b->batch, b->items, ITEMS, NULL);
}

static kb_status check_keygen(batches *b, size_t k) {
    const kb_alg *a = b->alg;
    const uint8_t *sk = b->new_sk + k * a->sk_bytes;
    KB_TRY(a->kind == KB_ALG_KEM
               ? kb_kem_public_of(a->id, b->again, a->pk_bytes, sk, a->sk_bytes)
               : kb_sig_public_of(a->id, b->again, a->pk_bytes, sk, a->sk_bytes));
    return memcmp(b->again, b->new_pk + k * a->pk_bytes, a->pk_bytes) == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_INTERNAL, "item %zu: the public keys differ", k);
}

static kb_status check_item(batches *b, size_t i, size_t k) {
    const kb_alg *a = b->alg;
    const uint8_t *want = b->secret + k * a->ss_bytes;
    if (b->op == KB_BATCH_KEM_KEYGEN || b->op == KB_BATCH_SIG_KEYGEN) {
        return check_keygen(b, k);
    }
    if (b->op == KB_BATCH_VERIFY) {
        return b->items[k].status;
    }
    if (b->op == KB_BATCH_SIGN) {
        kb_sig_message m = message(b, k, number_of(i, k));
        return kb_sig_verify(a->id, b->new_out + k * b->out_bytes,
                             b->items[k].sign.sig_len, &m, b->pk + k * a->pk_bytes,
                             a->pk_bytes);
    }
    if (b->op == KB_BATCH_ENCAPS) {
        KB_TRY(kb_kem_decaps(a->id, b->again, a->ss_bytes, b->new_out + k * b->out_bytes,
                             a->ct_bytes, b->sk + k * a->sk_bytes, a->sk_bytes));
        want = b->again;
    }
    return memcmp(want, b->new_secret + k * a->ss_bytes, a->ss_bytes) == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_INTERNAL, "item %zu: the secrets differ", k);
}

static kb_status check(void *self, size_t i) {
    batches *b = self;
    for (size_t k = 0; k < ITEMS; k++) {
        KB_TRY(check_item(b, i, k));
    }
    return KB_OK;
}

/* A key pair, and what the timed operation needs of it. */
static kb_status make_one(batches *b, size_t k, kb_sha2 *hash) {
    const kb_alg *a = b->alg;
    uint8_t *pk = b->pk + k * a->pk_bytes, *sk = b->sk + k * a->sk_bytes;
    uint8_t *out = b->out + k * b->out_bytes;
    KB_TRY(a->kind == KB_ALG_KEM
               ? kb_kem_keygen(a->id, pk, a->pk_bytes, sk, a->sk_bytes)
               : kb_sig_keygen(a->id, pk, a->pk_bytes, sk, a->sk_bytes));
    KB_TRY(kb_sha2_update(hash, pk, a->pk_bytes));
    if (b->op == KB_BATCH_DECAPS) {
        return kb_kem_encaps(a->id, out, a->ct_bytes, b->secret + k * a->ss_bytes,
                             a->ss_bytes, pk, a->pk_bytes);
    }
    if (b->op == KB_BATCH_VERIFY) {
        kb_sig_message m = message(b, k, k);
        b->out_len[k] = a->sig_bytes;
        return kb_sig_sign(a->id, out, &b->out_len[k], &m, sk, a->sk_bytes);
    }
    return KB_OK;
}

static kb_status fill(batches *b, kb_bench_info *info) {
    kb_sha2 *hash = NULL;
    KB_TRY(kb_bench_inputs_begin(&hash));
    kb_status status = kb_rng_bytes(b->msg, sizeof b->msg);
    for (size_t k = 0; status == KB_OK && k < ITEMS; k++) {
        status = make_one(b, k, hash);
    }
    if (status == KB_OK) {
        status = kb_bench_inputs_end(info, hash);
    }
    kb_sha2_free(hash);
    return status;
}

static kb_batch_op op_of(const kb_alg *alg, const char *base) {
    return strcmp(base, "ENCAPS") == 0   ? KB_BATCH_ENCAPS
           : strcmp(base, "DECAPS") == 0 ? KB_BATCH_DECAPS
           : strcmp(base, "SIGN") == 0   ? KB_BATCH_SIGN
           : strcmp(base, "VERIFY") == 0 ? KB_BATCH_VERIFY
           : alg->kind == KB_ALG_KEM     ? KB_BATCH_KEM_KEYGEN
                                         : KB_BATCH_SIG_KEYGEN;
}

static kb_status open_batches(void **self, kb_bench_info *info, const kb_alg *alg,
                              const kb_bench_form *form) {
    batches *b = calloc(1, sizeof *b);
    *self = b;
    if (b == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "batch");
    }
    b->alg = alg;
    b->op = op_of(alg, form->base);
    b->out_bytes = alg->kind == KB_ALG_KEM ? alg->ct_bytes : alg->sig_bytes;
    const size_t bytes[] = {alg->pk_bytes, alg->sk_bytes, b->out_bytes, alg->ss_bytes};
    uint8_t **const pools[] = {&b->pk,     &b->sk,     &b->out,     &b->secret,
                               &b->new_pk, &b->new_sk, &b->new_out, &b->new_secret};
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        *pools[i] = calloc(ITEMS, bytes[i % 4] + 1);
        if (*pools[i] == NULL) {
            return KB_FAIL(KB_ERR_MEMORY, "batch");
        }
    }
    b->again = calloc(1, alg->pk_bytes + alg->ss_bytes);
    if (b->again == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "batch");
    }
    if (form->threads > 1) {
        KB_TRY(kb_pool_new(&b->threads, form->threads));
    }
    KB_TRY(kb_batch_new(&b->batch, b->threads));
    info->pool = ITEMS;
    return fill(b, info);
}

static void close_batches(void *self) {
    batches *b = self;
    if (b == NULL) {
        return;
    }
    kb_batch_free(b->batch);
    kb_pool_free(b->threads);
    uint8_t *const pools[] = {b->pk,     b->sk,      b->out,        b->secret, b->new_pk,
                              b->new_sk, b->new_out, b->new_secret, b->again};
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        free(pools[i]);
    }
    free(b);
}

const kb_bench_part kb_bench_batch_part = {open_batches, call, check, close_batches};
