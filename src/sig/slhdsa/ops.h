/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernels of SLH-DSA that exist in more than one form, and the choice among them: the
 * tweakable hash in lanes, once over SHA-2 and once over SHAKE.
 */
#ifndef KB_SIG_SLHDSA_OPS_H
#define KB_SIG_SLHDSA_OPS_H

#include "core/ops.h"
#include "hash/keccak/keccak.h"
#include "sig/slhdsa/address.h"
#include "sig/slhdsa/params.h"

#define KB_SLHDSA_LANE_COUNT 8

typedef struct kb_slhdsa_kernels kb_slhdsa_kernels;

/* What one thread works with during one operation: the seeds, the hash states after the
 * block of PK.seed, and the area of the kernels, which holds secrets. Wiped by its owner.
 */
typedef struct kb_slhdsa_work {
    const kb_slhdsa_params *params;
    const kb_slhdsa_kernels *kernels;
    uint8_t pk_seed[KB_SLHDSA_N_MAX_BYTES];
    uint8_t sk_seed[KB_SLHDSA_N_MAX_BYTES];
    const uint8_t *top; /* all nodes of the topmost tree, or NULL */
    uint32_t seeded256[8];
    uint64_t seeded512[8];
    union {
        struct {
            uint8_t blocks[KB_SLHDSA_LANE_COUNT * 64]; /* one after the other */
            uint32_t states[KB_SLHDSA_LANE_COUNT][8];
        } sha256;
        struct {
            uint8_t blocks[KB_SLHDSA_LANE_COUNT * 128];
            uint64_t states[KB_SLHDSA_LANE_COUNT][8];
        } sha512;
        struct {
            KB_KECCAK_ALIGNED uint64_t lanes[25][4];
        } shake;
    } area;
} kb_slhdsa_work;

struct kb_slhdsa_kernels {
    /* Sets what depends on PK.seed only. */
    void (*seed)(kb_slhdsa_work *work);
    /* The tweakable hash of PK.seed, an address and `len` bytes in each of `used` (1..8)
     * lanes: F and PRF (11.1, 11.2) when len is n; H and T_l, for the l that len is a
     * multiple by, otherwise. out[j] may be in[j], and any place that no lane after j
     * reads. */
    void (*hash)(kb_slhdsa_work *work, uint8_t *const *out, const kb_slhdsa_address *adrs,
                 const uint8_t *const *in, size_t len, size_t used);
    /* Algorithm 5 (chain) on `used` (1..8) values side by side: `steps` steps each, from
     * the number on that is the hash field of the address. */
    void (*chain)(kb_slhdsa_work *work, uint8_t *const *values,
                  const kb_slhdsa_address *adrs, uint32_t steps, size_t used);
    /* So many chains side by side keep the kernel busy (1..8). */
    size_t chain_lanes;
};

typedef struct kb_slhdsa_ops {
    kb_ops head;
    kb_slhdsa_kernels sha2;
    kb_slhdsa_kernels shake;
} kb_slhdsa_ops;

extern const kb_slhdsa_ops kb_slhdsa_ops_ref;
/* SHA-256 with the SHA instructions, SHAKE with AVX2. */
extern const kb_slhdsa_ops kb_slhdsa_ops_shani;
extern const kb_slhdsa_ops kb_slhdsa_ops_avx2;

extern kb_ops_family kb_slhdsa_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_slhdsa_ops *kb_slhdsa_ops_get(void) {
    return (const kb_slhdsa_ops *)kb_ops_get(&kb_slhdsa_family);
}

/* The kernels of the table in use for this set: what an operation calls. */
const kb_slhdsa_kernels *kb_slhdsa_kernels_of(const kb_slhdsa_params *params);

#endif
