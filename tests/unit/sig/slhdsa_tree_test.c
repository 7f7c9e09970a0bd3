/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Trees of every height in use: root and path against the standard's recursion, the climb
 * back from each leaf. */
#include "sig/slhdsa/tree.h"
#include "test.h"

static kb_slhdsa_work work;

#define BASE_COUNT 5 /* the tree under test is the sixth of its height */

static const kb_slhdsa_address node_adrs = {
    .tree = 77, .type = KB_SLHDSA_FORS_TREE, .key_pair = 3};

static void leaf_of(uint8_t *out, uint32_t number) {
    for (size_t i = 0; i < work.params->n; i++) {
        out[i] = (uint8_t)(number >> (i % 3) * 8) ^ (uint8_t)(i * 17);
    }
}

static void leaves(kb_slhdsa_work *w, void *arg, uint8_t *out, uint32_t first) {
    unsigned *calls = arg;
    (*calls)++;
    for (uint32_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
        leaf_of(out + j * w->params->n, first + j);
    }
}

/* Algorithm 15 (fors_node), recursive as it stands. */
static void node_of(uint8_t *out, unsigned height, uint32_t level, uint32_t index) {
    if (level == 0) {
        leaf_of(out, index - ((uint32_t)BASE_COUNT << height));
        return;
    }
    uint8_t both[2 * KB_SLHDSA_N_MAX_BYTES];
    node_of(both, height, level - 1, 2 * index);
    node_of(both + work.params->n, height, level - 1, 2 * index + 1);
    kb_slhdsa_address adrs = node_adrs;
    adrs.height = level;
    adrs.index = index;
    uint8_t *const to[1] = {out};
    const uint8_t *const from[1] = {both};
    work.kernels->hash(&work, to, &adrs, from, 2 * work.params->n, 1);
}

static void begin(const kb_slhdsa_params *params) {
    const kb_slhdsa_ops *ops = kb_slhdsa_ops_get();
    work = (kb_slhdsa_work){.params = params,
                            .kernels = params->is_shake ? &ops->shake : &ops->sha2,
                            .pk_seed = {1, 2, 3}};
    work.kernels->seed(&work);
}

static void check_tree(unsigned height, uint32_t leaf) {
    uint8_t path[KB_SLHDSA_HEIGHT_MAX * KB_SLHDSA_N_MAX_BYTES];
    uint8_t root[KB_SLHDSA_N_MAX_BYTES], want[KB_SLHDSA_N_MAX_BYTES];
    size_t n = work.params->n;
    unsigned calls = 0;
    kb_slhdsa_tree tree = {.height = height,
                           .base = (uint32_t)BASE_COUNT << height,
                           .leaf = leaf,
                           .path = path,
                           .adrs = node_adrs,
                           .leaves = leaves,
                           .arg = &calls};
    kb_slhdsa_tree_root(&work, root, &tree);
    CHECK_INT(calls, (1U << height) / KB_SLHDSA_LANE_COUNT);
    node_of(want, height, height, BASE_COUNT);
    CHECK_MEM(root, want, n);
    for (unsigned level = 0; level < height; level++) {
        node_of(want, height, level, ((tree.base + leaf) >> level) ^ 1);
        CHECK_MEM(path + level * n, want, n);
    }
    static uint8_t all[KB_SLHDSA_TREE_BYTES(KB_SLHDSA_HEIGHT_MAX, KB_SLHDSA_N_MAX_BYTES)];
    uint8_t again[sizeof path];
    tree.path = NULL;
    tree.all = all;
    all[KB_SLHDSA_TREE_BYTES(height, n)] = 0xa5;
    kb_slhdsa_tree_root(&work, want, &tree);
    CHECK_MEM(root, want, n);
    CHECK_INT(all[KB_SLHDSA_TREE_BYTES(height, n)], 0xa5);
    kb_slhdsa_tree_path(again, want, all, height, n, leaf);
    CHECK_MEM(again, path, height * n);
    CHECK_MEM(root, want, n);

    for (size_t used = 1; used <= KB_SLHDSA_LANE_COUNT; used += 7) {
        kb_slhdsa_climb climb = {.height = height, .used = used, .adrs = node_adrs};
        for (size_t j = 0; j < used; j++) {
            climb.index[j] = tree.base + leaf;
            climb.path[j] = path;
            leaf_of(climb.node[j], leaf + (j == 3));
        }
        kb_slhdsa_tree_climb(&work, &climb);
        for (size_t j = 0; j < used; j++) {
            /* Only the lane with the wrong leaf arrives elsewhere. */
            CHECK((memcmp(climb.node[j], root, n) == 0) == (j != 3));
        }
    }
}

TEST(root_and_path_are_those_of_the_recursion_for_every_leaf) {
    begin(&kb_slhdsa_sha2_128f_params);
    for (unsigned height = 3; height <= 6; height++) {
        for (uint32_t leaf = 0; leaf < 1U << height; leaf++) {
            check_tree(height, leaf);
        }
    }
}

TEST(root_and_path_are_those_of_the_recursion_above_a_chunk) {
    const kb_slhdsa_params *const sets[] = {&kb_slhdsa_sha2_192f_params,
                                            &kb_slhdsa_shake_256s_params};
    for (size_t s = 0; s < 2; s++) {
        begin(sets[s]);
        for (unsigned height = 7; height <= 10; height++) {
            const uint32_t last = (1U << height) - 1;
            const uint32_t some[] = {0,          1,          63,       64,
                                     255 % last, 256 % last, last / 2, last / 2 + 1,
                                     last - 1,   last};
            for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
                check_tree(height, some[i]);
            }
        }
    }
    begin(&kb_slhdsa_sha2_128s_params);
    check_tree(KB_SLHDSA_HEIGHT_MAX, 0x2aaa);
}

int main(void) {
    RUN(root_and_path_are_those_of_the_recursion_for_every_leaf);
    RUN(root_and_path_are_those_of_the_recursion_above_a_chunk);
    return TEST_END();
}
