/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Private scalars of the NIST curves: their range, and drawing one from the kernel. */
#ifndef KB_LIBCRYPTO_EC_SCALAR_H
#define KB_LIBCRYPTO_EC_SCALAR_H

#include "libcrypto/ecdh.h"

/* Draws a uniform scalar in 1..n-1. KB_ERR_RNG; then sk is zero. */
KB_MUST_USE kb_status kb_libcrypto_ec_scalar_draw(kb_libcrypto_ec curve, uint8_t *sk);
/* Checks 1 <= sk <= n - 1 in time that does not depend on sk. KB_ERR_KEY. */
KB_MUST_USE kb_status kb_libcrypto_ec_scalar_check(kb_libcrypto_ec curve,
                                                   const uint8_t *sk);

#endif
