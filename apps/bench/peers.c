/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Figures of other programs: reader and table. */
#include "peers.h"

#include "core/error.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATION, PEER, VERSION, COMPILER, N, MIN, MEDIAN, YARDSTICK, TIME, FIELD_COUNT };

static const char *const fields[FIELD_COUNT] = {
    "OPERATION", "PEER",      "VERSION",      "COMPILER", "N",
    "MIN_KC",    "MEDIAN_KC", "YARDSTICK_KC", "UNIX_TIME"};

static const char header[] =
    "OPERATION,PEER,VERSION,COMPILER,N,MIN_KC,MEDIAN_KC,YARDSTICK_KC,UNIX_TIME";

static kb_status wrong(kb_status status, size_t line, int field, const char *what) {
    return KB_FAIL(status, "peer figures, line %zu, %s: %s", line, fields[field], what);
}

/* ---- reading ---- */

static kb_status get_text(char *out, size_t cap, const char *cell, size_t line,
                          int field) {
    if (cell[0] == '\0') {
        return wrong(KB_ERR_FORMAT, line, field, "is empty");
    }
    if (strlen(cell) >= cap) {
        return wrong(KB_ERR_FORMAT, line, field, "is too long");
    }
    for (const char *p = cell; *p != '\0'; p++) {
        if (*p < 0x20 || *p > 0x7e || *p == '"') {
            return wrong(KB_ERR_FORMAT, line, field,
                         "only printable ASCII without quotes is taken");
        }
    }
    (void)snprintf(out, cap, "%s", cell);
    return KB_OK;
}

/* "ML-KEM-768/ENCAPS" */
static kb_status get_operation(kb_bench_peer *out, const char *cell) {
    char text[sizeof out->alg + sizeof out->op];
    KB_TRY(get_text(text, sizeof text, cell, out->line, OPERATION));
    char *slash = strchr(text, '/');
    if (slash == NULL) {
        return wrong(KB_ERR_FORMAT, out->line, OPERATION,
                     "ALGORITHM/OPERATION is wanted");
    }
    *slash = '\0';
    KB_TRY(get_text(out->alg, sizeof out->alg, text, out->line, OPERATION));
    return get_text(out->op, sizeof out->op, slash + 1, out->line, OPERATION);
}

static kb_status get_whole(uint64_t *out, const char *cell, size_t line, int field) {
    size_t len = strlen(cell);
    if (len == 0 || len > 12 || strspn(cell, "0123456789") != len || cell[0] == '0') {
        return wrong(KB_ERR_FORMAT, line, field, "a whole number above 0 is wanted");
    }
    *out = strtoull(cell, NULL, 10);
    return KB_OK;
}

/* Digits, and perhaps a point with digits behind it. */
static kb_status get_kc(double *out, const char *cell, size_t line, int field) {
    size_t len = strlen(cell), whole = strspn(cell, "0123456789");
    bool is_good = len <= 20 && whole != 0;
    if (is_good && whole != len) {
        size_t rest = len - whole - 1;
        is_good = cell[whole] == '.' && rest != 0 &&
                  strspn(cell + whole + 1, "0123456789") == rest;
    }
    *out = is_good ? strtod(cell, NULL) : 0;
    return *out > 0 ? KB_OK
                    : wrong(KB_ERR_FORMAT, line, field, "a number above 0 is wanted");
}

static kb_status parse_line(kb_bench_peer *out, char *text, size_t line) {
    char *cells[FIELD_COUNT];
    int count = 0;
    *out = (kb_bench_peer){.line = line};
    for (char *p = text; p != NULL; count++) {
        char *comma = strchr(p, ',');
        if (count == FIELD_COUNT) {
            return wrong(KB_ERR_FORMAT, line, TIME, "more fields follow");
        }
        cells[count] = p;
        if (comma != NULL) {
            *comma++ = '\0';
        }
        p = comma;
    }
    if (count < FIELD_COUNT) {
        return wrong(KB_ERR_FORMAT, line, count, "is missing");
    }
    KB_TRY(get_operation(out, cells[OPERATION]));
    KB_TRY(get_text(out->name, sizeof out->name, cells[PEER], line, PEER));
    KB_TRY(get_text(out->version, sizeof out->version, cells[VERSION], line, VERSION));
    KB_TRY(
        get_text(out->compiler, sizeof out->compiler, cells[COMPILER], line, COMPILER));
    KB_TRY(get_whole(&out->n, cells[N], line, N));
    KB_TRY(get_kc(&out->min_kc, cells[MIN], line, MIN));
    KB_TRY(get_kc(&out->median_kc, cells[MEDIAN], line, MEDIAN));
    KB_TRY(get_kc(&out->yardstick_kc, cells[YARDSTICK], line, YARDSTICK));
    KB_TRY(get_whole(&out->unix_time, cells[TIME], line, TIME));
    return out->median_kc >= out->min_kc
               ? KB_OK
               : wrong(KB_ERR_FORMAT, line, MEDIAN, "is less than MIN_KC");
}

