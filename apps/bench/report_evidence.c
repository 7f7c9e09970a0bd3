/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The seven sections of an evaluation page, for each family of algorithms. */
#include "core/error.h"
#include "gate.h"
#include "plots.h"
#include "report.h"

#include <inttypes.h>
#include <keybraid/catalog.h>
#include <string.h>

/* Records of one family of algorithms, such as "ML-KEM". */
typedef struct page {
    kb_bench_doc *doc;
    const kb_bench_family_result *family;
    const char *name;
} page;

static const char *family_of(const kb_bench_record *r) {
    const kb_alg *alg = kb_catalog_find(r->row.alg);
    return alg == NULL ? "" : alg->family;
}

/* The record at i if it is of this page. */
static const kb_bench_record *record_at(const page *p, size_t i) {
    const kb_bench_record *r = &p->family->records[i];
    return strcmp(family_of(r), p->name) == 0 ? r : NULL;
}

static void heading(const page *p, unsigned number, const char *title) {
    char anchor[64], text[96];
    (void)snprintf(anchor, sizeof anchor, "%.40s-%u", p->name, number);
    for (char *c = anchor; *c != '\0'; c++) {
        *c = *c == ' ' ? '-' : *c;
    }
    (void)snprintf(text, sizeof text, "%u. %s", number, title);
    kb_bench_doc_heading(p->doc, 4, anchor, text);
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "unknown" : text;
}

static void basics(const page *p) {
    static const char *const heads[] = {"parameter set", "function", "standard", "part",
                                        "level",         "status",   "notes",    NULL};
    const json_t *e = p->family->environment;
    const json_t *tables = json_object_get(e, "tables");
    heading(p, 1, "Basic information");
    kb_bench_doc_table_begin(p->doc, "Parameter sets", heads, "lllwrlw");
    for (size_t i = 0; i < p->family->count; i++) {
        const kb_bench_record *r = record_at(p, i);
        const kb_alg *a = r == NULL ? NULL : kb_catalog_find(r->row.alg);
        if (a != NULL) {
            kb_bench_doc_cell(p->doc, "%s", a->id);
            kb_bench_doc_cell(p->doc, "%s",
                              a->kind == KB_ALG_KEM ? "key encapsulation" : "signature");
            kb_bench_doc_cell(p->doc, "%s", a->standard == NULL ? "" : a->standard);
            kb_bench_doc_cell(p->doc, "%s", a->section == NULL ? "" : a->section);
            kb_bench_doc_cell(p->doc, "%d", a->level);
            kb_bench_doc_cell(p->doc, "%s", kb_alg_status_name(a->status));
            kb_bench_doc_cell(p->doc, "%s", a->notes == NULL ? "" : a->notes);
        }
    }
    kb_bench_doc_table_end(p->doc);
    const char *table = json_string_value(json_object_get(tables, p->name));
    kb_bench_doc_paragraph(p->doc,
                           "Implementation measured: %s, Keybraid %s, commit `%s`.",
                           table == NULL ? "libcrypto or parts of it" : table,
                           text_of(json_object_get(e, "build"), "keybraid"),
                           text_of(json_object_get(e, "build"), "commit"));
}

static void environment(const page *p) {
    const json_t *e = p->family->environment, *labels = json_object_get(e, "labels");
    const json_t *m = json_object_get(e, "machine"), *b = json_object_get(e, "build");
    char unfit[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < json_array_size(labels) && used < sizeof unfit - 1; i++) {
        used += (size_t)snprintf(unfit + used, sizeof unfit - used, "%s%s",
                                 i == 0 ? "" : "; ",
                                 json_string_value(json_array_get(labels, i)));
    }
    heading(p, 2, "Assessment environment");
    kb_bench_doc_paragraph(p->doc,
                           "%s, governor %s, turbo %s, SMT %s; %s, %s; %s. Unfit: %s. In "
                           "full below, under Environment.",
                           text_of(m, "cpu"), text_of(m, "governor"), text_of(m, "turbo"),
                           text_of(m, "smt"), text_of(m, "system"), text_of(m, "kernel"),
                           text_of(b, "compiler"), used == 0 ? "nothing" : unfit);
}

static void known_answers(const page *p) {
    static const char *const heads[] = {"parameter set", "known answers", "class of all",
                                        NULL};
    heading(p, 3, "Functional testing (known answers)");
    kb_bench_doc_table_begin(p->doc, "Before the timing", heads, "lll");
    for (size_t i = 0; i < p->family->count; i++) {
        const kb_bench_record *r = record_at(p, i);
        if (r != NULL) {
            kb_bench_doc_cell(p->doc, "%s", r->row.alg);
            kb_bench_doc_cell(p->doc, "%s", kb_bench_class_name(r->kat));
            kb_bench_doc_cell(p->doc, "%s", kb_bench_class_name(r->class));
        }
    }
    kb_bench_doc_table_end(p->doc);
    kb_bench_doc_paragraph(p->doc, "SHA-256 of the list of answers `%s`.",
                           text_of(p->family->known_answers, "sha256"));
}

