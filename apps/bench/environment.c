/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The record of the environment. The machine's part is machine.c. */
#include "environment.h"

#include "bench_build.h" /* made by the build: KB_BENCH_COMMIT, KB_BENCH_FLAGS */
#include "core/error.h"
#include "hash/hash_count.h"
#include "libcrypto/version.h"
#include "machine.h"
#include "objects.h"
#include "process.h"

#include <keybraid/selftest.h>
#include <keybraid/version.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#define CHILD_NS UINT64_C(60000000000) /* for another program to tell its own */

static json_t *time_json(void) {
    char text[32];
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
        return json_string("unknown");
    }
    return json_string(text);
}

static json_t *build_json(void) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "keybraid", kb_version(),
                     "commit", KB_BENCH_COMMIT, "compiler", COMPILER, "type",
                     KB_BENCH_BUILD_TYPE, "flags", KB_BENCH_FLAGS, "libcrypto",
                     kb_libcrypto_version(), "jansson", JANSSON_VERSION, "sanitizers",
                     KB_BENCH_SANITIZE[0] == '\0' ? "none" : KB_BENCH_SANITIZE);
}

static json_t *tables_json(void) {
    kb_selftest_table tables[KB_SELFTEST_TABLE_COUNT];
    json_t *out = json_object();
    kb_selftest_tables(tables);
    for (size_t i = 0; i < KB_SELFTEST_TABLE_COUNT; i++) {
        (void)json_object_set_new(out, tables[i].family, json_string(tables[i].table));
    }
    return out;
}

static json_t *objects_json(void) {
    json_t *out = json_object();
    for (size_t i = 0; i < kb_bench_object_count; i++) {
        const kb_bench_object *o = &kb_bench_objects[i];
        (void)json_object_set_new(
            out, o->family,
            json_pack("{s:I, s:I, s:I, s:I}", "text", (json_int_t)o->text, "rodata",
                      (json_int_t)o->rodata, "data", (json_int_t)o->data, "bss",
                      (json_int_t)o->bss));
    }
    return out;
}

static json_t *options_json(const kb_bench_options *o) {
    json_t *out =
        json_pack("{s:s, s:i, s:I, s:i, s:i, s:s*}", "mode",
                  o->is_quick  ? "quick"
                  : o->is_full ? "full"
                               : "normal",
                  "trials", (int)o->counts.trials, "calls", (json_int_t)o->counts.calls,
                  "warmups", (int)o->counts.warmups, "cpu", o->cpu, "only", o->only);
    if (o->is_seeded) {
        (void)json_object_set_new(out, "seed", json_integer((json_int_t)o->seed));
    }
    return out;
}

static void label(json_t *labels, const char *text) {
    (void)json_array_append_new(labels, json_string(text));
}

static json_t *labels_json(const json_t *machine, const kb_bench_options *options) {
    json_t *labels = json_array();
    kb_bench_machine_labels(labels, machine);
    if (strcmp(KB_BENCH_BUILD_TYPE, "Release") != 0) {
        label(labels, "not a release build");
    }
    if (KB_BENCH_SANITIZE[0] != '\0') {
        label(labels, "built with sanitizers; the heap is not counted");
    }
    if (kb_hash_count_is_on()) {
        label(labels, "counts hash calls: times are longer than without");
    }
    if (options->is_quick) {
        label(labels, "quick: one trial per row");
    }
    return labels;
}

kb_status kb_bench_environment_begin(json_t **out, const kb_bench_options *options) {
    char load[64];
    kb_bench_machine_load(load, sizeof load);
    json_t *machine = kb_bench_machine_json();
    json_t *labels = labels_json(machine, options);
    *out =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "kind", "environment",
                  "time_utc", time_json(), "machine", machine, "build", build_json(),
                  "tables", tables_json(), "objects", objects_json(), "options",
                  options_json(options), "labels", labels, "load_before", load);
    return *out != NULL ? KB_OK : KB_FAIL(KB_ERR_MEMORY, "environment record");
}

kb_status kb_bench_environment_of(json_t **out, char *program,
                                  const kb_bench_options *options) {
    char verb[] = KB_BENCH_ENVIRONMENT_VERB;
    char *words[] = {program, verb, NULL};
    kb_bench_output output;
    *out = NULL;
    KB_TRY(kb_bench_process_run(&output, words, CHILD_NS));
    if (output.class == KB_BENCH_PASS) {
        *out = json_loadb(output.text, output.len, JSON_REJECT_DUPLICATES, NULL);
    }
    free(output.text);
    if (!json_is_array(json_object_get(*out, "labels"))) {
        json_decref(*out);
        *out = NULL;
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "%.150s is no keybraid-bench that can be compared", program);
    }
    if (options->is_quick) {
        label(json_object_get(*out, "labels"), "quick: short trials");
    }
    return json_object_set_new(*out, "options", options_json(options)) == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_MEMORY, "environment record");
}

int kb_bench_environment_child(void) {
    const kb_bench_options none = {.cpu = -1};
    json_t *json = NULL;
    if (kb_bench_environment_begin(&json, &none) != KB_OK) {
        return 5;
    }
    int bad = json_dumpf(json, stdout, JSON_COMPACT);
    json_decref(json);
    return bad == 0 && fflush(stdout) == 0 ? 0 : 5;
}

kb_status kb_bench_environment_end(json_t *environment) {
    char load[64], text[96];
    const char *before = json_string_value(json_object_get(environment, "load_before"));
    kb_bench_machine_load(load, sizeof load);
    int bad = json_object_set_new(environment, "load_after", json_string(load));
    bad |= json_object_set_new(environment, "end_utc", time_json());
    double most = strtod(load, NULL), first = strtod(before == NULL ? "0" : before, NULL);
    most = first > most ? first : most;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    /* One process is ours. */
    if (most > 1.5) {
        (void)snprintf(text, sizeof text, "busy host: load %.1f on %ld processors", most,
                       processors);
        label(json_object_get(environment, "labels"), text);
    }
    return bad == 0 ? KB_OK : KB_FAIL(KB_ERR_MEMORY, "environment record");
}

static void print_object(FILE *out, const json_t *object) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value) {
        if (json_is_string(value)) {
            (void)fprintf(out, "  %-12s %s\n", name, json_string_value(value));
        } else if (json_is_integer(value)) {
            (void)fprintf(out, "  %-12s %lld\n", name,
                          (long long)json_integer_value(value));
        }
    }
}

void kb_bench_environment_print(FILE *out, const json_t *environment) {
    const json_t *labels = json_object_get(environment, "labels");
    print_object(out, json_object_get(environment, "machine"));
    print_object(out, json_object_get(environment, "build"));
    for (size_t i = 0; i < json_array_size(labels); i++) {
        (void)fprintf(out, "  note         %s\n",
                      json_string_value(json_array_get(labels, i)));
    }
}
