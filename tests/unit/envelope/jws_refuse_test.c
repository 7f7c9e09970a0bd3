/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JWS texts and protected headers that a verifier with one key refuses. */
#include "jws_help.h"

static help_key one;
static char jws[65536];

static kb_status verify(const char *text, const help_key *k, kb_buffer *payload) {
    return kb_jws_verify_memory(payload, &k->key, 1, text, strlen(text));
}

/* A header, and what a verifier with one Ed25519 key says to it. */
TEST(headers_that_are_refused) {
    static const struct {
        const char *header;
        kb_status want;
    } cases[] = {
        {"{\"alg\":\"Ed25519\"}", KB_OK},
        {"{\"alg\":\"EdDSA\"}", KB_OK},
        {"{\"alg\":\"Ed25519\",\"kid\":\"somebody else's\"}", KB_OK},
        {"{\"alg\":\"Ed25519\",\"typ\":\"JWT\",\"cty\":\"a\\u0062c\",\"x\":[1,{}]}",
         KB_OK},
        {"{\"alg\":\"none\"}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"\"}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"HS256\"}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"ed25519\"}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"ECDSA-P256\"}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"ES256\"}", KB_ERR_KEY},
        {"{\"alg\":\"Ed448\"}", KB_ERR_KEY},
        {"{\"alg\":\"ML-DSA-65-Ed25519\"}", KB_ERR_KEY},
        {"{}", KB_ERR_FORMAT},
        {"", KB_ERR_FORMAT},
        {"[]", KB_ERR_FORMAT},
        {"{\"alg\":null}", KB_ERR_FORMAT},
        {"{\"alg\":[\"Ed25519\"]}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed\\u00325519\"}", KB_ERR_FORMAT},
        {"{\"\\u0061lg\":\"Ed25519\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"alg\":\"Ed25519\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"x\":1,\"\\u0078\":1}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"x\":{\"y\":1,\"y\":1}}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\"} {}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"kid\":7}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"kid\":\"\\u0041\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"cty\":{}}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"cty\":\"\\u0000\"}", KB_ERR_FORMAT},
        /* crit */
        {"{\"alg\":\"Ed25519\",\"crit\":[]}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"crit\":\"exp\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"crit\":{}}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"crit\":[1]}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"crit\":[[\"exp\"]],\"exp\":1}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"crit\":[\"exp\"],\"exp\":1}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"Ed25519\",\"crit\":[\"exp\"]}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"Ed25519\",\"crit\":[\"alg\"]}", KB_ERR_UNSUPPORTED},
        {"{\"alg\":\"Ed25519\",\"crit\":[\"csig\"]}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"crit\":[\"c\\u0073ig\"]}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"csig\":{}}", KB_ERR_FORMAT},
        /* parameters that change the meaning or bring keys */
        {"{\"alg\":\"Ed25519\",\"b64\":true}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"b64\":false,\"crit\":[\"b64\"]}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"jwk\":{}}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"jku\":\"https://x\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"x5u\":\"https://x\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"x5c\":[]}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"x5t#S256\":\"\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"zip\":\"DEF\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"enc\":\"A256GCM\"}", KB_ERR_FORMAT},
        {"{\"alg\":\"Ed25519\",\"x\":[[[[[[[[1]]]]]]]]}", KB_ERR_LIMIT},
    };
    kb_buffer payload = {0};
    help_key_new(&one, "Ed25519");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        help_jws_begin(jws, "payload");
        help_jws_sign(jws, cases[i].header, "payload", &one);
        help_jws_end(jws);
        kb_status status = verify(jws, &one, &payload);
        CHECK_(status == cases[i].want, (void)0, "%s: %s", cases[i].header,
               kb_status_name(status));
    }
    kb_buffer_free(&payload);
}

/* $P, $S: a good protected header and signature over the payload "payload". */
static void expand(char *to, const char *form, const char *protected_, const char *sig) {
    *to = '\0';
    for (; *form != '\0'; form++) {
        size_t n = strlen(to);
        if (*form == '$') {
            form++;
            strcat(to, *form == 'P' ? protected_ : sig);
        } else {
            to[n] = *form;
            to[n + 1] = '\0';
        }
    }
}