/* "46600 (5 \u00d7 9320)", or the sum alone when trials differ. */
static void count_cell(kb_bench_doc *doc, const kb_bench_op *op, size_t n) {
    size_t each = op->trial_count == 0 ? 0 : op->trials[0].n;
    for (size_t t = 1; t < op->trial_count; t++) {
        each = op->trials[t].n == each ? each : 0;
    }
    if (each != 0) {
        kb_bench_doc_cell(doc, "%zu (%zu \u00d7 %zu)", n, op->trial_count, each);
    } else {
        kb_bench_doc_cell(doc, "%zu (%zu trials)", n, op->trial_count);
    }
}

static void performance_row(kb_bench_doc *doc, const kb_bench_record *r,
                            const kb_bench_op *op) {
    char text[KB_BENCH_NUMBER_BYTES];
    const kb_bench_derived *d = kb_bench_shown_numbers(r, op->name);
    if (d == NULL) {
        return;
    }
    kb_bench_doc_cell(doc, "%s", r->row.alg);
    kb_bench_doc_cell(doc, "%s", op->name);
    if (d->cycles > 0) {
        kb_bench_doc_cell(doc, "%.0f", d->cycles);
    } else {
        kb_bench_doc_cell(doc, "not permitted");
    }
    const double ns[] = {d->ns.mean, d->trial_mean_ns, d->ns.p50, d->ns.p99};
    for (size_t i = 0; i < 4; i++) {
        kb_bench_doc_cell(doc, "%s", kb_bench_number_time(text, ns[i]));
    }
    kb_bench_doc_cell(doc, "%.0f", d->ops_per_s);
    count_cell(doc, op, d->ns.n);
}

static kb_status performance(const page *p) {
    static const char *const heads[] = {"parameter set",
                                        "operation",
                                        "cycles (median)",
                                        "mean",
                                        "median trial",
                                        "p50",
                                        "p99",
                                        "ops/s",
                                        "n (trials \u00d7 calls)",
                                        NULL};
    heading(p, 4, "Performance");
    kb_bench_doc_table_begin(p->doc, "Time of a call", heads, "llrrrrrrr");
    for (size_t i = 0; i < p->family->count; i++) {
        const kb_bench_record *r = record_at(p, i);
        for (size_t k = 0; r != NULL && k < r->op_count; k++) {
            performance_row(p->doc, r, &r->ops[k]);
        }
    }
    kb_bench_doc_table_end(p->doc);
    return p->doc->is_html ? kb_bench_plot_latency(p->doc, p->family, p->name) : KB_OK;
}

static void resources(const page *p) {
    static const char *const heads[] = {"parameter set", "operation",  "baseline RSS",
                                        "peak RSS",      "heap calls", "heap peak",
                                        "stack",         NULL};
    const json_t *objects = json_object_get(p->family->environment, "objects");
    const json_t *o = json_object_get(objects, p->name);
    char a[KB_BENCH_NUMBER_BYTES], b[KB_BENCH_NUMBER_BYTES];
    heading(p, 5, "Resource consumption");
    if (o != NULL) {
        kb_bench_doc_paragraph(
            p->doc,
            "Code and data of the algorithm's own objects, all parameter sets and "
            "tables: "
            "text %lld, rodata %lld, data %lld, bss %lld bytes.",
            (long long)json_integer_value(json_object_get(o, "text")),
            (long long)json_integer_value(json_object_get(o, "rodata")),
            (long long)json_integer_value(json_object_get(o, "data")),
            (long long)json_integer_value(json_object_get(o, "bss")));
    }
    kb_bench_doc_table_begin(p->doc, "Memory of a call, and of the process around it",
                             heads, "llrrrrr");
    for (size_t i = 0; i < p->family->count; i++) {
        const kb_bench_record *r = record_at(p, i);
        for (size_t k = 0; r != NULL && k < r->op_count; k++) {
            const kb_bench_derived *d = kb_bench_shown_numbers(r, r->ops[k].name);
            if (d == NULL) {
                continue;
            }
            kb_bench_doc_cell(p->doc, "%s", r->row.alg);
            kb_bench_doc_cell(p->doc, "%s", r->ops[k].name);
            kb_bench_doc_cell(p->doc, "%.0f KiB", d->rss_base_bytes / 1024);
            kb_bench_doc_cell(p->doc, "%.0f KiB", d->rss_peak_bytes / 1024);
            if (d->heap_calls >= 0) {
                kb_bench_doc_cell(p->doc, "%.0f", d->heap_calls);
                kb_bench_doc_cell(p->doc, "%s",
                                  kb_bench_number_bytes(a, d->heap_peak_bytes));
            } else {
                kb_bench_doc_cell(p->doc, "not counted");
                kb_bench_doc_cell(p->doc, "not counted");
            }
            kb_bench_doc_cell(p->doc, "%s", kb_bench_number_bytes(b, d->stack_bytes));
        }
    }
    kb_bench_doc_table_end(p->doc);
}

