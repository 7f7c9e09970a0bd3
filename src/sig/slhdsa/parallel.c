/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One signature by several threads. Which trees it takes is known from the digest, and no
 * tree depends on another: only what the leaves of a layer sign is the root below. A layer
 * whose message is known when its tree is begun is signed on the way, as one thread does
 * it; the others are begun from the top and signed when their message is known, which
 * repeats one leaf of each: 3 % of the work in the f sets with two threads, a thousandth in
 * the s sets. Nobody waits for anything but the last pieces of work of the others.
 */
#include "sig/slhdsa/parallel.h"

#include "core/ct.h"
#include "core/secret.h"
#include "sig/slhdsa/fors.h"
#include "sig/slhdsa/hypertree.h"

#include <pthread.h>

#define LAYERS_MAX 22
/* The trees of FORS, which are small, go into so many pieces. */
#define SHARES      8
#define MEMBERS_MAX 32
/* Layers so low are made one by one; where a layer is a great part of the work, its
 * signature is a small one, and the shares of FORS even out the ends. */
#define LOW_LAYER_MAX 4

typedef enum kind { NOTHING, FORS, TREE, SIGNATURE, TREE_AND_SIGNATURE } kind;

/* A piece of work: a share of FORS, or something of a layer. */
typedef struct piece {
    kind kind;
    unsigned number;
} piece;

/* What all threads of a signature share. */
typedef struct shared {
    const kb_slhdsa_work *work;
    const kb_slhdsa_choice *choice;
    const uint8_t *pk_root;
    uint8_t *fors_sig, *tree_sig;
    uint8_t fors_roots[KB_SLHDSA_ROOTS_MAX_BYTES];
    /* What each layer signs: the public key of FORS, then the roots; the last of them is
     * that of the topmost tree. */
    uint8_t nodes[(1 + LAYERS_MAX) * KB_SLHDSA_N_MAX_BYTES];
    pthread_mutex_t lock; /* of what follows, and for what was written before */
    bool is_refused;      /* nothing more is worth doing */
    unsigned fors_begun, fors_done;
    bool is_known[1 + LAYERS_MAX]; /* of the nodes */
    bool has_tree[LAYERS_MAX];     /* begun, like the next */
    bool has_signature[LAYERS_MAX];
} shared;

static piece begin_fors(shared *s) {
    return s->fors_begun < SHARES ? (piece){FORS, s->fors_begun++} : (piece){NOTHING, 0};
}

/* With the lock. */
static piece choose(shared *s) {
    const kb_slhdsa_params *params = s->work->params;
    piece next = {NOTHING, 0};
    for (unsigned i = 0; i < params->d; i++) {
        if (s->is_known[i] && !s->has_tree[i]) {
            s->has_tree[i] = s->has_signature[i] = true;
            return (piece){TREE_AND_SIGNATURE, i};
        }
    }
    if (params->layer_h <= LOW_LAYER_MAX) {
        next = begin_fors(s);
    }
    for (unsigned i = params->d; i-- > 0 && next.kind == NOTHING;) {
        if (!s->has_tree[i]) {
            s->has_tree[i] = true;
            next = (piece){TREE, i};
        }
    }
    if (next.kind == NOTHING) {
        next = begin_fors(s);
    }
    for (unsigned i = 0; i < params->d && next.kind == NOTHING; i++) {
        if (s->is_known[i] && !s->has_signature[i]) {
            s->has_signature[i] = true;
            next = (piece){SIGNATURE, i};
        }
    }
    return next;
}

static uint8_t *node_at(shared *s, unsigned number) {
    return s->nodes + number * s->work->params->n;
}

static void make_known(shared *s, unsigned number) {
    size_t n = s->work->params->n;
    /* What a layer signs is computed by every verifier from the signature below it; the
     * last is the root of the topmost tree, which is public as in public_of. */
    KB_CT_PUBLIC(node_at(s, number), n);
    bool is_wrong =
        number == s->work->params->d && !kb_ct_eq(node_at(s, number), s->pk_root, n);
    (void)pthread_mutex_lock(&s->lock);
    s->is_known[number] = true;
    s->is_refused |= is_wrong;
    (void)pthread_mutex_unlock(&s->lock);
}

static void make_fors_share(shared *s, kb_slhdsa_work *work, unsigned share) {
    for (unsigned i = share; i < work->params->k; i += SHARES) {
        kb_slhdsa_fors_tree(work, s->fors_sig, s->fors_roots, s->choice, i);
    }
    (void)pthread_mutex_lock(&s->lock);
    bool is_last = ++s->fors_done == SHARES;
    (void)pthread_mutex_unlock(&s->lock);
    if (is_last) {
        kb_slhdsa_fors_pk(work, node_at(s, 0), s->fors_roots, s->choice);
        make_known(s, 0);
    }
}

static void make(shared *s, kb_slhdsa_work *work, piece p) {
    const uint8_t *message = node_at(s, p.number);
    if (p.kind == FORS) {
        make_fors_share(s, work, p.number);
    } else if (p.kind == SIGNATURE) {
        kb_slhdsa_hypertree_sign_layer(work, s->tree_sig, message, s->choice, p.number);
    } else {
        kb_slhdsa_hypertree_layer(work, s->tree_sig, node_at(s, p.number + 1),
                                  p.kind == TREE ? NULL : message, s->choice, p.number);
        make_known(s, p.number + 1);
    }
}

typedef struct member {
    kb_pool_task task; /* first: the task is the member */
    shared *all;
} member;

/* What one thread does, until there is nothing that could be begun. */
static void take_part(kb_pool_task *task) {
    shared *s = ((member *)task)->all;
    kb_slhdsa_work work = *s->work;
    KB_WIPE_AT_END(work);
    for (;;) {
        (void)pthread_mutex_lock(&s->lock);
        piece next = s->is_refused ? (piece){NOTHING, 0} : choose(s);
        (void)pthread_mutex_unlock(&s->lock);
        if (next.kind == NOTHING) {
            return;
        }
        make(s, &work, next);
    }
}

bool kb_slhdsa_parallel_sign(kb_slhdsa_work *work, uint8_t *fors_sig, uint8_t *tree_sig,
                             const uint8_t *pk_root, const kb_slhdsa_choice *choice,
                             kb_pool *pool) {
    shared s = {.work = work,
                .choice = choice,
                .pk_root = pk_root,
                .fors_sig = fors_sig,
                .tree_sig = tree_sig};
    member members[MEMBERS_MAX];
    unsigned jobs = kb_pool_jobs(pool);
    unsigned count = jobs < MEMBERS_MAX ? jobs : MEMBERS_MAX;
    (void)pthread_mutex_init(&s.lock, NULL);
    for (unsigned i = 0; i < count; i++) {
        members[i] = (member){.task = {.run = take_part}, .all = &s};
    }
    for (unsigned i = 1; i < count; i++) {
        kb_pool_submit(pool, &members[i].task);
    }
    take_part(&members[0].task);
    for (unsigned i = 1; i < count; i++) {
        if (!kb_pool_cancel(pool, &members[i].task)) {
            kb_pool_wait(pool, &members[i].task);
        }
    }
    (void)pthread_mutex_destroy(&s.lock);
    return !s.is_refused;
}
