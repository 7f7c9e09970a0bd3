/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Polynomials to bytes and back (FIPS 204, sections 7.1 and 7.2). */
#ifndef KB_SIG_MLDSA_ENCODE_H
#define KB_SIG_MLDSA_ENCODE_H

#include "sig/mldsa/params.h"

#include <stdbool.h>

/* SimpleBitPack of t1, 0 <= c < 2^10. */
void kb_mldsa_encode_t1(uint8_t out[KB_MLDSA_T1_BYTES], const kb_mldsa_poly *t1);
/* t1 * 2^13. */
void kb_mldsa_decode_t1(kb_mldsa_poly *t1, const uint8_t in[KB_MLDSA_T1_BYTES]);

/* BitPack(s, eta, eta), 32 * KB_MLDSA_ETA_BITS(eta) bytes. */
void kb_mldsa_encode_small(uint8_t *out, const kb_mldsa_small *s, int32_t eta);
/* All ones when a field is no coefficient from -eta to eta, else 0; s is the same either
 * way. In constant time. */
uint32_t kb_mldsa_decode_small(kb_mldsa_small *s, const uint8_t *in, int32_t eta);

/* BitPack(t0, 2^12 - 1, 2^12); every field is a coefficient. */
void kb_mldsa_encode_t0(uint8_t out[KB_MLDSA_T0_BYTES], const kb_mldsa_t0 *t0);
void kb_mldsa_decode_t0(kb_mldsa_t0 *t0, const uint8_t in[KB_MLDSA_T0_BYTES]);

/* BitPack(z, gamma1 - 1, gamma1) for gamma1 = 2^(bits - 1), 32 * bits bytes;
 * -gamma1 < c <= gamma1. Its inverse is unpack_mask of ops.h. */
void kb_mldsa_encode_z(uint8_t *out, const kb_mldsa_poly *z, unsigned bits);

/* One polynomial of w1Encode (algorithm 28), 32 * KB_MLDSA_HIGH_BITS(high) bytes. */
void kb_mldsa_encode_w1(uint8_t *out, const uint8_t w1[KB_MLDSA_N], int32_t high);

/* HintBitPack (algorithm 20): omega + k bytes. The hint is k * 256 bytes, 0 or 1, public,
 * and has at most omega ones. */
void kb_mldsa_encode_hint(uint8_t *out, const uint8_t *hint, size_t k, size_t omega);
/* HintBitUnpack (algorithm 21). False for everything that encode_hint does not write:
 * places that do not rise, counts that fall or pass omega, padding that is not zero. */
bool kb_mldsa_decode_hint(uint8_t *hint, const uint8_t *in, size_t k, size_t omega);

#endif
