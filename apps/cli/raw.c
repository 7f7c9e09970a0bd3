/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bare signatures: one form of reading and signing per kind of algorithm. */
#include "raw.h"

#include "composite/sig_lamps.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "libcrypto/digest.h"
#include "sig/classic/classic.h"
#include "sig/mldsa/mldsa.h"
#include "sig/slhdsa/pieces.h"
#include "stream/buffer.h"

#include <string.h>

typedef struct form form;

/* A message on its way. */
typedef struct message {
    const form *form;
    const kb_sig *alg;
    const kb_jws_key *key;
    const kb_buffer *sig; /* NULL when signing */
    kb_source *in;
    const uint8_t *ctx;
    size_t ctx_len;
    /* What the form in use works with. */
    const kb_mldsa_params *mldsa;
    const kb_slhdsa_params *slhdsa;
    const kb_ecdsa *ecdsa;
    const kb_rsa *rsa;
    kb_keccak mu;
    kb_slhdsa_pieces pieces;
    kb_libcrypto_digest *digest;
    kb_sig_lamps *lamps;
    kb_buffer held;
} message;

struct form {
    kb_status (*begin)(message *m);
    kb_status (*feed)(message *m, const uint8_t *data, size_t len);
    kb_status (*sign)(message *m, uint8_t *sig, size_t *len);
    kb_status (*verify)(message *m);
};

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    message *m = self;
    return m->form->feed(m, data, len);
}

static kb_status finish(void *self) {
    (void)self;
    return KB_OK;
}

/* Reads the source to its end. */
static kb_status read_all(message *m) {
    static const kb_stream_ops ops = {feed, finish, NULL};
    kb_stream *stage = NULL;
    KB_TRY(kb_stream_new(&stage, &ops, m));
    kb_status status = kb_source_pump(m->in, stage);
    kb_stream_free(stage);
    return status;
}

/* ---- ML-DSA: the message is hashed into mu ---- */

static kb_status mldsa_begin(message *m) {
    uint8_t tr[KB_MLDSA_TR_BYTES];
    kb_mldsa_tr(m->mldsa, tr, m->key->pk);
    return kb_mldsa_mu_begin(&m->mu, tr, m->ctx, m->ctx_len);
}

static kb_status mldsa_feed(message *m, const uint8_t *data, size_t len) {
    kb_keccak_absorb(&m->mu, data, len);
    return KB_OK;
}

static kb_status mldsa_sign(message *m, uint8_t *sig, size_t *len) {
    KB_SECRET_LOCAL(sk, KB_MLDSA_SK_MAX_BYTES);
    KB_SECRET_LOCAL(rnd, KB_MLDSA_RND_BYTES);
    uint8_t pk[KB_MLDSA_PK_MAX_BYTES], mu[KB_MLDSA_MU_BYTES];
    kb_mldsa_mu_finish(&m->mu, mu);
    KB_TRY(kb_rng_bytes(rnd, KB_MLDSA_RND_BYTES));
    kb_mldsa_keygen_derand(m->mldsa, pk, sk, m->key->sk);
    *len = m->mldsa->sig_bytes;
    return kb_mldsa_sign_mu(m->mldsa, sig, mu, sk, rnd);
}

static kb_status mldsa_verify(message *m) {
    uint8_t mu[KB_MLDSA_MU_BYTES];
    kb_mldsa_mu_finish(&m->mu, mu);
    return kb_mldsa_verify_mu(m->mldsa, m->sig->data, m->sig->len, mu, m->key->pk);
}

/* ---- SLH-DSA: one pass to verify, two to sign ---- */

static kb_status slhdsa_begin(message *m) {
    KB_SECRET_LOCAL(opt_rand, KB_SLHDSA_N_MAX_BYTES);
    if (m->sig != NULL) {
        return kb_slhdsa_pieces_verify(&m->pieces, m->slhdsa, m->sig->data, m->sig->len,
                                       m->ctx, m->ctx_len, m->key->pk);
    }
    KB_TRY(kb_rng_bytes(opt_rand, m->slhdsa->n));
    KB_TRY(kb_slhdsa_pieces_sign(&m->pieces, m->slhdsa, m->ctx, m->ctx_len, m->key->sk,
                                 opt_rand));
    m->pieces.help.pool = m->key->pool;
    return KB_OK;
}

static kb_status slhdsa_feed(message *m, const uint8_t *data, size_t len) {
    kb_slhdsa_pieces_update(&m->pieces, data, len);
    return KB_OK;
}

