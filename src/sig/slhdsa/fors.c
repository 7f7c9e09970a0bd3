/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FORS: k trees of 2^a leaves, one leaf of each revealed. Which ones is public. */
#include "sig/slhdsa/fors.h"

#include "core/secret.h"
#include "sig/slhdsa/tree.h"

#include <string.h>

static kb_slhdsa_address address(const kb_slhdsa_choice *choice,
                                 kb_slhdsa_address_type type) {
    return (kb_slhdsa_address){
        .tree = choice->tree, .type = type, .key_pair = choice->leaf};
}

/* One of the k trees. */
typedef struct one_tree {
    const kb_slhdsa_choice *choice;
    uint32_t base;     /* number of its first leaf */
    uint32_t revealed; /* leaf, counted from base */
    uint8_t *sig;      /* takes its secret value */
} one_tree;

/* Algorithm 14 (fors_skGen) and F of the values: eight leaves. */
static void leaves(kb_slhdsa_work *work, void *arg, uint8_t *out, uint32_t first) {
    const one_tree *t = arg;
    size_t n = work->params->n;
    uint8_t values[KB_SLHDSA_LANE_COUNT][KB_SLHDSA_N_MAX_BYTES];
    KB_WIPE_AT_END(values);
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *to[KB_SLHDSA_LANE_COUNT];
    const uint8_t *from[KB_SLHDSA_LANE_COUNT];
    for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
        adrs[j] = address(t->choice, KB_SLHDSA_FORS_PRF);
        adrs[j].index = t->base + first + (uint32_t)j;
        from[j] = work->sk_seed;
        to[j] = values[j];
    }
    work->kernels->hash(work, to, adrs, from, n, KB_SLHDSA_LANE_COUNT);
    if (t->revealed - first < KB_SLHDSA_LANE_COUNT) {
        memcpy(t->sig, values[t->revealed - first], n);
    }
    for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
        adrs[j].type = KB_SLHDSA_FORS_TREE;
        from[j] = values[j];
        to[j] = out + j * n;
    }
    work->kernels->hash(work, to, adrs, from, n, KB_SLHDSA_LANE_COUNT);
}

void kb_slhdsa_fors_pk(kb_slhdsa_work *work, uint8_t *pk, const uint8_t *roots,
                       const kb_slhdsa_choice *choice) {
    kb_slhdsa_address adrs = address(choice, KB_SLHDSA_FORS_ROOTS);
    uint8_t *const to[1] = {pk};
    const uint8_t *const from[1] = {roots};
    work->kernels->hash(work, to, &adrs, from, work->params->k * work->params->n, 1);
}

void kb_slhdsa_fors_tree(kb_slhdsa_work *work, uint8_t *sig, uint8_t *roots,
                         const kb_slhdsa_choice *choice, unsigned number) {
    size_t n = work->params->n;
    unsigned a = work->params->a;
    sig += number * (a + 1) * n;
    one_tree t = {choice, number << a, choice->fors[number], sig};
    kb_slhdsa_tree tree = {.height = a,
                           .base = t.base,
                           .leaf = t.revealed,
                           .path = sig + n,
                           .adrs = address(choice, KB_SLHDSA_FORS_TREE),
                           .leaves = leaves,
                           .arg = &t};
    kb_slhdsa_tree_root(work, roots + number * n, &tree);
}

void kb_slhdsa_fors_sign(kb_slhdsa_work *work, uint8_t *sig, uint8_t *pk,
                         const kb_slhdsa_choice *choice) {
    uint8_t roots[KB_SLHDSA_ROOTS_MAX_BYTES];
    for (unsigned i = 0; i < work->params->k; i++) {
        kb_slhdsa_fors_tree(work, sig, roots, choice, i);
    }
    kb_slhdsa_fors_pk(work, pk, roots, choice);
}

void kb_slhdsa_fors_pk_of_sig(kb_slhdsa_work *work, uint8_t *pk, const uint8_t *sig,
                              const kb_slhdsa_choice *choice) {
    uint8_t roots[KB_SLHDSA_ROOTS_MAX_BYTES];
    kb_slhdsa_climb climb;
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *to[KB_SLHDSA_LANE_COUNT];
    const uint8_t *from[KB_SLHDSA_LANE_COUNT];
    size_t n = work->params->n, k = work->params->k;
    unsigned a = work->params->a;
    climb.height = a;
    climb.adrs = address(choice, KB_SLHDSA_FORS_TREE);
    for (size_t i = 0; i < k; i += climb.used) {
        climb.used = k - i < KB_SLHDSA_LANE_COUNT ? k - i : KB_SLHDSA_LANE_COUNT;
        for (size_t j = 0; j < climb.used; j++) {
            climb.index[j] = ((uint32_t)(i + j) << a) + choice->fors[i + j];
            climb.path[j] = sig + (i + j) * (a + 1) * n + n;
            adrs[j] = climb.adrs;
            adrs[j].index = climb.index[j];
            from[j] = climb.path[j] - n;
            to[j] = climb.node[j];
        }
        work->kernels->hash(work, to, adrs, from, n, climb.used);
        kb_slhdsa_tree_climb(work, &climb);
        for (size_t j = 0; j < climb.used; j++) {
            memcpy(roots + (i + j) * n, climb.node[j], n);
        }
    }
    kb_slhdsa_fors_pk(work, pk, roots, choice);
}
