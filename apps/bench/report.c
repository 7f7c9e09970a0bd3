/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* report.md. */
#include "report.h"

#include "table.h"

#include <string.h>

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "" : text;
}

static void list_object(FILE *out, const json_t *object) {
    for (void *at = json_object_iter((json_t *)(uintptr_t)object); at != NULL;
         at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
        const json_t *value = json_object_iter_value(at);
        if (json_is_string(value)) {
            (void)fprintf(out, "| %s | %s |\n", json_object_iter_key(at),
                          json_string_value(value));
        } else if (json_is_integer(value)) {
            (void)fprintf(out, "| %s | %lld |\n", json_object_iter_key(at),
                          (long long)json_integer_value(value));
        }
    }
}

static void environment(FILE *out, const json_t *e) {
    const json_t *labels = json_object_get(e, "labels");
    (void)fprintf(out, "Measured from %s to %s; load %s before, %s after.\n\n",
                  text_of(e, "time_utc"), text_of(e, "end_utc"),
                  text_of(e, "load_before"), text_of(e, "load_after"));
    for (size_t i = 0; i < json_array_size(labels); i++) {
        (void)fprintf(out, "* **%s**\n", json_string_value(json_array_get(labels, i)));
    }
    (void)fprintf(out, "\n| property | value |\n|---|---|\n");
    list_object(out, json_object_get(e, "machine"));
    list_object(out, json_object_get(e, "build"));
    list_object(out, json_object_get(e, "options"));
    (void)fprintf(out, "\n| family | table in use |\n|---|---|\n");
    list_object(out, json_object_get(e, "tables"));
}

static void objects(FILE *out, const json_t *e) {
    const char *name;
    json_t *o;
    (void)fprintf(out, "\n| objects of | text | rodata | data | bss |\n"
                       "|---|---:|---:|---:|---:|\n");
    json_object_foreach(json_object_get(e, "objects"), name, o) {
        (void)fprintf(out, "| %s | %lld | %lld | %lld | %lld |\n", name,
                      (long long)json_integer_value(json_object_get(o, "text")),
                      (long long)json_integer_value(json_object_get(o, "rodata")),
                      (long long)json_integer_value(json_object_get(o, "data")),
                      (long long)json_integer_value(json_object_get(o, "bss")));
    }
}

static void known_answers(FILE *out, const json_t *gate) {
    (void)fprintf(out,
                  "\nKnown answers before the timing: %zu, %s; SHA-256 of their list "
                  "`%s`.\n\n",
                  json_array_size(json_object_get(gate, "answers")),
                  text_of(gate, "class"), text_of(gate, "sha256"));
}

kb_status kb_bench_report_markdown(FILE *out, const kb_bench_result *result) {
    (void)fprintf(out, "# Measurements of Keybraid\n\n"
                       "Times are medians of single calls; LOW and HIGH bound the median "
                       "with 95 %% confidence (bootstrap).\nMEM is the peak of the heap "
                       "during one call. Every timed result was checked. The raw samples "
                       "are in\n`records/`; `keybraid bench check` recomputes every "
                       "number from them.\n");
    for (size_t i = 0; i < result->count; i++) {
        const kb_bench_family_result *family = &result->families[i];
        kb_bench_table table;
        kb_status status =
            kb_bench_table_of(&table, family->suite, family->records, family->count);
        if (status != KB_OK) {
            return status;
        }
        (void)fprintf(out, "\n## %s\n\n", family->suite->title);
        environment(out, family->environment);
        objects(out, family->environment);
        known_answers(out, family->known_answers);
        kb_bench_table_markdown(out, &table, family->suite->shown);
        kb_bench_table_free(&table);
    }
    return KB_OK;
}
