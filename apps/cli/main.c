/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The command keybraid: finds the verb, reads its arguments, runs it, says how it ended.
 */
#include "bench.h"
#include "events.h"
#include "help.h"
#include "jobs.h"
#include "signals.h"
#include "ui.h"
#include "verbs.h"

#include "common/cpu_choice.h"
#include "core/error.h"

#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define GROUP "keys"

static const kb_cli_verb *const verbs[] = {
    &kb_cli_init,        &kb_cli_keygen,      &kb_cli_keys_list,   &kb_cli_keys_show,
    &kb_cli_keys_export, &kb_cli_keys_import, &kb_cli_keys_rotate, &kb_cli_encrypt,
    &kb_cli_decrypt,     &kb_cli_reencrypt,   &kb_cli_rewrap,      &kb_cli_convert,
    &kb_cli_inspect,     &kb_cli_sign,        &kb_cli_verify,      &kb_cli_catalog,
    &kb_cli_selftest,    &kb_cli_acvp,        &kb_cli_bench,       &kb_cli_version,
};

#define VERB_COUNT (sizeof verbs / sizeof verbs[0])

static const kb_cli_verb *find(const char *name) {
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (strcmp(verbs[i]->name, name) == 0) {
            return verbs[i];
        }
    }
    return NULL;
}

/* A descriptor 0, 1 or 2 that is closed would be given to the next file that is opened,
 * and data and messages would get mixed. Its place is taken by one that fails. */
static void occupy_standard_descriptors(void) {
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            int got = open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
            if (got != fd && got >= 0) {
                (void)close(got);
            }
        }
    }
}

static int fail(const char *verb, kb_status status) {
    kb_cli_print_error(verb, status);
    return kb_status_exit_code(status);
}

/* Of many files --json is a report on standard output. */
static bool wants_events(const kb_cli_verb *verb, const kb_cli_args *args) {
    return verb->has_events && kb_cli_has(args, KB_CLI_JSON) &&
           !kb_cli_has(args, KB_CLI_TREE) && !kb_cli_has(args, KB_CLI_MANIFEST);
}

static int run(const kb_cli_verb *verb, int count, char **text) {
    kb_cli_args args;
    bool wants_help;
    kb_status status = kb_cli_args_parse(&args, verb, count, text, &wants_help);
    if (wants_events(verb, &args)) {
        kb_cli_events_turn_on();
    }
    if (status == KB_OK && wants_help) {
        kb_cli_help_verb(stdout, verb);
    } else if (status == KB_OK) {
        status = verb->run(&args);
        kb_cli_jobs_end();
    }
    if (status == KB_OK) {
        status = kb_cli_flush_stdout();
    }
    return status == KB_OK ? 0 : fail(verb->name, status);
}

static bool is_help(const char *word) {
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 ||
           strcmp(word, "-h") == 0;
}

/* Help of everything, of the group, or of the verb that the words name. */
static int help(int count, char **word) {
    char name[32];
    const kb_cli_verb *verb = NULL;
    if (count == 0) {
        kb_cli_help_overview(stdout, verbs, VERB_COUNT);
    } else if (count == 1 && strcmp(word[0], GROUP) == 0) {
        kb_cli_help_group(stdout, verbs, VERB_COUNT, GROUP);
    } else {
        snprintf(name, sizeof name, "%s%s%s", word[0], count > 1 ? " " : "",
                 count > 1 ? word[1] : "");
        verb = find(name);
        if (verb == NULL) {
            return fail(NULL, KB_FAIL(KB_ERR_ARGUMENT, "unknown verb %.40s",
                                      kb_cli_escape(word[0])));
        }
        kb_cli_help_verb(stdout, verb);
    }
    kb_status status = kb_cli_flush_stdout();
    return status == KB_OK ? 0 : fail(NULL, status);
}

/* keybraid keys VERB ... */
static int run_group(int count, char **word) {
    char name[32];
    if (count == 0) {
        kb_cli_help_group(stderr, verbs, VERB_COUNT, GROUP);
        return kb_status_exit_code(KB_ERR_ARGUMENT);
    }
    if (is_help(word[0])) {
        kb_cli_help_group(stdout, verbs, VERB_COUNT, GROUP);
        kb_status status = kb_cli_flush_stdout();
        return status == KB_OK ? 0 : fail(GROUP, status);
    }
    int n = snprintf(name, sizeof name, GROUP " %s", word[0]);
    const kb_cli_verb *verb = n < (int)sizeof name ? find(name) : NULL;
    if (verb == NULL) {
        return fail(GROUP, KB_FAIL(KB_ERR_ARGUMENT, "unknown verb " GROUP " %.40s",
                                   kb_cli_escape(word[0])));
    }
    return run(verb, count - 1, word + 1);
}

int main(int argc, char **argv) {
    /* A core dump would hold keys. */
    const struct rlimit no_core = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &no_core);
    occupy_standard_descriptors();
    kb_cli_signals_install();
    kb_status status = kb_app_cpu_limit();
    if (status != KB_OK) {
        return fail(NULL, status);
    }
    if (argc < 2) {
        kb_cli_help_overview(stderr, verbs, VERB_COUNT);
        return kb_status_exit_code(KB_ERR_ARGUMENT);
    }
    if (is_help(argv[1])) {
        return help(argc - 2, argv + 2);
    }
    if (strcmp(argv[1], "--version") == 0) {
        return run(&kb_cli_version, argc - 2, argv + 2);
    }
    if (strcmp(argv[1], kb_cli_bench.name) == 0 && argc > 2 && argv[2][0] != '-') {
        return fail(kb_cli_bench.name, kb_cli_bench_exec(argv + 1));
    }
    if (strcmp(argv[1], GROUP) == 0) {
        return run_group(argc - 2, argv + 2);
    }
    const kb_cli_verb *verb = find(argv[1]);
    if (verb == NULL) {
        bool is_option = argv[1][0] == '-';
        return fail(NULL, KB_FAIL(KB_ERR_ARGUMENT, "%s %.40s%s",
                                  is_option ? "unknown option" : "unknown verb",
                                  kb_cli_escape(argv[1]),
                                  is_option ? ": options come after the verb" : ""));
    }
    return run(verb, argc - 2, argv + 2);
}
