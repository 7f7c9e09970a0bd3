/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ECDH on P-256, P-384 and P-521 as a KEM: the ciphertext is the ephemeral public key,
 * the shared secret the x-coordinate (SP 800-56A Rev. 3, section 5.7.1.2), at full
 * length.
 *
 * Not here: X25519 and X448 are x.c.
 */
#include "core/error.h"
#include "core/secret.h"
#include "kem/kem.h"
#include "libcrypto/ec_scalar.h"

#define PREFIX 0x04

typedef struct curve {
    kb_libcrypto_ec id;
    size_t bytes; /* of a scalar and of a coordinate */
} curve;

static const curve p256 = {KB_LIBCRYPTO_P256, 32};
static const curve p384 = {KB_LIBCRYPTO_P384, 48};
static const curve p521 = {KB_LIBCRYPTO_P521, 66};

static kb_status public_of(const curve *c, uint8_t *pk, const uint8_t *sk) {
    kb_status status = kb_libcrypto_ec_scalar_check(c->id, sk);
    if (status == KB_OK) {
        status = kb_libcrypto_ec_public(c->id, pk, sk);
    }
    if (status != KB_OK) {
        kb_wipe(pk, KB_LIBCRYPTO_EC_POINT_BYTES(c->bytes));
    }
    return status;
}

static kb_status keygen(const curve *c, uint8_t *pk, uint8_t *sk) {
    kb_status status = kb_libcrypto_ec_scalar_draw(c->id, sk);
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
    kb_status status = kb_libcrypto_ec_scalar_check(c->id, coins);
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
    kb_status status = kb_libcrypto_ec_scalar_draw(c->id, ephemeral);
    if (status == KB_OK) {
        return encaps_derand(c, ct, ss, pk, ephemeral);
    }
    kb_wipe(ct, KB_LIBCRYPTO_EC_POINT_BYTES(c->bytes));
    kb_wipe(ss, c->bytes);
    return status;
}

static kb_status decaps(const curve *c, uint8_t *ss, const uint8_t *ct,
                        const uint8_t *sk) {
    kb_status status = kb_libcrypto_ec_scalar_check(c->id, sk);
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
