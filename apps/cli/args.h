/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The command line: one table of options, one description per verb, one parser for all.
 *
 * Not here: what a verb does is in the file of its name; the help text is help.c.
 */
#ifndef KB_CLI_ARGS_H
#define KB_CLI_ARGS_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every option of every verb; a verb names those it takes. */
typedef enum kb_cli_option_id {
    KB_CLI_STORE,
    KB_CLI_PASSPHRASE_FILE,
    KB_CLI_NO_PASSPHRASE,
    KB_CLI_KEY_PASSPHRASE_FILE,
    KB_CLI_ALG,
    KB_CLI_KDF,
    KB_CLI_EXPIRES,
    KB_CLI_MAX_USES,
    KB_CLI_WRAP,
    KB_CLI_ALLOW_DOWNGRADE,
    KB_CLI_ALLOW_EXPERIMENTAL,
    KB_CLI_VERSION_NUMBER,
    KB_CLI_PRIVATE,
    KB_CLI_PEM,
    KB_CLI_USE,
    KB_CLI_FORCE,
    KB_CLI_RECIPIENT,
    KB_CLI_OUTPUT,
    KB_CLI_IN_PLACE,
    KB_CLI_ADD,
    KB_CLI_RANGE,
    KB_CLI_TREE,
    KB_CLI_MANIFEST,
    KB_CLI_NULL,
    KB_CLI_REPORT,
    KB_CLI_JOBS,
    KB_CLI_DRY_RUN,
    KB_CLI_FORMAT,
    KB_CLI_ENC,
    KB_CLI_AAD,
    KB_CLI_TYP,
    KB_CLI_CTY,
    KB_CLI_HIDE_RECIPIENT,
    KB_CLI_KEY,
    KB_CLI_SIG,
    KB_CLI_JWS,
    KB_CLI_RAW,
    KB_CLI_CONTEXT,
    KB_CLI_ALL,
    KB_CLI_PAIRS,
    KB_CLI_PROFILE,
    KB_CLI_CHECK,
    KB_CLI_SCAN,
    KB_CLI_QUIET,
    KB_CLI_JSON,
    KB_CLI_OPTION_COUNT
} kb_cli_option_id;

#define KB_CLI_BIT(id) (UINT64_C(1) << (id))

typedef struct kb_cli_option {
    const char *name;  /* without the dashes */
    char letter;       /* short form, or 0 */
    const char *value; /* what the value is called in the help; NULL for a switch */
    const char *help;
} kb_cli_option;

#define KB_CLI_OPERANDS_MAX   2
#define KB_CLI_RECIPIENTS_MAX 64 /* as many as a token can have */

/* What was given. Strings are those of argv. */
typedef struct kb_cli_args {
    const char *value[KB_CLI_OPTION_COUNT]; /* NULL when absent; "" for a switch */
    const char *operand[KB_CLI_OPERANDS_MAX];
    unsigned operands;
    const char *recipient[KB_CLI_RECIPIENTS_MAX]; /* of every -r; value[] has the first */
    unsigned recipients;
    const char *second_key; /* of a second -k; NULL when it was given once */
} kb_cli_args;

typedef struct kb_cli_verb {
    const char *name;  /* "encrypt", "keys list" */
    const char *usage; /* what follows the name */
    const char *summary;
    const char *notes; /* more lines for the help, or NULL */
    const char *examples[2];
    uint64_t options; /* KB_CLI_BIT of each that it takes */
    unsigned min_operands, max_operands;
    const char *operand_name[KB_CLI_OPERANDS_MAX];
    bool has_events; /* --json is about the work, not the result (events.h) */
    kb_status (*run)(const kb_cli_args *args);
} kb_cli_verb;

/* Returns the row of an option. */
const kb_cli_option *kb_cli_option_row(kb_cli_option_id id);

/* Whether an option was given. */
static inline bool kb_cli_has(const kb_cli_args *args, kb_cli_option_id id) {
    return args->value[id] != NULL;
}

/*
 * Reads the arguments after the verb. *wants_help is set when --help stands among them.
 *
 * An option that is unknown, lacks its value, has one too many or comes twice, and too
 * few or too many operands: KB_ERR_ARGUMENT naming it. "--" ends the options; "-" is an
 * operand or value. -r may come up to KB_CLI_RECIPIENTS_MAX times, -k twice.
 */
KB_MUST_USE kb_status kb_cli_args_parse(kb_cli_args *out, const kb_cli_verb *verb,
                                        int count, char **text, bool *wants_help);

/* Reads a decimal number 1..max from the value of an option. */
KB_MUST_USE kb_status kb_cli_args_number(uint64_t *out, const kb_cli_args *args,
                                         kb_cli_option_id id, uint64_t max);

#endif
