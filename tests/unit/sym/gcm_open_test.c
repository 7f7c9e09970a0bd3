/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The two-pass opener: it accepts exactly what the sealer wrote, and hands out nothing
 * that the tag does not cover. */
#include "gcm_cases.h"
#include "sym/gcm.h"
#include "test.h"

#define PIECE    KB_GCM_PIECE_BYTES
#define TEXT_MAX (4 * PIECE)
#define AAD_MAX  ((size_t)1 << 20)

static uint8_t text[TEXT_MAX], ct[TEXT_MAX], aad[AAD_MAX], out[TEXT_MAX];
static uint8_t tag[16];
static const uint8_t key[32] = {7, 1, 2, 3}, iv[12] = {9, 8};

/* A fixed sequence for splits and contents. */
static uint64_t sequence = 88172645463325252u;
static uint64_t next(void) {
    sequence ^= sequence << 13;
    sequence ^= sequence >> 7;
    sequence ^= sequence << 17;
    return sequence;
}

static void fill(uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        p[i] = (uint8_t)(next() >> 32);
    }
}

/* Makes ct and tag of the first lengths of text and aad. */
static void seal(size_t aad_len, size_t text_len) {
    kb_gcm_seal *s = NULL;
    REQUIRE_OK(kb_gcm_seal_new(&s, key, iv));
    CHECK_OK(kb_gcm_seal_aad(s, aad, aad_len));
    CHECK_OK(kb_gcm_seal_update(s, ct, text, text_len));
    CHECK_OK(kb_gcm_seal_finish(s, tag));
    kb_gcm_seal_free(s);
}

/* What the sink has received. */
typedef struct received {
    size_t len, calls;
    uint8_t *spoil; /* a byte of the source that the sink changes when called */
    kb_status answer;
} received;

static kb_status take(void *self, const uint8_t *data, size_t len) {
    received *r = self;
    CHECK(len > 0 && len <= PIECE && r->len + len <= sizeof out);
    memcpy(out + r->len, data, len);
    r->len += len;
    r->calls++;
    if (r->spoil != NULL) {
        *r->spoil ^= 1;
    }
    return r->answer;
}

/* Size of the next piece to feed: all of it, or a part of unpredictable size. */
static size_t split(size_t left, bool is_random) {
    if (!is_random) {
        return left;
    }
    size_t n = (size_t)(next() % 4) == 0 ? (size_t)(next() % (2 * PIECE))
                                         : (size_t)(next() % 40000);
    return n < left ? n : left;
}

/* Pass 1 over the given lengths, in random pieces. */
static kb_status first_pass(kb_gcm_open *o, size_t aad_len, size_t text_len,
                            bool random) {
    for (size_t done = 0, n; done < aad_len; done += n) {
        n = split(aad_len - done, random);
        CHECK_OK(kb_gcm_open_aad(o, aad + done, n));
    }
    for (size_t done = 0, n; done < text_len; done += n) {
        n = split(text_len - done, random);
        CHECK_OK(kb_gcm_open_verify(o, ct + done, n));
    }
    return kb_gcm_open_check(o, tag);
}

static kb_status second_pass(kb_gcm_open *o, size_t text_len, bool random, received *r) {
    for (size_t done = 0, n; done < text_len; done += n) {
        n = split(text_len - done, random);
        kb_status status = kb_gcm_open_release(o, ct + done, n, take, r);
        if (status != KB_OK) {
            return status;
        }
    }
    return kb_gcm_open_release_end(o, take, r);
}

static kb_gcm_open *opener(void) {
    kb_gcm_open *o = NULL;
    CHECK_OK(kb_gcm_open_new(&o, key, iv));
    return o;
}

