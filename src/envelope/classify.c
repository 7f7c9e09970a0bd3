/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What kind of token a text is: how it begins, how it ends, and the verdict. */
#include "envelope/classify.h"

#include "core/alloc.h"
#include "core/error.h"
#include "envelope/classify_state.h"
#include "stream/source.h"

static const uint8_t byte_order_mark[3] = {0xEF, 0xBB, 0xBF};

/* Skips what may stand before a token, and lets the first byte decide (envelope F). */
static size_t choose_shape(kb_jwe_classifier *c, const uint8_t *data, size_t len) {
    size_t i = 0;
    for (; i < len && c->shape == KB_JWE_SHAPE_NONE && !c->is_over; i++) {
        uint8_t b = data[i];
        if (c->fed + i == c->marked && c->marked < sizeof byte_order_mark &&
            b == byte_order_mark[c->marked]) {
            c->marked++;
        } else if (c->marked % sizeof byte_order_mark != 0) {
            kb_jwe_classify_no_token(c);
        } else if (b == '{') {
            c->shape = KB_JWE_SHAPE_FLATTENED;
        } else if (c->fed + i == 0 && b == KB_JWE_CONTAINER_FIRST) {
            c->shape = KB_JWE_SHAPE_CONTAINER;
        } else if (kb_jwe_classify_is_base64url(&b, 1)) {
            c->shape = KB_JWE_SHAPE_COMPACT;
        } else if (!kb_jwe_classify_is_space(b)) {
            kb_jwe_classify_no_token(c);
        }
    }
    return c->shape != KB_JWE_SHAPE_NONE ? i - 1 : i;
}

bool kb_jwe_classifier_feed(kb_jwe_classifier *c, const void *data, size_t len) {
    const uint8_t *bytes = data;
    size_t skipped = 0;
    if (c->shape == KB_JWE_SHAPE_NONE && !c->is_over) {
        skipped = choose_shape(c, bytes, len);
    }
    c->fed += len;
    bytes += skipped;
    len -= skipped;
    if (len > 0 && !c->is_over) {
        switch (c->shape) {
        case KB_JWE_SHAPE_CONTAINER:
            kb_jwe_classify_container(c, bytes, len);
            break;
        case KB_JWE_SHAPE_COMPACT:
            kb_jwe_classify_compact(c, bytes, len);
            break;
        default:
            kb_jwe_classify_json(c, bytes, len);
            break;
        }
    }
    return !c->is_over;
}

/* The only recipient of a token without a list. */
static void add_single(kb_jwe_classifier *c) {
    kb_jwe_params one = c->shared;
    if (one.alg.len == 0) {
        one.alg = c->own.alg;
    }
    one.has[KB_JWE_PARAM_EPK] |= c->own.has[KB_JWE_PARAM_EPK];
    uint64_t longest = c->own.longest > one.longest ? c->own.longest : one.longest;
    kb_jwe_tally_add(&c->tally, &one, longest);
}

static void finish_form(kb_jwe_classifier *c) {
    if (c->shape == KB_JWE_SHAPE_COMPACT) {
        bool is_whole = c->part == KB_JWE_COMPACT_PARTS - 1;
        c->has_key = c->own.enc.len != 0 || is_whole; /* a JWS has neither */
        if (!is_whole) {
            kb_jwe_classify_stop(c, KB_FAIL(KB_ERR_FORMAT,
                                            "the compact token ends in part %u of %d",
                                            c->part + 1, KB_JWE_COMPACT_PARTS));
        }
        return;
    }
    if (c->shape == KB_JWE_SHAPE_CONTAINER && c->head_len < sizeof c->head) {
        kb_jwe_classify_no_token(c);
        return;
    }
    kb_status status = kb_json_finish(c->json);
    if (status != KB_OK) {
        kb_jwe_classify_stop(c, status);
    }
    if (c->shape == KB_JWE_SHAPE_FLATTENED && c->has_list) {
        c->shape = KB_JWE_SHAPE_GENERAL;
    }
}

