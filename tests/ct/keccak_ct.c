/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keccak of secret input: the kernels of each table, sponges side by side, jobs. Lengths
 * are public. */
#include "hash/keccak/jobs.h"

#include "core/cpu.h"
#include "ct.h"
#include "hash/keccak/ops.h"

static uint8_t input[2000];

TEST(kernels) {
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    uint64_t one[25], want_one[25], lanes[25][4], want[25][4];
    uint8_t out[4][200], want_out[4][200];
    const uint8_t *in[4] = {input, input + 201, input + 402, input + 603};
    uint8_t *a[4] = {out[0], out[1], out[2], out[3]};
    uint8_t *b[4] = {want_out[0], want_out[1], want_out[2], want_out[3]};
    ct_make_secret(input, sizeof input, 1);
    ct_make_secret(one, sizeof one, 2);
    ct_make_secret(lanes, sizeof lanes, 3);
    memcpy(want_one, one, sizeof one);
    memcpy(want, lanes, sizeof lanes);
    ops->permute(one);
    kb_keccak_ops_ref.permute(want_one);
    CHECK(ct_is_secret(one, sizeof one));
    CHECK(ct_same(one, want_one, sizeof one));
    for (size_t words = 0; words <= 25; words++) {
        /* The first round starts no state anew. */
        ops->absorb_x4(lanes, in, words, words % 16);
        ops->permute_x4(lanes, 4);
        ops->squeeze_x4(a, lanes, words);
        kb_keccak_ops_ref.absorb_x4(want, in, words, words % 16);
        kb_keccak_ops_ref.permute_x4(want, 4);
        kb_keccak_ops_ref.squeeze_x4(b, want, words);
        for (size_t j = 0; j < 4; j++) {
            CHECK(ct_is_secret(out[j], 8 * words));
            CHECK(ct_same(out[j], want_out[j], 8 * words));
        }
    }
    CHECK(ct_same(lanes, want, sizeof lanes));
    uint64_t few[4][4], want_few[4][4];
    ops->permute_x4_to(few, 4, lanes, 4);
    kb_keccak_ops_ref.permute_x4_to(want_few, 4, want, 4);
    CHECK(ct_is_secret(few, sizeof few));
    CHECK(ct_same(few, want_few, sizeof few));
}

TEST(sponges_side_by_side) {
    static uint8_t out[4][500];
    uint8_t want[500];
    const uint8_t *in[4] = {input, input + 1, input + 2, input + 3};
    uint8_t *to[4] = {out[0], out[1], out[2], out[3]};
    ct_make_secret(input, sizeof input, 4);
    for (size_t used = 1; used <= 4; used++) {
        kb_keccak_x4 sponge;
        kb_keccak_x4_absorb_all(&sponge, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE,
                                in, used, 400);
        kb_keccak_x4_squeeze(&sponge, to, sizeof out[0]);
        for (size_t j = 0; j < used; j++) {
            kb_shake128(want, sizeof want, in[j], 400);
            CHECK(ct_is_secret(out[j], sizeof out[j]));
            CHECK(ct_same(out[j], want, sizeof want));
        }
    }
}

/* Counts parts, without a look at them. */
static bool take(kb_keccak_job *job) {
    size_t *parts = job->owner;
    return --*parts > 0;
}

TEST(jobs_of_different_functions) {
    static uint8_t out[12][300];
    size_t parts[12];
    kb_keccak_job jobs[12];
    ct_make_secret(input, sizeof input, 5);
    for (size_t i = 0; i < 12; i++) {
        parts[i] = 1 + i % 3;
        jobs[i] = (kb_keccak_job){
            KB_KECCAK_SHAKE256,     .in = {{input, 97 * i}, {input + i, 32}},
            .suffix = {(uint8_t)i}, .suffix_len = 1,
            .out = out[i],          .out_len = 20 * (i + 1),
            .take = take,           .owner = &parts[i]};
        if (i % 2 == 0) {
            jobs[i].rate = KB_SHA3_512_RATE_BYTES;
        }
        if (i > 6) {
            jobs[i].after = &jobs[i - 4];
        }
    }
    kb_keccak_run(jobs, 12);
    for (size_t i = 0; i < 12; i++) {
        uint8_t want[300], suffix = (uint8_t)i;
        kb_keccak one;
        kb_keccak_init(&one, jobs[i].rate, jobs[i].domain);
        kb_keccak_absorb(&one, input, 97 * i);
        kb_keccak_absorb(&one, input + i, 32);
        kb_keccak_absorb(&one, &suffix, 1);
        kb_keccak_pad(&one);
        for (size_t k = 0; k < 1 + i % 3; k++) {
            kb_keccak_squeeze(&one, want, 20 * (i + 1));
        }
        CHECK(ct_is_secret(out[i], 20 * (i + 1)));
        CHECK(ct_same(out[i], want, 20 * (i + 1)));
    }
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    TEST_NOTE("table %s", kb_keccak_ops_get()->head.name);
    RUN(kernels);
    RUN(sponges_side_by_side);
    RUN(jobs_of_different_functions);
    return TEST_END();
}
