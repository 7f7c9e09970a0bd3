/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Games with the segments of whole tokens, in every form: order, repetition, removal,
 * segments of another message, and what makes a segment the final one. Each is refused,
 * and what was released until then is a prefix of the true content.
 */
#define _GNU_SOURCE /* memfd_create, pipe sizes */
#include "core/bytes.h"
#include "neg/opened.h"

#include <keybraid/pool.h>

#define SEGMENT  4096
#define PIECE    (SEGMENT - 32)
#define SEGMENTS 5
#define CONTENT  ((SEGMENTS - 1) * PIECE + 1000)
#define HEADER   74

/* A container, cut in its parts, and the other form that its mode has. */
typedef struct message {
    kb_buffer token;
    size_t body; /* where segments begin */
    kb_jwe_format other;
} message;

static kb_key *key;
static kb_pool *pool;
static uint8_t content[CONTENT];
/* Two messages of one content to one key, in modes direct and single each. */
static message messages[2][2];
static const message *now, *twin; /* the one that is played with, and that beside it */
static kb_buffer made;            /* the container that is made of it */

static kb_status convert(kb_buffer *out, const kb_buffer *token, kb_jwe_format format) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    out->len = 0;
    kb_status status = kb_source_from_memory(&source, token->data, token->len);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, out, SIZE_MAX);
    }
    if (status == KB_OK) {
        status = kb_jwe_convert(source, format, sink);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

static void make_message(message *m, kb_jwe_format other) {
    kb_buffer first = {.data = NULL};
    kb_jwe_encrypt_options o = {
        .recipient = key, .format = other, .enc = KB_JWE_ENC_FLOE_4K};
    if (kb_jwe_encrypt_memory(&first, &o, content, sizeof content) != KB_OK ||
        convert(&m->token, &first, KB_JWE_CONTAINER) != KB_OK) {
        printf("not ok - no token: %s\n", kb_last_error()->text);
        exit(1);
    }
    m->body = 12 + kb_load_be32(m->token.data + 8) + HEADER;
    m->other = other;
    kb_buffer_free(&first);
}

static size_t segment_len(size_t i) {
    return i == SEGMENTS - 1 ? 1000 + 32 : SEGMENT;
}

static void add_bytes(const uint8_t *data, size_t len) {
    memcpy(made.data + made.len, data, len);
    made.len += len;
}

static void add(const message *m, size_t i) {
    add_bytes(m->token.data + m->body + i * SEGMENT, segment_len(i));
}

/* Starts again with everything before the segments. */
static void begin(void) {
    made.len = 0;
    add_bytes(now->token.data, now->body);
}

static void add_all_but(size_t which) {
    for (size_t i = 0; i < SEGMENTS; i++) {
        if (i != which) {
            add(now, i);
        }
    }
}

static void try_token(const kb_buffer *token, kb_status want, const char *what, size_t a,
                      size_t b) {
    static opened o;
    for (opened_from from = FROM_MEMORY; from < FROM_COUNT; from++) {
        opened_token(&o, key, from, token->data, token->len,
                     from == FROM_FILE ? pool : NULL);
        bool is_true = o.len <= CONTENT && memcmp(o.out, content, o.len) == 0;
        bool is_whole = o.finished == 1 && o.len == CONTENT;
        CHECK_(o.status == want && is_true && is_whole == (want == KB_OK) &&
                   o.finished == (want == KB_OK),
               (void)0, "%s %zu %zu, source %d: %s, %zu bytes, finished %d", what, a, b,
               (int)from, kb_status_name(o.status), o.len, o.finished);
    }
}

/* What was made gives that status as a container, and converted. */
static void check_made(kb_status want, const char *what, size_t a, size_t b) {
    static kb_buffer converted;
    try_token(&made, want, what, a, b);
    CHECK_OK(convert(&converted, &made, now->other));
    try_token(&converted, want, what, a, b);
    kb_buffer_free(&converted);
}

/* Plays a game with a message of each mode. */
static void play(void (*game)(void)) {
    for (size_t i = 0; i < 2; i++) {
        now = &messages[i][0];
        twin = &messages[i][1];
        game();
    }
}

static void game_nothing(void) {
    begin();
    add_all_but(SEGMENTS);
    check_made(KB_OK, "as it was", 0, 0);
}

TEST(segments_as_they_were_open) {
    play(game_nothing);
}

static void game_reorder(void) {
    for (size_t i = 0; i < SEGMENTS - 1; i++) {
        for (size_t j = i + 1; j < SEGMENTS; j++) {
            begin();
            for (size_t k = 0; k < SEGMENTS; k++) {
                add(now, k == i ? j : k == j ? i : k);
            }
            check_made(KB_ERR_AUTH, "swapped", i, j);
        }
    }
}

TEST(two_segments_that_changed_places_are_refused) {
    play(game_reorder);
}

static void game_repeat(void) {
    for (size_t i = 0; i < SEGMENTS; i++) {
        begin();
        for (size_t k = 0; k < SEGMENTS; k++) {
            add(now, k);
            if (k == i) {
                add(now, k);
            }
        }
        check_made(KB_ERR_AUTH, "repeated", i, 0);
    }
    for (size_t i = 0; i < SEGMENTS - 1; i++) {
        begin(); /* in the place of the next */
        for (size_t k = 0; k < SEGMENTS; k++) {
            add(now, k == i + 1 ? i : k);
        }
        check_made(KB_ERR_AUTH, "in the next place", i, 0);
    }
}

TEST(a_repeated_segment_is_refused) {
    play(game_repeat);
}

static void game_remove(void) {
    for (size_t i = 0; i < SEGMENTS; i++) {
        begin();
        add_all_but(i);
        check_made(KB_ERR_AUTH, "removed", i, 0);
        for (size_t j = i + 1; j < SEGMENTS; j++) {
            begin();
            for (size_t k = 0; k < SEGMENTS; k++) {
                if (k < i || k > j) {
                    add(now, k);
                }
            }
            check_made(KB_ERR_AUTH, "removed from to", i, j);
        }
    }
}

TEST(removed_segments_are_missed) {
    play(game_remove);
}

/* The other message has the same content, key, place and length. */
static void game_splice(void) {
    for (size_t i = 0; i < SEGMENTS; i++) {
        begin();
        for (size_t k = 0; k < SEGMENTS; k++) {
            add(k == i ? twin : now, k);
        }
        check_made(KB_ERR_AUTH, "of another message", i, 0);
        begin();
        for (size_t k = 0; k < SEGMENTS; k++) {
            add(k >= i ? twin : now, k);
        }
        check_made(KB_ERR_AUTH, "of another message from", i, 0);
    }
    begin(); /* another message under this one's head */
    memcpy(made.data + now->body - HEADER, twin->token.data + twin->body - HEADER,
           HEADER);
    for (size_t k = 0; k < SEGMENTS; k++) {
        add(twin, k);
    }
    check_made(KB_ERR_AUTH, "header of another message", 0, 0);
}

TEST(segments_of_another_message_are_refused) {
    play(game_splice);
}

/* Cut anywhere near the edges of segments: no other place is the end. */
static void game_cut(void) {
    for (size_t i = 0; i < SEGMENTS; i++) {
        for (size_t more = 0; more < segment_len(i); more += more < 40 ? 1 : 333) {
            begin();
            add_all_but(SEGMENTS);
            made.len = now->body + i * SEGMENT + more;
            check_made(KB_ERR_AUTH, "cut", i, more);
        }
    }
}

TEST(a_body_that_ends_early_is_refused) {
    play(game_cut);
}

static uint8_t *made_segment(size_t i) {
    return made.data + now->body + i * SEGMENT;
}

static void game_final(void) {
    static const uint8_t none[64] = {0};
    for (size_t i = 0; i < SEGMENTS - 1; i++) {
        begin(); /* the body ends here and the segment says that it is the last */
        for (size_t k = 0; k <= i; k++) {
            add(now, k);
        }
        kb_store_be32(made_segment(i), SEGMENT);
        check_made(KB_ERR_AUTH, "made final", i, 0);
        add(now, SEGMENTS - 1);
        check_made(KB_ERR_AUTH, "made final, and the final one", i, 0);
    }
    begin(); /* the final one says that it is not */
    add_all_but(SEGMENTS);
    kb_store_be32(made_segment(SEGMENTS - 1), UINT32_MAX);
    check_made(KB_ERR_AUTH, "made not final", 0, 0);
    for (size_t more = 1; more <= sizeof none; more++) {
        begin();
        add_all_but(SEGMENTS);
        add_bytes(none, more);
        check_made(KB_ERR_AUTH, "bytes after it", more, 0);
        kb_store_be32(made_segment(SEGMENTS - 1),
                      (uint32_t)(segment_len(SEGMENTS - 1) + more));
        check_made(KB_ERR_AUTH, "bytes after it that it counts", more, 0);
    }
    begin(); /* an empty final one after it */
    add_all_but(SEGMENTS);
    add_bytes((const uint8_t[]){0, 0, 0, 32}, 4);
    add_bytes(none, 28);
    check_made(KB_ERR_AUTH, "an empty one after it", 0, 0);
}

TEST(there_is_one_final_segment_and_no_other_can_be_made_one) {
    play(game_final);
}

static void game_bytes(void) {
    for (size_t bit = 0; bit < 8 * HEADER; bit++) {
        begin();
        add_all_but(SEGMENTS);
        made.data[now->body - HEADER + bit / 8] ^= (uint8_t)(1U << bit % 8);
        if (bit / 8 < 10) { /* the parameters, which enc has fixed */
            try_token(&made, KB_ERR_FORMAT, "parameter bit", bit, 0);
            continue;
        }
        try_token(&made, KB_ERR_AUTH, "header bit", bit, 0);
    }
    for (size_t i = 0; i < SEGMENTS; i++) {
        for (size_t at = 0; at < 16; at++) { /* length and nonce */
            begin();
            add_all_but(SEGMENTS);
            made_segment(i)[at] ^= 0x10;
            check_made(KB_ERR_AUTH, "altered", i, at);
        }
    }
}

TEST(an_altered_header_length_or_nonce_is_refused) {
    play(game_bytes);
}

int main(void) {
    for (size_t i = 0; i < sizeof content; i++) {
        content[i] = (uint8_t)(i * 11 + (i >> 7));
    }
    made.data = malloc(2 * sizeof content + 65536);
    if (made.data == NULL || kb_pool_new(&pool, 3) != KB_OK ||
        kb_key_generate(&key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256") != KB_OK) {
        return 1;
    }
    for (size_t i = 0; i < 2; i++) {
        make_message(&messages[0][i], KB_JWE_JSON);
        make_message(&messages[1][i], KB_JWE_COMPACT);
    }
    RUN(segments_as_they_were_open);
    RUN(two_segments_that_changed_places_are_refused);
    RUN(a_repeated_segment_is_refused);
    RUN(removed_segments_are_missed);
    RUN(segments_of_another_message_are_refused);
    RUN(a_body_that_ends_early_is_refused);
    RUN(there_is_one_final_segment_and_no_other_can_be_made_one);
    RUN(an_altered_header_length_or_nonce_is_refused);
    for (size_t i = 0; i < 4; i++) {
        kb_buffer_free(&messages[i / 2][i % 2].token);
    }
    free(made.data);
    kb_key_free(key);
    kb_pool_free(pool);
    return TEST_END();
}