static kb_status slhdsa_sign(message *m, uint8_t *sig, size_t *len) {
    KB_TRY(kb_slhdsa_pieces_again(&m->pieces));
    KB_TRY(kb_source_rewind(m->in));
    KB_TRY(read_all(m));
    *len = m->slhdsa->sig_bytes;
    return kb_slhdsa_pieces_finish_sign(&m->pieces, sig);
}

static kb_status slhdsa_verify(message *m) {
    return kb_slhdsa_pieces_finish_verify(&m->pieces);
}

/* ---- ECDSA: the digest is signed ---- */

static kb_status ecdsa_begin(message *m) {
    return kb_libcrypto_digest_new(&m->digest, m->ecdsa->md);
}

static kb_status ecdsa_feed(message *m, const uint8_t *data, size_t len) {
    return kb_libcrypto_digest_update(m->digest, data, len);
}

static kb_status ecdsa_sign(message *m, uint8_t *sig, size_t *len) {
    uint8_t digest[KB_ECDSA_DIGEST_MAX_BYTES];
    KB_TRY(kb_libcrypto_digest_final(m->digest, digest));
    return kb_ecdsa_sign_digest(m->ecdsa, sig, len, digest, m->key->sk);
}

static kb_status ecdsa_verify(message *m) {
    uint8_t digest[KB_ECDSA_DIGEST_MAX_BYTES];
    KB_TRY(kb_libcrypto_digest_final(m->digest, digest));
    return kb_ecdsa_verify_digest(m->ecdsa, m->sig->data, m->sig->len, digest,
                                  m->key->pk);
}

/* ---- RSA: the digest is verified, and nothing signed ---- */

static kb_status rsa_begin(message *m) {
    return kb_libcrypto_digest_new(&m->digest, m->rsa->md);
}

static kb_status rsa_feed(message *m, const uint8_t *data, size_t len) {
    return kb_libcrypto_digest_update(m->digest, data, len);
}

static kb_status rsa_sign(message *m, uint8_t *sig, size_t *len) {
    kb_sig_message none = {NULL, 0, NULL, 0};
    return m->alg->sign(sig, len, &none, m->key->sk);
}

static kb_status rsa_verify(message *m) {
    uint8_t digest[KB_RSA_DIGEST_MAX_BYTES];
    KB_TRY(kb_libcrypto_digest_final(m->digest, digest));
    return kb_rsa_verify_digest(m->rsa, m->sig->data, m->sig->len, digest, m->key->pk);
}

/* ---- Composites: they hash by themselves ---- */

static kb_status lamps_begin(message *m) {
    return kb_sig_lamps_new(&m->lamps, m->alg->id, false);
}

static kb_status lamps_feed(message *m, const uint8_t *data, size_t len) {
    return kb_sig_lamps_update(m->lamps, data, len);
}

static kb_status lamps_sign(message *m, uint8_t *sig, size_t *len) {
    return kb_sig_lamps_sign(m->lamps, sig, len, m->ctx, m->ctx_len, m->key->sk);
}

static kb_status lamps_verify(message *m) {
    return kb_sig_lamps_verify(m->lamps, m->sig->data, m->sig->len, m->ctx, m->ctx_len,
                               m->key->pk, m->key->pk_len);
}

/* ---- All others: the message is held ---- */

static kb_status too_long(const message *m) {
    return m->slhdsa != NULL
               ? KB_FAIL(KB_ERR_LIMIT,
                         "--raw with SLH-DSA reads its input twice and holds a pipe, %zu "
                         "bytes at most; a file may have any size",
                         KB_CLI_RAW_MAX_BYTES)
               : KB_FAIL(KB_ERR_LIMIT,
                         "--raw with %s holds the message, %zu bytes at most; without "
                         "--raw any size is signed",
                         m->alg->id, KB_CLI_RAW_MAX_BYTES);
}

/* A size that is known is refused before anything is read. */
static kb_status held_begin(message *m) {
    uint64_t size;
    return kb_source_size(m->in, &size) && size > KB_CLI_RAW_MAX_BYTES ? too_long(m)
                                                                       : KB_OK;
}

static kb_status held_feed(message *m, const uint8_t *data, size_t len) {
    return len > KB_CLI_RAW_MAX_BYTES - m->held.len
               ? too_long(m)
               : kb_buffer_append(&m->held, data, len);
}

