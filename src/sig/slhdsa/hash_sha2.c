/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The hash functions of the SHA-2 sets (FIPS 205, 11.2).
 *
 * PK.seed and zeros fill the first block of every call, so each starts from the state
 * after that block. F and PRF are SHA-256 in every set; H and T are SHA-256 for n = 16
 * and SHA-512 above.
 */
#include "core/secret.h"
#include "hash/hash_count.h"
#include "hash/sha2/many.h"
#include "sig/slhdsa/hash.h"
#include "sig/slhdsa/ops_ref.h"

#include <string.h>

#define ADDRESS_BYTES KB_SLHDSA_COMPRESSED_ADDRESS_BYTES

static_assert(KB_SLHDSA_LANE_COUNT == KB_SHA2_LANE_COUNT, "the lanes are those of SHA-2");

void kb_slhdsa_sha2_seed_ref(kb_slhdsa_work *work) {
    size_t n = work->params->n;
    uint8_t block[KB_SHA512_BLOCK_BYTES] = {0};
    memcpy(block, work->pk_seed, n);
    kb_sha2_midstate256(work->seeded256, block, 1);
    if (n > 16) {
        kb_sha2_midstate512(work->seeded512, block, 1);
    }
}

/* The one block of F, PRF and, for n = 16, H: address, value, padding. 22 + 32 + 9 <= 64.
 */
static void fill_short(uint8_t block[KB_SHA256_BLOCK_BYTES],
                       const kb_slhdsa_address *adrs, const uint8_t *value, size_t len) {
    kb_slhdsa_address_compress(block, adrs);
    memcpy(block + ADDRESS_BYTES, value, len);
    kb_sha2_pad256(block, ADDRESS_BYTES + len,
                   KB_SHA256_BLOCK_BYTES + ADDRESS_BYTES + len);
}

static void hash_short(kb_slhdsa_work *work, uint8_t *const *out,
                       const kb_slhdsa_address *adrs, const uint8_t *const *in,
                       size_t len, size_t used) {
    uint8_t *blocks = work->area.sha256.blocks;
    for (size_t j = 0; j < used; j++) {
        fill_short(blocks + j * KB_SHA256_BLOCK_BYTES, &adrs[j], in[j], len);
    }
    KB_HASH_COUNT_SHA256(0, 1);
    kb_sha2_ops_get()->finish256_x8(out, work->params->n / 4, work->seeded256, blocks,
                                    used);
}

/* Block number `number` of address and input, then padding, in blocks of `size` bytes. */
static void fill_long(uint8_t *block, size_t size, size_t number,
                      const kb_slhdsa_address *adrs, const uint8_t *in, size_t len) {
    size_t at = number * size, have = 0, end = ADDRESS_BYTES + len;
    if (number == 0) {
        kb_slhdsa_address_compress(block, adrs);
        have = ADDRESS_BYTES;
    }
    if (at + have < end) {
        size_t n = end - at - have < size - have ? end - at - have : size - have;
        memcpy(block + have, in + (at + have - ADDRESS_BYTES), n);
        have += n;
    }
    if (have < size) {
        static const uint8_t zeros[KB_SHA512_BLOCK_BYTES];
        memcpy(block + have, zeros, size - have);
        if (at + have == end) {
            block[have] = 0x80;
        }
    }
    if (at + size >= end + 1 + size / 8) {
        kb_store_be64(block + size - 8, 8 * (size + end));
    }
}

static size_t block_count(size_t size, size_t len) {
    return (ADDRESS_BYTES + len + size / 8) / size + 1;
}

/* One message alone: as many blocks at once as the area holds. */
static void compress_one256(kb_slhdsa_work *work, const kb_slhdsa_address *adrs,
                            const uint8_t *in, size_t len, size_t blocks) {
    uint8_t *area = work->area.sha256.blocks;
    for (size_t b = 0, now; b < blocks; b += now) {
        now = blocks - b < KB_SLHDSA_LANE_COUNT ? blocks - b : KB_SLHDSA_LANE_COUNT;
        for (size_t i = 0; i < now; i++) {
            fill_long(area + i * KB_SHA256_BLOCK_BYTES, KB_SHA256_BLOCK_BYTES, b + i,
                      adrs, in, len);
        }
        KB_HASH_COUNT_SHA256(now, 0);
        kb_sha2_ops_get()->compress256(work->area.sha256.states[0], area, now);
    }
}

static void compress_one512(kb_slhdsa_work *work, const kb_slhdsa_address *adrs,
                            const uint8_t *in, size_t len, size_t blocks) {
    uint8_t *area = work->area.sha512.blocks;
    for (size_t b = 0, now; b < blocks; b += now) {
        now = blocks - b < KB_SLHDSA_LANE_COUNT ? blocks - b : KB_SLHDSA_LANE_COUNT;
        for (size_t i = 0; i < now; i++) {
            fill_long(area + i * KB_SHA512_BLOCK_BYTES, KB_SHA512_BLOCK_BYTES, b + i,
                      adrs, in, len);
        }
        KB_HASH_COUNT_SHA512(now, 0);
        kb_sha2_ops_get()->compress512(work->area.sha512.states[0], area, now);
    }
}

