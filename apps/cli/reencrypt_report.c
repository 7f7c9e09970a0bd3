/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What became of the files of a run. */
#include "reencrypt_report.h"

#include "codec/utf8.h"
#include "core/alloc.h"
#include "core/clock.h"
#include "core/error.h"
#include "json_out.h"
#include "progress.h"
#include "stream/fd.h"
#include "ui.h"
#include "utf8.h"

#include "codec/json_write.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND_NS  UINT64_C(1000000000)
#define REFRESH_NS (SECOND_NS / 4)

struct kb_cli_reencrypt_report {
    const kb_cli_args *args;
    pthread_mutex_t lock;
    int fd;            /* -1 for none */
    kb_status status;  /* of writing */
    char problem[200]; /* its text */
    kb_status worst;   /* of the files */
    uint64_t count[KB_CLI_FILE_OUTCOMES];
    uint64_t bytes; /* of what was done or is due */
    uint64_t leftovers;
    uint64_t start_ns, shown_ns;
    bool has_line, is_shown;
};

static const char *const outcome_name[KB_CLI_FILE_OUTCOMES] = {
    [KB_CLI_FILE_DONE] = "done",     [KB_CLI_FILE_ALREADY] = "already",
    [KB_CLI_FILE_DUE] = "due",       [KB_CLI_FILE_SKIPPED] = "skipped",
    [KB_CLI_FILE_FAILED] = "failed",
};

/* A file that does not end in a line feed ends in a line that was cut off. */
static kb_status end_cut_line(int fd, const char *path) {
    struct stat st;
    char last = '\n';
    if (fstat(fd, &st) != 0) {
        return KB_FAIL_IO(path, "opening");
    }
    if (S_ISREG(st.st_mode) && st.st_size > 0 &&
        pread(fd, &last, 1, st.st_size - 1) != 1) {
        return KB_FAIL_IO(path, "reading");
    }
    return last == '\n' ? KB_OK : kb_fd_write(fd, (const uint8_t *)"\n", 1, path);
}

static kb_status open_report(kb_cli_reencrypt_report *report, const char *path) {
    report->fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
    if (report->fd < 0) {
        return KB_FAIL_IO(path, "opening");
    }
    return end_cut_line(report->fd, path);
}

kb_status kb_cli_reencrypt_report_new(kb_cli_reencrypt_report **out,
                                      const kb_cli_args *args) {
    kb_cli_reencrypt_report *report = kb_malloc(sizeof *report);
    if (report == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *report);
    }
    *report = (kb_cli_reencrypt_report){
        .args = args, .fd = -1, .start_ns = kb_clock_monotonic_ns()};
    (void)pthread_mutex_init(&report->lock, NULL);
    report->has_line = isatty(STDERR_FILENO) && !kb_cli_has(args, KB_CLI_QUIET);
    if (kb_cli_has(args, KB_CLI_REPORT)) {
        kb_status status = open_report(report, args->value[KB_CLI_REPORT]);
        if (status != KB_OK) {
            kb_cli_reencrypt_report_free(report);
            return status;
        }
    }
    *out = report;
    return KB_OK;
}

void kb_cli_reencrypt_report_free(kb_cli_reencrypt_report *report) {
    if (report != NULL) {
        if (report->fd >= 0) {
            (void)close(report->fd);
        }
        (void)pthread_mutex_destroy(&report->lock);
        kb_free(report);
    }
}

/* Adds a string of any bytes; what is not UTF-8 becomes U+FFFD. Returns whether it was
 * all UTF-8. */
