/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Unambiguous byte strings: every field has a fixed length or its length in front. */
#include "keystore/pack.h"

#include "core/bytes.h"
#include "core/error.h"
#include "stream/buffer.h"

kb_status kb_pack_u64(kb_buffer *out, uint64_t x) {
    uint8_t bytes[8];
    kb_store_be64(bytes, x);
    return kb_buffer_append(out, bytes, sizeof bytes);
}

kb_status kb_pack_bytes(kb_buffer *out, const void *data, size_t len) {
    KB_TRY(kb_pack_u64(out, len));
    return kb_buffer_append(out, data, len);
}

kb_status kb_pack_text(kb_buffer *out, const char *text) {
    return kb_pack_bytes(out, text, strlen(text));
}
