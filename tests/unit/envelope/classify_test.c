/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tolerant classification: every kind, what it survives, and that cuts do not matter. */
#include "envelope/classify.h"

#include "codec/base64url.h"
#include "test.h"

#include <stdarg.h>

static char text[1 << 17], header_b64[2048];

/* The base64url text of n zero bytes. */
static const char *filler(size_t bytes) {
    static char buffers[4][20000];
    static int turn;
    char *out = buffers[turn = (turn + 1) % 4];
    size_t n = KB_BASE64URL_TEXT_LEN(bytes);
    for (size_t i = 0; i < n; i++) {
        out[i] = 'A';
    }
    out[n] = '\0';
    return out;
}

static const char *b64(const char *header) {
    kb_base64url_encode(header_b64, header, strlen(header));
    header_b64[KB_BASE64URL_TEXT_LEN(strlen(header))] = '\0';
    return header_b64;
}

static kb_jwe_survey survey_of(const void *data, size_t len, size_t step) {
    kb_jwe_survey s = {.kind = KB_JWE_KIND_NONE};
    kb_jwe_classifier *c = NULL;
    const char *p = data;
    CHECK_OK(kb_jwe_classifier_new(&c));
    for (size_t at = 0; c != NULL && at < len; at += step) {
        (void)kb_jwe_classifier_feed(c, p + at, len - at < step ? len - at : step);
    }
    if (c != NULL) {
        kb_jwe_classifier_finish(c, &s);
    }
    kb_jwe_classifier_free(c);
    return s;
}

/* Classifies the text whole, and checks that pieces of other sizes give the same. */
static kb_jwe_survey classify(void) {
    static const size_t steps[] = {1, 2, 7, 1021};
    size_t len = strlen(text);
    kb_jwe_survey whole = survey_of(text, len, len + 1);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        kb_jwe_survey cut = survey_of(text, len, steps[i]);
        CHECK_INT(cut.kind, whole.kind);
        CHECK_INT(cut.shape, whole.shape);
        CHECK_INT(cut.recipients, whole.recipients);
        CHECK_INT(cut.short_hqc != NULL, whole.short_hqc != NULL);
        CHECK_INT(cut.fault.status, whole.fault.status);
        CHECK_INT(cut.fault.offset, whole.fault.offset);
        for (int f = 0; f < KB_JWE_FAMILY_COUNT; f++) {
            CHECK_INT(cut.count[f], whole.count[f]);
            CHECK_STR(cut.alg[f].text, whole.alg[f].text);
        }
    }
    return whole;
}

__attribute__((format(printf, 1, 2))) static kb_jwe_survey of(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return classify();
}

#define TAIL "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"AAAA\",\"tag\":\"AAAA\""
#define EPK                                                                              \
    "\"epk\":{\"kty\":\"OKP\",\"crv\":\"X25519\",\"x\":"                                 \
    "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}"
#define PUBLISHED_PQC(alg)                                                               \
    "{\"header\":{\"alg\":\"" alg "+A256KW\",\"role\":\"pqc\",\"ek\":\"%s\"},"           \
    "\"encrypted_key\":\"%s\"}"
#define PUBLISHED(pqc)                                                                   \
    "{\"protected\":\"%s\",\"recipients\":[{\"header\":{\"alg\":\"ECDH-ES+A256KW\","     \
    "\"role\":\"classical\"," EPK "},\"encrypted_key\":\"%s\"}," pqc "]," TAIL "}"

