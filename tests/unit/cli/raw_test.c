/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bare signatures of files that change while they are read, and of pipes. */
#include "raw.h"

#include "composite/sig_lamps.h"
#include "test.h"

#include <unistd.h>

#define FILE_BYTES 200001

static uint8_t content[FILE_BYTES];
static uint8_t pk[4096], sk[4096];
static char path[] = "/tmp/keybraid-raw-XXXXXX";
static int writer = -1;

static kb_jws_key make_key(const char *id) {
    const kb_sig *alg = kb_sig_lamps_find(id);
    if (alg == NULL || alg->keygen(pk, sk) != KB_OK) {
        abort();
    }
    return (kb_jws_key){
        .alg = id, .pk = pk, .pk_len = alg->pk_bytes, .sk = sk, .sk_len = alg->sk_bytes};
}

static void put(size_t at, uint8_t byte) {
    if (pwrite(writer, &byte, 1, (off_t)at) != 1) {
        abort();
    }
}

/* A stranger with the file open: changes a byte when the first pass is over, and back
 * when the second is. */
typedef struct stranger {
    size_t at;
    unsigned passes;
} stranger;

static void on_progress(void *self, uint64_t done) {
    stranger *s = self;
    if (done == FILE_BYTES) {
        s->passes++;
        put(s->at, (uint8_t)(content[s->at] ^ (s->passes % 2 == 1 ? 0x40 : 0)));
    }
}

TEST(a_file_that_changes_between_two_passes_is_not_signed) {
    static const char *const ids[] = {"SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f"};
    static const size_t places[] = {0, 65536, FILE_BYTES - 1};
    for (size_t i = 0; i < 2; i++) {
        kb_jws_key key = make_key(ids[i]);
        CHECK_INT(kb_cli_raw_passes(&key), 2);
        for (size_t p = 0; p < 3; p++) {
            stranger s = {.at = places[p]};
            kb_source *in = NULL;
            kb_buffer sig = {.data = NULL};
            REQUIRE_OK(kb_source_open_file(&in, path));
            kb_source_on_progress(in, on_progress, &s);
            CHECK_STATUS(kb_cli_raw_sign(&sig, in, &key, NULL), KB_ERR_IO);
            CHECK_INT(sig.len, 0);
            CHECK_INT(s.passes, 2);
            kb_buffer_free(&sig);
            kb_source_free(in);
            put(places[p], content[places[p]]);
        }
    }
}

/* Signs and verifies the file, and refuses it changed. */
static void sign_and_verify(const char *id, unsigned passes) {
    kb_jws_key key = make_key(id);
    CHECK_INT(kb_cli_raw_passes(&key), passes);
    kb_source *in = NULL;
    kb_buffer sig = {.data = NULL};
    REQUIRE_OK(kb_source_open_file(&in, path));
    CHECK_OK(kb_cli_raw_sign(&sig, in, &key, NULL));
    CHECK_OK(kb_source_rewind(in));
    CHECK_OK(kb_cli_raw_verify(&sig, in, &key, NULL));
    kb_source_free(in);
    /* The signature is the algorithm's own. */
    kb_sig_message whole = {content, sizeof content, NULL, 0};
    CHECK_OK(kb_sig_lamps_find(id)->verify(sig.data, sig.len, &whole, pk));
    content[FILE_BYTES / 2] ^= 1;
    REQUIRE_OK(kb_source_from_memory(&in, content, sizeof content));
    CHECK_STATUS(kb_cli_raw_verify(&sig, in, &key, NULL), KB_ERR_AUTH);
    content[FILE_BYTES / 2] ^= 1;
    kb_source_free(in);
    kb_buffer_free(&sig);
}

TEST(every_kind_signs_what_its_table_verifies) {
    sign_and_verify("SLH-DSA-SHA2-128f", 2);
    sign_and_verify("SLH-DSA-SHAKE-128f", 2);
    sign_and_verify("ECDSA-P256", 1);
    sign_and_verify("ECDSA-P384", 1);
    sign_and_verify("ECDSA-P521", 1);
    sign_and_verify("Ed25519", 1);
    sign_and_verify("Ed448", 1);
    sign_and_verify("ML-DSA-44", 1);
    sign_and_verify("ML-DSA-65-Ed25519", 1);
}

/* What comes from a pipe is held for SLH-DSA, which cannot read it again. */
TEST(a_pipe_is_signed_by_all) {
    static const char *const ids[] = {"SLH-DSA-SHA2-128f", "ECDSA-P256", "Ed25519"};
    static const uint8_t small[] = "from a pipe";
    for (size_t i = 0; i < 3; i++) {
        kb_jws_key key = make_key(ids[i]);
        int ends[2];
        kb_source *in = NULL;
        kb_buffer sig = {.data = NULL};
        REQUIRE(pipe(ends) == 0);
        REQUIRE(write(ends[1], small, sizeof small) == (ssize_t)sizeof small);
        (void)close(ends[1]);
        REQUIRE_OK(kb_source_from_fd(&in, ends[0]));
        CHECK_OK(kb_cli_raw_sign(&sig, in, &key, NULL));
        kb_sig_message whole = {small, sizeof small, NULL, 0};
        CHECK_OK(kb_sig_lamps_find(ids[i])->verify(sig.data, sig.len, &whole, pk));
        kb_source_free(in);
        (void)close(ends[0]);
        kb_buffer_free(&sig);
    }
}

TEST(a_context_is_refused_where_there_is_none) {
    static const char *const ids[] = {"ECDSA-P256", "Ed25519", "Ed448"};
    for (size_t i = 0; i < 3; i++) {
        kb_jws_key key = make_key(ids[i]);
        kb_source *in = NULL;
        kb_buffer sig = {.data = NULL};
        REQUIRE_OK(kb_source_open_file(&in, path));
        CHECK_STATUS(kb_cli_raw_sign(&sig, in, &key, "c"), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_cli_raw_verify(&sig, in, &key, "c"), KB_ERR_ARGUMENT);
        CHECK_OK(kb_cli_raw_sign(&sig, in, &key, ""));
        kb_source_free(in);
        kb_buffer_free(&sig);
    }
}

int main(void) {
    for (size_t i = 0; i < sizeof content; i++) {
        content[i] = (uint8_t)(i * 31 >> 3);
    }
    writer = mkstemp(path);
    if (writer < 0 || write(writer, content, sizeof content) != (ssize_t)sizeof content) {
        abort();
    }
    RUN(a_file_that_changes_between_two_passes_is_not_signed);
    RUN(every_kind_signs_what_its_table_verifies);
    RUN(a_pipe_is_signed_by_all);
    RUN(a_context_is_refused_where_there_is_none);
    (void)close(writer);
    (void)unlink(path);
    return TEST_END();
}
