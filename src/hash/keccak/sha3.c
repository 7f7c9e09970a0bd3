/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-3 and SHAKE (FIPS 202, section 6): the public calls, which check their order. */
#include "core/error.h"
#include "core/secret.h"
#include "hash/hash_count.h"
#include "hash/keccak/keccak.h"

static void digest(uint8_t *out, size_t out_len, size_t rate, uint8_t domain,
                   const void *in, size_t len) {
    KB_HASH_SCOPE(kb_hash_fn_of_sponge(rate, domain), len, out_len, 1);
    kb_keccak sponge;
    KB_WIPE_AT_END(sponge);
    kb_keccak_init(&sponge, rate, domain);
    kb_keccak_absorb(&sponge, in, len);
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, out, out_len);
}

void kb_sha3_224(uint8_t out[KB_SHA3_224_BYTES], const void *in, size_t len) {
    digest(out, KB_SHA3_224_BYTES, KB_SHA3_224_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, in,
           len);
}

void kb_sha3_256(uint8_t out[KB_SHA3_256_BYTES], const void *in, size_t len) {
    digest(out, KB_SHA3_256_BYTES, KB_SHA3_256_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, in,
           len);
}

void kb_sha3_384(uint8_t out[KB_SHA3_384_BYTES], const void *in, size_t len) {
    digest(out, KB_SHA3_384_BYTES, KB_SHA3_384_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, in,
           len);
}

void kb_sha3_512(uint8_t out[KB_SHA3_512_BYTES], const void *in, size_t len) {
    digest(out, KB_SHA3_512_BYTES, KB_SHA3_512_RATE_BYTES, KB_KECCAK_DOMAIN_SHA3, in,
           len);
}

kb_status kb_sha3_init(kb_sha3 *state, size_t digest_bytes) {
    *state = (kb_sha3){0};
    if (digest_bytes != KB_SHA3_224_BYTES && digest_bytes != KB_SHA3_256_BYTES &&
        digest_bytes != KB_SHA3_384_BYTES && digest_bytes != KB_SHA3_512_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "there is no SHA-3 digest of %zu bytes",
                       digest_bytes);
    }
    /* The capacity is twice the digest (FIPS 202, 6.1). */
    kb_keccak_init(&state->sponge, 200 - 2 * digest_bytes, KB_KECCAK_DOMAIN_SHA3);
    state->digest_bytes = (uint32_t)digest_bytes;
    return KB_OK;
}

kb_status kb_sha3_update(kb_sha3 *state, const void *in, size_t len) {
    if (!kb_keccak_is_absorbing(&state->sponge)) {
        return KB_FAIL(KB_ERR_STATE, "the digest is not started or already finished");
    }
    kb_keccak_absorb(&state->sponge, in, len);
    return KB_OK;
}

kb_status kb_sha3_final(kb_sha3 *state, uint8_t *out) {
    if (!kb_keccak_is_absorbing(&state->sponge)) {
        return KB_FAIL(KB_ERR_STATE, "the digest is not started or already finished");
    }
    kb_keccak_pad(&state->sponge);
    kb_keccak_squeeze(&state->sponge, out, state->digest_bytes);
    kb_sha3_wipe(state);
    return KB_OK;
}

void kb_sha3_wipe(kb_sha3 *state) {
    kb_wipe(state, sizeof *state);
}

void kb_shake128(uint8_t *out, size_t out_len, const void *in, size_t len) {
    digest(out, out_len, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, in, len);
}

void kb_shake256(uint8_t *out, size_t out_len, const void *in, size_t len) {
    digest(out, out_len, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, in, len);
}

void kb_shake128_init(kb_shake *state) {
    kb_keccak_init(&state->sponge, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
}

void kb_shake256_init(kb_shake *state) {
    kb_keccak_init(&state->sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
}

kb_status kb_shake_absorb(kb_shake *state, const void *in, size_t len) {
    if (!kb_keccak_is_absorbing(&state->sponge)) {
        return KB_FAIL(KB_ERR_STATE, "SHAKE takes no more input");
    }
    kb_keccak_absorb(&state->sponge, in, len);
    return KB_OK;
}

kb_status kb_shake_finalize(kb_shake *state) {
    if (!kb_keccak_is_absorbing(&state->sponge)) {
        return KB_FAIL(KB_ERR_STATE, "SHAKE is not started or already finalised");
    }
    kb_keccak_pad(&state->sponge);
    return KB_OK;
}

kb_status kb_shake_squeeze(kb_shake *state, uint8_t *out, size_t len) {
    if (!kb_keccak_is_squeezing(&state->sponge)) {
        return KB_FAIL(KB_ERR_STATE, "SHAKE is not finalised");
    }
    kb_keccak_squeeze(&state->sponge, out, len);
    return KB_OK;
}

void kb_shake_wipe(kb_shake *state) {
    kb_wipe(state, sizeof *state);
}
