/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "manifest.h"

#include "test.h"
#include "unit/stream/tmpdir.h"

typedef struct seen {
    char text[512]; /* the paths, a bar after each */
    int calls, stop_at;
} seen;

static kb_status each(void *self, const char *path) {
    seen *s = self;
    size_t len = strlen(s->text);
    snprintf(s->text + len, sizeof s->text - len, "%.40s|", path);
    return ++s->calls == s->stop_at ? KB_ERR_LIMIT : KB_OK;
}

static kb_status read_list(seen *s, const void *data, size_t len, char end) {
    tmpdir_write(tmpdir_file("list"), data, len);
    return kb_cli_manifest_read(tmpdir_file("list"), end, each, s);
}

TEST(every_line_is_a_path_and_empty_ones_are_passed_over) {
    seen s = {.calls = 0};
    CHECK_OK(read_list(&s, "a\n\nb c\n \nd", 10, '\n'));
    CHECK_STR(s.text, "a|b c| |d|");
    s = (seen){.calls = 0};
    CHECK_OK(read_list(&s, "a\nb\0\0c\0", 7, '\0'));
    CHECK_STR(s.text, "a\nb|c|");
    s = (seen){.calls = 0};
    CHECK_OK(read_list(&s, "", 0, '\n'));
    CHECK_INT(s.calls, 0);
    tmpdir_empty();
}

TEST(what_is_no_path_is_named_and_ends_the_reading) {
    seen s = {.calls = 0};
    static char text[KB_CLI_MANIFEST_PATH_BYTES + 8];
    CHECK_STATUS(read_list(&s, "a\nb\0c\nd\n", 8, '\n'), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "entry 2") != NULL);
    CHECK_STR(s.text, "a|");
    memset(text, 'x', sizeof text);
    text[KB_CLI_MANIFEST_PATH_BYTES - 1] = '\n';
    s = (seen){.calls = 0};
    CHECK_OK(read_list(&s, text, KB_CLI_MANIFEST_PATH_BYTES, '\n'));
    CHECK_INT(s.calls, 1);
    text[KB_CLI_MANIFEST_PATH_BYTES - 1] = 'x';
    CHECK_STATUS(read_list(&s, text, KB_CLI_MANIFEST_PATH_BYTES, '\n'), KB_ERR_FORMAT);
    CHECK_INT(s.calls, 1);
    tmpdir_empty();
}

TEST(an_error_of_the_taker_ends_the_reading) {
    seen s = {.stop_at = 2};
    CHECK_STATUS(read_list(&s, "a\nb\nc\n", 6, '\n'), KB_ERR_LIMIT);
    CHECK_STR(s.text, "a|b|");
    CHECK_STATUS(kb_cli_manifest_read(tmpdir_file("none"), '\n', each, &s), KB_ERR_IO);
    CHECK_STATUS(kb_cli_manifest_read(tmpdir_path, '\n', each, &s), KB_ERR_IO);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    RUN(every_line_is_a_path_and_empty_ones_are_passed_over);
    RUN(what_is_no_path_is_named_and_ends_the_reading);
    RUN(an_error_of_the_taker_ends_the_reading);
    tmpdir_remove();
    return TEST_END();
}
