/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * DER (X.690): a strict cursor for reading and a writer that builds from the end.
 *
 * Only what key files need: single-byte tags, definite lengths in their shortest form.
 * Everything else is KB_ERR_FORMAT with the offset.
 */
#ifndef KB_CODEC_DER_H
#define KB_CODEC_DER_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KB_DER_INTEGER      0x02
#define KB_DER_BIT_STRING   0x03
#define KB_DER_OCTET_STRING 0x04
#define KB_DER_NULL         0x05
#define KB_DER_OID          0x06
#define KB_DER_SEQUENCE     0x30
#define KB_DER_CONTEXT(n)   (0x80 | (n)) /* implicit, primitive */
#define KB_DER_EXPLICIT(n)  (0xa0 | (n)) /* constructed */

/* What is left to read; offset is of its first byte in the whole input. */
typedef struct kb_der {
    const uint8_t *data;
    size_t len;
    uint64_t offset;
} kb_der;

/* Whether the next element has this tag. */
bool kb_der_is_next(const kb_der *der, uint8_t tag);
/* Takes the next element, which must have this tag; *content is what stands in it. */
KB_MUST_USE kb_status kb_der_take(kb_der *der, uint8_t tag, kb_der *content);
/* Takes an OID; *oid is its content bytes, at least one. */
KB_MUST_USE kb_status kb_der_take_oid(kb_der *der, kb_der *oid);
/* Takes an INTEGER that must be 0..255. */
KB_MUST_USE kb_status kb_der_take_small(kb_der *der, unsigned *value);
/* Takes a BIT STRING without unused bits. */
KB_MUST_USE kb_status kb_der_take_bits(kb_der *der, kb_der *content);
/* Checks that nothing is left. */
KB_MUST_USE kb_status kb_der_end(const kb_der *der);

/* Writes backwards from the end of a buffer of the caller's; too little room sticks as
 * is_full. */
typedef struct kb_der_writer {
    uint8_t *buffer;
    size_t at; /* what is written stands from here on */
    size_t capacity;
    bool is_full;
} kb_der_writer;

kb_der_writer kb_der_writer_on(uint8_t *buffer, size_t capacity);
/* Puts bytes before what was written. */
void kb_der_put(kb_der_writer *w, const void *bytes, size_t len);
/* Wraps everything written since `end` (an earlier value of w->at) into an element. */
void kb_der_wrap(kb_der_writer *w, uint8_t tag, size_t end);

#endif
