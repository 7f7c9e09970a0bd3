/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Binary hash trees: root and authentication path from the leaves, root from a leaf and
 * its path. FORS and the layers of the hypertree share them. */
#ifndef KB_SIG_SLHDSA_TREE_H
#define KB_SIG_SLHDSA_TREE_H

#include "sig/slhdsa/ops.h"

/*
 * A tree to be walked once. Walks of different trees are independent of each other, and
 * so are the calls of `leaves`, given a work area each.
 */
typedef struct kb_slhdsa_tree {
    unsigned height;        /* 3..KB_SLHDSA_HEIGHT_MAX */
    uint32_t base;          /* number of the first leaf, a multiple of 2^height */
    uint32_t leaf;          /* the leaf whose path is wanted, counted from base */
    uint8_t *path;          /* takes height * n bytes; NULL: it is not wanted */
    uint8_t *all;           /* takes all nodes, KB_SLHDSA_TREE_BYTES, unless NULL */
    kb_slhdsa_address adrs; /* of the inner nodes; height and index are filled in */
    /* Writes the eight leaves from number `first`, counted from base. */
    void (*leaves)(kb_slhdsa_work *work, void *arg, uint8_t *out, uint32_t first);
    void *arg;
} kb_slhdsa_tree;

/* Algorithms 9 and 15 (xmss_node, fors_node) for the root, without recursion. */
void kb_slhdsa_tree_root(kb_slhdsa_work *work, uint8_t *root, const kb_slhdsa_tree *tree);

/* All nodes of a tree: level by level from the leaves on, the root last. */
#define KB_SLHDSA_TREE_BYTES(height, n) ((((size_t)2 << (height)) - 1) * (n))

/* The path of a leaf, height * n bytes, and the root, from all nodes. */
void kb_slhdsa_tree_path(uint8_t *path, uint8_t *root, const uint8_t *all,
                         unsigned height, size_t n, uint32_t leaf);

/* Up to eight climbs from a leaf to the root of its tree, side by side. */
typedef struct kb_slhdsa_climb {
    unsigned height;
    size_t used;
    uint8_t node[KB_SLHDSA_LANE_COUNT]
                [KB_SLHDSA_N_MAX_BYTES];  /* the leaf, then the root */
    uint32_t index[KB_SLHDSA_LANE_COUNT]; /* number of the leaf */
    const uint8_t *path[KB_SLHDSA_LANE_COUNT];
    kb_slhdsa_address adrs; /* of the inner nodes; height and index are filled in */
} kb_slhdsa_climb;

/* Algorithm 11, lines 7 to 19, and algorithm 17, lines 9 to 19. */
void kb_slhdsa_tree_climb(kb_slhdsa_work *work, kb_slhdsa_climb *climb);

#endif
