/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels that an operation works with: those of the table in use, and in a profiling
 * build the same with counters around them, since they pass by the front ends of
 * src/hash. */
#include "hash/hash_count.h"
#include "sig/slhdsa/ops.h"

#ifndef KB_PROFILE

const kb_slhdsa_kernels *kb_slhdsa_kernels_of(const kb_slhdsa_params *params) {
    const kb_slhdsa_ops *ops = kb_slhdsa_ops_get();
    return params->is_shake ? &ops->shake : &ops->sha2;
}

#else

#define RATE_BYTES    136 /* SHAKE256 */
#define SHAKE_ADDRESS 32  /* bytes of an address */
#define SHA2_ADDRESS  22

static const kb_slhdsa_kernels *inner(const kb_slhdsa_params *params) {
    const kb_slhdsa_ops *ops = kb_slhdsa_ops_get();
    return params->is_shake ? &ops->shake : &ops->sha2;
}

/* What a tweakable hash of len bytes costs at least (FIPS 205, 11.1 and 11.2); the block
 * of PK.seed is compressed once for all. */
static void count(const kb_slhdsa_params *params, size_t len, size_t times) {
    if (params->is_shake) {
        kb_hash_count_lanes(times * ((params->n + SHAKE_ADDRESS + len) / RATE_BYTES + 1),
                            0, 0, 0);
    } else if (len == params->n || params->n == 16) {
        kb_hash_count_lanes(0, times * ((SHA2_ADDRESS + len + 8) / 64 + 1), 0, 0);
    } else {
        kb_hash_count_lanes(0, 0, times * ((SHA2_ADDRESS + len + 16) / 128 + 1), 0);
    }
}

static kb_hash_fn fn_of(const kb_slhdsa_params *params) {
    return params->is_shake ? KB_HASH_FN_TWEAK_SHAKE : KB_HASH_FN_TWEAK_SHA2;
}

static void seed(kb_slhdsa_work *work) {
    inner(work->params)->seed(work);
}

static void hash(kb_slhdsa_work *work, uint8_t *const *out, const kb_slhdsa_address *adrs,
                 const uint8_t *const *in, size_t len, size_t used) {
    KB_HASH_SCOPE(fn_of(work->params), len, work->params->n, used);
    count(work->params, len, used);
    kb_hash_count_mute();
    inner(work->params)->hash(work, out, adrs, in, len, used);
    kb_hash_count_unmute();
}

static void chain(kb_slhdsa_work *work, uint8_t *const *values,
                  const kb_slhdsa_address *adrs, uint32_t steps, size_t used) {
    KB_HASH_SCOPE(fn_of(work->params), work->params->n, work->params->n, steps * used);
    count(work->params, work->params->n, steps * used);
    kb_hash_count_mute();
    inner(work->params)->chain(work, values, adrs, steps, used);
    kb_hash_count_unmute();
}

const kb_slhdsa_kernels *kb_slhdsa_kernels_of(const kb_slhdsa_params *params) {
    /* One for each number of lanes. */
    static const kb_slhdsa_kernels four = {seed, hash, chain, 4};
    static const kb_slhdsa_kernels eight = {seed, hash, chain, 8};
    return inner(params)->chain_lanes == 4 ? &four : &eight;
}

#endif
