/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Floors: the table of doc/floors.md, and that impossible results are refused. */
#include "floors.h"
#include "trial.h"

#include "test.h"

#include <stdlib.h>

static double least(const char *id, const char *op, kb_bench_key_form form,
                    kb_bench_unit_kind kind) {
    kb_bench_floor f;
    CHECK(kb_bench_floor_find(&f, id, op, form, 64));
    return f.least[kind];
}

/* Counted by hand from the standards. */
TEST(the_counts_are_those_of_the_standards) {
    CHECK(least("ML-KEM-768", "KEYGEN", KB_BENCH_KEY_BYTES, KB_BENCH_KECCAK) ==
          9 * 3 + 1 + 6);
    CHECK(least("ML-KEM-512", "ENCAPS", KB_BENCH_KEY_BYTES, KB_BENCH_KECCAK) ==
          4 * 3 + 6 + 1 + 2 * 2 + 3);
    CHECK(least("ML-KEM-1024", "DECAPS", KB_BENCH_KEY_WARM, KB_BENCH_KECCAK) ==
          1 + 4 + 5 + 12);
    CHECK(least("ML-DSA-44", "VERIFY", KB_BENCH_KEY_BYTES, KB_BENCH_KECCAK) ==
          16 * 5 + 10 + 1 + 1 + 7);
    CHECK(least("SLH-DSA-SHA2-128s", "KEYGEN", KB_BENCH_KEY_BYTES, KB_BENCH_SHA256) ==
          1 + 512 * (35 * 16 + 10) + 511);
    CHECK(least("SLH-DSA-SHA2-192f", "KEYGEN", KB_BENCH_KEY_BYTES, KB_BENCH_SHA512) ==
          1 + 8 * 10 + 7);
    CHECK(least("DKEM-128", "ENCAPS", KB_BENCH_KEY_WARM, KB_BENCH_SM3) == 3 + 5 * 6 + 1);
    CHECK(least("HQC-128-R26", "ENCAPS", KB_BENCH_KEY_WARM, KB_BENCH_KECCAK) == 1 + 7);
}

/* A handle that keeps what follows from the key. */
TEST(warm_keys_leave_what_the_message_needs) {
    CHECK(least("ML-DSA-44", "VERIFY", KB_BENCH_KEY_WARM, KB_BENCH_KECCAK) == 1 + 1 + 7);
    CHECK(least("ML-DSA-44", "SIGN", KB_BENCH_KEY_WARM, KB_BENCH_KECCAK) ==
          1 + 1 + 4 * 5 + 7 + 1);
    double cold =
        least("SLH-DSA-SHAKE-128f", "SIGN", KB_BENCH_KEY_BYTES, KB_BENCH_KECCAK);
    double warm = least("SLH-DSA-SHAKE-128f", "SIGN", KB_BENCH_KEY_WARM, KB_BENCH_KECCAK);
    /* Seven leaves of the topmost tree, 35 chains each, and four nodes beside its path. */
    CHECK(cold - warm == 7 * (35 * 16 + 5) + 4);
    kb_bench_floor f;
    CHECK(!kb_bench_floor_find(&f, "ML-DSA-44", "KEYGEN", KB_BENCH_KEY_WARM, 64));
    CHECK(!kb_bench_floor_find(&f, "Ed25519", "SIGN", KB_BENCH_KEY_WARM, 64));
}

TEST(forms_of_operations_have_the_floor_of_what_they_begin_with) {
    kb_bench_row row;
    kb_bench_floor f;
    kb_bench_row_set(&row, "primitives", "ML-KEM-768", NULL, 0);
    kb_bench_floor_of_row(&f, &row, "ENCAPS_COLD");
    CHECK(f.least[KB_BENCH_KECCAK] == 44);
    kb_bench_floor_of_row(&f, &row, "ENCAPS_WARM");
    CHECK(f.least[KB_BENCH_KECCAK] == 8);
    kb_bench_floor_of_row(&f, &row, "DECAPS_B64_T2");
    CHECK(f.least[KB_BENCH_KECCAK] == 60); /* of one item */
}