static void compress_lanes256(kb_slhdsa_work *work, const kb_slhdsa_address *adrs,
                              const uint8_t *const *in, size_t len, size_t blocks,
                              size_t used) {
    for (size_t b = 0; b < blocks; b++) {
        for (size_t j = 0; j < used; j++) {
            fill_long(work->area.sha256.blocks + j * KB_SHA256_BLOCK_BYTES,
                      KB_SHA256_BLOCK_BYTES, b, &adrs[j], in[j], len);
        }
        KB_HASH_COUNT_SHA256(0, 1);
        kb_sha2_ops_get()->compress256_x8(work->area.sha256.states,
                                          work->area.sha256.blocks, used);
    }
}

static void compress_lanes512(kb_slhdsa_work *work, const kb_slhdsa_address *adrs,
                              const uint8_t *const *in, size_t len, size_t blocks,
                              size_t used) {
    for (size_t b = 0; b < blocks; b++) {
        for (size_t j = 0; j < used; j++) {
            fill_long(work->area.sha512.blocks + j * KB_SHA512_BLOCK_BYTES,
                      KB_SHA512_BLOCK_BYTES, b, &adrs[j], in[j], len);
        }
        KB_HASH_COUNT_SHA512(0, 1);
        kb_sha2_ops_get()->compress512_x8(work->area.sha512.states,
                                          work->area.sha512.blocks, used);
    }
}

static void hash_long256(kb_slhdsa_work *work, uint8_t *const *out,
                         const kb_slhdsa_address *adrs, const uint8_t *const *in,
                         size_t len, size_t used) {
    size_t blocks = block_count(KB_SHA256_BLOCK_BYTES, len);
    for (size_t j = 0; j < used; j++) {
        memcpy(work->area.sha256.states[j], work->seeded256, sizeof work->seeded256);
    }
    if (used == 1) {
        compress_one256(work, adrs, in[0], len, blocks);
    } else {
        compress_lanes256(work, adrs, in, len, blocks, used);
    }
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < work->params->n / 4; i++) {
            kb_store_be32(out[j] + 4 * i, work->area.sha256.states[j][i]);
        }
    }
}

static void hash_long512(kb_slhdsa_work *work, uint8_t *const *out,
                         const kb_slhdsa_address *adrs, const uint8_t *const *in,
                         size_t len, size_t used) {
    size_t blocks = block_count(KB_SHA512_BLOCK_BYTES, len);
    for (size_t j = 0; j < used; j++) {
        memcpy(work->area.sha512.states[j], work->seeded512, sizeof work->seeded512);
    }
    if (used == 1) {
        compress_one512(work, adrs, in[0], len, blocks);
    } else {
        compress_lanes512(work, adrs, in, len, blocks, used);
    }
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < work->params->n / 8; i++) {
            kb_store_be64(out[j] + 8 * i, work->area.sha512.states[j][i]);
        }
    }
}

/* H for n = 24 and 32. 22 + 64 + 17 <= 128. */
static void hash_pair512(kb_slhdsa_work *work, uint8_t *const *out,
                         const kb_slhdsa_address *adrs, const uint8_t *const *in,
                         size_t len, size_t used) {
    uint8_t *blocks = work->area.sha512.blocks;
    for (size_t j = 0; j < used; j++) {
        uint8_t *block = blocks + j * KB_SHA512_BLOCK_BYTES;
        kb_slhdsa_address_compress(block, &adrs[j]);
        memcpy(block + ADDRESS_BYTES, in[j], len);
        kb_sha2_pad512(block, ADDRESS_BYTES + len,
                       KB_SHA512_BLOCK_BYTES + ADDRESS_BYTES + len);
    }
    KB_HASH_COUNT_SHA512(0, 1);
    kb_sha2_ops_get()->finish512_x8(out, work->params->n / 8, work->seeded512, blocks,
                                    used);
}

void kb_slhdsa_sha2_hash_ref(kb_slhdsa_work *work, uint8_t *const *out,
                             const kb_slhdsa_address *adrs, const uint8_t *const *in,
                             size_t len, size_t used) {
    size_t n = work->params->n;
    if (len == n || (n == 16 && len == 32)) {
        hash_short(work, out, adrs, in, len, used);
    } else if (n == 16) {
        hash_long256(work, out, adrs, in, len, used);
    } else if (len == 2 * n) {
        hash_pair512(work, out, adrs, in, len, used);
    } else {
        hash_long512(work, out, adrs, in, len, used);
    }
}

