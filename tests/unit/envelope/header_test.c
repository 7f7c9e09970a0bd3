/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "envelope/header.h"
#include "test.h"

#define ALG  "\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256\","
#define ENC  "\"enc\":\"A256GCM\","
#define CRIT "\"crit\":[\"ckem\"],"
#define CKEM "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"direct\"}"

#define WRAP "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"wrap\"}"

static kb_jwe_header header;

static kb_status parse(const char *text) {
    header = (kb_jwe_header){.arena_used = 0};
    return kb_jwe_header_parse(&header, text, strlen(text));
}

TEST(all_members_are_read_in_any_order) {
    REQUIRE_OK(parse("{" ALG ENC CRIT CKEM "}"));
    CHECK_STR(header.alg_text, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256");
    CHECK_INT(header.enc, KB_JWE_ENC_A256GCM);
    CHECK(header.kid == NULL && header.typ == NULL && header.cty == NULL);
    CHECK_INT(header.mode, KB_JWE_MODE_DIRECT);
    REQUIRE_OK(parse(
        " {\"cty\":\"a\\u00e9\\n\", \"ckem\" :{\"mode\":\"single\",\"policy\":\"all\","
        "\"v\":1},\"other\":{\"alg\":[1,{\"enc\":null}]},\"typ\":\"JOSE\","
        "\"kid\":\"k\"," CRIT ENC "\"alg\":\"CKEM1.P-521.ML-KEM-1024.KMAC256\"}"));
    CHECK_STR(header.cty, "a\xc3\xa9\n");
    CHECK_STR(header.typ, "JOSE");
    CHECK_STR(header.kid, "k");
    CHECK_STR(header.alg.kdf == KB_COMBINER_KMAC256 ? header.alg.pqc->id : "",
              "ML-KEM-1024");
    CHECK_INT(header.mode, KB_JWE_MODE_SINGLE);
}

TEST(every_content_encryption_is_read) {
    static const struct {
        const char *name;
        kb_jwe_enc want;
    } rows[] = {{"A256GCM", KB_JWE_ENC_A256GCM},
                {"A256GCM-FLOE-4K", KB_JWE_ENC_FLOE_4K},
                {"A256GCM-FLOE-64K", KB_JWE_ENC_FLOE_64K},
                {"A256GCM-FLOE-1M", KB_JWE_ENC_FLOE_1M}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "{" ALG "\"enc\":\"%s\"," CRIT CKEM "}",
                 rows[i].name);
        REQUIRE_OK(parse(text));
        CHECK_INT(header.enc, rows[i].want);
    }
}

TEST(mode_wrap_has_neither_alg_nor_kid) {
    REQUIRE_OK(parse("{" ENC CRIT WRAP "}"));
    CHECK_INT(header.mode, KB_JWE_MODE_WRAP);
    CHECK(header.alg_text == NULL && header.kid == NULL);
    REQUIRE_OK(parse("{\"typ\":\"t\",\"cty\":\"c\"," ENC CRIT WRAP "}"));
    CHECK_STR(header.typ, "t");
    CHECK_STR(header.cty, "c");
}

