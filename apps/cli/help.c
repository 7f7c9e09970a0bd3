/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The help texts, made from the table of verbs. */
#include "help.h"

#include <string.h>

static void summaries(FILE *to, const kb_cli_verb *const *verbs, size_t count,
                      const char *group) {
    size_t len = strlen(group);
    for (size_t i = 0; i < count; i++) {
        if (strncmp(verbs[i]->name, group, len) == 0) {
            fprintf(to, "  %-13s %s\n", verbs[i]->name, verbs[i]->summary);
        }
    }
}

void kb_cli_help_overview(FILE *to, const kb_cli_verb *const *verbs, size_t count) {
    fprintf(to, "usage: keybraid VERB [OPTIONS] [ARGUMENTS]\n\n"
                "Encrypts to, and signs with, keys braided of a classical and a "
                "post-quantum\nalgorithm.\n\n");
    summaries(to, verbs, count, "");
    fprintf(to,
            "\n"
            "  keybraid VERB --help   options and examples of one verb\n\n"
            "The keystore is --store PATH, or $KEYBRAID_HOME/keystore.db, or\n"
            "~/.local/share/keybraid/keystore.db. \"-\" is standard input or output.\n"
            "Exit codes: 0 done, 1 not authentic or not the expected answer, 2 usage,\n"
            "3 malformed or not supported, 4 key or pass-phrase, 5 input, output or\n"
            "keystore, 6 limit.\n");
}

void kb_cli_help_group(FILE *to, const kb_cli_verb *const *verbs, size_t count,
                       const char *group) {
    fprintf(to, "usage: keybraid %s VERB [OPTIONS] [ARGUMENTS]\n\n", group);
    summaries(to, verbs, count, group);
    fprintf(to, "\n  keybraid %s VERB --help   options and examples of one verb\n",
            group);
}

void kb_cli_help_verb(FILE *to, const kb_cli_verb *verb) {
    fprintf(to, "usage: keybraid %s%s%s\n\n%s.\n", verb->name,
            verb->usage[0] == '\0' ? "" : " ", verb->usage, verb->summary);
    if (verb->notes != NULL) {
        fprintf(to, "\n%s\n", verb->notes);
    }
    if (verb->has_events) {
        fprintf(to, "\n--json writes events on standard error, a line each: progress "
                    "(bytes, total, rate,\nseconds_left), note, warning, and at the end "
                    "done or error (code, exit, text).\n");
    }
    fprintf(to, "\noptions:\n");
    for (int id = 0; id < KB_CLI_OPTION_COUNT; id++) {
        const kb_cli_option *row = kb_cli_option_row((kb_cli_option_id)id);
        char left[64];
        if ((verb->options & KB_CLI_BIT(id)) == 0) {
            continue;
        }
        snprintf(left, sizeof left, "%c%c%s--%s%s%s", row->letter ? '-' : ' ',
                 row->letter ? row->letter : ' ', row->letter ? ", " : "  ", row->name,
                 row->value == NULL ? "" : " ", row->value == NULL ? "" : row->value);
        fprintf(to, "  %-30s %s\n", left, row->help);
    }
    fprintf(to, "  %-30s %s\n", "-h, --help", "this text");
    fprintf(to, "\nexamples:\n  %s\n  %s\n", verb->examples[0], verb->examples[1]);
}
