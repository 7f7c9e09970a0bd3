/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/source.h"

#include "stream/buffer.h"
#include "test.h"
#include "unit/stream/tmpdir.h"

static uint8_t data[16 * KB_STREAM_PIECE_BYTES + 1];

static void check_pumped(kb_source *in, size_t len) {
    kb_buffer b = {NULL, 0, 0};
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_buffer(&s, &b, sizeof data));
    CHECK_OK(kb_source_pump(in, s));
    CHECK_STATUS(kb_stream_finish(s), KB_ERR_STATE);
    CHECK_INT(b.len, len);
    CHECK_MEM(b.data, data, len);
    kb_stream_free(s);
    kb_buffer_free(&b);
}

TEST(every_length_around_the_piece_size_arrives_whole_and_twice) {
    static const size_t lengths[] = {0,
                                     1,
                                     KB_STREAM_PIECE_BYTES - 1,
                                     KB_STREAM_PIECE_BYTES,
                                     KB_STREAM_PIECE_BYTES + 1,
                                     2 * KB_STREAM_PIECE_BYTES - 1,
                                     2 * KB_STREAM_PIECE_BYTES,
                                     2 * KB_STREAM_PIECE_BYTES + 1,
                                     1048575,
                                     1048576,
                                     16 * KB_STREAM_PIECE_BYTES + 1};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t len = lengths[i];
        const char *path = tmpdir_file("in");
        tmpdir_write(path, data, len);
        kb_source *in = NULL;
        REQUIRE_OK(kb_source_open_file(&in, path));
        uint64_t size = 0;
        CHECK(kb_source_size(in, &size) && size == len);
        CHECK(kb_source_may_rewind(in));
        check_pumped(in, len);
        REQUIRE_OK(kb_source_rewind(in));
        check_pumped(in, len);
        kb_source_free(in);

        REQUIRE_OK(kb_source_from_memory(&in, data, len));
        CHECK(kb_source_size(in, &size) && size == len);
        check_pumped(in, len);
        REQUIRE_OK(kb_source_rewind(in));
        check_pumped(in, len);
        kb_source_free(in);
    }
}

TEST(a_descriptor_is_read_and_rewound_to_where_it_stood) {
    const char *path = tmpdir_file("in");
    tmpdir_write(path, "0123456789", 10);
    int fd = open(path, O_RDONLY);
    REQUIRE(fd >= 0 && lseek(fd, 4, SEEK_SET) == 4);
    kb_source *in = NULL;
    REQUIRE_OK(kb_source_from_fd(&in, fd));
    uint64_t size = 0;
    CHECK(kb_source_size(in, &size) && size == 6);
    char got[20];
    size_t n = 0;
    CHECK_OK(kb_source_read(in, got, sizeof got, &n));
    CHECK_INT(n, 6);
    CHECK_MEM(got, "456789", 6);
    CHECK_OK(kb_source_read(in, got, sizeof got, &n));
    CHECK_INT(n, 0);
    CHECK_OK(kb_source_rewind(in));
    CHECK_OK(kb_source_read(in, got, 2, &n));
    CHECK_MEM(got, "45", 2);
    kb_source_free(in);
    CHECK(fcntl(fd, F_GETFD) >= 0);
    /* Beyond the end there is nothing, and that is no change of the file. */
    REQUIRE(lseek(fd, 40, SEEK_SET) == 40);
    REQUIRE_OK(kb_source_from_fd(&in, fd));
    CHECK(kb_source_size(in, &size) && size == 0);
    CHECK_OK(kb_source_read(in, got, sizeof got, &n));
    CHECK_INT(n, 0);
    kb_source_free(in);
    close(fd);
}

TEST(a_pipe_has_no_size_and_cannot_be_rewound) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    REQUIRE(write(ends[1], "abc", 3) == 3);
    close(ends[1]);
    kb_source *in = NULL;
    REQUIRE_OK(kb_source_from_fd(&in, ends[0]));
    uint64_t size = 77;
    CHECK(!kb_source_may_rewind(in));
    CHECK(!kb_source_size(in, &size) && size == 77);
    char got[8];
    size_t n = 0;
    CHECK_OK(kb_source_read(in, got, sizeof got, &n));
    CHECK_INT(n, 3);
    CHECK_STATUS(kb_source_rewind(in), KB_ERR_STATE);
    CHECK_OK(kb_source_read(in, got, sizeof got, &n));
    CHECK_INT(n, 0);
    kb_source_free(in);
    close(ends[0]);
}

