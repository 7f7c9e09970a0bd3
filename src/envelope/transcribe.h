/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Writing a token again: the content stays byte for byte, only what stands around it
 * changes. */
#ifndef KB_ENVELOPE_TRANSCRIBE_H
#define KB_ENVELOPE_TRANSCRIBE_H

#include "envelope/token.h"

/* Changes what is to be written. head stands for the token as it is; what it is made to
 * point to stays until the call of kb_jwe_transcribe returns. */
typedef kb_status (*kb_jwe_change_head)(void *self, const kb_jwe_token *token,
                                        kb_jwe_writer_head *head);

/*
 * Reads a token from source and writes it to next, which is finished.
 *
 * A source that can be rewound is read and checked to its end first; of other input the
 * head must stand before the ciphertext: KB_ERR_LIMIT. What the reader, change and next
 * return; next is then not finished.
 */
KB_MUST_USE kb_status kb_jwe_transcribe(kb_source *source, kb_jwe_change_head change,
                                        void *self, kb_stream *next);

#endif
