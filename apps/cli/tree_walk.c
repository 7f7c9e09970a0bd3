/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Visits every regular file below a folder, in order, in bounded memory. */
#include "tree_walk.h"

#include "core/alloc.h"
#include "core/error.h"
#include "ui.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME_ROOM 256 /* a name of 255 bytes and its end */

typedef struct walk {
    const kb_cli_tree_visitor *visitor;
    char *path; /* root, then the names on the way down */
    size_t root_len, len, room;
    unsigned depth;
} walk;

/* The smallest names after `after` in a folder: a heap with the largest on top while they
 * are collected, sorted afterwards. */
typedef struct batch {
    char *name[KB_CLI_TREE_BATCH];
    size_t count;
    bool is_cut; /* larger names were left out */
    char after[NAME_ROOM];
} batch;

static void swap(char **a, char **b) {
    char *t = *a;
    *a = *b;
    *b = t;
}

static void sift_up(batch *b, size_t i) {
    while (i > 0 && strcmp(b->name[(i - 1) / 2], b->name[i]) < 0) {
        swap(&b->name[(i - 1) / 2], &b->name[i]);
        i = (i - 1) / 2;
    }
}

static void sift_down(batch *b) {
    for (size_t i = 0, child = 1; child < b->count; i = child, child = 2 * i + 1) {
        if (child + 1 < b->count && strcmp(b->name[child], b->name[child + 1]) < 0) {
            child++;
        }
        if (strcmp(b->name[i], b->name[child]) >= 0) {
            return;
        }
        swap(&b->name[i], &b->name[child]);
    }
}

static void empty(batch *b) {
    for (size_t i = 0; i < b->count; i++) {
        kb_free(b->name[i]);
    }
    b->count = 0;
    b->is_cut = false;
}

/* Keeps a name if it is among the smallest. */
static kb_status offer(batch *b, const char *name) {
    bool is_full = b->count == KB_CLI_TREE_BATCH;
    if (strcmp(name, b->after) <= 0) {
        return KB_OK;
    }
    if (is_full) {
        b->is_cut = true;
        if (strcmp(name, b->name[0]) >= 0) {
            return KB_OK;
        }
    }
    size_t n = strlen(name) + 1;
    char *copy = kb_malloc(n);
    if (copy == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes for a file name", n);
    }
    memcpy(copy, name, n);
    if (is_full) {
        kb_free(b->name[0]);
        b->name[0] = copy;
        sift_down(b);
    } else {
        b->name[b->count++] = copy;
        sift_up(b, b->count - 1);
    }
    return KB_OK;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void gap(const walk *w, kb_cli_tree_gap why, int system) {
    w->visitor->gap(w->visitor->self, w->path, why, system);
}

/* Reads the next batch of names after the last one; a folder that cannot be read to its
 * end is reported, and what was read is used. */
static kb_status fill(walk *w, batch *b, DIR *folder) {
    empty(b);
    rewinddir(folder);
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (entry == NULL) {
            break;
        }
        const char *name = entry->d_name;
        if (strlen(name) >= NAME_ROOM) { /* no file system of Linux has such */
            gap(w, KB_CLI_TREE_FAILED, ENAMETOOLONG);
        } else if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            KB_TRY(offer(b, name));
        }
    }
    if (errno != 0) {
        gap(w, KB_CLI_TREE_FAILED, errno);
    }
    qsort(b->name, b->count, sizeof b->name[0], by_name);
    return KB_OK;
}

static kb_status make_room(walk *w, size_t more) {
    if (w->len + more <= w->room) {
        return KB_OK;
    }
    size_t room = (w->len + more) * 2;
    char *path = kb_realloc(w->path, room);
    if (path == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes for a path", room);
    }
    w->path = path;
    w->room = room;
    return KB_OK;
}

static kb_status walk_folder(walk *w, int fd);

/* Opens a folder of the walk; takes fd over. */
static kb_status enter(walk *w, int folder, const char *name) {
    if (w->depth == KB_CLI_TREE_DEPTH_MAX) {
        gap(w, KB_CLI_TREE_DEEP, 0);
        return KB_OK;
    }
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        gap(w, KB_CLI_TREE_FAILED, errno);
        return KB_OK;
    }
    return walk_folder(w, fd);
}

static kb_status visit_file(const walk *w, int folder, const char *name,
                            const struct stat *info) {
    const char *below = w->path + w->root_len;
    kb_cli_tree_file file = {.path = w->path,
                             .relative = *below == '/' ? below + 1 : below,
                             .name = name,
                             .folder = folder,
                             .info = info};
    return w->visitor->file(w->visitor->self, &file);
}