static bool put_bytes(kb_cli_json *j, const char *name, const char *value) {
    kb_text clean = {.data = NULL};
    char *text = NULL;
    size_t len = strlen(value);
    bool is_good = kb_utf8_is_valid(value, len);
    for (size_t i = 0, n; !is_good && i < len; i += n) {
        uint32_t code;
        bool is_cut;
        n = kb_cli_utf8_next(&code, &is_cut, (const uint8_t *)value + i, len - i);
        kb_text_append(&clean, n == 0 ? "\xEF\xBF\xBD" : value + i, n == 0 ? 3 : n);
        n = n == 0 ? 1 : n;
    }
    if (!is_good && kb_text_finish(&clean, &text) != KB_OK) {
        kb_text_fail(&j->text, KB_ERR_MEMORY, "no memory for a line");
        return false;
    }
    kb_cli_json_string(j, name, is_good ? value : text);
    kb_text_release(text);
    return is_good;
}

static kb_status make_line(char **out, const kb_cli_reencrypt_record *r) {
    kb_cli_json j = {.needs_comma = false};
    kb_cli_json_open(&j, NULL, '{');
    if (!put_bytes(&j, "path", r->path)) {
        kb_text_append_string(&j.text, ",\"path_base64url\":");
        kb_json_write_base64url(&j.text, r->path, strlen(r->path));
    }
    kb_cli_json_string(&j, "status", outcome_name[r->outcome]);
    kb_cli_json_string(&j, "from", r->from[0] == '\0' ? NULL : r->from);
    kb_cli_json_string(&j, "to", r->to);
    kb_cli_json_count(&j, "bytes", r->bytes);
    kb_cli_json_string(&j, "code",
                       r->outcome == KB_CLI_FILE_FAILED ? kb_status_name(r->code) : NULL);
    if (r->text[0] == '\0') {
        kb_cli_json_null(&j, "text");
    } else {
        (void)put_bytes(&j, "text", r->text);
    }
    kb_cli_json_close(&j, '}');
    kb_text_append(&j.text, "\n", 1);
    return kb_text_finish(&j.text, out);
}

static kb_status write_line(kb_cli_reencrypt_report *report,
                            const kb_cli_reencrypt_record *r) {
    char *line = NULL;
    bool is_json = kb_cli_has(report->args, KB_CLI_JSON);
    if (report->fd < 0 && !is_json) {
        return KB_OK;
    }
    KB_TRY(make_line(&line, r));
    kb_status status = KB_OK;
    if (report->fd >= 0) {
        status = kb_fd_write(report->fd, (const uint8_t *)line, strlen(line),
                             report->args->value[KB_CLI_REPORT]);
    }
    if (status == KB_OK && is_json && fputs(line, stdout) < 0) {
        status = KB_FAIL(KB_ERR_IO, "standard output: %s", strerror(errno));
    }
    if (status == KB_OK && is_json) {
        status = kb_cli_flush_stdout();
    }
    kb_text_release(line);
    return status;
}

static void hide_line(kb_cli_reencrypt_report *report) {
    if (report->is_shown) {
        fputs("\r\033[K", stderr);
        report->is_shown = false;
    }
}

static void tell_failure(kb_cli_reencrypt_report *report,
                         const kb_cli_reencrypt_record *r) {
    hide_line(report);
    fprintf(stderr, "keybraid: %s: %s%s%s\n", kb_cli_escape(r->path),
            kb_cli_escape(r->text), r->text[0] == '\0' ? "" : ": ",
            kb_status_text(r->code));
}

static void count(kb_cli_reencrypt_report *report, const kb_cli_reencrypt_record *r) {
    report->count[r->outcome]++;
    if (r->outcome == KB_CLI_FILE_DONE || r->outcome == KB_CLI_FILE_DUE) {
        report->bytes += r->bytes;
    }
    if (r->outcome == KB_CLI_FILE_FAILED &&
        (report->worst == KB_OK ||
         kb_status_exit_code(r->code) < kb_status_exit_code(report->worst))) {
        report->worst = r->code;
    }
}

kb_status kb_cli_reencrypt_report_add(kb_cli_reencrypt_report *report,
                                      const kb_cli_reencrypt_record *record) {
    (void)pthread_mutex_lock(&report->lock);
    count(report, record);
    if (record->outcome == KB_CLI_FILE_FAILED) {
        tell_failure(report, record);
    }
    if (report->status == KB_OK) {
        report->status = write_line(report, record);
        if (report->status != KB_OK) {
            memcpy(report->problem, kb_last_error()->text, sizeof report->problem);
        }
    }
    kb_status status = report->status;
    (void)pthread_mutex_unlock(&report->lock);
    return status;
}

