/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-2 as a stream over the compression functions in use (FIPS 180-4, sections 5 and 6).
 */
#include "hash/sha2/sha2_core.h"

#include "core/bytes.h"
#include "core/secret.h"
#include "hash/hash_count.h"

/* FIPS 180-4, 5.3.3. */
const uint32_t kb_sha2_initial256[8] = {
    UINT32_C(0x6a09e667), UINT32_C(0xbb67ae85), UINT32_C(0x3c6ef372),
    UINT32_C(0xa54ff53a), UINT32_C(0x510e527f), UINT32_C(0x9b05688c),
    UINT32_C(0x1f83d9ab), UINT32_C(0x5be0cd19),
};

/* FIPS 180-4, 5.3.5. */
const uint64_t kb_sha2_initial512[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
    UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
    UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

/* FIPS 180-4, 5.3.2, 5.3.4 and 5.3.6. */
static const uint32_t initial224[8] = {
    UINT32_C(0xc1059ed8), UINT32_C(0x367cd507), UINT32_C(0x3070dd17),
    UINT32_C(0xf70e5939), UINT32_C(0xffc00b31), UINT32_C(0x68581511),
    UINT32_C(0x64f98fa7), UINT32_C(0xbefa4fa4),
};
static const uint64_t initial384[8] = {
    UINT64_C(0xcbbb9d5dc1059ed8), UINT64_C(0x629a292a367cd507),
    UINT64_C(0x9159015a3070dd17), UINT64_C(0x152fecd8f70e5939),
    UINT64_C(0x67332667ffc00b31), UINT64_C(0x8eb44a8768581511),
    UINT64_C(0xdb0c2e0d64f98fa7), UINT64_C(0x47b5481dbefa4fa4),
};
static const uint64_t initial512_224[8] = {
    UINT64_C(0x8c3d37c819544da2), UINT64_C(0x73e1996689dcd4d6),
    UINT64_C(0x1dfab7ae32ff9c82), UINT64_C(0x679dd514582f9fcf),
    UINT64_C(0x0f6d2b697bd44da8), UINT64_C(0x77e36f7304c48942),
    UINT64_C(0x3f9d85a86a1d36c8), UINT64_C(0x1112e6ad91d692a1),
};
static const uint64_t initial512_256[8] = {
    UINT64_C(0x22312194fc2bf72c), UINT64_C(0x9f555fa3c84c64c2),
    UINT64_C(0x2393b86b6f53b151), UINT64_C(0x963877195940eabd),
    UINT64_C(0x96283ee2a88effe3), UINT64_C(0xbe5e1e2553863992),
    UINT64_C(0x2b0199fc2c85b8aa), UINT64_C(0x0eb72ddc81c52ca2),
};

typedef struct function {
    size_t digest_bytes;
    const uint32_t *initial256; /* NULL: a function over SHA-512's compression */
    const uint64_t *initial512;
} function;

static const function functions[] = {
    [KB_SHA2_CORE_224] = {28, initial224, NULL},
    [KB_SHA2_CORE_256] = {32, kb_sha2_initial256, NULL},
    [KB_SHA2_CORE_384] = {48, NULL, initial384},
    [KB_SHA2_CORE_512] = {64, NULL, kb_sha2_initial512},
    [KB_SHA2_CORE_512_224] = {28, NULL, initial512_224},
    [KB_SHA2_CORE_512_256] = {32, NULL, initial512_256},
};

void kb_sha2_core_init(kb_sha2_core *hash, kb_sha2_core_alg alg) {
    const function *f = &functions[alg];
    *hash = (kb_sha2_core){.digest_bytes = f->digest_bytes,
                           .block_bytes = f->initial256 != NULL ? KB_SHA256_BLOCK_BYTES
                                                                : KB_SHA512_BLOCK_BYTES};
    for (size_t i = 0; i < 8; i++) {
        if (f->initial256 != NULL) {
            hash->state.w32[i] = f->initial256[i];
        } else {
            hash->state.w64[i] = f->initial512[i];
        }
    }
}

#define FN(hash)                                                                         \
    ((hash)->block_bytes == KB_SHA256_BLOCK_BYTES ? KB_HASH_FN_SHA256 : KB_HASH_FN_SHA512)

static void compress(kb_sha2_core *hash, const uint8_t *blocks, size_t count) {
    const kb_sha2_ops *ops = kb_sha2_ops_get();
    if (hash->block_bytes == KB_SHA256_BLOCK_BYTES) {
        KB_HASH_COUNT_SHA256(count, 0);
        ops->compress256(hash->state.w32, blocks, count);
    } else {
        KB_HASH_COUNT_SHA512(count, 0);
        ops->compress512(hash->state.w64, blocks, count);
    }
}

void kb_sha2_core_absorb(kb_sha2_core *hash, const void *in, size_t len) {
    KB_HASH_SCOPE(FN(hash), len, 0, 1);
    const uint8_t *next = in;
    if (len == 0) {
        return;
    }
    hash->total += len;
    if (hash->have > 0) {
        size_t n = hash->block_bytes - hash->have;
        n = n < len ? n : len;
        for (size_t i = 0; i < n; i++) {
            hash->block[hash->have + i] = next[i];
        }
        hash->have += n;
        next += n;
        len -= n;
        if (hash->have < hash->block_bytes) {
            return;
        }
        compress(hash, hash->block, 1);
        hash->have = 0;
    }
    /* Both block sizes are powers of two. */
    size_t rest = len & (hash->block_bytes - 1);
    if (len > rest) {
        compress(hash, next,
                 hash->block_bytes == KB_SHA256_BLOCK_BYTES
                     ? len / KB_SHA256_BLOCK_BYTES
                     : len / KB_SHA512_BLOCK_BYTES);
        next += len - rest;
    }
    for (size_t i = 0; i < rest; i++) {
        hash->block[i] = next[i];
    }
    hash->have = rest;
}

void kb_sha2_core_final(kb_sha2_core *hash, uint8_t *out) {
    kb_sha2_core_final_bits(hash, out, 0, 0);
}

void kb_sha2_core_final_bits(kb_sha2_core *hash, uint8_t *out, uint8_t last,
                             unsigned bits) {
    KB_HASH_SCOPE(FN(hash), 0, hash->digest_bytes, 1);
    size_t length_bytes = hash->block_bytes / 8;
    /* FIPS 180-4, 5.1: the bit 1 follows the message's last bit directly. */
    hash->block[hash->have++] = (uint8_t)((last & (0xff00U >> bits)) | 0x80U >> bits);
    if (hash->have > hash->block_bytes - length_bytes) {
        kb_wipe(hash->block + hash->have, hash->block_bytes - hash->have);
        compress(hash, hash->block, 1);
        hash->have = 0;
    }
    kb_wipe(hash->block + hash->have, hash->block_bytes - hash->have);
    /* Lengths stay below 2^61 bytes, so the bits fill 64 of the field at most. */
    kb_store_be64(hash->block + hash->block_bytes - 8, hash->total << 3 | bits);
    compress(hash, hash->block, 1);
    uint8_t digest[KB_SHA2_CORE_MAX_BYTES];
    KB_WIPE_AT_END(digest);
    for (size_t i = 0; i < 8; i++) {
        if (hash->block_bytes == KB_SHA256_BLOCK_BYTES) {
            kb_store_be32(digest + 4 * i, hash->state.w32[i]);
        } else {
            kb_store_be64(digest + 8 * i, hash->state.w64[i]);
        }
    }
    for (size_t i = 0; i < hash->digest_bytes; i++) {
        out[i] = digest[i];
    }
    kb_wipe(hash, sizeof *hash);
}
