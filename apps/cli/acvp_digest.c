/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hash functions that vector sets name, HMAC and HKDF over them. */
#include "acvp_digest.h"

#include "core/alloc.h"
#include "core/error.h"
#include "hash/keccak/keccak.h"

#include <keybraid/kdf.h>
#include <string.h>

#define OTHER (kb_hash_alg)0

static const kb_acvp_digest digests[] = {
    {"SHA2-224", 28, 64, OTHER, false, KB_SHA2_CORE_224},
    {"SHA2-256", 32, 64, KB_HASH_SHA256, false, KB_SHA2_CORE_256},
    {"SHA2-384", 48, 128, KB_HASH_SHA384, false, KB_SHA2_CORE_384},
    {"SHA2-512", 64, 128, KB_HASH_SHA512, false, KB_SHA2_CORE_512},
    {"SHA2-512/224", 28, 128, OTHER, false, KB_SHA2_CORE_512_224},
    {"SHA2-512/256", 32, 128, OTHER, false, KB_SHA2_CORE_512_256},
    {"SHA3-224", 28, 144, OTHER, true, KB_SHA2_CORE_256},
    {"SHA3-256", 32, 136, OTHER, true, KB_SHA2_CORE_256},
    {"SHA3-384", 48, 104, OTHER, true, KB_SHA2_CORE_256},
    {"SHA3-512", 64, 72, OTHER, true, KB_SHA2_CORE_256},
};

kb_status kb_acvp_digest_find(const kb_acvp_digest **out, const char *name) {
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        if (strcmp(digests[i].name, name) == 0) {
            *out = &digests[i];
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "hash function %.40s", name);
}

kb_status kb_acvp_digest_begin(kb_acvp_digest_state *state,
                               const kb_acvp_digest *digest) {
    KB_INVARIANT(state->digest == NULL || state->digest == digest);
    state->digest = digest;
    if (digest->is_sha3) {
        return kb_sha3_init(&state->sha3, digest->bytes);
    }
    if (digest->alg != OTHER) {
        return state->sha2 == NULL ? kb_sha2_new(&state->sha2, digest->alg)
                                   : kb_sha2_restart(state->sha2);
    }
    kb_sha2_core_init(&state->other, digest->core);
    return KB_OK;
}

kb_status kb_acvp_digest_feed(kb_acvp_digest_state *state, const void *data, size_t len) {
    if (state->digest->is_sha3) {
        return kb_sha3_update(&state->sha3, data, len);
    }
    if (state->sha2 != NULL) {
        return kb_sha2_update(state->sha2, data, len);
    }
    kb_sha2_core_absorb(&state->other, data, len);
    return KB_OK;
}

kb_status kb_acvp_digest_finish(kb_acvp_digest_state *state, uint8_t *out) {
    if (state->digest->is_sha3) {
        return kb_sha3_final(&state->sha3, out);
    }
    if (state->sha2 != NULL) {
        return kb_sha2_final(state->sha2, out);
    }
    kb_sha2_core_final(&state->other, out);
    return KB_OK;
}

void kb_acvp_digest_free(kb_acvp_digest_state *state) {
    kb_sha2_free(state->sha2);
    kb_sha3_wipe(&state->sha3);
    *state = (kb_acvp_digest_state){.digest = NULL};
}

kb_status kb_acvp_digest_once(kb_acvp_digest_state *state, const kb_acvp_digest *digest,
                              uint8_t *out, const void *data, size_t len) {
    KB_TRY(kb_acvp_digest_begin(state, digest));
    KB_TRY(kb_acvp_digest_feed(state, data, len));
    return kb_acvp_digest_finish(state, out);
}

/* The bits, the suffix and the first bit of the padding (FIPS 202, 6.1, 6.2 and B.2) take
 * one byte or two. A byte that they fill is absorbed like data: at the end of a block the
 * last bit of the padding has no room in it. */
void kb_acvp_sponge_bits(size_t rate, uint8_t domain, uint8_t *out, size_t out_len,
                         const uint8_t *data, size_t len, unsigned bits) {
    kb_keccak sponge;
    unsigned end = (unsigned)(data[len] >> (8 - bits)) | (unsigned)domain << bits;
    bool is_full = end > 127;
    kb_keccak_init(&sponge, rate, (uint8_t)(is_full ? end >> 8 : end));
    kb_keccak_absorb(&sponge, data, len);
    if (is_full) {
        uint8_t whole = (uint8_t)end;
        kb_keccak_absorb(&sponge, &whole, 1);
    }
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, out, out_len);
}

