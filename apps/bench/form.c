/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Forms of operations. */
#include "form.h"

#include <stdio.h>
#include <string.h>

/* Whether a part of the name, between underscores, is this word. */
static bool has(const char *op, const char *word) {
    size_t len = strlen(word);
    for (const char *p = strchr(op, '_'); p != NULL; p = strchr(p + 1, '_')) {
        if (strncmp(p + 1, word, len) == 0 && (p[1 + len] == '\0' || p[1 + len] == '_')) {
            return true;
        }
    }
    return false;
}

kb_bench_form kb_bench_form_of(const char *op) {
    kb_bench_form out = {.is_warm = has(op, "WARM"),
                         .items = has(op, "B64") ? KB_BENCH_BATCH_ITEMS : 1,
                         .threads = has(op, "T2") ? 2 : 1};
    out.is_handle = out.is_warm || has(op, "COLD");
    (void)snprintf(out.base, sizeof out.base, "%.*s", (int)strcspn(op, "_"), op);
    return out;
}
