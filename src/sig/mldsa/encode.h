/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hint to bytes and back (FIPS 204, section 7.1); polynomials are in ops.h. */
#ifndef KB_SIG_MLDSA_ENCODE_H
#define KB_SIG_MLDSA_ENCODE_H

#include "sig/mldsa/params.h"

#include <stdbool.h>

/* HintBitPack (algorithm 20): omega + k bytes. The hint is k * 256 bytes, 0 or 1, public,
 * and has at most omega ones. */
void kb_mldsa_encode_hint(uint8_t *out, const uint8_t *hint, size_t k, size_t omega);
/* HintBitUnpack (algorithm 21). False for everything that encode_hint does not write:
 * places that do not rise, counts that fall or pass omega, padding that is not zero. */
bool kb_mldsa_decode_hint(uint8_t *hint, const uint8_t *in, size_t k, size_t omega);

#endif
