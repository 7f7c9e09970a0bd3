/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Figures of other programs, measured beside ours on the same machine, and the table of
 * both. doc/peer-csv.md has the format.
 */
#ifndef KB_BENCH_PEERS_H
#define KB_BENCH_PEERS_H

#include "folder.h"
#include "suite.h"

#include <stdio.h>

#define KB_BENCH_PEERS_NAME                                                              \
    KB_BENCH_RECORDS "/primitives.peers.csv" /* the file as read */
#define KB_BENCH_PEERS_TABLE "primitives-peers.csv"

#define KB_BENCH_PEERS_MAX       1024
#define KB_BENCH_PEERS_MAX_BYTES ((size_t)1 << 20)
#define KB_BENCH_PEER_BYTES      80 /* of a text field with its terminator */

/* Figures of another time are shown, but not compared; those of another hour refused. */
#define KB_BENCH_PEER_STALE_S   300
#define KB_BENCH_PEER_REFUSED_S 3600

typedef struct kb_bench_peer {
    size_t line;
    char alg[KB_BENCH_NAME_BYTES], op[16]; /* "ML-KEM-768", "ENCAPS" */
    char name[KB_BENCH_PEER_BYTES], version[KB_BENCH_PEER_BYTES],
        compiler[KB_BENCH_PEER_BYTES];
    uint64_t n;
    double min_kc, median_kc, yardstick_kc;
    uint64_t unix_time;
} kb_bench_peer;

typedef struct kb_bench_peers {
    size_t count;
    kb_bench_peer *list;
} kb_bench_peers;

/* Parses a file. KB_ERR_FORMAT names line and field. */
KB_MUST_USE kb_status kb_bench_peers_parse(kb_bench_peers *out, const char *text,
                                           size_t len);
void kb_bench_peers_free(kb_bench_peers *peers);
/* Refuses figures that are too old at that time, or of the future, and operations that the
 * family does not measure. KB_ERR_ARGUMENT names line and field. */
KB_MUST_USE kb_status kb_bench_peers_check(const kb_bench_peers *peers,
                                           const kb_bench_suite *suite, uint64_t now);

/* Writes the table: each operation of the records once for every peer that has it, else
 * alone. */
void kb_bench_peers_csv(FILE *out, const kb_bench_record *records, size_t count,
                        const kb_bench_peers *peers);
/* The columns of it that the console shows. */
extern const char *const kb_bench_peers_shown[];

#endif
