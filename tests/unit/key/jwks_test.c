/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "unit/key/key_help.h"

#define ED                                                                               \
    "{\"kty\":\"OKP\",\"crv\":\"Ed25519\","                                              \
    "\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}"
#define X                                                                                \
    "{\"kty\":\"OKP\",\"crv\":\"X25519\","                                               \
    "\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08\"}"
#define OCT "{\"kty\":\"oct\",\"k\":\"AAAA\"}"

static kb_status read_set(const char *text, size_t want, size_t skipped) {
    kb_key_set set = {.keys = NULL};
    kb_status status = kb_key_from_jwks(&set, text, strlen(text), NULL);
    CHECK_INT(set.count, want);
    CHECK_INT(set.skipped, skipped);
    kb_key_set_free(&set);
    return status;
}

TEST(keys_come_in_their_order) {
    kb_key_set set = {.keys = NULL};
    const char *text = " {\"keys\" : [ " X " ,\n" ED " ] } ";
    REQUIRE_OK(kb_key_from_jwks(&set, text, strlen(text), NULL));
    CHECK_INT(set.count, 2);
    CHECK_STR(kb_key_alg(set.keys[0]), "X25519");
    CHECK_STR(kb_key_alg(set.keys[1]), "Ed25519");
    kb_key_set_free(&set);
    CHECK(set.keys == NULL && set.count == 0);
}

TEST(unknown_kinds_are_skipped_malformed_keys_are_not) {
    CHECK_OK(read_set("{\"keys\":[]}", 0, 0));
    CHECK_OK(read_set("{\"keys\":[" OCT "," ED "," OCT "]}", 1, 2));
    CHECK_OK(read_set("{\"a\":[1,{\"keys\":2}],\"keys\":[" ED "],\"b\":[" X "]}", 1, 0));
    CHECK_STATUS(
        read_set("{\"keys\":[" ED ",{\"kty\":\"OKP\",\"crv\":\"Ed25519\"}]}", 0, 0),
        KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "key 1 of the set") != NULL);
    CHECK_STATUS(
        read_set("{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AAAA\"}]}", 0,
                 0),
        KB_ERR_KEY);
}

TEST(malformed_sets_are_refused) {
    static const char *const rows[] = {"",
                                       "[]",
                                       "1",
                                       "{}",
                                       ED,
                                       "{\"keys\":" ED "}",
                                       "{\"keys\":1}",
                                       "{\"keys\":[1]}",
                                       "{\"keys\":[[" ED "]]}",
                                       "{\"keys\":[null]}",
                                       "{\"keys\":[" ED "]",
                                       "{\"keys\":[" ED "]}x",
                                       "{\"keys\":[],\"keys\":[" ED "]}"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK_STATUS(read_set(rows[i], 0, 0), KB_ERR_FORMAT);
    }
}

TEST(a_set_has_at_most_1024_keys) {
    size_t unit = strlen(OCT ",");
    char *text = calloc(1, 64 + 1025 * unit);
    REQUIRE(text != NULL);
    for (size_t n = 1024; n <= 1025; n++) {
        strcpy(text, "{\"keys\":[");
        size_t at = strlen(text);
        for (size_t i = 0; i < n; i++, at += unit) {
            memcpy(text + at, OCT ",", unit + 1);
        }
        strcpy(text + at - 1, "]}");
        CHECK_STATUS(read_set(text, 0, n == 1024 ? 1024 : 0),
                     n == 1024 ? KB_OK : KB_ERR_LIMIT);
    }
    free(text);
}

int main(void) {
    RUN(keys_come_in_their_order);
    RUN(unknown_kinds_are_skipped_malformed_keys_are_not);
    RUN(malformed_sets_are_refused);
    RUN(a_set_has_at_most_1024_keys);
    return TEST_END();
}
