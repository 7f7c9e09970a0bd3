/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whole reads and writes on descriptors, and the stage that writes to one. */
#include "stream/fd.h"

#include "core/alloc.h"
#include "core/error.h"

#include <errno.h>
#include <fcntl.h>
#include <keybraid/stream.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define SHORT_PATH_BYTES 110

const char *kb_fd_short_path(const char *path) {
    size_t len = strlen(path);
    if (len <= SHORT_PATH_BYTES) {
        return path;
    }
    path += len - SHORT_PATH_BYTES;
    /* Not in the middle of a UTF-8 character. */
    while (((unsigned char)*path & 0xc0) == 0x80) {
        path++;
    }
    return path;
}

kb_status kb_fd_fail(const char *function, const char *path, const char *doing,
                     int error) {
    return kb_error_set(KB_ERR_IO, function, false, 0, "%s: %s: %s",
                        kb_fd_short_path(path), doing, strerror(error));
}

/* Waits until a descriptor that does not block is ready; false when errno is a failure
 * that waiting does not cure. */
static bool may_retry(int fd, short events) {
    if (errno == EINTR) {
        return true;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
        return false;
    }
    struct pollfd ready = {.fd = fd, .events = events};
    return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

kb_status kb_fd_write(int fd, const uint8_t *data, size_t len, const char *name) {
    while (len > 0) {
        ssize_t n = write(fd, data, len);
        if (n < 0) {
            if (may_retry(fd, POLLOUT)) {
                continue;
            }
            return KB_FAIL_IO(name, "writing");
        }
        if (n == 0) {
            errno = ENOSPC;
            return KB_FAIL_IO(name, "writing");
        }
        data += n;
        len -= (size_t)n;
    }
    return KB_OK;
}

kb_status kb_fd_read(int fd, uint8_t *data, size_t cap, size_t *got, const char *name) {
    *got = 0;
    for (;;) {
        ssize_t n = read(fd, data, cap);
        if (n >= 0) {
            *got = (size_t)n;
            return KB_OK;
        }
        if (!may_retry(fd, POLLIN)) {
            return KB_FAIL_IO(name, "reading");
        }
    }
}

int kb_fd_open(const char *path, int flags) {
    int fd;
    do {
        fd = open(path, flags);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

int kb_fd_sync(int fd) {
    int result;
    do {
        result = fsync(fd);
    } while (result != 0 && errno == EINTR);
    return result;
}

typedef struct fd_sink {
    int fd;
} fd_sink;

static kb_status fd_sink_feed(void *self, const uint8_t *data, size_t len) {
    const fd_sink *sink = self;
    return kb_fd_write(sink->fd, data, len,
                       sink->fd == STDOUT_FILENO ? "standard output" : "output");
}

static kb_status fd_sink_finish(void *self) {
    (void)self;
    return KB_OK;
}

static const kb_stream_ops fd_sink_ops = {fd_sink_feed, fd_sink_finish, kb_free};

kb_status kb_stream_to_fd(kb_stream **out, int fd) {
    if (out == NULL || fd < 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "descriptor %d", fd);
    }
    fd_sink *sink = kb_malloc(sizeof *sink);
    if (sink == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *sink);
    }
    sink->fd = fd;
    kb_status status = kb_stream_new(out, &fd_sink_ops, sink);
    if (status != KB_OK) {
        kb_free(sink);
    }
    return status;
}
