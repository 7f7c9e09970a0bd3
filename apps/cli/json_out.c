/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reports in JSON: names and commas kept in order, one line on standard output. */
#include "json_out.h"

#include "codec/json_write.h"
#include "core/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void begin(kb_cli_json *j, const char *name) {
    if (j->needs_comma) {
        kb_text_append(&j->text, ",", 1);
    }
    if (name != NULL) {
        kb_json_write_string(&j->text, name, strlen(name));
        kb_text_append(&j->text, ":", 1);
    }
    j->needs_comma = true;
}

void kb_cli_json_open(kb_cli_json *j, const char *name, char bracket) {
    begin(j, name);
    kb_text_append(&j->text, &bracket, 1);
    j->needs_comma = false;
}

void kb_cli_json_close(kb_cli_json *j, char bracket) {
    kb_text_append(&j->text, &bracket, 1);
    j->needs_comma = true;
}

void kb_cli_json_string(kb_cli_json *j, const char *name, const char *value) {
    if (value == NULL) {
        kb_cli_json_null(j, name);
        return;
    }
    begin(j, name);
    kb_json_write_string(&j->text, value, strlen(value));
}

void kb_cli_json_number(kb_cli_json *j, const char *name, int64_t value) {
    begin(j, name);
    kb_text_printf(&j->text, "%" PRId64, value);
}

void kb_cli_json_count(kb_cli_json *j, const char *name, uint64_t value) {
    begin(j, name);
    kb_text_printf(&j->text, "%" PRIu64, value);
}

void kb_cli_json_bool(kb_cli_json *j, const char *name, bool value) {
    begin(j, name);
    kb_text_append_string(&j->text, value ? "true" : "false");
}

void kb_cli_json_null(kb_cli_json *j, const char *name) {
    begin(j, name);
    kb_text_append_string(&j->text, "null");
}

kb_status kb_cli_json_print(kb_cli_json *j) {
    char *text = NULL;
    KB_TRY(kb_text_finish(&j->text, &text));
    bool is_written = puts(text) >= 0;
    kb_text_release(text);
    return is_written ? KB_OK : KB_FAIL(KB_ERR_IO, "standard output");
}
