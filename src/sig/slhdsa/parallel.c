/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One signature by several threads. Which trees it takes is known from the digest, and no
 * tree depends on another: only what the leaves of a layer sign is the root below. So all
 * trees are made first, in any order, and then, again in any order, the WOTS+ signatures.
 * These repeat one leaf for each layer: 6 % of the work in the f sets, a thousandth in the
 * s sets.
 */
#include "sig/slhdsa/parallel.h"

#include "core/ct.h"
#include "core/secret.h"
#include "sig/slhdsa/fors.h"
#include "sig/slhdsa/hypertree.h"

#include <stdatomic.h>
#include <string.h>

#define LAYERS_MAX 22
/* Small pieces of work, which are the trees of FORS and the signatures of the layers, go
 * into so many tasks. */
#define SHARES    8
#define PARTS_MAX (LAYERS_MAX + SHARES)

/* What all tasks of a signature share. */
typedef struct shared {
    const kb_slhdsa_work *work;
    const kb_slhdsa_choice *choice;
    const uint8_t *pk_root;
    atomic_bool is_refused; /* nothing more is worth doing */
    uint8_t *fors_sig, *tree_sig;
    uint8_t fors_roots[KB_SLHDSA_ROOTS_MAX_BYTES];
    /* What each layer signs: the public key of FORS, then the roots; the last of them is
     * that of the topmost tree. */
    uint8_t nodes[(1 + LAYERS_MAX) * KB_SLHDSA_N_MAX_BYTES];
} shared;

typedef struct part {
    kb_pool_task task; /* first: the task is the part */
    shared *all;
    unsigned number; /* a layer, or a share */
} part;

static void make_layer(kb_pool_task *task) {
    const part *p = (part *)task;
    shared *s = p->all;
    const kb_slhdsa_params *params = s->work->params;
    if (atomic_load(&s->is_refused)) {
        return;
    }
    kb_slhdsa_work work = *s->work;
    KB_WIPE_AT_END(work);
    kb_slhdsa_hypertree_layer(&work, s->tree_sig, s->nodes + params->n, s->choice,
                              p->number);
    if (p->number == params->d - 1) {
        uint8_t *root = s->nodes + params->d * params->n;
        /* The root of the topmost tree is half of the public key. */
        KB_CT_PUBLIC(root, params->n);
        atomic_store(&s->is_refused, !kb_ct_eq(root, s->pk_root, params->n));
    }
}

static void make_fors_trees(kb_pool_task *task) {
    const part *p = (part *)task;
    shared *s = p->all;
    if (atomic_load(&s->is_refused)) {
        return;
    }
    kb_slhdsa_work work = *s->work;
    KB_WIPE_AT_END(work);
    for (unsigned i = p->number; i < work.params->k; i += SHARES) {
        kb_slhdsa_fors_tree(&work, s->fors_sig, s->fors_roots, s->choice, i);
    }
}

static void sign_layers(kb_pool_task *task) {
    const part *p = (part *)task;
    shared *s = p->all;
    kb_slhdsa_work work = *s->work;
    KB_WIPE_AT_END(work);
    for (unsigned i = p->number; i < work.params->d; i += SHARES) {
        kb_slhdsa_hypertree_sign_layer(&work, s->tree_sig, s->nodes + i * work.params->n,
                                       s->choice, i);
    }
}

/* Runs all parts, in this thread too. */
static void run(kb_pool *pool, part *parts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        kb_pool_submit(pool, &parts[i].task);
    }
    for (size_t i = 0; i < count; i++) {
        (void)kb_pool_run_here(pool, &parts[i].task);
    }
    for (size_t i = 0; i < count; i++) {
        kb_pool_wait(pool, &parts[i].task);
    }
}

bool kb_slhdsa_parallel_sign(kb_slhdsa_work *work, uint8_t *fors_sig, uint8_t *tree_sig,
                             const uint8_t *pk_root, const kb_slhdsa_choice *choice,
                             kb_pool *pool) {
    unsigned d = work->params->d;
    size_t n = work->params->n;
    shared s = {.work = work,
                .choice = choice,
                .pk_root = pk_root,
                .fors_sig = fors_sig,
                .tree_sig = tree_sig};
    part parts[PARTS_MAX];
    /* The topmost layer first, which is refused when the key is no key. */
    for (unsigned i = 0; i < d; i++) {
        parts[i] = (part){.task = {.run = make_layer}, .all = &s, .number = d - 1 - i};
    }
    for (unsigned i = 0; i < SHARES; i++) {
        parts[d + i] = (part){.task = {.run = make_fors_trees}, .all = &s, .number = i};
    }
    run(pool, parts, d + SHARES);
    if (atomic_load(&s.is_refused)) {
        return false;
    }
    kb_slhdsa_fors_pk(work, s.nodes, s.fors_roots, choice);
    /* What a layer signs is computed by every verifier from the signature below it. */
    KB_CT_PUBLIC(s.nodes, (1 + d) * n);
    for (unsigned i = 0; i < SHARES; i++) {
        parts[i] = (part){.task = {.run = sign_layers}, .all = &s, .number = i};
    }
    run(pool, parts, SHARES);
    return true;
}
