/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The lock of a store: Argon2id (RFC 9106) or a key file, the wrapped store key, derived
 * keys.
 *
 * Three failures are kept apart: a row whose unkeyed checksum does not fit was damaged
 * (KB_ERR_STORE); with a row that is whole, a tag that does not fit means another
 * pass-phrase or key file (KB_ERR_PASSPHRASE). Somebody who alters the row on purpose
 * can make the checksum fit; that then looks like a wrong pass-phrase, and opens nothing.
 */
#include "keystore/lock.h"

#include "core/alloc.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "keystore/pack.h"
#include "stream/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <keybraid/kdf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What new stores use, and what a file may ask for: an altered file must not cost hours
 * or all memory, and not make the pass-phrase cheap to try either. */
#define KDF_KIB        (64U * 1024)
#define KDF_PASSES     3U
#define KDF_KIB_MIN    (8U * 1024)
#define KDF_KIB_MAX    (1024U * 1024)
#define KDF_PASSES_MIN 1U
#define KDF_PASSES_MAX 16U

static const char label_store_key[] = "keybraid keystore 1 store key";
static const char label_key_file[] = "keybraid keystore 1 key file";
static const char label_wrap[] = "keybraid keystore 1 private parts";
static const char label_mac[] = "keybraid keystore 1 rows";
static const char label_checksum[] = "keybraid keystore 1 checksum";

static kb_status pack_parameters(kb_buffer *out, const kb_meta *meta, const char *label) {
    KB_TRY(kb_pack_text(out, label));
    KB_TRY(kb_pack_bytes(out, meta->store_id, sizeof meta->store_id));
    KB_TRY(kb_pack_u64(out, (uint64_t)meta->lock));
    KB_TRY(kb_pack_u64(out, meta->kdf_kib));
    KB_TRY(kb_pack_u64(out, meta->kdf_passes));
    return kb_pack_bytes(out, meta->salt, sizeof meta->salt);
}

static kb_status checksum(uint8_t out[KB_SHA256_BYTES], const kb_meta *meta) {
    kb_buffer packed = {NULL, 0, 0};
    kb_status status = pack_parameters(&packed, meta, label_checksum);
    if (status == KB_OK) {
        status = kb_pack_bytes(&packed, meta->wrapped, sizeof meta->wrapped);
    }
    if (status == KB_OK) {
        status = kb_sha256(out, packed.data, packed.len);
    }
    kb_buffer_free(&packed);
    return status;
}

/* The key that wraps the store key. */
static kb_status opener_key(uint8_t out[KB_STORE_KEY_BYTES], const kb_meta *meta,
                            const kb_secret *opener) {
    if (meta->lock == KB_KEYSTORE_PASSPHRASE) {
        return kb_passphrase_key(out, opener, meta->salt, meta->kdf_kib,
                                 meta->kdf_passes);
    }
    return kb_hkdf(KB_HASH_SHA256, out, KB_STORE_KEY_BYTES, meta->salt, sizeof meta->salt,
                   kb_secret_bytes(opener), kb_secret_len(opener), label_key_file,
                   sizeof label_key_file - 1);
}

_Static_assert(KB_PASSPHRASE_KEY_BYTES == KB_STORE_KEY_BYTES, "opener_key");

static kb_status derive(kb_secret **out, const kb_meta *meta,
                        const uint8_t store_key[KB_STORE_KEY_BYTES]) {
    KB_SECRET_HANDLE secret = NULL;
    KB_TRY(kb_secret_new(&secret, sizeof(kb_store_keys)));
    kb_store_keys *keys = (kb_store_keys *)kb_secret_data(secret);
    KB_TRY(kb_hkdf(KB_HASH_SHA256, keys->wrap, sizeof keys->wrap, meta->store_id,
                   sizeof meta->store_id, store_key, KB_STORE_KEY_BYTES, label_wrap,
                   sizeof label_wrap - 1));
    KB_TRY(kb_hkdf(KB_HASH_SHA256, keys->mac, sizeof keys->mac, meta->store_id,
                   sizeof meta->store_id, store_key, KB_STORE_KEY_BYTES, label_mac,
                   sizeof label_mac - 1));
    *out = secret;
    secret = NULL;
    return KB_OK;
}

