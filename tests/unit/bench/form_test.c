/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Forms of operations: names, numbers of one item, and that a wrong result or a handle of
 * the wrong form is found. */
#include "forms.h"
#include "record.h"

#include "test.h"

#include <keybraid/key.h>
#include <stdlib.h>

TEST(a_name_tells_its_form) {
    kb_bench_form f = kb_bench_form_of("ENCAPS");
    CHECK_STR(f.base, "ENCAPS");
    CHECK(!f.is_handle && !f.is_warm && f.items == 1 && f.threads == 1);
    f = kb_bench_form_of("DECAPS_COLD");
    CHECK_STR(f.base, "DECAPS");
    CHECK(f.is_handle && !f.is_warm);
    f = kb_bench_form_of("SIGN_WARM_T2");
    CHECK_STR(f.base, "SIGN");
    CHECK(f.is_handle && f.is_warm && f.items == 1 && f.threads == 2);
    f = kb_bench_form_of("KEYGEN_B64_T2");
    CHECK(!f.is_handle && f.items == 64 && f.threads == 2);
    f = kb_bench_form_of("KEYGEN_B640");
    CHECK(f.items == 1);
}

TEST(samples_of_a_batch_are_those_of_one_item) {
    uint64_t ticks[] = {6500, 12900};
    kb_bench_trial trial = {
        .n = 2, .ticks = ticks, .overhead_ticks = 100, .ticks_per_s = 1e9};
    kb_bench_op op = {.name = "ENCAPS_B64", .trial_count = 1, .trials = &trial};
    double *ns = NULL;
    size_t n = 0;
    REQUIRE_OK(kb_bench_samples_ns(&ns, &n, &op));
    CHECK(n == 2 && ns[0] == 100 && ns[1] == 200);
    free(ns);
}

static void open_part(void **self, const kb_bench_part *part, const char *id,
                      const char *op) {
    kb_bench_info info = {.pool = 0};
    kb_bench_form form = kb_bench_form_of(op);
    CHECK_OK(part->open(self, &info, kb_catalog_find(id), &form));
    CHECK(info.pool != 0 && strlen(info.inputs) == 64);
}

TEST(right_results_pass_the_checks) {
    static const struct {
        const char *id, *op;
    } all[] = {{"ML-KEM-512", "ENCAPS_COLD"},   {"ML-KEM-512", "DECAPS_COLD"},
               {"ML-KEM-512", "ENCAPS_WARM"},   {"ML-KEM-512", "DECAPS_WARM"},
               {"ML-DSA-44", "SIGN_WARM"},      {"ML-DSA-44", "VERIFY_COLD"},
               {"ML-KEM-512", "KEYGEN_B64"},    {"ML-KEM-512", "ENCAPS_B64"},
               {"ML-KEM-512", "DECAPS_B64_T2"}, {"ML-DSA-44", "KEYGEN_B64"},
               {"ML-DSA-44", "VERIFY_B64"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        kb_bench_form form = kb_bench_form_of(all[i].op);
        const kb_bench_part *part =
            form.is_handle ? &kb_bench_handle_part : &kb_bench_batch_part;
        void *self = NULL;
        open_part(&self, part, all[i].id, all[i].op);
        for (size_t k = 0; k < 3; k++) {
            CHECK_OK(part->call(self, k));
            CHECK_OK(part->check(self, k));
        }
        part->close(self);
    }
}

TEST(a_signature_over_another_message_is_found) {
    static const kb_bench_part *const parts[] = {&kb_bench_handle_part,
                                                 &kb_bench_batch_part};
    static const char *const ops[] = {"SIGN_COLD", "SIGN_B64"};
    for (size_t i = 0; i < 2; i++) {
        void *self = NULL;
        open_part(&self, parts[i], "ML-DSA-44", ops[i]);
        CHECK_OK(parts[i]->call(self, 0));
        CHECK_STATUS(parts[i]->check(self, KB_BENCH_POOL), KB_ERR_AUTH);
        CHECK_OK(parts[i]->check(self, 0));
        parts[i]->close(self);
    }
}

TEST(a_handle_that_is_not_what_its_form_says_is_found) {
    void *self = NULL;
    open_part(&self, &kb_bench_handle_part, "ML-KEM-512", "ENCAPS_COLD");
    kb_key_cache_limit(KB_KEY_CACHE_DEFAULT_BYTES);
    /* The same key twice: it keeps something now. */
    CHECK_OK(kb_bench_handle_part.call(self, 0));
    CHECK_OK(kb_bench_handle_part.call(self, 0));
    CHECK_STATUS(kb_bench_handle_part.check(self, 0), KB_ERR_INTERNAL);
    kb_bench_handle_part.close(self);
    /* Of this one nothing is kept for signing. */
    open_part(&self, &kb_bench_handle_part, "Ed25519", "SIGN_WARM");
    CHECK_OK(kb_bench_handle_part.call(self, 0));
    CHECK_STATUS(kb_bench_handle_part.check(self, 0), KB_ERR_INTERNAL);
    kb_bench_handle_part.close(self);
}

int main(void) {
    RUN(a_name_tells_its_form);
    RUN(samples_of_a_batch_are_those_of_one_item);
    RUN(right_results_pass_the_checks);
    RUN(a_signature_over_another_message_is_found);
    RUN(a_handle_that_is_not_what_its_form_says_is_found);
    return TEST_END();
}
