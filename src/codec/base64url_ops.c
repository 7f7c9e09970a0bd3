/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of base64url and their self-test. */
#include "codec/base64url_ops.h"

#include "codec/base64url.h"

#include <string.h>

#define TRIAL_BYTES 200
#define TRIAL_CHARS KB_BASE64URL_TEXT_LEN(TRIAL_BYTES)

/* A run takes nothing but what it decodes like the whole. */
static bool runs_right(const kb_base64url_ops *ops, const char *text, size_t len,
                       const uint8_t *want) {
    uint8_t out[TRIAL_BYTES];
    size_t taken = ops->decode_run(out, text, len);
    return taken % 4 == 0 && taken <= len && len - taken < KB_BASE64URL_RUN_MIN &&
           memcmp(out, want, KB_BASE64URL_BYTES(taken)) == 0;
}

/* Every byte value in place of a character, at places that take turns: both tables take
 * and refuse the same. */
static bool refuse_the_same(const kb_base64url_ops *a, const kb_base64url_ops *b,
                            char text[TRIAL_CHARS]) {
    uint8_t out[TRIAL_BYTES];
    for (size_t value = 0; value < 256; value++) {
        /* Not the last two: their unused bits would be at fault. */
        char *place = &text[value * 5 % (TRIAL_CHARS - 2)];
        char kept = *place;
        *place = (char)value;
        bool is_bad = b->decode(out, text, TRIAL_CHARS) != 0;
        bool is_same = (a->decode(out, text, TRIAL_CHARS) != 0) == is_bad;
        bool is_run_over = a->decode_run(out, text, TRIAL_CHARS) > (size_t)(place - text);
        *place = kept;
        if (!is_same || (is_bad && is_run_over)) {
            return false;
        }
    }
    return true;
}

/* Public test data, so comparing freely is fine here. */
static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    const kb_base64url_ops *a = (const kb_base64url_ops *)candidate;
    const kb_base64url_ops *b = (const kb_base64url_ops *)portable;
    uint8_t in[TRIAL_BYTES], back[TRIAL_BYTES];
    char got[TRIAL_CHARS], want[TRIAL_CHARS];
    uint32_t x = 4648;
    for (size_t i = 0; i < TRIAL_BYTES; i++) {
        /* A linear congruence: every bit position varies. */
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        in[i] = (uint8_t)(x >> 24);
    }
    for (size_t len = TRIAL_BYTES; len > TRIAL_BYTES - 50; len--) {
        size_t chars = KB_BASE64URL_TEXT_LEN(len);
        a->encode(got, in, len);
        b->encode(want, in, len);
        if (memcmp(got, want, chars) != 0 || a->decode(back, want, chars) != 0 ||
            memcmp(back, in, len) != 0 || !runs_right(a, want, chars, in)) {
            return false;
        }
    }
    b->encode(want, in, TRIAL_BYTES);
    return refuse_the_same(a, b, want);
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_base64url_ops_avx2.head,
#endif
    &kb_base64url_ops_ref.head,
};

kb_ops_family kb_base64url_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