static kb_status held_sign(message *m, uint8_t *sig, size_t *len) {
    kb_sig_message held = {m->held.data, m->held.len, m->ctx, m->ctx_len};
    return kb_sig_sign_with(m->alg, sig, len, &held, m->key->sk, NULL, m->key->pool);
}

static kb_status held_verify(message *m) {
    kb_sig_message held = {m->held.data, m->held.len, m->ctx, m->ctx_len};
    return m->alg->verify(m->sig->data, m->sig->len, &held, m->key->pk);
}

static const form mldsa = {mldsa_begin, mldsa_feed, mldsa_sign, mldsa_verify},
                  slhdsa = {slhdsa_begin, slhdsa_feed, slhdsa_sign, slhdsa_verify},
                  ecdsa = {ecdsa_begin, ecdsa_feed, ecdsa_sign, ecdsa_verify},
                  rsa = {rsa_begin, rsa_feed, rsa_sign, rsa_verify},
                  lamps = {lamps_begin, lamps_feed, lamps_sign, lamps_verify},
                  held = {held_begin, held_feed, held_sign, held_verify};

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

static const kb_slhdsa_params *slhdsa_params(const char *id) {
#define ROW(name, text, is_shake, n, h, d, a, k) &kb_slhdsa_##name##_params,
    static const kb_slhdsa_params *const all[] = {KB_SLHDSA_SETS(ROW)};
#undef ROW
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i]->id, id) == 0) {
            return all[i];
        }
    }
    return NULL;
}

static void choose_form(message *m) {
    m->mldsa = mldsa_params(m->alg->id);
    m->slhdsa = slhdsa_params(m->alg->id);
    m->ecdsa = kb_ecdsa_find(m->alg->id);
    m->rsa = kb_rsa_find(m->alg->id);
    if (m->mldsa != NULL) {
        m->form = &mldsa;
    } else if (m->slhdsa != NULL && (m->sig != NULL || kb_source_may_rewind(m->in))) {
        m->form = &slhdsa;
    } else if (m->ecdsa != NULL) {
        m->form = &ecdsa;
    } else if (m->rsa != NULL) {
        m->form = &rsa;
    } else if (kb_sig_find(m->alg->id) == NULL) {
        m->form = &lamps;
    } else {
        m->form = &held;
    }
}

/* Reads the message for the first time. */
static kb_status begin(message *m, const char *context) {
    m->alg = kb_sig_lamps_find(m->key->alg);
    KB_INVARIANT(m->alg != NULL);
    m->ctx = (const uint8_t *)context;
    m->ctx_len = context == NULL ? 0 : strlen(context);
    if (m->ctx_len > m->alg->context_max) {
        return m->alg->context_max == 0
                   ? KB_FAIL(KB_ERR_ARGUMENT, "%s has no context", m->alg->id)
                   : KB_FAIL(KB_ERR_ARGUMENT,
                             "context of %zu bytes, %s takes %zu at most", m->ctx_len,
                             m->alg->id, m->alg->context_max);
    }
    choose_form(m);
    KB_TRY(m->form->begin(m));
    return read_all(m);
}

static void release(message *m) {
    kb_libcrypto_digest_free(m->digest);
    kb_sig_lamps_free(m->lamps);
    kb_buffer_free(&m->held);
}

unsigned kb_cli_raw_passes(const kb_jws_key *key) {
    return slhdsa_params(key->alg) != NULL ? 2 : 1;
}

kb_status kb_cli_raw_sign(kb_buffer *sig, kb_source *in, const kb_jws_key *key,
                          const char *context) {
    message m = {.key = key, .in = in};
    KB_WIPE_AT_END(m);
    size_t len = 0, room = KB_SIG_LAMPS_SIG_MAX_BYTES;
    kb_status status = begin(&m, context);
    if (status == KB_OK) {
        room = m.alg->sig_bytes > room ? m.alg->sig_bytes : room;
        status = kb_buffer_reserve(sig, room);
    }
    if (status == KB_OK) {
        status = m.form->sign(&m, sig->data, &len);
    }
    if (status == KB_OK) {
        sig->len = len;
    }
    release(&m);
    return status;
}

kb_status kb_cli_raw_verify(const kb_buffer *sig, kb_source *in, const kb_jws_key *key,
                            const char *context) {
    message m = {.key = key, .sig = sig, .in = in};
    kb_status status = begin(&m, context);
    if (status == KB_OK) {
        status = m.form->verify(&m);
    }
    release(&m);
    return status;
}
