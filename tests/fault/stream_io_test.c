/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every way through the streams under short reads and writes, interruptions, descriptors
 * that do not block, and failures of every single call: the result is right, or the
 * failure is told and nothing is finished. The linker puts the read, write and fsync of
 * this file in the place of the system's.
 */
#define _GNU_SOURCE /* memfd_create, pipe sizes */
#include "fault/ways.h"
#include "stream/file_sink.h"
#include "unit/stream/tmpdir.h"

#include <errno.h>

ssize_t __real_read(int fd, void *to, size_t len);
ssize_t __real_write(int fd, const void *from, size_t len);
int __real_fsync(int fd);
ssize_t __wrap_read(int fd, void *to, size_t len);
ssize_t __wrap_write(int fd, const void *from, size_t len);
int __wrap_fsync(int fd);

/* One kind of call: how it is disturbed. */
typedef struct fault {
    size_t most;   /* bytes that one call moves; 0: no limit */
    unsigned seed; /* 0: no chance in it */
    long fail_at;  /* number of the call that fails, from 1; 0: none */
    int error;
    long calls;
} fault;

static fault reads, writes, syncs;

static unsigned draw(fault *f) {
    f->seed = f->seed * 1103515245U + 12345U;
    return f->seed >> 8 & 0xffff;
}

/* Returns how many bytes the call may move, or -1 with errno. */
static ssize_t disturb(fault *f, size_t len) {
    f->calls++;
    if (f->calls == f->fail_at) {
        errno = f->error;
        return -1;
    }
    if (f->seed != 0) {
        unsigned what = draw(f) % 8;
        if (what < 2) {
            errno = what == 0 ? EINTR : EAGAIN;
            return -1;
        }
        size_t most = 1 + draw(f) % (1U << draw(f) % 17);
        return (ssize_t)(len < most ? len : most);
    }
    return (ssize_t)(f->most != 0 && f->most < len ? f->most : len);
}

ssize_t __wrap_read(int fd, void *to, size_t len) {
    ssize_t n = disturb(&reads, len);
    return n < 0 ? n : __real_read(fd, to, (size_t)n);
}

ssize_t __wrap_write(int fd, const void *from, size_t len) {
    ssize_t n = disturb(&writes, len);
    return n < 0 ? n : __real_write(fd, from, (size_t)n);
}

int __wrap_fsync(int fd) {
    return disturb(&syncs, 0) < 0 ? -1 : __real_fsync(fd);
}

static void calm(void) {
    reads = writes = syncs = (fault){.seed = 0};
}

/* Runs a way from a descriptor into the file `out` of the temporary folder. */
static kb_status run_to_file(const way *w, way_source kind, fault in, fault out,
                             fault sync) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    calm();
    int fd = way_open(w, kind);
    kb_status status = kb_source_from_fd(&source, fd);
    if (status == KB_OK) {
        status = kb_stream_to_file(&sink, tmpdir_file("out"), 0600);
    }
    if (status == KB_OK) {
        reads = in;
        writes = out;
        syncs = sync;
        status = way_run(w, source, sink, NULL);
    }
    in = reads;
    out = writes;
    sync = syncs;
    calm();
    kb_stream_free(sink);
    kb_source_free(source);
    close(fd);
    reads.calls = in.calls;
    writes.calls = out.calls;
    syncs.calls = sync.calls;
    return status;
}

static bool file_is_right(const way *w) {
    static uint8_t got[2 * WAY_BYTES];
    long calls[] = {reads.calls, writes.calls};
    long n = tmpdir_read(tmpdir_file("out"), got, sizeof got);
    reads.calls = calls[0];
    writes.calls = calls[1];
    return n >= 0 && way_is_right(w, got, (size_t)n);
}

TEST(short_and_interrupted_reads_and_writes_change_nothing) {
    for (size_t i = 0; i < WAYS; i++) {
        for (way_source kind = FROM_FILE; kind <= FROM_PIPE; kind++) {
            for (unsigned seed = 1; seed <= 4 && way_has(&ways[i], kind); seed++) {
                kb_status status =
                    run_to_file(&ways[i], kind, (fault){.seed = seed * 77777},
                                (fault){.seed = seed * 99991}, (fault){.seed = 0});
                CHECK_(status == KB_OK && file_is_right(&ways[i]), (void)0,
                       "%s, source %d, seed %u: %s", ways[i].name, (int)kind, seed,
                       kb_status_name(status));
                tmpdir_empty();
            }
        }
    }
}

/* Runs into a sink of memory that is emptied unless it is finished; what it was fed is
 * kept. */
typedef struct recorder {
    kb_buffer *fed;
    int finished;
} recorder;

static kb_status record(void *self, const uint8_t *data, size_t len) {
    recorder *r = self;
    if (r->fed->len + len > r->fed->capacity) {
        return KB_ERR_LIMIT;
    }
    memcpy(r->fed->data + r->fed->len, data, len);
    r->fed->len += len;
    return KB_OK;
}

