/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One ECDH case in hex, and the calls that every curve is put through with it. */
#ifndef KB_TESTS_ECDH_CASE_H
#define KB_TESTS_ECDH_CASE_H

#include "kem/kem.h"
#include "test.h"

typedef struct ecdh_case {
    int number;
    const char *sk, *pk;
    const char *ss;    /* NULL: refused */
    bool may_be_a_key; /* whether check_pk accepts pk */
} ecdh_case;

#define ECDH_MAX_BYTES 133

/* Decapsulation of a case, its twin encaps_derand, and the check of the point as a key.
 */
static inline void ecdh_run_case(const kb_kem *kem, const ecdh_case *c) {
    uint8_t sk[66], pk[ECDH_MAX_BYTES], ct[ECDH_MAX_BYTES], own[ECDH_MAX_BYTES];
    uint8_t ss[66], zero[ECDH_MAX_BYTES] = {0};
    CHECK_INT(test_unhex(sk, sizeof sk, c->sk), kem->sk_bytes);
    CHECK_INT(test_unhex(pk, sizeof pk, c->pk), kem->ct_bytes);
    memset(ss, 0xa5, sizeof ss);
    memset(ct, 0xa5, sizeof ct);
    CHECK_STATUS(kem->check_pk(pk), c->may_be_a_key ? KB_OK : KB_ERR_KEY);
    if (c->ss != NULL) {
        CHECK_OK(kem->check_ct(pk));
        CHECK_OK(kem->decaps(ss, pk, sk));
        CHECK_HEX(ss, kem->ss_bytes, c->ss);
        memset(ss, 0xa5, sizeof ss);
        CHECK_OK(kem->encaps_derand(ct, ss, pk, sk));
        CHECK_HEX(ss, kem->ss_bytes, c->ss);
        CHECK_OK(kem->public_of(own, sk));
        CHECK_MEM(ct, own, kem->ct_bytes);
    } else {
        CHECK_STATUS(kem->decaps(ss, pk, sk), KB_ERR_AUTH);
        CHECK_MEM(ss, zero, kem->ss_bytes);
        memset(ss, 0xa5, sizeof ss);
        CHECK_STATUS(kem->encaps_derand(ct, ss, pk, sk), KB_ERR_KEY);
        CHECK_MEM(ss, zero, kem->ss_bytes);
        CHECK_MEM(ct, zero, kem->ct_bytes);
        memset(ss, 0xa5, sizeof ss);
        memset(ct, 0xa5, sizeof ct);
        CHECK_STATUS(kem->encaps(ct, ss, pk), KB_ERR_KEY);
        CHECK_MEM(ss, zero, kem->ss_bytes);
        CHECK_MEM(ct, zero, kem->ct_bytes);
    }
}

/* Sizes of the catalog, fresh keys, agreement, and that no two calls repeat a value. */
static inline void ecdh_run_fresh(const kb_kem *kem, int count) {
    uint8_t sk[66], pk[ECDH_MAX_BYTES], ct[ECDH_MAX_BYTES] = {0}, again[ECDH_MAX_BYTES];
    uint8_t ours[66], theirs[66];
    REQUIRE_OK(kem->keygen(pk, sk));
    CHECK_OK(kem->check_pk(pk));
    CHECK_OK(kem->public_of(again, sk));
    CHECK_MEM(pk, again, kem->pk_bytes);
    for (int i = 0; i < count; i++) {
        memcpy(again, ct, sizeof again);
        CHECK_OK(kem->encaps(ct, theirs, pk));
        CHECK_OK(kem->check_ct(ct));
        CHECK_OK(kem->check_pk(ct));
        CHECK_OK(kem->decaps(ours, ct, sk));
        CHECK_MEM(ours, theirs, kem->ss_bytes);
        CHECK(i == 0 || memcmp(ct, again, kem->ct_bytes) != 0);
    }
}

#endif
