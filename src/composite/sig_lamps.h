/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * LAMPS composite signatures: ML-DSA and a classical algorithm under one name, one key,
 * one signature (draft-ietf-lamps-pq-composite-sigs; envelope E.2).
 *
 * What both halves sign is a prefix, the name, the context and a hash of the message, so
 * that a message of any size is hashed once, in constant memory.
 *
 * Keys and signatures are the halves' encodings one after the other, ML-DSA first. Both
 * halves must verify, both are always computed, and a refusal does not say which failed.
 * A composite signature is not unique: never use its bytes as an identifier.
 *
 * Stack measured, gcc 12 -O3, a thread's own bookkeeping included: keygen 78 KiB, signing
 * 94, verifying 84, nearly all of it ML-DSA's.
 *
 * Not here: two signatures side by side in one JWS are envelope/jws_csig.h.
 */
#ifndef KB_COMPOSITE_SIG_LAMPS_H
#define KB_COMPOSITE_SIG_LAMPS_H

#include "sig/sig.h"

#include <stdbool.h>

#define KB_SIG_LAMPS_PK_MAX_BYTES  (2592 + 133)
#define KB_SIG_LAMPS_SK_MAX_BYTES  (32 + 57)
#define KB_SIG_LAMPS_SIG_MAX_BYTES (4627 + 141)

/* The tables that are offered, named as in JOSE: "ML-DSA-44-Ed25519" and so on. */
extern const kb_sig kb_sig_mldsa44_ed25519, kb_sig_mldsa65_ed25519, kb_sig_mldsa87_ed448;

/* Finds any signature table by its exact id: composites here, the others by kb_sig_find.
 * NULL when there is none. People's "ML-DSA-65+Ed25519" is read by
 * kb_sig_lamps_id_of_name. */
const kb_sig *kb_sig_lamps_find(const char *id);
/* Returns the id of what people type, "ML-DSA-65+Ed25519" or the id itself; NULL when it
 * is no composite. */
const char *kb_sig_lamps_id_of_name(const char *name);

/* A message on its way into the hash, to be signed or verified. */
typedef struct kb_sig_lamps kb_sig_lamps;

/* Begins a message for a composite that is offered, or, when may_only_verify, also for
 * one with ECDSA under its LAMPS name, such as "MLDSA65-ECDSA-P384-SHA512".
 * KB_ERR_UNSUPPORTED, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_sig_lamps_new(kb_sig_lamps **out, const char *id,
                                       bool may_only_verify);
KB_MUST_USE kb_status kb_sig_lamps_update(kb_sig_lamps *message, const void *data,
                                          size_t len);
/* Says what was kept (kb_sig_keyed) of the ML-DSA half of the key that will sign or verify;
 * NULL for nothing. */
void kb_sig_lamps_use(kb_sig_lamps *message, const void *keyed);
/* Ends the message and signs it; sig has KB_SIG_LAMPS_SIG_MAX_BYTES. KB_ERR_STATE (ended
 * before), KB_ERR_ARGUMENT (context), KB_ERR_UNSUPPORTED (verification only), KB_ERR_RNG.
 * On error sig is zero and *sig_len 0. */
KB_MUST_USE kb_status kb_sig_lamps_sign(kb_sig_lamps *message, uint8_t *sig,
                                        size_t *sig_len, const uint8_t *ctx,
                                        size_t ctx_len, const uint8_t *sk);
/* Ends the message and verifies. pk_len tells the length of pk, which must be the
 * algorithm's. KB_ERR_AUTH for every refusal, KB_ERR_ARGUMENT (context), KB_ERR_KEY
 * (length of pk). */
KB_MUST_USE kb_status kb_sig_lamps_verify(kb_sig_lamps *message, const uint8_t *sig,
                                          size_t sig_len, const uint8_t *ctx,
                                          size_t ctx_len, const uint8_t *pk,
                                          size_t pk_len);
/* NULL is fine. */
void kb_sig_lamps_free(kb_sig_lamps *message);

#endif
