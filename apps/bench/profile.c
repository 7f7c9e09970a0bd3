/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What an operation asks of the hash layer. */
#include "profile.h"

#include "clock.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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

/* Longer ones are interrupted all the same, in proportion to their parts. */
#define LONG_CALL_NS 10000000
/* What no number of attempts at a signature explains. */
#define PAUSED_TIMES 32

static long switches(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0;
}

kb_status kb_bench_watch_open(kb_bench_watch *watch) {
    *watch = (kb_bench_watch){.now = NULL};
    if (!kb_hash_count_is_on()) {
        return KB_OK;
    }
    watch->now = calloc(KB_HASH_SHAPE_MAX, sizeof *watch->now);
    if (watch->now == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "table of hash calls");
    }
    for (size_t i = 0; i < KB_BENCH_OPS_MAX; i++) {
        watch->op[i].shapes = calloc(KB_HASH_SHAPE_MAX, sizeof *watch->now);
        if (watch->op[i].shapes == NULL) {
            return KB_FAIL(KB_ERR_MEMORY, "table of hash calls");
        }
    }
    watch->first_ns = kb_bench_wall_ns();
    watch->first_ticks = kb_hash_ticks();
    return KB_OK;
}

void kb_bench_watch_close(kb_bench_watch *watch) {
    for (size_t i = 0; i < KB_BENCH_OPS_MAX; i++) {
        kb_bench_profile_free(&watch->op[i]);
    }
    free(watch->now);
    watch->now = NULL;
}

void kb_bench_profile_begin(kb_bench_watch *watch, unsigned op, bool keep) {
    watch->is_open = keep && watch->now != NULL;
    if (watch->is_open) {
        watch->current = op;
        watch->switches = switches();
        kb_hash_count_reset();
        kb_hash_shapes_begin(op % KB_HASH_TAG_COUNT);
        watch->start = kb_hash_ticks();
    }
}

static void add_shape(kb_bench_profile *to, const kb_hash_shape *shape) {
    size_t i = 0;
    while (i < to->shape_count &&
           (to->shapes[i].fn != shape->fn || to->shapes[i].in != shape->in ||
            to->shapes[i].out != shape->out)) {
        i++;
    }
    if (i == KB_HASH_SHAPE_MAX) {
        to->lost += shape->calls;
        return;
    }
    if (i == to->shape_count) {
        to->shapes[to->shape_count++] =
            (kb_hash_shape){.fn = shape->fn, .in = shape->in, .out = shape->out};
    }
    to->shapes[i].calls += shape->calls;
    to->shapes[i].ticks += shape->ticks;
}

static void add_units(kb_bench_profile *to, const kb_hash_counts *counts) {
    const uint64_t now[KB_BENCH_UNIT_KINDS] = {[KB_BENCH_KECCAK] = counts->keccak,
                                               [KB_BENCH_SHA256] = counts->sha256,
                                               [KB_BENCH_SHA512] = counts->sha512,
                                               [KB_BENCH_SM3] = counts->sm3};
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        kb_bench_units *u = &to->units[i];
        u->least = to->calls == 0 || now[i] < u->least ? now[i] : u->least;
        u->most = now[i] > u->most ? now[i] : u->most;
        u->sum += now[i];
    }
}

static double ticks_per_s(const kb_bench_watch *watch) {
    uint64_t ns = kb_bench_wall_ns() - watch->first_ns;
    return (double)(kb_hash_ticks() - watch->first_ticks) * 1e9 /
           (double)(ns == 0 ? 1 : ns);
}

void kb_bench_profile_end(kb_bench_watch *watch) {
    if (!watch->is_open) {
        return;
    }
    uint64_t ticks = kb_hash_ticks() - watch->start, lost = 0;
    kb_hash_shapes_end();
    kb_bench_profile *to = &watch->op[watch->current];
    uint64_t *least = &watch->least[watch->current];
    *least = *least == 0 || ticks < *least ? ticks : *least;
    /* A hypervisor takes the processor away without telling. */
    bool is_paused = switches() != watch->switches || ticks / PAUSED_TIMES > *least;
    if (is_paused && (double)*least * 1e9 < LONG_CALL_NS * ticks_per_s(watch)) {
        return;
    }
    kb_hash_counts counts = kb_hash_count_read();
    size_t n = kb_hash_shapes_read(watch->now, &lost);
    for (size_t i = 0; i < n; i++) {
        add_shape(to, &watch->now[i]);
    }
    add_units(to, &counts);
    to->lost += lost;
    to->ticks += ticks;
    to->calls++;
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

void kb_bench_profile_take(kb_bench_profile *out, kb_bench_watch *watch, unsigned op) {
    *out = (kb_bench_profile){.calls = 0};
    if (watch->op[op].calls != 0) {
        *out = watch->op[op];
        out->ticks_per_s = ticks_per_s(watch);
        watch->op[op] = (kb_bench_profile){.calls = 0};
        qsort(out->shapes, out->shape_count, sizeof *out->shapes, by_shape);
    }
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
