/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The stage object: who may be fed and finished when. What a stage does is in its ops. */
#include <keybraid/stream.h>

#include "core/alloc.h"
#include "core/error.h"

typedef enum stage_state { STAGE_OPEN, STAGE_FINISHED, STAGE_FAILED } stage_state;

struct kb_stream {
    const kb_stream_ops *ops;
    void *self;
    stage_state state;
};

kb_status kb_stream_new(kb_stream **out, const kb_stream_ops *ops, void *self) {
    if (out == NULL || ops == NULL || ops->feed == NULL || ops->finish == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "stream without functions");
    }
    kb_stream *stream = kb_malloc(sizeof *stream);
    if (stream == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *stream);
    }
    *stream = (kb_stream){.ops = ops, .self = self, .state = STAGE_OPEN};
    *out = stream;
    return KB_OK;
}

static kb_status check_open(const kb_stream *stream) {
    if (stream == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no stream");
    }
    if (stream->state != STAGE_OPEN) {
        return KB_FAIL(KB_ERR_STATE, stream->state == STAGE_FINISHED
                                         ? "the stream is finished"
                                         : "the stream failed before");
    }
    return KB_OK;
}

kb_status kb_stream_feed(kb_stream *stream, const void *data, size_t len) {
    KB_TRY(check_open(stream));
    if (len == 0) {
        return KB_OK;
    }
    if (data == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%zu bytes at no address", len);
    }
    kb_status status = stream->ops->feed(stream->self, data, len);
    if (status != KB_OK) {
        stream->state = STAGE_FAILED;
    }
    return status;
}

kb_status kb_stream_finish(kb_stream *stream) {
    KB_TRY(check_open(stream));
    kb_status status = stream->ops->finish(stream->self);
    stream->state = status == KB_OK ? STAGE_FINISHED : STAGE_FAILED;
    return status;
}

void kb_stream_free(kb_stream *stream) {
    if (stream == NULL) {
        return;
    }
    if (stream->ops->free != NULL) {
        stream->ops->free(stream->self);
    }
    kb_free(stream);
}
