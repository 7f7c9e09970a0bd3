/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The fastest permutation and compression of this machine, whichever table it is in. */
#include "costs.h"

#include "core/cpu.h"
#include "hash/keccak/ops.h"
#include "hash/sha2/ops.h"
#include "hash/sm3/ops.h"

#include <keybraid/hash.h>

#define UNITS   KB_BENCH_COST_UNITS
#define BATCHES 12

/* Inputs and states of all of them; what is in it does not matter. */
typedef union room {
    uint64_t lanes[KB_KECCAK_LANE_COUNT][4];
    uint64_t one[KB_KECCAK_LANE_COUNT];
    struct {
        uint8_t blocks[UNITS * KB_SHA512_BLOCK_BYTES];
        uint32_t state32[KB_SHA2_LANE_COUNT][8];
        uint64_t state64[KB_SHA2_LANE_COUNT][8];
        uint8_t digest[KB_SHA512_BYTES];
    } sha2;
    struct {
        uint8_t blocks[UNITS * 64];
        kb_sm3_last last;
        uint8_t digests[KB_SM3_LANE_COUNT][KB_SM3_BYTES];
    } sm3;
} room;

/* UNITS permutations or compressions. */
typedef void (*batch)(const kb_ops *ops, room *r);

static void keccak_x1(const kb_ops *ops, room *r) {
    for (size_t i = 0; i < UNITS; i++) {
        ((const kb_keccak_ops *)ops)->permute(r->one);
    }
}

static void keccak_x4(const kb_ops *ops, room *r) {
    for (size_t i = 0; i < UNITS; i += 4) {
        ((const kb_keccak_ops *)ops)->permute_x4(r->lanes, 4);
    }
}

static void sha256_x1(const kb_ops *ops, room *r) {
    ((const kb_sha2_ops *)ops)->compress256(r->sha2.state32[0], r->sha2.blocks, UNITS);
}

static void sha256_x8(const kb_ops *ops, room *r) {
    for (size_t i = 0; i < UNITS; i += KB_SHA2_LANE_COUNT) {
        ((const kb_sha2_ops *)ops)
            ->compress256_x8(r->sha2.state32, r->sha2.blocks, KB_SHA2_LANE_COUNT);
    }
}

/* With its padding a message of one block less makes as many compressions. */
static void sha256_libcrypto(const kb_ops *ops, room *r) {
    (void)ops;
    if (kb_sha256(r->sha2.digest, r->sha2.blocks, (UNITS - 1) * KB_SHA256_BLOCK_BYTES) !=
        KB_OK) {
        r->sha2.digest[0] = 0;
    }
}

static void sha512_x1(const kb_ops *ops, room *r) {
    ((const kb_sha2_ops *)ops)->compress512(r->sha2.state64[0], r->sha2.blocks, UNITS);
}

static void sha512_x8(const kb_ops *ops, room *r) {
    for (size_t i = 0; i < UNITS; i += KB_SHA2_LANE_COUNT) {
        ((const kb_sha2_ops *)ops)
            ->compress512_x8(r->sha2.state64, r->sha2.blocks, KB_SHA2_LANE_COUNT);
    }
}

static void sha512_libcrypto(const kb_ops *ops, room *r) {
    (void)ops;
    if (kb_sha512(r->sha2.digest, r->sha2.blocks, (UNITS - 1) * KB_SHA512_BLOCK_BYTES) !=
        KB_OK) {
        r->sha2.digest[0] = 0;
    }
}

static void sm3_x1(const kb_ops *ops, room *r) {
    uint32_t state[KB_SM3_WORD_COUNT] = {0};
    ((const kb_sm3_ops *)ops)->compress(state, r->sm3.blocks, UNITS);
    r->sm3.last.state[0] = state[0];
}

static void sm3_x16(const kb_ops *ops, room *r) {
    uint8_t *out[KB_SM3_LANE_COUNT];
    for (size_t j = 0; j < KB_SM3_LANE_COUNT; j++) {
        out[j] = r->sm3.digests[j];
    }
    for (size_t i = 0; i < UNITS; i += KB_SM3_LANE_COUNT) {
        ((const kb_sm3_ops *)ops)->finish_x16(out, &r->sm3.last, 0, KB_SM3_LANE_COUNT);
    }
}

static const struct {
    kb_bench_unit_kind kind;
    const kb_ops_family *family;
    batch run;
} batches[] = {{KB_BENCH_KECCAK, &kb_keccak_family, keccak_x1},
               {KB_BENCH_KECCAK, &kb_keccak_family, keccak_x4},
               {KB_BENCH_SHA256, &kb_sha2_family, sha256_x1},
               {KB_BENCH_SHA256, &kb_sha2_family, sha256_x8},
               {KB_BENCH_SHA256, NULL, sha256_libcrypto},
               {KB_BENCH_SHA512, &kb_sha2_family, sha512_x1},
               {KB_BENCH_SHA512, &kb_sha2_family, sha512_x8},
               {KB_BENCH_SHA512, NULL, sha512_libcrypto},
               {KB_BENCH_SM3, &kb_sm3_family, sm3_x1},
               {KB_BENCH_SM3, &kb_sm3_family, sm3_x16}};

static void measure(uint64_t *least, const kb_bench_clock *clock, batch run,
                    const kb_ops *ops) {
    room r = {.lanes = {{0}}};
    for (size_t i = 0; i < BATCHES; i++) {
        uint64_t start = kb_bench_clock_begin(clock);
        run(ops, &r);
        uint64_t ticks = kb_bench_clock_end(clock) - start;
        ticks = ticks > clock->overhead ? ticks - clock->overhead : 1;
        if (*least == 0 || ticks < *least) {
            *least = ticks;
        }
    }
}

void kb_bench_costs_measure(kb_bench_costs *costs, const kb_bench_clock *clock) {
    uint32_t features = kb_cpu_features();
    for (size_t i = 0; i < sizeof batches / sizeof batches[0]; i++) {
        uint64_t *least = &costs->ticks[batches[i].kind];
        const kb_ops_family *family = batches[i].family;
        for (size_t t = 0; family != NULL && t < family->count; t++) {
            if ((family->tables[t]->needs & ~features) == 0) {
                measure(least, clock, batches[i].run, family->tables[t]);
            }
        }
        if (family == NULL) {
            measure(least, clock, batches[i].run, NULL);
        }
    }
}
