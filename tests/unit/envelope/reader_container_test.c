/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Containers: magic, length, head, FLOE header, body as it is. */
#include "reader_help.h"

#define FLOE_4K(mode)                                                                    \
    "{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256\",\"enc\":\"A256GCM-FLOE-4K\","      \
    "\"crit\":[\"ckem\"],\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"" mode "\"}}"
#define UNP ",\"unprotected\":{\"kc\":\"$K\"}"
#define RCPT                                                                             \
    ",\"recipients\":[{\"header\":{\"role\":\"classical\"},\"encrypted_key\":\"$C\"},"   \
    "{\"header\":{\"role\":\"pqc\"},\"encrypted_key\":\"$Q\"}]"
#define PROT "\"protected\":\"$P\""

static char container[16384];
static size_t container_len, head_len;

/* Makes a container of a head from a template, with a length that is off by so much. */
static void make(const char *form, long off) {
    char *head = container + 12;
    expand(head, form);
    head_len = strlen(head);
    uint32_t told = (uint32_t)((long)head_len + off);
    memcpy(container,
           "\x89"
           "CKEM1\r\n",
           8);
    for (int i = 0; i < 4; i++) {
        container[8 + i] = (char)(told >> (24 - 8 * i));
    }
    memcpy(head + head_len, floe_header, sizeof floe_header);
    memcpy(head + head_len + sizeof floe_header, "\x01\x02\x03", 3);
    container_len = 12 + head_len + sizeof floe_header + 3;
}

/* The outcome must not depend on how the input is cut. */
static kb_status read_all(size_t len) {
    static const size_t steps[] = {1, 11, 100, 65536};
    seen s;
    kb_jwe_serialization how;
    kb_status first = KB_OK;
    for (size_t i = 0; i < 4; i++) {
        kb_status status = read_split(container, len, steps[i], &s, &how);
        CHECK(i == 0 || status == first);
        first = status;
        CHECK(status == KB_OK || s.len == 0);
        if (status == KB_OK) {
            CHECK_INT(how, KB_JWE_CONTAINER_SERIALIZATION);
            CHECK(s.begun == 1 && s.len == len - 12 - head_len - KB_FLOE_HEADER_BYTES &&
                  memcmp(s.body, "\x01\x02\x03", s.len) == 0);
        }
    }
    return first;
}

static kb_status read_head(const char *form) {
    make(form, 0);
    return read_all(container_len);
}

TEST(the_body_is_passed_on_as_it_is) {
    prepare(FLOE_4K("direct"));
    CHECK_OK(read_head("{" PROT UNP RCPT "}"));
    CHECK_OK(read_head(" {" PROT UNP RCPT ",\"aad\":\"AAAA\"}\n "));
    make("{" PROT UNP RCPT "}", 0);
    CHECK_OK(read_all(container_len - 3)); /* an empty body is for the cipher to judge */
}

TEST(every_truncation_of_the_head_is_refused) {
    prepare(FLOE_4K("direct"));
    make("{" PROT UNP RCPT "}", 0);
    for (size_t len = 0; len < container_len - 3; len++) {
        seen s;
        kb_jwe_serialization how;
        CHECK_STATUS(read_split(container, len, 65536, &s, &how), KB_ERR_FORMAT);
        CHECK_INT(s.begun, 0);
    }
}

TEST(every_bit_of_the_magic_counts) {
    prepare(FLOE_4K("direct"));
    make("{" PROT UNP RCPT "}", 0);
    for (unsigned bit = 0; bit < 8 * 8; bit++) {
        container[bit / 8] ^= (char)(1U << bit % 8);
        CHECK_STATUS(read_all(container_len), KB_ERR_FORMAT);
        container[bit / 8] ^= (char)(1U << bit % 8);
    }
    CHECK_OK(read_all(container_len));
    memmove(container + 1, container, container_len);
    container[0] = '\n'; /* white space may stand before JSON only */
    CHECK_STATUS(read_all(container_len + 1), KB_ERR_FORMAT);
}

TEST(the_length_is_that_of_the_json) {
    prepare(FLOE_4K("direct"));
    for (long off = -40; off <= 40; off++) {
        make("{" PROT UNP RCPT "}", off);
        kb_status want = off == 0 ? KB_OK : KB_ERR_FORMAT;
        CHECK_STATUS(read_all(container_len), want);
    }
    make("{" PROT UNP RCPT "}", 0);
    make("{" PROT UNP RCPT "}", -(long)head_len);
    CHECK_STATUS(read_all(container_len), KB_ERR_FORMAT);
    make("{" PROT UNP RCPT "}", 4194304 - (long)head_len);
    CHECK_STATUS(read_all(container_len), KB_ERR_FORMAT); /* more than there is */
    make("{" PROT UNP RCPT "}", 4194305 - (long)head_len);
    CHECK_STATUS(read_all(container_len), KB_ERR_LIMIT);
    memset(container + 8, 0xff, 4);
    CHECK_STATUS(read_all(container_len), KB_ERR_LIMIT);
}

