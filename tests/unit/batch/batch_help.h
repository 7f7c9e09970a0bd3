/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What tests of batches share: room for items with keys of any algorithm, and randomness
 * that the test chooses (the linker puts __wrap_kb_rng_bytes in the place of the
 * library's).
 */
#ifndef KB_BATCH_HELP_H
#define KB_BATCH_HELP_H

#include "core/error.h"
#include "core/rng.h"
#include "test.h"

#include <keybraid/keybraid.h>
#include <stdatomic.h>

#define ITEMS     40
#define PK_BYTES  8192
#define SK_BYTES  2048
#define CT_BYTES  16384
#define SS_BYTES  96
#define SIG_BYTES 50000

kb_status __real_kb_rng_bytes(void *out, size_t n);
kb_status __wrap_kb_rng_bytes(void *out, size_t n);

/* Where randomness comes from. STREAM: one stream, from rng_at on, that any number of
 * calls read one after another; for one thread. SAME: the same 8 bytes again and again, in
 * every call; for any number of threads. */
typedef enum rng_mode { KERNEL, STREAM, SAME } rng_mode;

static rng_mode rng;
static uint64_t rng_at;
static atomic_uint rng_calls;
/* The call of this number, from 1 on, fails, and all that follow; 0: none. */
static atomic_uint rng_fails_from;
/* Called for every call, with its number, when there is one. */
static void (*rng_hook)(unsigned number);

static uint8_t stream_byte(uint64_t at) {
    uint64_t x = (at / 8 + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint8_t)((x ^ x >> 31) >> 8 * (at % 8));
}

kb_status __wrap_kb_rng_bytes(void *out, size_t n) {
    unsigned number = atomic_fetch_add(&rng_calls, 1) + 1;
    unsigned fails_from = atomic_load(&rng_fails_from);
    uint8_t *p = out;
    if (rng_hook != NULL) {
        rng_hook(number);
    }
    if (fails_from != 0 && number >= fails_from) {
        kb_wipe(out, n);
        return KB_FAIL(KB_ERR_RNG, "refused by the test");
    }
    if (rng == KERNEL) {
        return __real_kb_rng_bytes(out, n);
    }
    for (size_t i = 0; i < n; i++) {
        p[i] = stream_byte(rng == STREAM ? rng_at++ : i % 8);
    }
    return KB_OK;
}

/* One item's buffers. */
typedef struct room {
    uint8_t pk[PK_BYTES], sk[SK_BYTES], ct[CT_BYTES], ss[SS_BYTES], sig[SIG_BYTES];
} room;

static inline kb_batch_item keygen_item(const kb_alg *alg, room *r) {
    return (kb_batch_item){.op = alg->kind == KB_ALG_KEM ? KB_BATCH_KEM_KEYGEN
                                                         : KB_BATCH_SIG_KEYGEN,
                           .status = KB_ERR_INTERNAL,
                           .alg = alg->id,
                           .keygen = {r->pk, alg->pk_bytes, r->sk, alg->sk_bytes}};
}

static inline kb_batch_item encaps_item(const kb_alg *alg, room *r, const uint8_t *pk) {
    return (kb_batch_item){
        .op = KB_BATCH_ENCAPS,
        .status = KB_ERR_INTERNAL,
        .alg = alg->id,
        .encaps = {r->ct, alg->ct_bytes, r->ss, alg->ss_bytes, pk, alg->pk_bytes}};
}

static inline kb_batch_item decaps_item(const kb_alg *alg, room *r, const uint8_t *ct,
                                        const uint8_t *sk) {
    return (kb_batch_item){
        .op = KB_BATCH_DECAPS,
        .status = KB_ERR_INTERNAL,
        .alg = alg->id,
        .decaps = {r->ss, alg->ss_bytes, ct, alg->ct_bytes, sk, alg->sk_bytes}};
}

static inline kb_batch_item sign_item(const kb_alg *alg, room *r, kb_sig_message message,
                                      const uint8_t *sk) {
    return (kb_batch_item){.op = KB_BATCH_SIGN,
                           .status = KB_ERR_INTERNAL,
                           .alg = alg->id,
                           .sign = {.sig = r->sig,
                                    .sig_room = alg->sig_bytes,
                                    .message = message,
                                    .sk = sk,
                                    .sk_len = alg->sk_bytes}};
}

static inline kb_batch_item verify_item(const kb_alg *alg, const uint8_t *sig, size_t len,
                                        kb_sig_message message, const uint8_t *pk) {
    return (kb_batch_item){.op = KB_BATCH_VERIFY,
                           .status = KB_ERR_INTERNAL,
                           .alg = alg->id,
                           .verify = {.sig = sig,
                                      .sig_len = len,
                                      .message = message,
                                      .pk = pk,
                                      .pk_len = alg->pk_bytes}};
}

static inline bool is_zero(const uint8_t *p, size_t n) {
    unsigned any = 0;
    for (size_t i = 0; i < n; i++) {
        any |= p[i];
    }
    return any == 0;
}

#endif
