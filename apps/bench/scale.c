/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From values to places, and round values for ticks. */
#include "svg.h"

#include <math.h>

double kb_bench_scale_at(const kb_bench_scale *s, double value) {
    double from = s->is_log ? log(s->min) : s->min, to = s->is_log ? log(s->max) : s->max;
    double at = s->is_log ? log(value) : value;
    double part = to > from ? (at - from) / (to - from) : 0.5;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return s->from + part * (s->to - s->from);
}

static void add(kb_bench_ticks *out, const kb_bench_scale *s, double value) {
    double slack = (s->is_log ? s->min : s->max - s->min) * 1e-9;
    if (value >= s->min - slack && value <= s->max + slack &&
        out->count < KB_BENCH_TICKS_MAX) {
        out->value[out->count++] = value;
    }
}

/* Steps of 1, 2 or 5 times a power of ten. */
static void linear(kb_bench_ticks *out, const kb_bench_scale *s, size_t most) {
    static const double steps[] = {1, 2, 5, 10};
    double span = s->max - s->min;
    double power = span > 0 ? pow(10, floor(log10(span / (double)most))) : 1,
           step = power;
    for (size_t i = 0; i < 4 && span / step > (double)most; i++) {
        step = steps[i] * power;
    }
    double first = ceil(s->min / step - 1e-9);
    for (size_t i = 0; i <= most + 1; i++) {
        add(out, s, (first + (double)i) * step);
    }
}

void kb_bench_ticks_of(kb_bench_ticks *out, const kb_bench_scale *s, size_t most) {
    static const double fine[] = {1, 2, 5}, middle[] = {1, 3}, coarse[] = {1};
    static const struct {
        const double *factors;
        size_t count;
    } ways[] = {{fine, 3}, {middle, 2}, {coarse, 1}};
    out->count = 0;
    if (!s->is_log || s->max < s->min * 2.2) {
        linear(out, s, most);
        return;
    }
    int from = (int)floor(log10(s->min)), to = (int)ceil(log10(s->max));
    for (size_t way = 0; way < 3; way++) {
        out->count = 0;
        for (int power = from; power <= to; power++) {
            for (size_t i = 0; i < ways[way].count; i++) {
                add(out, s, ways[way].factors[i] * pow(10, power));
            }
        }
        if (out->count <= most) {
            return;
        }
    }
    /* Every second power, every third, and so on. */
    size_t each = (out->count + most - 1) / most, kept = 0;
    for (size_t i = 0; i < out->count; i += each) {
        out->value[kept++] = out->value[i];
    }
    out->count = kept;
}

void kb_bench_scale_round(kb_bench_scale *s) {
    static const double factors[] = {1, 2, 5, 10};
    double low = pow(10, floor(log10(s->min))), high = pow(10, floor(log10(s->max)));
    double min = low, max = high;
    for (size_t i = 0; i < 4; i++) {
        min = factors[i] * low <= s->min ? factors[i] * low : min;
        max = max < s->max ? factors[i] * high : max;
    }
    s->min = min;
    s->max = max > min ? max : min * 10;
}
