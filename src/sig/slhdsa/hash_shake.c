/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The hash functions of the SHAKE sets (FIPS 205, 11.1): SHAKE256 of PK.seed, address and
 * input.
 *
 * Every piece is a multiple of eight bytes, so four sponges side by side are filled lane
 * by lane, and a chain never leaves that form.
 */
#include "core/secret.h"
#include "hash/hash_count.h"
#include "hash/keccak/ops.h"
#include "sig/slhdsa/hash.h"
#include "sig/slhdsa/ops_ref.h"

#include <string.h>

#define RATE_LANES    (KB_SHAKE256_RATE_BYTES / 8)
#define ADDRESS_LANES (KB_SLHDSA_ADDRESS_BYTES / 8)
#define WIDTH         4 /* sponges side by side */

static_assert(KB_KECCAK_LANE_COUNT == 25, "the area of the kernels holds the lanes");

void kb_slhdsa_shake_seed_ref(kb_slhdsa_work *work) {
    (void)work;
}

static void permute(uint64_t lanes[KB_KECCAK_LANE_COUNT][WIDTH], size_t used) {
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    if (used > 1) {
        KB_HASH_COUNT_KECCAK(0, 1);
        ops->permute_x4(lanes, used);
        return;
    }
    /* One sponge alone is cheaper outside of the vectors. */
    uint64_t one[KB_KECCAK_LANE_COUNT];
    KB_WIPE_AT_END(one);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        one[i] = lanes[i][0];
    }
    KB_HASH_COUNT_KECCAK(1, 0);
    ops->permute(one);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        lanes[i][0] = one[i];
    }
}

static void clear(uint64_t lanes[KB_KECCAK_LANE_COUNT][WIDTH]) {
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        for (size_t j = 0; j < WIDTH; j++) {
            lanes[i][j] = 0;
        }
    }
}

/* PK.seed and the addresses; returns the lane that follows. n / 8 + 4 <= 8. */
static size_t begin(kb_slhdsa_work *work, uint64_t lanes[KB_KECCAK_LANE_COUNT][WIDTH],
                    const kb_slhdsa_address *adrs, size_t used) {
    size_t at = work->params->n / 8;
    clear(lanes);
    for (size_t j = 0; j < used; j++) {
        uint8_t bytes[KB_SLHDSA_ADDRESS_BYTES];
        kb_slhdsa_address_encode(bytes, &adrs[j]);
        for (size_t i = 0; i < at; i++) {
            lanes[i][j] = kb_load_le64(work->pk_seed + 8 * i);
        }
        for (size_t i = 0; i < ADDRESS_LANES; i++) {
            lanes[at + i][j] = kb_load_le64(bytes + 8 * i);
        }
    }
    return at + ADDRESS_LANES;
}

static void pad(uint64_t lanes[KB_KECCAK_LANE_COUNT][WIDTH], size_t at, size_t used) {
    for (size_t j = 0; j < used; j++) {
        lanes[at][j] ^= KB_KECCAK_DOMAIN_SHAKE;
        lanes[RATE_LANES - 1][j] ^= UINT64_C(0x80) << 56;
    }
}

static void hash4(kb_slhdsa_work *work, uint8_t *const *out,
                  const kb_slhdsa_address *adrs, const uint8_t *const *in, size_t len,
                  size_t used) {
    uint64_t(*lanes)[WIDTH] = work->area.shake.lanes;
    size_t at = begin(work, lanes, adrs, used);
    for (size_t i = 0; i < len / 8; i++) {
        for (size_t j = 0; j < used; j++) {
            lanes[at][j] ^= kb_load_le64(in[j] + 8 * i);
        }
        if (++at == RATE_LANES) {
            permute(lanes, used);
            at = 0;
        }
    }
    pad(lanes, at, used);
    permute(lanes, used);
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < work->params->n / 8; i++) {
            kb_store_le64(out[j] + 8 * i, lanes[i][j]);
        }
    }
}

void kb_slhdsa_shake_hash_ref(kb_slhdsa_work *work, uint8_t *const *out,
                              const kb_slhdsa_address *adrs, const uint8_t *const *in,
                              size_t len, size_t used) {
    for (size_t j = 0; j < used; j += WIDTH) {
        hash4(work, out + j, adrs + j, in + j, len, used - j < WIDTH ? used - j : WIDTH);
    }
}

/* Only the value and the number of the step change in states that stay as they are. */
static void chain4(kb_slhdsa_work *work, uint8_t *const *values,
                   const kb_slhdsa_address *adrs, uint32_t steps, size_t used) {
    uint64_t(*lanes)[WIDTH] = work->area.shake.lanes;
    size_t words = work->params->n / 8, at = begin(work, lanes, adrs, used);
    pad(lanes, at + words, used);
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < words; i++) {
            lanes[at + i][j] = kb_load_le64(values[j] + 8 * i);
        }
    }
    for (; steps > 0; steps--) {
        KB_HASH_COUNT_KECCAK(used == 1, used > 1);
        kb_keccak_ops_get()->permute_x4_to(lanes + at, words, lanes, used);
        /* The number of the step ends the address; it stays below 16. */
        for (size_t j = 0; j < WIDTH; j++) {
            lanes[at - 1][j] += UINT64_C(1) << 56;
        }
    }
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < words; i++) {
            kb_store_le64(values[j] + 8 * i, lanes[at + i][j]);
        }
    }
}

void kb_slhdsa_shake_chain_ref(kb_slhdsa_work *work, uint8_t *const *values,
                               const kb_slhdsa_address *adrs, uint32_t steps,
                               size_t used) {
    for (size_t j = 0; j < used; j += WIDTH) {
        chain4(work, values + j, adrs + j, steps, used - j < WIDTH ? used - j : WIDTH);
    }
}

static void prf_begin(kb_slhdsa_hash *hash, const kb_slhdsa_params *params,
                      const uint8_t *sk_prf, const uint8_t *opt_rand) {
    kb_keccak *sponge = &hash->state.shake;
    hash->params = params;
    kb_keccak_init(sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(sponge, sk_prf, params->n);
    kb_keccak_absorb(sponge, opt_rand, params->n);
}

static void h_begin(kb_slhdsa_hash *hash, const kb_slhdsa_params *params,
                    const uint8_t *randomizer, const uint8_t *pk) {
    kb_keccak *sponge = &hash->state.shake;
    hash->params = params;
    kb_keccak_init(sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(sponge, randomizer, params->n);
    kb_keccak_absorb(sponge, pk, params->pk_bytes);
}

static void end(kb_slhdsa_hash *hash, uint8_t *out, size_t len) {
    kb_keccak_pad(&hash->state.shake);
    kb_keccak_squeeze(&hash->state.shake, out, len);
    kb_wipe(hash, sizeof *hash);
}

/* The keys went in at the start; nothing of them is needed at the end. */
static void prf_end(kb_slhdsa_hash *hash, uint8_t *out, const uint8_t *sk_prf) {
    (void)sk_prf;
    end(hash, out, hash->params->n);
}

static void h_end(kb_slhdsa_hash *hash, uint8_t *out, const uint8_t *randomizer,
                  const uint8_t *pk) {
    (void)randomizer;
    (void)pk;
    end(hash, out, hash->params->digest_bytes);
}

static void absorb(kb_slhdsa_hash *hash, const void *in, size_t len) {
    kb_keccak_absorb(&hash->state.shake, in, len);
}

const kb_slhdsa_hash_ops kb_slhdsa_hash_shake = {prf_begin, prf_end, h_begin, h_end,
                                                 absorb};
