/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid inspect --scan: which tokens of a folder tree are weak, old or refused. */
#include "scan.h"

#include "codec/json_write.h"
#include "codec/utf8.h"
#include "core/error.h"
#include "json_out.h"
#include "progress.h"
#include "scan_judge.h"
#include "tree_walk.h"
#include "ui.h"

#include <inttypes.h>
#include <keybraid/jwe.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SHOWN_PIECE 200 /* of a text; what kb_cli_escape_n takes at once */

typedef struct scan {
    const kb_cli_args *args;
    bool is_json;
    uint64_t files, tokens, fine, links, special;
    uint64_t found[KB_CLI_SCAN_CODE_COUNT];
} scan;

/* The strict reader's word on a token of ours. */

static kb_status ignore_info(void *self, const kb_jwe_info *info) {
    (void)self;
    (void)info;
    return KB_OK;
}

static kb_status read_strictly(kb_error *out, kb_source *source) {
    *out = (kb_error){.status = KB_OK};
    KB_TRY(kb_source_rewind(source));
    kb_status status = kb_jwe_inspect(source, ignore_info, NULL);
    bool is_verdict =
        status == KB_ERR_FORMAT || status == KB_ERR_UNSUPPORTED || status == KB_ERR_LIMIT;
    if (is_verdict) {
        *out = *kb_last_error();
        return KB_OK;
    }
    return status;
}

static kb_status examine(const scan *s, int fd, kb_jwe_survey *survey, kb_error *strict) {
    kb_source *source = NULL;
    kb_cli_progress progress;
    KB_TRY(kb_source_from_fd(&source, fd));
    kb_cli_progress_begin(&progress, s->args, source, "scanning", 1);
    kb_status status = kb_jwe_classify(source, survey);
    if (status == KB_OK && survey->kind == KB_JWE_KIND_CKEM1) {
        status = read_strictly(strict, source);
    }
    kb_cli_progress_end(&progress, status);
    kb_source_free(source);
    return status;
}

/* Output. */

/* Writes what may be longer than kb_cli_escape takes; not cut within a character. */
static void print_escaped(const char *text) {
    for (size_t left = strlen(text); left > 0;) {
        size_t n = left < SHOWN_PIECE ? left : SHOWN_PIECE;
        for (size_t back = 0; n < left && back < 3 && ((uint8_t)text[n] & 0xC0) == 0x80;
             back++) {
            n--;
        }
        fputs(kb_cli_escape_n(text, n), stdout);
        text += n;
        left -= n;
    }
}

static void print_finding(const char *path, kb_cli_scan_code code, const char *text) {
    const kb_cli_scan_row *row = kb_cli_scan_row_of(code);
    printf("%-7s %-15s ", row->severity_name, row->name);
    print_escaped(path);
    fputs(": ", stdout);
    print_escaped(text);
    putchar('\n');
}

/* A file name is any bytes; one that is no UTF-8 is given as base64url instead. */
static void json_path(kb_cli_json *j, const char *path) {
    size_t len = strlen(path);
    if (kb_utf8_is_valid(path, len)) {
        kb_cli_json_string(j, "path", path);
        return;
    }
    kb_cli_json_null(j, "path");
    kb_text_append_string(&j->text, ",\"path_base64url\":");
    kb_json_write_base64url(&j->text, path, len);
}

static void json_finding(kb_cli_json *j, kb_cli_scan_code code, const char *text) {
    const kb_cli_scan_row *row = kb_cli_scan_row_of(code);
    kb_cli_json_open(j, NULL, '{');
    kb_cli_json_string(j, "code", row->name);
    kb_cli_json_string(j, "severity", row->severity_name);
    kb_cli_json_string(j, "explanation", text);
    kb_cli_json_string(j, "advice", row->advice);
    kb_cli_json_close(j, '}');
}

static void json_survey(kb_cli_json *j, const kb_jwe_survey *survey) {
    kb_cli_json_string(j, "kind", kb_jwe_kind_name(survey->kind));
    kb_cli_json_string(j, "serialization", kb_jwe_shape_name(survey->shape));
    kb_cli_json_open(j, "alg", '[');
    for (int i = 0; i < KB_JWE_FAMILY_COUNT; i++) {
        if (survey->alg[i].len != 0) {
            kb_cli_json_string(j, NULL, survey->alg[i].text);
        }
    }
    kb_cli_json_close(j, ']');
    kb_cli_json_string(j, "enc", survey->enc.len != 0 ? survey->enc.text : NULL);
    kb_cli_json_count(j, "recipients", survey->recipients);
}

static kb_status report(const scan *s, const char *path, const kb_jwe_survey *survey,
                        const kb_cli_scan_judgement *judgement) {
    kb_cli_json j = {.needs_comma = false};
    if (!s->is_json) {
        for (size_t i = 0; i < judgement->count; i++) {
            print_finding(path, judgement->finding[i].code, judgement->finding[i].text);
        }
        return ferror(stdout) ? kb_cli_flush_stdout() : KB_OK;
    }
    kb_cli_json_open(&j, NULL, '{');
    json_path(&j, path);
    json_survey(&j, survey);
    kb_cli_json_open(&j, "findings", '[');
    for (size_t i = 0; i < judgement->count; i++) {
        json_finding(&j, judgement->finding[i].code, judgement->finding[i].text);
    }
    kb_cli_json_close(&j, ']');
    kb_cli_json_close(&j, '}');
    return kb_cli_json_print(&j);
}

