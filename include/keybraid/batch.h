/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Many independent operations in one call: key generation, encapsulation, decapsulation,
 * signing and verification, any algorithms side by side, each with its own keys and its
 * own status.
 *
 *     kb_batch_item items[64] = {0};
 *     for (size_t i = 0; i < 64; i++) {
 *         items[i] = (kb_batch_item){
 *             .op = KB_BATCH_ENCAPS,
 *             .alg = "ML-KEM-768",
 *             .encaps = {ct[i], sizeof ct[i], ss[i], sizeof ss[i], pk[i], sizeof pk[i]}};
 *     }
 *     kb_status status = kb_batch_run(batch, items, 64, NULL);
 *
 * Neighbours that do the same with the same algorithm are computed side by side in vector
 * registers where that is faster (ML-KEM and HQC, four at a time), their randomness is drawn in
 * one piece, and the threads of a pool take items as they get free. The results are those
 * of the single calls (kem.h, sig.h; with a handle key.h), whatever the order and the number of threads.
 *
 * The outcome of item i is in item i. No item disturbs another: outputs of one that
 * failed are zero, those of the others are what they would be without it.
 *
 * Not here: threads (pool.h), tokens and signed files (jwe.h, jws.h).
 */
#ifndef KB_BATCH_H
#define KB_BATCH_H

#include <keybraid/key.h>
#include <keybraid/pool.h>
#include <keybraid/sig.h>
#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What an item does, and which member of it says with what. */
typedef enum kb_batch_op {
    KB_BATCH_KEM_KEYGEN = 1, /* keygen: kb_kem_keygen */
    KB_BATCH_ENCAPS,         /* encaps: kb_kem_encaps */
    KB_BATCH_DECAPS,         /* decaps: kb_kem_decaps */
    KB_BATCH_SIG_KEYGEN,     /* keygen: kb_sig_keygen */
    KB_BATCH_SIGN,           /* sign: kb_sig_sign */
    KB_BATCH_VERIFY          /* verify: kb_sig_verify */
} kb_batch_op;

/** pk and sk out, sk secret. */
typedef struct kb_batch_keygen {
    uint8_t *pk;
    size_t pk_len;
    uint8_t *sk;
    size_t sk_len;
} kb_batch_keygen;

/** ct and ss out, ss secret; pk in, untrusted. */
typedef struct kb_batch_encaps {
    uint8_t *ct;
    size_t ct_len;
    uint8_t *ss;
    size_t ss_len;
    const uint8_t *pk;
    size_t pk_len;
} kb_batch_encaps;

/** ss out, secret; ct in, untrusted; sk in, secret. */
typedef struct kb_batch_decaps {
    uint8_t *ss;
    size_t ss_len;
    const uint8_t *ct;
    size_t ct_len;
    const uint8_t *sk;
    size_t sk_len;
} kb_batch_decaps;

/** sig out, of sig_room bytes; sig_len out, its length, 0 when the item fails; sk in,
 * secret. */
typedef struct kb_batch_sign {
    uint8_t *sig;
    size_t sig_room;
    size_t sig_len;
    kb_sig_message message;
    const uint8_t *sk;
    size_t sk_len;
} kb_batch_sign;

/** All in, untrusted. */
typedef struct kb_batch_verify {
    const uint8_t *sig;
    size_t sig_len;
    kb_sig_message message;
    const uint8_t *pk;
    size_t pk_len;
} kb_batch_verify;

/**
 * One operation.
 *
 * The key is bytes, in pk or sk, with a catalog id in alg; or a handle in key, and alg,
 * pk and sk are NULL. What a handle keeps for later uses (key.h) then serves here, too. A
 * handle holds a single KEM key or a signature key, composite signatures included.
 * Buffers of different items do not overlap where one of the two is an output; inputs,
 * messages and handles may be shared.
 */
typedef struct kb_batch_item {
    kb_batch_op op;
    kb_status status; /* out */
    const char *alg;
    const kb_key *key;
    union {
        kb_batch_keygen keygen;
        kb_batch_encaps encaps;
        kb_batch_decaps decaps;
        kb_batch_sign sign;
        kb_batch_verify verify;
    };
} kb_batch_item;

/** How many items had which end; their sum is the number of items. */
typedef struct kb_batch_counts {
    size_t done;      /* KB_OK */
    size_t failed;    /* any other status */
    size_t cancelled; /* KB_ERR_CANCELLED */
} kb_batch_counts;

/** What a run needs besides its items; made once, for any number of runs. */
typedef struct kb_batch kb_batch;

/**
 * Makes one.
 *
 * pool:    whose threads take part, and must outlive the batch; it may serve others, too.
 *          NULL: only the thread that calls kb_batch_run works.
 * Returns: KB_OK
 *          KB_ERR_ARGUMENT  out is NULL
 *          KB_ERR_MEMORY
 * Threads: safe.
 * Memory:  heap, 90 KiB for each job of the pool, locked as far as the system's limit goes.
 */
KB_API KB_MUST_USE kb_status kb_batch_new(kb_batch **out, kb_pool *pool);
/** Releases it, when no run is in progress; NULL is fine. */
KB_API void kb_batch_free(kb_batch *batch);

/**
 * Runs all items and waits for their end.
 *
 * Shapes:  items   in/out  count items; each is changed in status, sign.sig_len and what
 *                          its outputs point to
 *          counts  out     NULL is fine
 * Checks:  those of the single calls, item by item.
 * Returns: KB_OK               every item is KB_OK
 *          KB_ERR_ARGUMENT     batch is NULL, or items while count is not 0: then nothing
 *                              ran and counts is zero
 *          KB_ERR_STATE        a run of this batch is in progress; likewise
 *          another             that of the first item in order that is not KB_OK; the text
 *                              of kb_last_error begins with its number
 *
 *          in an item: what the single call returns, and
 *          KB_ERR_ARGUMENT     no operation, alg beside key, or pk or sk beside key
 *          KB_ERR_CANCELLED    the item was not begun
 * On error: outputs of items that are not KB_OK are zero, where their length makes them
 *          outputs (kem.h, sig.h).
 * Threads: one run of a batch at a time; batches may share a pool, and a run may be made
 *          inside a task of its own pool.
 * Time:    as the single calls; which items succeed and which key a handle is are public.
 * Memory:  stack of the single call and 4 KiB; ML-KEM, four side by side: 84 KiB measured.
 *          No heap, but what libcrypto allocates for the classical algorithms, and the
 *          second use of a handle (key.h).
 */
KB_API KB_MUST_USE kb_status kb_batch_run(kb_batch *batch, kb_batch_item *items,
                                          size_t count, kb_batch_counts *counts);

/**
 * Cancels the run in progress, and every run from now on: items that have not begun end
 * with KB_ERR_CANCELLED, those that have go on to their end. A cancelled batch stays so
 * until kb_batch_reset. Does not wait.
 *
 * Threads: safe, from any thread, also from a signal handler.
 */
KB_API void kb_batch_cancel(kb_batch *batch);
/** Makes a cancelled batch usable again. Threads: the owner's, between runs. */
KB_API void kb_batch_reset(kb_batch *batch);

#ifdef __cplusplus
}
#endif
#endif
