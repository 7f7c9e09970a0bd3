/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every way through the streams with each of its allocations refused: KB_ERR_MEMORY, and
 * nothing is finished, kept or waited for. The linker puts the allocator of this file in
 * the place of the library's; libcrypto takes it through its own hook.
 */
#define _GNU_SOURCE /* memfd_create, pipe sizes */
#include "core/alloc.h"
#include "fault/ways.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <stdatomic.h>

void *__real_kb_malloc(size_t n);
void *__real_kb_realloc(void *p, size_t n);
void __real_kb_free(void *p);
void *__wrap_kb_malloc(size_t n);
void *__wrap_kb_realloc(void *p, size_t n);
void __wrap_kb_free(void *p);

/* Allocations since the last reset, and from which to which of them are refused. */
typedef struct gate {
    atomic_long calls, live;
    atomic_long refuse_from, refuse_to;
} gate;

static gate ours, theirs;

static bool is_refused(gate *g) {
    long n = atomic_fetch_add(&g->calls, 1) + 1;
    return n >= atomic_load(&g->refuse_from) && n <= atomic_load(&g->refuse_to);
}

void *__wrap_kb_malloc(size_t n) {
    void *p = is_refused(&ours) ? NULL : __real_kb_malloc(n);
    atomic_fetch_add(&ours.live, p != NULL);
    return p;
}

void *__wrap_kb_realloc(void *p, size_t n) {
    void *q = is_refused(&ours) ? NULL : __real_kb_realloc(p, n);
    atomic_fetch_add(&ours.live, p == NULL && q != NULL);
    return q;
}

void __wrap_kb_free(void *p) {
    atomic_fetch_sub(&ours.live, p != NULL);
    __real_kb_free(p);
}

static void *crypto_malloc(size_t n, const char *file, int line) {
    (void)file;
    (void)line;
    return is_refused(&theirs) ? NULL : malloc(n);
}

static void *crypto_realloc(void *p, size_t n, const char *file, int line) {
    (void)file;
    (void)line;
    return is_refused(&theirs) ? NULL : realloc(p, n);
}

static void crypto_free(void *p, const char *file, int line) {
    (void)file;
    (void)line;
    free(p);
}

static void refuse(gate *g, long from, long to) {
    atomic_store(&g->calls, 0);
    atomic_store(&g->refuse_from, from);
    atomic_store(&g->refuse_to, to);
}

/* A sink of memory that asks for none. */
typedef struct recorder {
    size_t len;
    int finished;
} recorder;

static uint8_t room[4 * WAY_BYTES];

static kb_status record(void *self, const uint8_t *data, size_t len) {
    recorder *r = self;
    memcpy(room + r->len, data, len);
    r->len += len;
    return KB_OK;
}

static kb_status record_finish(void *self) {
    ((recorder *)self)->finished++;
    return KB_OK;
}

/* The whole of it, pool, source and sink included. */
static kb_status run(const way *w, recorder *r, int fd, unsigned jobs) {
    static const kb_stream_ops ops = {record, record_finish, NULL};
    kb_pool *pool = NULL;
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    kb_status status = jobs == 0 ? KB_OK : kb_pool_new(&pool, jobs);
    if (status == KB_OK) {
        status = kb_source_from_fd(&source, fd);
    }
    if (status == KB_OK) {
        status = kb_stream_new(&sink, &ops, r);
    }
    if (status == KB_OK) {
        status = way_run(w, source, sink, pool);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    kb_pool_free(pool);
    return status;
}

/* Refuses allocation number n, or all from n on; returns whether it came to that. */
static bool refuse_at(gate *g, const way *w, way_source kind, long n, bool is_lasting,
                      unsigned jobs) {
    recorder r = {.len = 0};
    int fd = way_open(w, kind);
    long live = atomic_load(&ours.live);
    refuse(g, n, is_lasting ? LONG_MAX : n);
    kb_status status = run(w, &r, fd, jobs);
    bool was_hit = atomic_load(&g->calls) >= n;
    refuse(g, 0, 0);
    long kept = atomic_load(&ours.live) - live;
    close(fd);
    /* libcrypto goes on without some of its blocks, and does not always say why it failed. */
    bool is_refusal =
        status == KB_ERR_MEMORY || (g == &theirs && status == KB_ERR_INTERNAL);
    bool may_be_refused = was_hit && (g == &ours || status != KB_OK);
    bool is_as_it_should =
        may_be_refused
            ? is_refusal && r.finished == 0 && way_is_harmless(w, room, r.len)
            : status == KB_OK && r.finished == 1 && way_is_right(w, room, r.len);
    CHECK_(is_as_it_should && kept == 0, (void)0,
           "%s of source %d, allocation %ld%s, %u jobs: %s, finished %d, %ld blocks kept",
           w->name, (int)kind, n, is_lasting ? " and later" : "", jobs,
           kb_status_name(status), r.finished, kept);
    return was_hit;
}

/* Returns the number of allocations that were refused, one after the other. */
static long refuse_each(gate *g, way_source first, bool is_lasting, unsigned jobs) {
    long points = 0;
    for (size_t i = 0; i < WAYS; i++) {
        for (way_source kind = first; kind <= FROM_PIPE; kind++) {
            if (!way_has(&ways[i], kind)) {
                continue;
            }
            bool was_hit = true;
            for (long n = 1; was_hit; n++) {
                was_hit = refuse_at(g, &ways[i], kind, n, is_lasting, jobs);
                points += was_hit;
            }
        }
    }
    TEST_NOTE("%ld allocations refused%s, %u jobs", points,
              is_lasting ? " with those after them" : "", jobs);
    return points;
}

TEST(each_allocation_may_fail) {
    CHECK(refuse_each(&ours, FROM_FILE, false, 0) > 5 * (long)WAYS);
    CHECK(refuse_each(&ours, FROM_FILE, false, 3) > 5 * (long)WAYS);
}

TEST(memory_may_end_at_each_allocation) {
    CHECK(refuse_each(&ours, FROM_FILE, true, 0) > 5 * (long)WAYS);
    CHECK(refuse_each(&ours, FROM_PIPE, true, 3) > 5 * (long)WAYS);
}

TEST(each_allocation_of_libcrypto_may_fail) {
    CHECK(refuse_each(&theirs, FROM_PIPE, false, 0) > 0);
}

int main(void) {
    if (CRYPTO_set_mem_functions(crypto_malloc, crypto_realloc, crypto_free) != 1) {
        printf("not ok - libcrypto has asked for memory before\n");
        return 1;
    }
    ways_make();
    for (size_t i = 0; i < WAYS; i++) { /* what is set up once stays */
        (void)refuse_at(&ours, &ways[i], FROM_FILE, LONG_MAX, false, 0);
    }
    RUN(each_allocation_may_fail);
    RUN(memory_may_end_at_each_allocation);
    RUN(each_allocation_of_libcrypto_may_fail);
    ways_free();
    return TEST_END();
}
