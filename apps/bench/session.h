/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What every measurement of a family with one program consists of, but for the order of
 * its trials: rows, known answers, units, records, folder. campaign.c measures unit by
 * unit, pairs.c two sessions in turn.
 */
#ifndef KB_BENCH_SESSION_H
#define KB_BENCH_SESSION_H

#include "folder.h"
#include "peers.h"
#include "suite.h"
#include "unit.h"

typedef struct kb_bench_session {
    const kb_bench_suite *suite;
    const char *out; /* result folder, or NULL */
    char program[KB_BENCH_PATH_BYTES];
    kb_bench_options options;
    kb_bench_runner runner;
    json_t *environment, *gate;
    kb_bench_record *records; /* in row order */
    size_t count;
    kb_bench_unit *units; /* of the rows whose known answers came out */
    size_t unit_count;
    kb_bench_peers peers; /* of --peer-csv */
    char *peer_text;      /* the file as it was read */
    size_t peer_len;
} kb_bench_session;

/* Chooses the rows and a processor, records the environment, runs the known answers,
 * clears the folder and makes the units, which are not planned yet. program: NULL for this
 * one. Released with kb_bench_session_free, also after a failure. KB_ERR_ARGUMENT when
 * there is no row. */
KB_MUST_USE kb_status kb_bench_session_begin(kb_bench_session *out,
                                             const kb_bench_suite *suite,
                                             const kb_bench_options *options,
                                             const char *program, const char *folder);
/* After the trials of unit i, in the order of the array: derives and writes its record
 * when no later unit belongs to it. */
KB_MUST_USE kb_status kb_bench_session_finish_unit(kb_bench_session *session, size_t i);
/* After all units: writes the records that have none, the environment and what follows
 * from the records. */
KB_MUST_USE kb_status kb_bench_session_end(kb_bench_session *session);
/* Whether every row may be shown; says on standard error what may not. */
bool kb_bench_session_is_good(const kb_bench_session *session);
void kb_bench_session_free(kb_bench_session *session);

#endif
