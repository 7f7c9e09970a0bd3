/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Events for machines, as JSON lines on standard error. */
#include "events.h"

#include "json_out.h"

#include <inttypes.h>
#include <stdio.h>

#define SECOND_NS UINT64_C(1000000000)

static bool is_on;

void kb_cli_events_turn_on(void) {
    is_on = true;
}

bool kb_cli_events_are_on(void) {
    return is_on;
}

static void begin(kb_cli_json *j, const char *event) {
    kb_cli_json_open(j, NULL, '{');
    kb_cli_json_string(j, "event", event);
}

/* An event that cannot be made or written is lost; the work and its exit code count. */
static void end(kb_cli_json *j) {
    char *line = NULL;
    kb_cli_json_close(j, '}');
    kb_text_append(&j->text, "\n", 1);
    if (kb_text_finish(&j->text, &line) == KB_OK) {
        (void)fputs(line, stderr);
        (void)fflush(stderr);
        kb_text_release(line);
    }
}

static void count_or_null(kb_cli_json *j, const char *name, bool is_known, uint64_t n) {
    if (is_known) {
        kb_cli_json_count(j, name, n);
    } else {
        kb_cli_json_null(j, name);
    }
}

void kb_cli_event_progress(uint64_t bytes, uint64_t total, uint64_t rate) {
    kb_cli_json j = {.needs_comma = false};
    bool has_end = total != 0 && bytes <= total && rate != 0;
    begin(&j, "progress");
    kb_cli_json_count(&j, "bytes", bytes);
    count_or_null(&j, "total", total != 0, total);
    kb_cli_json_count(&j, "rate", rate);
    count_or_null(&j, "seconds_left", has_end, has_end ? (total - bytes) / rate : 0);
    end(&j);
}

void kb_cli_event_done(uint64_t bytes, uint64_t nanoseconds) {
    kb_cli_json j = {.needs_comma = false};
    begin(&j, "done");
    kb_cli_json_count(&j, "bytes", bytes);
    kb_text_printf(&j.text, ",\"seconds\":%" PRIu64 ".%03" PRIu64,
                   nanoseconds / SECOND_NS, nanoseconds % SECOND_NS / 1000000);
    end(&j);
}

void kb_cli_event_remark(const char *kind, const char *text) {
    kb_cli_json j = {.needs_comma = false};
    begin(&j, kind);
    kb_cli_json_string(&j, "text", text);
    end(&j);
}

void kb_cli_event_error(kb_status status, const char *text) {
    kb_cli_json j = {.needs_comma = false};
    begin(&j, "error");
    kb_cli_json_string(&j, "code", kb_status_name(status));
    kb_cli_json_number(&j, "exit", kb_status_exit_code(status));
    kb_cli_json_string(&j, "text", text);
    end(&j);
}