void kb_cli_reencrypt_report_leftover(kb_cli_reencrypt_report *report) {
    (void)pthread_mutex_lock(&report->lock);
    report->leftovers++;
    (void)pthread_mutex_unlock(&report->lock);
}

/* "12 done, 3 already, 1 skipped, 2 failed" */
static void put_counts(const kb_cli_reencrypt_report *report) {
    const uint64_t *n = report->count;
    bool is_dry = kb_cli_has(report->args, KB_CLI_DRY_RUN);
    fprintf(stderr,
            "%" PRIu64 " %s, %" PRIu64 " already, %" PRIu64 " skipped, %" PRIu64
            " failed",
            n[is_dry ? KB_CLI_FILE_DUE : KB_CLI_FILE_DONE], is_dry ? "due" : "done",
            n[KB_CLI_FILE_ALREADY], n[KB_CLI_FILE_SKIPPED], n[KB_CLI_FILE_FAILED]);
}

/* "; 1.2 GB in 3.4 s, 350 MB/s" */
static void put_rate(const kb_cli_reencrypt_report *report, uint64_t now) {
    char did[KB_CLI_AMOUNT_BYTES], rate[KB_CLI_AMOUNT_BYTES];
    double seconds = (double)(now - report->start_ns) / (double)SECOND_NS;
    kb_cli_amount(did, (double)report->bytes);
    fprintf(stderr, "; %s", did);
    if (!kb_cli_has(report->args, KB_CLI_DRY_RUN)) {
        kb_cli_amount(rate, seconds > 0 ? (double)report->bytes / seconds : 0);
        fprintf(stderr, " in %.1f s, %s/s", seconds, rate);
    }
}

void kb_cli_reencrypt_report_show(kb_cli_reencrypt_report *report) {
    uint64_t now = report->has_line ? kb_clock_monotonic_ns() : 0;
    if (!report->has_line || now - report->start_ns < SECOND_NS ||
        now - report->shown_ns < REFRESH_NS) {
        return;
    }
    (void)pthread_mutex_lock(&report->lock);
    fputs("\r\033[K", stderr);
    put_counts(report);
    put_rate(report, now);
    fflush(stderr);
    report->is_shown = true;
    report->shown_ns = now;
    (void)pthread_mutex_unlock(&report->lock);
}

static void put_summary(const kb_cli_reencrypt_report *report) {
    fputs("keybraid: ", stderr);
    put_counts(report);
    put_rate(report, kb_clock_monotonic_ns());
    if (report->leftovers != 0) {
        fprintf(stderr, "; %" PRIu64 " leftover%s of killed runs removed",
                report->leftovers, report->leftovers == 1 ? "" : "s");
    }
    fputc('\n', stderr);
}

kb_status kb_cli_reencrypt_report_end(kb_cli_reencrypt_report *report) {
    uint64_t all = 0;
    hide_line(report);
    if (!kb_cli_has(report->args, KB_CLI_QUIET)) {
        put_summary(report);
    }
    if (report->status != KB_OK) {
        return KB_FAIL(report->status, "%s", report->problem);
    }
    /* Pipes and devices cannot be synced and say EINVAL. */
    if (report->fd >= 0 && fsync(report->fd) != 0 && errno != EINVAL) {
        return KB_FAIL_IO(report->args->value[KB_CLI_REPORT], "syncing");
    }
    for (int i = 0; i < KB_CLI_FILE_OUTCOMES; i++) {
        all += report->count[i];
    }
    return report->worst == KB_OK
               ? KB_OK
               : KB_FAIL(report->worst, "%" PRIu64 " of %" PRIu64 " files failed",
                         report->count[KB_CLI_FILE_FAILED], all);
}