kb_status kb_lock_new(kb_meta *meta, kb_keystore_lock lock, const kb_secret *opener,
                      kb_secret **keys) {
    bool has_kdf = lock == KB_KEYSTORE_PASSPHRASE;
    kb_meta made = {.lock = lock,
                    .kdf_kib = has_kdf ? KDF_KIB : 0,
                    .kdf_passes = has_kdf ? KDF_PASSES : 0};
    KB_SECRET_LOCAL(store_key, KB_STORE_KEY_BYTES);
    KB_SECRET_LOCAL(key, KB_STORE_KEY_BYTES);
    KB_TRY(kb_rng_bytes(made.store_id, sizeof made.store_id));
    KB_TRY(kb_rng_bytes(made.salt, sizeof made.salt));
    KB_TRY(kb_rng_bytes(made.wrapped, KB_AEAD_NONCE_BYTES));
    KB_TRY(kb_rng_bytes(store_key, sizeof store_key));
    KB_TRY(opener_key(key, &made, opener));
    kb_buffer aad = {NULL, 0, 0};
    kb_status status = pack_parameters(&aad, &made, label_store_key);
    if (status == KB_OK) {
        status = kb_aead_seal(made.wrapped + KB_AEAD_NONCE_BYTES, key, made.wrapped,
                              aad.data, aad.len, store_key, sizeof store_key);
    }
    kb_buffer_free(&aad);
    KB_TRY(status);
    KB_TRY(derive(keys, &made, store_key));
    *meta = made;
    return KB_OK;
}

kb_status kb_lock_open(const kb_meta *meta, const kb_secret *opener, kb_secret **keys) {
    KB_SECRET_LOCAL(store_key, KB_STORE_KEY_BYTES);
    KB_SECRET_LOCAL(key, KB_STORE_KEY_BYTES);
    KB_TRY(opener_key(key, meta, opener));
    kb_buffer aad = {NULL, 0, 0};
    kb_status status = pack_parameters(&aad, meta, label_store_key);
    if (status == KB_OK) {
        status = kb_aead_open(store_key, key, meta->wrapped, aad.data, aad.len,
                              meta->wrapped + KB_AEAD_NONCE_BYTES,
                              sizeof meta->wrapped - KB_AEAD_NONCE_BYTES);
    }
    kb_buffer_free(&aad);
    if (status == KB_ERR_AUTH) {
        return KB_FAIL(KB_ERR_PASSPHRASE, meta->lock == KB_KEYSTORE_KEY_FILE
                                              ? "the key file belongs to another keystore"
                                              : "wrong pass-phrase");
    }
    KB_TRY(status);
    return derive(keys, meta, store_key);
}

static kb_status check_bounds(const kb_meta *meta) {
    if (meta->lock == KB_KEYSTORE_KEY_FILE) {
        return meta->kdf_kib == 0 && meta->kdf_passes == 0
                   ? KB_OK
                   : KB_FAIL(KB_ERR_STORE, "Argon2id parameters beside a key file");
    }
    if (meta->kdf_kib < KDF_KIB_MIN || meta->kdf_kib > KDF_KIB_MAX ||
        meta->kdf_passes < KDF_PASSES_MIN || meta->kdf_passes > KDF_PASSES_MAX) {
        return KB_FAIL(KB_ERR_STORE,
                       "Argon2id with %u KiB and %u passes is out of bounds",
                       meta->kdf_kib, meta->kdf_passes);
    }
    return KB_OK;
}

kb_status kb_lock_read(sqlite3 *db, kb_meta *meta) {
    KB_DB_STATEMENT query = NULL;
    bool has_row;
    KB_TRY(kb_db_prepare(db, &query,
                         "SELECT store_id, lock, kdf_kib, kdf_passes, salt, wrapped_key, "
                         "checksum FROM meta"));
    KB_TRY(kb_db_step(db, query, &has_row));
    if (!has_row) {
        return KB_FAIL(KB_ERR_STORE, "the row of the lock is missing");
    }
    kb_meta read = {.lock = KB_KEYSTORE_PASSPHRASE};
    int64_t lock, kib, passes;
    uint8_t stored[KB_SHA256_BYTES], computed[KB_SHA256_BYTES];
    KB_TRY(kb_db_blob(query, 0, read.store_id, sizeof read.store_id));
    KB_TRY(kb_db_int(query, 1, KB_KEYSTORE_PASSPHRASE, KB_KEYSTORE_KEY_FILE, &lock));
    KB_TRY(kb_db_int(query, 2, 0, KDF_KIB_MAX, &kib));
    KB_TRY(kb_db_int(query, 3, 0, KDF_PASSES_MAX, &passes));
    KB_TRY(kb_db_blob(query, 4, read.salt, sizeof read.salt));
    KB_TRY(kb_db_blob(query, 5, read.wrapped, sizeof read.wrapped));
    KB_TRY(kb_db_blob(query, 6, stored, sizeof stored));
    read.lock = (kb_keystore_lock)lock;
    read.kdf_kib = (uint32_t)kib;
    read.kdf_passes = (uint32_t)passes;
    KB_TRY(check_bounds(&read));
    KB_TRY(checksum(computed, &read));
    if (!kb_ct_eq(stored, computed, sizeof stored)) {
        return KB_FAIL(KB_ERR_STORE, "the checksum of the lock does not fit");
    }
    *meta = read;
    return KB_OK;
}