/* Whether what was seen makes a JWE: something that is encrypted, and a word on how. */
static bool is_token(const kb_jwe_classifier *c) {
    bool has_name = c->own.enc.len != 0 || c->shared.enc.len != 0;
    for (int i = 0; i < KB_JWE_FAMILY_COUNT; i++) {
        has_name |= c->tally.survey.alg[i].len != 0;
    }
    return has_name && (c->has_ciphertext || c->has_key);
}

void kb_jwe_classifier_finish(kb_jwe_classifier *c, kb_jwe_survey *out) {
    *out = (kb_jwe_survey){.kind = KB_JWE_KIND_NONE};
    if (c->shape == KB_JWE_SHAPE_NONE || c->is_no_token) {
        return;
    }
    if (!c->has_header) {
        c->own = (kb_jwe_params){.run = 0};
    }
    finish_form(c);
    if (c->is_no_token) {
        return;
    }
    if (c->is_in_entry) { /* it broke off in a recipient */
        kb_jwe_tally_add(&c->tally, &c->entry, c->entry.longest);
    }
    if (!c->has_list) {
        add_single(c);
    }
    kb_jwe_tally_finish(&c->tally, c->own.alg.len != 0 ? &c->own.alg : &c->shared.alg);
    bool is_container = c->shape == KB_JWE_SHAPE_CONTAINER;
    if (!is_container && !is_token(c)) {
        return;
    }
    *out = c->tally.survey;
    out->shape = c->shape;
    out->enc = c->own.enc.len != 0 ? c->own.enc : c->shared.enc;
    out->fault = c->fault;
    if (is_container && !is_token(c)) {
        out->kind = KB_JWE_KIND_CKEM1; /* its first bytes say so */
    }
}

kb_status kb_jwe_classifier_new(kb_jwe_classifier **out) {
    static const kb_json_limits limits = {KB_JSON_DEPTH_MAX, 1024, 65536};
    kb_jwe_classifier *c = kb_malloc(sizeof *c);
    if (c == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *c);
    }
    *c = (kb_jwe_classifier){.shape = KB_JWE_SHAPE_NONE};
    kb_status status = kb_json_new(&c->json, limits, 0, kb_jwe_classify_on_json, c);
    if (status == KB_OK) {
        status = kb_json_new(&c->header, limits, 0, kb_jwe_classify_on_header, c);
    }
    if (status != KB_OK) {
        kb_jwe_classifier_free(c);
        return status;
    }
    *out = c;
    return KB_OK;
}

void kb_jwe_classifier_free(kb_jwe_classifier *c) {
    if (c != NULL) {
        kb_json_free(c->header);
        kb_json_free(c->json);
        kb_free(c);
    }
}

kb_status kb_jwe_classify(kb_source *source, kb_jwe_survey *out) {
    kb_jwe_classifier *c = NULL;
    const uint8_t *data;
    size_t n;
    kb_status status;
    bool wants_more = true;
    KB_TRY(kb_jwe_classifier_new(&c));
    do {
        status = kb_source_next(source, &data, &n);
        if (status == KB_OK && n > 0) {
            wants_more = kb_jwe_classifier_feed(c, data, n);
        }
    } while (status == KB_OK && n > 0 && wants_more);
    if (status == KB_OK) {
        kb_jwe_classifier_finish(c, out);
    }
    kb_jwe_classifier_free(c);
    return status;
}

const char *kb_jwe_kind_name(kb_jwe_kind kind) {
    static const char *const names[] = {[KB_JWE_KIND_NONE] = "not-a-token",
                                        [KB_JWE_KIND_CKEM1] = "ckem1",
                                        [KB_JWE_KIND_OR] = "or-token",
                                        [KB_JWE_KIND_CLASSICAL] = "classical-only",
                                        [KB_JWE_KIND_OTHER] = "other-jwe"};
    return names[kind];
}

const char *kb_jwe_shape_name(kb_jwe_shape shape) {
    static const char *const names[] = {[KB_JWE_SHAPE_NONE] = "none",
                                        [KB_JWE_SHAPE_GENERAL] = "general",
                                        [KB_JWE_SHAPE_FLATTENED] = "flattened",
                                        [KB_JWE_SHAPE_COMPACT] = "compact",
                                        [KB_JWE_SHAPE_CONTAINER] = "container"};
    return names[shape];
}