/* Seals, opens in both ways, compares. */
static void both_ways(size_t aad_len, size_t text_len, bool random) {
    received r = {.len = 0};
    seal(aad_len, text_len);
    memset(out, 0, text_len);
    kb_gcm_open *o = opener();
    CHECK_STATUS(first_pass(o, aad_len, text_len, random), KB_OK);
    CHECK_STATUS(second_pass(o, text_len, random, &r), KB_OK);
    CHECK_INT(r.len, text_len);
    CHECK_INT(r.calls, (text_len + PIECE - 1) / PIECE);
    CHECK_MEM(out, text, text_len);
    kb_gcm_open_free(o);

    memset(out, 0, text_len);
    o = opener();
    CHECK_STATUS(first_pass(o, aad_len, text_len, random), KB_OK);
    for (size_t done = 0, n; done < text_len; done += n) {
        n = split(text_len - done, random);
        CHECK_OK(kb_gcm_open_held(o, out + done, ct + done, n));
    }
    CHECK_MEM(out, text, text_len);
    kb_gcm_open_free(o);
}

TEST(known_answers_are_accepted_and_forged_ones_are_not) {
    for (size_t i = 0; i < GCM_CASE_COUNT; i++) {
        const gcm_case *c = &gcm_cases[i];
        uint8_t k[32], v[12], a[256], t[16];
        CHECK_INT(test_unhex(k, 32, c->key), 32);
        CHECK_INT(test_unhex(v, 12, c->iv), 12);
        size_t aad_len = (size_t)test_unhex(a, sizeof a, c->aad);
        size_t n = (size_t)test_unhex(ct, TEXT_MAX, c->ct);
        CHECK_INT(test_unhex(t, 16, c->tag), 16);
        kb_gcm_open *o = NULL;
        received r = {.len = 0};
        REQUIRE_OK(kb_gcm_open_new(&o, k, v));
        CHECK_OK(kb_gcm_open_aad(o, a, aad_len));
        CHECK_OK(kb_gcm_open_verify(o, ct, n));
        if (c->is_valid) {
            CHECK_OK(kb_gcm_open_check(o, t));
            CHECK_OK(kb_gcm_open_release(o, ct, n, take, &r));
            CHECK_OK(kb_gcm_open_release_end(o, take, &r));
            CHECK_HEX(out, r.len, c->text);
        } else {
            CHECK_STATUS(kb_gcm_open_check(o, t), KB_ERR_AUTH);
            CHECK_STATUS(kb_gcm_open_release(o, ct, n, take, &r), KB_ERR_STATE);
            CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_STATE);
            CHECK_INT(r.calls, 0);
        }
        kb_gcm_open_free(o);
    }
}

TEST(every_short_length_opens) {
    for (size_t aad_len = 0; aad_len <= 40; aad_len++) {
        for (size_t text_len = 0; text_len <= 70; text_len++) {
            both_ways(aad_len, text_len, false);
        }
    }
}

TEST(lengths_around_the_pieces_open_under_any_split) {
    const size_t lengths[] = {PIECE - 17, PIECE - 1,     PIECE,     PIECE + 1,
                              PIECE + 16, 2 * PIECE - 1, 2 * PIECE, 2 * PIECE + 1,
                              3 * PIECE,  3 * PIECE + 17};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        both_ways(13, lengths[i], false);
        both_ways((size_t)(next() % 100), lengths[i], true);
        both_ways(0, lengths[i], true);
    }
}

/* 500 pieces, over and over the same buffer: the list of check values grows twice. */
TEST(a_message_of_125_mib_opens_and_a_late_change_is_refused) {
    const size_t rounds = 125, last = 124;
    static uint8_t piece[TEXT_MAX];
    kb_gcm_seal *s = NULL;
    REQUIRE_OK(kb_gcm_seal_new(&s, key, iv));
    kb_gcm_open *o = opener();
    for (size_t i = 0; i < rounds; i++) {
        CHECK_OK(kb_gcm_seal_update(s, piece, text, TEXT_MAX));
        CHECK_OK(kb_gcm_open_verify(o, piece, TEXT_MAX));
    }
    CHECK_OK(kb_gcm_seal_finish(s, tag));
    kb_gcm_seal_free(s);
    CHECK_OK(kb_gcm_open_check(o, tag));
    REQUIRE_OK(kb_gcm_seal_new(&s, key, iv));
    for (size_t i = 0; i < rounds; i++) {
        received r = {.len = 0};
        CHECK_OK(kb_gcm_seal_update(s, piece, text, TEXT_MAX));
        piece[TEXT_MAX - 1] ^= i == last;
        CHECK_OK(kb_gcm_open_release(o, piece, TEXT_MAX, take, &r));
        CHECK_INT(r.calls, i == 0 ? 3 : 4);
    }
    received r = {.len = 0};
    CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_AUTH);
    CHECK_INT(r.calls, 0);
    kb_gcm_seal_free(s);
    kb_gcm_open_free(o);
}

