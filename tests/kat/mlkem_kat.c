/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of ML-KEM: the standard's functions by parameter set, and the KEM
 * interface above them, whose private key is the seed.
 *
 * Functions here take checked lengths; a case whose point is a wrong length is satisfied
 * when the length differs from the set's, because then nothing calls them.
 */
#include "core/cpu.h"
#include "kat/kat.h"
#include "kem/kem.h"
#include "kem/mlkem/mlkem.h"

typedef struct set {
    const kb_mlkem_params *params;
    const kb_kem *kem;
} set;

static set set_of(const kat_case *c) {
    static const set sets[] = {{&kb_mlkem512_params, &kb_mlkem512},
                               {&kb_mlkem768_params, &kb_mlkem768},
                               {&kb_mlkem1024_params, &kb_mlkem1024}};
    for (size_t i = 0; i < 3; i++) {
        if (kat_is(c, "alg", sets[i].params->id)) {
            return sets[i];
        }
    }
    kat_die("unknown parameter set", kat_text(c, "alg"));
    return sets[0];
}

/* The seed d || z, NULL when it has not 64 bytes. */
static const uint8_t *seed_of(const kat_case *c) {
    size_t d_len, z_len;
    const uint8_t *d = kat_hex(c, "d", &d_len), *z = kat_hex(c, "z", &z_len);
    if (d_len != KB_MLKEM_SYM_BYTES || z_len != KB_MLKEM_SYM_BYTES) {
        return NULL;
    }
    uint8_t *seed = kat_buffer(KB_MLKEM_SEED_BYTES);
    (void)memcpy(seed, d, d_len);
    (void)memcpy(seed + d_len, z, z_len);
    return seed;
}

static void run_keygen(const kat_case *c) {
    set s = set_of(c);
    const uint8_t *seed = seed_of(c);
    uint8_t *ek = kat_buffer(s.params->ek_bytes), *dk = kat_buffer(s.params->dk_bytes);
    REQUIRE(seed != NULL && !kat_is_invalid(c));
    kb_mlkem_keygen_derand(s.params, ek, dk, seed, seed + KB_MLKEM_SYM_BYTES);
    kat_check(c, "ek", ek, s.params->ek_bytes);
    kat_check(c, "dk", dk, s.params->dk_bytes);
    CHECK_OK(kb_mlkem_check_ek(s.params, ek));
    CHECK_OK(kb_mlkem_check_dk(s.params, dk));

    (void)memset(ek, 0, s.params->ek_bytes);
    CHECK_OK(s.kem->public_of(ek, seed));
    kat_check(c, "ek", ek, s.kem->pk_bytes);
}

static void run_encaps(const kat_case *c) {
    set s = set_of(c);
    size_t ek_len, m_len;
    const uint8_t *ek = kat_hex(c, "ek", &ek_len), *m = kat_hex(c, "m", &m_len);
    REQUIRE(m_len == KB_MLKEM_SYM_BYTES);
    if (ek_len != s.params->ek_bytes) {
        CHECK(kat_is_invalid(c));
        return;
    }
    CHECK_STATUS(s.kem->check_pk(ek), kat_is_invalid(c) ? KB_ERR_KEY : KB_OK);
    if (kat_is_invalid(c)) {
        return;
    }
    uint8_t *ct = kat_buffer(s.kem->ct_bytes), *ss = kat_buffer(s.kem->ss_bytes);
    CHECK_OK(s.kem->encaps_derand(ct, ss, ek, m));
    kat_check(c, "c", ct, s.kem->ct_bytes);
    kat_check(c, "k", ss, s.kem->ss_bytes);
}

static void run_decaps(const kat_case *c) {
    set s = set_of(c);
    size_t dk_len, ct_len;
    const uint8_t *dk = kat_hex(c, "dk", &dk_len), *ct = kat_hex(c, "c", &ct_len);
    if (dk_len != s.params->dk_bytes || ct_len != s.params->ct_bytes) {
        CHECK(kat_is_invalid(c));
        return;
    }
    CHECK_STATUS(kb_mlkem_check_dk(s.params, dk), kat_is_invalid(c) ? KB_ERR_KEY : KB_OK);
    if (kat_is_invalid(c)) {
        return;
    }
    uint8_t *ss = kat_buffer(KB_MLKEM_SS_BYTES);
    kb_mlkem_decaps(s.params, ss, ct, dk);
    kat_check(c, "k", ss, KB_MLKEM_SS_BYTES);
}

static void run_decaps_seed(const kat_case *c) {
    set s = set_of(c);
    size_t ct_len;
    const uint8_t *seed = seed_of(c), *ct = kat_hex(c, "c", &ct_len);
    if (seed == NULL || ct_len != s.kem->ct_bytes) {
        CHECK(kat_is_invalid(c));
        return;
    }
    REQUIRE(!kat_is_invalid(c));
    uint8_t *ss = kat_buffer(s.kem->ss_bytes);
    CHECK_OK(s.kem->check_ct(ct));
    CHECK_OK(s.kem->decaps(ss, ct, seed));
    kat_check(c, "k", ss, s.kem->ss_bytes);
}

static void run_check_ek(const kat_case *c) {
    set s = set_of(c);
    size_t len;
    const uint8_t *ek = kat_hex(c, "ek", &len);
    REQUIRE(len == s.params->ek_bytes);
    CHECK_STATUS(s.kem->check_pk(ek), kat_is_invalid(c) ? KB_ERR_KEY : KB_OK);
}

static void run_check_dk(const kat_case *c) {
    set s = set_of(c);
    size_t len;
    const uint8_t *dk = kat_hex(c, "dk", &len);
    REQUIRE(len == s.params->dk_bytes);
    CHECK_STATUS(kb_mlkem_check_dk(s.params, dk), kat_is_invalid(c) ? KB_ERR_KEY : KB_OK);
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    static const kat_op ops[] = {
        {"mlkem-keygen", run_keygen},     {"mlkem-encaps", run_encaps},
        {"mlkem-decaps", run_decaps},     {"mlkem-decaps-seed", run_decaps_seed},
        {"mlkem-check-ek", run_check_ek}, {"mlkem-check-dk", run_check_dk}};
    return kat_main("mlkem", ops, sizeof ops / sizeof ops[0]);
}
