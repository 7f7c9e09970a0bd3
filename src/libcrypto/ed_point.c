/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Validation of Ed25519 and Ed448 public keys, over BIGNUM.
 *
 * libcrypto decodes a key only within a verification, takes non-canonical encodings for
 * Ed25519, and takes points of small order, under which one signature fits many messages.
 * All values are public, so nothing here is constant-time.
 */
#include "libcrypto/refused.h"
#include "libcrypto/sign.h"

#include <openssl/bn.h>
#include <stdbool.h>

/* a x^2 + y^2 = 1 + d x^2 y^2 with a = -1, d = -121665/121666 over 2^255 - 19 (RFC 8032,
 * 5.1), and with a = 1, d = -39081 over 2^448 - 2^224 - 1 (5.2). */
typedef struct curve_row {
    const char *prime;
    unsigned long d_numerator, d_denominator; /* d = -numerator / denominator */
    bool a_is_minus_1;
} curve_row;

static const curve_row rows[] = {
    [KB_LIBCRYPTO_ED25519] =
        {"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed", 121665,
         121666, true},
    [KB_LIBCRYPTO_ED448] = {"fffffffffffffffffffffffffffffffffffffffffffffffffffffffe"
                            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                            39081, 1, false},
};

/* The numbers of one check, in a frame of ctx. */
typedef struct work {
    BN_CTX *ctx;
    BIGNUM *p, *d, *y, *yy, *u, *v, *t;
} work;

static bool load_curve(work *w, const curve_row *row) {
    BN_CTX_start(w->ctx);
    BIGNUM **all[] = {&w->p, &w->d, &w->y, &w->yy, &w->u, &w->v, &w->t};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        *all[i] = BN_CTX_get(w->ctx);
        if (*all[i] == NULL) {
            return false;
        }
    }
    return BN_hex2bn(&w->p, row->prime) != 0 && BN_set_word(w->t, row->d_denominator) &&
           BN_mod_inverse(w->t, w->t, w->p, w->ctx) != NULL &&
           BN_set_word(w->d, row->d_numerator) &&
           BN_mod_mul(w->d, w->d, w->t, w->p, w->ctx) && BN_sub(w->d, w->p, w->d);
}

/* x^2 = u / v with u = y^2 - 1 and v = d y^2 - a; a quotient is a square exactly when the
 * product is. v is never 0, since d is no square and a is one on both curves. */
static bool compute_u_v(work *w, const curve_row *row) {
    return BN_mod_sqr(w->yy, w->y, w->p, w->ctx) &&
           BN_mod_sub(w->u, w->yy, BN_value_one(), w->p, w->ctx) &&
           BN_mod_mul(w->v, w->d, w->yy, w->p, w->ctx) &&
           (row->a_is_minus_1 ? BN_mod_add(w->v, w->v, BN_value_one(), w->p, w->ctx)
                              : BN_mod_sub(w->v, w->v, BN_value_one(), w->p, w->ctx)) &&
           BN_mod_mul(w->t, w->u, w->v, w->p, w->ctx);
}

/* Small order: x = 0 (orders 1 and 2); y = 0 (order 4); on Ed25519 also order 8, whose
 * doubles have y = 0, thus y^2 = -x^2, thus d y^4 + 2 y^2 - 1 = 0. */
static bool is_small_order(work *w, const curve_row *row, bool *is_small) {
    *is_small = BN_is_zero(w->u) || BN_is_zero(w->y);
    if (!row->a_is_minus_1) {
        return true;
    }
    if (!BN_mod_sqr(w->t, w->yy, w->p, w->ctx) ||
        !BN_mod_mul(w->t, w->t, w->d, w->p, w->ctx) ||
        !BN_mod_add(w->t, w->t, w->yy, w->p, w->ctx) ||
        !BN_mod_add(w->t, w->t, w->yy, w->p, w->ctx)) {
        return false;
    }
    *is_small |= BN_is_one(w->t);
    return true;
}

static kb_status check(work *w, const curve_row *row, const uint8_t *pk, size_t n) {
    uint8_t y[KB_LIBCRYPTO_ED_MAX_BYTES];
    for (size_t i = 0; i < n; i++) {
        y[i] = pk[i];
    }
    y[n - 1] &= 0x7f; /* the sign of x */
    if (!load_curve(w, row) || BN_lebin2bn(y, (int)n, w->y) == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "BIGNUM");
    }
    if (BN_cmp(w->y, w->p) >= 0) {
        return KB_FAIL(KB_ERR_KEY, "public key: y-coordinate is not canonical");
    }
    bool is_small;
    if (!compute_u_v(w, row)) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "BIGNUM");
    }
    int square = BN_kronecker(w->t, w->p, w->ctx);
    if (square == -2 || !is_small_order(w, row, &is_small)) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "BIGNUM");
    }
    if (square == -1) {
        return KB_FAIL(KB_ERR_KEY, "public key: not a point of the curve");
    }
    return is_small ? KB_FAIL(KB_ERR_KEY, "public key: a point of small order") : KB_OK;
}

kb_status kb_libcrypto_ed_check(kb_libcrypto_ed curve, const uint8_t *pk) {
    work w = {.ctx = BN_CTX_new()};
    if (w.ctx == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "BN_CTX_new");
    }
    kb_status status = check(&w, &rows[curve], pk, (size_t)KB_LIBCRYPTO_ED_BYTES(curve));
    BN_CTX_end(w.ctx);
    BN_CTX_free(w.ctx);
    return status;
}
