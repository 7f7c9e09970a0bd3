/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What an operation asks of the hash layer. */
#include "profile.h"

#include "clock.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    kb_bench_share share;
} functions[KB_HASH_FN_COUNT] = {
    [KB_HASH_FN_SHA3] = {"SHA-3", KB_BENCH_SHARE_KECCAK},
    [KB_HASH_FN_SHAKE128] = {"SHAKE128", KB_BENCH_SHARE_XOF},
    [KB_HASH_FN_SHAKE256] = {"SHAKE256", KB_BENCH_SHARE_XOF},
    [KB_HASH_FN_CSHAKE] = {"cSHAKE", KB_BENCH_SHARE_XOF},
    [KB_HASH_FN_SHA256] = {"SHA-256", KB_BENCH_SHARE_SHA2},
    [KB_HASH_FN_SHA512] = {"SHA-512", KB_BENCH_SHARE_SHA2},
    [KB_HASH_FN_SM3] = {"SM3", KB_BENCH_SHARE_SM3},
    [KB_HASH_FN_SM3_HMAC] = {"HMAC-SM3", KB_BENCH_SHARE_SM3},
    [KB_HASH_FN_SM3_XOF] = {"SM3-XOF", KB_BENCH_SHARE_XOF},
    [KB_HASH_FN_SM3_512] = {"SM3-512", KB_BENCH_SHARE_SM3},
    [KB_HASH_FN_TWEAK_SHA2] = {"tweakable SHA-2", KB_BENCH_SHARE_SHA2},
    [KB_HASH_FN_TWEAK_SHAKE] = {"tweakable SHAKE", KB_BENCH_SHARE_KECCAK},
    [KB_HASH_FN_KECCAK_JOBS] = {"Keccak jobs", KB_BENCH_SHARE_KECCAK},
    [KB_HASH_FN_RNG] = {"RNG", KB_BENCH_SHARE_RNG},
};

const char *kb_bench_fn_name(kb_hash_fn fn) {
    return functions[fn].name;
}

kb_bench_share kb_bench_share_of(kb_hash_fn fn) {
    return functions[fn].share;
}

void kb_bench_profile_free(kb_bench_profile *profile) {
    free(profile->shapes);
    *profile = (kb_bench_profile){.calls = 0};
}

uint64_t kb_bench_profile_share(const kb_bench_profile *profile, kb_bench_share share) {
    uint64_t sum = 0;
    for (size_t i = 0; i < profile->shape_count; i++) {
        sum += kb_bench_share_of(profile->shapes[i].fn) == share
                   ? profile->shapes[i].ticks
                   : 0;
    }
    return sum;
}

/* ---- counting ---- */

static void units_of(uint64_t out[KB_BENCH_UNIT_KINDS], const kb_hash_counts *counts) {
    out[KB_BENCH_KECCAK] = counts->keccak;
    out[KB_BENCH_SHA256] = counts->sha256;
    out[KB_BENCH_SHA512] = counts->sha512;
    out[KB_BENCH_SM3] = counts->sm3;
}

void kb_bench_profile_begin(kb_bench_watch *watch, unsigned op, bool keep) {
    watch->is_open = keep && kb_hash_count_is_on();
    if (!watch->is_open) {
        return;
    }
    if (watch->first_ns == 0) {
        /* What the preparation counted is none of this. */
        kb_hash_count_reset();
        watch->first_ns = kb_bench_wall_ns();
        watch->first_ticks = kb_hash_ticks();
    }
    watch->current = op;
    watch->before = kb_hash_count_read();
    kb_hash_shapes_begin(op);
    watch->start = kb_hash_ticks();
}

void kb_bench_profile_end(kb_bench_watch *watch) {
    uint64_t ticks = kb_hash_ticks() - watch->start;
    uint64_t before[KB_BENCH_UNIT_KINDS], after[KB_BENCH_UNIT_KINDS];
    if (!watch->is_open) {
        return;
    }
    kb_hash_shapes_end();
    kb_hash_counts counts = kb_hash_count_read();
    units_of(before, &watch->before);
    units_of(after, &counts);
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        kb_bench_units *u = &watch->op[watch->current].units[i];
        uint64_t n = after[i] - before[i];
        u->least = watch->op[watch->current].calls == 0 || n < u->least ? n : u->least;
        u->most = n > u->most ? n : u->most;
        u->sum += n;
    }
    watch->op[watch->current].calls++;
    watch->op[watch->current].ticks += ticks;
}

static int by_shape(const void *a, const void *b) {
    const kb_hash_shape *x = a, *y = b;
    if (x->fn != y->fn) {
        return x->fn < y->fn ? -1 : 1;
    }
    if (x->in != y->in) {
        return x->in < y->in ? -1 : 1;
    }
    return x->out < y->out ? -1 : x->out > y->out;
}

