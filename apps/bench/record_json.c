/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The JSON form of records. */
#include "core/error.h"
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing; failures of jansson are failures of memory ---- */

static json_t *number(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *array(const uint64_t *values, size_t n) {
    json_t *out = json_array();
    for (size_t i = 0; i < n; i++) {
        if (json_array_append_new(out, number(values[i])) != 0) {
            json_decref(out);
            return NULL;
        }
    }
    return out;
}

static json_t *trial_json(const kb_bench_trial *t) {
    json_t *out = json_pack(
        "{s:s, s:o, s:f, s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:o}",
        "clock", t->clock, "overhead_ticks", number(t->overhead_ticks), "ticks_per_s",
        t->ticks_per_s, "wall_ns", number(t->wall_ns), "busy_ns", number(t->busy_ns),
        "failures", number(t->failures), "retries", number(t->retries), "disturbed",
        t->is_disturbed, "heap_counted", t->is_heap_counted, "heap_calls",
        number(t->heap_calls), "heap_peak_bytes", number(t->heap_peak_bytes),
        "stack_bytes", number(t->stack_bytes), "rss_base_bytes",
        number(t->rss_base_bytes), "rss_peak_bytes", number(t->rss_peak_bytes), "ticks",
        array(t->ticks, t->n));
    json_t *costs = json_object();
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        (void)json_object_set_new(costs, kb_bench_unit_names[i],
                                  number(t->costs.ticks[i]));
    }
    (void)json_object_set_new(out, "hash_ticks", costs);
    json_t *rounds = kb_bench_rounds_json(&t->rounds);
    if (rounds != NULL) {
        (void)json_object_set_new(out, "rounds", rounds);
    }
    if (t->cpu_ns != NULL) {
        (void)json_object_set_new(out, "cpu_ns", array(t->cpu_ns, t->n));
    }
    if (t->cycles != NULL) {
        (void)json_object_set_new(out, "cycles", array(t->cycles, t->n));
    }
    return out;
}

static json_t *op_json(const kb_bench_op *op) {
    json_t *derived = NULL;
    json_t *trials = json_array();
    const kb_bench_plan *p = &op->plan;
    for (size_t i = 0; i < op->trial_count; i++) {
        (void)json_array_append_new(trials, trial_json(&op->trials[i]));
    }
    if (kb_bench_derived_to_json(&derived, &op->derived) != KB_OK) {
        json_decref(trials);
        return NULL;
    }
    return json_pack("{s:s, s:s, s:s, s:{s:o, s:o, s:o, s:o, s:o, s:o}, s:o, s:o, s:o*}",
                     "name", op->name, "class", kb_bench_class_name(op->class), "detail",
                     op->detail, "plan", "call_ns", number(p->call_ns), "trials",
                     number(p->trials), "warmups", number(p->warmups), "calls",
                     number(p->calls), "target_ns", number(p->target_ns), "timeout_ns",
                     number(p->timeout_ns), "derived", derived, "trials", trials,
                     "profile", kb_bench_profile_json(&op->profile));
}

kb_status kb_bench_record_to_json(json_t **out, const kb_bench_record *r) {
    json_t *sizes = json_object(), *ops = json_array();
    for (size_t i = 0; i < r->info.size_count; i++) {
        (void)json_object_set_new(sizes, r->info.sizes[i].name,
                                  number(r->info.sizes[i].value));
    }
    for (size_t i = 0; i < r->op_count; i++) {
        (void)json_array_append_new(ops, op_json(&r->ops[i]));
    }
    json_t *all = json_pack(
        "{s:i, s:s, s:s, s:s, s:s, s:o, s:s, s:s, s:s, s:o, s:s, s:o, s:o}", "schema",
        KB_BENCH_SCHEMA, "kind", "row", "family", r->row.family, "alg", r->row.alg, "to",
        r->row.to, "bytes", number(r->row.bytes), "class", kb_bench_class_name(r->class),
        "known_answers", kb_bench_class_name(r->kat), "known_answers_sha256",
        r->kat_digest, "pool", number(r->info.pool), "inputs_sha256", r->info.inputs,
        "sizes", sizes, "ops", ops);
    if (all == NULL || json_array_size(ops) != r->op_count) {
        json_decref(all);
        return KB_FAIL(KB_ERR_MEMORY, "record of %s", r->row.alg);
    }
    *out = all;
    return KB_OK;
}

