/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A list of paths. */
#include "manifest.h"

#include "core/error.h"
#include "signals.h"
#include "ui.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define PIECE_BYTES 32768

typedef struct list {
    const char *file;
    char end;
    kb_cli_manifest_each each;
    void *self;
    uint64_t entry; /* number of the current one, from 1 */
    size_t len;
    char path[KB_CLI_MANIFEST_PATH_BYTES];
} list;

static kb_status take_end(list *l) {
    l->path[l->len] = '\0';
    size_t len = l->len;
    l->len = 0;
    l->entry++;
    return len == 0 ? KB_OK : l->each(l->self, l->path);
}

static kb_status take(list *l, const char *data, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (data[i] == l->end) {
            KB_TRY(take_end(l));
        } else if (data[i] == '\0') {
            return KB_FAIL(KB_ERR_FORMAT, "%.80s: entry %llu has a NUL byte; give -0",
                           kb_cli_escape(l->file), (unsigned long long)l->entry);
        } else if (l->len + 1 == sizeof l->path) {
            return KB_FAIL(KB_ERR_FORMAT, "%.80s: entry %llu is too long for a path",
                           kb_cli_escape(l->file), (unsigned long long)l->entry);
        } else {
            l->path[l->len++] = data[i];
        }
    }
    return KB_OK;
}

static kb_status read_all(list *l, int fd) {
    char piece[PIECE_BYTES];
    while (kb_cli_signals_pending() == 0) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return KB_FAIL(KB_ERR_IO, "%.80s: reading: %s", kb_cli_escape(l->file),
                           strerror(errno));
        }
        if (n == 0) {
            return take_end(l);
        }
        KB_TRY(take(l, piece, (size_t)n));
    }
    return KB_OK;
}

kb_status kb_cli_manifest_read(const char *file, char end, kb_cli_manifest_each each,
                               void *self) {
    list l = {.file = file, .end = end, .each = each, .self = self, .entry = 1};
    bool is_stdin = strcmp(file, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        return KB_FAIL(KB_ERR_IO, "%.80s: opening: %s", kb_cli_escape(file),
                       strerror(errno));
    }
    kb_status status = read_all(&l, fd);
    if (!is_stdin) {
        (void)close(fd);
    }
    return status;
}
