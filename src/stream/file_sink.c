/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The stage that makes a file: it appears complete under its name, or not at all.
 *
 * While it is written the file has no name (O_TMPFILE) or, where the file system cannot
 * do that, the hidden name .keybraid-<32 hex digits>.tmp. A kill leaves nothing in the
 * first case and that one name in the second; never a half-written target.
 *
 * Mode: an existing file hands on its permission bits (not set-id and sticky), its group
 * and, when we may set it, its owner; if the group cannot be kept, nobody gets group
 * permissions. A new file gets the mode asked for, less the process's umask. Other hard
 * links to a replaced file keep the old content.
 *
 * A path that is a character device or fifo is no file to be replaced: it is opened at
 * once and written to directly, without any of the promises above.
 */
#define _GNU_SOURCE
#include "stream/file_sink.h"

#include "core/alloc.h"
#include "core/error.h"
#include "core/rng.h"
#include "stream/fd.h"
#include "stream/target.h"

#include <errno.h>
#include <fcntl.h>
#include <keybraid/stream.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define TEMP_PREFIX     ".keybraid-"
#define TEMP_SUFFIX     ".tmp"
#define TEMP_HEX_DIGITS 32
#define TEMP_NAME_BYTES 48
#define PENDING_COUNT   16

/* The temporary names that exist now, for the signal handler. A slot is taken, filled,
 * then published as live; only live ones are read. */
enum { SLOT_FREE, SLOT_TAKEN, SLOT_LIVE };
static struct {
    atomic_int state;
    int dir_fd;
    char name[TEMP_NAME_BYTES];
} pending[PENDING_COUNT];

static atomic_int named_is_forced;

typedef struct file_sink {
    kb_target target;
    int fd;
    mode_t mode;
    bool is_new_only;
    kb_file_sink_check check; /* NULL for none */
    void *check_self;
    int slot;                   /* in pending, -1 for none */
    char temp[TEMP_NAME_BYTES]; /* empty while the file has no temporary name */
    char path[];                /* as given, for error texts */
} file_sink;

void kb_file_sink_abandon_all(void) {
    for (int i = 0; i < PENDING_COUNT; i++) {
        if (atomic_load(&pending[i].state) == SLOT_LIVE) {
            (void)unlinkat(pending[i].dir_fd, pending[i].name, 0);
        }
    }
}

void kb_file_sink_force_named(int force) {
    atomic_store(&named_is_forced, force);
}

/* Chooses a temporary name and makes it known before it exists: removing a name that is
 * not there does no harm. */
static kb_status choose_temp(file_sink *sink) {
    uint8_t random[16];
    KB_TRY(kb_rng_bytes(random, sizeof random));
    int n = snprintf(sink->temp, sizeof sink->temp, TEMP_PREFIX);
    for (size_t i = 0; i < sizeof random; i++) {
        n += snprintf(sink->temp + n, sizeof sink->temp - (size_t)n, "%02x", random[i]);
    }
    (void)snprintf(sink->temp + n, sizeof sink->temp - (size_t)n, TEMP_SUFFIX);
    for (int i = 0; i < PENDING_COUNT; i++) {
        int expected = SLOT_FREE;
        if (atomic_compare_exchange_strong(&pending[i].state, &expected, SLOT_TAKEN)) {
            pending[i].dir_fd = sink->target.dir_fd;
            memcpy(pending[i].name, sink->temp, sizeof sink->temp);
            atomic_store(&pending[i].state, SLOT_LIVE);
            sink->slot = i;
            break;
        }
    }
    return KB_OK;
}

/* The temporary name is gone: renamed, removed or never made. */
static void forget_temp(file_sink *sink) {
    if (sink->slot >= 0) {
        atomic_store(&pending[sink->slot].state, SLOT_FREE);
        sink->slot = -1;
    }
    sink->temp[0] = '\0';
}

static void remove_temp(file_sink *sink) {
    if (sink->temp[0] != '\0') {
        (void)unlinkat(sink->target.dir_fd, sink->temp, 0);
        forget_temp(sink);
    }
}

static void file_sink_free(void *self) {
    file_sink *sink = self;
    remove_temp(sink);
    if (sink->fd >= 0) {
        (void)close(sink->fd);
    }
    kb_target_close(&sink->target);
    kb_free(sink);
}

static void proc_path(char out[32], int fd) {
    (void)snprintf(out, 32, "/proc/self/fd/%d", fd);
}

/* Opens a file without a name; false where that does not work. A name is given to it
 * through /proc, so that must be there. */
