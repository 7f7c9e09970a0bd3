/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a path that is to be written stands for: symbolic links followed, kind found. */
#ifndef KB_STREAM_TARGET_H
#define KB_STREAM_TARGET_H

#include <keybraid/status.h>
#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

typedef enum kb_target_kind {
    KB_TARGET_NEW,   /* nothing is there yet */
    KB_TARGET_FILE,  /* a regular file, to be replaced */
    KB_TARGET_DIRECT /* a character device or fifo, to be written to as it is */
} kb_target_kind;

typedef struct kb_target {
    kb_target_kind kind;
    int dir_fd;              /* the folder; -1 for KB_TARGET_DIRECT */
    char base[NAME_MAX + 1]; /* the name in it */
    struct stat st;          /* of what is there, when KB_TARGET_FILE */
} kb_target;

/* Opens the folder of path and looks at what is there. When follows, a symbolic link at
 * the end of path is followed, also one that leads to nothing. */
KB_MUST_USE kb_status kb_target_open(kb_target *out, const char *path, bool follows);
/* The same for the name base in an open folder, which stays open; links are not followed:
 * one is refused with KB_ERR_IO like everything else that is no regular file. */
KB_MUST_USE kb_status kb_target_open_at(kb_target *out, int dir_fd, const char *base);
void kb_target_close(kb_target *target);

#endif
