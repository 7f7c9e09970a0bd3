/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Bare signatures over the bytes of a source.
 *
 * Constant memory at any size: ML-DSA, ECDSA and the composites hash the message once;
 * SLH-DSA reads a file twice to sign and anything once to verify.
 *
 * Held in memory, up to a limit: a pipe that SLH-DSA is to sign, and all messages of
 * Ed25519 and Ed448. Pure EdDSA hashes the message twice, even to sign; libcrypto takes
 * it whole, and has no arithmetic of these curves to build on. To map the file instead
 * would be a risk: a message that changes between the two hashes gives two equations with
 * one nonce, from which the private key follows.
 */
#ifndef KB_CLI_RAW_H
#define KB_CLI_RAW_H

#include <keybraid/jws.h>
#include <keybraid/stream.h>

#define KB_CLI_RAW_MAX_BYTES ((size_t)256 << 20) /* of a message that is held */

/* Returns how often a key reads what it signs: twice, or once. */
unsigned kb_cli_raw_passes(const kb_jws_key *key);

/* Signs everything of in; *sig is filled. context may be NULL. KB_ERR_IO when a file that
 * is read twice changes. */
KB_MUST_USE kb_status kb_cli_raw_sign(kb_buffer *sig, kb_source *in,
                                      const kb_jws_key *key, const char *context);
/* Verifies; KB_ERR_AUTH. */
KB_MUST_USE kb_status kb_cli_raw_verify(const kb_buffer *sig, kb_source *in,
                                        const kb_jws_key *key, const char *context);

#endif
