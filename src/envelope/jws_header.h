/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The protected header of a signature: what it must say, may say, and must not. */
#ifndef KB_ENVELOPE_JWS_HEADER_H
#define KB_ENVELOPE_JWS_HEADER_H

#include <keybraid/jws.h>

#define KB_JWS_MEMBERS_MAX    64
#define KB_JWS_CSIG_SET_CHARS 43 /* base64url of SHA-256 */
/* Room for every string of a header, and for the record of its other members, in which a
 * value takes up to three bytes for one of text. */
#define KB_JWS_ARENA_BYTES  (KB_JWS_HEADER_MAX_BYTES + 16)
#define KB_JWS_RECORD_BYTES (3 * KB_JWS_HEADER_MAX_BYTES)

typedef struct kb_jws_header {
    const char *alg, *kid, *typ, *cty; /* in the arena; NULL when absent, alg never */
    bool is_csig;                      /* crit is exactly ["csig"], csig is well formed */
    char set[KB_JWS_CSIG_SET_CHARS + 1];
    unsigned index; /* i of csig, 0 or 1 */
    /* All members but alg, kid, crit and csig, each in a form that is equal exactly when
     * name and value are. */
    struct {
        size_t at, len;
    } other[KB_JWS_MEMBERS_MAX];
    size_t other_count;
    size_t arena_used, record_used;
    char arena[KB_JWS_ARENA_BYTES];
    char record[KB_JWS_RECORD_BYTES];
} kb_jws_header;

/*
 * Parses and checks the decoded header text.
 *
 * KB_ERR_FORMAT (syntax, types, forbidden or missing members, a csig that is not as E.3
 * demands), KB_ERR_UNSUPPORTED (another critical parameter, version or policy of csig),
 * KB_ERR_LIMIT. Offsets count in the text.
 */
KB_MUST_USE kb_status kb_jws_header_parse(kb_jws_header *out, const char *text,
                                          size_t len);

/* Whether both have the same other members with the same values, in any order. */
bool kb_jws_header_same_others(const kb_jws_header *a, const kb_jws_header *b);

#endif
