/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test.h"

#include <keybraid/selftest.h>

typedef struct seen {
    int count;
    int tokens;
    uint64_t time_ns;
} seen;

static void on_result(void *self, const kb_selftest_result *result) {
    seen *s = self;
    s->count++;
    s->tokens += strncmp(result->name, "CKEM1.", 6) == 0;
    s->time_ns += result->time_ns;
    CHECK_(result->status == KB_OK, (void)0, "%s (%s)", result->name, result->table);
    CHECK(result->table[0] != '\0');
}

TEST(every_known_answer_comes_out_and_is_reported) {
    seen s = {0};
    CHECK_OK(kb_selftest_run(false, on_result, &s));
    CHECK_INT(s.count, 13 + 12 + 6 + 10 + 7);
    CHECK_INT(s.tokens, 7);
    CHECK(s.time_ns > 0);
    CHECK_OK(kb_selftest_run(false, NULL, NULL));
}

int main(void) {
    RUN(every_known_answer_comes_out_and_is_reported);
    return TEST_END();
}
