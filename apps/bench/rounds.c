/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rounds between readings of the yardstick. */
#include "rounds.h"

#include "core/error.h"
#include "form.h"
#include "record.h"
#include "yardstick.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

kb_status kb_bench_rounds_new(kb_bench_rounds *out, uint64_t calls) {
    *out = (kb_bench_rounds){.unix_time = (uint64_t)time(NULL)};
    out->first = calloc(calls + 1, sizeof *out->first);
    out->ticks = calloc(calls + 2, sizeof *out->ticks);
    if (out->first == NULL || out->ticks == NULL) {
        kb_bench_rounds_free(out);
        return KB_FAIL(KB_ERR_MEMORY, "rounds");
    }
    return KB_OK;
}

void kb_bench_rounds_free(kb_bench_rounds *rounds) {
    free(rounds->first);
    free(rounds->ticks);
    *rounds = (kb_bench_rounds){.count = 0};
}

static uint64_t read_yardstick(const kb_bench_clock *clock) {
    uint64_t state[25] = {0}, least = UINT64_MAX;
    for (int i = 0; i < KB_BENCH_YARDSTICK_BURSTS; i++) {
        uint64_t start = kb_bench_clock_begin(clock);
        kb_bench_yardstick(state, KB_BENCH_YARDSTICK_PERMUTATIONS);
        uint64_t ticks = kb_bench_clock_end(clock) - start;
        least = ticks < least ? ticks : least;
    }
    return least > clock->overhead ? least - clock->overhead : 1;
}

void kb_bench_rounds_step(kb_bench_rounds *rounds, const kb_bench_clock *clock,
                          uint64_t i, uint64_t *began_ns) {
    if (rounds->count != 0 && kb_bench_wall_ns() - *began_ns < KB_BENCH_ROUND_NS) {
        return;
    }
    rounds->first[rounds->count] = i;
    rounds->ticks[rounds->count++] = read_yardstick(clock);
    *began_ns = kb_bench_wall_ns();
}

void kb_bench_rounds_end(kb_bench_rounds *rounds, const kb_bench_clock *clock) {
    if (rounds->count != 0) {
        rounds->ticks[rounds->count] = read_yardstick(clock);
    }
}

/* ---- JSON ---- */

static json_t *array(const uint64_t *values, size_t n) {
    json_t *out = json_array();
    for (size_t i = 0; i < n; i++) {
        (void)json_array_append_new(out, json_integer((json_int_t)values[i]));
    }
    return out;
}

json_t *kb_bench_rounds_json(const kb_bench_rounds *r) {
    return r->count == 0
               ? NULL
               : json_pack("{s:o, s:o, s:o}", "first", array(r->first, r->count),
                           "yardstick_ticks", array(r->ticks, r->count + 1), "unix_time",
                           json_integer((json_int_t)r->unix_time));
}

static bool read_array(uint64_t *out, const json_t *json, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(json, i);
        if (!json_is_integer(one) || json_integer_value(one) < 0) {
            return false;
        }
        out[i] = (uint64_t)json_integer_value(one);
    }
    return json_array_size(json) == n;
}

/* Rounds begin with the first sample and follow each other. */
static bool is_in_order(const kb_bench_rounds *r, size_t n) {
    for (size_t i = 0; i < r->count; i++) {
        if ((i == 0 && r->first[0] != 0) || (i > 0 && r->first[i] <= r->first[i - 1]) ||
            r->first[i] >= n || r->ticks[i] == 0) {
            return false;
        }
    }
    return r->ticks[r->count] != 0;
}

kb_status kb_bench_rounds_from_json(kb_bench_rounds *out, const json_t *json, size_t n) {
    const json_t *time = json_object_get(json, "unix_time");
    *out = (kb_bench_rounds){.count = 0};
    if (json == NULL) {
        return KB_OK;
    }
    size_t count = json_array_size(json_object_get(json, "first"));
    KB_TRY(kb_bench_rounds_new(out, count));
    out->count = count;
    out->unix_time = (uint64_t)json_integer_value(time);
    if (count == 0 || !json_is_integer(time) || json_integer_value(time) < 0 ||
        !read_array(out->first, json_object_get(json, "first"), count) ||
        !read_array(out->ticks, json_object_get(json, "yardstick_ticks"), count + 1) ||
        !is_in_order(out, n)) {
        kb_bench_rounds_free(out);
        return KB_FAIL(KB_ERR_FORMAT, "rounds are wrong");
    }
    return KB_OK;
}

/* ---- what they give ---- */

static uint64_t least_of(const kb_bench_op *op) {
    uint64_t least = UINT64_MAX;
    for (size_t t = 0; t < op->trial_count; t++) {
        const kb_bench_rounds *r = &op->trials[t].rounds;
        for (size_t i = 0; r->count != 0 && i <= r->count; i++) {
            least = r->ticks[i] < least ? r->ticks[i] : least;
        }
    }
    return least;
}

static bool is_slow(const kb_bench_rounds *r, size_t i, uint64_t least) {
    uint64_t worse = r->ticks[i] > r->ticks[i + 1] ? r->ticks[i] : r->ticks[i + 1];
    return (double)worse > KB_BENCH_ROUND_SLOW * (double)least;
}

/* Adds the samples of the rounds that are kept. */
static void take(kb_bench_bracketed *out, double *kc, const kb_bench_trial *t,
                 uint64_t least, double items) {
    const kb_bench_rounds *r = &t->rounds;
    for (size_t i = 0; i < r->count; i++) {
        size_t end = i + 1 < r->count ? (size_t)r->first[i + 1] : t->n;
        out->rounds++;
        if (is_slow(r, i, least)) {
            out->dropped++;
            continue;
        }
        for (size_t k = (size_t)r->first[i]; k < end; k++) {
            uint64_t ticks = t->ticks[k];
            ticks = ticks > t->overhead_ticks ? ticks - t->overhead_ticks : 0;
            kc[out->n++] = (double)ticks / 1000 / items;
        }
    }
}

kb_status kb_bench_bracketed_of(kb_bench_bracketed *out, const kb_bench_op *op) {
    uint64_t least = least_of(op);
    size_t n = 0;
    *out = (kb_bench_bracketed){.n = 0};
    for (size_t t = 0; t < op->trial_count; t++) {
        const kb_bench_trial *trial = &op->trials[t];
        n += trial->n;
        if (trial->rounds.count == 0 || strcmp(trial->clock, "tsc") != 0) {
            return KB_OK;
        }
        uint64_t now = trial->rounds.unix_time;
        out->first_time = t == 0 || now < out->first_time ? now : out->first_time;
        out->last_time = now > out->last_time ? now : out->last_time;
        out->ticks_per_s = trial->ticks_per_s;
    }
    if (n == 0) {
        return KB_OK;
    }
    double *kc = malloc(n * sizeof *kc);
    if (kc == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu samples", n);
    }
    for (size_t t = 0; t < op->trial_count; t++) {
        take(out, kc, &op->trials[t], least, kb_bench_form_of(op->name).items);
    }
    out->yardstick_kc = (double)least / 1000 / KB_BENCH_YARDSTICK_PERMUTATIONS;
    if (out->n != 0) {
        kb_bench_sort(kc, out->n);
        out->min_kc = kc[0];
        out->median_kc = kb_bench_quantile(kc, out->n, 0.5);
    }
    free(kc);
    return KB_OK;
}