void kb_acvp_digest_bits(const kb_acvp_digest *digest, uint8_t *out, const uint8_t *data,
                         size_t len, unsigned bits) {
    kb_sha2_core hash;
    if (digest->is_sha3) {
        kb_acvp_sponge_bits(digest->block_bytes, KB_KECCAK_DOMAIN_SHA3, out,
                            digest->bytes, data, len, bits);
        return;
    }
    kb_sha2_core_init(&hash, digest->core);
    kb_sha2_core_absorb(&hash, data, len);
    kb_sha2_core_final_bits(&hash, out, data[len], bits);
}

/* One pass of HMAC: the digest of the padded key with mask, and data. */
static kb_status hmac_pass(kb_acvp_digest_state *state, const kb_acvp_digest *digest,
                           uint8_t *out, const uint8_t *key, uint8_t mask,
                           const void *data, size_t len) {
    uint8_t pad[KB_ACVP_BLOCK_MAX_BYTES];
    for (size_t i = 0; i < digest->block_bytes; i++) {
        pad[i] = key[i] ^ mask;
    }
    KB_TRY(kb_acvp_digest_begin(state, digest));
    KB_TRY(kb_acvp_digest_feed(state, pad, digest->block_bytes));
    KB_TRY(kb_acvp_digest_feed(state, data, len));
    return kb_acvp_digest_finish(state, out);
}

static kb_status hmac(kb_acvp_digest_state *state, const kb_acvp_digest *digest,
                      uint8_t *out, const void *key, size_t key_len, const void *data,
                      size_t len) {
    uint8_t block[KB_ACVP_BLOCK_MAX_BYTES] = {0}, inner[KB_ACVP_DIGEST_MAX_BYTES];
    if (key_len > digest->block_bytes) {
        KB_TRY(kb_acvp_digest_once(state, digest, block, key, key_len));
    } else if (key_len > 0) {
        memcpy(block, key, key_len);
    }
    KB_TRY(hmac_pass(state, digest, inner, block, 0x36, data, len));
    return hmac_pass(state, digest, out, block, 0x5c, inner, digest->bytes);
}

kb_status kb_acvp_hmac_once(const kb_acvp_digest *digest, uint8_t *out, const void *key,
                            size_t key_len, const void *data, size_t len) {
    if (digest->alg != OTHER) {
        return kb_hmac(digest->alg, out, key, key_len, data, len);
    }
    kb_acvp_digest_state state = {.digest = NULL};
    kb_status status = hmac(&state, digest, out, key, key_len, data, len);
    kb_acvp_digest_free(&state);
    return status;
}

/* HKDF-Expand: T(i) = HMAC(prk, T(i - 1) || info || i). buffer has room for one input. */
static kb_status expand(const kb_acvp_digest *digest, uint8_t *out, size_t out_len,
                        const uint8_t *prk, const uint8_t *info, size_t info_len,
                        uint8_t *buffer) {
    uint8_t block[KB_ACVP_DIGEST_MAX_BYTES];
    size_t before = 0;
    for (size_t done = 0, i = 1; done < out_len; i++) {
        memcpy(buffer, block, before);
        if (info_len > 0) {
            memcpy(buffer + before, info, info_len);
        }
        buffer[before + info_len] = (uint8_t)i;
        KB_TRY(kb_acvp_hmac_once(digest, block, prk, digest->bytes, buffer,
                                 before + info_len + 1));
        size_t n = out_len - done < digest->bytes ? out_len - done : digest->bytes;
        memcpy(out + done, block, n);
        done += n;
        before = digest->bytes;
    }
    return KB_OK;
}

kb_status kb_acvp_hkdf_once(const kb_acvp_digest *digest, uint8_t *out, size_t out_len,
                            const uint8_t *salt, size_t salt_len, const uint8_t *ikm,
                            size_t ikm_len, const uint8_t *info, size_t info_len) {
    if (out_len == 0 || out_len > KB_HKDF_MAX_BYTES(digest->bytes)) {
        return KB_FAIL(KB_ERR_FORMAT, "HKDF cannot give %zu bytes", out_len);
    }
    if (digest->alg != OTHER) {
        return kb_hkdf(digest->alg, out, out_len, salt, salt_len, ikm, ikm_len, info,
                       info_len);
    }
    uint8_t prk[KB_ACVP_DIGEST_MAX_BYTES];
    uint8_t *input = kb_malloc(KB_ACVP_DIGEST_MAX_BYTES + info_len + 1);
    if (input == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", info_len);
    }
    kb_status status = kb_acvp_hmac_once(digest, prk, salt, salt_len, ikm, ikm_len);
    if (status == KB_OK) {
        status = expand(digest, out, out_len, prk, info, info_len, input);
    }
    kb_free(input);
    return status;
}
