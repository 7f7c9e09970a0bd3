/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A temporary folder for tests that work on files, and small helpers on its content. */
#ifndef KB_UNIT_STREAM_TMPDIR_H
#define KB_UNIT_STREAM_TMPDIR_H

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char tmpdir_path[PATH_MAX / 2];

/* Makes the folder and returns its path. */
static inline const char *tmpdir_make(void) {
    const char *base = getenv("TMPDIR");
    snprintf(tmpdir_path, sizeof tmpdir_path, "%s/keybraid-test-XXXXXX",
             base != NULL ? base : "/tmp");
    if (mkdtemp(tmpdir_path) == NULL) {
        perror(tmpdir_path);
        exit(1);
    }
    return tmpdir_path;
}

/* Path of a name in the folder; sixteen results stay valid at once. */
static inline const char *tmpdir_file(const char *name) {
    static char paths[16][PATH_MAX];
    static unsigned next;
    char *path = paths[next++ % 16];
    snprintf(path, PATH_MAX, "%s/%s", tmpdir_path, name);
    return path;
}

/* Number of entries of the folder, hidden ones too. */
static inline int tmpdir_count(void) {
    int n = 0;
    DIR *dir = opendir(tmpdir_path);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return n;
}

/* Removes everything in the folder (no folders in it), but not the folder. */
static inline void tmpdir_empty(void) {
    DIR *dir = opendir(tmpdir_path);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        (void)unlinkat(dirfd(dir), e->d_name, 0);
    }
    if (dir != NULL) {
        closedir(dir);
    }
}

static inline void tmpdir_remove(void) {
    tmpdir_empty();
    (void)rmdir(tmpdir_path);
}

static inline void tmpdir_write(const char *path, const void *data, size_t len) {
    FILE *f = fopen(path, "w");
    if (f == NULL || fwrite(data, 1, len, f) != len || fclose(f) != 0) {
        perror(path);
        exit(1);
    }
}

/* Reads up to cap bytes of a file; -1 when it cannot be opened. */
static inline long tmpdir_read(const char *path, void *data, size_t cap) {
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        return -1;
    }
    size_t n = fread(data, 1, cap, f);
    fclose(f);
    return (long)n;
}

/* Permission bits of a path (not followed); -1 when it is not there. */
static inline int tmpdir_mode(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0 ? (int)(st.st_mode & 07777) : -1;
}

#endif
