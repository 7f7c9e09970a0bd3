/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What every measurement of a family with one program consists of. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "session.h"

#include "baseline.h"
#include "clock.h"
#include "core/error.h"
#include "environment.h"
#include "gate.h"
#include "process.h"
#include "publish.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The last processor that is allowed: interrupts prefer the first. */
static int last_processor(void) {
    cpu_set_t allowed;
    int last = -1;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int i = 0; i < CPU_SETSIZE; i++) {
            last = CPU_ISSET((size_t)i, &allowed) ? i : last;
        }
    }
    return last;
}

/* Makes a record, still empty, of every row that is asked for. */
static kb_status choose_rows(kb_bench_session *s) {
    char id[KB_BENCH_ID_BYTES];
    kb_bench_row *rows = calloc(KB_BENCH_ROWS_MAX, sizeof *rows);
    s->records = calloc(KB_BENCH_ROWS_MAX, sizeof *s->records);
    if (rows == NULL || s->records == NULL) {
        free(rows);
        return KB_FAIL(KB_ERR_MEMORY, "rows");
    }
    size_t n = s->suite->rows(rows, KB_BENCH_ROWS_MAX, &s->options);
    qsort(rows, n, sizeof *rows, kb_bench_row_order);
    for (size_t i = 0; i < n; i++) {
        kb_bench_row_id(id, &rows[i]);
        if (s->options.only == NULL || strstr(id, s->options.only) != NULL) {
            s->records[s->count++].row = rows[i];
        }
    }
    free(rows);
    return s->count != 0 ? KB_OK
                         : KB_FAIL(KB_ERR_ARGUMENT, "--only %.60s: no such row",
                                   s->options.only == NULL ? "" : s->options.only);
}

static bool needs_slow_answers(const kb_bench_session *s) {
    for (size_t i = 0; i < s->count; i++) {
        const char *alg = s->records[i].row.alg;
        if (strncmp(alg, "SLH-DSA", 7) == 0 && alg[strlen(alg) - 1] == 's') {
            return true;
        }
    }
    return false;
}

/* Runs the known answers and gives every record its class. */
static kb_status pass_gate(kb_bench_session *s) {
    KB_TRY(kb_bench_gate_run(&s->gate, s->program, needs_slow_answers(s)));
    const char *digest = json_string_value(json_object_get(s->gate, "sha256"));
    for (size_t i = 0; i < s->count; i++) {
        kb_bench_record *r = &s->records[i];
        r->kat = kb_bench_gate_row_class(s->gate, &r->row);
        (void)snprintf(r->kat_digest, sizeof r->kat_digest, "%s",
                       digest == NULL ? "" : digest);
        r->class = r->kat;
    }
    return KB_OK;
}

/* Splits the rows that passed into units: one for all operations of a paired subject,
 * else one per operation. */
static kb_status make_units(kb_bench_session *s) {
    s->units = calloc(s->count * KB_BENCH_OPS_MAX, sizeof *s->units);
    if (s->units == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "units");
    }
    for (size_t i = 0; i < s->count; i++) {
        const kb_bench_subject *subject = s->suite->subject(&s->records[i].row);
        KB_INVARIANT(subject != NULL);
        if (!kb_bench_class_is_good(s->records[i].kat)) {
            continue;
        }
        unsigned all = (1U << subject->op_count) - 1;
        for (size_t op = 0; op < (subject->is_paired ? 1 : subject->op_count); op++) {
            kb_bench_unit *unit = &s->units[s->unit_count++];
            *unit = (kb_bench_unit){.record = &s->records[i],
                                    .subject = subject,
                                    .ops = subject->is_paired ? all : 1U << op};
            kb_bench_unit_enter(unit);
        }
    }
    return KB_OK;
}

static kb_status open_folder(const kb_bench_session *s) {
    if (s->out == NULL) {
        return KB_OK;
    }
    KB_TRY(kb_bench_folder_make(s->out));
    return kb_bench_folder_clear(s->out, s->suite->name);
}

/* Reads the figures of other programs, before anything else is done. */
static kb_status read_peers(kb_bench_session *s, bool is_this_program) {
    kb_bench_clock clock;
    if (s->options.peer_csv == NULL) {
        return KB_OK;
    }
    if (!s->suite->takes_peers || !is_this_program) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--peer-csv: not for %s",
                       is_this_program ? s->suite->name : "comparisons of builds");
    }
    kb_bench_clock_open(&clock);
    kb_bench_clock_close(&clock);
    if (strcmp(clock.source, "tsc") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "--peer-csv: this machine has no even time-stamp counter");
    }
    KB_TRY(kb_bench_file_text(&s->peer_text, &s->peer_len, s->options.peer_csv));
    KB_TRY(kb_bench_peers_parse(&s->peers, s->peer_text, s->peer_len));
    return kb_bench_peers_check(&s->peers, s->suite, (uint64_t)time(NULL));
}

