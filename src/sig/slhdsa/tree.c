/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Walks of hash trees. Leaves are made in chunks, and a chunk is reduced level by level
 * so that the lanes stay full; what is above the chunks is merged node by node.
 */
#include "sig/slhdsa/tree.h"

#include <string.h>

#define CHUNK_LEVELS    8
#define CHUNK_MAX_COUNT (1 << CHUNK_LEVELS)
/* Above full chunks. */
#define UPPER_MAX_LEVELS (KB_SLHDSA_HEIGHT_MAX - CHUNK_LEVELS)

/* Number of the first node of a level among all nodes. */
static size_t level_at(unsigned height, unsigned level) {
    return ((size_t)2 << height) - ((size_t)2 << (height - level));
}

/* Keeps what is wanted of a level's nodes from `first` on: all of them, or the one that
 * belongs to the path, the sibling of an ancestor of the leaf. */
static void keep(const kb_slhdsa_work *work, const kb_slhdsa_tree *tree, unsigned level,
                 uint32_t first, size_t count, const uint8_t *nodes) {
    uint32_t sibling = tree->leaf >> level ^ 1;
    size_t n = work->params->n;
    if (tree->path != NULL && sibling >= first && sibling - first < count) {
        memcpy(tree->path + level * n, nodes + (sibling - first) * n, n);
    }
    if (tree->all != NULL) {
        memcpy(tree->all + (level_at(tree->height, level) + first) * n, nodes, count * n);
    }
}

/* The parents of 2 * used nodes in a row; they are of `level` and number `first` on. The
 * parents may take the place of the nodes. */
static void parents(kb_slhdsa_work *work, const kb_slhdsa_tree *tree, unsigned level,
                    uint32_t first, uint8_t *out, const uint8_t *nodes, size_t used) {
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *to[KB_SLHDSA_LANE_COUNT];
    const uint8_t *from[KB_SLHDSA_LANE_COUNT];
    size_t n = work->params->n;
    for (size_t j = 0; j < used; j++) {
        adrs[j] = tree->adrs;
        adrs[j].height = level;
        adrs[j].index = (tree->base >> level) + first + (uint32_t)j;
        to[j] = out + j * n;
        from[j] = nodes + 2 * j * n;
    }
    work->kernels->hash(work, to, adrs, from, 2 * n, used);
}

/* Reduces a chunk of 2^levels leaves to one node, in place. */
static void reduce(kb_slhdsa_work *work, const kb_slhdsa_tree *tree, unsigned levels,
                   uint32_t first, uint8_t *nodes) {
    size_t n = work->params->n;
    for (unsigned level = 0; level < levels; level++) {
        size_t count = (size_t)1 << (levels - level - 1);
        keep(work, tree, level, first, 2 * count, nodes);
        first /= 2;
        for (size_t p = 0; p < count; p += KB_SLHDSA_LANE_COUNT) {
            size_t rest = count - p;
            parents(work, tree, level + 1, first + (uint32_t)p, nodes + p * n,
                    nodes + 2 * p * n,
                    rest < KB_SLHDSA_LANE_COUNT ? rest : KB_SLHDSA_LANE_COUNT);
        }
    }
}

void kb_slhdsa_tree_root(kb_slhdsa_work *work, uint8_t *root,
                         const kb_slhdsa_tree *tree) {
    uint8_t nodes[CHUNK_MAX_COUNT * KB_SLHDSA_N_MAX_BYTES];
    /* Pairs of siblings above the chunks; the left one waits here for the right one. */
    uint8_t pairs[UPPER_MAX_LEVELS][2 * KB_SLHDSA_N_MAX_BYTES];
    size_t n = work->params->n;
    unsigned levels = tree->height < CHUNK_LEVELS ? tree->height : CHUNK_LEVELS;
    uint32_t chunk = UINT32_C(1) << levels;
    for (uint32_t first = 0; first < UINT32_C(1) << tree->height; first += chunk) {
        for (uint32_t i = 0; i < chunk; i += KB_SLHDSA_LANE_COUNT) {
            tree->leaves(work, tree->arg, nodes + i * n, first + i);
        }
        reduce(work, tree, levels, first, nodes);
        unsigned level = levels;
        uint32_t index = first >> levels;
        while (level < tree->height) {
            uint8_t *pair = pairs[level - levels];
            keep(work, tree, level, index, 1, nodes);
            memcpy(pair + (index & 1) * n, nodes, n);
            if ((index & 1) == 0) {
                break;
            }
            index >>= 1;
            level++;
            parents(work, tree, level, index, nodes, pair, 1);
        }
    }
    if (tree->all != NULL) {
        memcpy(tree->all + level_at(tree->height, tree->height) * n, nodes, n);
    }
    memcpy(root, nodes, n);
}

void kb_slhdsa_tree_path(uint8_t *path, uint8_t *root, const uint8_t *all,
                         unsigned height, size_t n, uint32_t leaf) {
    for (unsigned level = 0; level < height; level++) {
        memcpy(path + level * n,
               all + (level_at(height, level) + (leaf >> level ^ 1)) * n, n);
    }
    memcpy(root, all + level_at(height, height) * n, n);
}

void kb_slhdsa_tree_climb(kb_slhdsa_work *work, kb_slhdsa_climb *climb) {
    uint8_t pairs[KB_SLHDSA_LANE_COUNT][2 * KB_SLHDSA_N_MAX_BYTES];
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *to[KB_SLHDSA_LANE_COUNT];
    const uint8_t *from[KB_SLHDSA_LANE_COUNT];
    size_t n = work->params->n;
    for (size_t j = 0; j < climb->used; j++) {
        adrs[j] = climb->adrs;
        to[j] = climb->node[j];
        from[j] = pairs[j];
    }
    for (unsigned level = 0; level < climb->height; level++) {
        for (size_t j = 0; j < climb->used; j++) {
            uint32_t index = climb->index[j] >> level;
            memcpy(pairs[j] + (index & 1) * n, climb->node[j], n);
            memcpy(pairs[j] + (~index & 1) * n, climb->path[j] + level * n, n);
            adrs[j].height = level + 1;
            adrs[j].index = index >> 1;
        }
        work->kernels->hash(work, to, adrs, from, 2 * n, climb->used);
    }
}