TEST(a_head_of_the_longest_length_is_read) {
    size_t room = 4194304, tail = KB_FLOE_HEADER_BYTES + 3;
    char *big = malloc(12 + room + tail);
    seen s;
    kb_jwe_serialization how;
    REQUIRE(big != NULL);
    prepare(FLOE_4K("direct"));
    make("{" PROT UNP RCPT "}", 4194304 - 0);
    make("{" PROT UNP RCPT "}", 4194304 - (long)head_len);
    memcpy(big, container, 12 + head_len);
    memset(big + 12 + head_len, ' ', room - head_len);
    memcpy(big + 12 + room, container + 12 + head_len, tail);
    CHECK_OK(read_split(big, 12 + room + tail, 65536, &s, &how));
    CHECK_INT(s.len, 3);
    free(big);
}

TEST(the_head_has_four_members_and_no_others) {
    prepare(FLOE_4K("direct"));
    static const char *const heads[] = {
        "{" PROT UNP RCPT ",\"iv\":\"$F\"}",
        "{" PROT UNP RCPT ",\"ciphertext\":\"AAEC\"}",
        "{" PROT UNP RCPT ",\"ciphertext\":\"\"}",
        "{" PROT UNP RCPT ",\"tag\":\"\"}",
        "{" PROT UNP RCPT ",\"encrypted_key\":\"$C\"}",
        "{" PROT UNP ",\"encrypted_key\":\"$C\"}",
        "{" PROT UNP RCPT ",\"x\":1}",
        "{" PROT UNP RCPT ",\"aad\":\"\"}",
        "{" PROT UNP RCPT UNP "}",
        "{" PROT UNP RCPT "}}",
        "{" PROT UNP RCPT "} {}",
        "{" PROT UNP RCPT,
        "{" PROT UNP "}",
        "{" PROT RCPT "}",
        "{\"aad\":\"AAAA\"" UNP RCPT "}",
        "{}",
        "[]",
        "[" PROT "]",
        "1",
        "\"x\"",
        "null",
        " ",
        "\xef\xbb\xbf{" PROT UNP RCPT "}",
    };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        kb_status got = read_head(heads[i]);
        CHECK_(got == KB_ERR_FORMAT, (void)0, "%s: %s", heads[i], kb_status_name(got));
    }
}

TEST(a_container_needs_segmented_content_of_its_parameters) {
    prepare(HEADER("direct"));
    CHECK_STATUS(read_head("{" PROT UNP RCPT "}"), KB_ERR_FORMAT);
    prepare(FLOE_4K("direct"));
    make("{" PROT UNP RCPT "}", 0);
    for (size_t i = 0; i < 10; i++) {
        container[12 + head_len + i] ^= 4;
        CHECK_STATUS(read_all(container_len), KB_ERR_FORMAT);
        container[12 + head_len + i] ^= 4;
    }
}

TEST(mode_single_has_one_entry_without_a_header) {
    static const uint8_t zeros[32 + 1088 + 32];
    prepare(FLOE_4K("single"));
    encode(ek_p, zeros, sizeof zeros);
    CHECK_OK(read_head("{" PROT ",\"recipients\":[{\"encrypted_key\":\"$Q\"}]}"));
    CHECK_STATUS(read_head("{" PROT UNP ",\"recipients\":[{\"encrypted_key\":\"$Q\"}]}"),
                 KB_ERR_FORMAT);
    CHECK_STATUS(read_head("{" PROT ",\"encrypted_key\":\"$Q\"}"), KB_ERR_FORMAT);
    CHECK_STATUS(read_head("{" PROT ",\"recipients\":[{\"encrypted_key\":\"$Q\"},"
                           "{\"encrypted_key\":\"$Q\"}]}"),
                 KB_ERR_FORMAT);
    CHECK_STATUS(read_head("{" PROT ",\"recipients\":[{\"header\":{\"role\":\"pqc\"},"
                           "\"encrypted_key\":\"$Q\"}]}"),
                 KB_ERR_FORMAT);
}

int main(void) {
    RUN(the_body_is_passed_on_as_it_is);
    RUN(every_truncation_of_the_head_is_refused);
    RUN(every_bit_of_the_magic_counts);
    RUN(the_length_is_that_of_the_json);
    RUN(a_head_of_the_longest_length_is_read);
    RUN(the_head_has_four_members_and_no_others);
    RUN(a_container_needs_segmented_content_of_its_parameters);
    RUN(mode_single_has_one_entry_without_a_header);
    return TEST_END();
}