TEST(associated_data_may_be_long) {
    const size_t lengths[] = {PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 5, AAD_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        both_ways(lengths[i], 0, true);
        both_ways(lengths[i], 5, true);
        both_ways(lengths[i], PIECE + 3, true);
    }
}

/* Feeds everything after the byte at p was changed by one bit: nothing may come out. */
static void must_refuse(uint8_t *p, int bit, size_t aad_len, size_t text_len) {
    received r = {.len = 0};
    kb_gcm_open *o = opener();
    *p ^= (uint8_t)(1 << bit);
    CHECK_STATUS(first_pass(o, aad_len, text_len, false), KB_ERR_AUTH);
    CHECK_STATUS(kb_gcm_open_release(o, ct, text_len, take, &r), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_held(o, out, ct, text_len), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_STATE);
    CHECK_INT(r.calls, 0);
    *p ^= (uint8_t)(1 << bit);
    kb_gcm_open_free(o);
}

TEST(any_flipped_bit_of_a_short_message_is_refused) {
    seal(21, 45);
    for (int bit = 0; bit < 8; bit++) {
        for (size_t i = 0; i < 21; i++) {
            must_refuse(&aad[i], bit, 21, 45);
        }
        for (size_t i = 0; i < 45; i++) {
            must_refuse(&ct[i], bit, 21, 45);
        }
        for (size_t i = 0; i < 16; i++) {
            must_refuse(&tag[i], bit, 21, 45);
        }
    }
}

TEST(a_flipped_bit_in_any_piece_is_refused) {
    size_t n = 3 * PIECE + 17;
    seal(PIECE + 9, n);
    const size_t places[] = {0,         15,        PIECE - 1,      PIECE,
                             2 * PIECE, 3 * PIECE, 3 * PIECE + 15, n - 1};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        must_refuse(&ct[places[i]], (int)(i % 8), PIECE + 9, n);
    }
    must_refuse(&aad[0], 0, PIECE + 9, n);
    must_refuse(&aad[PIECE], 0, PIECE + 9, n);
    must_refuse(&aad[PIECE + 8], 7, PIECE + 9, n);
}

TEST(moving_bytes_between_aad_text_and_padding_is_refused) {
    seal(32, 48);
    kb_gcm_open *o = opener();
    CHECK_OK(kb_gcm_open_aad(o, aad, 32));
    CHECK_OK(kb_gcm_open_aad(o, ct, 16));
    CHECK_OK(kb_gcm_open_verify(o, ct + 16, 32));
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_AUTH);
    kb_gcm_open_free(o);
    seal(32, 40);
    memset(ct + 40, 0, 8);
    o = opener();
    CHECK_OK(kb_gcm_open_aad(o, aad, 32));
    CHECK_OK(kb_gcm_open_verify(o, ct, 41));
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_AUTH);
    kb_gcm_open_free(o);
    o = opener();
    CHECK_OK(kb_gcm_open_aad(o, aad, 32));
    CHECK_OK(kb_gcm_open_verify(o, ct, 39));
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_AUTH);
    kb_gcm_open_free(o);
}

TEST(two_full_pieces_do_not_change_places) {
    seal(0, 2 * PIECE);
    kb_gcm_open *o = opener();
    CHECK_OK(kb_gcm_open_verify(o, ct + PIECE, PIECE));
    CHECK_OK(kb_gcm_open_verify(o, ct, PIECE));
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_AUTH);
    kb_gcm_open_free(o);

    received r = {.len = 0};
    o = opener();
    CHECK_OK(kb_gcm_open_verify(o, ct, 2 * PIECE));
    CHECK_OK(kb_gcm_open_check(o, tag));
    CHECK_OK(kb_gcm_open_release(o, ct + PIECE, PIECE, take, &r));
    CHECK_STATUS(kb_gcm_open_release(o, ct, PIECE, take, &r), KB_ERR_AUTH);
    CHECK_INT(r.calls, 0);
    kb_gcm_open_free(o);
}

