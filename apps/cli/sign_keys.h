/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The one or two keys of sign and verify. */
#ifndef KB_CLI_SIGN_KEYS_H
#define KB_CLI_SIGN_KEYS_H

#include "args.h"

#include <keybraid/jws.h>
#include <keybraid/key.h>
#include <keybraid/keystore.h>

typedef struct kb_cli_sign_keys {
    size_t count;
    const char *name[KB_JWS_KEYS_MAX]; /* as given with -k */
    kb_key *key[KB_JWS_KEYS_MAX];      /* owned */
    kb_jws_key jws[KB_JWS_KEYS_MAX];   /* pointing into them */
} kb_cli_sign_keys;

/* Checks the options that both verbs have in common: -k, --jws, --raw, --context. */
KB_MUST_USE kb_status kb_cli_sign_check(const kb_cli_args *args);

/* Gets the private keys from an unlocked store, counting one use of each, and the threads
 * of --jobs, which kb_cli_jobs_check has checked. */
KB_MUST_USE kb_status kb_cli_sign_keys_private(kb_cli_sign_keys *out,
                                               const kb_cli_args *args,
                                               kb_keystore *store);
/* Gets the public keys, from files or from the store of args, which is opened when needed.
 * Of a name in the store the version is taken that the signature is of, so that rotation does not
 * strand what was signed before; info is NULL when the signature names no key. */
KB_MUST_USE kb_status kb_cli_sign_keys_public(kb_cli_sign_keys *out,
                                              const kb_cli_args *args,
                                              const kb_jws_info *info);
void kb_cli_sign_keys_free(kb_cli_sign_keys *keys);

#endif
