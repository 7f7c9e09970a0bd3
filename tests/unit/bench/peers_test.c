/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Figures of other programs: what is taken, what is refused and by which name, the table;
 * and the rounds that ours are made of. */
#include "peers.h"
#include "suites.h"
#include "yardstick.h"

#include "test.h"

#include <stdlib.h>

#define HEADER                                                                           \
    "OPERATION,PEER,VERSION,COMPILER,N,MIN_KC,MEDIAN_KC,YARDSTICK_KC,UNIX_TIME\n"
#define GOOD "ML-KEM-768/ENCAPS,other,1.0,gcc 12 -O3,500,20,25.5,1.5,1000000\n"

static kb_status parse(kb_bench_peers *out, const char *text) {
    return kb_bench_peers_parse(out, text, strlen(text));
}

TEST(a_file_of_the_stated_form_is_taken) {
    kb_bench_peers p;
    REQUIRE_OK(parse(&p, HEADER GOOD "ML-DSA-65/SIGN,b,2,cc,1,0.001,12345678,3,1\n"));
    CHECK_INT(p.count, 2);
    CHECK_STR(p.list[0].alg, "ML-KEM-768");
    CHECK_STR(p.list[0].op, "ENCAPS");
    CHECK_STR(p.list[0].compiler, "gcc 12 -O3");
    CHECK(p.list[0].min_kc == 20 && p.list[0].median_kc == 25.5);
    CHECK(p.list[0].n == 500 && p.list[0].unix_time == 1000000);
    CHECK_INT(p.list[1].line, 3);
    kb_bench_peers_free(&p);
}

TEST(what_is_wrong_is_named_by_line_and_field) {
    static const struct {
        const char *text, *said;
    } wrong[] = {
        {"", "there are none"},
        {HEADER, "there are none"},
        {"OPERATION,PEER\n" GOOD, "line 1"},
        {GOOD HEADER, "line 1"},
        {HEADER "ML-KEM-768/ENCAPS,other,1.0,gcc,500,20,25.5,1.5,1000000", "line 2"},
        {HEADER GOOD "\n", "line 3, PEER: is missing"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,500,20,25,1.5\n",
         "line 2, UNIX_TIME: is missing"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,500,20,25,1.5,1,\n",
         "line 2, UNIX_TIME: more"},
        {HEADER "ML-KEM-768,o,1,gcc,500,20,25,1.5,1\n", "line 2, OPERATION"},
        {HEADER "/ENCAPS,o,1,gcc,500,20,25,1.5,1\n", "line 2, OPERATION"},
        {HEADER "ML-KEM-768/,o,1,gcc,500,20,25,1.5,1\n", "line 2, OPERATION"},
        {HEADER "ML-KEM-768/ENCAPS,,1,gcc,500,20,25,1.5,1\n", "line 2, PEER"},
        {HEADER "ML-KEM-768/ENCAPS,o,\"1\",gcc,500,20,25,1.5,1\n", "line 2, VERSION"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,\tgcc,500,20,25,1.5,1\n", "line 2, COMPILER"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,0,20,25,1.5,1\n", "line 2, N:"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,1.5,20,25,1.5,1\n", "line 2, N:"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,-20,25,1.5,1\n", "line 2, MIN_KC"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,0,25,1.5,1\n", "line 2, MIN_KC"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,2e1,25,1.5,1\n", "line 2, MIN_KC"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,nan,25,1.5,1\n", "line 2, MIN_KC"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,20,25.,1.5,1\n", "line 2, MEDIAN_KC"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,20,19.9,1.5,1\n", "line 2, MEDIAN_KC"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,20,25,,1\n", "line 2, YARDSTICK_KC"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,20,25,1.5,x\n", "line 2, UNIX_TIME"},
        {HEADER "ML-KEM-768/ENCAPS,o,1,gcc,5,20,25,1.5,1\r\n", "line 2, UNIX_TIME"},
        {HEADER GOOD GOOD, "line 3, OPERATION: this peer has it already"},
    };
    kb_bench_peers p;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_STATUS(parse(&p, wrong[i].text), KB_ERR_FORMAT);
        CHECK_(strstr(kb_last_error()->text, wrong[i].said) != NULL, (void)0, "%zu: %s",
               i, kb_last_error()->text);
        CHECK(p.count == 0 && p.list == NULL);
    }
    CHECK_STATUS(kb_bench_peers_parse(&p, HEADER "M\0/E,o,1,gcc,5,20,25,1.5,1\n",
                                      sizeof HEADER + 24),
                 KB_ERR_FORMAT);
}

