/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counters of hash work, with the library that has them. */
#include "hash/hash_count.h"
#include "hash/keccak/jobs.h"
#include "hash/sha2/sha2_core.h"
#include "hash/sm3/sm3.h"
#include "test.h"

#include <pthread.h>

static kb_hash_shape shapes[KB_HASH_SHAPE_MAX];
static uint64_t lost;

/* The shape of that key; one with no calls when there is none. */
static kb_hash_shape find(size_t n, kb_hash_fn fn, size_t in, size_t out) {
    for (size_t i = 0; i < n; i++) {
        if (shapes[i].fn == fn && shapes[i].in == in && shapes[i].out == out) {
            return shapes[i];
        }
    }
    return (kb_hash_shape){.fn = fn};
}

TEST(every_permutation_and_compression_is_counted_lane_by_lane) {
    uint8_t out[4][200], message[200] = {0};
    uint8_t *const to[4] = {out[0], out[1], out[2], out[3]};
    const uint8_t *const from[4] = {message, message, message, message};
    kb_keccak_x4 four;
    kb_sha2_core sha2;
    kb_hash_count_reset();
    kb_shake128(out[0], 169, message, 168); /* a full block, its padding, one more */
    CHECK_INT(kb_hash_count_read().keccak, 3);
    kb_keccak_x4_absorb_all(&four, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, from,
                            3, 136);
    kb_keccak_x4_squeeze(&four, to, 10);
    CHECK_INT(kb_hash_count_read().keccak, 3 + 3 * 2);
    kb_sha2_core_init(&sha2, KB_SHA2_CORE_256);
    kb_sha2_core_absorb(&sha2, message, 64 + 55);
    kb_sha2_core_final(&sha2, out[0]);
    CHECK_INT(kb_hash_count_read().sha256, 2);
    kb_sha2_core_init(&sha2, KB_SHA2_CORE_512);
    kb_sha2_core_absorb(&sha2, message, 112);
    kb_sha2_core_final(&sha2, out[0]);
    CHECK_INT(kb_hash_count_read().sha512, 2);
    kb_sm3_xof(out[0], 5 * 32, message, 32);
    CHECK_INT(kb_hash_count_read().sm3, 5);
}

TEST(calls_are_told_by_function_and_lengths_and_a_call_inside_another_is_part_of_it) {
    uint8_t out[64], message[100] = {0};
    kb_hash_count_reset();
    kb_hash_shapes_begin(3);
    kb_shake256(out, 64, message, 100);
    kb_shake256(out, 64, message, 99);
    kb_shake256(out, 64, message, 100);
    kb_sm3_pseudohash512(out, message, 64);
    kb_hash_shapes_end();
    kb_shake256(out, 64, message, 100);
    size_t n = kb_hash_shapes_read(shapes, &lost);
    CHECK_INT(n, 3);
    CHECK_INT(lost, 0);
    CHECK_INT(find(n, KB_HASH_FN_SHAKE256, 100, 64).calls, 2);
    CHECK_INT(find(n, KB_HASH_FN_SHAKE256, 99, 64).calls, 1);
    CHECK_INT(find(n, KB_HASH_FN_SM3_512, 64, 64).calls, 1);
    CHECK_INT(find(n, KB_HASH_FN_SM3_512, 64, 64).tag, 3);
    CHECK(find(n, KB_HASH_FN_SHAKE256, 100, 64).ticks > 0);
    kb_hash_count_reset();
    CHECK_INT(kb_hash_shapes_read(shapes, &lost), 0);
}

TEST(four_messages_side_by_side_are_four_calls) {
    uint8_t out[4][32], message[34] = {0};
    uint8_t *const to[4] = {out[0], out[1], out[2], out[3]};
    const uint8_t *const from[4] = {message, message, message, message};
    kb_keccak_x4 four;
    kb_hash_count_reset();
    kb_hash_shapes_begin(0);
    kb_keccak_x4_absorb_all(&four, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, from,
                            4, sizeof message);
    kb_keccak_x4_squeeze(&four, to, 32);
    kb_hash_shapes_end();
    size_t n = kb_hash_shapes_read(shapes, &lost);
    CHECK_INT(find(n, KB_HASH_FN_SHAKE128, 34, 0).calls, 4);
    CHECK_INT(find(n, KB_HASH_FN_SHAKE128, 0, 32).calls, 4);
}