/* A source that differs from pass 1 at `place` gives the pieces before it, no more. */
TEST(a_change_between_the_passes_is_refused_at_its_piece) {
    size_t n = 3 * PIECE + 17;
    const size_t places[] = {0, PIECE - 1, PIECE, 2 * PIECE + 5, 3 * PIECE, n - 1};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        received r = {.len = 0};
        seal(5, n);
        kb_gcm_open *o = opener();
        CHECK_STATUS(first_pass(o, 5, n, true), KB_OK);
        ct[places[i]] ^= 0x40;
        CHECK_STATUS(second_pass(o, n, true, &r), KB_ERR_AUTH);
        CHECK_INT(r.len, places[i] / PIECE * PIECE);
        CHECK_MEM(out, text, r.len);
        CHECK_STATUS(kb_gcm_open_release(o, ct, 1, take, &r), KB_ERR_STATE);
        CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_STATE);
        CHECK_INT(r.len, places[i] / PIECE * PIECE);
        kb_gcm_open_free(o);
    }
}

TEST(a_change_while_pieces_are_handed_out_is_refused) {
    /* A byte that was copied before does not matter any more. */
    received r = {.len = 0, .spoil = &ct[PIECE - 1]};
    seal(5, 3 * PIECE);
    kb_gcm_open *o = opener();
    CHECK_STATUS(first_pass(o, 5, 3 * PIECE, false), KB_OK);
    CHECK_STATUS(second_pass(o, 3 * PIECE, false, &r), KB_OK);
    CHECK_MEM(out, text, 3 * PIECE);
    kb_gcm_open_free(o);

    seal(5, 3 * PIECE);
    r = (received){.len = 0, .spoil = &ct[PIECE + 1]};
    o = opener();
    CHECK_STATUS(first_pass(o, 5, 3 * PIECE, false), KB_OK);
    CHECK_STATUS(kb_gcm_open_release(o, ct, 3 * PIECE, take, &r), KB_ERR_AUTH);
    CHECK_INT(r.len, PIECE);
    CHECK_MEM(out, text, PIECE);
    kb_gcm_open_free(o);
}

TEST(a_longer_or_shorter_second_pass_is_refused) {
    const size_t lengths[] = {0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t n = lengths[i];
        received r = {.len = 0};
        seal(3, n);
        kb_gcm_open *o = opener();
        CHECK_STATUS(first_pass(o, 3, n, false), KB_OK);
        CHECK_OK(kb_gcm_open_release(o, ct, n, take, &r));
        CHECK_STATUS(kb_gcm_open_release(o, ct, 1, take, &r), KB_ERR_AUTH);
        CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_STATE);
        CHECK_INT(r.len, n == 0 ? 0 : (n - 1) / PIECE * PIECE);
        kb_gcm_open_free(o);
        if (n != 0) {
            r = (received){.len = 0};
            o = opener();
            CHECK_STATUS(first_pass(o, 3, n, false), KB_OK);
            CHECK_OK(kb_gcm_open_release(o, ct, n - 1, take, &r));
            CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_AUTH);
            CHECK(r.len <= (n - 1) / PIECE * PIECE);
            kb_gcm_open_free(o);
        }
    }
}

TEST(a_failing_sink_ends_the_release) {
    received r = {.len = 0, .answer = KB_ERR_IO};
    seal(0, 2 * PIECE);
    kb_gcm_open *o = opener();
    CHECK_STATUS(first_pass(o, 0, 2 * PIECE, false), KB_OK);
    CHECK_STATUS(kb_gcm_open_release(o, ct, 2 * PIECE, take, &r), KB_ERR_IO);
    CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_STATE);
    CHECK_INT(r.calls, 1);
    kb_gcm_open_free(o);
}

