/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Unambiguous byte strings of several fields, for what is authenticated. */
#ifndef KB_KEYSTORE_PACK_H
#define KB_KEYSTORE_PACK_H

#include <keybraid/stream.h>
#include <stddef.h>
#include <stdint.h>

/* Appends a number as 8 bytes, big-endian. */
KB_MUST_USE kb_status kb_pack_u64(kb_buffer *out, uint64_t x);
/* Appends a byte string behind its length, which is packed as a number. */
KB_MUST_USE kb_status kb_pack_bytes(kb_buffer *out, const void *data, size_t len);
/* Appends a string as bytes. */
KB_MUST_USE kb_status kb_pack_text(kb_buffer *out, const char *text);

#endif
