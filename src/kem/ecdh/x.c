/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * X25519 and X448 (RFC 7748) as KEMs: the ciphertext is the ephemeral public key.
 *
 * A received u is processed as RFC 7748 says, canonical or not; a public key with a
 * non-canonical u is refused, so that one key has one encoding. A shared secret of zeros
 * is refused on both sides.
 *
 * Not here: the NIST curves are nist.c.
 */
#include "core/ct.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "kem/kem.h"
#include "libcrypto/ecdh.h"

#define X_MAX_BYTES 56

typedef struct curve {
    kb_libcrypto_x id;
    size_t bytes;
    const uint8_t *prime; /* little-endian */
} curve;

/* 2^255 - 19 and 2^448 - 2^224 - 1. */
static const uint8_t x25519_prime[32] = {0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f};
static const uint8_t x448_prime[56] = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

static const curve x25519 = {KB_LIBCRYPTO_X25519, 32, x25519_prime};
static const curve x448 = {KB_LIBCRYPTO_X448, 56, x448_prime};

/* A u below p has no spare bit set either, since p has one bit less than 32 bytes. */
static kb_status check_pk(const curve *c, const uint8_t *pk) {
    uint32_t borrow = 0;
    for (size_t i = 0; i < c->bytes; i++) {
        borrow = (((uint32_t)pk[i] - c->prime[i] - borrow) >> 8) & 1;
    }
    return borrow != 0 ? KB_OK : KB_FAIL(KB_ERR_KEY, "u-coordinate is not canonical");
}

/* RFC 7748 section 6: the OR of all bytes, without a branch on any of them. */
static kb_status require_nonzero(const curve *c, const uint8_t *ss) {
    const uint8_t zero[X_MAX_BYTES] = {0};
    return kb_ct_eq(ss, zero, c->bytes) ? KB_FAIL(KB_ERR_KEY, "shared secret is zero")
                                        : KB_OK;
}

static kb_status public_of(const curve *c, uint8_t *pk, const uint8_t *sk) {
    kb_status status = kb_libcrypto_x_public(c->id, pk, sk);
    if (status != KB_OK) {
        kb_wipe(pk, c->bytes);
    }
    return status;
}

static kb_status keygen(const curve *c, uint8_t *pk, uint8_t *sk) {
    kb_status status = kb_rng_bytes(sk, c->bytes);
    if (status == KB_OK) {
        status = public_of(c, pk, sk);
    }
    if (status != KB_OK) {
        kb_wipe(sk, c->bytes);
    }
    return status;
}

static kb_status send(const curve *c, uint8_t *ct, uint8_t *ss,
                      const kb_libcrypto_x_peer *peer, const uint8_t *coins) {
    kb_status status = kb_libcrypto_x_derive_to(c->id, ct, ss, coins, peer);
    if (status == KB_OK) {
        status = require_nonzero(c, ss);
    }
    if (status != KB_OK) {
        kb_wipe(ct, c->bytes);
        kb_wipe(ss, c->bytes);
    }
    return status;
}

static kb_status encaps_derand(const curve *c, uint8_t *ct, uint8_t *ss,
                               const uint8_t *pk, const uint8_t *coins) {
    kb_libcrypto_x_peer *peer = kb_libcrypto_x_peer_new(c->id, pk);
    kb_status status = send(c, ct, ss, peer, coins);
    kb_libcrypto_x_peer_free(peer);
    return status;
}

/* peer: made of pk before, or NULL. */
static kb_status encaps(const curve *c, uint8_t *ct, uint8_t *ss, const uint8_t *pk,
                        const kb_libcrypto_x_peer *peer) {
    KB_SECRET_LOCAL(ephemeral, X_MAX_BYTES);
    kb_status status = kb_rng_bytes(ephemeral, c->bytes);
    if (status == KB_OK) {
        return peer != NULL ? send(c, ct, ss, peer, ephemeral)
                            : encaps_derand(c, ct, ss, pk, ephemeral);
    }
    kb_wipe(ct, c->bytes);
    kb_wipe(ss, c->bytes);
    return status;
}

/* What is kept of a recipient's key; peer is NULL when there was no memory for it. Of a
 * private key nothing is: to make libcrypto's from it takes 2 us, and it would lie in
 * memory that is not locked for as long as the handle lives. */
