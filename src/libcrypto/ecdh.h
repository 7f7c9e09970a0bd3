/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Scalar multiplication on the five curves by libcrypto. Private scalars come from the
 * caller; libcrypto's generator makes none.
 */
#ifndef KB_LIBCRYPTO_ECDH_H
#define KB_LIBCRYPTO_ECDH_H

#include <keybraid/status.h>
#include <stdint.h>

/* ---- NIST curves. Scalars: big-endian, 1..n-1 (the caller's check), as long as a
 * coordinate. Points: SEC 1 uncompressed. ---- */

typedef enum kb_libcrypto_ec {
    KB_LIBCRYPTO_P256,
    KB_LIBCRYPTO_P384,
    KB_LIBCRYPTO_P521
} kb_libcrypto_ec;

/* Length of a coordinate, and of a point with its prefix; P-521 is the longest. */
#define KB_LIBCRYPTO_EC_MAX_BYTES          66
#define KB_LIBCRYPTO_EC_POINT_BYTES(bytes) (1 + 2 * (bytes))

/* pk = sk * G. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_ec_public(kb_libcrypto_ec curve, uint8_t *pk,
                                             const uint8_t *sk);
/* Full validation (SP 800-56A, 5.6.2.3.3; the cofactor is 1): prefix 04, both coordinates
 * below p, on the curve. KB_ERR_KEY. */
KB_MUST_USE kb_status kb_libcrypto_ec_check(kb_libcrypto_ec curve, const uint8_t *pk);
/* ss = x-coordinate of sk * peer, leading zeros kept, and pk = sk * G unless pk is NULL.
 * KB_ERR_KEY when peer fails the validation above. */
KB_MUST_USE kb_status kb_libcrypto_ec_derive(kb_libcrypto_ec curve, uint8_t *pk,
                                             uint8_t *ss, const uint8_t *sk,
                                             const uint8_t *peer);

/* ---- X25519 and X448 (RFC 7748); all strings have the curve's length. ---- */

typedef enum kb_libcrypto_x { KB_LIBCRYPTO_X25519, KB_LIBCRYPTO_X448 } kb_libcrypto_x;

/* pk = X(sk, base point). KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_x_public(kb_libcrypto_x curve, uint8_t *pk,
                                            const uint8_t *sk);
/* ss = X(sk, peer). KB_ERR_KEY when libcrypto refuses the result; callers still test for
 * zero themselves. */
KB_MUST_USE kb_status kb_libcrypto_x_derive(kb_libcrypto_x curve, uint8_t *ss,
                                            const uint8_t *sk, const uint8_t *peer);

/* The peer of any number of derivations, in any number of threads. */
typedef struct kb_libcrypto_x_peer kb_libcrypto_x_peer;
/* What one takes of the heap, counted with libcrypto 3.0.19. */
#define KB_LIBCRYPTO_X_PEER_HEAP_BYTES 416

/* NULL without memory. */
kb_libcrypto_x_peer *kb_libcrypto_x_peer_new(kb_libcrypto_x curve, const uint8_t *pk);
void kb_libcrypto_x_peer_free(kb_libcrypto_x_peer *peer);
/* Both of the above: pk = X(sk, base point), ss = X(sk, peer). KB_ERR_MEMORY when peer is
 * NULL. */
KB_MUST_USE kb_status kb_libcrypto_x_derive_to(kb_libcrypto_x curve, uint8_t *pk,
                                               uint8_t *ss, const uint8_t *sk,
                                               const kb_libcrypto_x_peer *peer);

#endif