static bool open_unnamed(file_sink *sink, mode_t mode) {
    if (atomic_load(&named_is_forced)) {
        return false;
    }
    int fd = openat(sink->target.dir_fd, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (fd < 0) {
        return false;
    }
    char proc[32];
    proc_path(proc, fd);
    if (access(proc, F_OK) != 0) {
        (void)close(fd);
        return false;
    }
    sink->fd = fd;
    return true;
}

/* Makes the file under a temporary name and locks it, so that nobody takes it for the
 * leftover of a killed process. */
static kb_status open_named(file_sink *sink, mode_t mode) {
    for (;;) {
        struct stat st;
        KB_TRY(choose_temp(sink));
        sink->fd = openat(sink->target.dir_fd, sink->temp,
                          O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, mode);
        if (sink->fd < 0) {
            forget_temp(sink);
            return KB_FAIL_IO(sink->path, "making a file in its folder");
        }
        /* Without locks nothing is ever taken for a leftover. */
        (void)flock(sink->fd, LOCK_EX);
        if (fstat(sink->fd, &st) != 0 || st.st_nlink != 0) {
            return KB_OK; /* a failure shows in the next fstat */
        }
        /* It was removed as a leftover between its making and the lock. */
        (void)close(sink->fd);
        sink->fd = -1;
        forget_temp(sink);
    }
}

/* Opens the file and leaves in sink->mode what it is to have in the end; until then it
 * is 0600. */
static kb_status open_temp(file_sink *sink) {
    bool is_replacing = sink->target.kind == KB_TARGET_FILE;
    /* Created with the mode asked for, the kernel takes the umask off, and that is the
     * only way to learn it without changing it for other threads. */
    mode_t mode = is_replacing ? 0600 : sink->mode;
    if (open_unnamed(sink, mode)) {
        (void)flock(sink->fd, LOCK_EX | LOCK_NB); /* it may get a temporary name later */
    } else {
        KB_TRY(open_named(sink, mode));
    }
    struct stat st;
    if (fstat(sink->fd, &st) != 0 || fchmod(sink->fd, 0600) != 0) {
        return KB_FAIL_IO(sink->path, "setting the mode");
    }
    sink->mode = (is_replacing ? sink->target.st.st_mode : st.st_mode) & 0777;
    return KB_OK;
}

static kb_status file_sink_feed(void *self, const uint8_t *data, size_t len) {
    const file_sink *sink = self;
    return kb_fd_write(sink->fd, data, len, sink->path);
}

static kb_status set_owner_and_mode(file_sink *sink) {
    const struct stat *old = &sink->target.st;
    struct stat st;
    if (fstat(sink->fd, &st) != 0) {
        return KB_FAIL_IO(sink->path, "setting the mode");
    }
    if (sink->target.kind == KB_TARGET_FILE &&
        (old->st_uid != st.st_uid || old->st_gid != st.st_gid) &&
        fchown(sink->fd, old->st_uid, old->st_gid) != 0 &&
        fchown(sink->fd, (uid_t)-1, old->st_gid) != 0) {
        sink->mode &= 0707;
    }
    return fchmod(sink->fd, sink->mode) == 0 ? KB_OK
                                             : KB_FAIL_IO(sink->path, "setting the mode");
}

/* Gives a file without a name the name `name` in the target's folder. */
static int link_unnamed(const file_sink *sink, const char *name) {
    char proc[32];
    proc_path(proc, sink->fd);
    return linkat(AT_FDCWD, proc, sink->target.dir_fd, name, AT_SYMLINK_FOLLOW);
}

static kb_status place_replacing(file_sink *sink) {
    int dir = sink->target.dir_fd;
    if (sink->temp[0] == '\0') {
        KB_TRY(choose_temp(sink));
        if (link_unnamed(sink, sink->temp) != 0) {
            return KB_FAIL_IO(sink->path, "naming the file");
        }
    }
    if (renameat(dir, sink->temp, dir, sink->target.base) != 0) {
        return KB_FAIL_IO(sink->path, "renaming the file");
    }
    forget_temp(sink);
    return KB_OK;
}

static kb_status place_new(file_sink *sink) {
    int dir = sink->target.dir_fd;
    const char *base = sink->target.base;
    int failed;
    if (sink->temp[0] == '\0') {
        failed = link_unnamed(sink, base);
    } else {
        failed = renameat2(dir, sink->temp, dir, base, RENAME_NOREPLACE);
        if (failed && (errno == EINVAL || errno == ENOSYS)) {
            /* The temporary name is the second one then and goes with the sink. */
            failed = linkat(dir, sink->temp, dir, base, 0);
        } else if (!failed) {
            forget_temp(sink);
        }
    }
    if (failed && errno == EEXIST) {
        return KB_FAIL(KB_ERR_FILE_EXISTS, "%s", kb_fd_short_path(sink->path));
    }
    if (failed) {
        return KB_FAIL_IO(sink->path, "naming the file");
    }
    remove_temp(sink);
    return KB_OK;
}

/* Lets the check read the file through the descriptor it was written with: no name leads
 * to it yet. */
static kb_status check_written(const file_sink *sink) {
    kb_source *written = NULL;
    if (lseek(sink->fd, 0, SEEK_SET) != 0) {
        return KB_FAIL_IO(sink->path, "going back in the file");
    }
    KB_TRY(kb_source_from_fd(&written, sink->fd));
    kb_status status = sink->check(sink->check_self, written);
    kb_source_free(written);
    return status;
}

static kb_status file_sink_finish(void *self) {
    file_sink *sink = self;
    if (sink->target.kind == KB_TARGET_DIRECT) {
        return KB_OK;
    }
    KB_TRY(set_owner_and_mode(sink));
    if (kb_fd_sync(sink->fd) != 0) {
        return KB_FAIL_IO(sink->path, "syncing");
    }
    if (sink->check != NULL) {
        KB_TRY(check_written(sink));
    }
    KB_TRY(sink->is_new_only ? place_new(sink) : place_replacing(sink));
    /* Some file systems cannot sync a folder and say EINVAL. */
    if (kb_fd_sync(sink->target.dir_fd) != 0 && errno != EINVAL) {
        return KB_FAIL_IO(sink->path, "syncing the folder");
    }
    return KB_OK;
}

static const kb_stream_ops file_sink_ops = {file_sink_feed, file_sink_finish,
                                            file_sink_free};

static kb_status open_sink(file_sink *sink, int dir_fd) {
    if (dir_fd >= 0) {
        KB_TRY(kb_target_open_at(&sink->target, dir_fd, sink->path));
    } else {
        KB_TRY(kb_target_open(&sink->target, sink->path, !sink->is_new_only));
    }
    if (sink->target.kind != KB_TARGET_DIRECT) {
        return open_temp(sink);
    }
    if (sink->check != NULL) {
        return KB_FAIL(KB_ERR_IO, "%s: not a regular file", kb_fd_short_path(sink->path));
    }
    sink->fd = kb_fd_open(sink->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return sink->fd >= 0 ? KB_OK : KB_FAIL_IO(sink->path, "opening");
}

/* path is a name in the folder dir_fd when that is not -1. */
static kb_status sink_new(kb_stream **out, int dir_fd, const char *path, unsigned mode,
                          bool is_new_only, kb_file_sink_check check, void *check_self) {
    if (out == NULL || path == NULL || (mode & ~0777U) != 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "path or mode of a file");
    }
    size_t len = strlen(path);
    file_sink *sink = kb_malloc(sizeof *sink + len + 1);
    if (sink == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *sink + len + 1);
    }
    *sink = (file_sink){.target = {.dir_fd = -1},
                        .fd = -1,
                        .mode = (mode_t)mode,
                        .is_new_only = is_new_only,
                        .check = check,
                        .check_self = check_self,
                        .slot = -1};
    memcpy(sink->path, path, len + 1);
    kb_status status = open_sink(sink, dir_fd);
    if (status == KB_OK) {
        status = kb_stream_new(out, &file_sink_ops, sink);
    }
    if (status != KB_OK) {
        file_sink_free(sink);
    }
    return status;
}