kb_status kb_bench_profile_of(kb_bench_profile *out, const kb_bench_watch *watch,
                              unsigned op) {
    *out = (kb_bench_profile){.calls = watch->op[op].calls};
    if (out->calls == 0) {
        return KB_OK;
    }
    uint64_t ns = kb_bench_wall_ns() - watch->first_ns;
    uint64_t ticks = kb_hash_ticks() - watch->first_ticks;
    out->ticks_per_s = (double)ticks * 1e9 / (double)(ns == 0 ? 1 : ns);
    out->ticks = watch->op[op].ticks;
    memcpy(out->units, watch->op[op].units, sizeof out->units);
    out->shapes = calloc(KB_HASH_SHAPE_MAX, sizeof *out->shapes);
    if (out->shapes == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "table of hash calls");
    }
    size_t n = kb_hash_shapes_read(out->shapes, &out->lost);
    for (size_t i = 0; i < n; i++) {
        if (out->shapes[i].tag == op) {
            out->shapes[out->shape_count] = out->shapes[i];
            out->shapes[out->shape_count++].tag = 0;
        }
    }
    qsort(out->shapes, out->shape_count, sizeof *out->shapes, by_shape);
    return KB_OK;
}

/* ---- JSON ---- */

static json_t *number(uint64_t value) {
    return json_integer((json_int_t)value);
}

json_t *kb_bench_profile_json(const kb_bench_profile *p) {
    if (p->calls == 0) {
        return NULL;
    }
    json_t *units = json_object(), *shapes = json_array();
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        const kb_bench_units *u = &p->units[i];
        (void)json_object_set_new(units, kb_bench_unit_names[i],
                                  json_pack("{s:o, s:o, s:o}", "least", number(u->least),
                                            "most", number(u->most), "sum",
                                            number(u->sum)));
    }
    for (size_t i = 0; i < p->shape_count; i++) {
        const kb_hash_shape *s = &p->shapes[i];
        (void)json_array_append_new(
            shapes,
            json_pack("{s:s, s:o, s:o, s:o, s:o}", "function", kb_bench_fn_name(s->fn),
                      "in", number(s->in), "out", number(s->out), "calls",
                      number(s->calls), "ticks", number(s->ticks)));
    }
    return json_pack("{s:o, s:o, s:f, s:o, s:o, s:o}", "calls", number(p->calls), "ticks",
                     number(p->ticks), "ticks_per_s", p->ticks_per_s, "lost",
                     number(p->lost), "units", units, "shapes", shapes);
}

/* Reads a number that is not negative; *wrong remembers the first name without one. */
static uint64_t get(const json_t *object, const char *name, const char **wrong) {
    const json_t *v = json_object_get(object, name);
    if (!json_is_integer(v) || json_integer_value(v) < 0) {
        *wrong = *wrong == NULL ? name : *wrong;
        return 0;
    }
    return (uint64_t)json_integer_value(v);
}

static void shape_from(kb_hash_shape *out, const json_t *json, const char **wrong) {
    const char *name = json_string_value(json_object_get(json, "function"));
    size_t fn = 0;
    while (fn < KB_HASH_FN_COUNT &&
           (name == NULL || strcmp(name, functions[fn].name) != 0)) {
        fn++;
    }
    if (fn == KB_HASH_FN_COUNT) {
        *wrong = "function";
        fn = 0;
    }
    *out = (kb_hash_shape){.fn = (kb_hash_fn)fn,
                           .in = get(json, "in", wrong),
                           .out = get(json, "out", wrong),
                           .calls = get(json, "calls", wrong),
                           .ticks = get(json, "ticks", wrong)};
}

kb_status kb_bench_profile_from_json(kb_bench_profile *out, const json_t *json) {
    *out = (kb_bench_profile){.calls = 0};
    if (json == NULL) {
        return KB_OK;
    }
    const char *wrong = NULL;
    const json_t *units = json_object_get(json, "units");
    const json_t *shapes = json_object_get(json, "shapes");
    kb_bench_profile p = {.calls = get(json, "calls", &wrong),
                          .ticks = get(json, "ticks", &wrong),
                          .lost = get(json, "lost", &wrong)};
    p.ticks_per_s = json_number_value(json_object_get(json, "ticks_per_s"));
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        const json_t *one = json_object_get(units, kb_bench_unit_names[i]);
        p.units[i] = (kb_bench_units){get(one, "least", &wrong), get(one, "most", &wrong),
                                      get(one, "sum", &wrong)};
    }
    if (!json_is_array(shapes) || json_array_size(shapes) > KB_HASH_SHAPE_MAX ||
        p.ticks_per_s <= 0) {
        wrong = "shapes";
    } else {
        p.shapes = calloc(KB_HASH_SHAPE_MAX, sizeof *p.shapes);
        if (p.shapes == NULL) {
            return KB_FAIL(KB_ERR_MEMORY, "table of hash calls");
        }
        p.shape_count = json_array_size(shapes);
        for (size_t i = 0; i < p.shape_count; i++) {
            shape_from(&p.shapes[i], json_array_get(shapes, i), &wrong);
        }
    }
    if (wrong != NULL) {
        kb_bench_profile_free(&p);
        return KB_FAIL(KB_ERR_FORMAT, "profile: %s is missing or wrong", wrong);
    }
    *out = p;
    return KB_OK;
}
