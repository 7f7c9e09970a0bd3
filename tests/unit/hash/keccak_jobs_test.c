/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Jobs that share the states of the wide permutation, against one sponge each. */
#include "hash/keccak/jobs.h"

#include "core/cpu.h"
#include "hash/hash_count.h"
#include "hash/keccak/ops.h"
#include "test.h"

/* Numbers that are the same in every run (splitmix64). */
static uint64_t next_number(void) {
    static uint64_t x = 6;
    x += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static size_t below(size_t limit) {
    return (size_t)(next_number() % limit);
}

/* The Keccak team's and FIPS 202's answers for the message "abc". */
TEST(jobs_give_the_known_digests) {
    uint8_t a[32], b[64], c[32], d[32];
    kb_keccak_job jobs[] = {
        {KB_KECCAK_SHA3_256, .in = {{"abc", 3}}, .out = a, .out_len = sizeof a},
        {KB_KECCAK_SHA3_512, .in = {{"a", 1}, {"bc", 2}}, .out = b, .out_len = sizeof b},
        {KB_KECCAK_SHAKE128, .in = {{"ab", 2}}, .suffix = "c", .suffix_len = 1, .out = c,
         .out_len = sizeof c},
        {KB_KECCAK_SHAKE256, .suffix = "abc", .suffix_len = 3, .out = d,
         .out_len = sizeof d},
    };
    kb_keccak_run(jobs, 4);
    CHECK_HEX(a, sizeof a,
              "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
    CHECK_HEX(b, sizeof b,
              "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e"
              "10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0");
    CHECK_HEX(c, sizeof c,
              "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8");
    CHECK_HEX(d, sizeof d,
              "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739");
}

/* What a random job should give, and how its output is fetched. */
#define PARTS    5
#define OUT_MOST 700

typedef struct expected {
    uint8_t want[PARTS * OUT_MOST], got[PARTS * OUT_MOST];
    size_t total, part, lens[PARTS], parts;
    bool reuses_room;
    uint8_t room[OUT_MOST];
} expected;

static expected slots[40];
static uint8_t input[40][5 * 500];

/* Collects a part and asks for the next one; the room is the same or moves. */
static bool take(kb_keccak_job *job) {
    expected *e = job->owner;
    size_t done = 0;
    for (size_t i = 0; i < e->part; i++) {
        done += e->lens[i];
    }
    if (e->reuses_room) {
        memcpy(e->got + done, e->room, e->lens[e->part]);
    }
    done += e->lens[e->part++];
    if (e->part == e->parts) {
        return false;
    }
    job->out = e->reuses_room ? e->room : e->got + done;
    job->out_len = e->lens[e->part];
    return true;
}

static void make_job(kb_keccak_job *job, size_t i) {
    static const uint8_t domains[] = {KB_KECCAK_DOMAIN_SHA3, KB_KECCAK_DOMAIN_SHAKE,
                                      KB_KECCAK_DOMAIN_CSHAKE};
    expected *e = &slots[i];
    size_t at = 0;
    *job = (kb_keccak_job){.rate = (uint8_t)(8 + 8 * below(25)),
                           .domain = domains[below(3)],
                           .suffix_len = (uint8_t)below(KB_KECCAK_JOB_SUFFIX + 1),
                           .owner = e};
    if (below(2) == 0) {
        job->rate = KB_SHAKE128_RATE_BYTES;
    }
    for (size_t k = 0; k < sizeof input[i]; k++) {
        input[i][k] = (uint8_t)next_number();
    }
    for (size_t k = 0; k < KB_KECCAK_JOB_PIECES; k++) {
        /* Absent, a few bytes, exactly blocks, or any length. */
        size_t len = below(3) == 0   ? 0
                     : below(2) == 0 ? job->rate * below(500U / job->rate + 1)
                                     : below(500);
        if (len > 0) {
            job->in[k] = (kb_keccak_piece){input[i] + at, len};
        }
        at += len;
    }
    for (size_t k = 0; k < job->suffix_len; k++) {
        job->suffix[k] = input[i][at++] = (uint8_t)next_number();
    }
    e->part = e->total = 0;
    e->parts = 1 + below(PARTS);
    e->reuses_room = below(2) == 0;
    for (size_t k = 0; k < e->parts; k++) {
        size_t len = below(2) == 0 ? job->rate * (1 + below(3)) : 1 + below(OUT_MOST - 1);
        e->lens[k] = len;
        e->total += len;
    }
    job->out = e->reuses_room ? e->room : e->got;
    job->out_len = e->lens[0];
    job->take = take;
    if (e->parts == 1 && !e->reuses_room && below(2) == 0) {
        job->take = NULL;
    }
    kb_keccak one;
    kb_keccak_init(&one, job->rate, job->domain);
    kb_keccak_absorb(&one, input[i], at);
    kb_keccak_pad(&one);
    kb_keccak_squeeze(&one, e->want, e->total);
    memset(e->got, 0, sizeof e->got);
}

TEST(any_mix_of_jobs_equals_one_sponge_after_another) {
    static kb_keccak_job jobs[40];
    for (size_t n = 0; n < 400; n++) {
        size_t count = n < 60 ? n % 6 : below(40);
        for (size_t i = 0; i < count; i++) {
            make_job(&jobs[i], i);
            if (i > 0 && below(4) == 0) {
                jobs[i].after = &jobs[below(i)];
            }
        }
        kb_keccak_run(jobs, count);
        for (size_t i = 0; i < count; i++) {
            CHECK_MEM(slots[i].got, slots[i].want, slots[i].total);
            CHECK_INT(slots[i].part, jobs[i].take != NULL ? slots[i].parts : 0);
        }
    }
}

/* Ten digests, each of the one before; beside them jobs that nobody waits for. */
TEST(a_job_after_another_sees_its_output) {
    uint8_t chain[11][32] = {{1, 2, 3}}, want[32] = {1, 2, 3}, side[5][300];
    kb_keccak_job jobs[15];
    for (size_t i = 0; i < 10; i++) {
        jobs[i] = (kb_keccak_job){KB_KECCAK_SHA3_256, .in = {{chain[i], 32}},
                                  .out = chain[i + 1], .out_len = 32,
                                  .after = i > 0 ? &jobs[i - 1] : NULL};
        kb_sha3_256(want, want, 32);
    }
    for (size_t i = 0; i < 5; i++) {
        jobs[10 + i] =
            (kb_keccak_job){KB_KECCAK_SHAKE128, .suffix = {(uint8_t)i}, .suffix_len = 1,
                            .out = side[i], .out_len = sizeof side[i]};
    }
    kb_keccak_run(jobs, 15);
    CHECK_MEM(chain[10], want, 32);
    for (size_t i = 0; i < 5; i++) {
        uint8_t index = (uint8_t)i, stream[300];
        kb_shake128(stream, sizeof stream, &index, 1);
        CHECK_MEM(side[i], stream, sizeof stream);
    }
}

/* As a caller does that counts how many blocks it was given. */
static bool take_until_seven(kb_keccak_job *job) {
    size_t *blocks = job->owner;
    return ++*blocks < 7;
}

TEST(a_job_gets_no_more_blocks_than_it_asks_for) {
    uint8_t room[2][KB_SHAKE128_RATE_BYTES], guard[3][16];
    size_t blocks[2] = {0};
    memset(guard, 0x77, sizeof guard);
    kb_keccak_job jobs[3] = {
        {KB_KECCAK_SHAKE128, .out = room[0], .out_len = sizeof room[0],
         .take = take_until_seven, .owner = &blocks[0]},
        {KB_KECCAK_SHAKE128, .out = room[1], .out_len = sizeof room[1],
         .take = take_until_seven, .owner = &blocks[1]},
        {KB_KECCAK_SHA3_256, .out = guard[1], .out_len = 5},
    };
    kb_hash_count_reset();
    kb_keccak_run(jobs, 3);
    CHECK_INT(blocks[0], 7);
    CHECK_INT(blocks[1], 7);
    uint8_t stream[7 * KB_SHAKE128_RATE_BYTES];
    kb_shake128(stream, sizeof stream, NULL, 0);
    CHECK_MEM(room[0], stream + 6 * sizeof room[0], sizeof room[0]);
    CHECK_MEM(room[1], stream + 6 * sizeof room[0], sizeof room[0]);
    for (size_t i = 0; i < sizeof guard; i++) {
        if (i < 16 || i >= 16 + 5) {
            CHECK_INT(guard[i / 16][i % 16], 0x77);
        }
    }
}

/* ML-KEM-768 before an encapsulation: H(ek) and nine polynomials of three blocks. */
TEST(no_lane_is_idle_beside_a_long_input) {
    static uint8_t ek[1184], room[9][504];
    uint8_t h[32], want[32];
    kb_keccak_job jobs[10] = {
        {KB_KECCAK_SHA3_256, .in = {{ek, sizeof ek}}, .out = h, .out_len = sizeof h}};
    for (unsigned i = 0; i < 9; i++) {
        ek[100 * i] = (uint8_t)(i + 1);
        jobs[1 + i] = (kb_keccak_job){KB_KECCAK_SHAKE128,
                                      .in = {{ek + 1152, 32}},
                                      .suffix = {(uint8_t)(i % 3), (uint8_t)(i / 3)},
                                      .suffix_len = 2,
                                      .out = room[i],
                                      .out_len = sizeof room[i]};
    }
    kb_hash_count_reset();
    kb_keccak_run(jobs, 10);
    kb_hash_counts counts = kb_hash_count_read();
#ifdef KB_PROFILE
    CHECK_INT(counts.keccak_x4, kb_keccak_ops_get()->is_wide ? 9 : 0);
    CHECK_INT(counts.keccak_x1, kb_keccak_ops_get()->is_wide ? 0 : 36);
#else
    CHECK_INT(counts.keccak_x1 + counts.keccak_x4, 0);
#endif
    kb_sha3_256(want, ek, sizeof ek);
    CHECK_MEM(h, want, sizeof h);
    for (unsigned i = 0; i < 9; i++) {
        uint8_t in[34], stream[504];
        memcpy(in, ek + 1152, 32);
        in[32] = (uint8_t)(i % 3);
        in[33] = (uint8_t)(i / 3);
        kb_shake128(stream, sizeof stream, in, sizeof in);
        CHECK_MEM(room[i], stream, sizeof stream);
    }
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    TEST_NOTE("table %s", kb_keccak_ops_get()->head.name);
    RUN(jobs_give_the_known_digests);
    RUN(any_mix_of_jobs_equals_one_sponge_after_another);
    RUN(a_job_after_another_sees_its_output);
    RUN(a_job_gets_no_more_blocks_than_it_asks_for);
    RUN(no_lane_is_idle_beside_a_long_input);
    return TEST_END();
}