TEST(the_table_of_the_document_is_what_the_code_computes) {
    char *table = NULL;
    size_t len = 0, doc_len;
    FILE *out = open_memstream(&table, &len);
    REQUIRE(out != NULL);
    kb_bench_floors_markdown(out);
    REQUIRE(fclose(out) == 0);
    FILE *in = fopen(KB_VECTORS_DIR "/../doc/floors.md", "r");
    REQUIRE(in != NULL);
    char *doc = calloc(1, 1 << 18);
    REQUIRE(doc != NULL);
    doc_len = fread(doc, 1, (1 << 18) - 1, in);
    (void)fclose(in);
    CHECK(len > 5000 && doc_len > len);
    /* keybraid-bench floors prints the new table. */
    CHECK(doc_len >= len && strcmp(doc + doc_len - len, table) == 0);
    free(doc);
    free(table);
}

TEST(rows_of_pairs_have_the_floor_of_their_post_quantum_half_with_a_warm_key) {
    kb_bench_row row;
    kb_bench_floor f;
    kb_bench_row_set(&row, "composite", "X25519+ML-KEM-768", NULL, 1024);
    kb_bench_floor_of_row(&f, &row, "ENC");
    CHECK(f.least[KB_BENCH_KECCAK] == 8);
    kb_bench_floor_of_row(&f, &row, "DEC");
    CHECK(f.least[KB_BENCH_KECCAK] == 17);
    kb_bench_row_set(&row, "reencrypt", "X25519+ML-KEM-768", "P-384+HQC-128", 1024);
    kb_bench_floor_of_row(&f, &row, "REENC");
    CHECK(f.least[KB_BENCH_KECCAK] == 17 + 8);
    kb_bench_row_set(&row, "primitives", "X25519", NULL, 0);
    kb_bench_floor_of_row(&f, &row, "ENCAPS");
    CHECK(f.least[KB_BENCH_KECCAK] == 0 && f.least[KB_BENCH_SHA256] == 0);
}

/* A stand-in: it has the name of an algorithm and does nothing, or not enough. */
static unsigned stand_in_hashes;

static kb_status open_nothing(void **self, kb_bench_info *info, const kb_bench_row *row,
                              unsigned ops) {
    (void)row;
    (void)ops;
    *self = NULL;
    info->pool = 1;
    return KB_OK;
}

static kb_status call_little(void *self, size_t op, size_t i) {
    uint8_t block[32] = {(uint8_t)i};
    (void)self;
    (void)op;
    for (unsigned n = 0; n < stand_in_hashes; n++) {
        kb_sha3_256(block, block, sizeof block);
    }
    return KB_OK;
}

static kb_status check_nothing(void *self, size_t op, size_t i) {
    (void)self;
    (void)op;
    (void)i;
    return KB_OK;
}

static void close_nothing(void *self) {
    (void)self;
}

static const kb_bench_subject stand_in = {.ops = {"KEYGEN"},
                                          .op_count = 1,
                                          .open = open_nothing,
                                          .call = call_little,
                                          .check = check_nothing,
                                          .close = close_nothing};

static void run_stand_in(kb_bench_record *r, const char *alg, unsigned hashes) {
    kb_bench_trial_job job = {.ops = 1, .warmups = 2, .calls = 50, .cpu = -1};
    kb_bench_row_set(&job.row, "primitives", alg, NULL, 0);
    stand_in_hashes = hashes;
    CHECK_OK(kb_bench_trial_run(r, &job, &stand_in));
    CHECK_OK(kb_bench_record_derive(r));
}

