/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "terminal_filter.h"

#include "test.h"

typedef struct tap {
    char *got;
    size_t *len;
} tap;

static kb_status tap_feed(void *self, const uint8_t *data, size_t len) {
    tap *t = self;
    memcpy(t->got + *t->len, data, len);
    *t->len += len;
    return KB_OK;
}

static kb_status tap_finish(void *self) {
    (void)self;
    return KB_OK;
}

static const kb_stream_ops tap_ops = {tap_feed, tap_finish, NULL};

/* Feeds text in pieces of `piece` bytes; got is what came out, also before a failure. */
static kb_status filter(char *got, size_t *got_len, const char *text, size_t len,
                        size_t piece) {
    tap t = {got, got_len};
    kb_stream *end = NULL, *stage = NULL;
    *got_len = 0;
    kb_status status = kb_stream_new(&end, &tap_ops, &t);
    if (status == KB_OK) {
        status = kb_cli_terminal_filter_new(&stage, end);
    }
    for (size_t i = 0; status == KB_OK && i < len; i += piece) {
        status = kb_stream_feed(stage, text + i, len - i < piece ? len - i : piece);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(stage);
    }
    kb_stream_free(stage);
    kb_stream_free(end);
    return status;
}

TEST(text_passes_unchanged_however_it_is_cut) {
    static const char text[] = "plain\ttext\r\ngr\xc3\xbc\xc3\x9f"
                               "e \xe2\x82\xac "
                               "\xf0\x9f\x94\x91 \xed\x9f\xbf \xf4\x8f\xbf\xbf\n";
    char got[sizeof text];
    size_t len;
    for (size_t piece = 1; piece < sizeof text; piece++) {
        CHECK_OK(filter(got, &len, text, sizeof text - 1, piece));
        CHECK_INT(len, sizeof text - 1);
        CHECK_MEM(got, text, len);
    }
    CHECK_OK(filter(got, &len, "", 0, 1));
    CHECK_INT(len, 0);
}

/* Each of these follows a good piece, and nothing of its own piece comes out. */
TEST(controls_and_what_is_no_utf8_are_refused_however_they_are_cut) {
    static const char *const bad[] = {"\x1b[31m",
                                      "\x07",
                                      "\x08",
                                      "\x7f",
                                      "\x01",
                                      "\xc2\x80",
                                      "\xc2\x9bm",
                                      "\xe2\x80\xae",
                                      "\xe2\x81\xa6",
                                      "\xe2\x80\xa8",
                                      "\xef\xbb\xbf",
                                      "\xff",
                                      "\x80",
                                      "\xc0\xaf",
                                      "\xc3(",
                                      "\xe0\x80\xaf",
                                      "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xc3",
                                      "\xe2\x82",
                                      "\xf0\x9f\x94"};
    char got[64];
    size_t len;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t n = strlen(bad[i]);
        for (size_t piece = 1; piece <= n; piece++) {
            CHECK_STATUS(filter(got, &len, bad[i], n, piece), KB_ERR_ARGUMENT);
        }
        CHECK_STATUS(filter(got, &len, bad[i], n, n), KB_ERR_ARGUMENT);
        CHECK_INT(len, 0);
    }
    CHECK_STATUS(filter(got, &len, "a\0b", 3, 3), KB_ERR_ARGUMENT);
    CHECK_INT(len, 0);
}

int main(void) {
    RUN(text_passes_unchanged_however_it_is_cut);
    RUN(controls_and_what_is_no_utf8_are_refused_however_they_are_cut);
    return TEST_END();
}