TEST(each_rule_refuses_with_its_class) {
    static const struct {
        kb_status want;
        const char *text;
    } rows[] = {
        {KB_ERR_FORMAT, ""},
        {KB_ERR_FORMAT, "[]"},
        {KB_ERR_FORMAT, "1"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT CKEM "} x"},
        {KB_ERR_FORMAT, "{" ENC CRIT CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG CRIT CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{}"},
        {KB_ERR_UNSUPPORTED, "{\"alg\":\"ECDH-ES\",\"enc\":\"A256GCM\"}"},
        {KB_ERR_UNSUPPORTED,
         "{\"alg\":\"CKEM2.X25519.ML-KEM-768.HKDF-SHA256\"," ENC CRIT CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG "\"enc\":\"A128GCM\"," CRIT CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG "\"enc\":\"A256GCM-FLOE-16K\"," CRIT CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG "\"enc\":\"auto\"," CRIT CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG "\"enc\":\"\"," CRIT CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG "\"enc\":\"A256GCM-FLOE-64K \"," CRIT CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG "\"enc\":\"a256gcm\"," CRIT CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG "\"enc\":\"A256\\u0047CM\"," CRIT CKEM "}"},
        {KB_ERR_FORMAT,
         "{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW\"," ENC CRIT CKEM "}"},
        /* crit: absent, empty, not a list, other, more, twice, wrong element */
        {KB_ERR_UNSUPPORTED, "{" ALG ENC CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG ENC "\"crit\":[]," CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG ENC "\"crit\":\"ckem\"," CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG ENC "\"crit\":{}," CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG ENC "\"crit\":[\"exp\"]," CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG ENC "\"crit\":[\"alg\"]," CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG ENC "\"crit\":[\"ckem\",\"exp\"]," CKEM "}"},
        {KB_ERR_UNSUPPORTED, "{" ALG ENC "\"crit\":[\"ckem\",\"ckem\"]," CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG ENC "\"crit\":[1]," CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG ENC "\"crit\":[[\"ckem\"]]," CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG ENC "\"crit\":[\"c\\u006bem\"]," CKEM "}"},
        /* ckem: absent, types, members, values */
        {KB_ERR_FORMAT, "{" ALG ENC "\"crit\":[\"ckem\"]}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT "\"ckem\":1}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT "\"ckem\":[]}"},
        {KB_ERR_FORMAT,
         "{" ALG ENC CRIT "\"ckem\":{\"policy\":\"all\",\"mode\":\"direct\"}}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT "\"ckem\":{\"v\":1,\"mode\":\"direct\"}}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT "\"ckem\":{\"v\":1,\"policy\":\"all\"}}"},
        {KB_ERR_FORMAT,
         "{" ALG ENC CRIT
         "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"direct\",\"x\":1}}"},
        {KB_ERR_FORMAT,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":1.0,\"policy\":\"all\",\"mode\":\"direct\"}}"},
        {KB_ERR_FORMAT,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":-1,\"policy\":\"all\",\"mode\":\"direct\"}}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT
                        "\"ckem\":{\"v\":\"1\",\"policy\":\"all\",\"mode\":\"direct\"}}"},
        {KB_ERR_UNSUPPORTED,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":2,\"policy\":\"all\",\"mode\":\"direct\"}}"},
        {KB_ERR_UNSUPPORTED,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":11,\"policy\":\"all\",\"mode\":\"direct\"}}"},
        {KB_ERR_UNSUPPORTED,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":1,\"policy\":\"any\",\"mode\":\"direct\"}}"},
        {KB_ERR_UNSUPPORTED,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"wrapped\"}}"},
        {KB_ERR_UNSUPPORTED,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"\"}}"},
        /* mode wrap: alg and kid are the recipients' */
        {KB_ERR_FORMAT, "{" ALG ENC CRIT WRAP "}"},
        {KB_ERR_FORMAT,
         "{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW\"," ENC CRIT WRAP "}"},
        {KB_ERR_FORMAT, "{\"kid\":\"k\"," ENC CRIT WRAP "}"},
        {KB_ERR_FORMAT, "{\"kid\":\"\"," ENC CRIT WRAP "}"},
        {KB_ERR_FORMAT, "{" CRIT WRAP "}"},
        {KB_ERR_UNSUPPORTED, "{\"enc\":\"A128GCM\"," CRIT WRAP "}"},
        {KB_ERR_UNSUPPORTED, "{" ENC WRAP "}"},
        {KB_ERR_FORMAT,
         "{" ALG ENC CRIT "\"ckem\":{\"v\":1,\"policy\":1,\"mode\":\"direct\"}}"},
        {KB_ERR_FORMAT,
         "{" ALG ENC CRIT
         "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"d\\u0069rect\"}}"},
        /* names and types elsewhere */
        {KB_ERR_FORMAT, "{" ALG ALG ENC CRIT CKEM "}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT CKEM ",\"\\u0061lg\":\"x\"}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT CKEM ",\"x\\u0061\":\"x\"}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT CKEM ",\"kid\":1}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT CKEM ",\"kid\":\"a\\u0062\"}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT CKEM ",\"typ\":null}"},
        {KB_ERR_FORMAT, "{" ALG ENC CRIT CKEM ",\"typ\":\"a\\u0000\"}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_status got = parse(rows[i].text);
        CHECK_(got == rows[i].want, (void)0, "%s: %s, expected %s", rows[i].text,
               kb_status_name(got), kb_status_name(rows[i].want));
    }
}

TEST(parameters_of_other_schemes_are_refused) {
    static const char *const names[] = {
        "zip", "epk", "ek",  "apu", "apv", "psk_id", "p2s", "p2c",  "b64", "iv",
        "tag", "jku", "jwk", "x5u", "x5c", "x5t",    "kc",  "role", "wk"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "{" ALG ENC CRIT CKEM ",\"%s\":\"x\"}", names[i]);
        CHECK_STATUS(parse(text), KB_ERR_FORMAT);
    }
}

TEST(limits_hold) {
    static char text[KB_JWE_HEADER_MAX_BYTES + 2];
    const char *head = "{" ALG ENC CRIT CKEM ",\"typ\":\"";
    memset(text, 'a', sizeof text);
    memcpy(text, head, strlen(head));
    memcpy(text + KB_JWE_HEADER_MAX_BYTES - 2, "\"}", 2);
    CHECK_OK(kb_jwe_header_parse(&header, text, KB_JWE_HEADER_MAX_BYTES));
    CHECK_STATUS(kb_jwe_header_parse(&header, text, KB_JWE_HEADER_MAX_BYTES + 1),
                 KB_ERR_LIMIT);
    CHECK_STATUS(parse("{" ALG ENC CRIT CKEM ",\"x\":[[[[[[[[1]]]]]]]]}"), KB_ERR_LIMIT);
}

int main(void) {
    RUN(all_members_are_read_in_any_order);
    RUN(every_content_encryption_is_read);
    RUN(mode_wrap_has_neither_alg_nor_kid);
    RUN(each_rule_refuses_with_its_class);
    RUN(parameters_of_other_schemes_are_refused);
    RUN(limits_hold);
    return TEST_END();
}