TEST(texts_that_are_refused) {
    static const struct {
        const char *form;
        kb_status want;
    } cases[] = {
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"}]}",
         KB_OK},
        {" {\"signatures\" : [ {\"signature\":\"$S\",\n\"protected\":\"$P\"} ],\r\n"
         "\"payload\":\"cGF5bG9hZA\"}\n",
         KB_OK},
        {"", KB_ERR_FORMAT},
        {"{}", KB_ERR_FORMAT},
        {"[]", KB_ERR_FORMAT},
        {"null", KB_ERR_FORMAT},
        {"$P.cGF5bG9hZA.$S", KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\"}", KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[]}", KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":{}}", KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[[]]}", KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[\"\"]}", KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{}]}", KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"signatures\":[{\"protected\":\"$P\",\"signature\":\"$S\"}]}", KB_ERR_FORMAT},
        /* flattened, and both forms mixed */
        {"{\"payload\":\"cGF5bG9hZA\",\"protected\":\"$P\",\"signature\":\"$S\"}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"}],\"protected\":\"$P\",\"signature\":\"$S\"}",
         KB_ERR_FORMAT},
        /* unprotected headers and unknown members */
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\",\"header\":{}"
         ","
         "\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\",\"header\":{"
         "\"kid\":\"x\"},\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"x\":1,\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"ciphertext\":\"\",\"signatures\":[{\"protected\":"
         "\"$P\",\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"payload\":\"\",\"protected\":\"$"
         "P\",\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        /* the same name twice, also when it is spelt otherwise */
        {"{\"payload\":\"cGF5bG9hZA\",\"payload\":\"cGF5bG9hZA\",\"signatures\":[{"
         "\"protected\":\"$P\",\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"protected\":"
         "\"$P\",\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"p\\u0061yload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        /* wrong types */
        {"{\"payload\":null,\"signatures\":[{\"protected\":\"$P\",\"signature\":\"$S\"}]"
         "}",
         KB_ERR_FORMAT},
        {"{\"payload\":{\"a\":1},\"signatures\":[{\"protected\":\"$P\",\"signature\":\"$"
         "S\""
         "}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":{\"alg\":"
         "\"Ed25519\"},"
         "\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        /* base64url */
        {"{\"payload\":\"cGF5bG9hZA==\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZB\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5 "
         "bG9hZA\",\"signatures\":[{\"protected\":\"$P\",\"signature\":"
         "\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9h\\n\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZ\",\"signatures\":[{\"protected\":\"$P\",\"signature\":"
         "\""
         "$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P=\","
         "\"signature\":"
         "\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S==\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"+/AA\"}]}",
         KB_ERR_FORMAT},
        /* signatures that are none */
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"\"}]}",
         KB_ERR_AUTH},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"AAAA\"}]}",
         KB_ERR_AUTH},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$SAAAA\"}]}",
         KB_ERR_FORMAT}, /* the last character has unused bits, now within the text */
        {"{\"payload\":\"\",\"signatures\":[{\"protected\":\"$P\",\"signature\":\"$S\"}]"
         "}",
         KB_ERR_AUTH},
        /* a second signature, also a good one */
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"},{\"protected\":\"$P\",\"signature\":\"$S\"}]}",
         KB_ERR_UNSUPPORTED},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"},{\"protected\":\"$P\",\"signature\":\"\"},{\"protected\":\"$P\","
         "\"signature\":\"\"}]}",
         KB_ERR_UNSUPPORTED},
        /* bytes around it */
        {"\xEF\xBB\xBF{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":\"$S\"}]}",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"}]}x",
         KB_ERR_FORMAT},
        {"{\"payload\":\"cGF5bG9hZA\",\"signatures\":[{\"protected\":\"$P\","
         "\"signature\":"
         "\"$S\"},]}",
         KB_ERR_FORMAT},
    };
    kb_buffer payload = {0};
    char protected_[128] = "", sig[128] = "", *at;
    help_key_new(&one, "Ed25519");
    help_jws_begin(jws, "payload");
    help_jws_sign(jws, "{\"alg\":\"Ed25519\"}", "payload", &one);
    help_append_base64url(protected_, "{\"alg\":\"Ed25519\"}", 17);
    at = strstr(jws, "\"signature\":\"");
    REQUIRE(at != NULL);
    memcpy(sig, at + 13, 86);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        expand(text, cases[i].form, protected_, sig);
        kb_status status = verify(text, &one, &payload);
        /* the appended one may by chance end in zero bits */
        bool is_lucky = strstr(cases[i].form, "$SAAAA") != NULL && status == KB_ERR_AUTH;
        CHECK_(status == cases[i].want || is_lucky, (void)0, "%s: %s", cases[i].form,
               kb_status_name(status));
        CHECK(payload.len == (status == KB_OK ? 7U : 0U));
    }
    kb_buffer_free(&payload);
}

/* A header of 8,193 bytes that is good otherwise, and one whose record would not fit. */
TEST(long_headers_are_refused) {
    static char header[KB_JWS_HEADER_MAX_BYTES + 64];
    kb_buffer payload = {0};
    help_key_new(&one, "Ed25519");
    for (size_t extra = 0; extra < 2; extra++) {
        size_t n = KB_JWS_HEADER_MAX_BYTES + extra;
        memset(header, ' ', n);
        memcpy(header, "{\"alg\":\"Ed25519\"", 16);
        header[n - 1] = '}';
        header[n] = '\0';
        help_jws_begin(jws, "p");
        help_jws_sign(jws, header, "p", &one);
        help_jws_end(jws);
        CHECK_STATUS(verify(jws, &one, &payload), extra == 0 ? KB_OK : KB_ERR_LIMIT);
    }
    strcpy(header, "{\"alg\":\"Ed25519\",\"x\":[0");
    while (strlen(header) < 8000) {
        strcat(header, ",{},0,[],\"\"");
    }
    strcat(header, "]}");
    help_jws_begin(jws, "p");
    help_jws_sign(jws, header, "p", &one);
    help_jws_end(jws);
    CHECK_STATUS(verify(jws, &one, &payload), KB_ERR_LIMIT); /* elements of one array */
    kb_buffer_free(&payload);
}

int main(void) {
    RUN(headers_that_are_refused);
    RUN(texts_that_are_refused);
    RUN(long_headers_are_refused);
    return TEST_END();
}