kb_status kb_lock_write(sqlite3 *db, const kb_meta *meta) {
    uint8_t sum[KB_SHA256_BYTES];
    KB_TRY(checksum(sum, meta));
    KB_DB_STATEMENT insert = NULL;
    KB_TRY(
        kb_db_prepare(db, &insert,
                      "INSERT INTO meta(id, store_id, lock, kdf_kib, kdf_passes, salt, "
                      "wrapped_key, checksum, generation, list_mac) "
                      "VALUES(1, ?, ?, ?, ?, ?, ?, ?, 0, x'')"));
    (void)sqlite3_bind_blob(insert, 1, meta->store_id, sizeof meta->store_id,
                            SQLITE_STATIC);
    (void)sqlite3_bind_int(insert, 2, (int)meta->lock);
    (void)sqlite3_bind_int64(insert, 3, meta->kdf_kib);
    (void)sqlite3_bind_int64(insert, 4, meta->kdf_passes);
    (void)sqlite3_bind_blob(insert, 5, meta->salt, sizeof meta->salt, SQLITE_STATIC);
    (void)sqlite3_bind_blob(insert, 6, meta->wrapped, sizeof meta->wrapped,
                            SQLITE_STATIC);
    (void)sqlite3_bind_blob(insert, 7, sum, sizeof sum, SQLITE_STATIC);
    return kb_db_run(db, insert);
}

kb_status kb_lock_key_path(char **out, const char *path) {
    static const char suffix[] = ".key";
    size_t len = strlen(path);
    char *made = kb_malloc(len + sizeof suffix);
    if (made == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", len + sizeof suffix);
    }
    memcpy(made, path, len);
    memcpy(made + len, suffix, sizeof suffix);
    *out = made;
    return KB_OK;
}

kb_status kb_lock_check_mode(const char *path, unsigned mode) {
    if ((mode & 077) != 0) {
        return KB_FAIL(KB_ERR_POLICY,
                       "%s has mode %04o: others may use it; chmod 600 it first",
                       kb_fd_short_path(path), mode & 07777);
    }
    return KB_OK;
}

static kb_status read_key_bytes(uint8_t out[KB_STORE_KEY_BYTES], int fd,
                                const char *path) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return KB_FAIL_IO(path, "reading the key file");
    }
    if (!S_ISREG(st.st_mode)) {
        return KB_FAIL(KB_ERR_STORE, "%s is not a file", kb_fd_short_path(path));
    }
    KB_TRY(kb_lock_check_mode(path, st.st_mode));
    if (st.st_size != KB_STORE_KEY_BYTES) {
        return KB_FAIL(KB_ERR_STORE, "%s has %lld bytes, a key file has %d",
                       kb_fd_short_path(path), (long long)st.st_size, KB_STORE_KEY_BYTES);
    }
    for (size_t have = 0, got; have < KB_STORE_KEY_BYTES; have += got) {
        KB_TRY(kb_fd_read(fd, out + have, KB_STORE_KEY_BYTES - have, &got, path));
        if (got == 0) {
            return KB_FAIL(KB_ERR_STORE, "%s ends early", kb_fd_short_path(path));
        }
    }
    return KB_OK;
}

kb_status kb_lock_read_key_file(kb_secret **out, const char *path) {
    KB_SECRET_HANDLE bytes = NULL;
    KB_TRY(kb_secret_new(&bytes, KB_STORE_KEY_BYTES));
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0) {
        return errno == ENOENT ? KB_FAIL(KB_ERR_NO_STORE, "key file %s is missing",
                                         kb_fd_short_path(path))
                               : KB_FAIL_IO(path, "opening the key file");
    }
    kb_status status = read_key_bytes(kb_secret_data(bytes), fd, path);
    (void)close(fd);
    if (status == KB_OK) {
        *out = bytes;
        bytes = NULL;
    }
    return status;
}