static void report_unreadable(scan *s, const char *path, const char *why) {
    kb_cli_json j = {.needs_comma = false};
    s->found[KB_CLI_SCAN_UNREADABLE]++;
    if (!s->is_json) {
        print_finding(path, KB_CLI_SCAN_UNREADABLE, why);
        return;
    }
    kb_cli_json_open(&j, NULL, '{');
    json_path(&j, path);
    kb_cli_json_open(&j, "findings", '[');
    json_finding(&j, KB_CLI_SCAN_UNREADABLE,
                 kb_utf8_is_valid(why, strlen(why)) ? why : "reading failed");
    kb_cli_json_close(&j, ']');
    kb_cli_json_close(&j, '}');
    /* A failing standard output is found when the next line or the summary is written. */
    if (kb_cli_json_print(&j) != KB_OK) {
        (void)fflush(stdout);
    }
}

/* The walk. */

static kb_status on_file(void *self, const kb_cli_tree_file *file) {
    scan *s = self;
    int fd = -1;
    kb_jwe_survey survey;
    kb_error strict = {.status = KB_OK};
    kb_cli_scan_judgement judgement;
    s->files++;
    kb_status status = kb_cli_tree_open(&fd, file);
    if (status == KB_OK) {
        status = examine(s, fd, &survey, &strict);
        (void)close(fd);
    }
    if (status == KB_ERR_IO) {
        report_unreadable(s, file->path, kb_last_error()->text);
        return KB_OK;
    }
    if (status != KB_OK || survey.kind == KB_JWE_KIND_NONE) {
        return status;
    }
    kb_cli_scan_judge(&judgement, &survey, &strict);
    s->tokens++;
    s->fine += judgement.count == 0;
    for (size_t i = 0; i < judgement.count; i++) {
        s->found[judgement.finding[i].code]++;
    }
    return s->is_json || judgement.count != 0 ? report(s, file->path, &survey, &judgement)
                                              : KB_OK;
}

static void on_gap(void *self, const char *path, kb_cli_tree_gap why, int system) {
    scan *s = self;
    switch (why) {
    case KB_CLI_TREE_LINK:
        s->links++;
        break;
    case KB_CLI_TREE_SPECIAL:
        s->special++;
        break;
    case KB_CLI_TREE_DEEP:
        report_unreadable(s, path, "more folders inside each other than are followed");
        break;
    case KB_CLI_TREE_FAILED:
        report_unreadable(s, path, strerror(system));
        break;
    }
}

static kb_status json_summary(const scan *s) {
    kb_cli_json j = {.needs_comma = false};
    kb_cli_json_open(&j, NULL, '{');
    kb_cli_json_open(&j, "summary", '{');
    kb_cli_json_count(&j, "files", s->files);
    kb_cli_json_count(&j, "tokens", s->tokens);
    kb_cli_json_count(&j, "fine", s->fine);
    kb_cli_json_count(&j, "links_not_followed", s->links);
    kb_cli_json_count(&j, "special_files", s->special);
    kb_cli_json_open(&j, "findings", '{');
    for (kb_cli_scan_code c = 0; c < KB_CLI_SCAN_CODE_COUNT; c++) {
        kb_cli_json_count(&j, kb_cli_scan_row_of(c)->name, s->found[c]);
    }
    kb_cli_json_close(&j, '}');
    kb_cli_json_close(&j, '}');
    kb_cli_json_close(&j, '}');
    return kb_cli_json_print(&j);
}

static void talk_summary(const scan *s) {
    kb_cli_note(s->args,
                "%" PRIu64 " files, %" PRIu64 " tokens, %" PRIu64 " of them without "
                "findings; %" PRIu64 " links not followed",
                s->files, s->tokens, s->fine, s->links);
    for (kb_cli_scan_code c = 0; c < KB_CLI_SCAN_CODE_COUNT; c++) {
        if (s->found[c] != 0) {
            const kb_cli_scan_row *row = kb_cli_scan_row_of(c);
            kb_cli_note(s->args, "%s: %" PRIu64 "; %s", row->name, s->found[c],
                        row->advice);
        }
    }
}

static uint64_t count_of(const scan *s, kb_cli_scan_severity severity) {
    uint64_t n = 0;
    for (kb_cli_scan_code c = 0; c < KB_CLI_SCAN_CODE_COUNT; c++) {
        n += kb_cli_scan_row_of(c)->severity == severity ? s->found[c] : 0;
    }
    return n;
}

kb_status kb_cli_scan(const kb_cli_args *args, const char *root) {
    scan s = {.args = args, .is_json = kb_cli_has(args, KB_CLI_JSON)};
    kb_cli_tree_visitor visitor = {on_file, on_gap, &s};
    KB_TRY(kb_cli_tree_walk(root, &visitor));
    if (s.is_json) {
        KB_TRY(json_summary(&s));
    }
    KB_TRY(kb_cli_flush_stdout());
    talk_summary(&s);
    uint64_t errors = count_of(&s, KB_CLI_SCAN_ERROR);
    uint64_t bad = count_of(&s, KB_CLI_SCAN_HIGH) + count_of(&s, KB_CLI_SCAN_MEDIUM);
    if (errors != 0) {
        return KB_FAIL(KB_ERR_IO,
                       "the scan is not complete, %" PRIu64 " unreadable; findings: "
                       "%" PRIu64,
                       errors, bad);
    }
    return bad == 0 ? KB_OK : KB_FAIL(KB_ERR_POLICY, "findings: %" PRIu64, bad);
}
