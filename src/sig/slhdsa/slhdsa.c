/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The algorithms of FIPS 205, sections 9 and 10. */
#include "sig/slhdsa/slhdsa.h"

#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"
#include "sig/slhdsa/fors.h"
#include "sig/slhdsa/hash.h"
#include "sig/slhdsa/hypertree.h"
#include "sig/slhdsa/parallel.h"

#include <string.h>

#define DEFINE_PARAMS(name, text, shake, bytes, h, layers, fors_a, fors_k)               \
    const kb_slhdsa_params kb_slhdsa_##name##_params = {                                 \
        .id = (text),                                                                    \
        .is_shake = (shake),                                                             \
        .n = (bytes),                                                                    \
        .d = (layers),                                                                   \
        .layer_h = (h) / (layers),                                                       \
        .a = (fors_a),                                                                   \
        .k = (fors_k),                                                                   \
        .wots_count = KB_SLHDSA_WOTS_COUNT(bytes),                                       \
        .digest_bytes = KB_SLHDSA_DIGEST_BYTES(h, layers, fors_a, fors_k),               \
        .pk_bytes = KB_SLHDSA_PK_BYTES(bytes),                                           \
        .sk_bytes = KB_SLHDSA_SK_BYTES(bytes),                                           \
        .sig_bytes = KB_SLHDSA_SIG_BYTES(bytes, h, layers, fors_a, fors_k),              \
    };
KB_SLHDSA_SETS(DEFINE_PARAMS)

static const kb_slhdsa_help no_help = {NULL, NULL};

/* sk_seed is NULL for verification. */
static void init_work(kb_slhdsa_work *work, const kb_slhdsa_params *params,
                      const uint8_t *pk_seed, const uint8_t *sk_seed) {
    work->params = params;
    work->kernels = kb_slhdsa_kernels_of(params);
    work->top = NULL;
    memcpy(work->pk_seed, pk_seed, params->n);
    if (sk_seed != NULL) {
        memcpy(work->sk_seed, sk_seed, params->n);
    }
    work->kernels->seed(work);
}

void kb_slhdsa_keygen_derand(const kb_slhdsa_params *params, uint8_t *pk, uint8_t *sk,
                             const uint8_t *sk_seed, const uint8_t *sk_prf,
                             const uint8_t *pk_seed) {
    size_t n = params->n;
    kb_slhdsa_work work;
    KB_WIPE_AT_END(work);
    init_work(&work, params, pk_seed, sk_seed);
    memmove(pk, pk_seed, n);
    kb_slhdsa_hypertree_root(&work, pk + n);
    memmove(sk, sk_seed, n);
    memmove(sk + n, sk_prf, n);
    memcpy(sk + 2 * n, pk, 2 * n);
}

kb_status kb_slhdsa_public_of(const kb_slhdsa_params *params, uint8_t *pk,
                              const uint8_t *sk) {
    size_t n = params->n;
    kb_slhdsa_work work;
    KB_WIPE_AT_END(work);
    init_work(&work, params, sk + 2 * n, sk);
    memcpy(pk, sk + 2 * n, n);
    kb_slhdsa_hypertree_root(&work, pk + n);
    /* The root is half of the public key. */
    KB_CT_PUBLIC(pk + n, n);
    if (!kb_ct_eq(pk + n, sk + 3 * n, n)) {
        kb_wipe(pk, params->pk_bytes);
        return KB_FAIL(KB_ERR_KEY, "%s: the root does not belong to the seeds",
                       params->id);
    }
    return KB_OK;
}

void kb_slhdsa_top(const kb_slhdsa_params *params, uint8_t *out, const uint8_t *sk) {
    kb_slhdsa_work work;
    KB_WIPE_AT_END(work);
    init_work(&work, params, sk + 2 * params->n, sk);
    kb_slhdsa_hypertree_top(&work, out);
}

