/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/fd.h"

#include "test.h"
#include "unit/stream/tmpdir.h"

#include <errno.h>
#include <keybraid/stream.h>
#include <signal.h>
#include <sys/wait.h>

TEST(a_full_device_is_an_io_error_with_its_text) {
    int fd = open("/dev/full", O_WRONLY);
    REQUIRE(fd >= 0);
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_fd(&s, fd));
    CHECK_STATUS(kb_stream_feed(s, "x", 1), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "No space left") != NULL);
    kb_stream_free(s);
    CHECK(fcntl(fd, F_GETFD) >= 0);
    close(fd);
}

TEST(a_closed_pipe_is_an_io_error) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    signal(SIGPIPE, SIG_IGN);
    close(ends[0]);
    kb_stream *s = NULL;
    REQUIRE_OK(kb_stream_to_fd(&s, ends[1]));
    CHECK_STATUS(kb_stream_feed(s, "x", 1), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "Broken pipe") != NULL);
    kb_stream_free(s);
    close(ends[1]);
}

static void on_alarm(int number) {
    (void)number;
}

/* The pipe holds 64 KiB, so that the writer meets short writes, EAGAIN when it does not
 * block, and EINTR by the timer. */
static void write_through_pipe(int extra_flags) {
    enum { TOTAL = 3000001 };
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        fcntl(ends[1], F_SETFL, O_WRONLY | extra_flags);
        struct sigaction action = {.sa_handler = on_alarm};
        sigaction(SIGALRM, &action, NULL);
        ualarm(500, 500);
        uint8_t *data = malloc(TOTAL);
        for (size_t i = 0; i < TOTAL; i++) {
            data[i] = (uint8_t)(i % 251);
        }
        kb_stream *s;
        int bad = kb_stream_to_fd(&s, ends[1]) != KB_OK ||
                  kb_stream_feed(s, data, TOTAL) != KB_OK || kb_stream_finish(s) != KB_OK;
        _exit(bad);
    }
    close(ends[1]);
    kb_source *in = NULL;
    REQUIRE_OK(kb_source_from_fd(&in, ends[0]));
    size_t total = 0, wrong = 0, got = 1;
    uint8_t piece[1000];
    while (got != 0) {
        REQUIRE_OK(kb_source_read(in, piece, sizeof piece, &got));
        for (size_t i = 0; i < got; i++) {
            wrong += piece[i] != (total + i) % 251;
        }
        total += got;
    }
    kb_source_free(in);
    close(ends[0]);
    int state = 1;
    CHECK(waitpid(child, &state, 0) == child && state == 0);
    CHECK_INT(total, TOTAL);
    CHECK_INT(wrong, 0);
}

TEST(short_writes_and_interruptions_lose_nothing) {
    write_through_pipe(0);
}

TEST(a_descriptor_that_does_not_block_loses_nothing) {
    write_through_pipe(O_NONBLOCK);
}

TEST(the_text_of_a_failure_survives_a_long_path) {
    char path[600];
    memset(path, 'a', sizeof path);
    for (size_t i = 1; i + 1 < sizeof path; i += 2) {
        memcpy(path + i, "\xc3\xa9", 2);
    }
    path[sizeof path - 1] = '\0';
    CHECK_INT(kb_fd_fail("f", path, "opening", ENOENT), KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, ": opening: No such file") != NULL);
    CHECK((kb_last_error()->text[0] & 0xc0) != 0x80);
    CHECK_STR(kb_fd_short_path("short"), "short");
    kb_stream *s = NULL;
    CHECK_STATUS(kb_stream_to_fd(&s, -1), KB_ERR_ARGUMENT);
}

int main(void) {
    RUN(a_full_device_is_an_io_error_with_its_text);
    RUN(a_closed_pipe_is_an_io_error);
    RUN(short_writes_and_interruptions_lose_nothing);
    RUN(a_descriptor_that_does_not_block_loses_nothing);
    RUN(the_text_of_a_failure_survives_a_long_path);
    return TEST_END();
}