kb_status kb_stream_to_file(kb_stream **out, const char *path, unsigned mode) {
    return sink_new(out, -1, path, mode, false, NULL, NULL);
}

kb_status kb_stream_to_new_file(kb_stream **out, const char *path, unsigned mode) {
    return sink_new(out, -1, path, mode, true, NULL, NULL);
}

kb_status kb_file_sink_checked_new(kb_stream **out, const char *path, unsigned mode,
                                   kb_file_sink_check check, void *self) {
    return sink_new(out, -1, path, mode, false, check, self);
}

kb_status kb_file_sink_checked_at(kb_stream **out, int dir_fd, const char *name,
                                  kb_file_sink_check check, void *self) {
    if (dir_fd < 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "folder %d", dir_fd);
    }
    return sink_new(out, dir_fd, name, 0600, false, check, self);
}

bool kb_file_sink_is_temp_name(const char *name) {
    const size_t prefix = sizeof TEMP_PREFIX - 1;
    return strncmp(name, TEMP_PREFIX, prefix) == 0 &&
           strspn(name + prefix, "0123456789abcdef") == TEMP_HEX_DIGITS &&
           strcmp(name + prefix + TEMP_HEX_DIGITS, TEMP_SUFFIX) == 0;
}

bool kb_file_sink_remove_stale(int dir_fd, const char *name) {
    struct stat st;
    bool is_removed = false;
    if (!kb_file_sink_is_temp_name(name)) {
        return false;
    }
    int fd =
        openat(dir_fd, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
        flock(fd, LOCK_EX | LOCK_NB) == 0) {
        is_removed = unlinkat(dir_fd, name, 0) == 0;
    }
    (void)close(fd);
    return is_removed;
}
