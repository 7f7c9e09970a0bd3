/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The NIST curves through EC_GROUP and EC_POINT. EVP_PKEY cannot make a public key from a
 * private scalar in OpenSSL 3.0; and these are the calls that it ends in.
 */
#include "core/secret.h"
#include "libcrypto/ecdh.h"
#include "libcrypto/refused.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>
#include <stdatomic.h>
#include <string.h>

#define UNCOMPRESSED 0x04

typedef struct curve_row {
    int nid;
    size_t bytes; /* of a coordinate and of a scalar */
} curve_row;

static const curve_row rows[] = {
    [KB_LIBCRYPTO_P256] = {NID_X9_62_prime256v1, 32},
    [KB_LIBCRYPTO_P384] = {NID_secp384r1, 48},
    [KB_LIBCRYPTO_P521] = {NID_secp521r1, 66},
};

/* Made at first use, for the life of the process: making one costs a third of what P-256
 * takes for a multiplication. Read only from then on, so that threads share them. */
static _Atomic(EC_GROUP *) groups[sizeof rows / sizeof rows[0]];

/* NULL without memory. */
static const EC_GROUP *group_of(kb_libcrypto_ec curve) {
    EC_GROUP *group = atomic_load_explicit(&groups[curve], memory_order_acquire);
    if (group != NULL) {
        return group;
    }
    EC_GROUP *made = EC_GROUP_new_by_curve_name(rows[curve].nid);
    if (made == NULL) {
        return NULL;
    }
    /* Of several threads that made one, the first keeps it. */
    if (!atomic_compare_exchange_strong(&groups[curve], &group, made)) {
        EC_GROUP_free(made);
        made = group;
    }
    return made;
}

/* Everything that one call needs from libcrypto. */
typedef struct work {
    const EC_GROUP *group;
    BN_CTX *bn;
    EC_POINT *peer;
    EC_POINT *result;
    BIGNUM *scalar;
    BIGNUM *x; /* the shared secret */
    size_t bytes;
} work;

static void work_end(work *w) {
    BN_clear_free(w->scalar);
    BN_clear_free(w->x);
    EC_POINT_clear_free(w->result);
    EC_POINT_free(w->peer);
    BN_CTX_free(w->bn);
}

static kb_status work_begin(work *w, kb_libcrypto_ec curve) {
    *w = (work){.bytes = rows[curve].bytes};
    w->group = group_of(curve);
    w->bn = BN_CTX_secure_new();
    w->scalar = BN_secure_new();
    w->x = BN_secure_new();
    if (w->group == NULL || w->bn == NULL || w->scalar == NULL || w->x == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "curve");
    }
    w->peer = EC_POINT_new(w->group);
    w->result = EC_POINT_new(w->group);
    if (w->peer == NULL || w->result == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EC_POINT_new");
    }
    return KB_OK;
}

/* BN_bin2bn walks over leading zero bytes, in a time that tells their number. So it gets a
 * leading 1, which is taken away again: what remains is the number of whole words. */
static kb_status load_scalar(work *w, const uint8_t *sk) {
    KB_SECRET_LOCAL(framed, 1 + KB_LIBCRYPTO_EC_MAX_BYTES);
    framed[0] = 1;
    memcpy(framed + 1, sk, w->bytes);
    BN_set_flags(w->scalar, BN_FLG_CONSTTIME);
    if (BN_bin2bn(framed, 1 + (int)w->bytes, w->scalar) == NULL ||
        BN_clear_bit(w->scalar, 8 * (int)w->bytes) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "BN_bin2bn");
    }
    return KB_OK;
}

/* oct2point refuses coordinates >= p and points off the curve, but would take the
 * compressed and the hybrid forms. */
static kb_status load_peer(work *w, const uint8_t *pk) {
    if (pk[0] != UNCOMPRESSED) {
        return KB_FAIL(KB_ERR_KEY, "point: prefix is not 04");
    }
    if (EC_POINT_oct2point(w->group, w->peer, pk, KB_LIBCRYPTO_EC_POINT_BYTES(w->bytes),
                           w->bn) != 1 ||
        EC_POINT_is_at_infinity(w->group, w->peer) != 0 ||
        EC_POINT_is_on_curve(w->group, w->peer, w->bn) != 1) {
        bool is_memory = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_MALLOC_FAILURE;
        ERR_clear_error();
        return is_memory ? KB_FAIL(KB_ERR_MEMORY, "libcrypto: point")
                         : KB_FAIL(KB_ERR_KEY, "point: not on the curve");
    }
    return KB_OK;
}

/* Writes result as 04 || X || Y. */
static kb_status store_result(work *w, uint8_t *out) {
    size_t n = KB_LIBCRYPTO_EC_POINT_BYTES(w->bytes);
    if (EC_POINT_is_at_infinity(w->group, w->result) != 0 ||
        EC_POINT_point2oct(w->group, w->result, POINT_CONVERSION_UNCOMPRESSED, out, n,
                           w->bn) != n) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EC_POINT_point2oct");
    }
    return KB_OK;
}

/* With one scalar and one point libcrypto takes its constant-time ladder. */
static kb_status public_of(work *w, uint8_t *pk) {
    if (EC_POINT_mul(w->group, w->result, w->scalar, NULL, NULL, w->bn) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EC_POINT_mul");
    }
    return store_result(w, pk);
}

/* EC_POINT_point2oct would count the leading zeros of the secret; BN_bn2binpad writes all
 * bytes alike. */
static kb_status derive(work *w, uint8_t *ss) {
    BN_set_flags(w->x, BN_FLG_CONSTTIME);
    if (EC_POINT_mul(w->group, w->result, NULL, w->peer, w->scalar, w->bn) != 1 ||
        EC_POINT_get_affine_coordinates(w->group, w->result, w->x, NULL, w->bn) != 1 ||
        BN_bn2binpad(w->x, ss, (int)w->bytes) != (int)w->bytes) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EC_POINT_mul");
    }
    return KB_OK;
}

kb_status kb_libcrypto_ec_public(kb_libcrypto_ec curve, uint8_t *pk, const uint8_t *sk) {
    work w;
    kb_status status = work_begin(&w, curve);
    if (status == KB_OK) {
        status = load_scalar(&w, sk);
    }
    if (status == KB_OK) {
        status = public_of(&w, pk);
    }
    work_end(&w);
    return status;
}

kb_status kb_libcrypto_ec_check(kb_libcrypto_ec curve, const uint8_t *pk) {
    work w;
    kb_status status = work_begin(&w, curve);
    if (status == KB_OK) {
        status = load_peer(&w, pk);
    }
    work_end(&w);
    return status;
}

kb_status kb_libcrypto_ec_derive(kb_libcrypto_ec curve, uint8_t *pk, uint8_t *ss,
                                 const uint8_t *sk, const uint8_t *peer) {
    work w;
    kb_status status = work_begin(&w, curve);
    if (status == KB_OK) {
        status = load_peer(&w, peer);
    }
    if (status == KB_OK) {
        status = load_scalar(&w, sk);
    }
    if (status == KB_OK && pk != NULL) {
        status = public_of(&w, pk);
    }
    if (status == KB_OK) {
        status = derive(&w, ss);
    }
    work_end(&w);
    return status;
}