static bool is_twice(const kb_bench_peers *peers, const kb_bench_peer *p) {
    for (size_t i = 0; i < peers->count; i++) {
        const kb_bench_peer *o = &peers->list[i];
        if (strcmp(o->alg, p->alg) == 0 && strcmp(o->op, p->op) == 0 &&
            strcmp(o->name, p->name) == 0 && strcmp(o->version, p->version) == 0 &&
            strcmp(o->compiler, p->compiler) == 0) {
            return true;
        }
    }
    return false;
}

/* text is cut up. Every line ends with a line feed. */
static kb_status parse(kb_bench_peers *out, char *text, size_t len) {
    char *p = text, *end = text + len;
    for (size_t line = 1; p < end; line++) {
        char *feed = memchr(p, '\n', (size_t)(end - p));
        if (feed == NULL || memchr(p, '\0', (size_t)(feed - p)) != NULL) {
            return KB_FAIL(KB_ERR_FORMAT, "peer figures, line %zu: %s", line,
                           feed == NULL ? "no line feed at its end" : "a zero byte");
        }
        *feed = '\0';
        if (line == 1) {
            if (strcmp(p, header) != 0) {
                return KB_FAIL(KB_ERR_FORMAT, "peer figures, line 1: is not %s", header);
            }
        } else if (out->count == KB_BENCH_PEERS_MAX) {
            return KB_FAIL(KB_ERR_LIMIT, "peer figures: more than %d lines",
                           KB_BENCH_PEERS_MAX);
        } else {
            kb_bench_peer *peer = &out->list[out->count];
            KB_TRY(parse_line(peer, p, line));
            if (is_twice(out, peer)) {
                return wrong(KB_ERR_FORMAT, line, OPERATION, "this peer has it already");
            }
            out->count++;
        }
        p = feed + 1;
    }
    return out->count != 0 ? KB_OK
                           : KB_FAIL(KB_ERR_FORMAT, "peer figures: there are none");
}

kb_status kb_bench_peers_parse(kb_bench_peers *out, const char *text, size_t len) {
    *out = (kb_bench_peers){.count = 0};
    if (len > KB_BENCH_PEERS_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "peer figures: %zu bytes", len);
    }
    char *copy = malloc(len + 1);
    out->list = calloc(KB_BENCH_PEERS_MAX, sizeof *out->list);
    kb_status status = KB_FAIL(KB_ERR_MEMORY, "peer figures");
    if (copy != NULL && out->list != NULL) {
        memcpy(copy, text, len);
        copy[len] = '\0';
        status = parse(out, copy, len);
    }
    free(copy);
    if (status != KB_OK) {
        kb_bench_peers_free(out);
    }
    return status;
}

void kb_bench_peers_free(kb_bench_peers *peers) {
    free(peers->list);
    *peers = (kb_bench_peers){.count = 0};
}

/* ---- whether they can be compared ---- */

static bool is_measured(const kb_bench_suite *suite, const kb_bench_row *rows, size_t n,
                        const kb_bench_peer *peer) {
    for (size_t i = 0; i < n; i++) {
        const kb_bench_subject *subject = suite->subject(&rows[i]);
        for (size_t k = 0; subject != NULL && k < subject->op_count; k++) {
            if (strcmp(rows[i].alg, peer->alg) == 0 &&
                strcmp(subject->ops[k], peer->op) == 0) {
                return true;
            }
        }
    }
    return false;
}

kb_status kb_bench_peers_check(const kb_bench_peers *peers, const kb_bench_suite *suite,
                               uint64_t now) {
    kb_bench_row *rows = calloc(KB_BENCH_ROWS_MAX, sizeof *rows);
    if (rows == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "rows");
    }
    const kb_bench_options all = {.is_full = true};
    size_t n = suite->rows(rows, KB_BENCH_ROWS_MAX, &all);
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && i < peers->count; i++) {
        const kb_bench_peer *p = &peers->list[i];
        if (!is_measured(suite, rows, n, p)) {
            status = wrong(KB_ERR_ARGUMENT, p->line, OPERATION,
                           "no row of the family has this operation");
        } else if (p->unix_time > now + 60) {
            status = wrong(KB_ERR_ARGUMENT, p->line, TIME, "is in the future");
        } else if (p->unix_time + KB_BENCH_PEER_REFUSED_S < now) {
            status = wrong(KB_ERR_ARGUMENT, p->line, TIME,
                           "more than an hour ago: measure the peer again");
        }
    }
    free(rows);
    return status;
}

