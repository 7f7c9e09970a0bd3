/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The XOF, the uniform element, and both samplers of positions. */
#include "kem/hqc/sample.h"

#include "core/bytes.h"
#include "core/ct.h"
#include "core/secret.h"
#include "kem/hqc/encode.h"
#include "kem/hqc/ops_ref.h"

/* Stands in a slot without a position: equal to no candidate, and below 2^31. */
#define EMPTY UINT32_C(0x7fffffff)

void kb_hqc_xof_init(const kb_hqc_params *params, kb_hqc_xof *xof,
                     const uint8_t seed[KB_HQC_SEED_BYTES]) {
    static const uint8_t domain = KB_HQC_DOMAIN_XOF;
    xof->profile = params->profile;
    kb_keccak_init(&xof->sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(&xof->sponge, seed, KB_HQC_SEED_BYTES);
    kb_keccak_absorb(&xof->sponge, &domain, 1);
    kb_keccak_pad(&xof->sponge);
}

void kb_hqc_xof_read(kb_hqc_xof *xof, uint8_t *out, size_t len) {
    kb_keccak_squeeze(&xof->sponge, out, len);
    if (xof->profile == KB_HQC_V500) {
        KB_SECRET_LOCAL(rest, 8);
        kb_keccak_squeeze(&xof->sponge, rest, (0 - len) % 8);
    }
}

kb_keccak_job kb_hqc_uniform_job(const kb_hqc_params *params, kb_hqc_vec *out,
                                 const uint8_t seed[KB_HQC_SEED_BYTES]) {
    /* One read of n_bytes: the excess of the last word is cut off in both profiles. */
    return (kb_keccak_job){KB_KECCAK_SHAKE256,
                           .in = {{seed, KB_HQC_SEED_BYTES}},
                           .suffix = {KB_HQC_DOMAIN_XOF},
                           .suffix_len = 1,
                           .out = (uint8_t *)out->w,
                           .out_len = 8 * params->words};
}

void kb_hqc_uniform_from_bytes(const kb_hqc_params *params, kb_hqc_vec *out) {
    kb_hqc_swap_bytes(out);
    kb_hqc_cut(out, params->n);
}

void kb_hqc_sample_uniform(const kb_hqc_params *params, kb_hqc_vec *out,
                           const uint8_t seed[KB_HQC_SEED_BYTES]) {
    kb_keccak_job job = kb_hqc_uniform_job(params, out, seed);
    kb_keccak_run(&job, 1);
    kb_hqc_uniform_from_bytes(params, out);
}

/* 1 when a < b, for a and b below 2^31. */
static uint32_t is_less(uint32_t a, uint32_t b) {
    return (a - b) >> 31;
}

/* 1 when a == b, for a and b below 2^31. */
static uint32_t is_equal(uint32_t a, uint32_t b) {
    return ((a ^ b) - 1) >> 31;
}

/* candidate mod n, for candidate < 2^24: the estimated quotient is too small by at most
 * one, because 2^24 * (2^32 / n - inverse) < 2^32. */
static uint32_t reduce(const kb_hqc_params *params, uint32_t candidate) {
    uint32_t quotient = (uint32_t)((uint64_t)candidate * params->inverse >> 32);
    uint32_t rest = candidate - quotient * params->n;
    return rest - (params->n & ~kb_ct_mask_bit32(is_less(rest, params->n)));
}

/* Puts a position into slot `held` unless it is not good or held already; returns 1 when
 * it did. All slots are read and written, whatever `held` is. */
static uint32_t take(uint32_t *positions, size_t weight, uint32_t held, uint32_t position,
                     uint32_t good) {
    uint32_t repeated = 0;
    for (size_t i = 0; i < weight; i++) {
        repeated |= is_equal(positions[i], position);
    }
    good &= repeated ^ 1;
    uint32_t mask = kb_ct_mask_bit32(good);
    for (size_t i = 0; i < weight; i++) {
        uint32_t here = mask & kb_ct_mask_bit32(is_equal((uint32_t)i, held));
        positions[i] ^= here & (positions[i] ^ position);
    }
    return good;
}

uint32_t kb_hqc_take_ref(uint32_t *positions, size_t weight, uint32_t held,
                         const uint32_t *candidates, size_t count, uint32_t n) {
    for (size_t i = 0; i < count; i++) {
        held += take(positions, weight, held, candidates[i], is_less(candidates[i], n));
    }
    return held;
}

/* The position that a candidate stands for, EMPTY when it is too large. */
static uint32_t position_of(const kb_hqc_params *params, uint32_t candidate) {
    uint32_t refused = kb_ct_mask_bit32(is_less(candidate, params->reject_from) ^ 1);
    return (reduce(params, candidate) & ~refused) | (EMPTY & refused);
}

void kb_hqc_sample_rejecting(const kb_hqc_params *params, uint32_t *positions,
                             kb_hqc_xof *xof) {
    KB_SECRET_LOCAL(bytes, 3 * KB_HQC_WEIGHT_MAX);
    uint32_t candidates[KB_HQC_WEIGHT_MAX];
    KB_WIPE_AT_END(candidates);
    const uint8_t *next = bytes;
    size_t weight = params->weight, left = 0;
    uint32_t held = 0;
    for (size_t i = 0; i < weight; i++) {
        positions[i] = EMPTY;
    }
    while (held < weight) {
        /* As many candidates as are missing: taken together they read the stream as one
         * at a time would, and only their number is told, not which of them were bad. */
        size_t missing = weight - held, round = missing;
        if (params->profile == KB_HQC_R26) {
            kb_hqc_xof_read(xof, bytes, 3 * missing);
            next = bytes;
        } else {
            if (left == 0) {
                kb_hqc_xof_read(xof, bytes, 3 * weight);
                next = bytes;
                left = weight;
            }
            round = missing < left ? missing : left;
            left -= round;
        }
        for (size_t i = 0; i < round; i++, next += 3) {
            uint32_t low = params->profile == KB_HQC_R26 ? next[0] : next[2];
            uint32_t high = params->profile == KB_HQC_R26 ? next[2] : next[0];
            candidates[i] =
                position_of(params, low | (uint32_t)next[1] << 8 | high << 16);
        }
        held =
            kb_hqc_ops_get()->take(positions, weight, held, candidates, round, params->n);
        /* The number of refused candidates depends on the key seed alone and may be seen
         * (specification of the sampler). */
        KB_CT_PUBLIC(&held, sizeof held);
    }
}

void kb_hqc_replace_repeats_ref(uint32_t *positions, size_t count) {
    for (size_t i = count - 1; i-- > 0;) {
        uint32_t own = positions[i], repeated = 0;
        for (size_t j = i + 1; j < count; j++) {
            repeated |= is_equal(positions[j], own);
        }
        positions[i] = own ^ (kb_ct_mask_bit32(repeated) & (own ^ (uint32_t)i));
    }
}

void kb_hqc_sample_fixed(const kb_hqc_params *params, uint32_t *positions,
                         kb_hqc_xof *xof) {
    KB_SECRET_LOCAL(bytes, 4 * KB_HQC_ENC_WEIGHT_MAX);
    kb_hqc_xof_read(xof, bytes, 4 * params->enc_weight);
    for (size_t i = 0; i < params->enc_weight; i++) {
        uint64_t range = params->n - i;
        positions[i] = (uint32_t)(i + (kb_load_le32(bytes + 4 * i) * range >> 32));
    }
    /* Downwards: a replacement i is below everything handled so far, hence free. */
    kb_hqc_ops_get()->replace_repeats(positions, params->enc_weight);
}
