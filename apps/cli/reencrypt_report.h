/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What became of the files of a run: JSON lines, failures for people, the moving line, the
 * summary.
 *
 * A line of the report is one JSON object with the members path, status ("done",
 * "already", "due" in a dry run, "skipped", "failed"), from and to (kid of the old and the
 * new key; null when it is hidden or there are several), bytes (of the old token), code (such as "KB_ERR_AUTH", or null) and
 * text (why, or a remark, or null). A path that is not UTF-8 has U+FFFD where it is not,
 * and stands exactly in path_base64url.
 *
 * Threads: kb_cli_reencrypt_report_add from any thread, the rest from one.
 */
#ifndef KB_CLI_REENCRYPT_REPORT_H
#define KB_CLI_REENCRYPT_REPORT_H

#include "args.h"

#include <keybraid/key.h>
#include <keybraid/status.h>
#include <stdint.h>

typedef enum kb_cli_reencrypt_outcome {
    KB_CLI_FILE_DONE,
    KB_CLI_FILE_ALREADY, /* of the target key; not touched */
    KB_CLI_FILE_DUE,     /* in a dry run: would be done */
    KB_CLI_FILE_SKIPPED, /* no token */
    KB_CLI_FILE_FAILED,
    KB_CLI_FILE_OUTCOMES
} kb_cli_reencrypt_outcome;

/* What became of one file. */
typedef struct kb_cli_reencrypt_record {
    const char *path;
    kb_cli_reencrypt_outcome outcome;
    kb_status code;                      /* of a failure */
    char from[KB_THUMBPRINT_TEXT_BYTES]; /* empty when not known */
    const char *to;                      /* or NULL */
    uint64_t bytes;
    char text[256]; /* may be empty */
} kb_cli_reencrypt_record;

typedef struct kb_cli_reencrypt_report kb_cli_reencrypt_report;

/*
 * Opens the file of --report for appending; a line that a killed run left cut off is ended
 * first. Lines go to standard output too with --json.
 */
KB_MUST_USE kb_status kb_cli_reencrypt_report_new(kb_cli_reencrypt_report **out,
                                                  const kb_cli_args *args);

/* Adds a line and counts. KB_ERR_IO when the report cannot be written, then and ever
 * after. */
KB_MUST_USE kb_status kb_cli_reencrypt_report_add(kb_cli_reencrypt_report *report,
                                                  const kb_cli_reencrypt_record *record);

/* Counts the leftover of a killed run that was removed. */
void kb_cli_reencrypt_report_leftover(kb_cli_reencrypt_report *report);

/* Brings the moving line up to date, if there is one. */
void kb_cli_reencrypt_report_show(kb_cli_reencrypt_report *report);

/*
 * Ends the run: syncs the report, writes the summary. Returns the failure with the lowest
 * exit code among those of the files, KB_OK when there was none, KB_ERR_IO when the report
 * cannot be written.
 */
KB_MUST_USE kb_status kb_cli_reencrypt_report_end(kb_cli_reencrypt_report *report);
void kb_cli_reencrypt_report_free(kb_cli_reencrypt_report *report);

#endif