TEST(a_file_that_grows_or_shrinks_while_it_is_read_is_an_error) {
    const char *path = tmpdir_file("in");
    char got[64];
    size_t n = 0;
    kb_source *in = NULL;
    /* Grows before it is read; then after the old end was reached. */
    for (int late = 0; late < 2; late++) {
        tmpdir_write(path, "0123456789", 10);
        REQUIRE_OK(kb_source_open_file(&in, path));
        if (late) {
            CHECK_OK(kb_source_read(in, got, 10, &n));
        }
        FILE *f = fopen(path, "a");
        REQUIRE(f != NULL);
        fputc('x', f);
        fclose(f);
        CHECK_STATUS(kb_source_read(in, got, sizeof got, &n), KB_ERR_IO);
        CHECK_INT(n, 0);
        CHECK(strstr(kb_last_error()->text, "changed while it was read") != NULL);
        kb_source_free(in);
    }
    tmpdir_write(path, "0123456789", 10);
    REQUIRE_OK(kb_source_open_file(&in, path));
    CHECK_OK(kb_source_read(in, got, 4, &n));
    REQUIRE(truncate(path, 7) == 0);
    CHECK_OK(kb_source_read(in, got, sizeof got, &n));
    CHECK_INT(n, 3);
    CHECK_STATUS(kb_source_read(in, got, sizeof got, &n), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "fewer") != NULL);
    kb_source_free(in);

    tmpdir_write(path, "", 0);
    REQUIRE_OK(kb_source_open_file(&in, path));
    tmpdir_write(path, "1", 1);
    kb_buffer b = {NULL, 0, 0};
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_buffer(&s, &b, 10));
    CHECK_STATUS(kb_source_pump(in, s), KB_ERR_IO);
    kb_stream_free(s);
    kb_source_free(in);
}

TEST(what_cannot_be_read_is_named_in_the_error) {
    kb_source *in = NULL;
    CHECK_STATUS(kb_source_open_file(&in, tmpdir_file("missing")), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "missing") != NULL);
    CHECK(strstr(kb_last_error()->text, "No such file") != NULL);
    CHECK_STATUS(kb_source_open_file(&in, tmpdir_path), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "Is a directory") != NULL);
    int fd = open(tmpdir_path, O_RDONLY | O_DIRECTORY);
    REQUIRE(fd >= 0);
    CHECK_STATUS(kb_source_from_fd(&in, fd), KB_ERR_IO);
    close(fd);
    CHECK_STATUS(kb_source_from_fd(&in, fd), KB_ERR_IO);
    CHECK_STATUS(kb_source_from_fd(&in, -1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_source_open_file(&in, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_source_from_memory(&in, NULL, 1), KB_ERR_ARGUMENT);
    CHECK(in == NULL);
    REQUIRE_OK(kb_source_from_memory(&in, NULL, 0));
    size_t n = 5;
    char got[1];
    CHECK_OK(kb_source_read(in, got, 1, &n));
    CHECK_INT(n, 0);
    CHECK_STATUS(kb_source_read(in, got, 0, &n), KB_ERR_ARGUMENT);
    kb_source_free(in);
    kb_source_free(NULL);
}

static void note_progress(void *self, uint64_t done) {
    uint64_t *last = self;
    CHECK(done > last[0]);
    last[0] = done;
    last[1]++;
}

TEST(progress_counts_from_the_last_rewind) {
    kb_source *in = NULL;
    uint64_t seen[2] = {0, 0};
    const char *path = tmpdir_file("in");
    tmpdir_write(path, data, 3 * KB_STREAM_PIECE_BYTES);
    REQUIRE_OK(kb_source_open_file(&in, path));
    kb_source_on_progress(in, note_progress, seen);
    check_pumped(in, 3 * KB_STREAM_PIECE_BYTES);
    CHECK_INT(seen[0], 3 * KB_STREAM_PIECE_BYTES);
    CHECK_INT(seen[1], 3);
    seen[0] = 0;
    REQUIRE_OK(kb_source_rewind(in));
    check_pumped(in, 3 * KB_STREAM_PIECE_BYTES);
    CHECK_INT(seen[0], 3 * KB_STREAM_PIECE_BYTES);
    kb_source_free(in);
}

TEST(memory_is_handed_on_whole_and_without_a_copy) {
    kb_source *in = NULL;
    REQUIRE_OK(kb_source_from_memory(&in, data, sizeof data));
    const uint8_t *piece;
    size_t n;
    CHECK_OK(kb_source_next(in, &piece, &n));
    CHECK(piece == data && n == sizeof data);
    CHECK_OK(kb_source_next(in, &piece, &n));
    CHECK(n == 0);
    kb_source_free(in);
}

TEST(a_failing_stage_stops_the_pump) {
    kb_source *in = NULL;
    kb_stream *s = NULL;
    int fd = open("/dev/full", O_WRONLY);
    REQUIRE(fd >= 0);
    REQUIRE_OK(kb_source_from_memory(&in, data, 10));
    REQUIRE_OK(kb_stream_to_fd(&s, fd));
    CHECK_STATUS(kb_source_pump(in, s), KB_ERR_IO);
    kb_stream_free(s);
    kb_source_free(in);
    close(fd);
}

int main(void) {
    tmpdir_make();
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)((i * 2654435761U) >> 13);
    }
    RUN(every_length_around_the_piece_size_arrives_whole_and_twice);
    RUN(a_descriptor_is_read_and_rewound_to_where_it_stood);
    RUN(a_pipe_has_no_size_and_cannot_be_rewound);
    RUN(a_file_that_grows_or_shrinks_while_it_is_read_is_an_error);
    RUN(what_cannot_be_read_is_named_in_the_error);
    RUN(progress_counts_from_the_last_rewind);
    RUN(memory_is_handed_on_whole_and_without_a_copy);
    RUN(a_failing_stage_stops_the_pump);
    tmpdir_remove();
    return TEST_END();
}