TEST(a_key_wrapped_under_each_component_is_an_or_token) {
    kb_jwe_survey s =
        of(PUBLISHED(PUBLISHED_PQC("ML-KEM-768")), b64("{\"enc\":\"A256GCM\"}"),
           filler(40), filler(1088), filler(40));
    CHECK_INT(s.kind, KB_JWE_KIND_OR);
    CHECK_INT(s.shape, KB_JWE_SHAPE_GENERAL);
    CHECK_INT(s.recipients, 2);
    CHECK_INT(s.count[KB_JWE_FAMILY_CLASSICAL], 1);
    CHECK_INT(s.count[KB_JWE_FAMILY_POST_QUANTUM], 1);
    CHECK_STR(s.alg[KB_JWE_FAMILY_CLASSICAL].text, "ECDH-ES+A256KW");
    CHECK_STR(s.alg[KB_JWE_FAMILY_POST_QUANTUM].text, "ML-KEM-768+A256KW");
    CHECK_STR(s.enc.text, "A256GCM");
    CHECK(s.short_hqc == NULL);
    CHECK_INT(s.fault.status, KB_OK);
}

TEST(roles_tell_the_halves_of_an_old_token_that_names_no_algorithm_of_its_own) {
    kb_jwe_survey s = of("{\"recipients\":[{\"header\":{\"role\":\"classical\"},"
                         "\"encrypted_key\":\"AAAA\"},{\"header\":{\"role\":\"pqc\"},"
                         "\"encrypted_key\":\"AAAA\"}],\"protected\":\"%s\"," TAIL "}",
                         b64("{\"alg\":\"COMPOSITE\",\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_OR);
    CHECK_INT(s.count[KB_JWE_FAMILY_CLASSICAL], 1);
    CHECK_INT(s.count[KB_JWE_FAMILY_POST_QUANTUM], 1);
}

/* The lengths of the published sizes: 4433, 8978, 14421. */
TEST(a_large_hqc_set_with_the_ciphertext_of_hqc_128_is_short) {
    static const struct {
        size_t ek, key;
        bool is_short;
    } rows[] = {{4433, 40, true},   {0, 4433, true},  {0, 4473, true},  {4432, 40, false},
                {8978, 40, false},  {0, 8978, false}, {0, 9018, false}, {0, 4690, false},
                {14421, 40, false}, {32, 40, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_jwe_survey s =
            of(PUBLISHED(PUBLISHED_PQC("HQC-192")), b64("{\"enc\":\"A256GCM\"}"),
               filler(40), filler(rows[i].ek), filler(rows[i].key));
        CHECK_INT(s.kind, KB_JWE_KIND_OR);
        CHECK_(rows[i].is_short == (s.short_hqc != NULL), (void)0, "ek %zu, key %zu",
               rows[i].ek, rows[i].key);
    }
}

TEST(only_the_large_hqc_sets_can_be_short_under_any_of_their_names) {
    static const struct {
        const char *alg, *want;
    } rows[] = {{"HQC-128", NULL},           {"HQC-192", "HQC-192"},
                {"HQC-256", "HQC-256"},      {"HQC192", "HQC-192"},
                {"HQC_256", "HQC-256"},      {"HQC-3", "HQC-192"},
                {"HQC-5+A256KW", "HQC-256"}, {"HQC-1", NULL},
                {"HQC-1920", NULL},          {"HQC", NULL},
                {"ML-KEM-1024", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_jwe_survey s = of("{\"protected\":\"%s\",\"header\":{\"alg\":\"%s\"},"
                             "\"encrypted_key\":\"%s\"," TAIL "}",
                             b64("{\"enc\":\"A256GCM\"}"), rows[i].alg, filler(4433));
        CHECK_INT(s.kind, KB_JWE_KIND_OTHER);
        CHECK_INT(s.shape, KB_JWE_SHAPE_FLATTENED);
        CHECK_(rows[i].want == NULL
                   ? s.short_hqc == NULL
                   : s.short_hqc != NULL && strcmp(s.short_hqc, rows[i].want) == 0,
               (void)0, "%s", rows[i].alg);
    }
}

TEST(a_short_hqc_ciphertext_is_found_when_the_algorithm_is_named_after_it) {
    kb_jwe_survey s =
        of("{\"recipients\":[{\"encrypted_key\":\"%s\"}],\"protected\":\"%s\"," TAIL "}",
           filler(4433), b64("{\"alg\":\"HQC-256\",\"enc\":\"A256GCM\"}"));
    CHECK_STR(s.short_hqc, "HQC-256");
    CHECK_INT(s.count[KB_JWE_FAMILY_POST_QUANTUM], 1);
}

#define CKEM(alg, mode)                                                                  \
    "{\"alg\":\"" alg "\",\"enc\":\"A256GCM\",\"crit\":[\"ckem\"],"                      \
    "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"" mode "\"}}"
#define DIRECT(key)                                                                      \
    "{\"protected\":\"%s\",\"unprotected\":{\"kc\":\"AAAA\"},\"recipients\":[{"          \
    "\"header\""                                                                         \
    ":{\"role\":\"classical\"},\"encrypted_key\":\"AAAA\"},{\"header\":{\"role\":"       \
    "\"pqc\"},\"encrypted_key\":\"" key "\"}]," TAIL "}"

TEST(our_own_tokens_are_ckem1_in_every_form) {
    kb_jwe_survey s =
        of(DIRECT("%s"), b64(CKEM("CKEM1.X25519.ML-KEM-768.HKDF-SHA256", "direct")),
           filler(1088));
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
    CHECK_INT(s.recipients, 2);
    CHECK_INT(s.count[KB_JWE_FAMILY_CKEM1], 2);
    CHECK_INT(s.protect, KB_OK);
    CHECK_INT(s.process, KB_OK);
    s = of("%s.%s.AAAA.AAAA.AAAA",
           b64(CKEM("CKEM1.X25519.ML-KEM-768.HKDF-SHA256", "single")), filler(1152));
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
    CHECK_INT(s.shape, KB_JWE_SHAPE_COMPACT);
    s = of("{\"protected\":\"%s\",\"unprotected\":{\"kc\":\"AAAA\"},\"recipients\":["
           "{\"header\":{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW\","
           "\"role\":\"classical\"},\"encrypted_key\":\"AAAA\"},"
           "{\"header\":{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW\","
           "\"role\":\"pqc\",\"wk\":\"AAAA\"},\"encrypted_key\":\"AAAA\"}]," TAIL "}",
           b64("{\"enc\":\"A256GCM\",\"crit\":[\"ckem\"]}"));
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
}

TEST(a_segmented_compact_token_has_an_empty_last_part) {
    kb_jwe_survey s =
        of("%s.%s.AAAA.AAAA.", b64(CKEM("CKEM1.X25519.ML-KEM-768.HKDF-SHA256", "single")),
           filler(1152));
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
    CHECK_INT(s.fault.status, KB_OK);
}

TEST(policy_is_asked_about_the_pair_of_a_ckem1_token) {
    kb_jwe_survey s =
        of(DIRECT("AAAA"), b64(CKEM("CKEM1.X25519.ML-KEM-512.HKDF-SHA256", "direct")));
    CHECK_INT(s.protect, KB_ERR_POLICY);
    CHECK(strstr(s.protect_text, "not recommended") != NULL);
    CHECK_INT(s.process, KB_OK);
    s = of(DIRECT("AAAA"), b64(CKEM("CKEM1.X25519.ML-KEM-1024.HKDF-SHA256", "direct")));
    CHECK_INT(s.protect, KB_ERR_POLICY);
    CHECK(strstr(s.protect_text, "levels") != NULL);
    s = of(DIRECT("AAAA"), b64(CKEM("CKEM1.X25519.DKEM-128.HKDF-SHA256", "direct")));
    CHECK_INT(s.protect, KB_ERR_POLICY);
    CHECK_INT(s.process, KB_ERR_POLICY);
    CHECK(strstr(s.process_text, "experimental") != NULL);
    s = of(DIRECT("AAAA"), b64(CKEM("CKEM1.X25519.HQC-128-V500.HKDF-SHA256", "direct")));
    CHECK_INT(s.protect, KB_ERR_POLICY);
    CHECK_INT(s.process, KB_OK);
    s = of(DIRECT("AAAA"), b64(CKEM("CKEM1.X25519.NEW-KEM.HKDF-SHA256", "direct")));
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
    CHECK_INT(s.protect, KB_OK); /* unknown: for the reader to refuse */
}

TEST(a_ckem1_token_can_carry_a_short_hqc_ciphertext) {
    kb_jwe_survey s =
        of(DIRECT("%s"), b64(CKEM("CKEM1.P-384.HQC-192-R26.HKDF-SHA256", "direct")),
           filler(4433));
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
    CHECK_STR(s.short_hqc, "HQC-192");
    s = of(DIRECT("%s"), b64(CKEM("CKEM1.P-384.HQC-192-R26.HKDF-SHA256", "direct")),
           filler(8978));
    CHECK(s.short_hqc == NULL);
    s = of("%s.%s.AAAA.AAAA.AAAA",
           b64(CKEM("CKEM1.P-521.HQC-256-R26.HKDF-SHA256", "single")),
           filler(133 + 4433 + 32));
    CHECK_STR(s.short_hqc, "HQC-256");
}

TEST(one_foreign_recipient_makes_an_or_token_of_a_ckem1_token) {
    kb_jwe_survey s = of(
        "{\"protected\":\"%s\",\"recipients\":[{\"header\":{\"role\":"
        "\"classical\"}},{\"header\":{\"role\":\"pqc\"}},"
        "{\"header\":{\"alg\":\"RSA-OAEP-256\"},\"encrypted_key\":\"AAAA\"}]," TAIL "}",
        b64(CKEM("CKEM1.X25519.ML-KEM-768.HKDF-SHA256", "direct")));
    CHECK_INT(s.kind, KB_JWE_KIND_OR);
    CHECK_INT(s.count[KB_JWE_FAMILY_CKEM1], 2);
    CHECK_INT(s.count[KB_JWE_FAMILY_CLASSICAL], 1);
}

TEST(the_families_of_compact_tokens) {
    static const struct {
        const char *alg;
        kb_jwe_kind kind;
        kb_jwe_family family;
    } rows[] = {{"ECDH-ES", KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL},
                {"ECDH-ES+A128KW", KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL},
                {"RSA-OAEP", KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL},
                {"RSA1_5", KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL},
                {"HPKE-0", KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL},
                {"HPKE-7-KE", KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL},
                {"HPKE-1-KE", KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL},
                {"HPKE-9", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_HYBRID},
                {"HPKE-10-KE", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_HYBRID},
                {"HPKE-13", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_POST_QUANTUM},
                {"HPKE-14", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_UNKNOWN},
                {"HPKE-", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_UNKNOWN},
                {"HPKE-4294967296", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_UNKNOWN},
                {"ML-KEM-768+A192KW", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_POST_QUANTUM},
                {"HQC-128", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_POST_QUANTUM},
                {"dir", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_SYMMETRIC},
                {"A256KW", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_SYMMETRIC},
                {"PBES2-HS256+A128KW", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_SYMMETRIC},
                {"XYZ", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_UNKNOWN},
                {"ckem1.X25519.ML-KEM-768.X", KB_JWE_KIND_OTHER, KB_JWE_FAMILY_UNKNOWN}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char header[128];
        snprintf(header, sizeof header, "{\"alg\":\"%s\",\"enc\":\"A256GCM\"}",
                 rows[i].alg);
        kb_jwe_survey s = of("%s.AAAA.AAAA.AAAA.AAAA\n", b64(header));
        CHECK_(s.kind == rows[i].kind && s.count[rows[i].family] == 1, (void)0, "%s: %s",
               rows[i].alg, kb_jwe_kind_name(s.kind));
        CHECK_STR(s.alg[rows[i].family].text, rows[i].alg);
        CHECK_INT(s.fault.status, KB_OK);
    }
}

TEST(recipients_are_weighed_together) {
    kb_jwe_survey s =
        of("{\"protected\":\"%s\",\"recipients\":[{\"header\":{\"alg\":\"ECDH-ES"
           "+A256KW\"}},{\"header\":{\"alg\":\"RSA-OAEP\"}}]," TAIL "}",
           b64("{\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.count[KB_JWE_FAMILY_CLASSICAL], 2);
    s = of("{\"protected\":\"%s\",\"recipients\":[{\"header\":{\"alg\":\"ML-KEM-768\"}},"
           "{\"header\":{\"alg\":\"HQC-128\"}}]," TAIL "}",
           b64("{\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_OR);
    CHECK_INT(s.count[KB_JWE_FAMILY_CLASSICAL], 0);
    s = of("{\"protected\":\"%s\",\"recipients\":[{\"encrypted_key\":\"AAAA\"}]," TAIL
           "}",
           b64("{\"alg\":\"ECDH-ES+A256KW\",\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.recipients, 1);
}

TEST(what_is_no_jwe_is_no_token) {
    static const char *const texts[] = {
        "",
        " \r\n",
        "hello world\n",
        "hello",
        "1234",
        "[]",
        "\"text\"",
        "{}",
        "{\"name\":\"package\",\"header\":{\"title\":\"x\"},\"ciphertext\":\"AAAA\"}",
        "{\"ciphertext\":\"AAAA\",\"alg\":\"ECDH-ES\"}",
        "{\"recipients\":[{\"header\":{\"name\":\"Ann\"}}]}",
        ".",
        "....",
        "AAAA.AAAA.AAAA.AAAA.AAAA",
        "e30.AAAA.AAAA",
        "-----BEGIN PUBLIC KEY-----\n",
        "#!/bin/sh\n",
        "\xEF\xBB\xBF",
        "\xEF\xBB{\"protected\":\"e30\"}",
        "\xFF\xFE{",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        kb_jwe_survey s = of("%s", texts[i]);
        CHECK_(s.kind == KB_JWE_KIND_NONE && s.fault.status == KB_OK && s.recipients == 0,
               (void)0, "text %zu: %s", i, kb_jwe_kind_name(s.kind));
    }
    /* Signatures: JWS in compact and general form. */
    kb_jwe_survey s = of("%s.AAAA.AAAA", b64("{\"alg\":\"ES256\",\"typ\":\"JWT\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_NONE);
    s = of("{\"payload\":\"AAAA\",\"signatures\":[{\"protected\":\"%s\",\"signature\":"
           "\"AAAA\"}]}",
           b64("{\"alg\":\"ES256\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_NONE);
    s = of("{\"payload\":\"AAAA\",\"protected\":\"%s\",\"signature\":\"AAAA\"}",
           b64("{\"alg\":\"ES256\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_NONE);
}

TEST(binary_files_are_no_tokens_and_are_left_early) {
    static uint8_t bytes[4096];
    static const uint8_t png[] = {0x89, 'P',  'N', 'G', '\r', '\n',
                                  0x1a, '\n', 0,   0,   0,    13};
    kb_jwe_classifier *c = NULL;
    for (int first = 0; first < 256; first++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            bytes[i] = (uint8_t)((unsigned)first + i * 151);
        }
        CHECK_INT(survey_of(bytes, sizeof bytes, 64).kind, KB_JWE_KIND_NONE);
    }
    CHECK_INT(survey_of(png, sizeof png, 5).kind, KB_JWE_KIND_NONE);
    REQUIRE_OK(kb_jwe_classifier_new(&c));
    CHECK(!kb_jwe_classifier_feed(c, png, sizeof png));
    kb_jwe_classifier_free(c);
}

TEST(a_token_that_breaks_off_is_still_recognised_and_the_fault_told) {
    kb_jwe_survey s;
    size_t recognised = 0, len;
    (void)of(PUBLISHED(PUBLISHED_PQC("ML-KEM-768")), b64("{\"enc\":\"A256GCM\"}"),
             filler(40), filler(60), filler(40));
    len = strlen(text);
    for (size_t n = 0; n < len; n++) {
        s = survey_of(text, n, n + 1);
        if (s.kind != KB_JWE_KIND_NONE) {
            recognised++;
            CHECK(s.fault.status == KB_ERR_FORMAT && s.fault.text[0] != '\0');
        }
        if (strstr(text, "]") < text + n) {
            CHECK_INT(s.kind, KB_JWE_KIND_OR);
        }
    }
    CHECK(recognised > len / 2);
    s = of("%s.AAAA.AAAA", b64("{\"alg\":\"ECDH-ES\",\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
}

TEST(bytes_after_a_token_are_told) {
    kb_jwe_survey s =
        of("%s.A.A.A.A\n\n  x", b64("{\"alg\":\"ECDH-ES\",\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
    s = of("%s.A.A.A.A.A", b64("{\"alg\":\"ECDH-ES\",\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
    s = of("{\"header\":{\"alg\":\"dir\"}," TAIL "} {}");
    CHECK_INT(s.kind, KB_JWE_KIND_OTHER);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
    CHECK(s.fault.has_offset);
}

TEST(duplicate_names_end_the_reading_with_what_was_seen) {
    kb_jwe_survey s = of("{\"header\":{\"alg\":\"ECDH-ES\"},\"ciphertext\":\"AAAA\","
                         "\"ciphertext\":\"AAAA\"}");
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
    s = of("{\"ciphertext\":\"AAAA\",\"protected\":\"%s\"," TAIL "}",
           b64("{\"alg\":\"ECDH-ES\",\"alg\":\"ML-KEM-768\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
    CHECK(strstr(s.fault.text, "already") != NULL);
}

TEST(a_protected_header_that_cannot_be_read_does_not_hide_the_recipients) {
    kb_jwe_survey s = of("{\"protected\":\"***\",\"recipients\":[{\"header\":{\"alg\":"
                         "\"ECDH-ES\"}}]," TAIL "}");
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK(strncmp(s.fault.text, "protected header", 16) == 0);
}

TEST(a_string_that_breaks_off_is_not_taken_for_a_name) {
    kb_jwe_survey s =
        of("{\"ciphertext\":\"AAAA\",\"header\":{\"alg\":\"ECDH-ES\x01\"}}");
    CHECK_INT(s.kind, KB_JWE_KIND_NONE);
    s = of("{\"ciphertext\":\"AAAA\",\"protected\":\"%s*AAA\"}",
           b64("{\"alg\":\"ECDH-ES+A256KW\",\"enc\":\"A256GCM\",\"x\":\"1\""));
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
}

TEST(bombs_of_depth_and_members_are_bounded) {
    size_t n = (size_t)snprintf(text, sizeof text, "{\"recipients\":");
    for (size_t i = 0; i < 60000; i++) {
        text[n++] = '[';
    }
    text[n] = '\0';
    CHECK_INT(survey_of(text, n, n).kind, KB_JWE_KIND_NONE);
    n = (size_t)snprintf(text, sizeof text,
                         "{\"header\":{\"alg\":\"ECDH-ES\"},"
                         "\"ciphertext\":\"AAAA\"");
    for (unsigned i = 0; i < 5000; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, ",\"%u\":0", i);
    }
    kb_jwe_survey s = survey_of(text, n, n);
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.fault.status, KB_ERR_LIMIT);
    n = (size_t)snprintf(text, sizeof text, "{\"ciphertext\":\"AAAA\",\"recipients\":[");
    for (unsigned i = 0; i < 6000; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%s{\"header\":{}}",
                              i ? "," : "");
    }
    n += (size_t)snprintf(text + n, sizeof text - n, "],\"protected\":\"%s\"}",
                          b64("{\"alg\":\"ECDH-ES+A256KW\"}"));
    s = survey_of(text, n, n);
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.recipients, 6000);
}

TEST(a_byte_order_mark_and_white_space_do_not_hide_a_token) {
    kb_jwe_survey s =
        of("\xEF\xBB\xBF\r\n {\"header\":{\"alg\":\"ECDH-ES\"}," TAIL "}\r\n");
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
    CHECK_INT(s.fault.status, KB_OK);
    s = of(" \n%s.A.A.A.A", b64("{\"alg\":\"ECDH-ES\",\"enc\":\"A256GCM\"}"));
    CHECK_INT(s.kind, KB_JWE_KIND_CLASSICAL);
}

TEST(names_from_a_token_are_cut_and_printable) {
    kb_jwe_survey s =
        of("{\"header\":{\"alg\":\"RSA\\u001b[31m%s\"}," TAIL "}", filler(300));
    CHECK_INT(s.alg[KB_JWE_FAMILY_CLASSICAL].len, sizeof s.alg[0].text - 1);
    CHECK(strncmp(s.alg[KB_JWE_FAMILY_CLASSICAL].text, "RSA?[31mAAA", 11) == 0);
}

TEST(the_head_of_a_container_is_read) {
    static uint8_t bytes[4096];
    kb_jwe_survey s;
    size_t n =
        (size_t)snprintf(text, sizeof text,
                         "{\"protected\":\"%s\",\"recipients\":[{\"encrypted_key\":"
                         "\"AAAA\"}]}",
                         b64(CKEM("CKEM1.X25519.DKEM-128.HKDF-SHA256", "single")));
    memcpy(bytes,
           "\x89"
           "CKEM1\r\n\0\0",
           10);
    bytes[10] = (uint8_t)(n >> 8);
    bytes[11] = (uint8_t)n;
    memcpy(bytes + 12, text, n);
    for (size_t step = 1; step < 40; step += 13) {
        s = survey_of(bytes, 12 + n + 100, step);
        CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
        CHECK_INT(s.shape, KB_JWE_SHAPE_CONTAINER);
        CHECK_INT(s.process, KB_ERR_POLICY);
        CHECK_INT(s.fault.status, KB_OK);
    }
    s = survey_of(bytes, 12 + n - 1, 4096);
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
    CHECK_INT(survey_of(bytes, 11, 4096).kind, KB_JWE_KIND_NONE);
    bytes[8] = 1; /* 16 MiB of head */
    s = survey_of(bytes, 12 + n, 4096);
    CHECK_INT(s.kind, KB_JWE_KIND_CKEM1);
    CHECK_INT(s.fault.status, KB_ERR_FORMAT);
}

int main(void) {
    RUN(a_key_wrapped_under_each_component_is_an_or_token);
    RUN(roles_tell_the_halves_of_an_old_token_that_names_no_algorithm_of_its_own);
    RUN(a_large_hqc_set_with_the_ciphertext_of_hqc_128_is_short);
    RUN(only_the_large_hqc_sets_can_be_short_under_any_of_their_names);
    RUN(a_short_hqc_ciphertext_is_found_when_the_algorithm_is_named_after_it);
    RUN(our_own_tokens_are_ckem1_in_every_form);
    RUN(a_segmented_compact_token_has_an_empty_last_part);
    RUN(policy_is_asked_about_the_pair_of_a_ckem1_token);
    RUN(a_ckem1_token_can_carry_a_short_hqc_ciphertext);
    RUN(one_foreign_recipient_makes_an_or_token_of_a_ckem1_token);
    RUN(the_families_of_compact_tokens);
    RUN(recipients_are_weighed_together);
    RUN(what_is_no_jwe_is_no_token);
    RUN(binary_files_are_no_tokens_and_are_left_early);
    RUN(a_token_that_breaks_off_is_still_recognised_and_the_fault_told);
    RUN(bytes_after_a_token_are_told);
    RUN(duplicate_names_end_the_reading_with_what_was_seen);
    RUN(a_protected_header_that_cannot_be_read_does_not_hide_the_recipients);
    RUN(a_string_that_breaks_off_is_not_taken_for_a_name);
    RUN(bombs_of_depth_and_members_are_bounded);
    RUN(a_byte_order_mark_and_white_space_do_not_hide_a_token);
    RUN(names_from_a_token_are_cut_and_printable);
    RUN(the_head_of_a_container_is_read);
    return TEST_END();
}