kb_status kb_bench_session_begin(kb_bench_session *out, const kb_bench_suite *suite,
                                 const kb_bench_options *options, const char *program,
                                 const char *folder) {
    *out = (kb_bench_session){.suite = suite, .out = folder, .options = *options};
    if (options->bytes != 0 && !suite->has_payload) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--bytes: rows of %s have no payload",
                       suite->name);
    }
    KB_TRY(read_peers(out, program == NULL));
    if (program == NULL) {
        KB_TRY(kb_bench_process_self(out->program, sizeof out->program));
    } else {
        (void)snprintf(out->program, sizeof out->program, "%s", program);
    }
    if (options->cpu < 0) {
        out->options.cpu = last_processor();
    }
    out->runner = (kb_bench_runner){out->program, NULL, &out->options, out->options.cpu};
    KB_TRY(choose_rows(out));
    if (program == NULL) {
        KB_TRY(kb_bench_environment_begin(&out->environment, &out->options));
    } else {
        KB_TRY(kb_bench_environment_of(&out->environment, out->program, &out->options));
    }
    KB_TRY(pass_gate(out));
    KB_TRY(open_folder(out));
    return make_units(out);
}

static kb_status finish_record(const kb_bench_session *s, kb_bench_record *record) {
    char name[KB_BENCH_ID_BYTES + 16];
    json_t *json = NULL;
    KB_TRY(kb_bench_record_derive(record));
    if (s->out == NULL) {
        kb_bench_record_drop(record);
        return KB_OK;
    }
    kb_bench_record_name(name, &record->row);
    kb_status status = kb_bench_record_to_json(&json, record);
    if (status == KB_OK) {
        status = kb_bench_folder_write_json(s->out, name, json);
    }
    json_decref(json);
    kb_bench_record_drop(record);
    return status;
}

/* Whether no unit from i on belongs to the record. */
static bool is_last_of(const kb_bench_session *s, size_t i) {
    for (size_t k = i + 1; k < s->unit_count; k++) {
        if (s->units[k].record == s->units[i].record) {
            return false;
        }
    }
    return true;
}

kb_status kb_bench_session_finish_unit(kb_bench_session *session, size_t i) {
    return is_last_of(session, i) ? finish_record(session, session->units[i].record)
                                  : KB_OK;
}

static kb_status write_folder(const kb_bench_session *s) {
    char name[KB_BENCH_ID_BYTES];
    kb_bench_environment_name(name, s->suite->name);
    KB_TRY(kb_bench_folder_write_json(s->out, name, s->environment));
    kb_bench_known_answers_name(name, s->suite->name);
    KB_TRY(kb_bench_folder_write_json(s->out, name, s->gate));
    if (s->peers.count != 0) {
        KB_TRY(kb_bench_folder_write(s->out, KB_BENCH_PEERS_NAME, s->peer_text,
                                     s->peer_len));
    }
    if (s->options.baseline != NULL) {
        KB_TRY(kb_bench_baseline_write(s->out, s->options.baseline));
    }
    return kb_bench_publish(s->out);
}

kb_status kb_bench_session_end(kb_bench_session *session) {
    for (size_t i = 0; i < session->count; i++) {
        if (!kb_bench_class_is_good(session->records[i].kat)) {
            KB_TRY(finish_record(session, &session->records[i]));
        }
    }
    KB_TRY(kb_bench_environment_end(session->environment));
    return session->out == NULL ? KB_OK : write_folder(session);
}

bool kb_bench_session_is_good(const kb_bench_session *session) {
    bool is_good = true;
    for (size_t i = 0; i < session->count; i++) {
        const kb_bench_record *r = &session->records[i];
        is_good &= kb_bench_class_is_good(r->class);
        for (size_t k = 0; k < r->op_count; k++) {
            if (!kb_bench_class_is_good(r->ops[k].class)) {
                fprintf(stderr, "keybraid-bench: %s, %s: %s: %s\n", r->row.alg,
                        r->ops[k].name, kb_bench_class_name(r->ops[k].class),
                        r->ops[k].detail);
            }
        }
    }
    return is_good;
}

void kb_bench_session_free(kb_bench_session *session) {
    for (size_t i = 0; i < session->count; i++) {
        kb_bench_record_drop(&session->records[i]);
    }
    free(session->records);
    free(session->units);
    json_decref(session->environment);
    json_decref(session->gate);
    kb_bench_peers_free(&session->peers);
    free(session->peer_text);
    *session = (kb_bench_session){.count = 0};
}
