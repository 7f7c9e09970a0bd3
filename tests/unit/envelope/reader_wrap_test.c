/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rules of segmented content and of mode wrap, in JSON and compact form. */
#include "reader_help.h"

#define SEGMENTED(mode)                                                                  \
    "{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256\",\"enc\":\"A256GCM-FLOE-4K\","      \
    "\"crit\":[\"ckem\"],\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"" mode "\"}}"
#define WRAP_HEADER                                                                      \
    "{\"enc\":\"A256GCM\",\"crit\":[\"ckem\"],"                                          \
    "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"wrap\"}}"

#define PROT "\"protected\":\"$P\","
#define UNP  "\"unprotected\":{\"kc\":\"$K\"},"
#define PLAIN                                                                            \
    "\"recipients\":[{\"header\":{\"role\":\"classical\"},\"encrypted_key\":\"$C\"},"    \
    "{\"header\":{\"role\":\"pqc\"},\"encrypted_key\":\"$Q\"}],"
#define FBODY "\"iv\":\"$F\",\"ciphertext\":\"AAEC\""
#define GBODY                                                                            \
    "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"AAEC\",\"tag\":"                       \
    "\"AAAAAAAAAAAAAAAAAAAAAA\""

#define NAME  "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW"
#define A     "\"alg\":\"" NAME "\","
#define C_(h) "{\"header\":{" h "\"role\":\"classical\"},\"encrypted_key\":\"$C\"}"
#define P_(h) "{\"header\":{" h "\"role\":\"pqc\"},\"encrypted_key\":\"$Q\"}"
#define W     "\"wk\":\"$W\","
#define PAIR  C_(A) "," P_(A W)
#define KID   "\"kid\":\"k1\","

/* A token of mode wrap with these recipients. */
static kb_status with(const char *recipients) {
    static char form[8192];
    snprintf(form, sizeof form, "{" PROT UNP "\"recipients\":[%s]," GBODY "}",
             recipients);
    return read_form(form);
}

TEST(segmented_content_has_a_header_of_74_bytes_and_no_tag) {
    prepare(SEGMENTED("direct"));
    CHECK_OK(read_form("{" PROT UNP PLAIN FBODY "}"));
    CHECK_OK(read_form("{" PROT UNP PLAIN "\"iv\":\"$F\",\"ciphertext\":\"\"}"));
    static const char *const forms[] = {
        "{" PROT UNP PLAIN FBODY ",\"tag\":\"\"}",
        "{" PROT UNP PLAIN FBODY ",\"tag\":\"AAAAAAAAAAAAAAAAAAAAAA\"}",
        "{" PROT UNP PLAIN GBODY "}",
        "{" PROT UNP PLAIN "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"AAEC\"}",
        "{" PROT UNP PLAIN "\"iv\":\"$FAA\",\"ciphertext\":\"AAEC\"}",
        "{" PROT UNP PLAIN "\"iv\":\"$F\"}",
        "{" PROT UNP PLAIN "\"ciphertext\":\"AAEC\"}",
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        kb_status got = read_form(forms[i]);
        CHECK_(got == KB_ERR_FORMAT, (void)0, "%s: %s", forms[i], kb_status_name(got));
    }
}

TEST(each_parameter_byte_of_segments_must_follow_from_enc) {
    prepare(SEGMENTED("direct"));
    for (size_t i = 0; i < 10; i++) {
        uint8_t changed[KB_FLOE_HEADER_BYTES];
        memcpy(changed, floe_header, sizeof changed);
        changed[i] ^= 1;
        encode(floe, changed, sizeof changed);
        CHECK_STATUS(read_form("{" PROT UNP PLAIN FBODY "}"), KB_ERR_FORMAT);
    }
    prepare(SEGMENTED("direct"));
    CHECK_OK(read_form("{" PROT UNP PLAIN FBODY "}"));
}

