/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sizes of the object files of each algorithm family, read from their ELF sections by the
 * build (object_sizes.c). */
#ifndef KB_BENCH_OBJECTS_H
#define KB_BENCH_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct kb_bench_object {
    const char *family; /* as in the catalog, or "Keccak", "SHA-2", "SM3" */
    uint64_t text, rodata, data, bss;
} kb_bench_object;

extern const kb_bench_object kb_bench_objects[];
extern const size_t kb_bench_object_count;

#endif