typedef struct recipient {
    kb_libcrypto_x_peer *peer;
    uint8_t pk[X_MAX_BYTES];
} recipient;

static void recipient_from(const curve *c, recipient *r, const uint8_t *pk) {
    for (size_t i = 0; i < c->bytes; i++) {
        r->pk[i] = pk[i];
    }
    r->peer = kb_libcrypto_x_peer_new(c->id, pk);
}

static void recipient_end(void *keyed) {
    recipient *r = keyed;
    kb_libcrypto_x_peer_free(r->peer);
    r->peer = NULL;
}

static kb_status decaps(const curve *c, uint8_t *ss, const uint8_t *ct,
                        const uint8_t *sk) {
    kb_status status = kb_libcrypto_x_derive(c->id, ss, sk, ct);
    if (status == KB_OK) {
        status = require_nonzero(c, ss);
    }
    if (status == KB_ERR_KEY) {
        /* The point is the sender's: this is a message that does not open. */
        status = KB_FAIL(KB_ERR_AUTH, "the message is not authentic");
    }
    if (status != KB_OK) {
        kb_wipe(ss, c->bytes);
    }
    return status;
}

/* Every string of the right length is a u-coordinate. */
static kb_status check_ct(const uint8_t *ct) {
    (void)ct;
    return KB_OK;
}

/* kb_kem functions carry no context, so every curve has its own. */
#define X_KEM(name, catalog_id, n)                                                       \
    static kb_status name##_keygen(uint8_t *pk, uint8_t *sk) {                           \
        return keygen(&name, pk, sk);                                                    \
    }                                                                                    \
    static kb_status name##_public_of(uint8_t *pk, const uint8_t *sk) {                  \
        return public_of(&name, pk, sk);                                                 \
    }                                                                                    \
    static kb_status name##_check_pk(const uint8_t *pk) {                                \
        return check_pk(&name, pk);                                                      \
    }                                                                                    \
    static kb_status name##_encaps(uint8_t *ct, uint8_t *ss, const uint8_t *pk) {        \
        return encaps(&name, ct, ss, pk, NULL);                                          \
    }                                                                                    \
    static kb_status name##_decaps(uint8_t *ss, const uint8_t *ct, const uint8_t *sk) {  \
        return decaps(&name, ss, ct, sk);                                                \
    }                                                                                    \
    static kb_status name##_encaps_derand(uint8_t *ct, uint8_t *ss, const uint8_t *pk,   \
                                          const uint8_t *coins) {                        \
        return encaps_derand(&name, ct, ss, pk, coins);                                  \
    }                                                                                    \
    static void name##_from_pk(void *keyed, const uint8_t *pk) {                         \
        recipient_from(&name, keyed, pk);                                                \
    }                                                                                    \
    static kb_status name##_keyed_encaps(uint8_t *ct, uint8_t *ss, const void *keyed) {  \
        const recipient *to = keyed;                                                     \
        return encaps(&name, ct, ss, to->pk, to->peer);                                  \
    }                                                                                    \
    static const kb_kem_keyed name##_keyed = {.pk_bytes = sizeof(recipient),             \
                                              .heap_bytes =                              \
                                                  KB_LIBCRYPTO_X_PEER_HEAP_BYTES,        \
                                              .from_pk = name##_from_pk,                 \
                                              .end_pk = recipient_end,                   \
                                              .encaps = name##_keyed_encaps};            \
    const kb_kem kb_##name = {.id = catalog_id,                                          \
                              .pk_bytes = (n),                                           \
                              .ct_bytes = (n),                                           \
                              .ss_bytes = (n),                                           \
                              .sk_bytes = (n),                                           \
                              .coins_bytes = (n),                                        \
                              .keygen = name##_keygen,                                   \
                              .public_of = name##_public_of,                             \
                              .check_pk = name##_check_pk,                               \
                              .check_ct = check_ct,                                      \
                              .encaps = name##_encaps,                                   \
                              .decaps = name##_decaps,                                   \
                              .encaps_derand = name##_encaps_derand,                     \
                              .keyed = &name##_keyed}

X_KEM(x25519, "X25519", 32);
X_KEM(x448, "X448", 56);