TEST(segmented_compact_tokens_have_an_empty_tag_part) {
    static const uint8_t zeros[32 + 1088 + 32];
    prepare(SEGMENTED("single"));
    encode(ek_p, zeros, sizeof zeros);
    CHECK_OK(read_form("$P.$Q.$F.AAEC."));
    CHECK_OK(read_form("$P.$Q.$F..\n"));
    CHECK_OK(read_form("{" PROT "\"encrypted_key\":\"$Q\"," FBODY "}"));
    CHECK_OK(
        read_form("{" PROT "\"recipients\":[{\"encrypted_key\":\"$Q\"}]," FBODY "}"));
    CHECK_STATUS(read_form("$P.$Q.$F.AAEC"), KB_ERR_FORMAT);
    CHECK_STATUS(read_form("$P.$Q.$F.AAEC.AA"), KB_ERR_FORMAT);
    CHECK_STATUS(read_form("$P.$Q.$F.AAEC.AAAAAAAAAAAAAAAAAAAAAA"), KB_ERR_FORMAT);
    CHECK_STATUS(read_form("$P.$Q.AAAAAAAAAAAAAAAA.AAEC."), KB_ERR_FORMAT);
    CHECK_STATUS(read_form("{" PROT "\"encrypted_key\":\"$Q\"," FBODY ",\"tag\":\"\"}"),
                 KB_ERR_FORMAT);
}

TEST(wrapped_tokens_have_pairs) {
    prepare(WRAP_HEADER);
    CHECK_OK(with(PAIR));
    CHECK_OK(with(PAIR "," PAIR "," PAIR));
    CHECK_OK(with(C_(KID A) "," P_(A KID W)));
    CHECK_OK(with(PAIR "," C_(A KID) "," P_(W A KID)));
    static const char *const forms[] = {
        "",
        C_(A),
        P_(A W) "," C_(A),
        C_(A) "," C_(A),
        P_(A W) "," P_(A W),
        PAIR "," C_(A),
        C_(A) "," PAIR,
        /* halves of two keys are adjacent */
        C_(A) "," C_(A) "," P_(A W) "," P_(A W),
        /* alg, kid, wk: there and equal */
        C_("") "," P_(W),
        C_("") "," P_(A W),
        C_(A) "," P_(W),
        C_(A) "," P_("\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA384+A256KW\"," W),
        C_(A KID) "," P_(A W),
        C_(A) "," P_(A KID W),
        C_(A KID) "," P_(A "\"kid\":\"k2\"," W),
        C_(A KID) "," P_(A "\"kid\":\"\"," W),
        C_(A) "," P_(A),
        C_(A W) "," P_(A W),
        C_(A W) "," P_(A),
        C_(A) "," P_(A "\"wk\":\"\","),
        C_(A) "," P_(A "\"wk\":\"$K\","),
        C_(A) "," P_(A "\"wk\":\"$WAA\","),
        C_(A) "," P_(A "\"wk\":1,"),
        C_(A) "," P_(A "\"wk\":\"A\\u0041\","),
        C_(A) "," P_(A W W),
        /* no other members */
        C_(A) "," P_(A W "\"x\":1,"),
        C_(A "\"enc\":\"A256GCM\",") "," P_(A W "\"enc\":\"A256GCM\","),
        C_(A) "," P_(A W "\"epk\":{},"),
        C_("\"alg\":1,") "," P_(A W),
        C_("\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256K\\u0057\",") "," P_(A W),
        C_(A "\"kid\":null,") "," P_(A W),
        /* an algorithm of another mode, or of none */
        C_("\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256\",") "," P_(
            "\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256\"," W),
        C_("\"alg\":\"CKEM1.X25519.ML-KEM-768+A256KW\",") "," P_(
            "\"alg\":\"CKEM1.X25519.ML-KEM-768+A256KW\"," W),
        /* no header, no key */
        "{\"encrypted_key\":\"$C\"},{\"encrypted_key\":\"$Q\"}",
        C_(A) ",{\"header\":{" A W "\"role\":\"pqc\"}}",
        /* lengths */
        C_(A) ",{\"header\":{" A W "\"role\":\"pqc\"},\"encrypted_key\":\"$C\"}",
        "{\"header\":{" A "\"role\":\"classical\"},\"encrypted_key\":\"\"}," P_(A W),
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        kb_status got = with(forms[i]);
        CHECK_(got == KB_ERR_FORMAT, (void)0, "%s: %s", forms[i], kb_status_name(got));
    }
}

