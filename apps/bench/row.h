/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is measured: one algorithm or pair, with one payload size; and how it ended. */
#ifndef KB_BENCH_ROW_H
#define KB_BENCH_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KB_BENCH_NAME_BYTES 64
#define KB_BENCH_ID_BYTES   192

typedef struct kb_bench_row {
    char family[KB_BENCH_NAME_BYTES]; /* "composite" */
    char alg[KB_BENCH_NAME_BYTES];    /* "X25519+ML-KEM-768", "ML-DSA-65" */
    char to[KB_BENCH_NAME_BYTES];     /* the second algorithm, where there is one */
    uint64_t bytes;                   /* payload or message */
} kb_bench_row;

/* Fills a row; names that are too long are cut. to may be NULL. */
void kb_bench_row_set(kb_bench_row *out, const char *family, const char *alg,
                      const char *to, uint64_t bytes);
/* Writes the name of the record: "composite_X25519+ML-KEM-768_1024". */
void kb_bench_row_id(char out[KB_BENCH_ID_BYTES], const kb_bench_row *row);
/* Writes the part of a pair before and after the plus sign; pqc is empty without one. */
void kb_bench_row_halves(char classical[KB_BENCH_NAME_BYTES],
                         char pqc[KB_BENCH_NAME_BYTES], const char *pair);
/* The order of tables: family, classical half, other half, bytes, to. For qsort. */
int kb_bench_row_order(const void *a, const void *b);

typedef enum kb_bench_class {
    KB_BENCH_PASS,
    KB_BENCH_MISMATCH, /* a known answer or a timed result was wrong */
    KB_BENCH_NOKAT,    /* no known answer is at hand; results agreed with themselves */
    KB_BENCH_CRASH,    /* a signal, or a process that gave up */
    KB_BENCH_TIMEOUT,
    KB_BENCH_TOOFAST /* less time, or fewer hash calls, than the standard allows */
} kb_bench_class;

const char *kb_bench_class_name(kb_bench_class class);
/* Whether name is that of a class. */
bool kb_bench_class_from_name(kb_bench_class *out, const char *name);
/* Whether numbers of this class may be shown. */
bool kb_bench_class_is_good(kb_bench_class class);

#endif