/* FORS and the hypertree by this thread; false when the topmost root is not the key's. */
static bool sign_alone(kb_slhdsa_work *work, uint8_t *fors_sig, uint8_t *tree_sig,
                       const uint8_t *pk_root, const kb_slhdsa_choice *choice) {
    size_t n = work->params->n;
    uint8_t fors_pk[KB_SLHDSA_N_MAX_BYTES], root[KB_SLHDSA_N_MAX_BYTES];
    kb_slhdsa_fors_sign(work, fors_sig, fors_pk, choice);
    kb_slhdsa_hypertree_sign(work, tree_sig, root, fors_pk, choice);
    /* The root of the topmost tree comes for nothing; it is public as in public_of. */
    KB_CT_PUBLIC(root, n);
    return kb_ct_eq(root, pk_root, n);
}

kb_status kb_slhdsa_sign_with(const kb_slhdsa_params *params, uint8_t *sig,
                              const uint8_t *randomizer, const uint8_t *digest,
                              const uint8_t *sk, kb_slhdsa_help help) {
    size_t n = params->n;
    const uint8_t *pk = sk + 2 * n;
    uint8_t *fors_sig = sig + n;
    uint8_t *tree_sig = fors_sig + params->k * (params->a + 1) * n;
    kb_slhdsa_choice choice;
    kb_slhdsa_work work;
    KB_WIPE_AT_END(work);
    memcpy(sig, randomizer, n);
    kb_slhdsa_encode_choice(params, &choice, digest);
    init_work(&work, params, pk, sk);
    work.top = help.top;
    bool fits = kb_pool_jobs(help.pool) > 1
                    ? kb_slhdsa_parallel_sign(&work, fors_sig, tree_sig, pk + n, &choice,
                                              help.pool)
                    : sign_alone(&work, fors_sig, tree_sig, pk + n, &choice);
    if (!fits) {
        kb_wipe(sig, params->sig_bytes);
        return KB_FAIL(KB_ERR_KEY, "%s: the root does not belong to the seeds",
                       params->id);
    }
    return KB_OK;
}

kb_status kb_slhdsa_verify_with(const kb_slhdsa_params *params, const uint8_t *sig,
                                const uint8_t *digest, const uint8_t *pk) {
    size_t n = params->n;
    uint8_t fors_pk[KB_SLHDSA_N_MAX_BYTES], root[KB_SLHDSA_N_MAX_BYTES];
    const uint8_t *fors_sig = sig + n;
    const uint8_t *tree_sig = fors_sig + params->k * (params->a + 1) * n;
    kb_slhdsa_choice choice;
    kb_slhdsa_work work;
    kb_slhdsa_encode_choice(params, &choice, digest);
    init_work(&work, params, pk, NULL);
    kb_slhdsa_fors_pk_of_sig(&work, fors_pk, fors_sig, &choice);
    kb_slhdsa_hypertree_root_of_sig(&work, root, fors_pk, tree_sig, &choice);
    if (!kb_ct_eq(root, pk + n, n)) {
        return KB_FAIL(KB_ERR_AUTH, "%s: the signature does not verify", params->id);
    }
    return KB_OK;
}

kb_status kb_slhdsa_check_length(const kb_slhdsa_params *params, size_t sig_len) {
    return sig_len == params->sig_bytes
               ? KB_OK
               : KB_FAIL(KB_ERR_AUTH, "%s: signature of %zu bytes, not %zu", params->id,
                         sig_len, params->sig_bytes);
}

kb_status kb_slhdsa_check_context(size_t ctx_len) {
    return ctx_len <= KB_SIG_CONTEXT_MAX_BYTES
               ? KB_OK
               : KB_FAIL(KB_ERR_ARGUMENT, "context of %zu bytes, at most %d are possible",
                         ctx_len, KB_SIG_CONTEXT_MAX_BYTES);
}

#define PART_COUNT 4

/* A message in parts: prefix, context, object identifier, content. */
typedef struct parts {
    struct {
        const uint8_t *bytes;
        size_t len;
    } part[PART_COUNT];
} parts;

