/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Growing buffers from the inside. */
#ifndef KB_STREAM_BUFFER_H
#define KB_STREAM_BUFFER_H

#include <keybraid/stream.h>

/* Makes room for at least capacity bytes in all; the content stays. What is left behind
 * in an old block is wiped. */
KB_MUST_USE kb_status kb_buffer_reserve(kb_buffer *buffer, size_t capacity);

/* Appends len bytes. */
KB_MUST_USE kb_status kb_buffer_append(kb_buffer *buffer, const void *data, size_t len);

#endif
