/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Segmented content: the same bytes however they are fed and however many threads work,
 * and nothing of a body that is not exactly what was sealed. */
#include "envelope/segments.h"

#include "stream/buffer.h"
#include "test.h"

#define SEGMENT 4096
#define PIECE   (SEGMENT - KB_FLOE_OVERHEAD_BYTES)
#define MAX     (40 * SEGMENT)

static const uint8_t key[KB_FLOE_KEY_BYTES] = {1, 2, 3};
static const uint8_t other_key[KB_FLOE_KEY_BYTES] = {3, 2, 1};
static uint8_t plain[MAX];

static kb_status append(void *self, const uint8_t *data, size_t len) {
    return kb_buffer_append(self, data, len);
}

/* Feeds in pieces of step bytes; 0: all at once. */
static kb_status feed(kb_segments *s, const uint8_t *data, size_t len, size_t step) {
    kb_status status = KB_OK;
    step = step == 0 ? len : step;
    for (size_t at = 0; at < len && status == KB_OK; at += step) {
        status = kb_segments_feed(s, data + at, len - at < step ? len - at : step);
    }
    return status == KB_OK ? kb_segments_finish(s) : status;
}

static void seal(kb_buffer *body, uint8_t header[KB_FLOE_HEADER_BYTES],
                 const uint8_t *with, size_t len, kb_pool *pool, size_t step) {
    kb_floe *floe = NULL;
    kb_segments *s = NULL;
    body->len = 0;
    REQUIRE_OK(kb_floe_seal_new(&floe, with, SEGMENT, "aad", 3, header));
    REQUIRE_OK(kb_segments_seal_new(&s, floe, pool, append, body));
    CHECK_OK(feed(s, plain, len, step));
    kb_segments_free(s);
    kb_floe_free(floe);
}

static kb_status open_body(kb_buffer *text, const uint8_t header[KB_FLOE_HEADER_BYTES],
                           const uint8_t *body, size_t len, kb_pool *pool, size_t step) {
    kb_floe *floe = NULL;
    kb_segments *s = NULL;
    text->len = 0;
    kb_status status = kb_floe_open_new(&floe, key, SEGMENT, "aad", 3, header);
    if (status == KB_OK) {
        status = kb_segments_open_new(&s, floe, pool, 0, append, text);
    }
    if (status == KB_OK) {
        status = feed(s, body, len, step);
    }
    kb_segments_free(s);
    kb_floe_free(floe);
    return status;
}

static const size_t lengths[] = {0,         1,         PIECE - 1,     PIECE,
                                 PIECE + 1, 2 * PIECE, 3 * PIECE + 7, 35 * PIECE + 1};
static const size_t steps[] = {0, 1000, SEGMENT, PIECE, 5 * SEGMENT + 3};

static void every_way_opens(kb_pool *pool) {
    kb_buffer body = {.data = NULL}, text = {.data = NULL};
    uint8_t header[KB_FLOE_HEADER_BYTES];
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (size_t j = 0; j < sizeof steps / sizeof steps[0]; j++) {
            size_t len = lengths[i];
            size_t segments = len == 0 ? 1 : (len + PIECE - 1) / PIECE;
            seal(&body, header, key, len, pool, steps[j]);
            CHECK_INT(body.len, len + segments * KB_FLOE_OVERHEAD_BYTES);
            for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
                CHECK_OK(open_body(&text, header, body.data, body.len, pool, steps[k]));
                CHECK_INT(text.len, len);
                CHECK_MEM(text.data, plain, len);
            }
        }
    }
    kb_buffer_free(&body);
    kb_buffer_free(&text);
}

TEST(any_pieces_open_to_the_same_text_without_threads) {
    every_way_opens(NULL);
}

TEST(any_pieces_open_to_the_same_text_with_threads) {
    for (unsigned jobs = 1; jobs <= 4; jobs++) {
        kb_pool *pool = NULL;
        REQUIRE_OK(kb_pool_new(&pool, jobs));
        every_way_opens(pool);
        kb_pool_free(pool);
    }
}

/* A whole final segment is sealed as such: no empty one follows. Any reader takes both. */
TEST(an_empty_final_segment_after_a_whole_one_opens_too) {
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    kb_buffer text = {.data = NULL};
    uint8_t header[KB_FLOE_HEADER_BYTES], body[SEGMENT + KB_FLOE_OVERHEAD_BYTES];
    REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, "aad", 3, header));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    REQUIRE_OK(kb_floe_lane_seal(lane, 0, false, body, plain, PIECE));
    REQUIRE_OK(kb_floe_lane_seal(lane, 1, true, body + SEGMENT, plain, 0));
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
    for (size_t step = 0; step < 3; step++) {
        CHECK_OK(open_body(&text, header, body, sizeof body, NULL, step));
        CHECK_INT(text.len, PIECE);
        CHECK_MEM(text.data, plain, PIECE);
    }
    kb_buffer_free(&text);
}

