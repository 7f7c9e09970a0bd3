/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Algorithm strings taken apart, and whether one is weaker than another. */
#include "level.h"

#include "core/error.h"

#include <keybraid/catalog.h>
#include <stdio.h>
#include <string.h>

#define COMPOSITE "CKEM1."
#define WRAP      "+A256KW"

/* What people write for an id; an id that is not in the catalog stays. */
static const char *name_of(const char *id) {
    const kb_alg *row = kb_catalog_find(id);
    return row == NULL ? id : row->name;
}

bool kb_cli_alg_is_wrap(const char *text) {
    size_t len = strlen(text), suffix = strlen(WRAP);
    return len > suffix && strcmp(text + len - suffix, WRAP) == 0;
}

/* Takes the suffix of wrapped mode off, if it is there; returns it. */
static const char *cut_wrap(char *text) {
    if (!kb_cli_alg_is_wrap(text)) {
        return "";
    }
    text[strlen(text) - strlen(WRAP)] = '\0';
    return WRAP;
}

kb_status kb_cli_alg_make(char alg[KB_KEY_ALG_MAX_BYTES], const char *name,
                          const char *kdf, bool is_wrap, bool allow_experimental) {
    char with_suffix[KB_KEY_ALG_MAX_BYTES];
    if (!is_wrap || kb_cli_alg_is_wrap(name)) {
        return kb_key_alg_from_name(alg, name, kdf, allow_experimental);
    }
    int n = snprintf(with_suffix, sizeof with_suffix, "%s" WRAP, name);
    if (n >= (int)sizeof with_suffix) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm \"%.40s\"", name);
    }
    return kb_key_alg_from_name(alg, with_suffix, kdf, allow_experimental);
}

void kb_cli_alg_split(char name[KB_KEY_ALG_MAX_BYTES], char kdf[KB_KEY_ALG_MAX_BYTES],
                      const char *alg) {
    char parts[KB_KEY_ALG_MAX_BYTES];
    size_t prefix = strlen(COMPOSITE);
    kdf[0] = '\0';
    snprintf(parts, sizeof parts, "%s", alg);
    const char *wrap = cut_wrap(parts);
    char *first =
        strncmp(alg, COMPOSITE, prefix) == 0 ? strchr(parts + prefix, '.') : NULL;
    char *second = first == NULL ? NULL : strchr(first + 1, '.');
    if (second == NULL) {
        snprintf(name, KB_KEY_ALG_MAX_BYTES, "%s", name_of(alg));
        return;
    }
    *first = '\0';
    *second = '\0';
    snprintf(kdf, KB_KEY_ALG_MAX_BYTES, "%s", second + 1);
    int n = snprintf(name, KB_KEY_ALG_MAX_BYTES, "%s+%s%s", name_of(parts + prefix),
                     name_of(first + 1), wrap);
    if (n >= KB_KEY_ALG_MAX_BYTES) {
        snprintf(name, KB_KEY_ALG_MAX_BYTES, "%s", alg);
    }
}

bool kb_cli_alg_is_pair(const char *name) {
    return name == NULL || strchr(name, '+') != NULL;
}

static int level_of(const char *id) {
    const kb_alg *row = kb_catalog_find_name(id);
    return row == NULL ? 0 : row->level;
}

/* Takes the name of a composite signature, post-quantum half first, apart. */
static bool split_signature(char *name, char **classical) {
    char *last = strrchr(name, '-');
    if (kb_catalog_find_name(name) != NULL || last == NULL) {
        return false;
    }
    *last = '\0';
    *classical = last + 1;
    return true;
}

/* levels[0] is the classical half, [1] the post-quantum one. */
static void levels_of(int levels[2], const char *alg) {
    char name[KB_KEY_ALG_MAX_BYTES], kdf[KB_KEY_ALG_MAX_BYTES];
    kb_cli_alg_split(name, kdf, alg);
    (void)cut_wrap(name);
    char *plus = strchr(name, '+'), *classical;
    levels[0] = 0;
    if (plus == NULL && split_signature(name, &classical)) {
        levels[0] = level_of(classical);
        levels[1] = level_of(name);
        return;
    }
    levels[1] = level_of(plus == NULL ? name : plus + 1);
    if (plus != NULL) {
        *plus = '\0';
        levels[0] = level_of(name);
    }
}

kb_status kb_cli_check_level(const char *now, const char *next) {
    int old[2], new[2];
    levels_of(old, now);
    levels_of(new, next);
    if (new[0] < old[0] || new[1] < old[1]) {
        return KB_FAIL(KB_ERR_POLICY,
                       "%s has levels %d and %d, the present key %d and %d; give "
                       "--allow-downgrade to lower them",
                       next, new[0], new[1], old[0], old[1]);
    }
    return KB_OK;
}
