/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* WOTS+ in lanes. Digits and the number of the signer are public. */
#include "sig/slhdsa/wots.h"

#include <string.h>

#define VALUES_MAX_BYTES (KB_SLHDSA_WOTS_MAX_COUNT * KB_SLHDSA_N_MAX_BYTES)

static kb_slhdsa_address address(const kb_slhdsa_wots *wots, kb_slhdsa_address_type type,
                                 uint32_t key_pair) {
    return (kb_slhdsa_address){
        .layer = wots->layer, .tree = wots->tree, .type = type, .key_pair = key_pair};
}

void kb_slhdsa_wots_leaves(kb_slhdsa_work *work, void *arg, uint8_t *out,
                           uint32_t first) {
    const kb_slhdsa_wots *wots = arg;
    const kb_slhdsa_kernels *kernels = work->kernels;
    size_t n = work->params->n, count = work->params->wots_count;
    /* One row for each key pair. The secret ends of the chains stay here only until the
     * chains have been walked over them. */
    uint8_t values[KB_SLHDSA_LANE_COUNT][VALUES_MAX_BYTES];
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *at[KB_SLHDSA_LANE_COUNT];
    const uint8_t *in[KB_SLHDSA_LANE_COUNT];
    bool is_signing = wots->sig != NULL && wots->signer - first < KB_SLHDSA_LANE_COUNT;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
            adrs[j] = address(wots, KB_SLHDSA_WOTS_PRF, first + (uint32_t)j);
            adrs[j].chain = (uint32_t)i;
            in[j] = work->sk_seed;
            at[j] = values[j] + i * n;
        }
        kernels->hash(work, at, adrs, in, n, KB_SLHDSA_LANE_COUNT);
        for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
            adrs[j].type = KB_SLHDSA_WOTS_HASH;
        }
        uint32_t digit = 0;
        if (is_signing) {
            digit = wots->digits[i];
            kernels->chain(work, at, adrs, digit, KB_SLHDSA_LANE_COUNT);
            memcpy(wots->sig + i * n, at[wots->signer - first], n);
            for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
                adrs[j].hash = digit;
            }
        }
        kernels->chain(work, at, adrs, KB_SLHDSA_DIGIT_MAX - digit, KB_SLHDSA_LANE_COUNT);
    }
    for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
        adrs[j] = address(wots, KB_SLHDSA_WOTS_PK, first + (uint32_t)j);
        in[j] = values[j];
        at[j] = out + j * n;
    }
    kernels->hash(work, at, adrs, in, count * n, KB_SLHDSA_LANE_COUNT);
}

/* Which way the chains of a key pair are walked. */
typedef enum direction { TO_DIGIT, FROM_DIGIT } direction;

static uint32_t steps_of(const kb_slhdsa_wots *wots, size_t chain, direction way) {
    uint32_t digit = wots->digits[chain];
    return way == TO_DIGIT ? digit : KB_SLHDSA_DIGIT_MAX - digit;
}

/* The numbers of the chains that have a way to go, the longest first. */
static size_t by_length(const kb_slhdsa_work *work, const kb_slhdsa_wots *wots,
                        direction way, uint8_t order[KB_SLHDSA_WOTS_MAX_COUNT]) {
    size_t count = 0;
    for (uint32_t steps = KB_SLHDSA_DIGIT_MAX; steps > 0; steps--) {
        for (size_t i = 0; i < work->params->wots_count; i++) {
            if (steps_of(wots, i, way) == steps) {
                order[count++] = (uint8_t)i;
            }
        }
    }
    return count;
}

/* Walks every chain to its digit or from there to the end. A lane takes the next chain
 * when its own is done, and as the short ones come last, lanes are idle for a step or two
 * at the very end. */
static void walk_chains(kb_slhdsa_work *work, const kb_slhdsa_wots *wots, direction way,
                        uint8_t *values) {
    size_t n = work->params->n, next = 0, used = 0, lanes = work->kernels->chain_lanes;
    uint8_t order[KB_SLHDSA_WOTS_MAX_COUNT];
    uint32_t left[KB_SLHDSA_LANE_COUNT];
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *at[KB_SLHDSA_LANE_COUNT];
    size_t count = by_length(work, wots, way, order);
    for (;;) {
        for (; used < lanes && next < count; next++, used++) {
            adrs[used] = address(wots, KB_SLHDSA_WOTS_HASH, wots->signer);
            adrs[used].chain = order[next];
            adrs[used].hash = way == TO_DIGIT ? 0 : wots->digits[order[next]];
            left[used] = steps_of(wots, order[next], way);
            at[used] = values + order[next] * n;
        }
        if (used == 0) {
            return;
        }
        /* All go as far as the first one to end. */
        uint32_t steps = left[0];
        for (size_t j = 1; j < used; j++) {
            steps = left[j] < steps ? left[j] : steps;
        }
        work->kernels->chain(work, at, adrs, steps, used);
        for (size_t j = used; j-- > 0;) {
            adrs[j].hash += steps;
            left[j] -= steps;
            if (left[j] == 0) {
                used--;
                adrs[j] = adrs[used];
                left[j] = left[used];
                at[j] = at[used];
            }
        }
    }
}

void kb_slhdsa_wots_sign(kb_slhdsa_work *work, const kb_slhdsa_wots *wots) {
    size_t n = work->params->n, count = work->params->wots_count;
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *at[KB_SLHDSA_LANE_COUNT];
    const uint8_t *in[KB_SLHDSA_LANE_COUNT];
    for (size_t i = 0, used; i < count; i += used) {
        used = count - i < KB_SLHDSA_LANE_COUNT ? count - i : KB_SLHDSA_LANE_COUNT;
        for (size_t j = 0; j < used; j++) {
            adrs[j] = address(wots, KB_SLHDSA_WOTS_PRF, wots->signer);
            adrs[j].chain = (uint32_t)(i + j);
            in[j] = work->sk_seed;
            at[j] = wots->sig + (i + j) * n;
        }
        work->kernels->hash(work, at, adrs, in, n, used);
    }
    walk_chains(work, wots, TO_DIGIT, wots->sig);
}

void kb_slhdsa_wots_pk_of_sig(kb_slhdsa_work *work, uint8_t *out,
                              const kb_slhdsa_wots *wots, const uint8_t *sig) {
    uint8_t values[VALUES_MAX_BYTES];
    size_t bytes = work->params->wots_count * work->params->n;
    memcpy(values, sig, bytes);
    walk_chains(work, wots, FROM_DIGIT, values);
    kb_slhdsa_address adrs = address(wots, KB_SLHDSA_WOTS_PK, wots->signer);
    uint8_t *const to[1] = {out};
    const uint8_t *const from[1] = {values};
    work->kernels->hash(work, to, &adrs, from, bytes, 1);
}
