/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Reads known-answer files (format: vectors/README.md) and runs a function per case.
 *
 *     static void keygen(const kat_case *c) { size_t n; const uint8_t *d = kat_hex(c,
 * "d", &n); CHECK(...); } int main(void) { static const kat_op ops[] = {{"mlkem-keygen",
 * keygen}}; return kat_main("mlkem", ops, 1); }
 *
 * Every file of the family in vectors/ is run, and in the imported full sets when
 * KEYBRAID_VECTORS is set. A file with no case, with another number of cases than its
 * head says, with an unknown op or a malformed line fails.
 */
#ifndef KB_KAT_KAT_H
#define KB_KAT_KAT_H

#include "test.h"

#include <glob.h>
#include <stdbool.h>

typedef struct kat_field {
    const char *name;
    const char *value;
} kat_field;

typedef struct kat_case {
    const kat_field *fields;
    size_t count;
} kat_case;

typedef struct kat_op {
    const char *op;
    void (*run)(const kat_case *c);
} kat_op;

/* Buffers handed out by kat_hex and kat_buffer: exactly as long as their content, so that
 * a sanitizer sees every step beyond it; released after each case. */
static void *kat_owned[256];
static size_t kat_owned_count;

static inline void kat_die(const char *what, const char *where) {
    printf("not ok - %s: %s\n", where, what);
    exit(1);
}

/* Returns n bytes that live until the end of the case. */
static inline uint8_t *kat_buffer(size_t n) {
    uint8_t *p = kat_owned_count < 256 ? malloc(n != 0 ? n : 1) : NULL;
    if (p == NULL) {
        kat_die("too many buffers or no memory", "kat_buffer");
    } else {
        kat_owned[kat_owned_count++] = p;
    }
    return p;
}

static inline void kat_release(void) {
    while (kat_owned_count > 0) {
        free(kat_owned[--kat_owned_count]);
    }
}

/* Returns the text of a field, NULL when the case has none of that name. */
static inline const char *kat_find(const kat_case *c, const char *name) {
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(c->fields[i].name, name) == 0) {
            return c->fields[i].value;
        }
    }
    return NULL;
}

/* The same for a field that must be there. */
static inline const char *kat_text(const kat_case *c, const char *name) {
    const char *value = kat_find(c, name);
    if (value == NULL) {
        kat_die(name, "field missing in the case");
    }
    return value;
}

static inline bool kat_is(const kat_case *c, const char *name, const char *value) {
    return strcmp(kat_text(c, name), value) == 0;
}

static inline size_t kat_size(const kat_case *c, const char *name) {
    return (size_t)strtoull(kat_text(c, name), NULL, 10);
}

/* Returns the bytes of a hex field and sets *len. */
static inline uint8_t *kat_hex(const kat_case *c, const char *name, size_t *len) {
    static const char digits[] = "0123456789abcdef";
    const char *text = kat_text(c, name);
    *len = strlen(text) / 2;
    uint8_t *out = kat_buffer(*len);
    if (strlen(text) % 2 != 0 || strspn(text, digits) != strlen(text)) {
        kat_die("not lower-case hex", name);
    }
    for (size_t i = 0; i < *len; i++) {
        out[i] = (uint8_t)((strchr(digits, text[2 * i]) - digits) * 16 +
                           (strchr(digits, text[2 * i + 1]) - digits));
    }
    return out;
}

/* Returns a text that may be written as NAME_text or, in hex, as NAME. */
static inline const char *kat_text_or_hex(const kat_case *c, const char *name,
                                          size_t *len) {
    char text_name[64];
    (void)snprintf(text_name, sizeof text_name, "%s_text", name);
    const char *text = kat_find(c, text_name);
    if (text != NULL) {
        *len = strlen(text);
        return text;
    }
    return (const char *)kat_hex(c, name, len);
}

/* Checks that got, of n bytes, is the field. */
static inline void kat_check(const kat_case *c, const char *name, const void *got,
                             size_t n) {
    size_t len;
    const uint8_t *want = kat_hex(c, name, &len);
    CHECK_(len == n && (n == 0 || memcmp(got, want, n) == 0), (void)0,
           "%s differs or is not %zu bytes", name, n);
}

static inline bool kat_is_invalid(const kat_case *c) {
    const char *result = kat_find(c, "result");
    return result != NULL && strcmp(result, "invalid") == 0;
}

