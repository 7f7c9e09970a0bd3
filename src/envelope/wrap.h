/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Wrapped mode: one message key, wrapped to each of several composite keys (envelope
 * A.8). */
#ifndef KB_ENVELOPE_WRAP_H
#define KB_ENVELOPE_WRAP_H

#include "envelope/writer.h"
#include "sym/keywrap.h"

#include <keybraid/key.h>

/* The keys that a token is encrypted to. */
typedef struct kb_jwe_recipients {
    const kb_key *const *keys;
    size_t count;
    bool hide;               /* leave kid out */
    bool allow_experimental; /* policy.h */
} kb_jwe_recipients;

/* Checks that there are 1..KB_JWE_RECIPIENTS_MAX different composite keys for wrapped
 * mode that policy lets protect: KB_ERR_ARGUMENT, KB_ERR_POLICY. */
KB_MUST_USE kb_status kb_jwe_wrap_check(const kb_jwe_recipients *to);

/* Entries with the memory that they point into. All zero: none. */
typedef struct kb_jwe_pairs {
    kb_jwe_writer_pair *pair;
    size_t count;
    uint8_t *bytes;
} kb_jwe_pairs;

/* Encapsulates freshly to every key and wraps the message key. ctx: hash of the protected
 * header. On error *out is untouched. */
KB_MUST_USE kb_status kb_jwe_wrap(kb_jwe_pairs *out, const kb_jwe_recipients *to,
                                  const uint8_t message_key[KB_KEYWRAP_KEY_BYTES],
                                  const char *enc, kb_span ctx);
void kb_jwe_pairs_free(kb_jwe_pairs *pairs);

#endif
