/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ECDH on P-256, P-384 and P-521 as a KEM: the ciphertext is the ephemeral public key,
 * the shared secret the x-coordinate (SP 800-56A Rev. 3, section 5.7.1.2), at full
 * length.
 *
 * Not here: X25519 and X448 are x.c.
 */
#include "core/ct.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "kem/kem.h"
#include "libcrypto/ecdh.h"

/* A uniform draw is out of range with probability below 2^-32 on every curve. */
#define DRAW_COUNT 8
#define PREFIX     0x04

typedef struct curve {
    kb_libcrypto_ec id;
    size_t bytes;         /* of a scalar and of a coordinate */
    uint8_t top_mask;     /* bits of the scalar's first byte that may be set */
    const uint8_t *order; /* n, big-endian */
} curve;

/* SP 800-186, section 3.2.1. */
static const uint8_t p256_order[32] = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
                                       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                       0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84,
                                       0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};
static const uint8_t p384_order[48] = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xc7, 0x63, 0x4d, 0x81, 0xf4, 0x37, 0x2d, 0xdf, 0x58, 0x1a, 0x0d, 0xb2,
    0x48, 0xb0, 0xa7, 0x7a, 0xec, 0xec, 0x19, 0x6a, 0xcc, 0xc5, 0x29, 0x73};
static const uint8_t p521_order[66] = {
    0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xfa, 0x51, 0x86, 0x87, 0x83, 0xbf, 0x2f, 0x96, 0x6b,
    0x7f, 0xcc, 0x01, 0x48, 0xf7, 0x09, 0xa5, 0xd0, 0x3b, 0xb5, 0xc9, 0xb8, 0x89, 0x9c,
    0x47, 0xae, 0xbb, 0x6f, 0xb7, 0x1e, 0x91, 0x38, 0x64, 0x09};

static const curve p256 = {KB_LIBCRYPTO_P256, 32, 0xff, p256_order};
static const curve p384 = {KB_LIBCRYPTO_P384, 48, 0xff, p384_order};
static const curve p521 = {KB_LIBCRYPTO_P521, 66, 0x01, p521_order};

/* Returns whether 1 <= sk <= n - 1, in time that does not depend on sk. */
static bool is_in_range(const curve *c, const uint8_t *sk) {
    uint32_t borrow = 0, any = 0;
    for (size_t i = c->bytes; i-- > 0;) {
        borrow = (((uint32_t)sk[i] - c->order[i] - borrow) >> 8) & 1;
        any |= sk[i];
    }
    uint64_t ok = borrow & kb_ct_mask_nonzero64(any);
    /* A scalar out of range is discarded or refused, one in range stays secret. */
    KB_CT_PUBLIC(&ok, sizeof ok);
    return ok != 0;
}

/* FIPS 186-5, A.2.2: candidates of the order's bit length until one is in range. */
static kb_status draw_scalar(const curve *c, uint8_t *sk) {
    for (int i = 0; i < DRAW_COUNT; i++) {
        KB_TRY(kb_rng_bytes(sk, c->bytes));
        sk[0] &= c->top_mask;
        if (is_in_range(c, sk)) {
            return KB_OK;
        }
    }
    kb_wipe(sk, c->bytes);
    return KB_FAIL(KB_ERR_RNG, "no scalar in range in %d draws", DRAW_COUNT);
}

static kb_status require_in_range(const curve *c, const uint8_t *sk) {
    return is_in_range(c, sk) ? KB_OK : KB_FAIL(KB_ERR_KEY, "scalar is not in 1..n-1");
}

static kb_status public_of(const curve *c, uint8_t *pk, const uint8_t *sk) {
    kb_status status = require_in_range(c, sk);
    if (status == KB_OK) {
        status = kb_libcrypto_ec_public(c->id, pk, sk);
    }
    if (status != KB_OK) {
        kb_wipe(pk, KB_LIBCRYPTO_EC_POINT_BYTES(c->bytes));
    }
    return status;
}

static kb_status keygen(const curve *c, uint8_t *pk, uint8_t *sk) {
    kb_status status = draw_scalar(c, sk);
    if (status == KB_OK) {
        status = public_of(c, pk, sk);
    }
    if (status != KB_OK) {
        kb_wipe(sk, c->bytes);
    }
    return status;
}