/* Reads a whole file, with a terminator. */
static inline char *kat_read(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t len = 0, capacity = 0;
    while (f != NULL) {
        if (len + 65536 > capacity) {
            capacity = capacity * 2 + 131072;
            text = realloc(text, capacity);
        }
        if (text == NULL) {
            break;
        }
        size_t got = fread(text + len, 1, 65536 - 1, f);
        len += got;
        text[len] = '\0';
        if (got == 0) {
            (void)fclose(f);
            return text;
        }
    }
    kat_die("cannot be read", path);
    return NULL;
}

#define KAT_FIELDS 512

/* Splits the next block (up to an empty line) into fields; false at the end. */
static inline bool kat_next(char **at, kat_field *fields, size_t *count,
                            const char *path) {
    *count = 0;
    while (**at != '\0') {
        char *line = *at, *end = line + strcspn(line, "\n");
        *at = *end == '\n' ? end + 1 : end;
        *end = '\0';
        if (line[0] == '#') {
            continue;
        }
        if (line[0] == '\0' && *count > 0) {
            return true;
        }
        if (line[0] == '\0') {
            continue;
        }
        char *sign = strstr(line, " =");
        if (sign == NULL || (sign[2] != ' ' && sign[2] != '\0') || *count == KAT_FIELDS) {
            kat_die(line, path);
            return false;
        }
        fields[*count].value = sign[2] == '\0' ? sign + 2 : sign + 3;
        fields[(*count)++].name = line;
        *sign = '\0';
    }
    return *count > 0;
}

static inline void kat_run_case(const char *path, const kat_case *c, const kat_op *ops,
                                size_t ops_count) {
    for (size_t i = 0; i < ops_count; i++) {
        if (kat_is(c, "op", ops[i].op)) {
            int before = test_bad;
            ops[i].run(c);
            if (test_bad != before) {
                const char *comment = kat_find(c, "comment");
                TEST_NOTE("failed: %s (%s)", kat_text(c, "id"), comment ? comment : "");
            }
            kat_release();
            return;
        }
    }
    kat_die(kat_text(c, "op"), path);
}

static inline void kat_run_file(const char *path, const kat_op *ops, size_t ops_count) {
    static kat_field fields[KAT_FIELDS];
    char *text = kat_read(path), *at = text;
    kat_case c = {fields, 0};
    size_t cases = 0, want = 0, left_out = 0;
    test_bad = 0;
    if (!kat_next(&at, fields, &c.count, path) ||
        !kat_is(&c, "format", "keybraid-kat-1")) {
        kat_die("no head", path);
    }
    want = kat_size(&c, "cases");
    for (size_t i = 0; i < c.count; i++) {
        if (strcmp(fields[i].name, "not_applicable") == 0) {
            left_out += (size_t)strtoull(fields[i].value, NULL, 10);
            TEST_NOTE("%s: not applicable: %s", path, fields[i].value);
        }
    }
    while (kat_next(&at, fields, &c.count, path)) {
        kat_run_case(path, &c, ops, ops_count);
        cases++;
    }
    CHECK_(cases == want && cases > 0, (void)0, "%zu cases, the head says %zu", cases,
           want);
    test_count++;
    test_failed += test_bad != 0;
    printf("%s %d - %s: %zu cases, %zu not applicable\n", test_bad ? "not ok" : "ok",
           test_count, path, cases, left_out);
    free(text);
}

static inline void kat_run_folder(const char *folder, const char *family,
                                  const kat_op *ops, size_t ops_count) {
    char pattern[1024];
    glob_t found;
    (void)snprintf(pattern, sizeof pattern, "%s/%s/*.kat", folder, family);
    if (glob(pattern, 0, NULL, &found) != 0 || found.gl_pathc == 0) {
        kat_die("no files", pattern);
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        kat_run_file(found.gl_pathv[i], ops, ops_count);
    }
    globfree(&found);
}

/* Runs all files of a family; returns the exit code of the program. */
static inline int kat_main(const char *family, const kat_op *ops, size_t ops_count) {
    const char *full = getenv("KEYBRAID_VECTORS");
    kat_run_folder(KB_VECTORS_DIR, family, ops, ops_count);
    if (full != NULL && full[0] != '\0') {
        kat_run_folder(KB_VECTORS_FULL_DIR, family, ops, ops_count);
    }
    return TEST_END();
}

#endif