/* ---- reading: a reader remembers the first member that is missing or wrong ---- */

typedef struct reader {
    const json_t *object;
    const char *wrong;
} reader;

static uint64_t get_number(reader *r, const char *name) {
    const json_t *v = json_object_get(r->object, name);
    if (!json_is_integer(v) || json_integer_value(v) < 0) {
        r->wrong = r->wrong == NULL ? name : r->wrong;
        return 0;
    }
    return (uint64_t)json_integer_value(v);
}

static void get_text(reader *r, const char *name, char *out, size_t cap) {
    const char *text = json_string_value(json_object_get(r->object, name));
    if (text == NULL || strlen(text) >= cap) {
        r->wrong = r->wrong == NULL ? name : r->wrong;
        text = "";
    }
    (void)snprintf(out, cap, "%s", text);
}

static bool get_bool(reader *r, const char *name) {
    const json_t *v = json_object_get(r->object, name);
    if (!json_is_boolean(v)) {
        r->wrong = r->wrong == NULL ? name : r->wrong;
    }
    return json_is_true(v);
}

static kb_bench_class get_class(reader *r, const char *name) {
    kb_bench_class class = KB_BENCH_CRASH;
    char text[16];
    get_text(r, name, text, sizeof text);
    if (!kb_bench_class_from_name(&class, text)) {
        r->wrong = r->wrong == NULL ? name : r->wrong;
    }
    return class;
}

/* Reads an array of n numbers; NULL when it is absent or n is 0. */
static uint64_t *get_array(reader *r, const char *name, size_t n) {
    const json_t *v = json_object_get(r->object, name);
    if (v == NULL) {
        return NULL;
    }
    uint64_t *out = json_array_size(v) == n ? malloc((n + 1) * sizeof *out) : NULL;
    if (out == NULL) {
        r->wrong = r->wrong == NULL ? name : r->wrong;
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(v, i);
        if (!json_is_integer(one) || json_integer_value(one) < 0) {
            r->wrong = r->wrong == NULL ? name : r->wrong;
        }
        out[i] = (uint64_t)json_integer_value(one);
    }
    return out;
}

static void trial_from(reader *r, kb_bench_trial *t) {
    get_text(r, "clock", t->clock, sizeof t->clock);
    t->overhead_ticks = get_number(r, "overhead_ticks");
    t->ticks_per_s = json_number_value(json_object_get(r->object, "ticks_per_s"));
    t->wall_ns = get_number(r, "wall_ns");
    t->busy_ns = get_number(r, "busy_ns");
    t->failures = get_number(r, "failures");
    t->retries = (unsigned)get_number(r, "retries");
    t->is_disturbed = get_bool(r, "disturbed");
    t->is_heap_counted = get_bool(r, "heap_counted");
    t->heap_calls = get_number(r, "heap_calls");
    t->heap_peak_bytes = get_number(r, "heap_peak_bytes");
    t->stack_bytes = get_number(r, "stack_bytes");
    t->rss_base_bytes = get_number(r, "rss_base_bytes");
    t->rss_peak_bytes = get_number(r, "rss_peak_bytes");
    reader costs = {.object = json_object_get(r->object, "hash_ticks")};
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        t->costs.ticks[i] = get_number(&costs, kb_bench_unit_names[i]);
    }
    if (costs.wrong != NULL) {
        r->wrong = r->wrong == NULL ? "hash_ticks" : r->wrong;
    }
    t->n = json_array_size(json_object_get(r->object, "ticks"));
    t->ticks = get_array(r, "ticks", t->n);
    if (t->ticks == NULL) {
        r->wrong = r->wrong == NULL ? "ticks" : r->wrong;
        t->n = 0;
    }
    t->cpu_ns = get_array(r, "cpu_ns", t->n);
    t->cycles = get_array(r, "cycles", t->n);
    const json_t *rounds = json_object_get(r->object, "rounds");
    if (kb_bench_rounds_from_json(&t->rounds, rounds, t->n) != KB_OK) {
        r->wrong = r->wrong == NULL ? "rounds" : r->wrong;
    }
}

