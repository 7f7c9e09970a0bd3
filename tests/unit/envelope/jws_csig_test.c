/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* CSIG1: two keys, and every way to pass with less than both. */
#include "envelope/jws_csig.h"
#include "jws_help.h"

#include <keybraid/hash.h>

static help_key ed, mldsa, stranger;
static char jws[65536];
static char set[KB_JWS_CSIG_SET_CHARS + 1];

static const char payload[] = "what both must sign";

static kb_status verify(const char *text, const help_key *a, const help_key *b) {
    kb_buffer out = {0};
    kb_jws_key keys[2] = {a->key, b->key};
    kb_status status = kb_jws_verify_memory(&out, keys, 2, text, strlen(text));
    CHECK(out.len == (status == KB_OK ? strlen(payload) : 0));
    kb_buffer_free(&out);
    return status;
}

static void keys_and_set(void) {
    kb_jws_signer signers[2];
    help_key_new(&ed, "Ed25519");
    help_key_new(&mldsa, "ML-DSA-65");
    help_key_new(&stranger, "Ed25519");
    kb_jws_key keys[2] = {ed.key, mldsa.key};
    CHECK_OK(kb_jws_key_check(signers, keys, 2, true));
    CHECK_OK(kb_jws_csig_set(set, signers));
}

/* A header with a csig of the set that is at hand. */
static const char *header(const char *alg, const char *s, const char *i, const char *n,
                          const char *more) {
    static char texts[4][1024];
    static int at;
    char *text = texts[at++ % 4];
    (void)snprintf(
        text, sizeof texts[0],
        "{\"alg\":\"%s\",\"kid\":\"k%s\",\"crit\":[\"csig\"],\"csig\":{\"v\":1,"
        "\"policy\":\"all\",\"set\":\"%s\",\"i\":%s,\"n\":%s}%s}",
        alg, i, s, i, n, more);
    return text;
}

static void two(const char *h0, const help_key *k0, const char *h1, const help_key *k1) {
    help_jws_begin(jws, payload);
    help_jws_sign(jws, h0, payload, k0);
    help_jws_sign(jws, h1, payload, k1);
    help_jws_end(jws);
}

/* The header texts of a good pair, with one thing replaced. */
static kb_status with(const char *from, const char *to, int where) {
    char h[2][1024];
    for (int i = 0; i < 2; i++) {
        const char *good = header(i == 0 ? "Ed25519" : "ML-DSA-65", set,
                                  i == 0 ? "0" : "1", "2", ",\"cty\":\"text/plain\"");
        const char *at = strstr(good, from);
        CHECK(at != NULL);
        if (at == NULL) {
            return KB_ERR_INTERNAL;
        }
        if (where == i || where == 2) {
            (void)snprintf(h[i], sizeof h[i], "%.*s%s%s", (int)(at - good), good, to,
                           at + strlen(from));
        } else {
            strcpy(h[i], good);
        }
    }
    two(h[0], &ed, h[1], &mldsa);
    return verify(jws, &ed, &mldsa);
}

TEST(two_keys_sign_together) {
    kb_buffer text = {0}, out = {0};
    kb_jws_info info;
    keys_and_set();
    kb_jws_key keys[2] = {ed.key, mldsa.key};
    REQUIRE_OK(kb_jws_sign_memory(&text, keys, 2, NULL, payload, strlen(payload)));
    CHECK_OK(kb_jws_verify_memory(&out, keys, 2, text.data, text.len));
    CHECK(out.len == strlen(payload) && memcmp(out.data, payload, out.len) == 0);
    CHECK_OK(kb_jws_inspect(&info, text.data, text.len));
    CHECK(info.signatures == 2 && info.is_csig && !info.is_file);
    CHECK_STR(info.alg[0], "Ed25519");
    CHECK_STR(info.alg[1], "ML-DSA-65");
    /* no single key opens it */
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(kb_jws_verify_memory(&out, &keys[i], 1, text.data, text.len),
                     KB_ERR_UNSUPPORTED);
    }
    /* nor the keys in the other order, nor another pair */
    kb_jws_key swapped[2] = {keys[1], keys[0]};
    CHECK_STATUS(kb_jws_verify_memory(&out, swapped, 2, text.data, text.len), KB_ERR_KEY);
    kb_jws_key wrong[2] = {stranger.key, keys[1]};
    CHECK_STATUS(kb_jws_verify_memory(&out, wrong, 2, text.data, text.len), KB_ERR_AUTH);
    CHECK_INT(out.len, 0);
    kb_buffer_free(&text);
    kb_buffer_free(&out);
}

