/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A signature algorithm alone, by its catalog id, through the public functions of
 * keybraid/sig.h, composites through their table. Every signature is over another message.
 */
#include "subject.h"

#include "composite/sig_lamps.h"
#include "core/bytes.h"
#include "core/error.h"
#include "core/rng.h"

#include <keybraid/catalog.h>
#include <keybraid/sig.h>
#include <stdlib.h>
#include <string.h>

enum { KEYGEN, SIGN, VERIFY };

#define POOL_SLOW 2 /* where one signature takes a good part of a second */
#define POOL_MEAN 8 /* where it takes milliseconds */

typedef struct sig {
    const kb_alg *alg;
    const kb_sig *composite; /* its table, which keybraid/sig.h does not reach; or NULL */
    size_t pool;
    uint8_t *pk, *sk, *sigs; /* pool of each */
    size_t sig_len[KB_BENCH_POOL];
    uint8_t *msg; /* begins with the number of the call */
    size_t msg_len;
    uint8_t *new_pk, *new_sk, *new_sig, *again;
    size_t new_len;
} sig;

static size_t pool_of(const kb_alg *alg) {
    if (strcmp(alg->family, "SLH-DSA") != 0) {
        return KB_BENCH_POOL;
    }
    return alg->id[strlen(alg->id) - 1] == 's' ? POOL_SLOW : POOL_MEAN;
}

/* The message of number i. */
static kb_sig_message message(sig *s, uint64_t i) {
    if (s->msg_len >= sizeof i) {
        kb_store_le64(s->msg, i);
    }
    return (kb_sig_message){.msg = s->msg, .msg_len = s->msg_len};
}

static kb_status keygen(sig *s, uint8_t *pk, uint8_t *sk) {
    return s->composite != NULL
               ? s->composite->keygen(pk, sk)
               : kb_sig_keygen(s->alg->id, pk, s->alg->pk_bytes, sk, s->alg->sk_bytes);
}

static kb_status sign(sig *s, uint8_t *out, size_t *len, size_t i) {
    kb_sig_message m = message(s, i);
    const uint8_t *sk = s->sk + i % s->pool * s->alg->sk_bytes;
    *len = s->alg->sig_bytes;
    return s->composite != NULL
               ? s->composite->sign(out, len, &m, sk)
               : kb_sig_sign(s->alg->id, out, len, &m, sk, s->alg->sk_bytes);
}

static kb_status verify(sig *s, const uint8_t *in, size_t len, uint64_t number,
                        size_t i) {
    kb_sig_message m = message(s, number);
    const uint8_t *pk = s->pk + i % s->pool * s->alg->pk_bytes;
    return s->composite != NULL
               ? s->composite->verify(in, len, &m, pk)
               : kb_sig_verify(s->alg->id, in, len, &m, pk, s->alg->pk_bytes);
}

static kb_status public_of(sig *s, uint8_t *pk, const uint8_t *sk) {
    return s->composite != NULL
               ? s->composite->public_of(pk, sk)
               : kb_sig_public_of(s->alg->id, pk, s->alg->pk_bytes, sk, s->alg->sk_bytes);
}

static kb_status fill(sig *s, kb_bench_info *info, unsigned ops) {
    const kb_alg *a = s->alg;
    kb_sha2 *hash = NULL;
    KB_TRY(kb_bench_inputs_begin(&hash));
    kb_status status = kb_rng_bytes(s->msg, s->msg_len);
    if (status == KB_OK) {
        status = kb_sha2_update(hash, s->msg, s->msg_len);
    }
    for (size_t i = 0; status == KB_OK && i < s->pool; i++) {
        uint8_t *pk = s->pk + i * a->pk_bytes;
        status = keygen(s, pk, s->sk + i * a->sk_bytes);
        if (status == KB_OK) {
            status = kb_sha2_update(hash, pk, a->pk_bytes);
        }
        if (status == KB_OK && (ops >> VERIFY & 1) != 0) {
            status = sign(s, s->sigs + i * a->sig_bytes, &s->sig_len[i], i);
        }
    }
    if (status == KB_OK) {
        status = kb_bench_inputs_end(info, hash);
    }
    kb_sha2_free(hash);
    return status;
}

static kb_status open_sig(void **self, kb_bench_info *info, const kb_bench_row *row,
                          unsigned ops) {
    sig *s = calloc(1, sizeof *s);
    *self = s;
    if (s == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    s->alg = kb_catalog_find(row->alg);
    if (s->alg == NULL || s->alg->kind != KB_ALG_SIG) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "%s is no signature algorithm", row->alg);
    }
    s->composite = kb_sig_find(row->alg) == NULL ? kb_sig_lamps_find(row->alg) : NULL;
    const kb_alg *a = s->alg;
    s->pool = pool_of(a);
    s->msg_len = (size_t)row->bytes;
    s->pk = calloc(s->pool, a->pk_bytes);
    s->sk = calloc(s->pool, a->sk_bytes);
    s->sigs = calloc(s->pool, a->sig_bytes);
    s->msg = calloc(1, s->msg_len + 1);
    s->new_pk = calloc(1, a->pk_bytes);
    s->new_sk = calloc(1, a->sk_bytes);
    s->new_sig = calloc(1, a->sig_bytes);
    s->again = calloc(1, a->pk_bytes);
    if (s->pk == NULL || s->sk == NULL || s->sigs == NULL || s->msg == NULL ||
        s->new_pk == NULL || s->new_sk == NULL || s->new_sig == NULL ||
        s->again == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    info->pool = s->pool;
    kb_bench_info_add(info, "pk_bytes", a->pk_bytes);
    kb_bench_info_add(info, "sk_bytes", a->sk_bytes);
    kb_bench_info_add(info, "sig_bytes", a->sig_bytes);
    return fill(s, info, ops);
}

static kb_status call(void *self, size_t op, size_t i) {
    sig *s = self;
    size_t k = i % s->pool;
    switch (op) {
    case KEYGEN:
        return keygen(s, s->new_pk, s->new_sk);
    case SIGN:
        return sign(s, s->new_sig, &s->new_len, i);
    default:
        return verify(s, s->sigs + k * s->alg->sig_bytes, s->sig_len[k], k, k);
    }
}

static kb_status check(void *self, size_t op, size_t i) {
    sig *s = self;
    if (op == SIGN) {
        return verify(s, s->new_sig, s->new_len, i, i);
    }
    if (op == KEYGEN) {
        KB_TRY(public_of(s, s->again, s->new_sk));
        if (memcmp(s->again, s->new_pk, s->alg->pk_bytes) != 0) {
            return KB_FAIL(KB_ERR_INTERNAL, "the public keys differ");
        }
    }
    return KB_OK;
}

static void close_sig(void *self) {
    sig *s = self;
    if (s == NULL) {
        return;
    }
    free(s->pk);
    free(s->sk);
    free(s->sigs);
    free(s->msg);
    free(s->new_pk);
    free(s->new_sk);
    free(s->new_sig);
    free(s->again);
    free(s);
}

const kb_bench_subject kb_bench_sig_subject = {
    .ops = {"KEYGEN", "SIGN", "VERIFY"},
    .op_count = 3,
    .open = open_sig,
    .call = call,
    .check = check,
    .close = close_sig,
};
