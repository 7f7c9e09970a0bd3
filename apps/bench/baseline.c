/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is kept of an earlier result, and what has changed since. */
#include "baseline.h"

#include "codec/hex.h"
#include "core/error.h"
#include "folder.h"

#include <keybraid/hash.h>
#include <stdlib.h>
#include <string.h>

static kb_status add_op(json_t *ops, const kb_bench_record *r, const kb_bench_op *op) {
    char id[KB_BENCH_ID_BYTES];
    const kb_bench_stats *s = &op->derived.ns;
    if (!kb_bench_class_is_good(r->class) || !kb_bench_class_is_good(op->class)) {
        return KB_OK;
    }
    kb_bench_row_id(id, &r->row);
    json_t *one = json_pack("{s:s, s:s, s:I, s:f, s:f, s:f}", "row", id, "op", op->name,
                            "n", (json_int_t)s->n, "p50_ns", s->p50, "low_ns", s->low,
                            "high_ns", s->high);
    return json_array_append_new(ops, one) == 0 ? KB_OK
                                                : KB_FAIL(KB_ERR_MEMORY, "baseline");
}

static kb_status add_family(json_t *families, const kb_bench_family_result *f) {
    const json_t *e = f->environment;
    json_t *ops = json_array();
    json_t *one =
        json_pack("{s:s, s:O?, s:O?, s:O?, s:o}", "family", f->suite->name, "time_utc",
                  json_object_get(e, "time_utc"), "cpu",
                  json_object_get(json_object_get(e, "machine"), "cpu"), "commit",
                  json_object_get(json_object_get(e, "build"), "commit"), "ops", ops);
    if (json_array_append_new(families, one) != 0) {
        return KB_FAIL(KB_ERR_MEMORY, "baseline");
    }
    for (size_t i = 0; i < f->count; i++) {
        for (size_t k = 0; k < f->records[i].op_count; k++) {
            KB_TRY(add_op(ops, &f->records[i], &f->records[i].ops[k]));
        }
    }
    return KB_OK;
}

static kb_status manifest_digest(char hex[2 * KB_SHA256_BYTES + 1], const char *dir) {
    uint8_t digest[KB_SHA256_BYTES];
    char *text = NULL;
    size_t len = 0;
    KB_TRY(kb_bench_folder_read(&text, &len, dir, KB_BENCH_MANIFEST));
    kb_status status = kb_sha256(digest, text, len);
    free(text);
    if (status == KB_OK) {
        kb_hex_encode(hex, digest, sizeof digest);
    }
    return status;
}

kb_status kb_bench_baseline_of(json_t **out, const char *earlier) {
    char hex[2 * KB_SHA256_BYTES + 1];
    kb_bench_result result;
    *out = NULL;
    KB_TRY(manifest_digest(hex, earlier));
    KB_TRY(kb_bench_result_read(&result, earlier, false, NULL, NULL));
    json_t *families = json_array();
    json_t *all = json_pack("{s:s, s:s, s:o}", "kind", "baseline", "manifest_sha256", hex,
                            "families", families);
    kb_status status = all == NULL ? KB_FAIL(KB_ERR_MEMORY, "baseline")
                       : result.count == 0
                           ? KB_FAIL(KB_ERR_ARGUMENT, "%.150s holds no records", earlier)
                           : KB_OK;
    for (size_t i = 0; status == KB_OK && i < result.count; i++) {
        status = add_family(families, &result.families[i]);
    }
    kb_bench_result_free(&result);
    if (status != KB_OK) {
        json_decref(all);
        return status;
    }
    *out = all;
    return KB_OK;
}

kb_status kb_bench_baseline_write(const char *dir, const char *earlier) {
    json_t *json;
    KB_TRY(kb_bench_baseline_of(&json, earlier));
    kb_status status = kb_bench_folder_write_json(dir, KB_BENCH_BASELINE_NAME, json);
    json_decref(json);
    return status;
}

kb_status kb_bench_baseline_matches(bool *out, const char *dir, const char *earlier) {
    json_t *kept = NULL, *again = NULL;
    KB_TRY(kb_bench_baseline_of(&again, earlier));
    kb_status status = kb_bench_folder_read_json(&kept, dir, KB_BENCH_BASELINE_NAME);
    *out = status == KB_OK && json_equal(kept, again);
    json_decref(kept);
    json_decref(again);
    return status;
}

/* What the baseline has of an operation; NULL when it has nothing. */
static const json_t *find(const json_t *ops, const char *row, const char *op) {
    for (size_t i = 0; i < json_array_size(ops); i++) {
        const json_t *one = json_array_get(ops, i);
        const char *a = json_string_value(json_object_get(one, "row"));
        const char *b = json_string_value(json_object_get(one, "op"));
        if (a != NULL && b != NULL && strcmp(a, row) == 0 && strcmp(b, op) == 0) {
            return one;
        }
    }
    return NULL;
}

static const json_t *ops_of(const json_t *baseline, const char *family) {
    const json_t *families = json_object_get(baseline, "families");
    for (size_t i = 0; i < json_array_size(families); i++) {
        const json_t *one = json_array_get(families, i);
        const char *name = json_string_value(json_object_get(one, "family"));
        if (name != NULL && strcmp(name, family) == 0) {
            return json_object_get(one, "ops");
        }
    }
    return NULL;
}

/* Whether both have the operation. */
static bool compare(kb_bench_change *out, const json_t *ops, const kb_bench_record *r,
                    const kb_bench_op *op) {
    char id[KB_BENCH_ID_BYTES];
    const kb_bench_stats *s = &op->derived.ns;
    kb_bench_row_id(id, &r->row);
    const json_t *was = find(ops, id, op->name);
    double p50 = json_number_value(json_object_get(was, "p50_ns"));
    double low = json_number_value(json_object_get(was, "low_ns"));
    double high = json_number_value(json_object_get(was, "high_ns"));
    if (!kb_bench_class_is_good(r->class) || !kb_bench_class_is_good(op->class) ||
        !(p50 > 0 && low > 0 && high > 0 && s->low > 0)) {
        return false;
    }
    *out = (kb_bench_change){&r->row,      op->name,      s->p50,       p50,
                             s->p50 / p50, s->low / high, s->high / low};
    return true;
}

kb_status kb_bench_baseline_changes(kb_bench_change **out, size_t *count,
                                    const json_t *baseline,
                                    const kb_bench_family_result *family) {
    const json_t *ops = ops_of(baseline, family->suite->name);
    *count = 0;
    *out = calloc(family->count * KB_BENCH_OPS_MAX + 1, sizeof **out);
    if (*out == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu rows", family->count);
    }
    for (size_t i = 0; i < family->count; i++) {
        const kb_bench_record *r = &family->records[i];
        for (size_t k = 0; k < r->op_count; k++) {
            *count += compare(&(*out)[*count], ops, r, &r->ops[k]);
        }
    }
    return KB_OK;
}
