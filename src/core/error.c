/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The thread's record of its last failure. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local kb_error last;

kb_status kb_error_set(kb_status status, const char *function, bool has_offset,
                       uint64_t offset, const char *format, ...) {
    va_list args;
    last.status = status;
    last.function = function;
    last.has_offset = has_offset;
    last.offset = offset;
    va_start(args, format);
    vsnprintf(last.text, sizeof last.text, format, args);
    va_end(args);
    return status;
}

kb_status kb_error_prefix(kb_status status, const char *format, ...) {
    char below[sizeof last.text];
    va_list args;
    memcpy(below, last.text, sizeof below);
    va_start(args, format);
    vsnprintf(last.text, sizeof last.text, format, args);
    va_end(args);
    strncat(last.text, ": ", sizeof last.text - 1 - strlen(last.text));
    strncat(last.text, below, sizeof last.text - 1 - strlen(last.text));
    return status;
}

const kb_error *kb_last_error(void) {
    return &last;
}