static void size_cell(kb_bench_doc *doc, uint64_t measured, size_t catalog) {
    if (measured == catalog) {
        kb_bench_doc_cell(doc, "%" PRIu64, measured);
    } else {
        kb_bench_doc_cell(doc, "%" PRIu64 " (catalog: %zu)", measured, catalog);
    }
}

static void sizes(const page *p) {
    static const char *const heads[] = {"parameter set", "public key",
                                        "secret key",    "ciphertext or signature",
                                        "shared secret", NULL};
    heading(p, 6, "Transmission and storage overhead");
    kb_bench_doc_table_begin(p->doc, "Bytes; what differs from the catalog says so",
                             heads, "lrrrr");
    for (size_t i = 0; i < p->family->count; i++) {
        const kb_bench_record *r = record_at(p, i);
        const kb_alg *a = r == NULL ? NULL : kb_catalog_find(r->row.alg);
        if (a == NULL) {
            continue;
        }
        bool is_kem = a->kind == KB_ALG_KEM;
        kb_bench_doc_cell(p->doc, "%s", a->id);
        size_cell(p->doc, kb_bench_record_size(r, "pk_bytes"), a->pk_bytes);
        size_cell(p->doc, kb_bench_record_size(r, "sk_bytes"), a->sk_bytes);
        size_cell(p->doc, kb_bench_record_size(r, is_kem ? "ct_bytes" : "sig_bytes"),
                  is_kem ? a->ct_bytes : a->sig_bytes);
        size_cell(p->doc, kb_bench_record_size(r, "ss_bytes"), a->ss_bytes);
    }
    kb_bench_doc_table_end(p->doc);
}

static void symmetric(const page *p) {
    char anchor[64];
    (void)snprintf(anchor, sizeof anchor, "%.40s-symmetric", p->name);
    for (char *c = anchor; *c != '\0'; c++) {
        *c = *c == ' ' ? '-' : *c;
    }
    kb_bench_doc_heading(p->doc, 4, anchor, "Symmetric primitives");
    kb_bench_doc_paragraph(p->doc,
                           "Hashing inside libcrypto is not seen. A run without a "
                           "profile has no table here, and says so above.");
    kb_bench_report_hashes(p->doc, p->family, p->name);
}

static void index_of(const page *p) {
    static const char *const heads[] = {"parameter set", "item", "file", NULL};
    char name[KB_BENCH_ID_BYTES + 16];
    heading(p, 7, "Raw evidence index");
    kb_bench_doc_table_begin(p->doc, "Files; manifest.json has the SHA-256 of each",
                             heads, "llw");
    for (size_t i = 0; i < p->family->count; i++) {
        const kb_bench_record *r = record_at(p, i);
        if (r != NULL) {
            kb_bench_record_name(name, &r->row);
            kb_bench_doc_cell(p->doc, "%s", r->row.alg);
            kb_bench_doc_cell(p->doc, "raw samples of all operations, memory, sizes");
            kb_bench_doc_cell(p->doc, "`%s`", name);
        }
    }
    kb_bench_known_answers_name(name, p->family->suite->name);
    kb_bench_doc_cell(p->doc, "all");
    kb_bench_doc_cell(p->doc, "known answers with their digests");
    kb_bench_doc_cell(p->doc, "`%s`", name);
    kb_bench_environment_name(name, p->family->suite->name);
    kb_bench_doc_cell(p->doc, "all");
    kb_bench_doc_cell(p->doc, "environment");
    kb_bench_doc_cell(p->doc, "`%s`", name);
    kb_bench_doc_table_end(p->doc);
}

static kb_status write_page(const page *p) {
    char anchor[64];
    (void)snprintf(anchor, sizeof anchor, "evidence-%.40s", p->name);
    for (char *c = anchor; *c != '\0'; c++) {
        *c = *c == ' ' ? '-' : *c;
    }
    kb_bench_doc_heading(p->doc, 3, anchor, p->name);
    basics(p);
    environment(p);
    known_answers(p);
    KB_TRY(performance(p));
    resources(p);
    sizes(p);
    symmetric(p);
    index_of(p);
    return KB_OK;
}

kb_status kb_bench_report_evidence(kb_bench_doc *doc,
                                   const kb_bench_family_result *family) {
    for (size_t i = 0; i < family->count; i++) {
        page p = {doc, family, family_of(&family->records[i])};
        bool is_first = true;
        for (size_t k = 0; k < i; k++) {
            is_first &= strcmp(family_of(&family->records[k]), p.name) != 0;
        }
        if (is_first) {
            KB_TRY(write_page(&p));
        }
    }
    return KB_OK;
}
