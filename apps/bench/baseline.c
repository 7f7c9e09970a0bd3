/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is kept of a result to compare a later one with it. */
#include "baseline.h"

#include "core/error.h"
#include "folder.h"
#include "sides.h"

#include <stdlib.h>
#include <string.h>

static json_t *blocks_json(const kb_bench_side *side) {
    json_t *out = json_array();
    for (size_t i = 0; i < side->count; i++) {
        const kb_bench_block *b = &side->blocks[i];
        json_t *block =
            json_pack("[I, f, f]", (json_int_t)b->trial, b->median, b->quartile);
        if (json_array_append_new(out, block) != 0) {
            json_decref(out);
            return NULL;
        }
    }
    return out;
}

static kb_status add_numbers(json_t *one, const kb_bench_op *op) {
    kb_bench_side side;
    KB_TRY(kb_bench_side_of(&side, op));
    json_t *hashes = json_array();
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        (void)json_array_append_new(hashes, json_real(kb_bench_unit_ns(op, i)));
    }
    int bad = json_object_set_new(one, "n", json_integer((json_int_t)side.n));
    bad |= json_object_set_new(one, "p50_ns", json_real(side.p50));
    bad |= json_object_set_new(one, "least_ns", json_real(side.least));
    bad |= json_object_set_new(one, "share", json_real(side.share));
    bad |= json_object_set_new(one, "hash_ns", hashes);
    bad |= json_object_set_new(one, "blocks", blocks_json(&side));
    kb_bench_side_free(&side);
    return bad == 0 ? KB_OK : KB_FAIL(KB_ERR_MEMORY, "baseline");
}

static kb_status add_op(json_t *ops, const kb_bench_record *r, const kb_bench_op *op) {
    kb_bench_class class = kb_bench_class_is_good(r->class) ? op->class : r->class;
    json_t *one = json_pack("{s:s, s:s, s:I, s:s, s:s}", "alg", r->row.alg, "to",
                            r->row.to, "bytes", (json_int_t)r->row.bytes, "op", op->name,
                            "class", kb_bench_class_name(class));
    if (json_array_append_new(ops, one) != 0) {
        return KB_FAIL(KB_ERR_MEMORY, "baseline");
    }
    return kb_bench_class_is_good(class) ? add_numbers(one, op) : KB_OK;
}

kb_status kb_bench_baseline_of_family(json_t **out, const kb_bench_family_result *f) {
    json_t *ops = json_array();
    json_t *one = json_pack("{s:s, s:O?, s:o}", "family", f->suite->name, "environment",
                            f->environment, "ops", ops);
    kb_status status = one == NULL ? KB_FAIL(KB_ERR_MEMORY, "baseline") : KB_OK;
    for (size_t i = 0; status == KB_OK && i < f->count; i++) {
        for (size_t k = 0; status == KB_OK && k < f->records[i].op_count; k++) {
            status = add_op(ops, &f->records[i], &f->records[i].ops[k]);
        }
    }
    *out = one;
    return status;
}

static kb_status add_family(json_t *families, const kb_bench_family_result *f) {
    json_t *one = NULL;
    kb_status status = kb_bench_baseline_of_family(&one, f);
    if (json_array_append_new(families, one) != 0 && status == KB_OK) {
        return KB_FAIL(KB_ERR_MEMORY, "baseline");
    }
    return status;
}

kb_status kb_bench_baseline_of(json_t **out, const char *earlier) {
    char hex[65];
    kb_bench_result result;
    *out = NULL;
    KB_TRY(kb_bench_manifest_digest(hex, earlier));
    KB_TRY(kb_bench_result_read(&result, earlier, true, NULL, NULL));
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

const json_t *kb_bench_baseline_family(const json_t *baseline, const char *family) {
    const json_t *families = json_object_get(baseline, "families");
    for (size_t i = 0; i < json_array_size(families); i++) {
        const json_t *one = json_array_get(families, i);
        const char *name = json_string_value(json_object_get(one, "family"));
        if (name != NULL && strcmp(name, family) == 0) {
            return one;
        }
    }
    return NULL;
}