TEST(a_recipient_of_another_scheme_spoils_the_token) {
    prepare(WRAP_HEADER);
    CHECK_STATUS(with(PAIR "," C_("\"alg\":\"ECDH-ES+A256KW\",") "," P_(
                     "\"alg\":\"ECDH-ES+A256KW\"," W)),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(with(PAIR "," C_("\"alg\":\"CKEM2.a.b.c+A256KW\",") "," P_(
                     "\"alg\":\"CKEM2.a.b.c+A256KW\"," W)),
                 KB_ERR_UNSUPPORTED);
}

TEST(pairs_of_unknown_algorithms_are_skipped_whatever_their_lengths) {
    prepare(WRAP_HEADER);
    CHECK_OK(
        with(PAIR "," C_("\"alg\":\"CKEM1.X25519.New-1.HKDF-SHA256+A256KW\",") "," P_(
            "\"alg\":\"CKEM1.X25519.New-1.HKDF-SHA256+A256KW\"," W)));
    CHECK_OK(with("{\"header\":{\"alg\":\"CKEM1.a.b.c+A256KW\",\"role\":\"classical\"},"
                  "\"encrypted_key\":\"\"},"
                  "{\"header\":{\"alg\":\"CKEM1.a.b.c+A256KW\"," W
                  "\"role\":\"pqc\"},\"encrypted_key\":\"AA\"}"));
    /* The rest of their rules holds. */
    CHECK_STATUS(with(PAIR "," C_("\"alg\":\"CKEM1.a.b.c+A256KW\",") "," P_(
                     "\"alg\":\"CKEM1.a.b.c+A256KW\",")),
                 KB_ERR_FORMAT);
}

TEST(wrapped_tokens_are_general_json_with_kc) {
    prepare(WRAP_HEADER);
    CHECK_STATUS(read_form("{" PROT "\"recipients\":[" PAIR "]," GBODY "}"),
                 KB_ERR_FORMAT);
    CHECK_STATUS(read_form("{" PROT UNP "\"encrypted_key\":\"$Q\"," GBODY "}"),
                 KB_ERR_FORMAT);
    CHECK_STATUS(read_form("{" PROT UNP GBODY "}"), KB_ERR_FORMAT);
    CHECK_STATUS(read_form("$P.$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA"),
                 KB_ERR_FORMAT);
}

TEST(other_modes_have_only_role_in_the_headers) {
    prepare(HEADER("direct"));
    CHECK_OK(with(C_("") "," P_("")));
    CHECK_STATUS(with(PAIR), KB_ERR_FORMAT);
    CHECK_STATUS(with(C_("") "," P_(W)), KB_ERR_FORMAT);
    CHECK_STATUS(with(C_(KID) "," P_(KID)), KB_ERR_FORMAT);
    CHECK_STATUS(with(C_(A) "," P_("")), KB_ERR_FORMAT);
    /* The same when the header comes last, after what it rules out. */
    CHECK_STATUS(read_form("{" UNP "\"recipients\":[" C_(KID) "," P_(
                     KID) "]," GBODY ",\"protected\":\"$P\"}"),
                 KB_ERR_FORMAT);
    CHECK_STATUS(read_form("{" UNP "\"recipients\":[" C_("") "," P_("") "," C_("") "," P_(
                     "") "]," GBODY ",\"protected\":\"$P\"}"),
                 KB_ERR_FORMAT);
}

/* Appends n times; returns the end. */
static char *repeat(char *to, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        to += sprintf(to, "%s", text);
    }
    return to;
}

