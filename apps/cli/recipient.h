/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What -r names: a key of the store or the file of a public JWK. */
#ifndef KB_CLI_RECIPIENT_H
#define KB_CLI_RECIPIENT_H

#include <keybraid/jwe.h>
#include <keybraid/key.h>
#include <keybraid/keystore.h>

#include "args.h"

/* Whether -r names a file: it has a slash in it or ends in ".jwk". */
bool kb_cli_recipient_is_file(const char *name);

/* Reads a key file (JWK, PEM, DER) for a use, "enc" or "sig"; of a private key only the public part
 * is kept, with a warning. */
KB_MUST_USE kb_status kb_cli_recipient_from_file(kb_key **out, const char *path,
                                                 const char *use);

/* Warns when a file with a private key may be read by others than its owner. */
void kb_cli_warn_readable(const char *path);

/* What the -r of a command line are, all of one kind. All zero: none. */
typedef struct kb_cli_recipients {
    const char *const *name; /* as given */
    kb_key *key[KB_CLI_RECIPIENTS_MAX];
    size_t count;
    bool is_wrap; /* keys for several recipients (+A256KW) */
} kb_cli_recipients;

/* Checks that there is one at least. */
KB_MUST_USE kb_status kb_cli_recipients_check(const kb_cli_args *args);

/* Whether one of them is a name, which needs the store. */
bool kb_cli_recipients_need_store(const kb_cli_args *args);

/*
 * Reads the keys, from files and from the store, which may be NULL when no name needs it.
 * Nothing is counted.
 *
 * Refuses, naming the key: one that content cannot be encrypted to, that policy refuses, or
 * that is for one recipient only where there are several, or must_wrap says so
 * (KB_ERR_POLICY); one that is there twice (KB_ERR_ARGUMENT).
 */
KB_MUST_USE kb_status kb_cli_recipients_load(kb_cli_recipients *out, kb_keystore *store,
                                             const kb_cli_args *args, bool must_wrap);

/* Counts one use of each key of the store. What fails after the first may have counted
 * uses that do not happen. KB_ERR_BUSY: a key was rotated since it was loaded. */
KB_MUST_USE kb_status kb_cli_recipients_use(const kb_cli_recipients *recipients,
                                            kb_keystore *store);

/* Sets the recipients of an encryption, which must not outlive them. */
void kb_cli_recipients_set(kb_jwe_encrypt_options *options,
                           const kb_cli_recipients *recipients);

/*
 * Finds a key that opens what was written: one of the recipients with its private part in
 * the unlocked store. *out is the store's, NULL when there is none.
 */
KB_MUST_USE kb_status kb_cli_recipients_held(const kb_key **out,
                                             const kb_cli_recipients *recipients,
                                             kb_keyring ring);

void kb_cli_recipients_free(kb_cli_recipients *recipients);

#endif
