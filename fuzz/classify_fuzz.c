/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tolerant classification: any bytes, whole and cut, must give the same answer; what
 * the strict reader accepts must be a token of ours.
 */
#include "envelope/classify.h"
#include "envelope/reader.h"
#include "fuzz.h"

#include <string.h>

static kb_jwe_survey survey_of(const uint8_t *data, size_t size, bool is_cut) {
    kb_jwe_survey s;
    kb_jwe_classifier *c = NULL;
    fuzz_pieces pieces = fuzz_pieces_of(data, size);
    bool wants_more = true;
    FUZZ_CHECK(kb_jwe_classifier_new(&c) == KB_OK);
    for (size_t at = 0; wants_more && at < size;) {
        size_t n = is_cut ? fuzz_piece(&pieces, size - at) : size;
        wants_more = kb_jwe_classifier_feed(c, data + at, n);
        at += n;
    }
    kb_jwe_classifier_finish(c, &s);
    kb_jwe_classifier_free(c);
    return s;
}

static void check_answer(const kb_jwe_survey *s) {
    uint64_t sum = 0;
    for (int i = 0; i < KB_JWE_FAMILY_COUNT; i++) {
        sum += s->count[i];
        FUZZ_CHECK(strlen(s->alg[i].text) == s->alg[i].len);
        FUZZ_CHECK(s->count[i] != 0 || s->alg[i].len == 0);
    }
    FUZZ_CHECK(s->kind == KB_JWE_KIND_NONE ? s->shape == KB_JWE_SHAPE_NONE
                                           : s->shape != KB_JWE_SHAPE_NONE);
    FUZZ_CHECK(s->kind == KB_JWE_KIND_NONE || sum == s->recipients);
    FUZZ_CHECK(s->kind != KB_JWE_KIND_OR || s->recipients > 1);
    FUZZ_CHECK(s->fault.status == KB_OK || s->kind != KB_JWE_KIND_NONE);
}

static kb_status begin(void *self) {
    (void)self;
    return KB_OK;
}

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    (void)self;
    (void)data;
    (void)len;
    return KB_OK;
}

static bool is_read_strictly(const uint8_t *data, size_t size) {
    kb_jwe_token *token = NULL;
    kb_jwe_reader *reader = NULL;
    FUZZ_CHECK(kb_jwe_token_new(&token) == KB_OK);
    FUZZ_CHECK(kb_jwe_reader_new(&reader, token, (kb_jwe_body){begin, feed, NULL}) ==
               KB_OK);
    bool is_read = kb_jwe_reader_feed(reader, (const char *)data, size) == KB_OK &&
                   kb_jwe_reader_finish(reader) == KB_OK;
    kb_jwe_reader_free(reader);
    kb_jwe_token_free(token);
    return is_read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    kb_jwe_survey whole = survey_of(data, size, false);
    kb_jwe_survey cut = survey_of(data, size, true);
    check_answer(&whole);
    FUZZ_CHECK(whole.kind == cut.kind && whole.shape == cut.shape &&
               whole.recipients == cut.recipients && whole.short_hqc == cut.short_hqc &&
               whole.fault.status == cut.fault.status);
    for (int i = 0; i < KB_JWE_FAMILY_COUNT; i++) {
        FUZZ_CHECK(whole.count[i] == cut.count[i] &&
                   strcmp(whole.alg[i].text, cut.alg[i].text) == 0);
    }
    if (is_read_strictly(data, size)) {
        FUZZ_CHECK(whole.kind == KB_JWE_KIND_CKEM1 && whole.fault.status == KB_OK);
    }
    return 0;
}
