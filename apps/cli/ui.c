/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Talk with people: errors, warnings and remarks on standard error. */
#include "ui.h"

#include "core/error.h"
#include "events.h"
#include "utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ESCAPE_MAX_BYTES 250
#define ESCAPE_SLOTS     8
#define REMARK_BYTES     4400 /* a path in full, escaped, and words about it */
#define ERROR_BYTES      2048

const char *kb_cli_escape_n(const char *text, size_t len) {
    static char slots[ESCAPE_SLOTS][ESCAPE_MAX_BYTES * 4 + 4];
    static unsigned next;
    char *out = slots[next++ % ESCAPE_SLOTS];
    size_t used = 0;
    bool is_long = len > ESCAPE_MAX_BYTES;
    for (size_t i = 0, n; i < (is_long ? ESCAPE_MAX_BYTES : len); i += n) {
        const uint8_t *p = (const uint8_t *)text + i;
        uint32_t code = 0;
        bool is_cut;
        n = kb_cli_utf8_next(&code, &is_cut, p, len - i);
        if (n != 0 && !kb_cli_utf8_is_acting(code)) {
            memcpy(out + used, p, n);
            used += n;
            continue;
        }
        n = n == 0 ? 1 : n;
        for (size_t k = 0; k < n; k++) {
            used += (size_t)snprintf(out + used, 5, "\\x%02x", p[k]);
        }
    }
    memcpy(out + used, is_long ? "..." : "", is_long ? 4 : 1);
    return out;
}

const char *kb_cli_escape(const char *text) {
    return kb_cli_escape_n(text, strlen(text));
}

__attribute__((format(printf, 3, 0))) static void
remark(const char *kind, const char *label, const char *format, va_list args) {
    char text[REMARK_BYTES];
    (void)vsnprintf(text, sizeof text, format, args);
    if (kb_cli_events_are_on()) {
        kb_cli_event_remark(kind, kb_cli_escape(text));
    } else {
        fprintf(stderr, "keybraid: %s%s\n", label, text);
    }
}

void kb_cli_warn(const char *format, ...) {
    va_list args;
    va_start(args, format);
    remark("warning", "warning: ", format, args);
    va_end(args);
}

void kb_cli_note(const kb_cli_args *args, const char *format, ...) {
    va_list list;
    if (kb_cli_has(args, KB_CLI_QUIET)) {
        return;
    }
    va_start(list, format);
    remark("note", "", format, list);
    va_end(list);
}

/* What to do about a failure, or NULL. */
static const char *hint_of(kb_status status) {
    switch (status) {
    case KB_ERR_NO_STORE:
        return "run \"keybraid init\", or give --store PATH";
    case KB_ERR_NO_KEY:
        return "\"keybraid keys list\" shows the keys of the store";
    case KB_ERR_EXPIRED:
    case KB_ERR_EXHAUSTED:
        return "\"keybraid keys rotate NAME\" makes a new version";
    default:
        return NULL;
    }
}

/* Puts the message together: detail, text of the code, advice. */
static void compose(char out[ERROR_BYTES], const char *verb, kb_status status) {
    const kb_error *detail = kb_last_error();
    bool has_detail = detail->status == status && detail->text[0] != '\0';
    const char *hint = hint_of(status);
    char place[40] = "";
    if (has_detail && detail->has_offset) {
        snprintf(place, sizeof place, " (at byte %llu)",
                 (unsigned long long)detail->offset);
    }
    const char *text = has_detail ? kb_cli_escape(detail->text) : "";
    if (status == KB_ERR_ARGUMENT && has_detail) {
        snprintf(out, ERROR_BYTES, "%s%s; see \"keybraid %s%s--help\"", text, place,
                 verb == NULL ? "" : verb, verb == NULL ? "" : " ");
        return;
    }
    snprintf(out, ERROR_BYTES, "%s%s%s%s%s%s", text, place, has_detail ? ": " : "",
             kb_status_text(status), hint == NULL ? "" : "; ", hint == NULL ? "" : hint);
}

void kb_cli_print_error(const char *verb, kb_status status) {
    char text[ERROR_BYTES];
    if (status == KB_ERR_AUTH) {
        /* One text for every cause: which check failed is nobody's business. */
        snprintf(text, sizeof text, "%s", kb_status_text(status));
    } else {
        compose(text, verb, status);
    }
    if (kb_cli_events_are_on()) {
        kb_cli_event_error(status, text);
    } else {
        fprintf(stderr, "keybraid: %s\n", text);
    }
}

kb_status kb_cli_flush_stdout(void) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return KB_FAIL(KB_ERR_IO, "standard output: %s", strerror(errno));
    }
    return KB_OK;
}