static kb_status visit(walk *w, int folder, const char *name) {
    struct stat info;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT) { /* one that has vanished is no fault */
            gap(w, KB_CLI_TREE_FAILED, errno);
        }
        return KB_OK;
    }
    if (S_ISDIR(info.st_mode)) {
        return enter(w, folder, name);
    }
    if (!S_ISREG(info.st_mode)) {
        gap(w, S_ISLNK(info.st_mode) ? KB_CLI_TREE_LINK : KB_CLI_TREE_SPECIAL, 0);
        return KB_OK;
    }
    return visit_file(w, folder, name, &info);
}

/* Appends the name to the path for the time of the visit. */
static kb_status visit_named(walk *w, int folder, const char *name) {
    size_t before = w->len, n = strlen(name);
    KB_TRY(make_room(w, n + 2));
    if (w->len == 0 || w->path[w->len - 1] != '/') {
        w->path[w->len++] = '/';
    }
    memcpy(w->path + w->len, name, n + 1);
    w->len += n;
    kb_status status = visit(w, folder, name);
    w->len = before;
    w->path[before] = '\0';
    return status;
}

/* Walks the folder that fd is open on, and closes it. */
static kb_status walk_folder(walk *w, int fd) {
    kb_status status = KB_OK;
    batch *b = kb_malloc(sizeof *b);
    DIR *folder = b == NULL ? NULL : fdopendir(fd);
    w->depth++;
    if (folder == NULL) {
        status = KB_FAIL(KB_ERR_MEMORY, "folder %.80s", kb_cli_escape(w->path));
        (void)close(fd);
        goto out;
    }
    b->count = 0;
    b->after[0] = '\0';
    do {
        status = fill(w, b, folder);
        for (size_t i = 0; status == KB_OK && i < b->count; i++) {
            status = visit_named(w, fd, b->name[i]);
        }
        if (status == KB_OK && b->is_cut) {
            strcpy(b->after, b->name[b->count - 1]);
        }
    } while (status == KB_OK && b->is_cut);
    empty(b);
out:
    if (folder != NULL) {
        (void)closedir(folder); /* closes fd */
    }
    kb_free(b);
    w->depth--;
    return status;
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static kb_status walk_root(walk *w, const char *root) {
    struct stat info;
    if (stat(root, &info) != 0) {
        return KB_FAIL(KB_ERR_IO, "%.120s: %s", kb_cli_escape(root), strerror(errno));
    }
    if (S_ISREG(info.st_mode)) {
        w->root_len = (size_t)(last_part(root) - root);
        return visit_file(w, AT_FDCWD, root, &info);
    }
    if (!S_ISDIR(info.st_mode)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%.120s is neither a folder nor a regular file",
                       kb_cli_escape(root));
    }
    int fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return KB_FAIL(KB_ERR_IO, "%.120s: %s", kb_cli_escape(root), strerror(errno));
    }
    return walk_folder(w, fd);
}

kb_status kb_cli_tree_walk(const char *root, const kb_cli_tree_visitor *visitor) {
    walk w = {.visitor = visitor};
    size_t n = strlen(root);
    KB_TRY(make_room(&w, n + 1));
    memcpy(w.path, root, n + 1);
    w.len = n;
    w.root_len = n > 0 && root[n - 1] == '/' ? n - 1 : n;
    kb_status status = walk_root(&w, root);
    kb_free(w.path);
    return status;
}

kb_status kb_cli_tree_open(int *fd, const kb_cli_tree_file *file) {
    struct stat now;
    /* The root was named by the user, who may have named a link. Not to wait for the
     * writer of a pipe that took the file's place is what O_NONBLOCK is for. */
    int flags =
        O_RDONLY | O_CLOEXEC | O_NONBLOCK | (file->folder == AT_FDCWD ? 0 : O_NOFOLLOW);
    int got = openat(file->folder, file->name, flags);
    if (got < 0) {
        return KB_FAIL(KB_ERR_IO, "%s", strerror(errno));
    }
    if (fstat(got, &now) != 0 || now.st_dev != file->info->st_dev ||
        now.st_ino != file->info->st_ino || !S_ISREG(now.st_mode)) {
        (void)close(got);
        return KB_FAIL(KB_ERR_IO, "it was replaced during the walk");
    }
    *fd = got;
    return KB_OK;
}
