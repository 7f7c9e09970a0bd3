/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid bench: runs the program keybraid-bench that lies beside this one. */
#include "bench.h"
#include "verbs.h"

#include "core/error.h"
#include "ui.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM    "keybraid-bench"
#define PATH_BYTES 4096

kb_status kb_cli_bench_exec(char **words) {
    char path[PATH_BYTES];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - sizeof PROGRAM);
    if (len <= 0 || (size_t)len >= sizeof path - sizeof PROGRAM) {
        return KB_FAIL(KB_ERR_IO, "/proc/self/exe: %s", strerror(errno));
    }
    path[len] = '\0';
    char *slash = strrchr(path, '/');
    memcpy(slash == NULL ? path : slash + 1, PROGRAM, sizeof PROGRAM);
    words[0] = path;
    (void)execv(path, words);
    return KB_FAIL(KB_ERR_IO, "%.400s: %s", kb_cli_escape(path), strerror(errno));
}

/* Without arguments: the other program says what it takes. */
static kb_status run(const kb_cli_args *args) {
    char name[] = PROGRAM;
    char *words[] = {name, NULL};
    (void)args;
    return kb_cli_bench_exec(words);
}

const kb_cli_verb kb_cli_bench = {
    .name = "bench",
    .usage = "FAMILY [OPTIONS]",
    .summary = "Measure the algorithms and the formats on this machine",
    .notes = "Runs the program keybraid-bench beside this one.\n"
             "\"keybraid bench help\" lists the families, \"keybraid bench FAMILY "
             "--help\" their\noptions.",
    .examples = {"keybraid bench composite --quick --out now",
                 "keybraid bench compare before now"},
    .run = run,
};