void kb_slhdsa_sha2_chain_ref(kb_slhdsa_work *work, uint8_t *const *values,
                              const kb_slhdsa_address *adrs, uint32_t steps,
                              size_t used) {
    const kb_sha2_ops *ops = kb_sha2_ops_get();
    size_t n = work->params->n;
    uint8_t *next[KB_SLHDSA_LANE_COUNT], *blocks = work->area.sha256.blocks;
    for (size_t j = 0; j < used; j++) {
        fill_short(blocks + j * KB_SHA256_BLOCK_BYTES, &adrs[j], values[j], n);
        next[j] = blocks + j * KB_SHA256_BLOCK_BYTES + ADDRESS_BYTES;
    }
    /* A digest goes to where the next step reads it. Beside it only the number of the
     * step changes, the last byte before: it stays below 16. */
    for (; steps > 0; steps--) {
        KB_HASH_COUNT_SHA256(0, 1);
        ops->finish256_x8(next, n / 4, work->seeded256, blocks, used);
        for (size_t j = 0; j < used; j++) {
            next[j][-1]++;
        }
    }
    for (size_t j = 0; j < used; j++) {
        memcpy(values[j], next[j], n);
    }
}

/* SHA-256 for category 1, SHA-512 for categories 3 and 5. */
static kb_sha2_core_alg message_hash(const kb_slhdsa_params *params) {
    return params->n == 16 ? KB_SHA2_CORE_256 : KB_SHA2_CORE_512;
}

/* Starts one of the two hashes of HMAC (FIPS 198-1): the key, filled up with zeros to a
 * block, with every byte changed by pad. */
static void absorb_key(kb_sha2_core *hash, const kb_slhdsa_params *params,
                       const uint8_t *key, uint8_t pad) {
    KB_SECRET_LOCAL(block, KB_SHA512_BLOCK_BYTES);
    kb_sha2_core_init(hash, message_hash(params));
    for (size_t i = 0; i < hash->block_bytes; i++) {
        block[i] = i < params->n ? key[i] ^ pad : pad;
    }
    kb_sha2_core_absorb(hash, block, hash->block_bytes);
}

static void prf_begin(kb_slhdsa_hash *hash, const kb_slhdsa_params *params,
                      const uint8_t *sk_prf, const uint8_t *opt_rand) {
    hash->params = params;
    absorb_key(&hash->state.sha2, params, sk_prf, 0x36);
    kb_sha2_core_absorb(&hash->state.sha2, opt_rand, params->n);
}

static void prf_end(kb_slhdsa_hash *hash, uint8_t *out, const uint8_t *sk_prf) {
    const kb_slhdsa_params *params = hash->params;
    kb_sha2_core *sha2 = &hash->state.sha2;
    KB_SECRET_LOCAL(digest, KB_SHA2_CORE_MAX_BYTES);
    size_t digest_bytes = sha2->digest_bytes;
    kb_sha2_core_final(sha2, digest);
    absorb_key(sha2, params, sk_prf, 0x5c);
    kb_sha2_core_absorb(sha2, digest, digest_bytes);
    kb_sha2_core_final(sha2, digest);
    memcpy(out, digest, params->n);
}

static void h_begin(kb_slhdsa_hash *hash, const kb_slhdsa_params *params,
                    const uint8_t *randomizer, const uint8_t *pk) {
    hash->params = params;
    kb_sha2_core_init(&hash->state.sha2, message_hash(params));
    kb_sha2_core_absorb(&hash->state.sha2, randomizer, params->n);
    kb_sha2_core_absorb(&hash->state.sha2, pk, params->pk_bytes);
}

static void h_end(kb_slhdsa_hash *hash, uint8_t *out, const uint8_t *randomizer,
                  const uint8_t *pk) {
    const kb_slhdsa_params *params = hash->params;
    kb_sha2_core *sha2 = &hash->state.sha2;
    uint8_t inner[KB_SHA2_CORE_MAX_BYTES], block[KB_SHA2_CORE_MAX_BYTES], counter[4];
    size_t digest_bytes = sha2->digest_bytes;
    kb_sha2_core_final(sha2, inner);
    /* MGF1 (RFC 8017, B.2.1) of randomizer, PK.seed and that hash. */
    for (size_t done = 0; done < params->digest_bytes; done += digest_bytes) {
        size_t rest = params->digest_bytes - done;
        kb_store_be32(counter, done == 0 ? 0 : 1);
        kb_sha2_core_init(sha2, message_hash(params));
        kb_sha2_core_absorb(sha2, randomizer, params->n);
        kb_sha2_core_absorb(sha2, pk, params->n);
        kb_sha2_core_absorb(sha2, inner, digest_bytes);
        kb_sha2_core_absorb(sha2, counter, sizeof counter);
        kb_sha2_core_final(sha2, block);
        memcpy(out + done, block, rest < digest_bytes ? rest : digest_bytes);
    }
}

static void absorb(kb_slhdsa_hash *hash, const void *in, size_t len) {
    kb_sha2_core_absorb(&hash->state.sha2, in, len);
}

const kb_slhdsa_hash_ops kb_slhdsa_hash_sha2 = {prf_begin, prf_end, h_begin, h_end,
                                                absorb};
