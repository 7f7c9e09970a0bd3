/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whole reads and writes on descriptors, and the text of their failures. */
#ifndef KB_STREAM_FD_H
#define KB_STREAM_FD_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

/* Writes all len bytes. Continues after short writes and interruptions, and waits when
 * the descriptor does not block. name is for the error text. */
KB_MUST_USE kb_status kb_fd_write(int fd, const uint8_t *data, size_t len,
                                  const char *name);

/* Reads up to cap bytes; *got = 0 is the end. */
KB_MUST_USE kb_status kb_fd_read(int fd, uint8_t *data, size_t cap, size_t *got,
                                 const char *name);

/* open and fsync, again after interruptions: opening a fifo waits, and so may a sync. */
int kb_fd_open(const char *path, int flags);
int kb_fd_sync(int fd);

/* Records KB_ERR_IO as "<end of path>: <doing>: <text of error>". */
kb_status kb_fd_fail(const char *function, const char *path, const char *doing,
                     int error);

/* The same from the place of detection, with the value of errno. */
#define KB_FAIL_IO(path, doing)                                                          \
    ((void)kb_fd_fail(__func__, (path), (doing), errno), KB_ERR_IO)

/* Returns path, or the end of it when it is long, so that what follows it in an error
 * text keeps its room. */
const char *kb_fd_short_path(const char *path);

#endif
