/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench report. */
#include "republish.h"

#include "baseline.h"
#include "core/error.h"
#include "publish.h"

#include <stdio.h>
#include <string.h>

static int usage(FILE *to, int code) {
    fprintf(to,
            "usage: keybraid-bench report DIR [--baseline EARLIER]\n\n"
            "Writes tables, reports and manifest of a result folder anew from its "
            "records.\nWith --baseline its report compares it with an earlier "
            "result, of which the medians are\nkept in " KB_BENCH_BASELINE_NAME ".\n");
    return code;
}

static int run(int argc, char **argv) {
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        return usage(stdout, 0);
    }
    bool has_baseline = argc == 3 && strcmp(argv[1], "--baseline") == 0;
    if ((argc != 1 && !has_baseline) || argv[0][0] == '-') {
        return usage(stderr, 2);
    }
    kb_status status = has_baseline ? kb_bench_baseline_write(argv[0], argv[2]) : KB_OK;
    if (status == KB_OK) {
        status = kb_bench_publish(argv[0]);
    }
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