static void absorb(const kb_slhdsa_hash_ops *ops, kb_slhdsa_hash *hash,
                   const parts *message) {
    for (size_t i = 0; i < PART_COUNT; i++) {
        ops->absorb(hash, message->part[i].bytes, message->part[i].len);
    }
}

/* Algorithm 19. */
static kb_status sign(const kb_slhdsa_params *params, uint8_t *sig, const parts *message,
                      const uint8_t *sk, const uint8_t *opt_rand, kb_slhdsa_help help) {
    size_t n = params->n;
    const uint8_t *pk = sk + 2 * n;
    const kb_slhdsa_hash_ops *ops = kb_slhdsa_hash_of(params);
    uint8_t randomizer[KB_SLHDSA_N_MAX_BYTES], digest[KB_SLHDSA_DIGEST_MAX_BYTES];
    kb_slhdsa_hash hash;
    ops->prf_begin(&hash, params, sk + n,
                   opt_rand == KB_SLHDSA_DETERMINISTIC ? pk : opt_rand);
    absorb(ops, &hash, message);
    ops->prf_end(&hash, randomizer, sk + n);
    /* The randomizer is the first part of the signature. */
    KB_CT_PUBLIC(randomizer, n);
    ops->h_begin(&hash, params, randomizer, pk);
    absorb(ops, &hash, message);
    ops->h_end(&hash, digest, randomizer, pk);
    return kb_slhdsa_sign_with(params, sig, randomizer, digest, sk, help);
}

/* Algorithm 20. */
static kb_status verify(const kb_slhdsa_params *params, const uint8_t *sig,
                        size_t sig_len, const parts *message, const uint8_t *pk) {
    const kb_slhdsa_hash_ops *ops = kb_slhdsa_hash_of(params);
    uint8_t digest[KB_SLHDSA_DIGEST_MAX_BYTES];
    kb_slhdsa_hash hash;
    KB_TRY(kb_slhdsa_check_length(params, sig_len));
    ops->h_begin(&hash, params, sig, pk);
    absorb(ops, &hash, message);
    ops->h_end(&hash, digest, sig, pk);
    return kb_slhdsa_verify_with(params, sig, digest, pk);
}

/* What stands before the content, and the content, until the signature is made. */
typedef struct frame {
    uint8_t prefix[2];
    uint8_t digest[KB_SIG_PREHASH_MAX_BYTES];
    parts message;
} frame;

/* The message of algorithms 22 and 24, line 8: 0 for pure, 1 for pre-hash; the context
 * with its length. */
static kb_status begin_frame(frame *f, uint8_t form, const kb_sig_message *message) {
    KB_TRY(kb_slhdsa_check_context(message->ctx_len));
    f->prefix[0] = form;
    f->prefix[1] = (uint8_t)message->ctx_len;
    f->message = (parts){
        .part = {{f->prefix, sizeof f->prefix}, {message->ctx, message->ctx_len}}};
    return KB_OK;
}

static kb_status frame_pure(frame *f, const kb_sig_message *message) {
    KB_TRY(begin_frame(f, 0, message));
    f->message.part[2].bytes = message->msg;
    f->message.part[2].len = message->msg_len;
    return KB_OK;
}

/* The digest is the caller's, or is to be made from the message (is_hashed false). */
static kb_status frame_prehash(frame *f, const kb_sig_prehash *prehash,
                               const kb_sig_message *message, bool is_hashed) {
    if (is_hashed && message->msg_len != prehash->bytes) {
        return KB_FAIL(KB_ERR_ARGUMENT, "digest of %zu bytes, %s gives %zu",
                       message->msg_len, prehash->id, prehash->bytes);
    }
    KB_TRY(begin_frame(f, 1, message));
    if (is_hashed) {
        memcpy(f->digest, message->msg, prehash->bytes);
    } else {
        kb_sig_prehash_digest(prehash, f->digest, message->msg, message->msg_len);
    }
    f->message.part[2].bytes = prehash->oid;
    f->message.part[2].len = sizeof prehash->oid;
    f->message.part[3].bytes = f->digest;
    f->message.part[3].len = prehash->bytes;
    return KB_OK;
}