TEST(more_shapes_than_the_table_holds_are_lost_and_said_to_be) {
    static uint8_t message[KB_HASH_SHAPE_MAX + 10];
    uint8_t out[32];
    kb_hash_count_reset();
    kb_hash_shapes_begin(0);
    for (size_t len = 0; len < sizeof message; len++) {
        kb_sha3_256(out, message, len);
    }
    kb_hash_shapes_end();
    CHECK_INT(kb_hash_shapes_read(shapes, &lost), KB_HASH_SHAPE_MAX);
    CHECK_INT(lost, 10);
}

static bool busy_take(kb_keccak_job *job) {
    uint8_t out[32];
    for (size_t i = 0; i < 2000; i++) {
        kb_sha3_256(out, job->out, 32);
    }
    return false;
}

/* Jobs of 1, 2 and 3 permutations, whose owners work meanwhile. */
TEST(jobs_are_counted_lane_by_lane_and_the_work_of_their_owner_is_not_theirs) {
    uint8_t out[3][500], message[34] = {0};
    kb_keccak_job jobs[3];
    for (size_t i = 0; i < 3; i++) {
        jobs[i] = (kb_keccak_job){KB_KECCAK_SHAKE128, .in = {{message, sizeof message}},
                                  .out = out[i], .out_len = 100 + 168 * i};
    }
    kb_hash_count_reset();
    kb_keccak_run(jobs, 3);
    CHECK_INT(kb_hash_count_read().keccak, 1 + 2 + 3);
    for (size_t i = 0; i < 3; i++) {
        jobs[i].out = out[i];
        jobs[i].out_len = 100 + 168 * i;
    }
    kb_hash_count_reset();
    kb_hash_shapes_begin(0);
    kb_keccak_run(jobs, 3);
    kb_hash_shapes_end();
    CHECK_INT(kb_hash_shapes_read(shapes, &lost), 3);
    CHECK_INT(find(3, KB_HASH_FN_SHAKE128, 34, 100).calls, 1);
    CHECK_INT(find(3, KB_HASH_FN_SHAKE128, 34, 436).calls, 1);
    CHECK(find(3, KB_HASH_FN_SHAKE128, 34, 436).ticks >
          find(3, KB_HASH_FN_SHAKE128, 34, 100).ticks);
    kb_hash_count_reset();
    kb_hash_shapes_begin(0);
    jobs[0].out = out[0];
    jobs[0].out_len = 100;
    jobs[0].take = busy_take;
    uint64_t start = kb_hash_ticks();
    kb_keccak_run(jobs, 1);
    uint64_t ticks = kb_hash_ticks() - start;
    kb_hash_shapes_end();
    size_t n = kb_hash_shapes_read(shapes, &lost);
    CHECK_INT(n, 1);
    CHECK_INT(find(n, KB_HASH_FN_SHAKE128, 34, 100).calls, 1);
    CHECK(find(n, KB_HASH_FN_SHAKE128, 34, 100).ticks < ticks / 4);
    CHECK_INT(kb_hash_count_read().keccak, 2001);
}

#define THREADS 4
#define ROUNDS  200

static void *work(void *unused) {
    uint8_t out[32], message[40] = {0};
    (void)unused;
    for (size_t i = 0; i < ROUNDS; i++) {
        for (size_t len = 0; len < sizeof message; len++) {
            kb_sha3_256(out, message, len);
        }
    }
    return NULL;
}

TEST(threads_add_to_one_table_and_nothing_gets_lost) {
    pthread_t threads[THREADS];
    kb_hash_count_reset();
    kb_hash_shapes_begin(0);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK_INT(pthread_create(&threads[i], NULL, work, NULL), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    }
    kb_hash_shapes_end();
    size_t n = kb_hash_shapes_read(shapes, &lost);
    CHECK_INT(n, 40);
    CHECK_INT(lost, 0);
    for (size_t len = 0; len < 40; len++) {
        CHECK_INT(find(n, KB_HASH_FN_SHA3, len, 32).calls, THREADS * ROUNDS);
    }
    CHECK_INT(kb_hash_count_read().keccak, THREADS * ROUNDS * 40);
}

int main(void) {
    CHECK(kb_hash_count_is_on());
    RUN(every_permutation_and_compression_is_counted_lane_by_lane);
    RUN(calls_are_told_by_function_and_lengths_and_a_call_inside_another_is_part_of_it);
    RUN(four_messages_side_by_side_are_four_calls);
    RUN(more_shapes_than_the_table_holds_are_lost_and_said_to_be);
    RUN(jobs_are_counted_lane_by_lane_and_the_work_of_their_owner_is_not_theirs);
    RUN(threads_add_to_one_table_and_nothing_gets_lost);
    return TEST_END();
}
