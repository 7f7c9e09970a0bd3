/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One file of a run: what it is, whether it is due, its re-encryption in place.
 *
 * The file is opened without following links, locked (flock) so that two runs do not work
 * on it at once, and replaced only if its name still leads to it, unchanged, when the new
 * token is complete, synced and verified.
 */
#ifndef KB_CLI_REENCRYPT_FILE_H
#define KB_CLI_REENCRYPT_FILE_H

#include "recipient.h"
#include "reencrypt_report.h"

#include <keybraid/jwe.h>
#include <stdbool.h>

/* What holds for all files of a run; read by all threads. */
typedef struct kb_cli_reencrypt_rules {
    /* The target is set; decrypt.keys is safe to be used by several threads at once. */
    kb_jwe_reencrypt_options options;
    const kb_cli_recipients *recipients; /* the target's, as in options */
    const kb_key *held;                  /* one of them with its private part, or NULL */
    bool is_dry_run;
    bool must_be_token; /* files that are none are failures */
    /* Takes one encryption with each recipient, from any thread. */
    kb_status (*take_use)(void *self);
    void *self;
} kb_cli_reencrypt_rules;

/* Works on the file `name` in an open folder; record->path is set, the rest is the
 * result. */
void kb_cli_reencrypt_file(const kb_cli_reencrypt_rules *rules, int folder,
                           const char *name, kb_cli_reencrypt_record *record);

#endif