static kb_status record_finish(void *self) {
    ((recorder *)self)->finished++;
    return KB_OK;
}

TEST(a_read_that_fails_anywhere_is_told_and_nothing_is_finished) {
    static const kb_stream_ops ops = {record, record_finish, NULL};
    static uint8_t room[4 * WAY_BYTES];
    long points = 0;
    for (size_t i = 0; i < WAYS; i++) {
        for (way_source kind = FROM_FILE; kind <= FROM_PIPE; kind++) {
            kb_status status = KB_ERR_IO;
            for (long n = 1; status != KB_OK && way_has(&ways[i], kind); n++) {
                kb_buffer fed = {room, 0, sizeof room};
                recorder r = {&fed, 0};
                kb_source *source = NULL;
                kb_stream *sink = NULL;
                int fd = way_open(&ways[i], kind);
                REQUIRE_OK(kb_source_from_fd(&source, fd));
                REQUIRE_OK(kb_stream_new(&sink, &ops, &r));
                reads = (fault){.most = 9000, .fail_at = n, .error = EIO};
                status = way_run(&ways[i], source, sink, NULL);
                bool was_hit = reads.calls >= n;
                calm();
                CHECK_INT(status, was_hit ? KB_ERR_IO : KB_OK);
                CHECK_INT(r.finished, was_hit ? 0 : 1);
                CHECK(was_hit ? way_is_harmless(&ways[i], fed.data, fed.len)
                              : way_is_right(&ways[i], fed.data, fed.len));
                points += was_hit;
                kb_stream_free(sink);
                kb_source_free(source);
                close(fd);
            }
        }
    }
    TEST_NOTE("%ld points of failure", points);
    CHECK(points > 10 * (long)WAYS);
}

/* The way failed: the text names the file, the folder is as it was. */
static void check_failed(const way *w, kb_status status, long n) {
    CHECK_(status == KB_ERR_IO && tmpdir_count() == 0 &&
               strstr(kb_last_error()->text, "/out: ") != NULL,
           (void)0, "%s, call %ld: %s (%s), %d files", w->name, n, kb_status_name(status),
           status == KB_OK ? "" : kb_last_error()->text, tmpdir_count());
    tmpdir_empty();
}

TEST(a_write_that_fails_anywhere_leaves_no_file) {
    long points = 0;
    for (size_t i = 0; i < WAYS; i++) {
        for (int named = 0; named < 2; named++) {
            kb_file_sink_force_named(named);
            bool was_hit = true;
            for (long n = 1; was_hit; n++) {
                fault f = {.most = 9000, .fail_at = n, .error = ENOSPC};
                kb_status status = run_to_file(&ways[i], FROM_FILE, (fault){.seed = 0}, f,
                                               (fault){.seed = 0});
                was_hit = writes.calls >= n;
                if (was_hit) {
                    check_failed(&ways[i], status, n);
                    points++;
                    continue;
                }
                CHECK_INT(status, KB_OK);
                CHECK(file_is_right(&ways[i]));
                tmpdir_empty();
            }
        }
    }
    kb_file_sink_force_named(0);
    TEST_NOTE("%ld points of failure", points);
    CHECK(points > 10 * (long)WAYS);
}

/* The first sync is that of the file. Once the folder is synced the file has its name and
 * is whole. */
TEST(a_sync_that_fails_is_told) {
    for (size_t i = 0; i < WAYS; i++) {
        for (long n = 1; n <= 2; n++) {
            kb_status status =
                run_to_file(&ways[i], FROM_FILE, (fault){.seed = 0}, (fault){.seed = 0},
                            (fault){.fail_at = n, .error = EIO});
            CHECK_INT(syncs.calls, n);
            CHECK_INT(status, KB_ERR_IO);
            CHECK_INT(tmpdir_count(), n - 1);
            CHECK(n == 1 || file_is_right(&ways[i]));
            tmpdir_empty();
        }
    }
}

TEST(a_sync_that_is_interrupted_is_done_again) {
    for (size_t i = 0; i < WAYS; i++) {
        for (long n = 1; n <= 2; n++) {
            CHECK_OK(run_to_file(&ways[i], FROM_FILE, (fault){.seed = 0},
                                 (fault){.seed = 0},
                                 (fault){.fail_at = n, .error = EINTR}));
            CHECK_INT(syncs.calls, 3);
            CHECK(file_is_right(&ways[i]));
            tmpdir_empty();
        }
    }
}

int main(void) {
    tmpdir_make();
    ways_make();
    RUN(short_and_interrupted_reads_and_writes_change_nothing);
    RUN(a_read_that_fails_anywhere_is_told_and_nothing_is_finished);
    RUN(a_write_that_fails_anywhere_leaves_no_file);
    RUN(a_sync_that_fails_is_told);
    RUN(a_sync_that_is_interrupted_is_done_again);
    ways_free();
    tmpdir_remove();
    return TEST_END();
}
