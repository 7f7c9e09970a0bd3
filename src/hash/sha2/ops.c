/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of SHA-2 and their self-test. */
#include "hash/sha2/ops.h"

#include <string.h>

/* What the kernels compute from fixed public bytes. */
typedef struct trial {
    uint32_t one256[8], lanes256[KB_SHA2_LANE_COUNT][8];
    uint64_t one512[8], lanes512[KB_SHA2_LANE_COUNT][8];
    uint8_t digests256[KB_SHA2_LANE_COUNT][32], digests512[KB_SHA2_LANE_COUNT][64];
} trial;

/* Fewer lanes take fewer words too, so that something of each call is left to see. */
static void finish(const kb_sha2_ops *ops, const uint8_t *blocks, trial *t) {
    uint8_t *at256[KB_SHA2_LANE_COUNT], *at512[KB_SHA2_LANE_COUNT];
    for (size_t j = 0; j < KB_SHA2_LANE_COUNT; j++) {
        at256[j] = t->digests256[j];
        at512[j] = t->digests512[j];
    }
    for (size_t used = KB_SHA2_LANE_COUNT; used > 0; used--) {
        ops->finish256_x8(at256, used, t->one256, blocks + used, used);
        ops->finish512_x8(at512, used, t->one512, blocks, used);
    }
}

static void run(const kb_sha2_ops *ops, trial *t) {
    uint8_t blocks[KB_SHA2_LANE_COUNT * KB_SHA512_BLOCK_BYTES];
    uint32_t x = 1;
    for (size_t i = 0; i < sizeof blocks; i++) {
        /* A linear congruence: every bit position of every word varies. */
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        blocks[i] = (uint8_t)(x >> 24);
    }
    for (size_t i = 0; i < 8; i++) {
        t->one512[i] = UINT64_C(0x9e3779b97f4a7c15) * (2 * i + 1);
        t->one256[i] = (uint32_t)(t->one512[i] >> 32);
        for (size_t j = 0; j < KB_SHA2_LANE_COUNT; j++) {
            t->lanes512[j][i] = t->one512[i] ^ j << 60;
            t->lanes256[j][i] = t->one256[i] ^ (uint32_t)j << 28;
        }
    }
    ops->compress256(t->one256, blocks, 3);
    ops->compress512(t->one512, blocks, 3);
    ops->compress256_x8(t->lanes256, blocks, KB_SHA2_LANE_COUNT);
    ops->compress512_x8(t->lanes512, blocks, KB_SHA2_LANE_COUNT);
    /* Fewer lanes take other paths in a vector table. */
    for (size_t used = 1; used < KB_SHA2_LANE_COUNT; used++) {
        uint32_t s256[KB_SHA2_LANE_COUNT][8];
        uint64_t s512[KB_SHA2_LANE_COUNT][8];
        memcpy(s256, t->lanes256, sizeof s256);
        memcpy(s512, t->lanes512, sizeof s512);
        ops->compress256_x8(s256, blocks, used);
        ops->compress512_x8(s512, blocks, used);
        memcpy(t->lanes256, s256, used * sizeof s256[0]);
        memcpy(t->lanes512, s512, used * sizeof s512[0]);
    }
    finish(ops, blocks, t);
}

/* Public test data, so comparing freely is fine here. */
static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    trial got, want;
    run((const kb_sha2_ops *)candidate, &got);
    run((const kb_sha2_ops *)portable, &want);
    return memcmp(&got, &want, sizeof got) == 0;
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_sha2_ops_shani.head,
    &kb_sha2_ops_avx2.head,
#endif
    &kb_sha2_ops_ref.head,
};

kb_ops_family kb_sha2_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