TEST(a_pair_signs_files) {
    kb_buffer text = {0};
    kb_stream *sink = NULL, *stage = NULL;
    keys_and_set();
    kb_jws_key keys[2] = {ed.key, mldsa.key};
    REQUIRE_OK(kb_stream_to_buffer(&sink, &text, SIZE_MAX));
    REQUIRE_OK(kb_jws_sign_new(&stage, keys, 2, sink));
    CHECK_OK(kb_stream_feed(stage, "content", 7));
    CHECK_OK(kb_stream_finish(stage));
    kb_stream_free(stage);
    kb_stream_free(sink);
    for (int i = 0; i < 2; i++) {
        stage = NULL;
        REQUIRE_OK(kb_jws_verify_new(&stage, keys, 2, text.data, text.len));
        CHECK_OK(kb_stream_feed(stage, i == 0 ? "content" : "Content", 7));
        CHECK_STATUS(kb_stream_finish(stage), i == 0 ? KB_OK : KB_ERR_AUTH);
        kb_stream_free(stage);
    }
    stage = NULL;
    CHECK_STATUS(kb_jws_verify_new(&stage, keys, 1, text.data, text.len),
                 KB_ERR_UNSUPPORTED);
    CHECK(stage == NULL);
    kb_buffer_free(&text);
}

/* S by the letter of the definition, with thumbprints of RFC 7638 texts written out. */
TEST(the_set_names_both_keys) {
    static char x[64], pub[4096], text[4500];
    uint8_t input[256], digest[32];
    char want[64] = "";
    size_t n = 0;
    keys_and_set();
    x[0] = pub[0] = '\0';
    help_append_base64url(x, ed.pk, 32);
    help_append_base64url(pub, mldsa.pk, 1952);
    static const char *const algs[] = {"Ed25519", "ML-DSA-65"};
    memcpy(input, "\0\0\0\5CSIG1", 9);
    n = 9;
    for (int i = 0; i < 2; i++) {
        if (i == 0) {
            (void)snprintf(text, sizeof text,
                           "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}", x);
        } else {
            (void)snprintf(text, sizeof text,
                           "{\"alg\":\"ML-DSA-65\",\"kty\":\"AKP\",\"pub\":\"%s\"}", pub);
        }
        CHECK_OK(kb_sha256(digest, text, strlen(text)));
        memcpy(input + n, "\0\0\0", 3);
        input[n + 3] = (uint8_t)strlen(algs[i]);
        memcpy(input + n + 4, algs[i], strlen(algs[i]));
        n += 4 + strlen(algs[i]);
        memcpy(input + n, "\0\0\0\x20", 4);
        memcpy(input + n + 4, digest, 32);
        n += 36;
    }
    CHECK_OK(kb_sha256(digest, input, n));
    help_append_base64url(want, digest, 32);
    CHECK_STR(set, want);
}