static kb_status with_pairs(size_t pairs, size_t step) {
    size_t room = 4 << 20;
    char *form = malloc(room), *text = malloc(room);
    seen s;
    kb_jwe_serialization how;
    if (form == NULL || text == NULL) {
        exit(1);
    }
    char *at = repeat(form, "{" PROT UNP "\"recipients\":[" PAIR, 1);
    at = repeat(at, "," PAIR, pairs - 1);
    (void)repeat(at, "]," GBODY "}", 1);
    expand(text, form);
    kb_status status = read_split(text, strlen(text), step, &s, &how);
    free(form);
    free(text);
    return status;
}

TEST(there_are_64_keys_at_most) {
    prepare(WRAP_HEADER);
    CHECK_OK(with_pairs(63, 777));
    CHECK_OK(with_pairs(64, 65536));
    CHECK_STATUS(with_pairs(65, 65536), KB_ERR_LIMIT);
}

TEST(a_header_object_has_8_kib_at_most) {
    static char form[32768], text[65536];
    seen s;
    kb_jwe_serialization how;
    prepare(WRAP_HEADER);
    /* {"alg":...,"role":"pqc","wk":...} with as many spaces as make it n bytes. */
    for (int n = KB_JWE_HEADER_MAX_BYTES; n <= KB_JWE_HEADER_MAX_BYTES + 1; n++) {
        char bare[256];
        expand(bare, "{" A W "\"role\":\"pqc\"}");
        snprintf(form, sizeof form,
                 "{" PROT UNP "\"recipients\":[" C_(
                     A) ",{\"header\":{%*s" A W
                        "\"role\":\"pqc\"},\"encrypted_key\":\"$Q\"}]," GBODY "}",
                 n - (int)strlen(bare), "");
        expand(text, form);
        CHECK_STATUS(read_split(text, strlen(text), 1000, &s, &how),
                     n == KB_JWE_HEADER_MAX_BYTES ? KB_OK : KB_ERR_LIMIT);
        snprintf(form, sizeof form,
                 "{" PROT "\"unprotected\":{\"kc\":%*s\"$K\"},\"recipients\":[" PAIR
                 "]," GBODY "}",
                 n - (int)strlen("{\"kc\":\"\"}") - 43, "");
        expand(text, form);
        CHECK_STATUS(read_split(text, strlen(text), 1000, &s, &how),
                     n == KB_JWE_HEADER_MAX_BYTES ? KB_OK : KB_ERR_LIMIT);
    }
    char kid[KB_JWE_HEADER_MAX_BYTES + 10];
    memset(kid, 'k', sizeof kid - 1);
    kid[sizeof kid - 1] = '\0';
    snprintf(form, sizeof form,
             "{" PROT UNP "\"recipients\":[{\"header\":{\"kid\":\"%s\"}}]}", kid);
    expand(text, form);
    CHECK_STATUS(read_split(text, strlen(text), 1000, &s, &how), KB_ERR_LIMIT);
}

int main(void) {
    RUN(segmented_content_has_a_header_of_74_bytes_and_no_tag);
    RUN(each_parameter_byte_of_segments_must_follow_from_enc);
    RUN(segmented_compact_tokens_have_an_empty_tag_part);
    RUN(wrapped_tokens_have_pairs);
    RUN(a_recipient_of_another_scheme_spoils_the_token);
    RUN(pairs_of_unknown_algorithms_are_skipped_whatever_their_lengths);
    RUN(wrapped_tokens_are_general_json_with_kc);
    RUN(other_modes_have_only_role_in_the_headers);
    RUN(there_are_64_keys_at_most);
    RUN(a_header_object_has_8_kib_at_most);
    return TEST_END();
}
