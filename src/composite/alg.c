/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Parsing of composite algorithm strings. */
#include "composite/alg.h"

#include "core/bytes.h"
#include "core/error.h"

#include <keybraid/catalog.h>
#include <string.h>

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"

static const struct {
    const char *token;
    kb_combiner_kdf kdf;
} kdfs[] = {
    {"HKDF-SHA256", KB_COMBINER_HKDF_SHA256}, {"HKDF-SHA384", KB_COMBINER_HKDF_SHA384},
    {"HKDF-SHA512", KB_COMBINER_HKDF_SHA512}, {"SHA3-256", KB_COMBINER_SHA3_256},
    {"KMAC256", KB_COMBINER_KMAC256},
};

kb_status kb_composite_alg_kdf(kb_combiner_kdf *out, const char *token, size_t len) {
    for (size_t i = 0; i < sizeof kdfs / sizeof kdfs[0]; i++) {
        if (kb_text_is(token, len, kdfs[i].token)) {
            *out = kdfs[i].kdf;
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "KDF \"%.*s\"", (int)(len < 32 ? len : 32), token);
}

bool kb_composite_alg_is_prefix(const char *text, size_t len) {
    return kb_text_begins(text, len, KB_COMPOSITE_PREFIX);
}

bool kb_composite_alg_is_wrap_name(const char *text, size_t len) {
    size_t suffix = strlen(KB_COMPOSITE_WRAP_SUFFIX), part = 0, dots = 0;
    if (!kb_composite_alg_is_prefix(text, len) || len <= suffix ||
        !kb_text_is(text + len - suffix, suffix, KB_COMPOSITE_WRAP_SUFFIX)) {
        return false;
    }
    for (size_t i = strlen(KB_COMPOSITE_PREFIX); i < len - suffix; i++) {
        if (text[i] == '.' && part > 0) {
            dots++;
            part = 0;
        } else if (text[i] != '.' &&
                   memchr(NAME_CHARACTERS, text[i], sizeof NAME_CHARACTERS - 1) != NULL) {
            part++;
        } else {
            return false;
        }
    }
    return dots == 2 && part > 0;
}

/* Takes the part up to the next '.' off the text and finds its KEM. */
static kb_status take_kem(const kb_kem **out, const char **text, size_t *len) {
    char id[32];
    const char *dot = memchr(*text, '.', *len);
    size_t n = dot == NULL ? *len : (size_t)(dot - *text);
    if (dot == NULL || n == 0 || n >= sizeof id) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "alg names no pair of algorithms and KDF");
    }
    memcpy(id, *text, n);
    id[n] = '\0';
    /* A table without a row of the catalog is not offered. */
    *out = kb_catalog_find(id) != NULL ? kb_kem_find(id) : NULL;
    if (*out == NULL) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm \"%s\"", id);
    }
    *text = dot + 1;
    *len -= n + 1;
    return KB_OK;
}

kb_status kb_composite_alg_parse(kb_composite_alg *out, const char *text, size_t len) {
    kb_composite_alg alg = {.classical = NULL};
    int shown = (int)(len < 64 ? len : 64);
    if (!kb_composite_alg_is_prefix(text, len) || len >= sizeof alg.text) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "alg \"%.*s\"", shown, text);
    }
    memcpy(alg.text, text, len);
    const char *rest = text + strlen(KB_COMPOSITE_PREFIX);
    size_t rest_len = len - strlen(KB_COMPOSITE_PREFIX);
    KB_TRY(take_kem(&alg.classical, &rest, &rest_len));
    KB_TRY(take_kem(&alg.pqc, &rest, &rest_len));
    size_t suffix = strlen(KB_COMPOSITE_WRAP_SUFFIX);
    if (rest_len > suffix &&
        kb_text_is(rest + rest_len - suffix, suffix, KB_COMPOSITE_WRAP_SUFFIX)) {
        alg.is_wrap = true;
        rest_len -= suffix;
    }
    KB_TRY(kb_composite_alg_kdf(&alg.kdf, rest, rest_len));
    if (kb_catalog_find(alg.classical->id)->is_post_quantum ||
        !kb_catalog_find(alg.pqc->id)->is_post_quantum) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "alg \"%.*s\": not classical, then post-quantum", shown, text);
    }
    *out = alg;
    return KB_OK;
}
