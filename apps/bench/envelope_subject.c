/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Encrypting to a composite key and decrypting again, from memory to memory.
 *
 * One call is what a caller of the library writes: a whole JSON token by the one-shot
 * functions, both KEMs and the key schedule included. The buffers for token and plaintext
 * are used again from call to call.
 */
#include "subject.h"

#include "core/error.h"
#include "core/rng.h"

#include <keybraid/jwe.h>
#include <stdlib.h>
#include <string.h>

enum { ENC, DEC };

typedef struct envelope {
    kb_key *keys[KB_BENCH_POOL];
    uint8_t *plain;
    size_t bytes;
    kb_buffer token, opened;
} envelope;

static kb_status make_keys(envelope *e, kb_sha2 *hash, const char *name) {
    char alg[KB_KEY_ALG_MAX_BYTES];
    KB_TRY(kb_key_alg_from_name(alg, name, NULL, false));
    for (size_t i = 0; i < KB_BENCH_POOL; i++) {
        KB_TRY(kb_key_generate(&e->keys[i], alg));
        const char *thumbprint = kb_key_thumbprint(e->keys[i]);
        KB_TRY(kb_sha2_update(hash, thumbprint, strlen(thumbprint)));
    }
    return KB_OK;
}

static kb_status encrypt(envelope *e, size_t i) {
    uint64_t bytes = e->bytes;
    kb_jwe_encrypt_options options = {.recipient = e->keys[i % KB_BENCH_POOL],
                                      .content_bytes = &bytes};
    return kb_jwe_encrypt_memory(&e->token, &options, e->plain, e->bytes);
}

static kb_status prepare(envelope *e, kb_bench_info *info, const char *name,
                         kb_sha2 *hash) {
    KB_TRY(make_keys(e, hash, name));
    KB_TRY(kb_rng_bytes(e->plain, e->bytes));
    KB_TRY(kb_sha2_update(hash, e->plain, e->bytes));
    KB_TRY(kb_bench_inputs_end(info, hash));
    KB_TRY(encrypt(e, 0));
    info->pool = KB_BENCH_POOL;
    kb_bench_info_add(info, "token_bytes", e->token.len);
    return KB_OK;
}

static kb_status open_envelope(void **self, kb_bench_info *info, const kb_bench_row *row,
                               unsigned ops) {
    kb_sha2 *hash = NULL;
    envelope *e = calloc(1, sizeof *e);
    *self = e;
    (void)ops; /* decrypting needs what encrypting made */
    if (e == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    e->bytes = (size_t)row->bytes;
    e->plain = malloc(e->bytes + 1);
    if (e->plain == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "payload of %zu bytes", e->bytes);
    }
    kb_status status = kb_bench_inputs_begin(&hash);
    if (status == KB_OK) {
        status = prepare(e, info, row->alg, hash);
    }
    kb_sha2_free(hash);
    return status;
}

static kb_status call(void *self, size_t op, size_t i) {
    envelope *e = self;
    if (op == ENC) {
        return encrypt(e, i);
    }
    return kb_jwe_decrypt_memory(&e->opened, kb_keyring_of(e->keys[i % KB_BENCH_POOL]),
                                 e->token.data, e->token.len);
}

static kb_status check(void *self, size_t op, size_t i) {
    const envelope *e = self;
    (void)i;
    if (op == DEC &&
        (e->opened.len != e->bytes || memcmp(e->opened.data, e->plain, e->bytes) != 0)) {
        return KB_FAIL(KB_ERR_INTERNAL, "the decrypted bytes differ");
    }
    return KB_OK;
}

static void forget(void *self) {
    envelope *e = self;
    kb_buffer_free(&e->token);
    kb_buffer_free(&e->opened);
    e->token = e->opened = (kb_buffer){.len = 0};
}

static void close_envelope(void *self) {
    envelope *e = self;
    if (e == NULL) {
        return;
    }
    forget(e);
    for (size_t i = 0; i < KB_BENCH_POOL; i++) {
        kb_key_free(e->keys[i]);
    }
    free(e->plain);
    free(e);
}

const kb_bench_subject kb_bench_envelope_subject = {
    .ops = {"ENC", "DEC"},
    .op_count = 2,
    .is_paired = true,
    .has_call_cpu = true,
    .open = open_envelope,
    .call = call,
    .check = check,
    .forget = forget,
    .close = close_envelope,
};
