/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A result folder in memory. */
#include "result.h"

#include "baseline.h"
#include "core/error.h"
#include "folder.h"

#include <stdlib.h>
#include <string.h>

void kb_bench_environment_name(char out[KB_BENCH_ID_BYTES], const char *family) {
    (void)snprintf(out, KB_BENCH_ID_BYTES, KB_BENCH_RECORDS "/%.60s.environment.json",
                   family);
}

void kb_bench_known_answers_name(char out[KB_BENCH_ID_BYTES], const char *family) {
    (void)snprintf(out, KB_BENCH_ID_BYTES, KB_BENCH_RECORDS "/%.60s.known-answers.json",
                   family);
}

void kb_bench_record_name(char out[KB_BENCH_ID_BYTES + 16], const kb_bench_row *row) {
    char id[KB_BENCH_ID_BYTES];
    kb_bench_row_id(id, row);
    (void)snprintf(out, KB_BENCH_ID_BYTES + 16, KB_BENCH_RECORDS "/%s.json", id);
}

/* Whether a file is a row's record of the family. */
static bool is_record_of(const char *name, const char *family) {
    size_t skip = strlen(KB_BENCH_RECORDS "/"), len = strlen(family);
    return strncmp(name, KB_BENCH_RECORDS "/", skip) == 0 &&
           strncmp(name + skip, family, len) == 0 && name[skip + len] == '_';
}

static kb_status read_record(kb_bench_record *out, const char *dir, const char *name) {
    json_t *json = NULL;
    KB_TRY(kb_bench_folder_read_json(&json, dir, name));
    kb_status status = kb_bench_record_from_json(out, json);
    json_decref(json);
    return status == KB_OK ? KB_OK : kb_error_prefix(status, "%.120s", name);
}

static kb_status read_family(kb_bench_family_result *out, const char *dir,
                             const kb_bench_names *names, bool keep, kb_bench_visit visit,
                             void *self) {
    char name[KB_BENCH_ID_BYTES];
    kb_bench_environment_name(name, out->suite->name);
    KB_TRY(kb_bench_folder_read_json(&out->environment, dir, name));
    kb_bench_known_answers_name(name, out->suite->name);
    KB_TRY(kb_bench_folder_read_json(&out->known_answers, dir, name));
    out->records = calloc(names->count + 1, sizeof *out->records);
    if (out->records == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu records", names->count);
    }
    for (size_t i = 0; i < names->count; i++) {
        if (!is_record_of(names->name[i], out->suite->name)) {
            continue;
        }
        kb_bench_record *record = &out->records[out->count++];
        KB_TRY(read_record(record, dir, names->name[i]));
        if (visit != NULL) {
            KB_TRY(visit(self, names->name[i], record));
        }
        if (!keep) {
            kb_bench_record_drop(record);
        }
    }
    /* The row is the record's first member, so records sort like rows. */
    qsort(out->records, out->count, sizeof *out->records, kb_bench_row_order);
    return KB_OK;
}

static kb_status read_peers(kb_bench_peers *out, const char *dir) {
    char *text = NULL;
    size_t len = 0;
    KB_TRY(kb_bench_folder_read(&text, &len, dir, KB_BENCH_PEERS_NAME));
    kb_status status = kb_bench_peers_parse(out, text, len);
    free(text);
    return status;
}

kb_status kb_bench_result_read(kb_bench_result *out, const char *dir, bool keep,
                               kb_bench_visit visit, void *self) {
    kb_bench_names names;
    *out = (kb_bench_result){.count = 0};
    KB_TRY(kb_bench_folder_list(&names, dir));
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && kb_bench_suites[i] != NULL; i++) {
        size_t k = 0;
        while (k < names.count &&
               !is_record_of(names.name[k], kb_bench_suites[i]->name)) {
            k++;
        }
        if (k < names.count && out->count < KB_BENCH_FAMILIES_MAX) {
            kb_bench_family_result *family = &out->families[out->count++];
            family->suite = kb_bench_suites[i];
            status = read_family(family, dir, &names, keep, visit, self);
        }
    }
    for (size_t i = 0; status == KB_OK && i < names.count; i++) {
        if (strcmp(names.name[i], KB_BENCH_BASELINE_NAME) == 0) {
            status = kb_bench_folder_read_json(&out->baseline, dir, names.name[i]);
        } else if (strcmp(names.name[i], KB_BENCH_PEERS_NAME) == 0) {
            status = read_peers(&out->peers, dir);
        }
    }
    kb_bench_names_free(&names);
    if (status != KB_OK) {
        kb_bench_result_free(out);
    }
    return status;
}

void kb_bench_result_free(kb_bench_result *result) {
    for (size_t i = 0; i < result->count; i++) {
        kb_bench_family_result *family = &result->families[i];
        for (size_t k = 0; k < family->count; k++) {
            kb_bench_record_drop(&family->records[k]);
        }
        free(family->records);
        json_decref(family->environment);
        json_decref(family->known_answers);
    }
    json_decref(result->baseline);
    kb_bench_peers_free(&result->peers);
    *result = (kb_bench_result){.count = 0};
}
