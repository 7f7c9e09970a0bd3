/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Making a store: everything is built under temporary names in the same folder and then
 * linked to its place, so that a store is there complete or not at all.
 */
#include "core/alloc.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "keystore/rows.h"
#include "keystore/schema.h"
#include "stream/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file on its way to its place. */
typedef struct newcomer {
    const char *path;
    char temp[PATH_MAX]; /* empty when there is none */
    bool is_placed;
} newcomer;

static kb_status check_free(const char *path) {
    struct stat st;
    if (lstat(path, &st) == 0) {
        return KB_FAIL(KB_ERR_FILE_EXISTS, "%s", kb_fd_short_path(path));
    }
    return errno == ENOENT ? KB_OK : KB_FAIL_IO(path, "looking at the place");
}

/* Length of the folder part of path with its slash. */
static size_t folder_len(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Makes an empty file of mode 0600, whatever the umask, that nobody else knows of. */
static kb_status make_temp(newcomer *file, int *fd) {
    uint8_t random[16];
    KB_TRY(kb_rng_bytes(random, sizeof random));
    size_t keep = folder_len(file->path);
    static const char form[] = ".keybraid-%016llx%016llx.tmp";
    unsigned long long high, low;
    memcpy(&high, random, 8);
    memcpy(&low, random + 8, 8);
    int n = -1;
    if (keep + 64 < sizeof file->temp) {
        memcpy(file->temp, file->path, keep);
        n = snprintf(file->temp + keep, sizeof file->temp - keep, form, high, low);
    }
    if (n < 0) {
        file->temp[0] = '\0';
        errno = ENAMETOOLONG;
        return KB_FAIL_IO(file->path, "making a file in its folder");
    }
    *fd = open(file->temp, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (*fd < 0) {
        file->temp[0] = '\0';
        return KB_FAIL_IO(file->path, "making a file in its folder");
    }
    return fchmod(*fd, 0600) == 0 ? KB_OK : KB_FAIL_IO(file->path, "setting the mode");
}

static kb_status place(newcomer *file) {
    if (link(file->temp, file->path) != 0) {
        return errno == EEXIST
                   ? KB_FAIL(KB_ERR_FILE_EXISTS, "%s", kb_fd_short_path(file->path))
                   : KB_FAIL_IO(file->path, "naming the file");
    }
    file->is_placed = true;
    return KB_OK;
}

/* Removes the temporary name and, after a failure, what was placed already. */
static void clean_up(newcomer *file, bool failed) {
    if (file->temp[0] != '\0') {
        (void)unlink(file->temp);
    }
    if (failed && file->is_placed) {
        (void)unlink(file->path);
    }
}

static kb_status sync_folder(const char *path) {
    char folder[PATH_MAX];
    size_t keep = folder_len(path);
    memcpy(folder, keep == 0 ? "." : path, keep == 0 ? 1 : keep);
    folder[keep == 0 ? 1 : keep] = '\0';
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* Some file systems cannot sync a folder and say EINVAL. */
    kb_status status = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL)
                           ? KB_OK
                           : KB_FAIL_IO(path, "syncing the folder");
    if (fd >= 0) {
        (void)close(fd);
    }
    return status;
}

static kb_status write_key_file(newcomer *file, const uint8_t key[KB_STORE_KEY_BYTES]) {
    int fd = -1;
    kb_status status = make_temp(file, &fd);
    if (status == KB_OK) {
        status = kb_fd_write(fd, key, KB_STORE_KEY_BYTES, file->path);
    }
    if (status == KB_OK && fsync(fd) != 0) {
        status = KB_FAIL_IO(file->path, "syncing");
    }
    if (fd >= 0) {
        (void)close(fd);
    }
    return status;
}

static kb_status fill(kb_keystore *store) {
    KB_TRY(kb_db_begin_write(store->db));
    kb_status status = kb_schema_create(store->db);
    if (status == KB_OK) {
        status = kb_lock_write(store->db, &store->meta);
    }
    if (status == KB_OK) {
        status = kb_rows_write_list(store);
    }
    KB_TRY(kb_db_end(store->db, status));
    return kb_db_exec(store->db, "PRAGMA journal_mode = WAL");
}

static kb_status write_store(newcomer *file, kb_keystore_lock lock,
                             const kb_secret *opener) {
    int fd;
    KB_TRY(make_temp(file, &fd));
    /* Closed before SQLite opens it: closing later would drop SQLite's locks. */
    (void)close(fd);
    kb_keystore store = {.db = NULL};
    kb_status status = kb_lock_new(&store.meta, lock, opener, &store.keys);
    if (status == KB_OK) {
        status = kb_db_open(&store.db, file->temp);
    }
    if (status == KB_OK) {
        status = fill(&store);
    }
    kb_secret_free(store.keys);
    (void)sqlite3_close(store.db);
    return status;
}

/* A key file is placed before its store: a store without its key file would be no use,
 * a key file without a store does no harm. */
static kb_status create(newcomer *db, newcomer *key, kb_keystore_lock lock,
                        const kb_secret *passphrase) {
    KB_TRY(check_free(db->path));
    if (lock == KB_KEYSTORE_PASSPHRASE) {
        KB_TRY(write_store(db, lock, passphrase));
    } else {
        KB_SECRET_HANDLE bytes = NULL;
        KB_TRY(check_free(key->path));
        KB_TRY(kb_secret_new(&bytes, KB_STORE_KEY_BYTES));
        KB_TRY(kb_rng_bytes(kb_secret_data(bytes), KB_STORE_KEY_BYTES));
        KB_TRY(write_key_file(key, kb_secret_bytes(bytes)));
        KB_TRY(write_store(db, lock, bytes));
        KB_TRY(place(key));
    }
    KB_TRY(place(db));
    return sync_folder(db->path);
}

kb_status kb_keystore_create(const char *path, kb_keystore_lock lock,
                             const kb_secret *passphrase) {
    bool wants_phrase = lock == KB_KEYSTORE_PASSPHRASE;
    if (path == NULL || path[0] == '\0' ||
        (!wants_phrase && lock != KB_KEYSTORE_KEY_FILE) ||
        wants_phrase != (passphrase != NULL)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "a store needs a path and one kind of lock");
    }
    if (wants_phrase && kb_secret_len(passphrase) > KB_PASSPHRASE_MAX_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "pass-phrase of more than %d bytes",
                       KB_PASSPHRASE_MAX_BYTES);
    }
    char *key_path = NULL;
    KB_TRY(kb_lock_key_path(&key_path, path));
    newcomer db = {.path = path}, key = {.path = key_path};
    kb_status status = create(&db, &key, lock, passphrase);
    clean_up(&db, status != KB_OK);
    clean_up(&key, status != KB_OK);
    kb_free(key_path);
    return status;
}
