/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bare signatures. */
#include "raw.h"

#include "composite/sig_lamps.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "sig/mldsa/mldsa.h"
#include "stream/buffer.h"

#include <string.h>

/* A message on its way: one of the three is in use. */
typedef struct message {
    const kb_sig *alg;
    const kb_mldsa_params *mldsa; /* ML-DSA alone: hashed into mu */
    kb_keccak mu;
    kb_sig_lamps *lamps; /* a composite: hashed by it */
    kb_buffer held;      /* all others */
    const uint8_t *ctx;
    size_t ctx_len;
} message;

static const kb_mldsa_params *mldsa_params(const char *id) {
    static const kb_mldsa_params *const all[] = {&kb_mldsa44_params, &kb_mldsa65_params,
                                                 &kb_mldsa87_params};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i]->id, id) == 0) {
            return all[i];
        }
    }
    return NULL;
}

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    message *m = self;
    if (m->mldsa != NULL) {
        kb_keccak_absorb(&m->mu, data, len);
        return KB_OK;
    }
    if (m->lamps != NULL) {
        return kb_sig_lamps_update(m->lamps, data, len);
    }
    if (len > KB_CLI_RAW_MAX_BYTES - m->held.len) {
        return KB_FAIL(
            KB_ERR_LIMIT,
            "--raw with %s holds the message, %zu bytes at most; without --raw any "
            "size is signed",
            m->alg->id, KB_CLI_RAW_MAX_BYTES);
    }
    return kb_buffer_append(&m->held, data, len);
}

static kb_status finish(void *self) {
    (void)self;
    return KB_OK;
}

/* Reads the whole message in the way that the algorithm of the key needs. */
static kb_status read_message(message *m, kb_source *in, const kb_jws_key *key,
                              const char *context) {
    static const kb_stream_ops ops = {feed, finish, NULL};
    uint8_t tr[KB_MLDSA_TR_BYTES];
    kb_stream *stage = NULL;
    *m = (message){.alg = kb_sig_lamps_find(key->alg),
                   .mldsa = mldsa_params(key->alg),
                   .ctx = (const uint8_t *)context,
                   .ctx_len = context == NULL ? 0 : strlen(context)};
    KB_INVARIANT(m->alg != NULL);
    if (m->mldsa != NULL) {
        kb_mldsa_tr(m->mldsa, tr, key->pk);
        KB_TRY(kb_mldsa_mu_begin(&m->mu, tr, m->ctx, m->ctx_len));
    } else if (kb_sig_find(key->alg) == NULL) {
        KB_TRY(kb_sig_lamps_new(&m->lamps, key->alg, false));
    }
    KB_TRY(kb_stream_new(&stage, &ops, m));
    kb_status status = kb_source_pump(in, stage);
    kb_stream_free(stage);
    return status;
}

static void release(message *m) {
    kb_sig_lamps_free(m->lamps);
    kb_buffer_free(&m->held);
}

static kb_status sign_mu(message *m, uint8_t *sig, const kb_jws_key *key) {
    KB_SECRET_LOCAL(sk, KB_MLDSA_SK_MAX_BYTES);
    KB_SECRET_LOCAL(rnd, KB_MLDSA_RND_BYTES);
    uint8_t pk[KB_MLDSA_PK_MAX_BYTES], mu[KB_MLDSA_MU_BYTES];
    kb_mldsa_mu_finish(&m->mu, mu);
    KB_TRY(kb_rng_bytes(rnd, KB_MLDSA_RND_BYTES));
    kb_mldsa_keygen_derand(m->mldsa, pk, sk, key->sk);
    return kb_mldsa_sign_mu(m->mldsa, sig, mu, sk, rnd);
}

static kb_status sign(message *m, uint8_t *sig, size_t *len, const kb_jws_key *key) {
    kb_sig_message held = {m->held.data, m->held.len, m->ctx, m->ctx_len};
    if (m->mldsa != NULL) {
        *len = m->mldsa->sig_bytes;
        return sign_mu(m, sig, key);
    }
    if (m->lamps != NULL) {
        return kb_sig_lamps_sign(m->lamps, sig, len, m->ctx, m->ctx_len, key->sk);
    }
    return m->alg->sign(sig, len, &held, key->sk);
}

kb_status kb_cli_raw_sign(kb_buffer *sig, kb_source *in, const kb_jws_key *key,
                          const char *context) {
    message m;
    size_t len = 0, room = KB_SIG_LAMPS_SIG_MAX_BYTES;
    kb_status status = read_message(&m, in, key, context);
    if (status == KB_OK) {
        room = m.alg->sig_bytes > room ? m.alg->sig_bytes : room;
        status = kb_buffer_reserve(sig, room);
    }
    if (status == KB_OK) {
        status = sign(&m, sig->data, &len, key);
    }
    if (status == KB_OK) {
        sig->len = len;
    }
    release(&m);
    return status;
}

kb_status kb_cli_raw_verify(const kb_buffer *sig, kb_source *in, const kb_jws_key *key,
                            const char *context) {
    message m;
    uint8_t mu[KB_MLDSA_MU_BYTES];
    kb_status status = read_message(&m, in, key, context);
    if (status == KB_OK && m.mldsa != NULL) {
        kb_mldsa_mu_finish(&m.mu, mu);
        status = kb_mldsa_verify_mu(m.mldsa, sig->data, sig->len, mu, key->pk);
    } else if (status == KB_OK && m.lamps != NULL) {
        status = kb_sig_lamps_verify(m.lamps, sig->data, sig->len, m.ctx, m.ctx_len,
                                     key->pk, key->pk_len);
    } else if (status == KB_OK) {
        kb_sig_message held = {m.held.data, m.held.len, m.ctx, m.ctx_len};
        status = m.alg->verify(sig->data, sig->len, &held, key->pk);
    }
    release(&m);
    return status;
}
