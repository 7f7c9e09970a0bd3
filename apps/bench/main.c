/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The program keybraid-bench: finds the family that the first argument names. */
#include "family.h"
#include "ratio.h"

#include <stdio.h>
#include <string.h>

static const kb_bench_family *const families[] = {&kb_bench_ratio};

#define FAMILY_COUNT (sizeof families / sizeof families[0])

static int usage(FILE *to, int code) {
    fprintf(to, "usage: keybraid-bench FAMILY [OPTIONS]\n\n");
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        fprintf(to, "  %-11s %s\n", families[i]->name, families[i]->summary);
    }
    fprintf(to, "\n  keybraid-bench FAMILY --help   options of one family\n");
    return code;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        return usage(stderr, 2);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        return usage(stdout, 0);
    }
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        if (strcmp(argv[1], families[i]->name) == 0) {
            return families[i]->run(argc - 2, argv + 2);
        }
    }
    fprintf(stderr, "keybraid-bench: unknown family %.40s\n", argv[1]);
    return usage(stderr, 2);
}
