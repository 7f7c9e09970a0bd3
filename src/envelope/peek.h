/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a token says of itself, as soon as its head was read. */
#ifndef KB_ENVELOPE_PEEK_H
#define KB_ENVELOPE_PEEK_H

#include "envelope/token.h"

#include <keybraid/jwe.h>

/*
 * Reads a token without any key until everything that stands before its content is there,
 * and not further: a small read when the content comes last, as in what we write. The
 * rules of the head are checked, nothing is known of the rest; sizes in the info are those
 * of what was read.
 *
 * on_info: called once, at the end. Errors are those of kb_jwe_inspect.
 */
KB_MUST_USE kb_status kb_jwe_peek(kb_source *source,
                                  kb_status (*on_info)(void *self,
                                                       const kb_jwe_info *info),
                                  void *self);

/* The same into a token, whose head is then checked. */
KB_MUST_USE kb_status kb_jwe_peek_head(kb_jwe_token *token, kb_source *source);

#endif
