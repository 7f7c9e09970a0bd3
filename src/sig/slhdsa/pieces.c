/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Pure SLH-DSA over a message in pieces. */
#include "sig/slhdsa/pieces.h"

#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"

#include <string.h>

/* Algorithms 22 and 24, line 8: what stands before the message in the pure form. */
static void absorb_prefix(const kb_slhdsa_pieces *p, kb_slhdsa_hash *hash) {
    const kb_slhdsa_hash_ops *ops = kb_slhdsa_hash_of(p->params);
    const uint8_t prefix[2] = {0, (uint8_t)p->ctx_len};
    ops->absorb(hash, prefix, sizeof prefix);
    ops->absorb(hash, p->ctx, p->ctx_len);
}

static const uint8_t *sk_prf_of(const kb_slhdsa_pieces *p) {
    return p->key + p->params->n;
}

static const uint8_t *pk_of(const kb_slhdsa_pieces *p) {
    return p->pass == KB_SLHDSA_VERIFY ? p->key : p->key + 2 * p->params->n;
}

static void begin_prf(kb_slhdsa_pieces *p) {
    kb_slhdsa_hash_of(p->params)->prf_begin(&p->prf, p->params, sk_prf_of(p),
                                            p->opt_rand);
    absorb_prefix(p, &p->prf);
}

static void end_prf(kb_slhdsa_pieces *p, uint8_t *randomizer) {
    kb_slhdsa_hash_of(p->params)->prf_end(&p->prf, randomizer, sk_prf_of(p));
    /* The randomizer is the first part of the signature. The one of the second pass is
     * the same; otherwise it belongs to a signature that is not made, and only that it
     * differs is told. */
    KB_CT_PUBLIC(randomizer, p->params->n);
}

static void begin_h(kb_slhdsa_pieces *p, const uint8_t *randomizer) {
    kb_slhdsa_hash_of(p->params)->h_begin(&p->h, p->params, randomizer, pk_of(p));
    absorb_prefix(p, &p->h);
}

kb_status kb_slhdsa_pieces_sign(kb_slhdsa_pieces *pieces, const kb_slhdsa_params *params,
                                const uint8_t *ctx, size_t ctx_len, const uint8_t *sk,
                                const uint8_t *opt_rand) {
    *pieces = (kb_slhdsa_pieces){.params = params,
                                 .key = sk,
                                 .ctx = ctx,
                                 .ctx_len = ctx_len,
                                 .pass = KB_SLHDSA_ENDED};
    KB_TRY(kb_slhdsa_check_context(ctx_len));
    memcpy(pieces->opt_rand,
           opt_rand == KB_SLHDSA_DETERMINISTIC ? sk + 2 * params->n : opt_rand,
           params->n);
    pieces->pass = KB_SLHDSA_FIRST;
    begin_prf(pieces);
    return KB_OK;
}

kb_status kb_slhdsa_pieces_verify(kb_slhdsa_pieces *pieces,
                                  const kb_slhdsa_params *params, const uint8_t *sig,
                                  size_t sig_len, const uint8_t *ctx, size_t ctx_len,
                                  const uint8_t *pk) {
    *pieces = (kb_slhdsa_pieces){.params = params,
                                 .key = pk,
                                 .sig = sig,
                                 .ctx = ctx,
                                 .ctx_len = ctx_len,
                                 .pass = KB_SLHDSA_ENDED};
    KB_TRY(kb_slhdsa_check_context(ctx_len));
    KB_TRY(kb_slhdsa_check_length(params, sig_len));
    pieces->pass = KB_SLHDSA_VERIFY;
    begin_h(pieces, sig);
    return KB_OK;
}

void kb_slhdsa_pieces_update(kb_slhdsa_pieces *pieces, const void *data, size_t len) {
    const kb_slhdsa_hash_ops *ops = kb_slhdsa_hash_of(pieces->params);
    if (pieces->pass == KB_SLHDSA_FIRST || pieces->pass == KB_SLHDSA_SECOND) {
        ops->absorb(&pieces->prf, data, len);
    }
    if (pieces->pass == KB_SLHDSA_SECOND || pieces->pass == KB_SLHDSA_VERIFY) {
        ops->absorb(&pieces->h, data, len);
    }
}

kb_status kb_slhdsa_pieces_again(kb_slhdsa_pieces *pieces) {
    if (pieces->pass != KB_SLHDSA_FIRST) {
        return KB_FAIL(KB_ERR_STATE, "no first pass to end");
    }
    end_prf(pieces, pieces->randomizer);
    pieces->pass = KB_SLHDSA_SECOND;
    begin_prf(pieces);
    begin_h(pieces, pieces->randomizer);
    return KB_OK;
}

kb_status kb_slhdsa_pieces_finish_sign(kb_slhdsa_pieces *pieces, uint8_t *sig) {
    const kb_slhdsa_params *params = pieces->params;
    uint8_t randomizer[KB_SLHDSA_N_MAX_BYTES], digest[KB_SLHDSA_DIGEST_MAX_BYTES];
    if (pieces->pass != KB_SLHDSA_SECOND) {
        kb_wipe(sig, params->sig_bytes);
        return KB_FAIL(KB_ERR_STATE, "no second pass to end");
    }
    end_prf(pieces, randomizer);
    kb_slhdsa_hash_of(params)->h_end(&pieces->h, digest, pieces->randomizer,
                                     pk_of(pieces));
    pieces->pass = KB_SLHDSA_ENDED;
    if (!kb_ct_eq(randomizer, pieces->randomizer, params->n)) {
        kb_wipe(sig, params->sig_bytes);
        return KB_FAIL(KB_ERR_IO, "the message changed while it was read");
    }
    return kb_slhdsa_sign_with(params, sig, pieces->randomizer, digest, pieces->key,
                               pieces->help);
}

kb_status kb_slhdsa_pieces_finish_verify(kb_slhdsa_pieces *pieces) {
    uint8_t digest[KB_SLHDSA_DIGEST_MAX_BYTES];
    if (pieces->pass != KB_SLHDSA_VERIFY) {
        return KB_FAIL(KB_ERR_STATE, "no verification to end");
    }
    kb_slhdsa_hash_of(pieces->params)
        ->h_end(&pieces->h, digest, pieces->sig, pieces->key);
    pieces->pass = KB_SLHDSA_ENDED;
    return kb_slhdsa_verify_with(pieces->params, pieces->sig, digest, pieces->key);
}
