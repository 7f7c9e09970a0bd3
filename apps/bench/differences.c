/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What makes a comparison of two measurements unfair. */
#include "changes.h"
#include "core/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_BYTES 512
#define LOAD_APART 0.5 /* of a processor */

typedef struct sides {
    json_t *out;
    const json_t *a, *b;
    const char *first, *second;
} sides;

static void say(const sides *s, const char *what, const char *a, const char *b) {
    char text[TEXT_BYTES];
    (void)snprintf(text, sizeof text, "%.60s: %.180s in %.20s, %.180s in %.20s", what, a,
                   s->first, b, s->second);
    (void)json_array_append_new(s->out, json_string(text));
}

static void text_of(char out[TEXT_BYTES], const json_t *value) {
    if (json_is_integer(value)) {
        (void)snprintf(out, TEXT_BYTES, "%lld", (long long)json_integer_value(value));
    } else {
        const char *text = json_string_value(value);
        (void)snprintf(out, TEXT_BYTES, "%s", text == NULL ? "none" : text);
    }
}

static void compare(const sides *s, const char *part, const char *name,
                    const char *what) {
    char a[TEXT_BYTES], b[TEXT_BYTES];
    text_of(a, json_object_get(json_object_get(s->a, part), name));
    text_of(b, json_object_get(json_object_get(s->b, part), name));
    if (strcmp(a, b) != 0) {
        say(s, what, a, b);
    }
}

/* Implementations in use, by algorithm. */
static void compare_tables(const sides *s) {
    const char *name;
    json_t *value;
    char what[TEXT_BYTES];
    json_t *b = json_object_get(s->b, "tables");
    json_object_foreach(b, name, value) {
        (void)snprintf(what, sizeof what, "implementation of %.40s", name);
        compare(s, "tables", name, what);
    }
}

static double load_of(const json_t *environment) {
    const char *before = json_string_value(json_object_get(environment, "load_before"));
    const char *after = json_string_value(json_object_get(environment, "load_after"));
    double x = strtod(before == NULL ? "0" : before, NULL);
    return fmax(x, strtod(after == NULL ? "0" : after, NULL));
}

kb_status kb_bench_differences(json_t **out, const json_t *a, const json_t *b,
                               const char *first, const char *second) {
    static const char *const compared[][3] = {
        {"machine", "cpu", "processor"},
        {"machine", "features", "instructions"},
        {"machine", "processors", "number of processors"},
        {"machine", "governor", "governor"},
        {"machine", "turbo", "turbo"},
        {"machine", "smt", "SMT"},
        {"machine", "hypervisor", "virtual machine"},
        {"machine", "kernel", "kernel"},
        {"machine", "system", "system"},
        {"machine", "clock", "clock"},
        {"build", "type", "type of the build"},
        {"build", "sanitizers", "sanitizers"},
        {"build", "compiler", "compiler"},
        {"build", "flags", "flags"},
        {"build", "libcrypto", "libcrypto"},
        {"options", "mode", "mode"},
        {"options", "trials", "trials asked for"},
        {"options", "calls", "calls asked for"},
        {"options", "warmups", "calls before them"},
        {"options", "cpu", "processor it was pinned to"},
        {"options", "seed", "seed"},
    };
    char x[TEXT_BYTES], y[TEXT_BYTES];
    sides s = {json_array(), a, b, first, second};
    if (s.out == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "differences");
    }
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++) {
        compare(&s, compared[i][0], compared[i][1], compared[i][2]);
    }
    compare_tables(&s);
    double la = load_of(a), lb = load_of(b);
    if (fabs(la - lb) > LOAD_APART) {
        (void)snprintf(x, sizeof x, "%.1f", la);
        (void)snprintf(y, sizeof y, "%.1f", lb);
        say(&s, "load of the host", x, y);
    }
    *out = s.out;
    return KB_OK;
}
