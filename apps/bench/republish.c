/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench report. */
#include "republish.h"

#include "core/error.h"
#include "publish.h"

#include <stdio.h>
#include <string.h>

static int usage(FILE *to, int code) {
    fprintf(to, "usage: keybraid-bench report DIR\n\n"
                "Writes tables, reports and manifest of a result folder anew from its "
                "records.\n");
    return code;
}

static int run(int argc, char **argv) {
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        return usage(stdout, 0);
    }
    if (argc != 1 || argv[0][0] == '-') {
        return usage(stderr, 2);
    }
    kb_status status = kb_bench_publish(argv[0]);
    if (status != KB_OK) {
        fprintf(stderr, "keybraid-bench report: %s: %s\n", kb_status_text(status),
                kb_last_error()->text);
        return kb_status_exit_code(status);
    }
    return 0;
}

const kb_bench_family kb_bench_republish = {
    .name = "report",
    .summary = "Tables and reports of a result folder anew, from its records",
    .run = run,
};
