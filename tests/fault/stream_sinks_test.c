/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sinks that fail at each call they get, and pipes between two threads under a storm of
 * signals: the sink's own status comes through, and no byte is lost or invented.
 */
#define _GNU_SOURCE /* memfd_create, pipe sizes */
#include "fault/ways.h"
#include "unit/stream/tmpdir.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

typedef struct failing {
    long fail_at; /* number of the call, finish included */
    kb_status with;
    long calls;
    long after;    /* calls that came after the failure */
    bool is_whole; /* all was fed, only the finish failed */
    int finished;
    kb_buffer fed;
} failing;

static bool is_failing(failing *f) {
    f->calls++;
    f->after += f->calls > f->fail_at;
    return f->calls == f->fail_at;
}

static kb_status failing_feed(void *self, const uint8_t *data, size_t len) {
    failing *f = self;
    if (is_failing(f)) {
        return f->with;
    }
    memcpy(f->fed.data + f->fed.len, data, len);
    f->fed.len += len;
    return KB_OK;
}

static kb_status failing_finish(void *self) {
    failing *f = self;
    if (is_failing(f)) {
        f->is_whole = true;
        return f->with;
    }
    f->finished++;
    return KB_OK;
}

/* Runs a way into a sink that fails at a call; returns whether it came to that call. */
static bool fails_at(const way *w, long n, kb_status with, kb_pool *pool) {
    static const kb_stream_ops ops = {failing_feed, failing_finish, NULL};
    static uint8_t room[4 * WAY_BYTES];
    failing f = {.fail_at = n, .with = with, .fed = {room, 0, sizeof room}};
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    size_t len;
    const uint8_t *bytes = way_bytes(w, &len);
    kb_status status = kb_source_from_memory(&source, bytes, len);
    if (status == KB_OK) {
        status = kb_stream_new(&sink, &ops, &f);
    }
    if (status == KB_OK) {
        status = way_run(w, source, sink, pool);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    bool was_hit = f.calls >= n;
    CHECK(f.is_whole || !was_hit || way_is_harmless(w, room, f.fed.len));
    CHECK_(was_hit
               ? status == with && f.finished == 0 && f.after == 0 &&
                     f.is_whole == way_is_right(w, room, f.fed.len)
               : status == KB_OK && f.finished == 1 && way_is_right(w, room, f.fed.len),
           (void)0, "%s, call %ld: %s, finished %d, %ld calls later", w->name, n,
           kb_status_name(status), f.finished, f.after);
    return was_hit;
}

TEST(what_a_sink_returns_comes_through_and_it_is_left_alone_then) {
    kb_pool *pools[2] = {NULL, NULL};
    long points = 0;
    REQUIRE_OK(kb_pool_new(&pools[1], 3));
    for (size_t i = 0; i < WAYS; i++) {
        for (size_t j = 0; j < 2; j++) {
            bool was_hit = true;
            for (long n = 1; was_hit; n++) {
                was_hit =
                    fails_at(&ways[i], n, n % 3 == 0 ? KB_ERR_BUSY : KB_ERR_IO, pools[j]);
                points += was_hit;
            }
        }
    }
    kb_pool_free(pools[1]);
    TEST_NOTE("%ld points of failure", points);
    CHECK(points > 10 * (long)WAYS);
}

/* ---- Signals ---- */

static atomic_long ticks;

static void on_tick(int signal) {
    (void)signal;
    atomic_fetch_add(&ticks, 1);
}

static void storm(long period_us) {
    struct sigaction act = {.sa_handler = on_tick}; /* without SA_RESTART */
    struct itimerval timer = {{0, period_us}, {0, period_us}};
    sigaction(SIGALRM, &act, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

typedef struct sender {
    const way *way;
    int fd;
    kb_pool *pool;
    kb_status status;
} sender;

/* Writes what a way makes of its input into a pipe. */
static void *send(void *self) {
    sender *s = self;
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    size_t len;
    const uint8_t *bytes = way_bytes(s->way, &len);
    s->status = kb_source_from_memory(&source, bytes, len);
    if (s->status == KB_OK) {
        s->status = kb_stream_to_fd(&sink, s->fd);
    }
    if (s->status == KB_OK) {
        s->status = way_run(s->way, source, sink, s->pool);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    close(s->fd);
    return NULL;
}

/* The output of a way, read from a pipe that holds one page. */
static kb_status receive(kb_buffer *out, const way *w, bool may_block, kb_pool *pool) {
    int ends[2];
    pthread_t thread;
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    out->len = 0;
    if (pipe(ends) != 0) {
        return KB_ERR_IO;
    }
    (void)fcntl(ends[1], F_SETPIPE_SZ, 4096);
    for (size_t i = 0; i < 2 && !may_block; i++) {
        (void)fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    sender s = {w, ends[1], pool, KB_ERR_INTERNAL};
    if (pthread_create(&thread, NULL, send, &s) != 0) {
        return KB_ERR_MEMORY;
    }
    kb_status status = kb_source_from_fd(&source, ends[0]);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    }
    if (status == KB_OK) {
        status = kb_source_pump(source, sink);
    }
    pthread_join(thread, NULL);
    kb_stream_free(sink);
    kb_source_free(source);
    close(ends[0]);
    return status == KB_OK ? s.status : status;
}

TEST(signals_at_a_high_rate_change_nothing) {
    kb_pool *pool = NULL;
    kb_buffer out = {.data = NULL};
    REQUIRE_OK(kb_pool_new(&pool, 3));
    storm(150);
    for (size_t i = 0; i < WAYS; i++) {
        for (int may_block = 0; may_block < 2; may_block++) {
            CHECK_OK(
                receive(&out, &ways[i], may_block != 0, may_block != 0 ? pool : NULL));
            CHECK(way_is_right(&ways[i], out.data, out.len));
        }
    }
    storm(0);
    TEST_NOTE("%ld signals", atomic_load(&ticks));
    CHECK(atomic_load(&ticks) > 50);
    kb_buffer_free(&out);
    kb_pool_free(pool);
}

/* Opening a fifo waits for the other end; here that end comes after some signals. */
static void *open_late(void *self) {
    usleep(20000);
    *(int *)self = open(tmpdir_file("fifo"), O_RDWR | O_CLOEXEC);
    return NULL;
}

TEST(a_fifo_is_opened_though_signals_come) {
    for (int writes = 0; writes < 2; writes++) {
        int other = -1;
        pthread_t thread;
        kb_source *source = NULL;
        kb_stream *sink = NULL;
        const char *path = tmpdir_file("fifo");
        REQUIRE(mkfifo(path, 0600) == 0);
        REQUIRE(pthread_create(&thread, NULL, open_late, &other) == 0);
        storm(500);
        kb_status status = writes != 0 ? kb_stream_to_file(&sink, path, 0600)
                                       : kb_source_open_file(&source, path);
        storm(0);
        CHECK_OK(status);
        (void)pthread_join(thread, NULL);
        CHECK(other >= 0);
        kb_stream_free(sink);
        kb_source_free(source);
        close(other);
        tmpdir_empty();
    }
}

TEST(a_reader_that_leaves_is_told_as_a_failed_write) {
    kb_pool *pool = NULL;
    REQUIRE_OK(kb_pool_new(&pool, 3));
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < WAYS; i++) {
        int ends[2];
        char some[1000];
        pthread_t thread;
        REQUIRE(pipe(ends) == 0);
        (void)fcntl(ends[1], F_SETPIPE_SZ, 4096);
        sender s = {&ways[i], ends[1], pool, KB_OK};
        REQUIRE(pthread_create(&thread, NULL, send, &s) == 0);
        CHECK(read(ends[0], some, sizeof some) > 0);
        close(ends[0]);
        pthread_join(thread, NULL);
        CHECK_STATUS(s.status, KB_ERR_IO);
    }
    kb_pool_free(pool);
}

int main(void) {
    tmpdir_make();
    ways_make();
    RUN(what_a_sink_returns_comes_through_and_it_is_left_alone_then);
    RUN(signals_at_a_high_rate_change_nothing);
    RUN(a_fifo_is_opened_though_signals_come);
    RUN(a_reader_that_leaves_is_told_as_a_failed_write);
    ways_free();
    tmpdir_remove();
    return TEST_END();
}