TEST(calls_out_of_order_are_refused_and_change_nothing) {
    received r = {.len = 0};
    seal(4, 20);
    kb_gcm_open *o = opener();
    CHECK_STATUS(kb_gcm_open_release(o, ct, 20, take, &r), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_held(o, out, ct, 20), KB_ERR_STATE);
    CHECK_OK(kb_gcm_open_aad(o, aad, 4));
    CHECK_OK(kb_gcm_open_verify(o, ct, 20));
    CHECK_STATUS(kb_gcm_open_aad(o, aad, 4), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_held(o, out, ct, 20), KB_ERR_STATE);
    CHECK_OK(kb_gcm_open_check(o, tag));
    CHECK_STATUS(kb_gcm_open_aad(o, aad, 4), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_verify(o, ct, 1), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_held(o, out, ct, 21), KB_ERR_STATE);
    CHECK_OK(kb_gcm_open_release(o, ct, 20, take, &r));
    CHECK_STATUS(kb_gcm_open_held(o, out, ct, 0), KB_ERR_STATE);
    CHECK_OK(kb_gcm_open_release_end(o, take, &r));
    CHECK_MEM(out, text, 20);
    CHECK_STATUS(kb_gcm_open_release_end(o, take, &r), KB_ERR_STATE);
    CHECK_STATUS(kb_gcm_open_release(o, ct, 0, take, &r), KB_ERR_STATE);
    kb_gcm_open_free(o);

    o = opener();
    CHECK_STATUS(first_pass(o, 4, 20, false), KB_OK);
    CHECK_OK(kb_gcm_open_held(o, out, ct, 19));
    CHECK_STATUS(kb_gcm_open_held(o, out + 19, ct + 19, 2), KB_ERR_STATE);
    CHECK_OK(kb_gcm_open_held(o, out + 19, ct + 19, 1));
    CHECK_STATUS(kb_gcm_open_release(o, ct, 0, take, &r), KB_ERR_STATE);
    CHECK_MEM(out, text, 20);
    kb_gcm_open_free(o);
    kb_gcm_open_free(NULL);
}

TEST(text_beyond_2_36_less_32_bytes_is_refused_unread) {
    kb_gcm_open *o = opener();
    CHECK_OK(kb_gcm_open_verify(o, ct, 1));
    CHECK_STATUS(kb_gcm_open_verify(o, ct, (size_t)KB_GCM_MAX_BYTES), KB_ERR_LIMIT);
    CHECK_STATUS(kb_gcm_open_check(o, tag), KB_ERR_STATE);
    kb_gcm_open_free(o);
    o = opener();
    CHECK_OK(kb_gcm_open_aad(o, aad, 1));
    CHECK_STATUS(kb_gcm_open_aad(o, aad, (size_t)1 << 61), KB_ERR_LIMIT);
    kb_gcm_open_free(o);
}

int main(void) {
    fill(text, sizeof text);
    fill(aad, sizeof aad);
    RUN(known_answers_are_accepted_and_forged_ones_are_not);
    RUN(every_short_length_opens);
    RUN(lengths_around_the_pieces_open_under_any_split);
    RUN(a_message_of_125_mib_opens_and_a_late_change_is_refused);
    RUN(associated_data_may_be_long);
    RUN(any_flipped_bit_of_a_short_message_is_refused);
    RUN(a_flipped_bit_in_any_piece_is_refused);
    RUN(moving_bytes_between_aad_text_and_padding_is_refused);
    RUN(two_full_pieces_do_not_change_places);
    RUN(a_change_between_the_passes_is_refused_at_its_piece);
    RUN(a_change_while_pieces_are_handed_out_is_refused);
    RUN(a_longer_or_shorter_second_pass_is_refused);
    RUN(a_failing_sink_ends_the_release);
    RUN(calls_out_of_order_are_refused_and_change_nothing);
    RUN(text_beyond_2_36_less_32_bytes_is_refused_unread);
    return TEST_END();
}
