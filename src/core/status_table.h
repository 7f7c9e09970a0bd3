/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rows behind kb_status, for the test and the generator of doc/errors.md. */
#ifndef KB_CORE_STATUS_TABLE_H
#define KB_CORE_STATUS_TABLE_H

#include <keybraid/status.h>
#include <stddef.h>

typedef struct kb_status_row {
    kb_status status;
    const char *name;
    const char *text;
    int exit_code;
    int http;
    bool is_retryable;
} kb_status_row;

/* Returns all rows and their count. */
const kb_status_row *kb_status_table(size_t *count);

#endif
