/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The handle: open, unlock, close; reading keys and the list. */
#include <keybraid/keystore.h>

#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "keystore/rows.h"
#include "keystore/schema.h"
#include "keystore/verify.h"
#include "stream/fd.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

kb_status kb_store_check_unlocked(const kb_keystore *store) {
    if (store == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no keystore");
    }
    if (store->keys == NULL) {
        return KB_FAIL(KB_ERR_STATE, "the keystore is locked");
    }
    return KB_OK;
}

/* With stat, not by opening: closing a descriptor of the file would drop the locks that
 * another handle of this process holds on it. */
static kb_status check_file(const char *path) {
    struct stat st;
    if (stat(path, &st) != 0) {
        return errno == ENOENT || errno == ENOTDIR
                   ? KB_FAIL(KB_ERR_NO_STORE, "%s", kb_fd_short_path(path))
                   : KB_FAIL_IO(path, "opening");
    }
    if (!S_ISREG(st.st_mode)) {
        return KB_FAIL(KB_ERR_STORE, "%s is not a file", kb_fd_short_path(path));
    }
    return kb_lock_check_mode(path, st.st_mode);
}

static kb_status open_store(kb_keystore *store) {
    KB_TRY(check_file(store->path));
    KB_TRY(kb_db_open(&store->db, store->path));
    KB_TRY(kb_schema_check(store->db));
    return kb_lock_read(store->db, &store->meta);
}

kb_status kb_keystore_open(kb_keystore **out, const char *path) {
    if (out == NULL || path == NULL || path[0] == '\0') {
        return KB_FAIL(KB_ERR_ARGUMENT, "no path");
    }
    size_t len = strlen(path);
    kb_keystore *store = kb_malloc(sizeof *store);
    char *copy = kb_malloc(len + 1);
    if (store == NULL || copy == NULL) {
        kb_free(store);
        kb_free(copy);
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *store + len + 1);
    }
    memcpy(copy, path, len + 1);
    *store = (kb_keystore){.path = copy};
    kb_status status = open_store(store);
    if (status != KB_OK) {
        /* The texts of these name the path already, or have no need of it. */
        if (status == KB_ERR_STORE || status == KB_ERR_UNSUPPORTED ||
            status == KB_ERR_BUSY) {
            (void)kb_error_prefix(status, "%s", kb_fd_short_path(path));
        }
        kb_keystore_close(store);
        return status;
    }
    *out = store;
    return KB_OK;
}

void kb_keystore_close(kb_keystore *store) {
    if (store == NULL) {
        return;
    }
    for (kb_loaded_key *next, *loaded = store->loaded; loaded != NULL; loaded = next) {
        next = loaded->next;
        kb_key_free(loaded->key);
        kb_free(loaded);
    }
    kb_secret_free(store->keys);
    (void)sqlite3_close(store->db);
    kb_free(store->path);
    kb_free(store);
}

kb_keystore_lock kb_keystore_lock_kind(const kb_keystore *store) {
    return store->meta.lock;
}

static kb_status open_lock(const kb_keystore *store, const kb_secret *passphrase,
                           kb_secret **keys) {
    if (store->meta.lock == KB_KEYSTORE_PASSPHRASE) {
        if (passphrase == NULL || kb_secret_len(passphrase) > KB_PASSPHRASE_MAX_BYTES) {
            return KB_FAIL(KB_ERR_PASSPHRASE, "a pass-phrase of 1 to %d bytes is needed",
                           KB_PASSPHRASE_MAX_BYTES);
        }
        return kb_lock_open(&store->meta, passphrase, keys);
    }
    if (passphrase != NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "this keystore opens with a key file");
    }
    KB_SECRET_HANDLE bytes = NULL;
    char *key_path = NULL;
    KB_TRY(kb_lock_key_path(&key_path, store->path));
    kb_status status = kb_lock_read_key_file(&bytes, key_path);
    if (status == KB_OK) {
        status = kb_lock_open(&store->meta, bytes, keys);
    }
    kb_free(key_path);
    return status;
}

kb_status kb_keystore_unlock(kb_keystore *store, const kb_secret *passphrase) {
    if (store == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no keystore");
    }
    if (store->keys != NULL) {
        return KB_OK;
    }
    KB_TRY(open_lock(store, passphrase, &store->keys));
    kb_status status = kb_verify_all(store);
    if (status != KB_OK) {
        kb_secret_free(store->keys);
        store->keys = NULL;
    }
    return status;
}

typedef struct lister {
    kb_status (*each)(void *self, const kb_key_entry *entry);
    void *self;
} lister;

static kb_status list_row(void *self, const kb_record *record) {
    const lister *l = self;
    static const char digits[] = "0123456789abcdef";
    char id[KB_KEY_ID_TEXT_BYTES];
    for (size_t i = 0; i < KB_KEY_ID_BYTES; i++) {
        id[2 * i] = digits[record->key_id[i] >> 4];
        id[2 * i + 1] = digits[record->key_id[i] & 15];
    }
    id[sizeof id - 1] = '\0';
    const kb_key_entry entry = {
        .name = record->name,
        .id = id,
        .version = record->version,
        .state = record->state,
        .alg = record->alg,
        .kid = record->kid,
        .has_private = kb_record_has_private(record),
        .created_s = record->created_s,
        .limits = record->limits,
        .uses = record->uses,
    };
    return l->each(l->self, &entry);
}

kb_status kb_keystore_list(kb_keystore *store, const char *name,
                           kb_status (*each)(void *self, const kb_key_entry *entry),
                           void *self) {
    if (store == NULL || each == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "nothing to list");
    }
    lister l = {each, self};
    size_t seen = 0;
    bool began;
    KB_TRY(kb_db_begin_read(store->db, &began));
    kb_status status = kb_rows_each(store, name, list_row, &l, &seen);
    if (status == KB_OK && seen == 0 && name != NULL) {
        status = KB_FAIL(KB_ERR_NO_KEY, "no key is named %.64s", name);
    }
    return began ? kb_db_end(store->db, status) : status;
}

kb_status kb_keystore_public(kb_keystore *store, const char *name, unsigned version,
                             kb_key **out) {
    if (store == NULL || name == NULL || out == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no keystore or no name");
    }
    kb_record record = {.row = 0};
    kb_status status = kb_rows_find(store, name, version, &record);
    if (status == KB_OK) {
        status = kb_record_public(&record, out);
    }
    kb_record_clear(&record);
    return status;
}

kb_status kb_keystore_private(kb_keystore *store, const char *name, unsigned version,
                              kb_key **out) {
    KB_TRY(kb_store_check_unlocked(store));
    if (name == NULL || out == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no name");
    }
    kb_record record = {.row = 0};
    kb_status status = kb_rows_find(store, name, version, &record);
    if (status == KB_OK) {
        status = kb_record_private(store, &record, out);
    }
    kb_record_clear(&record);
    return status;
}