TEST(too_long_a_field_and_too_many_lines_are_refused) {
    kb_bench_peers p;
    char *text = calloc(1, 1 << 20);
    REQUIRE(text != NULL);
    size_t n = (size_t)snprintf(text, 1 << 20,
                                HEADER "ML-KEM-768/ENCAPS,%090d,1,g,5,2,3,1,1\n", 0);
    CHECK_STATUS(kb_bench_peers_parse(&p, text, n), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "line 2, PEER: is too long") != NULL);
    n = (size_t)snprintf(text, 1 << 20, HEADER);
    for (int i = 0; i <= KB_BENCH_PEERS_MAX; i++) {
        n += (size_t)snprintf(text + n, (1 << 20) - n,
                              "ML-KEM-768/ENCAPS,p%d,1,g,5,2,3,1,1\n", i);
    }
    CHECK_STATUS(kb_bench_peers_parse(&p, text, n), KB_ERR_LIMIT);
    free(text);
}

TEST(figures_of_another_hour_or_of_no_row_are_refused) {
    kb_bench_peers p;
    REQUIRE_OK(parse(&p, HEADER GOOD));
    CHECK_OK(kb_bench_peers_check(&p, &kb_bench_primitives, 1000000));
    CHECK_OK(kb_bench_peers_check(&p, &kb_bench_primitives, 1003600));
    CHECK_STATUS(kb_bench_peers_check(&p, &kb_bench_primitives, 1003601),
                 KB_ERR_ARGUMENT);
    CHECK(strstr(kb_last_error()->text, "line 2, UNIX_TIME") != NULL);
    CHECK_STATUS(kb_bench_peers_check(&p, &kb_bench_primitives, 999000), KB_ERR_ARGUMENT);
    kb_bench_peers_free(&p);
    REQUIRE_OK(parse(&p, HEADER GOOD "ML-KEM-768/SIGN,o,1,gcc,5,20,25,1.5,1000000\n"));
    CHECK_STATUS(kb_bench_peers_check(&p, &kb_bench_primitives, 1000000),
                 KB_ERR_ARGUMENT);
    CHECK(strstr(kb_last_error()->text, "line 3, OPERATION") != NULL);
    kb_bench_peers_free(&p);
}

/* FIPS 202's permutation of zeros, first lane. */
TEST(the_yardstick_is_keccak) {
    uint64_t state[25] = {0};
    kb_bench_yardstick(state, 1);
    CHECK(state[0] == UINT64_C(0xf1258f7940e1dde7));
    kb_bench_yardstick(state, 1);
    CHECK(state[0] == UINT64_C(0x2d5c954df96ecb3c));
}

/* Four rounds of two calls, the yardstick about 16,000 ticks. */
static uint64_t ticks[] = {20100, 22100, 9100, 9100, 8100, 8100, 24100, 26100};
static uint64_t first[] = {0, 2, 4, 6};

static kb_bench_record record(kb_bench_trial *trial, uint64_t *yard) {
    kb_bench_record r = {.kat = KB_BENCH_PASS, .op_count = 1};
    *trial = (kb_bench_trial){.n = 8,
                              .ticks = ticks,
                              .clock = "tsc",
                              .overhead_ticks = 100,
                              .ticks_per_s = 2e9,
                              .rounds = {4, first, yard, 1000100}};
    kb_bench_row_set(&r.row, "primitives", "ML-KEM-768", NULL, 0);
    (void)snprintf(r.ops[0].name, sizeof r.ops[0].name, "ENCAPS");
    r.ops[0].trials = trial;
    r.ops[0].trial_count = 1;
    return r;
}

