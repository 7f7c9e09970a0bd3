/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Profiles of hash work: the way through JSON, and the tables made of them. */
#include "hashes.h"
#include "profile.h"

#include "test.h"

#include <stdlib.h>

/* Ten calls of an operation of 1 ms, a quarter of it SHAKE128, a tenth SHA-3. */
static kb_bench_profile profile(void) {
    static const kb_hash_shape shapes[] = {
        {.fn = KB_HASH_FN_SHA3, .in = 33, .out = 64, .calls = 10, .ticks = 1000000},
        {.fn = KB_HASH_FN_SHAKE128, .in = 34, .out = 0, .calls = 90, .ticks = 500000},
        {.fn = KB_HASH_FN_SHAKE128, .in = 0, .out = 504, .calls = 90, .ticks = 2000000}};
    kb_bench_profile p = {.calls = 10,
                          .ticks = 10000000,
                          .ticks_per_s = 1e9,
                          .units = {{43, 45, 431}},
                          .shape_count = 3};
    p.shapes = calloc(KB_HASH_SHAPE_MAX, sizeof *p.shapes);
    if (p.shapes != NULL) {
        memcpy(p.shapes, shapes, sizeof shapes);
    }
    return p;
}

TEST(a_profile_survives_the_way_through_json) {
    kb_bench_profile p = profile(), got;
    json_t *json = kb_bench_profile_json(&p);
    REQUIRE(json != NULL);
    REQUIRE_OK(kb_bench_profile_from_json(&got, json));
    json_decref(json);
    CHECK_INT(got.calls, 10);
    CHECK_INT(got.ticks, p.ticks);
    CHECK_INT(got.units[KB_BENCH_KECCAK].most, 45);
    CHECK_INT(got.shape_count, 3);
    CHECK(memcmp(got.shapes, p.shapes, 3 * sizeof p.shapes[0]) == 0);
    kb_bench_profile_free(&p);
    kb_bench_profile_free(&got);
    CHECK(kb_bench_profile_json(&p) == NULL);
    CHECK_OK(kb_bench_profile_from_json(&got, NULL));
    CHECK_INT(got.calls, 0);
}

TEST(a_damaged_profile_is_refused) {
    static const char *const names[] = {"calls",  "ticks", "units",
                                        "shapes", "lost",  "ticks_per_s"};
    kb_bench_profile p = profile(), got;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        json_t *json = kb_bench_profile_json(&p);
        CHECK(json_object_del(json, names[i]) == 0);
        CHECK_STATUS(kb_bench_profile_from_json(&got, json), KB_ERR_FORMAT);
        CHECK(got.calls == 0 && got.shapes == NULL);
        json_decref(json);
    }
    json_t *json = kb_bench_profile_json(&p);
    json_t *shape = json_array_get(json_object_get(json, "shapes"), 1);
    CHECK(json_object_set_new(shape, "function", json_string("MD5")) == 0);
    CHECK_STATUS(kb_bench_profile_from_json(&got, json), KB_ERR_FORMAT);
    CHECK(json_object_set_new(shape, "function", json_string("SHA-3")) == 0);
    CHECK(json_object_set_new(shape, "ticks", json_integer(-1)) == 0);
    CHECK_STATUS(kb_bench_profile_from_json(&got, json), KB_ERR_FORMAT);
    json_decref(json);
    kb_bench_profile_free(&p);
}

static void table(char **text, kb_status (*write)(FILE *, const kb_bench_result *)) {
    kb_bench_record record = {.op_count = 1};
    kb_bench_result result = {.count = 1};
    size_t len = 0;
    FILE *out = open_memstream(text, &len);
    REQUIRE(out != NULL);
    kb_bench_row_set(&record.row, "primitives", "ML-KEM-768", NULL, 0);
    strcpy(record.ops[0].name, "KEYGEN");
    record.ops[0].profile = profile();
    result.families[0].records = &record;
    result.families[0].count = 1;
    CHECK_OK(write(out, &result));
    CHECK(fclose(out) == 0);
    kb_bench_record_drop(&record);
}

TEST(the_tables_show_calls_and_shares_of_one_operation) {
    char *text = NULL;
    table(&text, kb_bench_hashes_csv);
    CHECK(strstr(text, "\nprimitives,ML-KEM-768,,0,KEYGEN,SHAKE128,XOF,0,504,9.00,"
                       "200.000,20.00\n") != NULL);
    free(text);
    table(&text, kb_bench_hash_shares_csv);
    CHECK(strstr(text, "\nprimitives,ML-KEM-768,,0,KEYGEN,10,1000.000,10.00,0.00,0.00,"
                       "25.00,0.00,65.00,43,43.10,34,34.07,0,0.00,0,0.00,") != NULL);
    /* As many cells as the header has. */
    size_t cells[2] = {0, 0}, line = 0;
    for (const char *at = text; *at != '\0'; at++) {
        line += *at == '\n';
        cells[line < 2 ? line : 1] += *at == ',';
    }
    CHECK_INT(line, 2);
    CHECK_INT(cells[0], cells[1]);
    free(text);
}

int main(void) {
    RUN(a_profile_survives_the_way_through_json);
    RUN(a_damaged_profile_is_refused);
    RUN(the_tables_show_calls_and_shares_of_one_operation);
    return TEST_END();
}
