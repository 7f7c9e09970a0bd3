/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Opening tokens from memory, files and pipes into a sink that keeps what it is fed even
 * when the call fails: what was released counts, not what was finished. */
#ifndef KB_NEG_OPENED_H
#define KB_NEG_OPENED_H

#include "test.h"

#include <fcntl.h>
#include <keybraid/jwe.h>
#include <sys/mman.h>
#include <unistd.h>

typedef enum opened_from { FROM_MEMORY, FROM_FILE, FROM_PIPE, FROM_COUNT } opened_from;

typedef struct opened {
    kb_status status;
    size_t len;
    int finished;
    uint8_t out[1 << 17];
} opened;

static inline kb_status opened_feed(void *self, const uint8_t *data, size_t len) {
    opened *o = self;
    if (len > sizeof o->out - o->len) {
        return KB_ERR_LIMIT;
    }
    memcpy(o->out + o->len, data, len);
    o->len += len;
    return KB_OK;
}

static inline kb_status opened_finish(void *self) {
    ((opened *)self)->finished++;
    return KB_OK;
}

/* A descriptor that delivers the token: a file without a name, or a pipe that holds it. */
static inline int opened_fd(opened_from from, const uint8_t *token, size_t len) {
    int ends[2] = {-1, -1};
    if (from == FROM_FILE) {
        ends[0] = memfd_create("keybraid-test", MFD_CLOEXEC);
        ends[1] = ends[0] < 0 ? -1 : dup(ends[0]);
    } else if (pipe(ends) == 0) {
        (void)fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        (void)fcntl(ends[1], F_SETFL, O_NONBLOCK);
    }
    if (ends[1] < 0 || write(ends[1], token, len) != (ssize_t)len ||
        close(ends[1]) != 0 || (from == FROM_FILE && lseek(ends[0], 0, SEEK_SET) != 0)) {
        perror("source");
        exit(1);
    }
    return ends[0];
}

/* A file's single tag is verified in a pass of its own: one byte may be held back. */
static inline void opened_run(opened *o, const kb_key *key, kb_source *source,
                              bool is_file, kb_pool *pool) {
    static const kb_stream_ops ops = {opened_feed, opened_finish, NULL};
    kb_stream *sink = NULL;
    kb_jwe_decrypt_options d = {
        .keys = kb_keyring_of(key), .hold_bytes = is_file ? 1 : 0, .pool = pool};
    o->len = 0;
    o->finished = 0;
    o->status = kb_stream_new(&sink, &ops, o);
    if (o->status == KB_OK) {
        o->status = kb_jwe_decrypt(source, &d, sink);
    }
    kb_stream_free(sink);
}

static inline void opened_token(opened *o, const kb_key *key, opened_from from,
                                const uint8_t *token, size_t len, kb_pool *pool) {
    kb_source *source = NULL;
    int fd = from == FROM_MEMORY ? -1 : opened_fd(from, token, len);
    o->status = fd < 0 ? kb_source_from_memory(&source, token, len)
                       : kb_source_from_fd(&source, fd);
    if (o->status == KB_OK) {
        opened_run(o, key, source, from == FROM_FILE, pool);
    }
    kb_source_free(source);
    if (fd >= 0) {
        close(fd);
    }
}

#endif