TEST(rounds_beside_a_slow_yardstick_are_dropped_and_counted) {
    uint64_t yard[] = {16000, 16600, 16800, 16640, 16100};
    kb_bench_trial trial;
    kb_bench_record r = record(&trial, yard);
    kb_bench_bracketed b;
    REQUIRE_OK(kb_bench_bracketed_of(&b, &r.ops[0]));
    CHECK(b.rounds == 4 && b.dropped == 2 && b.n == 4);
    CHECK(b.min_kc == 20 && b.median_kc == 23 && b.yardstick_kc == 1);
    CHECK(b.first_time == 1000100 && b.last_time == 1000100);
    (void)snprintf(trial.clock, sizeof trial.clock, "monotonic-raw");
    REQUIRE_OK(kb_bench_bracketed_of(&b, &r.ops[0]));
    CHECK(b.rounds == 0 && b.n == 0);
}

/* The second line of the table. */
static void check_table(const kb_bench_record *r, const char *peer, const char *want) {
    kb_bench_peers p;
    char *csv = NULL;
    size_t len = 0;
    REQUIRE_OK(parse(&p, peer));
    FILE *to = open_memstream(&csv, &len);
    REQUIRE(to != NULL);
    kb_bench_peers_csv(to, r, 1, &p);
    REQUIRE(fclose(to) == 0);
    kb_bench_peers_free(&p);
    CHECK_STR(strchr(csv, '\n') + 1, want);
    free(csv);
}

TEST(the_ratio_is_scaled_by_the_yardsticks_and_stale_figures_have_none) {
    uint64_t yard[] = {16000, 16000, 16000, 16800, 16000};
    kb_bench_trial trial;
    kb_bench_record r = record(&trial, yard);
    REQUIRE_OK(kb_bench_bracketed_of(&r.ops[0].bracketed, &r.ops[0]));
    check_table(
        &r, HEADER GOOD,
        "ML-KEM-768,ENCAPS,PASS,4,4,2,9.000,14.500,4.500,7.250,1.0000,other,1.0,gcc "
        "12 -O3,500,20.000,25.500,1.5000,100,same minutes,0.675,0.853\n");
    r.ops[0].bracketed.last_time += 201;
    check_table(
        &r, HEADER GOOD,
        "ML-KEM-768,ENCAPS,PASS,4,4,2,9.000,14.500,4.500,7.250,1.0000,other,1.0,gcc "
        "12 -O3,500,20.000,25.500,1.5000,301,stale,,\n");
    check_table(
        &r, HEADER "ML-KEM-512/ENCAPS,other,1.0,gcc,500,20,25.5,1.5,1000000\n",
        "ML-KEM-768,ENCAPS,PASS,4,4,2,9.000,14.500,4.500,7.250,1.0000,,,,,,,,,,,\n");
}

TEST(rounds_survive_the_way_through_json_and_damaged_ones_are_refused) {
    uint64_t yard[] = {16000, 16001, 16002, 16003, 16004};
    kb_bench_rounds r = {4, first, yard, 5}, got;
    json_t *json = kb_bench_rounds_json(&r);
    REQUIRE(json != NULL);
    REQUIRE_OK(kb_bench_rounds_from_json(&got, json, 8));
    CHECK(got.count == 4 && got.unix_time == 5);
    CHECK(memcmp(got.first, first, sizeof first) == 0);
    CHECK(memcmp(got.ticks, yard, sizeof yard) == 0);
    kb_bench_rounds_free(&got);
    CHECK_STATUS(kb_bench_rounds_from_json(&got, json, 6), KB_ERR_FORMAT);
    CHECK(json_array_remove(json_object_get(json, "yardstick_ticks"), 0) == 0);
    CHECK_STATUS(kb_bench_rounds_from_json(&got, json, 8), KB_ERR_FORMAT);
    CHECK(got.count == 0 && got.first == NULL);
    json_decref(json);
    CHECK_OK(kb_bench_rounds_from_json(&got, NULL, 8));
    CHECK_INT(got.count, 0);
}

int main(void) {
    RUN(a_file_of_the_stated_form_is_taken);
    RUN(what_is_wrong_is_named_by_line_and_field);
    RUN(too_long_a_field_and_too_many_lines_are_refused);
    RUN(figures_of_another_hour_or_of_no_row_are_refused);
    RUN(the_yardstick_is_keccak);
    RUN(rounds_beside_a_slow_yardstick_are_dropped_and_counted);
    RUN(the_ratio_is_scaled_by_the_yardsticks_and_stale_figures_have_none);
    RUN(rounds_survive_the_way_through_json_and_damaged_ones_are_refused);
    return TEST_END();
}
