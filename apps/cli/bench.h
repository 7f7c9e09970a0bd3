/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid bench: passes its arguments on untouched. */
#ifndef KB_CLI_BENCH_H
#define KB_CLI_BENCH_H

#include <keybraid/status.h>

/* Becomes keybraid-bench with these words (NULL at the end), of which the first is
 * replaced by its path. Returns only when that fails: KB_ERR_IO. */
kb_status kb_cli_bench_exec(char **words);

#endif
