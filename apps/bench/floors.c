/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Unavoidable hashing: what all algorithms have in common, and the table. */
#include "floors.h"

#include "form.h"

#include <keybraid/catalog.h>
#include <math.h>
#include <string.h>

const char *const kb_bench_unit_names[KB_BENCH_UNIT_KINDS] = {"keccak", "sha256",
                                                              "sha512", "sm3"};

double kb_bench_sponge(size_t rate, size_t in_len, size_t out_len) {
    size_t out_blocks = (out_len + rate - 1) / rate;
    return (double)(in_len / rate + 1 + (out_blocks == 0 ? 0 : out_blocks - 1));
}

double kb_bench_blocks(size_t block, size_t len) {
    return (double)((len + 1 + block / 8 + block - 1) / block);
}

void kb_bench_floor_add(kb_bench_floor *out, kb_bench_unit_kind kind, double units) {
    out->least[kind] += units;
    out->expected[kind] += units;
}

static size_t candidates(const kb_bench_sampler *s, size_t blocks) {
    return blocks * s->block_bytes / s->group_bytes * s->group;
}

double kb_bench_sampler_least(const kb_bench_sampler *s) {
    size_t blocks = 1;
    while (candidates(s, blocks) < s->wanted) {
        blocks++;
    }
    return (double)blocks;
}

/* Probability that fewer than `wanted` of n candidates are accepted. */
static double is_short(const kb_bench_sampler *s, size_t n) {
    double p = s->accepted, sum = 0;
    if (n < s->wanted) {
        return 1;
    }
    for (size_t i = 0; i < s->wanted; i++) {
        double k = (double)i, all = (double)n;
        sum += exp(lgamma(all + 1) - lgamma(k + 1) - lgamma(all - k + 1) + k * log(p) +
                   (all - k) * log(1 - p));
    }
    return sum;
}

/* The sum over b of the probability that b blocks do not suffice. */
double kb_bench_sampler_expected(const kb_bench_sampler *s) {
    double sum = 0, more = 1;
    for (size_t b = 0; b < 1000 && more > 1e-12; b++) {
        more = is_short(s, candidates(s, b));
        sum += more;
    }
    return sum;
}

void kb_bench_floor_sample(kb_bench_floor *out, kb_bench_unit_kind kind, double times,
                           const kb_bench_sampler *s) {
    out->least[kind] += times * kb_bench_sampler_least(s);
    out->expected[kind] += times * kb_bench_sampler_expected(s);
}

bool kb_bench_floor_find(kb_bench_floor *out, const char *id, const char *op,
                         kb_bench_key_form form, uint64_t bytes) {
    *out = (kb_bench_floor){.least = {0}};
    return kb_bench_floor_kem(out, id, op, form) ||
           kb_bench_floor_sig(out, id, op, form, bytes);
}

/* Adds the floor of the post-quantum half of a pair. */
static void add_half(kb_bench_floor *out, const char *pair, const char *op) {
    char half[2][KB_BENCH_NAME_BYTES];
    kb_bench_floor one;
    kb_bench_row_halves(half[0], half[1], pair);
    const kb_alg *alg = kb_catalog_find_name(half[1]);
    if (alg != NULL && kb_bench_floor_find(&one, alg->id, op, KB_BENCH_KEY_WARM, 0)) {
        for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
            out->least[i] += one.least[i];
            out->expected[i] += one.expected[i];
            out->unseen[i] += one.unseen[i];
        }
    }
}

void kb_bench_floor_of_row(kb_bench_floor *out, const kb_bench_row *row, const char *op) {
    *out = (kb_bench_floor){.least = {0}};
    if (strcmp(op, "ENC") == 0) {
        add_half(out, row->alg, "ENCAPS");
    } else if (strcmp(op, "DEC") == 0) {
        add_half(out, row->alg, "DECAPS");
    } else if (strcmp(op, "REENC") == 0) {
        add_half(out, row->alg, "DECAPS");
        add_half(out, row->to[0] != '\0' ? row->to : row->alg, "ENCAPS");
    } else {
        kb_bench_form form = kb_bench_form_of(op);
        kb_bench_key_form key = form.is_warm ? KB_BENCH_KEY_WARM : KB_BENCH_KEY_BYTES;
        if (!kb_bench_floor_find(out, row->alg, form.base, key, row->bytes)) {
            *out = (kb_bench_floor){.least = {0}};
        }
    }
}

static void line(FILE *out, const char *id, const char *op, kb_bench_key_form form,
                 uint64_t bytes) {
    kb_bench_floor f;
    if (!kb_bench_floor_find(&f, id, op, form, bytes)) {
        return;
    }
    (void)fprintf(out, "| %s | %s%s |", id, op,
                  form == KB_BENCH_KEY_WARM ? ", warm key" : "");
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        if (f.expected[i] == 0) {
            (void)fprintf(out, " |");
        } else if (f.expected[i] - f.least[i] < 0.005) {
            (void)fprintf(out, " %.0f |", f.least[i]);
        } else {
            (void)fprintf(out, " %.0f (%.2f) |", f.least[i], f.expected[i]);
        }
    }
    (void)fputc('\n', out);
}

#define MESSAGE_BYTES 64 /* of the rows of signatures */

void kb_bench_floors_markdown(FILE *out) {
    static const char *const kem[] = {"KEYGEN", "ENCAPS", "DECAPS"};
    static const char *const sig[] = {"KEYGEN", "SIGN", "VERIFY"};
    size_t count;
    const kb_alg *algs = kb_catalog(&count);
    (void)fprintf(out, "| algorithm | operation | Keccak-f | SHA-256 | SHA-512 | SM3 |\n"
                       "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        bool is_kem = algs[i].kind == KB_ALG_KEM;
        if (!is_kem && algs[i].kind != KB_ALG_SIG) {
            continue;
        }
        for (size_t k = 0; k < 3; k++) {
            line(out, algs[i].id, is_kem ? kem[k] : sig[k], KB_BENCH_KEY_BYTES,
                 MESSAGE_BYTES);
        }
        for (size_t k = 1; k < 3; k++) {
            line(out, algs[i].id, is_kem ? kem[k] : sig[k], KB_BENCH_KEY_WARM,
                 MESSAGE_BYTES);
        }
    }
}

static int run(int argc, char **argv) {
    if (argc != 0) {
        bool is_help = argc == 1 && strcmp(argv[0], "--help") == 0;
        (void)fprintf(is_help ? stdout : stderr,
                      "usage: keybraid-bench floors\n\n"
                      "Prints how many permutations and compressions are unavoidable in "
                      "every operation,\nas the table of doc/floors.md.\n");
        return is_help ? 0 : 2;
    }
    kb_bench_floors_markdown(stdout);
    return fflush(stdout) == 0 ? 0 : 5;
}

const kb_bench_family kb_bench_floors_family = {
    .name = "floors",
    .summary = "How much hashing every operation cannot do without",
    .run = run,
};