/* What was released is a whole number of true segments from the start. */
static void check_prefix(const kb_buffer *text) {
    CHECK(text->len % PIECE == 0);
    CHECK_MEM(text->data, plain, text->len);
}

static void refuses(const uint8_t *header, const uint8_t *body, size_t len,
                    kb_pool *pool) {
    kb_buffer text = {.data = NULL};
    CHECK_STATUS(open_body(&text, header, body, len, pool, 0), KB_ERR_AUTH);
    check_prefix(&text);
    CHECK_STATUS(open_body(&text, header, body, len, pool, 999), KB_ERR_AUTH);
    check_prefix(&text);
    kb_buffer_free(&text);
}

static void check_damage(kb_pool *pool) {
    enum { SEGMENTS = 4, LEN = (SEGMENTS - 1) * PIECE + 100 };
    kb_buffer body = {.data = NULL}, other = {.data = NULL}, bad = {.data = NULL};
    uint8_t header[KB_FLOE_HEADER_BYTES], other_header[KB_FLOE_HEADER_BYTES];
    seal(&body, header, key, LEN, pool, 0);
    size_t len = body.len;
    REQUIRE_OK(kb_buffer_reserve(&bad, 2 * len));
#define RESTORE() memcpy(bad.data, body.data, len)
    RESTORE();
    for (size_t cut = 0; cut < len; cut += cut % SEGMENT < 40 ? 1 : 61) {
        refuses(header, bad.data, cut, pool);
    }
    for (size_t at = 0; at < len; at += at % SEGMENT < 40 ? 1 : 97) {
        RESTORE();
        bad.data[at] ^= (uint8_t)(1U << (at % 8));
        refuses(header, bad.data, len, pool);
    }
    /* Swapped, repeated, left out. */
    RESTORE();
    memcpy(bad.data, body.data + SEGMENT, SEGMENT);
    memcpy(bad.data + SEGMENT, body.data, SEGMENT);
    refuses(header, bad.data, len, pool);
    memcpy(bad.data, body.data, SEGMENT);
    memcpy(bad.data + SEGMENT, body.data, len);
    refuses(header, bad.data, SEGMENT + len, pool);
    refuses(header, body.data + SEGMENT, len - SEGMENT, pool);
    /* Final segment twice, in front, or not last. */
    RESTORE();
    size_t last = len - 3 * SEGMENT;
    memcpy(bad.data + len, body.data + 3 * SEGMENT, last);
    refuses(header, bad.data, len + last, pool);
    refuses(header, body.data + 3 * SEGMENT, last, pool);
    RESTORE();
    bad.data[len] = 0;
    refuses(header, bad.data, len + 1, pool);
    /* A segment of another message of the same key. */
    seal(&other, other_header, key, LEN, pool, 0);
    RESTORE();
    memcpy(bad.data + SEGMENT, other.data + SEGMENT, SEGMENT);
    refuses(header, bad.data, len, pool);
    refuses(other_header, body.data, len, pool);
    seal(&other, other_header, other_key, LEN, pool, 0);
    refuses(other_header, other.data, other.len, pool);
    kb_buffer_free(&body);
    kb_buffer_free(&other);
    kb_buffer_free(&bad);
}

TEST(whatever_is_not_the_sealed_body_is_refused) {
    kb_pool *pool = NULL;
    check_damage(NULL);
    REQUIRE_OK(kb_pool_new(&pool, 3));
    check_damage(pool);
    kb_pool_free(pool);
}

static kb_status fail_at_third(void *self, const uint8_t *data, size_t len) {
    unsigned *calls = self;
    (void)data;
    (void)len;
    return ++*calls == 3 ? KB_ERR_IO : KB_OK;
}

TEST(a_failing_sink_ends_the_message_and_nothing_is_left_running) {
    for (size_t step = 0; step <= 5 * SEGMENT; step += SEGMENT) {
        kb_pool *pool = NULL;
        kb_floe *floe = NULL;
        kb_segments *s = NULL;
        unsigned calls = 0;
        uint8_t header[KB_FLOE_HEADER_BYTES];
        REQUIRE_OK(kb_pool_new(&pool, 3));
        REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, NULL, 0, header));
        REQUIRE_OK(kb_segments_seal_new(&s, floe, pool, fail_at_third, &calls));
        CHECK_STATUS(feed(s, plain, sizeof plain, step), KB_ERR_IO);
        CHECK_INT(calls, 3);
        kb_segments_free(s);
        kb_floe_free(floe);
        kb_pool_free(pool);
    }
}

int main(void) {
    for (size_t i = 0; i < sizeof plain; i++) {
        plain[i] = (uint8_t)(i * 2654435761U >> 11);
    }
    RUN(any_pieces_open_to_the_same_text_without_threads);
    RUN(any_pieces_open_to_the_same_text_with_threads);
    RUN(an_empty_final_segment_after_a_whole_one_opens_too);
    RUN(whatever_is_not_the_sealed_body_is_refused);
    RUN(a_failing_sink_ends_the_message_and_nothing_is_left_running);
    return TEST_END();
}
