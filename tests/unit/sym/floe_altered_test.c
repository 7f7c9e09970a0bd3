/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FLOE messages that were altered: every one is refused. */
#include "sym/floe.h"

#include "floe_messages.h"

#include <keybraid/aead.h>
#include <keybraid/kdf.h>

TEST(every_bit_of_the_header_counts) {
    message m;
    make(&m, 5);
    for (size_t bit = 0; bit < 8 * KB_FLOE_HEADER_BYTES; bit++) {
        kb_floe *floe = NULL;
        bool is_parameter = bit < 80;
        m.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_STATUS(kb_floe_open_new(&floe, key, SEGMENT, aad, sizeof aad, m.bytes),
                     is_parameter ? KB_ERR_FORMAT : KB_ERR_AUTH);
        CHECK_STATUS(kb_floe_check_header(m.bytes, SEGMENT),
                     is_parameter ? KB_ERR_FORMAT : KB_OK);
        CHECK(floe == NULL);
        m.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

TEST(a_header_of_another_key_or_aad_or_segment_size_is_refused) {
    message m;
    kb_floe *floe = NULL;
    uint8_t other_key[KB_FLOE_KEY_BYTES];
    make(&m, 5);
    for (size_t bit = 0; bit < 8 * sizeof other_key; bit++) {
        memcpy(other_key, key, sizeof key);
        other_key[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_STATUS(
            kb_floe_open_new(&floe, other_key, SEGMENT, aad, sizeof aad, m.bytes),
            KB_ERR_AUTH);
    }
    for (size_t len = 0; len < sizeof aad; len++) {
        CHECK_STATUS(kb_floe_open_new(&floe, key, SEGMENT, aad, len, m.bytes),
                     KB_ERR_AUTH);
    }
    CHECK_STATUS(kb_floe_open_new(&floe, key, SEGMENT, NULL, 0, m.bytes), KB_ERR_AUTH);
    CHECK_STATUS(kb_floe_open_new(&floe, key, SEGMENT + 1, aad, sizeof aad, m.bytes),
                 KB_ERR_FORMAT);
    kb_store_be32(m.bytes + 2, SEGMENT + 1);
    CHECK_STATUS(kb_floe_open_new(&floe, key, SEGMENT + 1, aad, sizeof aad, m.bytes),
                 KB_ERR_AUTH);
    CHECK(floe == NULL);
}

TEST(every_bit_of_a_body_counts_in_its_segment_only) {
    opening o;
    opening_begin(&o, 2 * TEXT + 9);
    uint8_t *body = o.m.bytes + BODY_AT;
    size_t len = o.m.len - BODY_AT;
    for (size_t bit = 0; bit < 8 * len; bit++) {
        body[bit / 8] ^= (uint8_t)(1 << bit % 8);
        for (size_t i = 0; i < 3; i++) {
            size_t step = i == 2 ? len - 2 * SEGMENT : SEGMENT;
            CHECK_STATUS(open_piece(&o, i, i == 2, body + i * SEGMENT, step),
                         bit / 8 / SEGMENT == i ? KB_ERR_AUTH : KB_OK);
        }
        body[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    opening_end(&o);
}

TEST(every_truncation_and_every_extension_is_refused) {
    static const size_t lengths[] = {0, 9, TEXT, 3 * TEXT, 3 * TEXT + 9};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        message m;
        make(&m, lengths[i]);
        for (size_t n = BODY_AT; n < m.len; n++) {
            check_refused(m.bytes, n, "truncated");
        }
        uint8_t longer[sizeof m.bytes + 2 * SEGMENT] = {0};
        memcpy(longer, m.bytes, m.len);
        for (size_t n = 1; n <= 2 * SEGMENT; n++) {
            check_refused(longer, m.len + n, "extended");
        }
        /* By its own last bytes, whatever they are. */
        memcpy(longer + m.len, longer + m.len - KB_FLOE_OVERHEAD_BYTES,
               KB_FLOE_OVERHEAD_BYTES);
        check_refused(longer, m.len + KB_FLOE_OVERHEAD_BYTES, "extended by its end");
    }
}

TEST(segments_swapped_doubled_or_removed_are_refused) {
    message m, changed;
    make(&m, 4 * TEXT); /* all four have the same length */
    for (size_t i = 0; i < 4; i++) {
        uint8_t *place = changed.bytes + BODY_AT + i * SEGMENT;
        const uint8_t *from = m.bytes + BODY_AT;
        for (size_t j = 0; j < 4; j++) {
            if (j != i) { /* j stands in the place of i */
                changed = m;
                memcpy(place, from + j * SEGMENT, SEGMENT);
                check_refused(changed.bytes, m.len, "replaced");
                memcpy(changed.bytes + BODY_AT + j * SEGMENT, from + i * SEGMENT,
                       SEGMENT);
                check_refused(changed.bytes, m.len, "swapped");
            }
        }
        changed = m;
        memcpy(place, from + (i + 1) * SEGMENT, (3 - i) * SEGMENT);
        check_refused(changed.bytes, m.len - SEGMENT, "removed");
        memcpy(place + SEGMENT, from + i * SEGMENT, (4 - i) * SEGMENT);
        memcpy(place, from + i * SEGMENT, SEGMENT);
        check_refused(changed.bytes, m.len + SEGMENT, "doubled");
    }
}

TEST(segments_of_another_message_are_refused) {
    message a, b, mixed;
    make(&a, 3 * TEXT);
    make(&b, 3 * TEXT);
    for (size_t i = 0; i < 3; i++) {
        mixed = a;
        memcpy(mixed.bytes + BODY_AT + i * SEGMENT, b.bytes + BODY_AT + i * SEGMENT,
               SEGMENT);
        check_refused(mixed.bytes, a.len, "spliced");
    }
    mixed = a;
    memcpy(mixed.bytes, b.bytes, BODY_AT);
    check_refused(mixed.bytes, a.len, "the header of another message");
}

TEST(finality_is_authenticated) {
    opening o;
    opening_begin(&o, 2 * TEXT); /* the final segment is full */
    uint8_t *first = o.m.bytes + BODY_AT, *final = first + SEGMENT;
    CHECK_STATUS(open_piece(&o, 0, true, first, SEGMENT), KB_ERR_AUTH);
    CHECK_STATUS(open_piece(&o, 1, false, final, SEGMENT), KB_ERR_AUTH);
    /* With the length field that would go with it. */
    kb_store_be32(first, SEGMENT);
    CHECK_STATUS(open_piece(&o, 0, true, first, SEGMENT), KB_ERR_AUTH);
    CHECK_STATUS(open_piece(&o, 0, false, first, SEGMENT), KB_ERR_AUTH);
    kb_store_be32(first, 0xffffffff);
    CHECK_OK(open_piece(&o, 0, false, first, SEGMENT));
    kb_store_be32(final, 0xffffffff);
    CHECK_STATUS(open_piece(&o, 1, false, final, SEGMENT), KB_ERR_AUTH);
    CHECK_STATUS(open_piece(&o, 1, true, final, SEGMENT), KB_ERR_AUTH);
    kb_store_be32(final, SEGMENT);
    CHECK_OK(open_piece(&o, 1, true, final, SEGMENT));
    opening_end(&o);
}

TEST(the_index_is_authenticated) {
    opening o;
    opening_begin(&o, TEXT + 4);
    const uint8_t *first = o.m.bytes + BODY_AT, *final = first + SEGMENT;
    for (unsigned bit = 0; bit < 64; bit++) {
        CHECK_STATUS(open_piece(&o, UINT64_C(1) << bit, false, first, SEGMENT),
                     KB_ERR_AUTH);
        CHECK_STATUS(open_piece(&o, 1 ^ UINT64_C(1) << bit, true, final,
                                4 + KB_FLOE_OVERHEAD_BYTES),
                     KB_ERR_AUTH);
    }
    CHECK_OK(open_piece(&o, 0, false, first, SEGMENT));
    CHECK_OK(open_piece(&o, 1, true, final, 4 + KB_FLOE_OVERHEAD_BYTES));
    opening_end(&o);
}

TEST(a_length_field_that_is_not_the_length_is_refused) {
    opening o;
    static const uint32_t fields[] = {
        0,           1,  31,           32,         35,         37,
        SEGMENT - 1, 65, 0x10000 + 36, 0x7fffffff, 0xfffffffe, 0x24000000};
    opening_begin(&o, TEXT + 4);
    uint8_t *first = o.m.bytes + BODY_AT, *final = first + SEGMENT;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        kb_store_be32(first, fields[i]);
        CHECK_STATUS(open_piece(&o, 0, false, first, SEGMENT), KB_ERR_AUTH);
        kb_store_be32(final, fields[i]);
        CHECK_STATUS(open_piece(&o, 1, true, final, 36), KB_ERR_AUTH);
    }
    kb_store_be32(final, 36);
    CHECK_OK(open_piece(&o, 1, true, final, 36));
    opening_end(&o);
}

TEST(pieces_of_impossible_length_are_refused_and_out_stays) {
    opening o;
    uint8_t piece[SEGMENT + 1] = {0}, out[SEGMENT];
    static const size_t bad[] = {0, 1, 4, 16, 31, SEGMENT + 1, (size_t)1 << 40, SIZE_MAX};
    opening_begin(&o, TEXT + 4);
    memset(out, 0xa5, sizeof out);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        kb_store_be32(piece, (uint32_t)bad[i]);
        CHECK_STATUS(kb_floe_lane_open(o.lane, 1, true, out, piece, bad[i]), KB_ERR_AUTH);
        kb_store_be32(piece, 0xffffffff);
        CHECK_STATUS(kb_floe_lane_open(o.lane, 0, false, out, piece, bad[i]),
                     KB_ERR_AUTH);
    }
    for (size_t i = 0; i < sizeof out; i++) {
        CHECK(out[i] == 0xa5);
    }
    /* A segment that is not the final one has no other length than the full one. */
    kb_store_be32(piece, 0xffffffff);
    CHECK_STATUS(open_piece(&o, 0, false, piece, SEGMENT - 1), KB_ERR_AUTH);
    CHECK_STATUS(open_piece(&o, 0, false, piece, KB_FLOE_OVERHEAD_BYTES), KB_ERR_AUTH);
    opening_end(&o);
}

/* X of the specification. */
static void expand(uint8_t *out, size_t out_len, const uint8_t *prk, size_t prk_len,
                   const uint8_t *header, const void *purpose, size_t purpose_len) {
    uint8_t info[128];
    memcpy(info, header, 10 + KB_FLOE_IV_BYTES);
    memcpy(info + 42, purpose, purpose_len);
    memcpy(info + 42 + purpose_len, aad, sizeof aad);
    CHECK_OK(kb_hkdf_expand(KB_HASH_SHA384, out, out_len, prk, prk_len, info,
                            42 + purpose_len + sizeof aad));
}

/* Seals a segment that is not the final one as whoever has the key can: any length of
 * text, any place below 2^64. */
static void forge(const uint8_t *header, uint64_t index, uint8_t *out, size_t text_len) {
    const uint8_t text[TEXT] = {0};
    uint8_t message_key[48], segment_key[32], purpose[12] = "DEK:", place[9] = {0};
    kb_store_be64(purpose + 4, index & ~UINT64_C(0xfffff));
    kb_store_be64(place, index);
    expand(message_key, 48, key, sizeof key, header, "MESSAGE_KEY:", 12);
    expand(segment_key, 32, message_key, 48, header, purpose, sizeof purpose);
    kb_store_be32(out, 0xffffffff);
    memcpy(out + 4, "any nonce 12", 12);
    CHECK_OK(kb_aead_seal(out + 16, segment_key, out + 4, place, sizeof place, text,
                          text_len));
}

TEST(the_holder_of_the_key_cannot_bend_the_format) {
    opening o;
    uint8_t piece[SEGMENT];
    const uint64_t last = KB_FLOE_SEGMENTS_MAX - 1;
    opening_begin(&o, 0);
    for (size_t n = 0; n <= TEXT; n++) {
        forge(o.m.bytes, 3, piece, n);
        CHECK_STATUS(open_piece(&o, 3, false, piece, n + KB_FLOE_OVERHEAD_BYTES),
                     n == TEXT ? KB_OK : KB_ERR_AUTH);
    }
    forge(o.m.bytes, last - 1, piece, TEXT);
    CHECK_OK(open_piece(&o, last - 1, false, piece, SEGMENT));
    /* After these nothing final can follow. */
    forge(o.m.bytes, last, piece, TEXT);
    CHECK_STATUS(open_piece(&o, last, false, piece, SEGMENT), KB_ERR_AUTH);
    forge(o.m.bytes, UINT64_MAX, piece, TEXT);
    CHECK_STATUS(open_piece(&o, UINT64_MAX, false, piece, SEGMENT), KB_ERR_AUTH);
    opening_end(&o);
}

int main(void) {
    RUN(every_bit_of_the_header_counts);
    RUN(a_header_of_another_key_or_aad_or_segment_size_is_refused);
    RUN(every_bit_of_a_body_counts_in_its_segment_only);
    RUN(every_truncation_and_every_extension_is_refused);
    RUN(segments_swapped_doubled_or_removed_are_refused);
    RUN(segments_of_another_message_are_refused);
    RUN(finality_is_authenticated);
    RUN(the_index_is_authenticated);
    RUN(a_length_field_that_is_not_the_length_is_refused);
    RUN(pieces_of_impossible_length_are_refused_and_out_stays);
    RUN(the_holder_of_the_key_cannot_bend_the_format);
    return TEST_END();
}
