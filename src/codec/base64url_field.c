/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bounded base64url values in pieces. */
#include "codec/base64url_field.h"

#include "core/error.h"

kb_status kb_base64url_field_feed(kb_base64url_field *field, const char *text, size_t len,
                                  uint64_t offset, bool is_last) {
    size_t written;
    if (field->chars == 0) {
        field->decoder = (kb_base64url_decoder){.offset = offset};
    }
    if (len > KB_BASE64URL_TEXT_LEN(field->room) - field->chars) {
        return KB_FAIL_AT(field->too_long, offset, "%s is longer than %zu bytes",
                          field->name, field->room);
    }
    KB_TRY(kb_base64url_decode_feed(&field->decoder, field->to + field->len, &written,
                                    text, len));
    field->len += written;
    field->chars += len;
    if (is_last) {
        KB_TRY(kb_base64url_decode_finish(&field->decoder, field->to + field->len,
                                          &written));
        field->len += written;
    }
    return KB_OK;
}
