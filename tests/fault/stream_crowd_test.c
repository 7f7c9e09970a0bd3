/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sixty-four streams at once on one pool and one keyring: each has its own content, and
 * one that fails takes no other with it. */
#define _GNU_SOURCE /* memfd_create, pipe sizes */
#include "fault/ways.h"

#include <pthread.h>

enum { CROWD = 64, JOBS = 4, CONTENT_MAX = 4 * 65536 + CROWD * 1000 };

typedef struct member {
    pthread_t thread;
    const kb_key *key;
    kb_pool *pool;
    kb_jwe_format format;
    kb_jwe_enc enc;
    size_t len;
    uint8_t *content;
    kb_buffer token, plain;
    kb_status status;
} member;

static member crowd[CROWD];
static pthread_barrier_t start;

static kb_status seal(member *m) {
    kb_jwe_encrypt_options o = {
        .recipient = m->key, .format = m->format, .enc = m->enc, .pool = m->pool};
    return kb_jwe_encrypt_memory(&m->token, &o, m->content, m->len);
}

/* What came out before a failure is kept. */
static kb_status keep(void *self, const uint8_t *data, size_t len) {
    kb_buffer *b = self;
    memcpy(b->data + b->len, data, len);
    b->len += len;
    return KB_OK;
}

static kb_status keep_finish(void *self) {
    (void)self;
    return KB_OK;
}

static kb_status open_token(member *m) {
    static const kb_stream_ops ops = {keep, keep_finish, NULL};
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    kb_jwe_decrypt_options o = {.keys = kb_keyring_of(way_keys[0]), .pool = m->pool};
    m->plain.len = 0;
    kb_status status = kb_source_from_memory(&source, m->token.data, m->token.len);
    if (status == KB_OK) {
        status = kb_stream_new(&sink, &ops, &m->plain);
    }
    if (status == KB_OK) {
        status = kb_jwe_decrypt(source, &o, sink);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

static void *seal_in_crowd(void *self) {
    member *m = self;
    (void)pthread_barrier_wait(&start);
    m->status = seal(m);
    return NULL;
}

static void *open_in_crowd(void *self) {
    member *m = self;
    (void)pthread_barrier_wait(&start);
    m->status = open_token(m);
    return NULL;
}

static void all_at_once(void *(*work)(void *)) {
    for (size_t i = 0; i < CROWD; i++) {
        crowd[i].status = KB_ERR_INTERNAL;
        if (pthread_create(&crowd[i].thread, NULL, work, &crowd[i]) != 0) {
            printf("not ok - no thread\n");
            exit(1);
        }
    }
    for (size_t i = 0; i < CROWD; i++) {
        (void)pthread_join(crowd[i].thread, NULL);
    }
}

static bool is_whole(const member *m) {
    return m->status == KB_OK && m->plain.len == m->len &&
           memcmp(m->plain.data, m->content, m->len) == 0;
}

TEST(tokens_are_made_at_once) {
    all_at_once(seal_in_crowd);
    for (size_t i = 0; i < CROWD; i++) {
        CHECK_INT(crowd[i].status, KB_OK);
        CHECK_OK(crowd[i].status = open_token(&crowd[i]));
        CHECK(is_whole(&crowd[i]));
    }
}

TEST(tokens_are_opened_at_once) {
    for (int round = 0; round < 3; round++) {
        all_at_once(open_in_crowd);
        for (size_t i = 0; i < CROWD; i++) {
            CHECK_(is_whole(&crowd[i]), (void)0, "%zu: %s", i,
                   kb_status_name(crowd[i].status));
        }
    }
}

/* Where a token is altered: in its first, middle or last segment. */
static uint8_t *place(const member *m, size_t i) {
    size_t body = m->token.len > m->len ? m->token.len - m->len : 0;
    size_t at = i % 3 == 0   ? body + 40
                : i % 3 == 1 ? body + m->len / 2
                             : m->token.len - 40;
    return m->token.data + at;
}

static void alter(uint8_t *c) {
    *c = *c == 'A' ? 'B' : 'A';
}

TEST(what_is_altered_is_refused_alone) {
    for (size_t i = 0; i < CROWD; i += 3) {
        alter(place(&crowd[i], i / 3));
    }
    for (int round = 0; round < 3; round++) {
        all_at_once(open_in_crowd);
        for (size_t i = 0; i < CROWD; i++) {
            const member *m = &crowd[i];
            if (i % 3 != 0) {
                CHECK(is_whole(m));
                continue;
            }
            CHECK_INT(m->status, KB_ERR_AUTH);
            CHECK(m->plain.len < m->len);
            CHECK_MEM(m->plain.data, m->content, m->plain.len);
        }
    }
}

/* Contents of several segments, of every form and content encryption in turn. */
static void gather(kb_pool *pool) {
    static const struct {
        kb_jwe_format format;
        kb_jwe_enc enc;
    } kinds[] = {{KB_JWE_CONTAINER, KB_JWE_ENC_FLOE_4K},
                 {KB_JWE_JSON, KB_JWE_ENC_FLOE_64K},
                 {KB_JWE_COMPACT, KB_JWE_ENC_FLOE_4K},
                 {KB_JWE_CONTAINER, KB_JWE_ENC_FLOE_64K},
                 {KB_JWE_JSON, KB_JWE_ENC_A256GCM}};
    for (size_t i = 0; i < CROWD; i++) {
        member *m = &crowd[i];
        *m = (member){.key = way_keys[0],
                      .pool = pool,
                      .format = kinds[i % 5].format,
                      .enc = kinds[i % 5].enc,
                      .len = 4 * 65536 + i * 1000};
        m->content = malloc(m->len);
        m->plain = (kb_buffer){malloc(CONTENT_MAX), 0, CONTENT_MAX};
        if (m->content == NULL || m->plain.data == NULL) {
            exit(1);
        }
        for (size_t j = 0; j < m->len; j++) {
            m->content[j] = (uint8_t)(j * (2 * i + 1) + (j >> 9));
        }
    }
}

int main(void) {
    kb_pool *pool = NULL;
    ways_make();
    if (kb_pool_new(&pool, JOBS) != KB_OK ||
        pthread_barrier_init(&start, NULL, CROWD) != 0) {
        return 1;
    }
    gather(pool);
    RUN(tokens_are_made_at_once);
    RUN(tokens_are_opened_at_once);
    RUN(what_is_altered_is_refused_alone);
    for (size_t i = 0; i < CROWD; i++) {
        free(crowd[i].content);
        free(crowd[i].plain.data);
        kb_buffer_free(&crowd[i].token);
    }
    pthread_barrier_destroy(&start);
    kb_pool_free(pool);
    ways_free();
    return TEST_END();
}
