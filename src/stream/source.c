/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Where bytes come from: files, descriptors, memory.
 *
 * The size of a regular file is taken when it is opened. A file that ends earlier or
 * goes on after it has changed under our hands; what was read is then of no use, and the
 * reading fails. A change that keeps the size is not seen here.
 */
#define _GNU_SOURCE
#include "stream/source.h"

#include "core/alloc.h"
#include "core/error.h"
#include "stream/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <keybraid/secret.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct kb_source {
    const uint8_t *memory; /* NULL for descriptors; a memory of no bytes has fd -1 */
    int fd;
    bool owns_fd;
    bool has_size; /* regular file or memory: the size is known and rewind works */
    off_t start;   /* where the descriptor stood */
    uint64_t size; /* from start to the end */
    uint64_t done; /* since the last rewind */
    uint8_t *piece;
    kb_progress progress;
    void *progress_self;
    char name[]; /* for error texts */
};

static kb_status source_new(kb_source **out, const char *name) {
    size_t len = strlen(name);
    kb_source *source = kb_malloc(sizeof *source + len + 1);
    if (source == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *source + len + 1);
    }
    *source = (kb_source){.fd = -1};
    memcpy(source->name, name, len + 1);
    *out = source;
    return KB_OK;
}

/* Takes a descriptor over and finds out what it can do. */
static kb_status attach(kb_source *source, int fd) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return KB_FAIL_IO(source->name, "opening");
    }
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return KB_FAIL_IO(source->name, "reading");
    }
    source->fd = fd;
    if (S_ISREG(st.st_mode)) {
        off_t start = lseek(fd, 0, SEEK_CUR);
        if (start < 0) {
            return KB_FAIL_IO(source->name, "finding the position");
        }
        source->has_size = true;
        source->start = start;
        source->size = st.st_size > start ? (uint64_t)(st.st_size - start) : 0;
        /* Advice only; some file systems have no use for it. */
        (void)posix_fadvise(fd, start, 0, POSIX_FADV_SEQUENTIAL);
    }
    return KB_OK;
}

kb_status kb_source_open_file(kb_source **out, const char *path) {
    if (out == NULL || path == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no path");
    }
    kb_source *source = NULL;
    KB_TRY(source_new(&source, path));
    kb_status status;
    int fd = kb_fd_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        status = KB_FAIL_IO(path, "opening");
    } else {
        status = attach(source, fd);
    }
    if (status != KB_OK) {
        if (fd >= 0) {
            (void)close(fd);
        }
        kb_free(source);
        return status;
    }
    source->owns_fd = true;
    *out = source;
    return KB_OK;
}

kb_status kb_source_from_fd(kb_source **out, int fd) {
    if (out == NULL || fd < 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "descriptor %d", fd);
    }
    kb_source *source = NULL;
    KB_TRY(source_new(&source, fd == STDIN_FILENO ? "standard input" : "input"));
    kb_status status = attach(source, fd);
    if (status != KB_OK) {
        kb_free(source);
        return status;
    }
    *out = source;
    return KB_OK;
}

kb_status kb_source_from_memory(kb_source **out, const void *data, size_t len) {
    if (out == NULL || (data == NULL && len != 0)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no memory to read");
    }
    kb_source *source = NULL;
    KB_TRY(source_new(&source, "memory"));
    source->memory = data;
    source->has_size = true;
    source->size = len;
    *out = source;
    return KB_OK;
}

void kb_source_free(kb_source *source) {
    if (source == NULL) {
        return;
    }
    if (source->owns_fd) {
        (void)close(source->fd);
    }
    if (source->piece != NULL) {
        kb_wipe(source->piece, KB_STREAM_PIECE_BYTES);
        kb_free(source->piece);
    }
    kb_free(source);
}

static kb_status check_end(const kb_source *source, size_t got) {
    uint64_t now = source->done + got;
    if (!source->has_size || (got != 0 && now <= source->size) ||
        (got == 0 && now == source->size)) {
        return KB_OK;
    }
    return KB_FAIL(
        KB_ERR_IO,
        "%s: changed while it was read: %" PRIu64 " bytes when opened, %s at the end",
        kb_fd_short_path(source->name), source->size, got == 0 ? "fewer" : "more");
}

static void report(kb_source *source, size_t got) {
    source->done += got;
    if (source->progress != NULL && got != 0) {
        source->progress(source->progress_self, source->done);
    }
}

/* The bytes of memory that one call may give. */
static size_t memory_piece(const kb_source *source, size_t cap) {
    uint64_t left = source->size - source->done;
    return left < cap ? (size_t)left : cap;
}

static kb_status read_fd(kb_source *source, uint8_t *buffer, size_t cap, size_t *got) {
    size_t n;
    KB_TRY(kb_fd_read(source->fd, buffer, cap, &n, source->name));
    KB_TRY(check_end(source, n));
    *got = n;
    report(source, n);
    return KB_OK;
}

kb_status kb_source_read(kb_source *source, void *buffer, size_t cap, size_t *got) {
    if (source == NULL || buffer == NULL || cap == 0 || got == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "nothing to read into");
    }
    *got = 0;
    if (source->fd >= 0) {
        return read_fd(source, buffer, cap, got);
    }
    *got = memory_piece(source, cap);
    if (*got != 0) {
        memcpy(buffer, source->memory + source->done, *got);
    }
    report(source, *got);
    return KB_OK;
}

kb_status kb_source_next(kb_source *source, const uint8_t **data, size_t *got) {
    *data = NULL;
    *got = 0;
    if (source->fd >= 0) {
        if (source->piece == NULL) {
            source->piece = kb_malloc(KB_STREAM_PIECE_BYTES);
            if (source->piece == NULL) {
                return KB_FAIL(KB_ERR_MEMORY, "%d bytes", KB_STREAM_PIECE_BYTES);
            }
        }
        *data = source->piece;
        return read_fd(source, source->piece, KB_STREAM_PIECE_BYTES, got);
    }
    *got = memory_piece(source, SIZE_MAX);
    *data = *got != 0 ? source->memory + source->done : NULL;
    report(source, *got);
    return KB_OK;
}

bool kb_source_may_rewind(const kb_source *source) {
    return source->has_size;
}

kb_status kb_source_seek(kb_source *source, uint64_t offset) {
    if (source == NULL || !source->has_size) {
        return KB_FAIL(KB_ERR_STATE, "%s cannot be read twice",
                       source == NULL ? "nothing" : kb_fd_short_path(source->name));
    }
    if (offset > source->size) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s: place %" PRIu64 " of %" PRIu64,
                       kb_fd_short_path(source->name), offset, source->size);
    }
    if (source->fd >= 0 &&
        lseek(source->fd, source->start + (off_t)offset, SEEK_SET) < 0) {
        return KB_FAIL_IO(source->name, "going to a place");
    }
    source->done = offset;
    return KB_OK;
}

kb_status kb_source_rewind(kb_source *source) {
    return kb_source_seek(source, 0);
}

bool kb_source_size(const kb_source *source, uint64_t *size) {
    if (source->has_size) {
        *size = source->size;
    }
    return source->has_size;
}

void kb_source_on_progress(kb_source *source, kb_progress progress, void *self) {
    source->progress = progress;
    source->progress_self = self;
}

kb_status kb_source_pump(kb_source *source, kb_stream *stage) {
    if (source == NULL || stage == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no source or no stage");
    }
    for (;;) {
        const uint8_t *data;
        size_t got;
        KB_TRY(kb_source_next(source, &data, &got));
        if (got == 0) {
            return kb_stream_finish(stage);
        }
        KB_TRY(kb_stream_feed(stage, data, got));
    }
}