/* RFC 8037, appendix A.3. */
TEST(thumbprints_are_those_of_the_standards) {
    static const uint8_t pk[32] = {0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7,
                                   0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
                                   0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25,
                                   0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a};
    kb_jws_key key = {.alg = "Ed25519", .pk = pk, .pk_len = 32};
    kb_jws_signer signer[2];
    char text[64] = "";
    REQUIRE_OK(kb_jws_key_check(signer, &key, 1, false));
    help_append_base64url(text, signer[0].thumbprint, 32);
    CHECK_STR(text, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
}

TEST(a_good_pair_by_hand) {
    keys_and_set();
    two(header("Ed25519", set, "0", "2", ""), &ed, header("ML-DSA-65", set, "1", "2", ""),
        &mldsa);
    CHECK_OK(verify(jws, &ed, &mldsa));
    CHECK_OK(with("text/plain", "text/html", 2));
    /* the other members may stand in any order */
    two(header("Ed25519", set, "0", "2", ",\"a\":1,\"b\":[2,{\"c\":\"d\"}]"), &ed,
        header("ML-DSA-65", set, "1", "2", ",\"b\":[2,{\"c\":\"d\"}],\"a\":1"), &mldsa);
    CHECK_OK(verify(jws, &ed, &mldsa));
}

/* The holder of one broken key signs alone and says that there is but one. */
TEST(one_signature_that_claims_to_be_all) {
    keys_and_set();
    static const char *const counts[] = {"1", "2", "0", "3"};
    for (size_t i = 0; i < 4; i++) {
        help_jws_begin(jws, payload);
        help_jws_sign(jws, header("Ed25519", set, "0", counts[i], ""), payload, &ed);
        help_jws_end(jws);
        CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
        kb_buffer out = {0};
        CHECK(kb_jws_verify_memory(&out, &ed.key, 1, jws, strlen(jws)) != KB_OK);
        kb_buffer_free(&out);
    }
    /* a plain signature of one key is no pair either */
    help_jws_begin(jws, payload);
    help_jws_sign(jws, "{\"alg\":\"Ed25519\"}", payload, &ed);
    help_jws_end(jws);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
}

TEST(one_key_that_signs_twice) {
    keys_and_set();
    two(header("Ed25519", set, "0", "2", ""), &ed, header("ML-DSA-65", set, "1", "2", ""),
        &ed);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_AUTH);
    two(header("Ed25519", set, "0", "2", ""), &ed, header("Ed25519", set, "1", "2", ""),
        &ed);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_KEY);
    kb_jws_key twice[2] = {ed.key, ed.key};
    kb_buffer out = {0};
    CHECK_STATUS(kb_jws_sign_memory(&out, twice, 2, NULL, "p", 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_jws_verify_memory(&out, twice, 2, jws, strlen(jws)), KB_ERR_ARGUMENT);
    kb_buffer_free(&out);
}

TEST(a_half_by_another_key) {
    keys_and_set();
    two(header("Ed25519", set, "0", "2", ""), &stranger,
        header("ML-DSA-65", set, "1", "2", ""), &mldsa);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_AUTH);
}

/* Each half is bound to the pair by the set. */
TEST(halves_of_two_pairs) {
    kb_jws_signer signers[2];
    char other[KB_JWS_CSIG_SET_CHARS + 1];
    keys_and_set();
    kb_jws_key keys[2] = {stranger.key, mldsa.key};
    REQUIRE_OK(kb_jws_key_check(signers, keys, 2, false));
    REQUIRE_OK(kb_jws_csig_set(other, signers));
    two(header("Ed25519", set, "0", "2", ""), &ed,
        header("ML-DSA-65", other, "1", "2", ""), &mldsa);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_AUTH);
    two(header("Ed25519", other, "0", "2", ""), &ed,
        header("ML-DSA-65", other, "1", "2", ""), &mldsa);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_AUTH);
    CHECK_STATUS(with(set, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 2),
                 KB_ERR_AUTH);
    CHECK_STATUS(with(set, "AAAA", 0), KB_ERR_FORMAT);
    CHECK_STATUS(with(set, "", 1), KB_ERR_FORMAT);
}

