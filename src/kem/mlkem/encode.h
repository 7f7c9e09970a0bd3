/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rounding of one residue (FIPS 203, section 4.2.1), and the checks of foreign keys; whole
 * polynomials are encoded by the kernels of ops.h. */
#ifndef KB_KEM_MLKEM_ENCODE_H
#define KB_KEM_MLKEM_ENCODE_H

#include "kem/mlkem/params.h"

#include <keybraid/status.h>

/* Compress_d of one residue, 0 <= x < q, for d in 1, 4, 5, 10, 11. */
uint32_t kb_mlkem_compress_one(uint16_t x, unsigned d);
/* Decompress_d of one value below 2^d. */
uint16_t kb_mlkem_decompress_one(uint32_t y, unsigned d);

/* The modulus check (FIPS 203, 7.2): every 12-bit field of the public key is below q.
 * KB_ERR_KEY. */
KB_MUST_USE kb_status kb_mlkem_check_ek(const kb_mlkem_params *params, const uint8_t *ek);
/* The hash check (FIPS 203, 7.3): the private key holds the hash of its public key.
 * KB_ERR_KEY. A changed z or s cannot be noticed. */
KB_MUST_USE kb_status kb_mlkem_check_dk(const kb_mlkem_params *params, const uint8_t *dk);

#endif