/* Signs what was framed, or leaves zeros when framing failed. */
static kb_status sign_frame(const kb_slhdsa_params *params, uint8_t *sig,
                            kb_status framed, const frame *f, const uint8_t *sk,
                            const uint8_t *opt_rand, kb_slhdsa_help help) {
    if (framed != KB_OK) {
        kb_wipe(sig, params->sig_bytes);
        return framed;
    }
    return sign(params, sig, &f->message, sk, opt_rand, help);
}

kb_status kb_slhdsa_sign(const kb_slhdsa_params *params, uint8_t *sig,
                         const kb_sig_message *message, const uint8_t *sk,
                         const uint8_t *opt_rand) {
    frame f;
    return sign_frame(params, sig, frame_pure(&f, message), &f, sk, opt_rand, no_help);
}

kb_status kb_slhdsa_sign_helped(const kb_slhdsa_params *params, uint8_t *sig,
                                const kb_sig_message *message, const uint8_t *sk,
                                const uint8_t *opt_rand, kb_slhdsa_help help) {
    frame f;
    return sign_frame(params, sig, frame_pure(&f, message), &f, sk, opt_rand, help);
}

kb_status kb_slhdsa_sign_prehash(const kb_slhdsa_params *params, uint8_t *sig,
                                 const kb_sig_prehash *prehash,
                                 const kb_sig_message *message, const uint8_t *sk,
                                 const uint8_t *opt_rand) {
    frame f;
    return sign_frame(params, sig, frame_prehash(&f, prehash, message, false), &f, sk,
                      opt_rand, no_help);
}

kb_status kb_slhdsa_sign_digest(const kb_slhdsa_params *params, uint8_t *sig,
                                const kb_sig_prehash *prehash,
                                const kb_sig_message *message, const uint8_t *sk,
                                const uint8_t *opt_rand) {
    frame f;
    return sign_frame(params, sig, frame_prehash(&f, prehash, message, true), &f, sk,
                      opt_rand, no_help);
}

kb_status kb_slhdsa_sign_internal(const kb_slhdsa_params *params, uint8_t *sig,
                                  const uint8_t *msg, size_t msg_len, const uint8_t *sk,
                                  const uint8_t *opt_rand) {
    parts message = {.part = {{msg, msg_len}}};
    return sign(params, sig, &message, sk, opt_rand, no_help);
}

kb_status kb_slhdsa_verify(const kb_slhdsa_params *params, const uint8_t *sig,
                           size_t sig_len, const kb_sig_message *message,
                           const uint8_t *pk) {
    frame f;
    KB_TRY(frame_pure(&f, message));
    return verify(params, sig, sig_len, &f.message, pk);
}

kb_status kb_slhdsa_verify_prehash(const kb_slhdsa_params *params, const uint8_t *sig,
                                   size_t sig_len, const kb_sig_prehash *prehash,
                                   const kb_sig_message *message, const uint8_t *pk) {
    frame f;
    KB_TRY(frame_prehash(&f, prehash, message, false));
    return verify(params, sig, sig_len, &f.message, pk);
}

kb_status kb_slhdsa_verify_digest(const kb_slhdsa_params *params, const uint8_t *sig,
                                  size_t sig_len, const kb_sig_prehash *prehash,
                                  const kb_sig_message *message, const uint8_t *pk) {
    frame f;
    KB_TRY(frame_prehash(&f, prehash, message, true));
    return verify(params, sig, sig_len, &f.message, pk);
}

kb_status kb_slhdsa_verify_internal(const kb_slhdsa_params *params, const uint8_t *sig,
                                    size_t sig_len, const uint8_t *msg, size_t msg_len,
                                    const uint8_t *pk) {
    parts message = {.part = {{msg, msg_len}}};
    return verify(params, sig, sig_len, &message, pk);
}
