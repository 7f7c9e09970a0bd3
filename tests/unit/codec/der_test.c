/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "codec/der.h"
#include "test.h"

static kb_der hex_der(const char *hex) {
    static uint8_t bytes[64];
    long n = test_unhex(bytes, sizeof bytes, hex);
    CHECK(n >= 0);
    return (kb_der){bytes, (size_t)n, 0};
}

TEST(elements_are_taken_in_order) {
    /* The SPKI head of Ed25519 (RFC 8410). */
    kb_der der =
        hex_der("302a300506032b6570032100"
                "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1");
    kb_der outer, algorithm, oid, key;
    REQUIRE_OK(kb_der_take(&der, KB_DER_SEQUENCE, &outer));
    CHECK_OK(kb_der_end(&der));
    REQUIRE_OK(kb_der_take(&outer, KB_DER_SEQUENCE, &algorithm));
    REQUIRE_OK(kb_der_take_oid(&algorithm, &oid));
    CHECK_HEX(oid.data, oid.len, "2b6570");
    CHECK_INT(oid.offset, 6);
    CHECK_OK(kb_der_end(&algorithm));
    CHECK(kb_der_is_next(&outer, KB_DER_BIT_STRING) &&
          !kb_der_is_next(&outer, KB_DER_NULL));
    REQUIRE_OK(kb_der_take_bits(&outer, &key));
    CHECK_INT(key.len, 32);
    CHECK_INT(key.offset, 12);
    CHECK_OK(kb_der_end(&outer));
    CHECK(!kb_der_is_next(&outer, KB_DER_BIT_STRING));
}

TEST(malformed_elements_are_refused) {
    static const struct {
        const char *hex;
        uint64_t offset;
    } rows[] = {
        {"", 0},           /* nothing */
        {"04", 0},         /* no length */
        {"0402aa", 0},     /* cut off */
        {"3000", 0},       /* another tag */
        {"0480aa0000", 1}, /* indefinite */
        {"048101aa", 1},   /* long form of a short length */
        {"04820001aa", 1}, /* leading zero octet */
        {"0485000000000100", 1},
        {"04840000", 1}, /* length cut off */
        {"04ff", 1},
        {"0484ffffffffaa", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_der der = hex_der(rows[i].hex), content;
        CHECK_STATUS(kb_der_take(&der, KB_DER_OCTET_STRING, &content), KB_ERR_FORMAT);
        CHECK(kb_last_error()->has_offset);
        CHECK_INT(kb_last_error()->offset, rows[i].offset);
    }
}

TEST(small_integers_have_one_encoding) {
    static const struct {
        const char *hex;
        int value; /* -1: refused */
    } rows[] = {{"020100", 0},     {"020101", 1},     {"02017f", 127}, {"02020080", 128},
                {"020200ff", 255}, {"0201ff", -1},    {"0200", -1},    {"0202007f", -1},
                {"02020100", -1},  {"0203000080", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_der der = hex_der(rows[i].hex);
        unsigned value = 999;
        CHECK_STATUS(kb_der_take_small(&der, &value),
                     rows[i].value < 0 ? KB_ERR_FORMAT : KB_OK);
        CHECK(rows[i].value < 0 || value == (unsigned)rows[i].value);
    }
}

TEST(bit_strings_and_oids_have_content) {
    static const char *const bits[] = {"0300", "030101", "03020180"};
    kb_der content;
    for (size_t i = 0; i < 3; i++) {
        kb_der der = hex_der(bits[i]);
        CHECK_STATUS(kb_der_take_bits(&der, &content), KB_ERR_FORMAT);
    }
    kb_der der = hex_der("0600");
    CHECK_STATUS(kb_der_take_oid(&der, &content), KB_ERR_FORMAT);
}

TEST(the_writer_builds_the_shortest_form) {
    uint8_t room[70000];
    static const uint8_t zeros[65536];
    static const struct {
        size_t len;
        const char *head;
    } rows[] = {{0, "0400"},         {1, "0401"},          {127, "047f"},
                {128, "048180"},     {255, "0481ff"},      {256, "04820100"},
                {65535, "0482ffff"}, {65536, "0483010000"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_der_writer w = kb_der_writer_on(room, sizeof room);
        size_t end = w.at;
        kb_der_put(&w, zeros, rows[i].len);
        kb_der_wrap(&w, KB_DER_OCTET_STRING, end);
        CHECK(!w.is_full);
        CHECK_INT(sizeof room - w.at, rows[i].len + strlen(rows[i].head) / 2);
        CHECK_HEX(room + w.at, strlen(rows[i].head) / 2, rows[i].head);
        kb_der der = {room + w.at, sizeof room - w.at, 0}, content;
        CHECK_OK(kb_der_take(&der, KB_DER_OCTET_STRING, &content));
        CHECK_INT(content.len, rows[i].len);
    }
    kb_der_writer w = kb_der_writer_on(room, 2);
    kb_der_put(&w, zeros, 1);
    kb_der_wrap(&w, KB_DER_OCTET_STRING, 2);
    CHECK(w.is_full);
}

int main(void) {
    RUN(elements_are_taken_in_order);
    RUN(malformed_elements_are_refused);
    RUN(small_integers_have_one_encoding);
    RUN(bit_strings_and_oids_have_content);
    RUN(the_writer_builds_the_shortest_form);
    return TEST_END();
}
