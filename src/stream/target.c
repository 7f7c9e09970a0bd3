/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a path that is to be written stands for. */
#include "stream/target.h"

#include "core/error.h"
#include "stream/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as many as Linux follows in one path */

static bool is_written_directly(mode_t mode) {
    return S_ISCHR(mode) || S_ISFIFO(mode);
}

/* Length of the folder part of path with its slash; 0 when there is none. */
static size_t folder_len(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Replaces a symbolic link by what it says, until it is none. realpath does not do
 * here: it refuses a link to a file that is yet to be made. */
static kb_status follow_links(char path[PATH_MAX], const char *given) {
    for (int links = 0; links <= LINKS_MAX; links++) {
        char link[PATH_MAX];
        ssize_t n = readlink(path, link, sizeof link);
        if (n < 0) {
            /* EINVAL: no link. Other failures show when the folder is opened. */
            return KB_OK;
        }
        size_t keep = n > 0 && link[0] == '/' ? 0 : folder_len(path);
        if (keep + (size_t)n >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return KB_FAIL_IO(given, "following the link");
        }
        memcpy(path + keep, link, (size_t)n);
        path[keep + (size_t)n] = '\0';
    }
    errno = ELOOP;
    return KB_FAIL_IO(given, "following the link");
}

static kb_status open_folder(kb_target *target, char path[PATH_MAX], const char *given) {
    size_t keep = folder_len(path);
    const char *base = path + keep;
    if (*base == '\0') {
        errno = *path == '\0' ? ENOENT : EISDIR;
        return KB_FAIL_IO(given, "writing");
    }
    if (strlen(base) > NAME_MAX) {
        errno = ENAMETOOLONG;
        return KB_FAIL_IO(given, "writing");
    }
    memcpy(target->base, base, strlen(base) + 1);
    path[keep] = '\0';
    target->dir_fd =
        open(keep == 0 ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY);
    return target->dir_fd >= 0 ? KB_OK : KB_FAIL_IO(given, "opening the folder");
}

static kb_status look(kb_target *target, const char *given) {
    if (fstatat(target->dir_fd, target->base, &target->st, AT_SYMLINK_NOFOLLOW) != 0) {
        target->kind = KB_TARGET_NEW;
        return errno == ENOENT ? KB_OK : KB_FAIL_IO(given, "looking at the file");
    }
    target->kind = KB_TARGET_FILE;
    if (S_ISDIR(target->st.st_mode)) {
        errno = EISDIR;
        return KB_FAIL_IO(given, "writing");
    }
    if (!S_ISREG(target->st.st_mode)) {
        return KB_FAIL(KB_ERR_IO, "%s: not a regular file", kb_fd_short_path(given));
    }
    return KB_OK;
}

kb_status kb_target_open(kb_target *out, const char *path, bool follows) {
    kb_target target = {.kind = KB_TARGET_NEW, .dir_fd = -1};
    struct stat st;
    /* Asked of the kernel before any link is read: /dev/stdout leads to a pipe that has
     * no path. */
    if (follows && stat(path, &st) == 0 && is_written_directly(st.st_mode)) {
        target.kind = KB_TARGET_DIRECT;
        *out = target;
        return KB_OK;
    }
    char resolved[PATH_MAX];
    size_t len = strlen(path);
    if (len >= sizeof resolved) {
        errno = ENAMETOOLONG;
        return KB_FAIL_IO(path, "writing");
    }
    memcpy(resolved, path, len + 1);
    if (follows) {
        KB_TRY(follow_links(resolved, path));
    }
    KB_TRY(open_folder(&target, resolved, path));
    if (follows) {
        kb_status status = look(&target, path);
        if (status != KB_OK) {
            kb_target_close(&target);
            return status;
        }
    }
    *out = target;
    return KB_OK;
}

kb_status kb_target_open_at(kb_target *out, int dir_fd, const char *base) {
    kb_target target = {.kind = KB_TARGET_NEW};
    size_t len = strlen(base);
    if (len == 0 || len > NAME_MAX || strchr(base, '/') != NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s is no name in a folder",
                       kb_fd_short_path(base));
    }
    memcpy(target.base, base, len + 1);
    target.dir_fd = fcntl(dir_fd, F_DUPFD_CLOEXEC, 3);
    if (target.dir_fd < 0) {
        return KB_FAIL_IO(base, "opening the folder");
    }
    kb_status status = look(&target, base);
    if (status != KB_OK) {
        kb_target_close(&target);
        return status;
    }
    *out = target;
    return KB_OK;
}

void kb_target_close(kb_target *target) {
    if (target->dir_fd >= 0) {
        (void)close(target->dir_fd);
        target->dir_fd = -1;
    }
}
