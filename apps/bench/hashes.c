/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tables of hash work. */
#include "hashes.h"

#include "form.h"

#include <inttypes.h>

static const char *const share_names[KB_BENCH_SHARE_COUNT] = {
    [KB_BENCH_SHARE_KECCAK] = "Keccak", [KB_BENCH_SHARE_SHA2] = "SHA-2",
    [KB_BENCH_SHARE_SM3] = "SM3",       [KB_BENCH_SHARE_XOF] = "XOF",
    [KB_BENCH_SHARE_RNG] = "RNG",
};

/* The cells that name an operation. */
static void head(FILE *out, const kb_bench_row *row, const kb_bench_op *op) {
    (void)fprintf(out, "%s,%s,%s,%" PRIu64 ",%s", row->family, row->alg, row->to,
                  row->bytes, op->name);
}

static double each_us(const kb_bench_profile *p, uint64_t ticks) {
    return (double)ticks * 1e6 / p->ticks_per_s / (double)p->calls;
}

static double percent(const kb_bench_profile *p, uint64_t ticks) {
    return p->ticks == 0 ? 0 : 100 * (double)ticks / (double)p->ticks;
}

static void shapes(FILE *out, const kb_bench_row *row, const kb_bench_op *op) {
    const kb_bench_profile *p = &op->profile;
    for (size_t i = 0; i < p->shape_count; i++) {
        const kb_hash_shape *s = &p->shapes[i];
        head(out, row, op);
        (void)fprintf(out, ",%s,%s,%zu,%zu,%.2f,%.3f,%.2f\n", kb_bench_fn_name(s->fn),
                      share_names[kb_bench_share_of(s->fn)], s->in, s->out,
                      (double)s->calls / (double)p->calls, each_us(p, s->ticks),
                      percent(p, s->ticks));
    }
}

static void shares(FILE *out, const kb_bench_row *row, const kb_bench_op *op) {
    const kb_bench_profile *p = &op->profile;
    uint64_t named = 0;
    kb_bench_floor floor;
    kb_bench_floor_of_row(&floor, row, op->name);
    double items = kb_bench_form_of(op->name).items;
    head(out, row, op);
    (void)fprintf(out, ",%" PRIu64 ",%.3f", p->calls, each_us(p, p->ticks));
    for (int i = 0; i < KB_BENCH_SHARE_COUNT; i++) {
        uint64_t ticks = kb_bench_profile_share(p, (kb_bench_share)i);
        (void)fprintf(out, ",%.2f", percent(p, ticks));
        named += ticks;
    }
    (void)fprintf(out, ",%.2f", percent(p, p->ticks > named ? p->ticks - named : 0));
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        const kb_bench_units *u = &p->units[i];
        (void)fprintf(out, ",%" PRIu64 ",%.2f,%.0f,%.2f", u->least,
                      (double)u->sum / (double)p->calls,
                      items * (floor.least[i] - floor.unseen[i]),
                      items * (floor.expected[i] - floor.unseen[i]));
    }
    (void)fprintf(out, ",%" PRIu64 "\n", p->lost);
}

static void each(FILE *out, const kb_bench_result *result,
                 void (*write)(FILE *out, const kb_bench_row *row,
                               const kb_bench_op *op)) {
    for (size_t f = 0; f < result->count; f++) {
        const kb_bench_family_result *family = &result->families[f];
        for (size_t i = 0; i < family->count; i++) {
            const kb_bench_record *record = &family->records[i];
            for (size_t k = 0; k < record->op_count; k++) {
                if (record->ops[k].profile.calls != 0) {
                    write(out, &record->row, &record->ops[k]);
                }
            }
        }
    }
}

kb_status kb_bench_hashes_csv(FILE *out, const kb_bench_result *result) {
    (void)fprintf(out, "FAMILY,ALG,TO,BYTES,OPERATION,FUNCTION,SHARE,IN_BYTES,OUT_BYTES,"
                       "CALLS,US,PERCENT\n");
    each(out, result, shapes);
    return KB_OK;
}

kb_status kb_bench_hash_shares_csv(FILE *out, const kb_bench_result *result) {
    (void)fprintf(out, "FAMILY,ALG,TO,BYTES,OPERATION,N,US,KECCAK_PCT,SHA2_PCT,SM3_PCT,"
                       "XOF_PCT,RNG_PCT,OTHER_PCT");
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        static const char *const names[KB_BENCH_UNIT_KINDS] = {"KECCAK_F", "SHA256",
                                                               "SHA512", "SM3"};
        (void)fprintf(out, ",%s_LEAST,%s_MEAN,%s_FLOOR,%s_EXPECTED", names[i], names[i],
                      names[i], names[i]);
    }
    (void)fprintf(out, ",LOST\n");
    each(out, result, shares);
    return KB_OK;
}
