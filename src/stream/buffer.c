/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Growing buffers that are wiped, and the stage that fills one. */
#include "stream/buffer.h"

#include "core/alloc.h"
#include "core/error.h"

#include <keybraid/secret.h>
#include <stdbool.h>
#include <string.h>

#define FIRST_CAPACITY 4096

kb_status kb_buffer_reserve(kb_buffer *buffer, size_t capacity) {
    if (capacity <= buffer->capacity) {
        return KB_OK;
    }
    /* Not realloc: it would leave the old bytes in the heap. */
    uint8_t *data = kb_malloc(capacity);
    if (data == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "buffer of %zu bytes", capacity);
    }
    if (buffer->len != 0) {
        memcpy(data, buffer->data, buffer->len);
    }
    kb_wipe(buffer->data, buffer->len);
    kb_free(buffer->data);
    buffer->data = data;
    buffer->capacity = capacity;
    return KB_OK;
}

kb_status kb_buffer_append(kb_buffer *buffer, const void *data, size_t len) {
    if (len > SIZE_MAX / 2 - buffer->len) {
        return KB_FAIL(KB_ERR_LIMIT, "buffer of %zu bytes and %zu more", buffer->len,
                       len);
    }
    size_t need = buffer->len + len;
    if (need > buffer->capacity) {
        size_t twice =
            buffer->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : 2 * buffer->capacity;
        KB_TRY(kb_buffer_reserve(buffer, need > twice ? need : twice));
    }
    if (len != 0) {
        memcpy(buffer->data + buffer->len, data, len);
    }
    buffer->len = need;
    return KB_OK;
}

void kb_buffer_free(kb_buffer *buffer) {
    if (buffer == NULL) {
        return;
    }
    kb_wipe(buffer->data, buffer->len);
    kb_free(buffer->data);
    *buffer = (kb_buffer){NULL, 0, 0};
}

typedef struct buffer_sink {
    kb_buffer *buffer;
    size_t left; /* bytes that may still come */
    size_t max;
    bool is_finished;
} buffer_sink;

static kb_status buffer_sink_feed(void *self, const uint8_t *data, size_t len) {
    buffer_sink *sink = self;
    if (len > sink->left) {
        return KB_FAIL(KB_ERR_LIMIT, "more than %zu bytes", sink->max);
    }
    KB_TRY(kb_buffer_append(sink->buffer, data, len));
    sink->left -= len;
    return KB_OK;
}

static kb_status buffer_sink_finish(void *self) {
    buffer_sink *sink = self;
    sink->is_finished = true;
    return KB_OK;
}

static void buffer_sink_free(void *self) {
    buffer_sink *sink = self;
    if (!sink->is_finished) {
        kb_buffer_free(sink->buffer);
    }
    kb_free(sink);
}

static const kb_stream_ops buffer_sink_ops = {buffer_sink_feed, buffer_sink_finish,
                                              buffer_sink_free};

kb_status kb_stream_to_buffer(kb_stream **out, kb_buffer *buffer, size_t max) {
    if (out == NULL || buffer == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no buffer");
    }
    buffer_sink *sink = kb_malloc(sizeof *sink);
    if (sink == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *sink);
    }
    *sink = (buffer_sink){buffer, max, max, false};
    kb_status status = kb_stream_new(out, &buffer_sink_ops, sink);
    if (status != KB_OK) {
        kb_free(sink);
    }
    return status;
}
