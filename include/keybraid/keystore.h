/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The keystore: named keys with versions, private parts wrapped, uses counted durably.
 *
 * A key has a stable name and id. Its versions are numbered from 1; exactly one is
 * primary (encrypts and decrypts), the others are retired (decrypt only). One SQLite
 * file, mode 0600.
 *
 * Listing and exporting public parts need no unlocking; they show what the file says, and
 * only an unlocked store checks that the rows are authentic.
 *
 * Threads: a handle belongs to one thread at a time. Any number of processes may use one
 * store.
 */
#ifndef KB_KEYSTORE_H
#define KB_KEYSTORE_H

#include <keybraid/key.h>
#include <keybraid/secret.h>
#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_KEY_NAME_MAX_BYTES                                                            \
    64 /* letters, digits, '.', '_', '-'; not starting with '.' or '-' */
#define KB_KEY_ID_TEXT_BYTES 33 /* 32 hex digits and the terminator */

typedef struct kb_keystore kb_keystore;

/** How a store is protected. */
typedef enum kb_keystore_lock {
    KB_KEYSTORE_PASSPHRASE, /* Argon2id, 64 MiB, 3 passes, 1 lane */
    KB_KEYSTORE_KEY_FILE    /* 32 random bytes in a 0600 file beside it: PATH with ".key"
                               appended */
} kb_keystore_lock;

typedef enum kb_version_state { KB_VERSION_PRIMARY, KB_VERSION_RETIRED } kb_version_state;

/** Limits of a new key; zero means none. */
typedef struct kb_key_limits {
    int64_t protect_until_s; /* seconds since 1970 UTC; after it encryption is refused,
                                decryption not */
    uint64_t max_uses;       /* encryptions of one version */
} kb_key_limits;

/** A row of the list. Strings belong to the call. */
typedef struct kb_key_entry {
    const char *name;
    const char *id;
    unsigned version;
    kb_version_state state;
    const char *alg;
    const char *kid; /* thumbprint */
    bool has_private;
    int64_t created_s;
    kb_key_limits limits;
    uint64_t uses;
} kb_key_entry;

/**
 * Makes a new store; its folder must exist and be writable.
 *
 * passphrase: for KB_KEYSTORE_PASSPHRASE, 1..1024 bytes, else NULL
 * Returns: KB_OK, KB_ERR_FILE_EXISTS (store or key file), KB_ERR_IO, KB_ERR_ARGUMENT,
 * KB_ERR_RNG, KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_keystore_create(const char *path, kb_keystore_lock lock,
                                                const kb_secret *passphrase);

/** Opens an existing store, locked. KB_ERR_NO_STORE, KB_ERR_STORE (no keystore or
 * damaged), KB_ERR_IO. A file that others may read or write is refused with
 * KB_ERR_POLICY. */
KB_API KB_MUST_USE kb_status kb_keystore_open(kb_keystore **out, const char *path);
KB_API void kb_keystore_close(kb_keystore *store);
/** Returns how the store is protected. */
KB_API kb_keystore_lock kb_keystore_lock_kind(const kb_keystore *store);
/** Unlocks; passphrase is NULL for a key file. KB_ERR_PASSPHRASE, KB_ERR_NO_STORE (key
 * file missing), KB_ERR_STORE. Unlocked twice is fine. */
KB_API KB_MUST_USE kb_status kb_keystore_unlock(kb_keystore *store,
                                                const kb_secret *passphrase);

/** Adds a key as version 1 of a new name; a handle without a private part is stored as
 * public only. KB_ERR_KEY_EXISTS, KB_ERR_ARGUMENT (name), KB_ERR_STATE (locked). */
KB_API KB_MUST_USE kb_status kb_keystore_add(kb_keystore *store, const char *name,
                                             const kb_key *key, kb_key_limits limits);
/** Adds key as the new primary version of name and retires the old one, atomically. The
 * limits are those of the new version. KB_ERR_NO_KEY, KB_ERR_POLICY (a signature key in
 * the place of another or the reverse; likewise a key of mode wrap, "+A256KW"). */
KB_API KB_MUST_USE kb_status kb_keystore_rotate(kb_keystore *store, const char *name,
                                                const kb_key *key, kb_key_limits limits);
/** Calls each for every version (ordered by name, then version); name NULL for all.
 *  KB_ERR_NO_KEY for a name that is not there. */
KB_API KB_MUST_USE kb_status
kb_keystore_list(kb_keystore *store, const char *name,
                 kb_status (*each)(void *self, const kb_key_entry *entry), void *self);
/** Reads the public part of a version (0 is the primary). No unlocking needed. */
KB_API KB_MUST_USE kb_status kb_keystore_public(kb_keystore *store, const char *name,
                                                unsigned version, kb_key **out);
/** Reads a version with its private part. Unlocked stores only. */
KB_API KB_MUST_USE kb_status kb_keystore_private(kb_keystore *store, const char *name,
                                                 unsigned version, kb_key **out);

/**
 * Takes one encryption with the primary version: checks the period and the limit and
 * counts the use durably, in one transaction, before the key is given out.
 *
 * Returns: KB_OK, KB_ERR_NO_KEY, KB_ERR_EXPIRED, KB_ERR_EXHAUSTED, KB_ERR_STATE (locked),
 *          KB_ERR_STORE (row altered), KB_ERR_BUSY (another process held the store for 10
 * s) A crash after the count may count a use that did not happen, never the reverse.
 */
KB_API KB_MUST_USE kb_status kb_keystore_use(kb_keystore *store, const char *name,
                                             kb_key **out);

/** Returns a keyring over all private keys of an unlocked store; the store keeps the keys
 * that were looked up until it is closed. */
KB_API kb_keyring kb_keystore_keyring(kb_keystore *store);

#ifdef __cplusplus
}
#endif
#endif
