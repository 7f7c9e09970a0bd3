/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of X25519, X448, P-256, P-384 and P-521 behind the KEM interface: the
 * other side's public key is the ciphertext of a decapsulation and the recipient's key of
 * an encapsulation.
 */
#include "kat/kat.h"
#include "kem/kem.h"

#include <keybraid/secret.h>

static const kb_kem *kem_of(const kat_case *c) {
    static const kb_kem *const kems[] = {&kb_x25519, &kb_x448, &kb_p256, &kb_p384,
                                         &kb_p521};
    for (size_t i = 0; i < sizeof kems / sizeof kems[0]; i++) {
        if (kat_is(c, "alg", kems[i]->id)) {
            return kems[i];
        }
    }
    kat_die("unknown curve", kat_text(c, "alg"));
    return NULL;
}

static bool is_nist(const kb_kem *kem) {
    return kem->id[0] == 'P';
}

static bool is_zero(const uint8_t *p, size_t n) {
    uint8_t any = 0;
    for (size_t i = 0; i < n; i++) {
        any |= p[i];
    }
    return any == 0;
}

/* What must come out: the stated secret, or a refusal of an invalid point or, for X25519
 * and X448, of an all-zero result, which we refuse although RFC 7748 leaves that open. On
 * the NIST curves x = 0 belongs to an ordinary point. */
static void run_ecdh(const kat_case *c) {
    const kb_kem *kem = kem_of(c);
    size_t pk_len, sk_len, ss_len;
    const uint8_t *pk = kat_hex(c, "public", &pk_len);
    const uint8_t *sk = kat_hex(c, "private", &sk_len);
    const uint8_t *want = kat_hex(c, "shared", &ss_len);
    REQUIRE(sk_len == kem->sk_bytes);
    if (pk_len != kem->ct_bytes) {
        /* Compressed points and other lengths never reach these functions. */
        CHECK(!kat_is(c, "result", "valid"));
        return;
    }
    uint8_t *ss = kat_buffer(kem->ss_bytes);
    bool is_refused = kat_is_invalid(c) || (!is_nist(kem) && is_zero(want, ss_len));
    kb_status status = kem->check_ct(pk);
    if (status == KB_OK) {
        status = kem->decaps(ss, pk, sk);
        if (is_refused) {
            CHECK(is_zero(ss, kem->ss_bytes));
        }
        CHECK(status == KB_OK || status == KB_ERR_AUTH);
    }
    if (is_refused) {
        CHECK(status != KB_OK);
    } else {
        CHECK_STATUS(status, KB_OK);
        CHECK(ss_len == kem->ss_bytes);
        kat_check(c, "shared", ss, kem->ss_bytes);
    }
}

/* The sender's side: the private key of the case is the ephemeral one. */
static void run_ecdh_as_sender(const kat_case *c) {
    const kb_kem *kem = kem_of(c);
    size_t pk_len, sk_len;
    const uint8_t *pk = kat_hex(c, "public", &pk_len);
    const uint8_t *sk = kat_hex(c, "private", &sk_len);
    if (pk_len != kem->pk_bytes || sk_len != kem->coins_bytes ||
        kem->check_pk(pk) != KB_OK) {
        /* Stricter than the recipient's side: a key has one encoding only. */
        CHECK(!is_nist(kem) || !kat_is(c, "result", "valid") || pk_len != kem->pk_bytes);
        return;
    }
    uint8_t *ct = kat_buffer(kem->ct_bytes), *ss = kat_buffer(kem->ss_bytes);
    kb_status status = kem->encaps_derand(ct, ss, pk, sk);
    if (kat_is_invalid(c)) {
        CHECK(status != KB_OK);
    } else if (status == KB_OK) {
        uint8_t *own = kat_buffer(kem->pk_bytes);
        kat_check(c, "shared", ss, kem->ss_bytes);
        CHECK_OK(kem->public_of(own, sk));
        CHECK_MEM(ct, own, kem->ct_bytes);
    } else {
        CHECK(!is_nist(kem) && !kat_is(c, "result", "valid"));
    }
}

static void run_both(const kat_case *c) {
    run_ecdh(c);
    run_ecdh_as_sender(c);
}

static void run_keygen(const kat_case *c) {
    const kb_kem *kem = kem_of(c);
    size_t sk_len;
    const uint8_t *sk = kat_hex(c, "private", &sk_len);
    uint8_t *pk = kat_buffer(kem->pk_bytes);
    REQUIRE(sk_len == kem->sk_bytes);
    CHECK_OK(kem->public_of(pk, sk));
    kat_check(c, "public", pk, kem->pk_bytes);
}

/* These cases are refused for their length only. A set top bit passes there; in a key we
 * refuse it, because one key must have one encoding, and take it in a ciphertext. */
static void run_check(const kat_case *c) {
    const kb_kem *kem = kem_of(c);
    size_t len;
    const uint8_t *pk = kat_hex(c, "public", &len);
    if (kat_is_invalid(c)) {
        CHECK(len != kem->pk_bytes);
        return;
    }
    REQUIRE(len == kem->pk_bytes);
    CHECK_OK(kem->check_ct(pk));
    bool has_top_bit = kem == &kb_x25519 && (pk[31] & 0x80) != 0;
    CHECK_STATUS(kem->check_pk(pk), has_top_bit ? KB_ERR_KEY : KB_OK);
}

int main(void) {
    static const kat_op ops[] = {
        {"ecdh", run_both}, {"ecdh-keygen", run_keygen}, {"ecdh-check", run_check}};
    return kat_main("ecdh", ops, sizeof ops / sizeof ops[0]);
}
