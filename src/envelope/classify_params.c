/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a classification keeps of one header object. */
#include "envelope/classify_params.h"

#include "core/bytes.h"

static const char *const names[KB_JWE_PARAM_COUNT] = {
    [KB_JWE_PARAM_ALG] = "alg", [KB_JWE_PARAM_ENC] = "enc", [KB_JWE_PARAM_ROLE] = "role",
    [KB_JWE_PARAM_EPK] = "epk", [KB_JWE_PARAM_EK] = "ek",
};

void kb_jwe_word_append(kb_jwe_word *word, const char *text, size_t len) {
    for (size_t i = 0; i < len && word->len < sizeof word->text - 1; i++) {
        char c = text[i];
        word->text[word->len++] = c > ' ' && c <= '~' ? c : '?';
    }
    word->text[word->len] = '\0';
}

uint64_t kb_jwe_base64_chars(const char *text, size_t len) {
    uint64_t n = 0;
    for (size_t i = 0; i < len; i++) {
        n += text[i] != '=';
    }
    return n;
}

static kb_jwe_word *word_of(kb_jwe_params *p) {
    switch (p->now) {
    case KB_JWE_PARAM_ALG:
        return &p->alg;
    case KB_JWE_PARAM_ENC:
        return &p->enc;
    case KB_JWE_PARAM_ROLE:
        return &p->role;
    default:
        return NULL;
    }
}

/* A string counts when it is whole: pieces of one that breaks off depend on how the input
 * was cut. */
static void on_string(kb_jwe_params *p, const kb_json_event *event, bool is_own) {
    kb_jwe_word *target = is_own ? word_of(p) : NULL;
    kb_jwe_word_append(&p->word, event->text, event->len);
    p->run += kb_jwe_base64_chars(event->text, event->len);
    if (event->is_last) {
        if (target != NULL) {
            *target = p->word;
        }
        p->longest = p->run > p->longest ? p->run : p->longest;
        p->run = 0;
        p->word = (kb_jwe_word){.len = 0};
    }
}

void kb_jwe_params_event(kb_jwe_params *params, const kb_json_event *event,
                         unsigned depth) {
    if (event->type == KB_JSON_STRING) {
        on_string(params, event, event->depth == depth);
    } else if (event->type == KB_JSON_NAME && event->depth == depth) {
        params->now = KB_JWE_PARAM_OTHER;
        for (kb_jwe_param i = KB_JWE_PARAM_ALG; i < KB_JWE_PARAM_COUNT; i++) {
            if (kb_text_is(event->text, event->len, names[i])) {
                params->now = i;
                params->has[i] = true;
            }
        }
    }
}
