/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/alg.h"
#include "test.h"

static kb_status parse(kb_composite_alg *out, const char *text) {
    return kb_composite_alg_parse(out, text, strlen(text));
}

TEST(every_pair_and_kdf_is_taken_apart) {
    static const char *const classical[] = {"X25519", "X448", "P-256", "P-384", "P-521"};
    static const char *const pqc[] = {"ML-KEM-512", "ML-KEM-768", "ML-KEM-1024",
                                      "HQC-128-R26", "HQC-256-V500"};
    static const char *const kdf[] = {"HKDF-SHA256", "HKDF-SHA384", "HKDF-SHA512",
                                      "SHA3-256", "KMAC256"};
    for (int i = 0; i < 5 * 5 * 5; i++) {
        char text[KB_COMPOSITE_ALG_MAX_BYTES];
        kb_composite_alg alg;
        snprintf(text, sizeof text, "CKEM1.%s.%s.%s", classical[i / 25], pqc[i / 5 % 5],
                 kdf[i % 5]);
        CHECK_OK(parse(&alg, text));
        CHECK_STR(alg.text, text);
        CHECK_STR(alg.classical->id, classical[i / 25]);
        CHECK_STR(alg.pqc->id, pqc[i / 5 % 5]);
        CHECK_INT(alg.kdf, i % 5);
        CHECK(!alg.is_wrap);
        snprintf(text, sizeof text, "CKEM1.%s.%s.%s+A256KW", classical[i / 25],
                 pqc[i / 5 % 5], kdf[i % 5]);
        CHECK_OK(parse(&alg, text));
        CHECK_STR(alg.text, text);
        CHECK_STR(alg.pqc->id, pqc[i / 5 % 5]);
        CHECK_INT(alg.kdf, i % 5);
        CHECK(alg.is_wrap);
    }
}

TEST(everything_else_is_unsupported) {
    static const char *const texts[] = {
        "",
        "CKEM1",
        "CKEM1.",
        "CKEM1.X25519",
        "CKEM1.X25519.ML-KEM-768",
        "CKEM1.X25519.ML-KEM-768.",
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA1",
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA256.",
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA256 ",
        "CKEM1.X25519.ML-KEM-768.hkdf-sha256",
        "CKEM1.ML-KEM-768.X25519.HKDF-SHA256",
        "CKEM1.X25519.X448.HKDF-SHA256",
        "CKEM1.ML-KEM-768.ML-KEM-768.HKDF-SHA256",
        "CKEM1.X25519.HQC-128.HKDF-SHA256",
        "CKEM1..ML-KEM-768.HKDF-SHA256",
        "CKEM1.X25519.ML-KEM-768.+A256KW",
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A128KW",
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW ",
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW+A256KW",
        "CKEM1.X25519.ML-KEM-768+A256KW.HKDF-SHA256",
        "CKEM2.X25519.ML-KEM-768.HKDF-SHA256",
        "ckem1.X25519.ML-KEM-768.HKDF-SHA256",
        "ECDH-ES",
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA256aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "CKEM1.X25519.ML-KEM-768.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "CKEM1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.ML-KEM-768.SHA3-256",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        kb_composite_alg alg;
        CHECK_STATUS(parse(&alg, texts[i]), KB_ERR_UNSUPPORTED);
    }
}

TEST(names_of_wrapped_mode_are_told_by_their_build) {
    static const char *const good[] = {
        "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW",
        "CKEM1.X25519.HQC-128-R26.KMAC256+A256KW",
        "CKEM1.a.b.c+A256KW",
        ("CKEM1.Sntrup.FrodoKEM-1344-SHAKE-of-some-later-year-and-more.Ascon-XOF128"
         "+A256KW"),
    };
    static const char *const bad[] = {
        "",
        "+A256KW",
        "CKEM1.+A256KW",
        "CKEM1.a.b+A256KW",
        "CKEM1.a.b.+A256KW",
        "CKEM1..b.c+A256KW",
        "CKEM1.a..c+A256KW",
        "CKEM1.a.b.c.d+A256KW",
        "CKEM1.a.b.c",
        "CKEM1.a.b.c+A128KW",
        "CKEM1.a.b.c+A256KW+A256KW",
        "CKEM1.a.b.c d+A256KW",
        "CKEM1.a.b.\xc3\xa9+A256KW",
        "CKEM2.a.b.c+A256KW",
        "ECDH-ES+A256KW",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK(kb_composite_alg_is_wrap_name(good[i], strlen(good[i])));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_(!kb_composite_alg_is_wrap_name(bad[i], strlen(bad[i])), (void)0, "%s",
               bad[i]);
    }
}

int main(void) {
    RUN(names_of_wrapped_mode_are_told_by_their_build);
    RUN(every_pair_and_kdf_is_taken_apart);
    RUN(everything_else_is_unsupported);
    return TEST_END();
}
