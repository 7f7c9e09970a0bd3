/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/buffer.h"

#include "test.h"

TEST(a_buffer_holds_what_the_stage_was_fed) {
    kb_buffer b = {NULL, 0, 0};
    kb_stream *s = NULL;
    static uint8_t want[3 * 70000];
    for (size_t i = 0; i < sizeof want; i++) {
        want[i] = (uint8_t)(i * 31 >> 3);
    }
    REQUIRE_OK(kb_stream_to_buffer(&s, &b, sizeof want));
    size_t fed = 0;
    for (size_t n = 1; fed < sizeof want; n = n * 3 + 1) {
        size_t piece = n < sizeof want - fed ? n : sizeof want - fed;
        REQUIRE_OK(kb_stream_feed(s, want + fed, piece));
        fed += piece;
        CHECK_INT(b.len, fed);
    }
    CHECK_OK(kb_stream_finish(s));
    kb_stream_free(s);
    CHECK_INT(b.len, sizeof want);
    CHECK_MEM(b.data, want, sizeof want);
    kb_buffer_free(&b);
    CHECK(b.data == NULL && b.len == 0 && b.capacity == 0);
    kb_buffer_free(&b);
    kb_buffer_free(NULL);
}

TEST(one_byte_more_than_the_limit_is_refused) {
    kb_buffer b = {NULL, 0, 0};
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_buffer(&s, &b, 5));
    CHECK_OK(kb_stream_feed(s, "12345", 5));
    CHECK_STATUS(kb_stream_feed(s, "6", 1), KB_ERR_LIMIT);
    kb_stream_free(s);
    CHECK(b.data == NULL && b.len == 0);

    REQUIRE_OK(kb_stream_to_buffer(&s, &b, 0));
    CHECK_STATUS(kb_stream_feed(s, "1", 1), KB_ERR_LIMIT);
    kb_stream_free(s);
    REQUIRE_OK(kb_stream_to_buffer(&s, &b, 0));
    CHECK_OK(kb_stream_finish(s));
    kb_stream_free(s);
    CHECK_INT(b.len, 0);
}

TEST(an_unfinished_stage_empties_its_buffer) {
    kb_buffer b = {NULL, 0, 0};
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_buffer(&s, &b, 100));
    CHECK_OK(kb_stream_feed(s, "secret", 6));
    kb_stream_free(s);
    CHECK(b.data == NULL && b.len == 0 && b.capacity == 0);
}

TEST(reserved_room_is_not_moved) {
    kb_buffer b = {NULL, 0, 0};
    REQUIRE_OK(kb_buffer_append(&b, "abc", 3));
    REQUIRE_OK(kb_buffer_reserve(&b, 100000));
    const uint8_t *data = b.data;
    static const uint8_t zeros[100000 - 3];
    CHECK_OK(kb_buffer_append(&b, zeros, sizeof zeros));
    CHECK(b.data == data && b.len == 100000);
    CHECK_MEM(b.data, "abc", 3);
    CHECK_STATUS(kb_buffer_append(&b, zeros, SIZE_MAX - 5), KB_ERR_LIMIT);
    CHECK_INT(b.len, 100000);
    kb_buffer_free(&b);
    CHECK_STATUS(kb_stream_to_buffer(NULL, &b, 1), KB_ERR_ARGUMENT);
}

int main(void) {
    RUN(a_buffer_holds_what_the_stage_was_fed);
    RUN(one_byte_more_than_the_limit_is_refused);
    RUN(an_unfinished_stage_empties_its_buffer);
    RUN(reserved_room_is_not_moved);
    return TEST_END();
}