static void plan_from(reader *r, kb_bench_plan *p) {
    p->call_ns = get_number(r, "call_ns");
    p->trials = (unsigned)get_number(r, "trials");
    p->warmups = (unsigned)get_number(r, "warmups");
    p->calls = get_number(r, "calls");
    p->target_ns = get_number(r, "target_ns");
    p->timeout_ns = get_number(r, "timeout_ns");
}

static kb_status op_from(kb_bench_op *op, const json_t *json) {
    reader r = {.object = json}, plan = {.object = json_object_get(json, "plan")};
    const json_t *trials = json_object_get(json, "trials");
    get_text(&r, "name", op->name, sizeof op->name);
    op->class = get_class(&r, "class");
    get_text(&r, "detail", op->detail, sizeof op->detail);
    plan_from(&plan, &op->plan);
    const char *wrong = r.wrong != NULL ? r.wrong : plan.wrong;
    if (!json_is_array(trials)) {
        wrong = "trials";
    }
    for (size_t i = 0; i < json_array_size(trials); i++) {
        kb_bench_trial trial = {.n = 0};
        reader one = {.object = json_array_get(trials, i)};
        trial_from(&one, &trial);
        KB_TRY(kb_bench_op_add(op, &trial));
        wrong = wrong != NULL ? wrong : one.wrong;
    }
    if (wrong != NULL) {
        return KB_FAIL(KB_ERR_FORMAT, "operation %s: %s is missing or wrong", op->name,
                       wrong);
    }
    KB_TRY(kb_bench_profile_from_json(&op->profile, json_object_get(json, "profile")));
    if (kb_bench_class_is_good(op->class)) {
        KB_TRY(kb_bench_bracketed_of(&op->bracketed, op));
    }
    return kb_bench_derived_from_json(&op->derived, json_object_get(json, "derived"));
}

static void head_from(reader *r, kb_bench_record *out) {
    get_text(r, "family", out->row.family, sizeof out->row.family);
    get_text(r, "alg", out->row.alg, sizeof out->row.alg);
    get_text(r, "to", out->row.to, sizeof out->row.to);
    out->row.bytes = get_number(r, "bytes");
    out->class = get_class(r, "class");
    out->kat = get_class(r, "known_answers");
    get_text(r, "known_answers_sha256", out->kat_digest, sizeof out->kat_digest);
    out->info.pool = get_number(r, "pool");
    get_text(r, "inputs_sha256", out->info.inputs, sizeof out->info.inputs);
}

kb_status kb_bench_record_from_json(kb_bench_record *out, const json_t *json) {
    reader r = {.object = json};
    const char *name;
    json_t *value;
    *out = (kb_bench_record){.op_count = 0};
    head_from(&r, out);
    json_t *sizes = json_object_get(json, "sizes"), *ops = json_object_get(json, "ops");
    json_object_foreach(sizes, name, value) {
        kb_bench_info_add(&out->info, name, (uint64_t)json_integer_value(value));
    }
    if (get_number(&r, "schema") != KB_BENCH_SCHEMA) {
        r.wrong = r.wrong == NULL ? "schema" : r.wrong;
    }
    if (json_array_size(ops) > KB_BENCH_OPS_MAX) {
        r.wrong = r.wrong == NULL ? "ops" : r.wrong;
    }
    if (r.wrong != NULL) {
        return KB_FAIL(KB_ERR_FORMAT, "record: %s is missing or wrong", r.wrong);
    }
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && i < json_array_size(ops); i++) {
        out->op_count = i + 1;
        status = op_from(&out->ops[i], json_array_get(ops, i));
    }
    if (status != KB_OK) {
        kb_bench_record_drop(out);
    }
    return status;
}
