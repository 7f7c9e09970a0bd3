/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test.h"

#include <keybraid/stream.h>

typedef struct recorder {
    int feeds, finishes, frees;
    kb_status answer;
} recorder;

static kb_status on_feed(void *self, const uint8_t *data, size_t len) {
    recorder *r = self;
    r->feeds += data != NULL && len != 0;
    return r->answer;
}

static kb_status on_finish(void *self) {
    recorder *r = self;
    r->finishes++;
    return r->answer;
}

static void on_free(void *self) {
    recorder *r = self;
    r->frees++;
}

static const kb_stream_ops ops = {on_feed, on_finish, on_free};

TEST(a_stage_is_fed_then_finished_once) {
    recorder r = {.answer = KB_OK};
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_new(&s, &ops, &r));
    CHECK_OK(kb_stream_feed(s, "a", 1));
    CHECK_OK(kb_stream_feed(s, NULL, 0));
    CHECK_OK(kb_stream_feed(s, "bc", 2));
    CHECK_INT(r.feeds, 2);
    CHECK_OK(kb_stream_finish(s));
    CHECK_STATUS(kb_stream_finish(s), KB_ERR_STATE);
    CHECK_STATUS(kb_stream_feed(s, "a", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_stream_feed(s, NULL, 0), KB_ERR_STATE);
    CHECK_INT(r.feeds, 2);
    CHECK_INT(r.finishes, 1);
    kb_stream_free(s);
    CHECK_INT(r.frees, 1);
}

TEST(a_failed_stage_takes_nothing_more) {
    recorder r = {.answer = KB_ERR_IO};
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_new(&s, &ops, &r));
    CHECK_STATUS(kb_stream_feed(s, "a", 1), KB_ERR_IO);
    r.answer = KB_OK;
    CHECK_STATUS(kb_stream_feed(s, "a", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_stream_finish(s), KB_ERR_STATE);
    CHECK_INT(r.finishes, 0);
    kb_stream_free(s);

    r = (recorder){.answer = KB_ERR_IO};
    REQUIRE_OK(kb_stream_new(&s, &ops, &r));
    CHECK_STATUS(kb_stream_finish(s), KB_ERR_IO);
    r.answer = KB_OK;
    CHECK_STATUS(kb_stream_finish(s), KB_ERR_STATE);
    kb_stream_free(s);
    CHECK_INT(r.frees, 1);
}

TEST(wrong_parameters_are_refused_and_self_is_left_alone) {
    recorder r = {.answer = KB_OK};
    kb_stream *s = NULL;
    static const kb_stream_ops no_feed = {NULL, on_finish, on_free};
    static const kb_stream_ops no_finish = {on_feed, NULL, on_free};
    CHECK_STATUS(kb_stream_new(NULL, &ops, &r), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_stream_new(&s, NULL, &r), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_stream_new(&s, &no_feed, &r), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_stream_new(&s, &no_finish, &r), KB_ERR_ARGUMENT);
    CHECK(s == NULL);
    CHECK_INT(r.frees, 0);
    CHECK_STATUS(kb_stream_feed(NULL, "a", 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_stream_finish(NULL), KB_ERR_ARGUMENT);
    REQUIRE_OK(kb_stream_new(&s, &ops, &r));
    CHECK_STATUS(kb_stream_feed(s, NULL, 1), KB_ERR_ARGUMENT);
    kb_stream_free(s);
    kb_stream_free(NULL);
}

int main(void) {
    RUN(a_stage_is_fed_then_finished_once);
    RUN(a_failed_stage_takes_nothing_more);
    RUN(wrong_parameters_are_refused_and_self_is_left_alone);
    return TEST_END();
}
