/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The environment of a family in a report. */
#include "report.h"

#include <string.h>

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "unknown" : text;
}

static void list_object(kb_bench_doc *doc, const json_t *object) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value) {
        if (json_is_string(value)) {
            kb_bench_doc_cell(doc, "%s", name);
            kb_bench_doc_cell(doc, "%s", json_string_value(value));
        } else if (json_is_integer(value)) {
            kb_bench_doc_cell(doc, "%s", name);
            kb_bench_doc_cell(doc, "%lld", (long long)json_integer_value(value));
        }
    }
}

static void objects(kb_bench_doc *doc, const json_t *objects) {
    static const char *const heads[] = {"code of", "text", "rodata", "data", "bss", NULL};
    static const char *const parts[] = {"text", "rodata", "data", "bss"};
    const char *name;
    json_t *o;
    kb_bench_doc_table_begin(doc, "Bytes of code and data in the program", heads,
                             "lrrrr");
    json_object_foreach((json_t *)(uintptr_t)objects, name, o) {
        kb_bench_doc_cell(doc, "%s", name);
        for (size_t i = 0; i < 4; i++) {
            kb_bench_doc_cell(
                doc, "%lld", (long long)json_integer_value(json_object_get(o, parts[i])));
        }
    }
    kb_bench_doc_table_end(doc);
}

/* Whether a member of two environments is the same. */
static bool is_same(const json_t *a, const json_t *b, const char *member) {
    const json_t *x = json_object_get(a, member), *y = json_object_get(b, member);
    return x != NULL && y != NULL && json_equal(x, y);
}

static void machine_and_build(kb_bench_doc *doc, const json_t *e) {
    static const char *const heads[] = {"property", "value", NULL};
    static const char *const tables[] = {"algorithm", "implementation in use", NULL};
    static const char *const options[] = {"option", "value", NULL};
    kb_bench_doc_group_begin(doc);
    kb_bench_doc_table_begin(doc, "Machine", heads, "lw");
    list_object(doc, json_object_get(e, "machine"));
    kb_bench_doc_table_end(doc);
    kb_bench_doc_table_begin(doc, "Build", heads, "lw");
    list_object(doc, json_object_get(e, "build"));
    kb_bench_doc_table_end(doc);
    kb_bench_doc_table_begin(doc, "Implementations", tables, "ll");
    list_object(doc, json_object_get(e, "tables"));
    kb_bench_doc_table_end(doc);
    objects(doc, json_object_get(e, "objects"));
    kb_bench_doc_table_begin(doc, "Options; 0 and -1: the plan's own", options, "lw");
    list_object(doc, json_object_get(e, "options"));
    kb_bench_doc_table_end(doc);
    kb_bench_doc_group_end(doc);
}

void kb_bench_report_conditions(kb_bench_doc *doc, const kb_bench_family_result *family) {
    const json_t *e = family->environment, *labels = json_object_get(e, "labels");
    const json_t *machine = json_object_get(e, "machine"),
                 *build = json_object_get(e, "build");
    kb_bench_doc_paragraph(
        doc,
        "%s, %s, %s, commit `%s`. Measured from %s to %s; load %s before "
        "and %s after.",
        text_of(machine, "cpu"), text_of(machine, "system"), text_of(build, "compiler"),
        text_of(build, "commit"), text_of(e, "time_utc"), text_of(e, "end_utc"),
        text_of(e, "load_before"), text_of(e, "load_after"));
    if (json_array_size(labels) != 0) {
        kb_bench_doc_paragraph(doc, "**What is unfit about this run:**");
        kb_bench_doc_list_begin(doc);
        for (size_t i = 0; i < json_array_size(labels); i++) {
            kb_bench_doc_item(doc, "%s", json_string_value(json_array_get(labels, i)));
        }
        kb_bench_doc_list_end(doc);
    }
}

/* Two environments that differ in what happens to vary from run to run. */
static bool is_like(const json_t *a, const json_t *b) {
    const json_t *x = json_object_get(json_object_get(a, "machine"), "cpu");
    const json_t *y = json_object_get(json_object_get(b, "machine"), "cpu");
    return x != NULL && y != NULL && json_equal(x, y) && is_same(a, b, "build") &&
           is_same(a, b, "tables") && is_same(a, b, "objects") &&
           is_same(a, b, "options");
}

void kb_bench_report_environment(kb_bench_doc *doc, const kb_bench_family_result *family,
                                 const json_t *before) {
    if (before != NULL && is_like(family->environment, before)) {
        kb_bench_doc_paragraph(doc,
                               "Processor, build and options are those of the family "
                               "before.");
    } else {
        machine_and_build(doc, family->environment);
    }
}