static kb_status check_ct(const uint8_t *ct) {
    return ct[0] == PREFIX ? KB_OK : KB_FAIL(KB_ERR_FORMAT, "point: prefix is not 04");
}

static kb_status encaps_derand(const curve *c, uint8_t *ct, uint8_t *ss,
                               const uint8_t *pk, const uint8_t *coins) {
    kb_status status = require_in_range(c, coins);
    if (status == KB_OK) {
        status = kb_libcrypto_ec_derive(c->id, ct, ss, coins, pk);
    }
    if (status != KB_OK) {
        kb_wipe(ct, KB_LIBCRYPTO_EC_POINT_BYTES(c->bytes));
        kb_wipe(ss, c->bytes);
    }
    return status;
}

static kb_status encaps(const curve *c, uint8_t *ct, uint8_t *ss, const uint8_t *pk) {
    KB_SECRET_LOCAL(ephemeral, KB_LIBCRYPTO_EC_MAX_BYTES);
    kb_status status = draw_scalar(c, ephemeral);
    if (status == KB_OK) {
        return encaps_derand(c, ct, ss, pk, ephemeral);
    }
    kb_wipe(ct, KB_LIBCRYPTO_EC_POINT_BYTES(c->bytes));
    kb_wipe(ss, c->bytes);
    return status;
}

static kb_status decaps(const curve *c, uint8_t *ss, const uint8_t *ct,
                        const uint8_t *sk) {
    kb_status status = require_in_range(c, sk);
    if (status == KB_OK) {
        status = kb_libcrypto_ec_derive(c->id, NULL, ss, sk, ct);
        if (status == KB_ERR_KEY) {
            /* The point is the sender's: this is a message that does not open. */
            status = KB_FAIL(KB_ERR_AUTH, "the message is not authentic");
        }
    }
    if (status != KB_OK) {
        kb_wipe(ss, c->bytes);
    }
    return status;
}

/* kb_kem functions carry no context, so every curve has its own. */
#define NIST_KEM(name, catalog_id, n)                                                    \
    static kb_status name##_keygen(uint8_t *pk, uint8_t *sk) {                           \
        return keygen(&name, pk, sk);                                                    \
    }                                                                                    \
    static kb_status name##_public_of(uint8_t *pk, const uint8_t *sk) {                  \
        return public_of(&name, pk, sk);                                                 \
    }                                                                                    \
    static kb_status name##_check_pk(const uint8_t *pk) {                                \
        return kb_libcrypto_ec_check(name.id, pk);                                       \
    }                                                                                    \
    static kb_status name##_encaps(uint8_t *ct, uint8_t *ss, const uint8_t *pk) {        \
        return encaps(&name, ct, ss, pk);                                                \
    }                                                                                    \
    static kb_status name##_decaps(uint8_t *ss, const uint8_t *ct, const uint8_t *sk) {  \
        return decaps(&name, ss, ct, sk);                                                \
    }                                                                                    \
    static kb_status name##_encaps_derand(uint8_t *ct, uint8_t *ss, const uint8_t *pk,   \
                                          const uint8_t *coins) {                        \
        return encaps_derand(&name, ct, ss, pk, coins);                                  \
    }                                                                                    \
    const kb_kem kb_##name = {.id = catalog_id,                                          \
                              .pk_bytes = KB_LIBCRYPTO_EC_POINT_BYTES(n),                \
                              .ct_bytes = KB_LIBCRYPTO_EC_POINT_BYTES(n),                \
                              .ss_bytes = (n),                                           \
                              .sk_bytes = (n),                                           \
                              .coins_bytes = (n),                                        \
                              .keygen = name##_keygen,                                   \
                              .public_of = name##_public_of,                             \
                              .check_pk = name##_check_pk,                               \
                              .check_ct = check_ct,                                      \
                              .encaps = name##_encaps,                                   \
                              .decaps = name##_decaps,                                   \
                              .encaps_derand = name##_encaps_derand}

NIST_KEM(p256, "P-256", 32);
NIST_KEM(p384, "P-384", 48);
NIST_KEM(p521, "P-521", 66);