TEST(swapped_and_repeated_halves) {
    keys_and_set();
    two(header("ML-DSA-65", set, "1", "2", ""), &mldsa,
        header("Ed25519", set, "0", "2", ""), &ed);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
    two(header("ML-DSA-65", set, "0", "2", ""), &mldsa,
        header("Ed25519", set, "1", "2", ""), &ed);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_KEY);
    two(header("Ed25519", set, "0", "2", ""), &ed, header("Ed25519", set, "0", "2", ""),
        &ed);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
    two(header("Ed25519", set, "1", "2", ""), &ed, header("ML-DSA-65", set, "1", "2", ""),
        &mldsa);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
}

TEST(a_third_signature) {
    keys_and_set();
    help_jws_begin(jws, payload);
    help_jws_sign(jws, header("Ed25519", set, "0", "2", ""), payload, &ed);
    help_jws_sign(jws, header("ML-DSA-65", set, "1", "2", ""), payload, &mldsa);
    help_jws_sign(jws, "{\"alg\":\"Ed25519\"}", payload, &stranger);
    help_jws_end(jws);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_UNSUPPORTED);
}

TEST(different_payloads) {
    keys_and_set();
    help_jws_begin(jws, payload);
    help_jws_sign(jws, header("Ed25519", set, "0", "2", ""), payload, &ed);
    help_jws_sign(jws, header("ML-DSA-65", set, "1", "2", ""), "another", &mldsa);
    help_jws_end(jws);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_AUTH);
}

TEST(an_unprotected_header) {
    keys_and_set();
    two(header("Ed25519", set, "0", "2", ""), &ed, header("ML-DSA-65", set, "1", "2", ""),
        &mldsa);
    CHECK_OK(verify(jws, &ed, &mldsa));
    char *at = strstr(jws, "\"signature\":");
    REQUIRE(at != NULL);
    static const char header_text[] = "\"header\":{},";
    memmove(at + sizeof header_text - 1, at, strlen(at) + 1);
    memcpy(at, header_text, sizeof header_text - 1);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
}

TEST(members_that_differ) {
    keys_and_set();
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(with("text/plain", "text/html", i), KB_ERR_FORMAT);
        CHECK_STATUS(with("\"cty\"", "\"typ\"", i), KB_ERR_FORMAT);
        CHECK_STATUS(with("\"cty\"", "\"x\":1,\"cty\"", i), KB_ERR_FORMAT);
        CHECK_STATUS(with(",\"cty\":\"text/plain\"", "", i), KB_ERR_FORMAT);
        CHECK_OK(with("\"kid\":\"k", "\"kid\":\"another", i)); /* kid is the exception */
    }
    static const char *const pairs[][2] = {
        {",\"a\":1", ",\"a\":2"},
        {",\"a\":1", ",\"a\":\"1\""},
        {",\"a\":1", ",\"a\":1.0"},
        {",\"a\":[1,2]", ",\"a\":[12]"},
        {",\"a\":{\"b\":1}", ",\"a\":[\"b\",1]"},
        {",\"a\":true", ",\"a\":false"},
        {",\"a\":null", ",\"b\":null"},
        {",\"a\":\"x\",\"b\":\"y\"", ",\"a\":\"y\",\"b\":\"x\""},
        {",\"a\":\"\"", ",\"a\":null"},
        {",\"a\":[]", ",\"a\":{}"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        two(header("Ed25519", set, "0", "2", pairs[i][0]), &ed,
            header("ML-DSA-65", set, "1", "2", pairs[i][1]), &mldsa);
        CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
        two(header("Ed25519", set, "0", "2", pairs[i][0]), &ed,
            header("ML-DSA-65", set, "1", "2", pairs[i][0]), &mldsa);
        CHECK_OK(verify(jws, &ed, &mldsa));
    }
}

