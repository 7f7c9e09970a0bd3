/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A record: everything that was measured for one row, raw, with the numbers derived from
 * it. In a file it is JSON; this is the reader and the writer.
 */
#ifndef KB_BENCH_RECORD_H
#define KB_BENCH_RECORD_H

#include "costs.h"
#include "derive.h"
#include "plan.h"
#include "profile.h"
#include "rounds.h"
#include "subject.h"

#include <jansson.h>

#define KB_BENCH_SCHEMA       1
#define KB_BENCH_DETAIL_BYTES 160

/* What one process measured of one operation. */
typedef struct kb_bench_trial {
    size_t n;
    uint64_t *ticks;         /* n raw samples */
    uint64_t *cpu_ns;        /* n, or NULL */
    uint64_t *cycles;        /* n, or NULL */
    char clock[24];          /* source of the ticks */
    uint64_t overhead_ticks; /* of an empty bracket; not yet subtracted */
    double ticks_per_s;
    uint64_t wall_ns, busy_ns; /* of the whole loop, checks included: time, CPU time */
    uint64_t failures;         /* wrong results */
    unsigned retries;          /* disturbed runs before this one */
    bool is_disturbed;
    bool is_heap_counted;
    uint64_t heap_calls, heap_peak_bytes, stack_bytes;
    uint64_t rss_base_bytes, rss_peak_bytes;
    kb_bench_costs costs;   /* of hashing, before and after the calls */
    kb_bench_rounds rounds; /* of the calls; none unless asked for */
} kb_bench_trial;

typedef struct kb_bench_op {
    char name[16];
    kb_bench_class class;
    char detail[KB_BENCH_DETAIL_BYTES]; /* why it is not PASS */
    kb_bench_plan plan;
    size_t trial_count;
    kb_bench_trial *trials;
    kb_bench_profile profile;     /* of another process; no calls: none was taken */
    kb_bench_derived derived;     /* all zero unless the class is good */
    kb_bench_bracketed bracketed; /* likewise, and without rounds */
} kb_bench_op;

typedef struct kb_bench_record {
    kb_bench_row row;
    kb_bench_class class; /* the worst of known answers and operations */
    kb_bench_class kat;
    char kat_digest[65]; /* of the known answers that came before, in hex */
    kb_bench_info info;
    size_t op_count;
    kb_bench_op ops[KB_BENCH_OPS_MAX];
} kb_bench_record;

/* The operation of that name; NULL when the record has none. */
const kb_bench_op *kb_bench_record_op(const kb_bench_record *record, const char *name);
/* The size of that name; 0 when the record has none. */
uint64_t kb_bench_record_size(const kb_bench_record *record, const char *name);

/* Appends a trial, whose arrays now belong to op. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_op_add(kb_bench_op *op, const kb_bench_trial *trial);
/* Derives the numbers of all operations and the class of the record. An operation below
 * its floor (floors.h), in time or in counted hashing, has no numbers. */
KB_MUST_USE kb_status kb_bench_record_derive(kb_bench_record *record);
/* Releases the samples; what was derived stays. */
void kb_bench_record_drop(kb_bench_record *record);

/* To JSON (a new reference) and back. KB_ERR_FORMAT names what is missing or wrong. */
KB_MUST_USE kb_status kb_bench_record_to_json(json_t **out,
                                              const kb_bench_record *record);
KB_MUST_USE kb_status kb_bench_record_from_json(kb_bench_record *out, const json_t *json);

#endif
