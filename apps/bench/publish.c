/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The derived files of a result folder. */
#include "publish.h"

#include "core/error.h"
#include "folder.h"
#include "hashes.h"
#include "peers.h"
#include "report.h"
#include "table.h"

#include <stdlib.h>

typedef kb_status (*writer)(FILE *out, const kb_bench_result *result);

/* Every file that is made of the whole result; the tables come in addition. */
static const struct {
    const char *name;
    writer write;
} reports[] = {{"report.md", kb_bench_report_markdown},
               {"report.html", kb_bench_report_html},
               {"hashes.csv", kb_bench_hashes_csv},
               {"hash-shares.csv", kb_bench_hash_shares_csv}};

#define REPORT_COUNT (sizeof reports / sizeof reports[0])

kb_status kb_bench_file_begin(kb_bench_files *files, FILE **to, const char *name) {
    kb_bench_file *file = &files->file[files->count++];
    (void)snprintf(file->name, sizeof file->name, "%s", name);
    *to = open_memstream(&file->text, &file->len);
    return *to != NULL ? KB_OK : KB_FAIL(KB_ERR_MEMORY, "%s", file->name);
}

kb_status kb_bench_file_end(kb_bench_files *files, FILE *to, kb_status status) {
    if (to != NULL && fclose(to) != 0 && status == KB_OK) {
        return KB_FAIL(KB_ERR_MEMORY, "%s", files->file[files->count - 1].name);
    }
    return status;
}

static kb_status add_report(kb_bench_files *out, const kb_bench_result *result,
                            size_t i) {
    FILE *to = NULL;
    kb_status status = kb_bench_file_begin(out, &to, reports[i].name);
    if (status == KB_OK) {
        status = reports[i].write(to, result);
    }
    return kb_bench_file_end(out, to, status);
}

static kb_status add_table(kb_bench_files *out, const kb_bench_family_result *family) {
    kb_bench_table table;
    KB_TRY(kb_bench_table_of(&table, family->suite, family->records, family->count));
    kb_bench_file *file = &out->file[out->count++];
    (void)snprintf(file->name, sizeof file->name, "%.50s.csv", family->suite->name);
    file->text = table.csv;
    file->len = table.csv_len;
    table.csv = NULL;
    kb_bench_table_free(&table);
    return KB_OK;
}

/* Ours beside the figures of other programs, where there are some. */
static kb_status add_peers(kb_bench_files *out, const kb_bench_result *result) {
    FILE *to = NULL;
    for (size_t i = 0; result->peers.count != 0 && i < result->count; i++) {
        const kb_bench_family_result *family = &result->families[i];
        if (family->suite->takes_peers) {
            KB_TRY(kb_bench_file_begin(out, &to, KB_BENCH_PEERS_TABLE));
            kb_bench_peers_csv(to, family->records, family->count, &result->peers);
            KB_TRY(kb_bench_file_end(out, to, KB_OK));
        }
    }
    return KB_OK;
}

kb_status kb_bench_files_of(kb_bench_files *out, const kb_bench_result *result) {
    kb_status status = KB_OK;
    *out = (kb_bench_files){.count = 0};
    for (size_t i = 0; status == KB_OK && i < result->count; i++) {
        status = add_table(out, &result->families[i]);
    }
    for (size_t i = 0; status == KB_OK && i < REPORT_COUNT; i++) {
        status = add_report(out, result, i);
    }
    if (status == KB_OK) {
        status = add_peers(out, result);
    }
    if (status != KB_OK) {
        kb_bench_files_free(out);
    }
    return status;
}

void kb_bench_files_free(kb_bench_files *files) {
    for (size_t i = 0; i < files->count; i++) {
        free(files->file[i].text);
    }
    *files = (kb_bench_files){.count = 0};
}

kb_status kb_bench_publish(const char *dir) {
    kb_bench_result result;
    kb_bench_files files;
    KB_TRY(kb_bench_result_read(&result, dir, true, NULL, NULL));
    kb_status status = kb_bench_files_of(&files, &result);
    kb_bench_result_free(&result);
    if (status != KB_OK) {
        return status;
    }
    for (size_t i = 0; status == KB_OK && i < files.count; i++) {
        status = kb_bench_folder_write(dir, files.file[i].name, files.file[i].text,
                                       files.file[i].len);
    }
    kb_bench_files_free(&files);
    return status == KB_OK ? kb_bench_manifest_write(dir) : status;
}
