/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What an operation asks of the hash layer: calls by shape with their time, and how many
 * permutations and compressions that made. Only keybraid-bench-profile has the counters;
 * its times are not shown, since counting takes some.
 */
#ifndef KB_BENCH_PROFILE_H
#define KB_BENCH_PROFILE_H

#include "floors.h"
#include "hash/hash_count.h"
#include "subject.h"

#include <jansson.h>
#include <keybraid/status.h>

/* What the time of an operation is divided into. */
typedef enum kb_bench_share {
    KB_BENCH_SHARE_KECCAK, /* SHA-3, Keccak as SLH-DSA uses it, sponges of several kinds together */
    KB_BENCH_SHARE_SHA2,
    KB_BENCH_SHARE_SM3,
    KB_BENCH_SHARE_XOF, /* SHAKE, cSHAKE and the output of any length that SM3 gives */
    KB_BENCH_SHARE_RNG,
    KB_BENCH_SHARE_COUNT
} kb_bench_share;

/* "SHAKE128", and what it belongs to. */
const char *kb_bench_fn_name(kb_hash_fn fn);
kb_bench_share kb_bench_share_of(kb_hash_fn fn);

/* Units of one kind, of one call of the operation. */
typedef struct kb_bench_units {
    uint64_t least, most, sum;
} kb_bench_units;

typedef struct kb_bench_profile {
    uint64_t calls; /* of the operation; 0: no profile */
    uint64_t ticks; /* of all of them */
    double ticks_per_s;
    uint64_t lost; /* hash calls whose shape found no place */
    kb_bench_units units[KB_BENCH_UNIT_KINDS];
    size_t shape_count;
    kb_hash_shape *shapes; /* ordered by function and lengths */
} kb_bench_profile;

void kb_bench_profile_free(kb_bench_profile *profile);

/* Ticks of a share; the rest of profile->ticks is none of them. */
uint64_t kb_bench_profile_share(const kb_bench_profile *profile, kb_bench_share share);

/* Around every timed call; does nothing without counters. A short call during which the
 * processor was taken away is left out: one such pause would outweigh all the rest. */
typedef struct kb_bench_watch {
    kb_bench_profile op[KB_BENCH_OPS_MAX]; /* so far */
    kb_hash_shape *now;                    /* of the call that has just ended */
    uint64_t least[KB_BENCH_OPS_MAX];      /* ticks of the shortest call */
    uint64_t start, first_ticks, first_ns;
    long switches;
    unsigned current;
    bool is_open;
} kb_bench_watch;

/* KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_watch_open(kb_bench_watch *watch);
void kb_bench_watch_close(kb_bench_watch *watch);
void kb_bench_profile_begin(kb_bench_watch *watch, unsigned op, bool keep);
void kb_bench_profile_end(kb_bench_watch *watch);
/* Hands over what was counted for op. */
void kb_bench_profile_take(kb_bench_profile *out, kb_bench_watch *watch, unsigned op);

/* As JSON, NULL for none; and back. KB_ERR_FORMAT names what is missing or wrong. */
json_t *kb_bench_profile_json(const kb_bench_profile *profile);
KB_MUST_USE kb_status kb_bench_profile_from_json(kb_bench_profile *out,
                                                 const json_t *json);

#endif
