/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * PEM (RFC 7468): the textual form of DER.
 *
 * Written strictly: 64 characters a line, "\n". Read leniently, the only place where we
 * are: text before the first BEGIN line, CRLF, blanks at line ends, lines of any length,
 * a missing last newline. The base64 itself is strict. Time: constant in the content,
 * private keys pass through here.
 */
#ifndef KB_CODEC_PEM_H
#define KB_CODEC_PEM_H

#include "codec/text.h"

#include <keybraid/secret.h>
#include <stdbool.h>

#define KB_PEM_LABEL_MAX_BYTES 32
#define KB_PEM_MAX_BYTES       65536

/* Whether a text holds a BEGIN line. */
bool kb_pem_is(const char *text, size_t len);

/*
 * Reads the first block from *at on and moves *at behind it.
 *
 * label: its label, terminated. der: the content, to be freed by the caller.
 * KB_ERR_FORMAT with the offset, KB_ERR_LIMIT, KB_ERR_MEMORY.
 */
KB_MUST_USE kb_status kb_pem_read(const char *text, size_t len, size_t *at,
                                  char label[KB_PEM_LABEL_MAX_BYTES], kb_secret **der);

/* Appends a block. */
void kb_pem_write(kb_text *text, const char *label, const void *der, size_t len);

#endif
