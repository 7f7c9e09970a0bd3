/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Single keys as handles. Cold: the handles may keep nothing, so every use begins with the
 * key alone. Warm: each was used until it kept what it can, and every timed use is
 * counted as one that found it.
 */
#include "forms.h"

#include "core/bytes.h"
#include "core/error.h"
#include "core/rng.h"

#include <keybraid/key.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_BYTES ((size_t)64 << 20) /* room for every key of a pool */
#define USES        3                  /* from the third on, what is kept is there */

enum { ENCAPS, DECAPS, SIGN, VERIFY };

typedef struct handles {
    const kb_alg *alg;
    int op;
    bool is_warm;
    size_t pool;
    kb_key *keys[KB_BENCH_POOL];
    uint8_t *out,
        *secret; /* pool of each: ciphertexts and their secrets, or signatures */
    size_t out_bytes, out_len[KB_BENCH_POOL];
    uint8_t msg[KB_BENCH_FORM_MSG_BYTES];
    uint8_t *new_out, *new_secret, *again; /* results of timed calls, of checks */
    size_t new_len;
    kb_pool *threads;
    uint64_t hits; /* before the call */
} handles;

static kb_sig_message message(handles *h, uint64_t i) {
    kb_store_le64(h->msg, i);
    return (kb_sig_message){.msg = h->msg, .msg_len = sizeof h->msg};
}

static kb_status encaps(handles *h, uint8_t *ct, uint8_t *ss, size_t k) {
    return kb_key_encaps(ct, h->alg->ct_bytes, ss, h->alg->ss_bytes, h->keys[k]);
}

static kb_status decaps(handles *h, uint8_t *ss, const uint8_t *ct, size_t k) {
    return kb_key_decaps(ss, h->alg->ss_bytes, ct, h->alg->ct_bytes, h->keys[k]);
}

static kb_status sign(handles *h, uint8_t *sig, size_t *len, size_t k, uint64_t i) {
    kb_sig_message m = message(h, i);
    *len = h->alg->sig_bytes;
    return kb_key_sign(sig, len, &m, h->keys[k], h->threads);
}

static kb_status verify(handles *h, const uint8_t *sig, size_t len, size_t k,
                        uint64_t i) {
    kb_sig_message m = message(h, i);
    return kb_key_verify(sig, len, &m, h->keys[k]);
}

static kb_status call(void *self, size_t i) {
    handles *h = self;
    size_t k = i % h->pool;
    uint8_t *out = h->out + k * h->out_bytes;
    h->hits = kb_key_cache_read().hits;
    switch (h->op) {
    case ENCAPS:
        return encaps(h, h->new_out, h->new_secret, k);
    case DECAPS:
        return decaps(h, h->new_secret, out, k);
    case SIGN:
        return sign(h, h->new_out, &h->new_len, k, i);
    default:
        return verify(h, out, h->out_len[k], k, k);
    }
}

/* What a call found is what its form says. */
static kb_status check_form(const handles *h) {
    kb_key_cache_counts now = kb_key_cache_read();
    if (h->is_warm ? now.hits == h->hits : now.bytes_now != 0) {
        return KB_FAIL(KB_ERR_INTERNAL, h->is_warm ? "the handle kept nothing"
                                                   : "the handle kept something");
    }
    return KB_OK;
}

static kb_status check(void *self, size_t i) {
    handles *h = self;
    size_t k = i % h->pool, bytes = h->alg->ss_bytes;
    const uint8_t *want = h->secret + k * bytes;
    KB_TRY(check_form(h));
    if (h->op == SIGN) {
        return verify(h, h->new_out, h->new_len, k, i);
    }
    if (h->op == VERIFY) {
        return KB_OK;
    }
    if (h->op == ENCAPS) {
        KB_TRY(decaps(h, h->again, h->new_out, k));
        want = h->again;
    }
    return memcmp(want, h->new_secret, bytes) == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_INTERNAL, "the secrets differ");
}

/* A key, and what the timed operation needs of it. */
static kb_status make_one(handles *h, size_t k, kb_sha2 *hash) {
    uint8_t *out = h->out + k * h->out_bytes;
    KB_TRY(kb_key_generate(&h->keys[k], h->alg->id));
    const char *thumbprint = kb_key_thumbprint(h->keys[k]);
    KB_TRY(kb_sha2_update(hash, thumbprint, strlen(thumbprint)));
    if (h->op == VERIFY) {
        KB_TRY(sign(h, out, &h->out_len[k], k, k));
    } else if (h->op == DECAPS) {
        KB_TRY(encaps(h, out, h->secret + k * h->alg->ss_bytes, k));
    }
    for (size_t i = 0; h->is_warm && i < USES; i++) {
        KB_TRY(call(h, k));
    }
    return KB_OK;
}

static kb_status fill(handles *h, kb_bench_info *info) {
    kb_sha2 *hash = NULL;
    KB_TRY(kb_bench_inputs_begin(&hash));
    kb_status status = kb_rng_bytes(h->msg, sizeof h->msg);
    for (size_t k = 0; status == KB_OK && k < h->pool; k++) {
        status = make_one(h, k, hash);
    }
    if (status == KB_OK) {
        status = kb_bench_inputs_end(info, hash);
    }
    kb_sha2_free(hash);
    return status;
}

static size_t pool_of(const kb_alg *alg) {
    return strcmp(alg->family, "SLH-DSA") == 0 ? 2 : KB_BENCH_POOL;
}

static kb_status open_handles(void **self, kb_bench_info *info, const kb_alg *alg,
                              const kb_bench_form *form) {
    handles *h = calloc(1, sizeof *h);
    *self = h;
    if (h == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    h->alg = alg;
    h->is_warm = form->is_warm;
    h->op = strcmp(form->base, "ENCAPS") == 0   ? ENCAPS
            : strcmp(form->base, "DECAPS") == 0 ? DECAPS
            : strcmp(form->base, "SIGN") == 0   ? SIGN
                                                : VERIFY;
    h->pool = pool_of(alg);
    h->out_bytes = alg->kind == KB_ALG_KEM ? alg->ct_bytes : alg->sig_bytes;
    h->out = calloc(h->pool, h->out_bytes);
    h->secret = calloc(h->pool, alg->ss_bytes + 1);
    h->new_out = calloc(1, h->out_bytes);
    h->new_secret = calloc(1, alg->ss_bytes + 1);
    h->again = calloc(1, alg->ss_bytes + 1);
    if (h->out == NULL || h->secret == NULL || h->new_out == NULL ||
        h->new_secret == NULL || h->again == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    if (form->threads > 1) {
        KB_TRY(kb_pool_new(&h->threads, form->threads));
    }
    kb_key_cache_limit(form->is_warm ? CACHE_BYTES : 0);
    info->pool = h->pool;
    return fill(h, info);
}

static void close_handles(void *self) {
    handles *h = self;
    if (h == NULL) {
        return;
    }
    for (size_t k = 0; k < KB_BENCH_POOL; k++) {
        kb_key_free(h->keys[k]);
    }
    kb_pool_free(h->threads);
    free(h->out);
    free(h->secret);
    free(h->new_out);
    free(h->new_secret);
    free(h->again);
    free(h);
}

const kb_bench_part kb_bench_handle_part = {open_handles, call, check, close_handles};
