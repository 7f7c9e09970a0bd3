/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The growing text: content, errors that stick, what is left behind. */
#include "codec/text.h"

#include "test.h"

TEST(pieces_become_one_terminated_text) {
    kb_text t = {0};
    char *out = NULL;
    kb_text_append(&t, "abXX", 2);
    kb_text_append_string(&t, "cd");
    kb_text_append(&t, NULL, 0);
    kb_text_printf(&t, "-%d-%s", 42, "x");
    char *more = kb_text_extend(&t, 2);
    REQUIRE(more != NULL);
    memcpy(more, "yz", 2);
    CHECK_INT(t.len, 11);
    REQUIRE_OK(kb_text_finish(&t, &out));
    CHECK_STR(out, "abcd-42-xyz");
    CHECK(t.data == NULL && t.len == 0);
    kb_text_release(out);
}

TEST(an_empty_text_is_a_text) {
    kb_text t = {0};
    char *out = NULL;
    REQUIRE_OK(kb_text_finish(&t, &out));
    CHECK_STR(out, "");
    kb_text_release(out);
    kb_text_release(NULL);
}

TEST(the_text_survives_growing_at_every_length) {
    char want[3000];
    for (size_t len = 0; len < sizeof want; len += 1 + len / 40) {
        kb_text t = {0};
        char *out = NULL;
        for (size_t i = 0; i < len; i++) {
            want[i] = (char)('a' + i % 23);
            if (i % 2 == 0) {
                kb_text_append(&t, want + i, 1);
            } else {
                kb_text_printf(&t, "%c", want[i]);
            }
        }
        want[len] = '\0';
        REQUIRE_OK(kb_text_finish(&t, &out));
        CHECK_STR(out, want);
        kb_text_release(out);
    }
}

TEST(the_first_error_sticks_and_is_told_at_the_end) {
    kb_text t = {0};
    char *out = NULL;
    kb_text_append_string(&t, "secret");
    kb_text_fail(&t, KB_ERR_FORMAT, "first");
    kb_text_fail(&t, KB_ERR_LIMIT, "second");
    kb_text_append_string(&t, "more");
    kb_text_printf(&t, "%d", 1);
    CHECK(kb_text_extend(&t, 1) == NULL);
    CHECK_STATUS(kb_text_finish(&t, &out), KB_ERR_FORMAT);
    CHECK_STR(kb_last_error()->text, "first");
    CHECK(out == NULL);
    CHECK(t.data == NULL && t.status == KB_OK);
}

TEST(a_length_that_no_memory_holds_is_an_error) {
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1,
                                   SIZE_MAX / 2};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        kb_text t = {0};
        char *out = NULL;
        kb_text_append_string(&t, "x");
        CHECK(kb_text_extend(&t, sizes[i]) == NULL);
        CHECK_STATUS(kb_text_finish(&t, &out), KB_ERR_MEMORY);
    }
}

int main(void) {
    RUN(pieces_become_one_terminated_text);
    RUN(an_empty_text_is_a_text);
    RUN(the_text_survives_growing_at_every_length);
    RUN(the_first_error_sticks_and_is_told_at_the_end);
    RUN(a_length_that_no_memory_holds_is_an_error);
    return TEST_END();
}
