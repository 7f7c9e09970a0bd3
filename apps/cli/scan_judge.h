/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a scan says about one token: findings with a code, a severity and advice. */
#ifndef KB_CLI_SCAN_JUDGE_H
#define KB_CLI_SCAN_JUDGE_H

#include "envelope/classify.h"

/* Codes are stable: scripts look for their names. */
typedef enum kb_cli_scan_code {
    KB_CLI_SCAN_OR_TOKEN,
    KB_CLI_SCAN_SHORT_HQC,
    KB_CLI_SCAN_CLASSICAL_ONLY,
    KB_CLI_SCAN_POLICY_REFUSED,
    KB_CLI_SCAN_POLICY_PAIR,
    KB_CLI_SCAN_UNSUPPORTED,
    KB_CLI_SCAN_DAMAGED,
    KB_CLI_SCAN_ALTERNATIVES,
    KB_CLI_SCAN_OTHER_JWE,
    KB_CLI_SCAN_UNREADABLE,
    KB_CLI_SCAN_CODE_COUNT
} kb_cli_scan_code;

/* A note is told, but is no reason to fail. */
typedef enum kb_cli_scan_severity {
    KB_CLI_SCAN_HIGH,
    KB_CLI_SCAN_MEDIUM,
    KB_CLI_SCAN_NOTE,
    KB_CLI_SCAN_ERROR /* not examined */
} kb_cli_scan_severity;

typedef struct kb_cli_scan_row {
    const char *name, *severity_name;
    kb_cli_scan_severity severity;
    const char *advice; /* what to do about it */
} kb_cli_scan_row;

const kb_cli_scan_row *kb_cli_scan_row_of(kb_cli_scan_code code);

typedef struct kb_cli_scan_finding {
    kb_cli_scan_code code;
    char text[360]; /* in the user's language, one line */
} kb_cli_scan_finding;

#define KB_CLI_SCAN_FINDINGS_MAX 4

typedef struct kb_cli_scan_judgement {
    kb_cli_scan_finding finding[KB_CLI_SCAN_FINDINGS_MAX];
    size_t count; /* 0: nothing to say against it, or no token */
} kb_cli_scan_judgement;

/* Judges a token; strict is what the reader said to one of ours (status KB_OK when it had
 * no objection), and is not looked at for others. */
void kb_cli_scan_judge(kb_cli_scan_judgement *out, const kb_jwe_survey *survey,
                       const kb_error *strict);

#endif
