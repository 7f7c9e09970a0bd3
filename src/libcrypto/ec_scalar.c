/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Private scalars of the NIST curves. No libcrypto here: they come from the kernel. */
#include "libcrypto/ec_scalar.h"

#include "core/ct.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"

#include <stdbool.h>

/* A uniform draw is out of range with probability below 2^-32 on every curve. */
#define DRAW_COUNT 8

typedef struct curve_row {
    size_t bytes;         /* of a scalar */
    uint8_t top_mask;     /* bits of the scalar's first byte that may be set */
    const uint8_t *order; /* n, big-endian */
} curve_row;

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

static const curve_row rows[] = {
    [KB_LIBCRYPTO_P256] = {32, 0xff, p256_order},
    [KB_LIBCRYPTO_P384] = {48, 0xff, p384_order},
    [KB_LIBCRYPTO_P521] = {66, 0x01, p521_order},
};

/* Returns whether 1 <= sk <= n - 1, in time that does not depend on sk. */
static bool is_in_range(const curve_row *c, const uint8_t *sk) {
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
kb_status kb_libcrypto_ec_scalar_draw(kb_libcrypto_ec curve, uint8_t *sk) {
    const curve_row *c = &rows[curve];
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

kb_status kb_libcrypto_ec_scalar_check(kb_libcrypto_ec curve, const uint8_t *sk) {
    return is_in_range(&rows[curve], sk) ? KB_OK
                                         : KB_FAIL(KB_ERR_KEY, "scalar is not in 1..n-1");
}
