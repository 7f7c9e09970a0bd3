/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Token writer: the head in one of the three forms, the encrypted content as it comes,
 * the end. Encryption, conversion and re-wrapping write through it.
 */
#ifndef KB_ENVELOPE_WRITER_H
#define KB_ENVELOPE_WRITER_H

#include "composite/combiner.h"
#include "envelope/header.h"

/* How a container begins; four bytes of length follow (envelope B.5). */
#define KB_JWE_CONTAINER_MAGIC                                                           \
    "\x89"                                                                               \
    "CKEM1\r\n"
#define KB_JWE_CONTAINER_MAGIC_BYTES 8

/* What one composite key needs to find the content key. Spans stand until the writer is
 * made; in mode single and direct alg, kid and wk are not written. */
typedef struct kb_jwe_writer_pair {
    const char *alg, *kid; /* kid: NULL for none */
    kb_span ct_c, ct_p, wk;
} kb_jwe_writer_pair;

typedef struct kb_jwe_writer_head {
    kb_jwe_format format;
    kb_jwe_mode mode;
    const char *protected_text; /* base64url, as it is hashed */
    const uint8_t *kc;          /* KB_JWE_KC_BYTES */
    const kb_jwe_writer_pair *pairs;
    size_t pair_count;
    kb_span aad; /* len 0: none */
    kb_span iv;  /* of one tag, or the FLOE header */
} kb_jwe_writer_head;

typedef struct kb_jwe_writer kb_jwe_writer;

/* Composes the head, which is passed to next before the first content or at the end.
 * KB_ERR_ARGUMENT when the form cannot carry the mode or an aad (envelope A.4, A.7, B.5);
 * KB_ERR_LIMIT (head over 4 MiB), KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_jwe_writer_new(kb_jwe_writer **out,
                                        const kb_jwe_writer_head *head, kb_stream *next);
/* Passes on encrypted content, in any pieces. */
KB_MUST_USE kb_status kb_jwe_writer_body(kb_jwe_writer *writer, const uint8_t *data,
                                         size_t len);
/* Writes the end and finishes next. tag: KB_AEAD_TAG_BYTES, NULL for segmented content. */
KB_MUST_USE kb_status kb_jwe_writer_finish(kb_jwe_writer *writer, const uint8_t *tag);
/* NULL is fine; next stays. */
void kb_jwe_writer_free(kb_jwe_writer *writer);

#endif
