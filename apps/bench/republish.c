/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench report. */
#include "republish.h"

#include "baseline.h"
#include "compare.h"
#include "core/error.h"
#include "publish.h"

#include <stdio.h>
#include <string.h>

static int usage(FILE *to, int code) {
    fprintf(to,
            "usage: keybraid-bench report DIR [--baseline EARLIER]\n\n"
            "Writes tables, reports and manifest of a result folder anew from its "
            "records.\nWith --baseline its report compares it with an earlier "
            "result, of which medians and blocks\nof calls are kept "
            "in " KB_BENCH_BASELINE_NAME ". A comparison is written anew from its two "
            "results.\n");
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
    bool is_comparison = kb_bench_compare_is(argv[0]);
    kb_status status = KB_OK;
    if (has_baseline && is_comparison) {
        status = KB_FAIL(KB_ERR_ARGUMENT, "%.150s is a comparison already", argv[0]);
    } else if (has_baseline) {
        status = kb_bench_baseline_write(argv[0], argv[2]);
    }
    if (status == KB_OK) {
        status = is_comparison ? kb_bench_compare_republish(argv[0])
                               : kb_bench_publish(argv[0]);
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
