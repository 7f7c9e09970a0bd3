/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Bare signatures over the bytes of a source.
 *
 * ML-DSA and the composites hash the message once, so any size goes in constant memory. SLH-DSA and
 * EdDSA need it twice and libcrypto's ECDSA takes it whole: these hold it, up to a limit.
 */
#ifndef KB_CLI_RAW_H
#define KB_CLI_RAW_H

#include <keybraid/jws.h>
#include <keybraid/stream.h>

#define KB_CLI_RAW_MAX_BYTES ((size_t)256 << 20) /* of a message that is held */

/* Signs everything of in; *sig is filled. context may be NULL. */
KB_MUST_USE kb_status kb_cli_raw_sign(kb_buffer *sig, kb_source *in,
                                      const kb_jws_key *key, const char *context);
/* Verifies; KB_ERR_AUTH. */
KB_MUST_USE kb_status kb_cli_raw_verify(const kb_buffer *sig, kb_source *in,
                                        const kb_jws_key *key, const char *context);

#endif
