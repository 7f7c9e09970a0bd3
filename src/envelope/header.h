/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The protected header of a CKEM1 token: what it must say, may say, and must not. */
#ifndef KB_ENVELOPE_HEADER_H
#define KB_ENVELOPE_HEADER_H

#include "composite/alg.h"

#include <keybraid/jwe.h>
#include <stdbool.h>

typedef enum kb_jwe_mode {
    KB_JWE_MODE_DIRECT,
    KB_JWE_MODE_SINGLE,
    KB_JWE_MODE_WRAP
} kb_jwe_mode;

typedef struct kb_jwe_header {
    kb_composite_alg alg; /* not in mode wrap */
    kb_jwe_mode mode;
    kb_jwe_enc enc;
    /* Strings stand in the arena; NULL when absent, as alg and kid are in mode wrap. */
    const char *alg_text, *kid, *typ, *cty;
    char arena[KB_JWE_HEADER_MAX_BYTES + 16];
    size_t arena_used;
} kb_jwe_header;

/*
 * Parses and checks the decoded header text (envelope A.4, A.5, A.8).
 *
 * KB_ERR_FORMAT (syntax, types, forbidden or missing members), KB_ERR_UNSUPPORTED (alg,
 * enc, crit, version, policy, mode that this version does not do), KB_ERR_LIMIT. Offsets
 * count in the text.
 */
KB_MUST_USE kb_status kb_jwe_header_parse(kb_jwe_header *out, const char *text,
                                          size_t len);

/* Returns "direct", "single" or "wrap". */
const char *kb_jwe_mode_name(kb_jwe_mode mode);

#endif
