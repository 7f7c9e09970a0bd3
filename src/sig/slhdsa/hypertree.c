/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The layers of key trees, each signing the root of one below it. */
#include "sig/slhdsa/hypertree.h"

#include "core/ct.h"
#include "sig/slhdsa/tree.h"
#include "sig/slhdsa/wots.h"

#include <string.h>

static kb_slhdsa_tree tree_of(const kb_slhdsa_work *work, kb_slhdsa_wots *wots) {
    return (kb_slhdsa_tree){
        .height = work->params->layer_h,
        .leaf = wots->signer,
        .adrs = {.layer = wots->layer, .tree = wots->tree, .type = KB_SLHDSA_TREE},
        .leaves = kb_slhdsa_wots_leaves,
        .arg = wots};
}

void kb_slhdsa_hypertree_root(kb_slhdsa_work *work, uint8_t *root) {
    kb_slhdsa_wots wots = {.layer = work->params->d - 1};
    kb_slhdsa_tree tree = tree_of(work, &wots);
    kb_slhdsa_tree_root(work, root, &tree);
}

void kb_slhdsa_hypertree_top(kb_slhdsa_work *work, uint8_t *all) {
    uint8_t root[KB_SLHDSA_N_MAX_BYTES];
    kb_slhdsa_wots wots = {.layer = work->params->d - 1};
    kb_slhdsa_tree tree = tree_of(work, &wots);
    tree.all = all;
    kb_slhdsa_tree_root(work, root, &tree);
}

/* Goes one layer up: the lowest bits of the tree number are the leaf there (algorithm 12,
 * lines 8 and 9). */
static void ascend(const kb_slhdsa_work *work, kb_slhdsa_wots *wots) {
    wots->layer++;
    wots->signer = (uint32_t)wots->tree & ((UINT32_C(1) << work->params->layer_h) - 1);
    wots->tree >>= work->params->layer_h;
}

static size_t layer_bytes(const kb_slhdsa_params *params) {
    return (params->wots_count + params->layer_h) * params->n;
}

/* The tree that signs, and its signature on the way; sig is the layer's part of the
 * signature. Without a message only path and root are made. */
static void sign_in_tree(kb_slhdsa_work *work, uint8_t *sig, uint8_t *root,
                         const uint8_t *message, kb_slhdsa_wots wots) {
    const kb_slhdsa_params *params = work->params;
    uint32_t digits[KB_SLHDSA_WOTS_MAX_COUNT];
    uint8_t *path = sig + params->wots_count * params->n;
    if (message != NULL) {
        kb_slhdsa_encode_digits(params, digits, message);
        wots.digits = digits;
        wots.sig = sig;
    }
    if (work->top != NULL && wots.layer == params->d - 1) {
        kb_slhdsa_tree_path(path, root, work->top, params->layer_h, params->n,
                            wots.signer);
        if (message != NULL) {
            kb_slhdsa_wots_sign(work, &wots);
        }
    } else {
        kb_slhdsa_tree tree = tree_of(work, &wots);
        tree.path = path;
        kb_slhdsa_tree_root(work, root, &tree);
    }
}

void kb_slhdsa_hypertree_sign(kb_slhdsa_work *work, uint8_t *sig, uint8_t *root,
                              const uint8_t *message, const kb_slhdsa_choice *choice) {
    const kb_slhdsa_params *params = work->params;
    kb_slhdsa_wots wots = {.tree = choice->tree, .signer = choice->leaf};
    uint8_t node[KB_SLHDSA_N_MAX_BYTES];
    memcpy(node, message, params->n);
    for (;;) {
        /* What a layer signs is computed by every verifier from the signature below it.
         */
        KB_CT_PUBLIC(node, params->n);
        sign_in_tree(work, sig, node, node, wots);
        if (wots.layer == params->d - 1) {
            break;
        }
        sig += layer_bytes(params);
        ascend(work, &wots);
    }
    memcpy(root, node, params->n);
}

/* The key pairs of the tree that signs in this layer. */
static kb_slhdsa_wots wots_of(const kb_slhdsa_work *work, const kb_slhdsa_choice *choice,
                              unsigned layer) {
    kb_slhdsa_wots wots = {.tree = choice->tree, .signer = choice->leaf};
    while (wots.layer < layer) {
        ascend(work, &wots);
    }
    return wots;
}

void kb_slhdsa_hypertree_layer(kb_slhdsa_work *work, uint8_t *sig, uint8_t *root,
                               const uint8_t *message, const kb_slhdsa_choice *choice,
                               unsigned layer) {
    kb_slhdsa_wots wots = wots_of(work, choice, layer);
    sign_in_tree(work, sig + layer * layer_bytes(work->params), root, message, wots);
}

void kb_slhdsa_hypertree_sign_layer(kb_slhdsa_work *work, uint8_t *sig,
                                    const uint8_t *message,
                                    const kb_slhdsa_choice *choice, unsigned layer) {
    uint32_t digits[KB_SLHDSA_WOTS_MAX_COUNT];
    kb_slhdsa_wots wots = wots_of(work, choice, layer);
    kb_slhdsa_encode_digits(work->params, digits, message);
    wots.digits = digits;
    wots.sig = sig + layer * layer_bytes(work->params);
    kb_slhdsa_wots_sign(work, &wots);
}

void kb_slhdsa_hypertree_root_of_sig(kb_slhdsa_work *work, uint8_t *root,
                                     const uint8_t *message, const uint8_t *sig,
                                     const kb_slhdsa_choice *choice) {
    const kb_slhdsa_params *params = work->params;
    uint32_t digits[KB_SLHDSA_WOTS_MAX_COUNT];
    kb_slhdsa_wots wots = {
        .tree = choice->tree, .signer = choice->leaf, .digits = digits};
    kb_slhdsa_climb climb = {.height = params->layer_h, .used = 1};
    memcpy(climb.node[0], message, params->n);
    for (;;) {
        kb_slhdsa_encode_digits(params, digits, climb.node[0]);
        kb_slhdsa_wots_pk_of_sig(work, climb.node[0], &wots, sig);
        sig += params->wots_count * params->n;
        climb.adrs = tree_of(work, &wots).adrs;
        climb.index[0] = wots.signer;
        climb.path[0] = sig;
        sig += params->layer_h * params->n;
        kb_slhdsa_tree_climb(work, &climb);
        if (wots.layer == params->d - 1) {
            break;
        }
        ascend(work, &wots);
    }
    memcpy(root, climb.node[0], params->n);
}
