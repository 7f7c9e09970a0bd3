/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bytes to polynomials and back (FIPS 203, section 4.2.1), compression, import checks. */
#ifndef KB_KEM_MLKEM_ENCODE_H
#define KB_KEM_MLKEM_ENCODE_H

#include "kem/mlkem/params.h"

#include <keybraid/status.h>

/* ByteEncode12; 0 <= c < q. */
void kb_mlkem_encode12(uint8_t out[KB_MLKEM_POLY_BYTES], const kb_mlkem_poly *p);
/* ByteDecode12 without its reduction: 0 <= c < 4096. */
void kb_mlkem_decode12(kb_mlkem_poly *p, const uint8_t in[KB_MLKEM_POLY_BYTES]);

/* ByteEncode_d(Compress_d(p)), 32 * d bytes, for d in 4, 5, 10, 11; 0 <= c < q. */
void kb_mlkem_compress(uint8_t *out, const kb_mlkem_poly *p, unsigned d);
/* Decompress_d(ByteDecode_d(in)), likewise; 0 <= c < q. */
void kb_mlkem_decompress(kb_mlkem_poly *p, const uint8_t *in, unsigned d);

/* Compress_d of one residue, 0 <= x < q, for d in 1, 4, 5, 10, 11. */
uint32_t kb_mlkem_compress_one(uint16_t x, unsigned d);
/* Decompress_d of one value below 2^d. */
uint16_t kb_mlkem_decompress_one(uint32_t y, unsigned d);

/* ByteEncode1(Compress1(p)), 0 <= c < q, and Decompress1(ByteDecode1(m)): c is 0 or
 * (q + 1) / 2. Both secret. */
void kb_mlkem_to_message(uint8_t m[KB_MLKEM_SYM_BYTES], const kb_mlkem_poly *p);
void kb_mlkem_from_message(kb_mlkem_poly *p, const uint8_t m[KB_MLKEM_SYM_BYTES]);

/* The modulus check (FIPS 203, 7.2): every 12-bit field of the public key is below q.
 * KB_ERR_KEY. */
KB_MUST_USE kb_status kb_mlkem_check_ek(const kb_mlkem_params *params, const uint8_t *ek);
/* The hash check (FIPS 203, 7.3): the private key holds the hash of its public key.
 * KB_ERR_KEY. A changed z or s cannot be noticed. */
KB_MUST_USE kb_status kb_mlkem_check_dk(const kb_mlkem_params *params, const uint8_t *dk);

#endif
