/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Conversion between the forms of one token, without keys (envelope B.5, A.12). */
#include "core/error.h"
#include "envelope/transcribe.h"

#include <keybraid/jwe.h>

static kb_status change(void *self, const kb_jwe_token *token, kb_jwe_writer_head *head) {
    (void)token;
    head->format = *(const kb_jwe_format *)self;
    return KB_OK;
}

kb_status kb_jwe_convert(kb_source *source, kb_jwe_format format, kb_stream *next) {
    if (format > KB_JWE_CONTAINER) {
        return KB_FAIL(KB_ERR_ARGUMENT, "format %d", (int)format);
    }
    return kb_jwe_transcribe(source, change, &format, next);
}