/* crit exactly ["csig"], csig exactly five members with these values. */
TEST(crit_and_csig_to_the_letter) {
    static const struct {
        const char *from, *to;
        kb_status want;
    } cases[] = {
        {"[\"csig\"]", "[]", KB_ERR_FORMAT},
        {"[\"csig\"]", "[\"csig\",\"csig\"]", KB_ERR_UNSUPPORTED},
        {"[\"csig\"]", "[\"csig\",\"cty\"]", KB_ERR_UNSUPPORTED},
        {"[\"csig\"]", "[\"cty\"]", KB_ERR_UNSUPPORTED},
        {"[\"csig\"]", "\"csig\"", KB_ERR_FORMAT},
        {"\"crit\":[\"csig\"],", "", KB_ERR_FORMAT},
        {"\"v\":1", "\"v\":2", KB_ERR_UNSUPPORTED},
        {"\"v\":1", "\"v\":1.0", KB_ERR_UNSUPPORTED},
        {"\"v\":1", "\"v\":\"1\"", KB_ERR_FORMAT},
        {"\"v\":1,", "", KB_ERR_FORMAT},
        {"\"all\"", "\"any\"", KB_ERR_UNSUPPORTED},
        {"\"all\"", "\"classical\"", KB_ERR_UNSUPPORTED},
        {"\"all\"", "\"a\\u006cl\"", KB_ERR_FORMAT},
        {"\"policy\":\"all\",", "", KB_ERR_FORMAT},
        {"\"n\":2", "\"n\":1", KB_ERR_FORMAT},
        {"\"n\":2", "\"n\":3", KB_ERR_FORMAT},
        {"\"n\":2", "\"n\":2e0", KB_ERR_FORMAT},
        {"\"n\":2", "\"n\":\"2\"", KB_ERR_FORMAT},
        {",\"n\":2", "", KB_ERR_FORMAT},
        {"\"n\":2", "\"n\":2,\"x\":0", KB_ERR_FORMAT},
        {"\"n\":2", "\"n\":2,\"n\":2", KB_ERR_FORMAT},
        {"\"n\":2", "\"n\":{\"n\":2}", KB_ERR_FORMAT},
        {"\"csig\":{", "\"csig\":[{", KB_ERR_FORMAT},
    };
    keys_and_set();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int where = 0; where < 3; where++) {
            kb_status status = with(cases[i].from, cases[i].to, where);
            CHECK_(status == cases[i].want, (void)0, "%s -> %s in %d: %s", cases[i].from,
                   cases[i].to, where, kb_status_name(status));
        }
    }
    /* i is another in each half */
    two(header("Ed25519", set, "2", "2", ""), &ed, header("ML-DSA-65", set, "1", "2", ""),
        &mldsa);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
    two(header("Ed25519", set, "0", "2", ""), &ed,
        header("ML-DSA-65", set, "-1", "2", ""), &mldsa);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_FORMAT);
}

/* EdDSA is read for a key alone, but a pair says its names exactly. */
TEST(names_of_algorithms_are_exact) {
    keys_and_set();
    two(header("EdDSA", set, "0", "2", ""), &ed, header("ML-DSA-65", set, "1", "2", ""),
        &mldsa);
    CHECK_STATUS(verify(jws, &ed, &mldsa), KB_ERR_KEY);
}

int main(void) {
    RUN(two_keys_sign_together);
    RUN(a_pair_signs_files);
    RUN(the_set_names_both_keys);
    RUN(thumbprints_are_those_of_the_standards);
    RUN(a_good_pair_by_hand);
    RUN(one_signature_that_claims_to_be_all);
    RUN(one_key_that_signs_twice);
    RUN(a_half_by_another_key);
    RUN(halves_of_two_pairs);
    RUN(swapped_and_repeated_halves);
    RUN(a_third_signature);
    RUN(different_payloads);
    RUN(an_unprotected_header);
    RUN(members_that_differ);
    RUN(crit_and_csig_to_the_letter);
    RUN(names_of_algorithms_are_exact);
    return TEST_END();
}
