/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signing and verifying payloads that are in memory; under both forms of a JWS. */
#ifndef KB_ENVELOPE_JWS_H
#define KB_ENVELOPE_JWS_H

#include "envelope/jws_key.h"
#include "envelope/jws_reader.h"

/* Signs payload with one or two checked signers; *out is released with kb_text_release. */
KB_MUST_USE kb_status kb_jws_sign_payload(char **out, const kb_jws_signer *signers,
                                          size_t count, const kb_jws_options *options,
                                          const void *payload, size_t len);

/* Reads a JWS and verifies it with the trusted keys; on success *out holds the payload. */
KB_MUST_USE kb_status kb_jws_verify_token(kb_jws_token **out, const kb_jws_key *keys,
                                          size_t count, const void *jws, size_t len);

#endif