/* ---- the table ---- */

static void cell(FILE *out, bool is_known, double value, const char *format) {
    (void)fputc(',', out);
    if (is_known) {
        char text[40];
        (void)snprintf(text, sizeof text, format[0] == '4' ? "%.4f" : "%.3f", value);
        (void)fputs(text, out);
    }
}

static void own(FILE *out, const kb_bench_record *r, const kb_bench_op *op) {
    const kb_bench_bracketed *b = &op->bracketed;
    kb_bench_class class =
        kb_bench_class_is_good(op->class) ? r->kat : op->class; /* of this line alone */
    bool is_known = kb_bench_class_is_good(op->class) && b->n != 0;
    double us = is_known ? 1e9 / b->ticks_per_s : 0; /* of a thousand ticks */
    (void)fprintf(out, "%s,%s,%s,%zu,%zu,%zu", r->row.alg, op->name,
                  kb_bench_class_name(class), b->n, b->rounds, b->dropped);
    cell(out, is_known, b->min_kc, "3");
    cell(out, is_known, b->median_kc, "3");
    cell(out, is_known, b->min_kc * us, "3");
    cell(out, is_known, b->median_kc * us, "3");
    cell(out, b->rounds != 0, b->yardstick_kc, "4");
}

static uint64_t distance(uint64_t a, uint64_t b) {
    return a > b ? a - b : b - a;
}

/* Seconds between a peer's figures and ours, the farthest trial. */
static uint64_t age_of(const kb_bench_bracketed *b, const kb_bench_peer *p) {
    uint64_t first = distance(b->first_time, p->unix_time);
    uint64_t last = distance(b->last_time, p->unix_time);
    return first > last ? first : last;
}

static void beside(FILE *out, const kb_bench_op *op, const kb_bench_peer *p) {
    const kb_bench_bracketed *b = &op->bracketed;
    bool is_known = kb_bench_class_is_good(op->class) && b->n != 0;
    uint64_t age = b->rounds == 0 ? 0 : age_of(b, p);
    bool is_stale = age > KB_BENCH_PEER_STALE_S;
    double scale = is_known ? p->yardstick_kc / b->yardstick_kc : 0;
    (void)fprintf(out, ",%s,%s,%s,%" PRIu64, p->name, p->version, p->compiler, p->n);
    cell(out, true, p->min_kc, "3");
    cell(out, true, p->median_kc, "3");
    cell(out, true, p->yardstick_kc, "4");
    (void)fprintf(out, ",%" PRIu64 ",%s", age,
                  !is_known  ? "no round was quiet"
                  : is_stale ? "stale"
                             : "same minutes");
    cell(out, is_known && !is_stale, scale * b->min_kc / p->min_kc, "3");
    cell(out, is_known && !is_stale, scale * b->median_kc / p->median_kc, "3");
    (void)fputc('\n', out);
}

static void lines(FILE *out, const kb_bench_record *r, const kb_bench_op *op,
                  const kb_bench_peers *peers) {
    size_t shown = 0;
    for (size_t i = 0; i < peers->count; i++) {
        const kb_bench_peer *p = &peers->list[i];
        if (strcmp(p->alg, r->row.alg) == 0 && strcmp(p->op, op->name) == 0) {
            own(out, r, op);
            beside(out, op, p);
            shown++;
        }
    }
    if (shown == 0) {
        own(out, r, op);
        (void)fprintf(out, ",,,,,,,,,,,\n");
    }
}

void kb_bench_peers_csv(FILE *out, const kb_bench_record *records, size_t count,
                        const kb_bench_peers *peers) {
    (void)fprintf(
        out, "ALG,OPERATION,CLASS,N,ROUNDS,DROPPED,MIN_KC,MEDIAN_KC,MIN_US,MEDIAN_US,"
             "YARDSTICK_KC,PEER,VERSION,COMPILER,PEER_N,PEER_MIN_KC,PEER_MEDIAN_KC,"
             "PEER_YARDSTICK_KC,AGE_S,NOTE,RATIO_MIN,RATIO_MEDIAN\n");
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < records[i].op_count; k++) {
            lines(out, &records[i], &records[i].ops[k], peers);
        }
    }
}

const char *const kb_bench_peers_shown[] = {"ALG",
                                            "OPERATION",
                                            "CLASS",
                                            "N",
                                            "DROPPED",
                                            "MIN_KC",
                                            "MEDIAN_KC",
                                            "YARDSTICK_KC",
                                            "PEER",
                                            "PEER_N",
                                            "PEER_MIN_KC",
                                            "PEER_MEDIAN_KC",
                                            "PEER_YARDSTICK_KC",
                                            "AGE_S",
                                            "NOTE",
                                            "RATIO_MIN",
                                            "RATIO_MEDIAN",
                                            NULL};
