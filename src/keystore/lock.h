/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How a store is locked: the store key, wrapped under a pass-phrase or a key file, and
 * the keys that are derived from it.
 */
#ifndef KB_KEYSTORE_LOCK_H
#define KB_KEYSTORE_LOCK_H

#include "keystore/db.h"
#include "keystore/passphrase.h"

#include <keybraid/aead.h>
#include <keybraid/hash.h>
#include <keybraid/keystore.h>

#define KB_STORE_ID_BYTES   16
#define KB_STORE_KEY_BYTES  32
#define KB_STORE_MAC_BYTES  KB_SHA256_BYTES
#define KB_STORE_SALT_BYTES 16
#define KB_STORE_WRAPPED_BYTES                                                           \
    (KB_AEAD_NONCE_BYTES + KB_STORE_KEY_BYTES + KB_AEAD_TAG_BYTES)
#define KB_PASSPHRASE_MAX_BYTES 1024

/* The keys of an unlocked store; lives in a kb_secret. */
typedef struct kb_store_keys {
    uint8_t wrap[KB_STORE_KEY_BYTES]; /* private parts */
    uint8_t mac[KB_STORE_KEY_BYTES];  /* rows and the list of rows */
} kb_store_keys;

/* The one row of table meta, without what changes with every write. */
typedef struct kb_meta {
    uint8_t store_id[KB_STORE_ID_BYTES];
    kb_keystore_lock lock;
    uint32_t kdf_kib, kdf_passes; /* Argon2id; both 0 with a key file */
    uint8_t salt[KB_STORE_SALT_BYTES];
    uint8_t wrapped[KB_STORE_WRAPPED_BYTES]; /* nonce, ciphertext, tag */
} kb_meta;

/* Draws a store key and wraps it under the opener, a pass-phrase or the bytes of a key
 * file; *keys is set on success. */
KB_MUST_USE kb_status kb_lock_new(kb_meta *meta, kb_keystore_lock lock,
                                  const kb_secret *opener, kb_secret **keys);
/* Unwraps the store key: KB_ERR_PASSPHRASE when the opener is not the right one. */
KB_MUST_USE kb_status kb_lock_open(const kb_meta *meta, const kb_secret *opener,
                                   kb_secret **keys);

/* Reads the row and checks every length, the bounds of the Argon2id parameters and the
 * checksum: KB_ERR_STORE. */
KB_MUST_USE kb_status kb_lock_read(sqlite3 *db, kb_meta *meta);
/* Writes the row; generation and list_mac come from kb_rows_write_list. */
KB_MUST_USE kb_status kb_lock_write(sqlite3 *db, const kb_meta *meta);

/* Path of the key file of the store at path; kb_free releases it. */
KB_MUST_USE kb_status kb_lock_key_path(char **out, const char *path);
/* Reads the key file: KB_ERR_NO_STORE when it is missing, KB_ERR_POLICY when others may
 * read it, KB_ERR_STORE when it has not 32 bytes. */
KB_MUST_USE kb_status kb_lock_read_key_file(kb_secret **out, const char *path);
/* KB_ERR_POLICY when mode lets anybody but the owner in. */
KB_MUST_USE kb_status kb_lock_check_mode(const char *path, unsigned mode);

#endif