TEST(an_algorithm_that_does_nothing_is_refused_and_shows_no_number) {
    static const char *const algs[] = {"ML-KEM-768", "HQC-128-R26", "DKEM-256",
                                       "ML-DSA-44", "SLH-DSA-SHA2-128f"};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_bench_record r;
        run_stand_in(&r, algs[i], 0);
        CHECK_INT(r.class, KB_BENCH_TOOFAST);
        CHECK_INT(r.ops[0].class, KB_BENCH_TOOFAST);
        CHECK_INT(r.ops[0].derived.ns.n, 0);
        CHECK(strstr(r.ops[0].detail, "unavoidable") != NULL);
        kb_bench_record_drop(&r);
    }
}

TEST(one_that_does_too_little_is_refused_and_one_that_hashes_enough_is_not) {
    kb_bench_record r;
    run_stand_in(&r, "ML-DSA-87", 20); /* of 316 */
    CHECK_INT(r.class, KB_BENCH_TOOFAST);
    kb_bench_record_drop(&r);
    /* One at a time, which takes longer than side by side. */
    run_stand_in(&r, "ML-DSA-87", 316);
    CHECK_INT(r.class, KB_BENCH_PASS);
    CHECK(r.ops[0].derived.floor_ns > 0);
    CHECK(r.ops[0].derived.floor_ns < r.ops[0].derived.ns.p50);
    kb_bench_record_drop(&r);
}

TEST(a_profile_with_fewer_calls_than_are_unavoidable_is_refused_whatever_the_time) {
    kb_bench_record r;
    run_stand_in(&r, "ML-KEM-768", 1000);
    CHECK_INT(r.class, KB_BENCH_PASS);
    r.ops[0].profile.calls = 1;
    r.ops[0].profile.units[KB_BENCH_KECCAK].least = 34;
    REQUIRE_OK(kb_bench_record_derive(&r));
    CHECK_INT(r.class, KB_BENCH_PASS);
    r.ops[0].profile.units[KB_BENCH_KECCAK].least = 33;
    REQUIRE_OK(kb_bench_record_derive(&r));
    CHECK_INT(r.class, KB_BENCH_TOOFAST);
    /* The same number for 64 of them. */
    (void)snprintf(r.ops[0].name, sizeof r.ops[0].name, "KEYGEN_B64");
    r.ops[0].class = KB_BENCH_PASS;
    r.ops[0].profile.units[KB_BENCH_KECCAK].least = 34 * 64 - 1;
    REQUIRE_OK(kb_bench_record_derive(&r));
    CHECK_INT(r.class, KB_BENCH_TOOFAST);
    kb_bench_record_drop(&r);
}

/* libcrypto hashes within Ed25519, out of sight of the counters. */
TEST(what_the_counters_cannot_see_is_checked_by_time_alone) {
    kb_bench_record r;
    run_stand_in(&r, "Ed25519", 0);
    CHECK_INT(r.class, KB_BENCH_TOOFAST);
    kb_bench_record_drop(&r);
    run_stand_in(&r, "Ed25519", 100);
    r.ops[0].profile.calls = 1;
    REQUIRE_OK(kb_bench_record_derive(&r));
    CHECK_INT(r.class, KB_BENCH_PASS);
    CHECK(r.ops[0].derived.floor_ns > 0);
    kb_bench_record_drop(&r);
}

int main(void) {
    RUN(the_counts_are_those_of_the_standards);
    RUN(warm_keys_leave_what_the_message_needs);
    RUN(forms_of_operations_have_the_floor_of_what_they_begin_with);
    RUN(the_table_of_the_document_is_what_the_code_computes);
    RUN(rows_of_pairs_have_the_floor_of_their_post_quantum_half_with_a_warm_key);
    RUN(an_algorithm_that_does_nothing_is_refused_and_shows_no_number);
    RUN(one_that_does_too_little_is_refused_and_one_that_hashes_enough_is_not);
    RUN(a_profile_with_fewer_calls_than_are_unavoidable_is_refused_whatever_the_time);
    RUN(what_the_counters_cannot_see_is_checked_by_time_alone);
    return TEST_END();
}
