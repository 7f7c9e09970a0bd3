/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-KEM vector sets: keyGen, encapDecap with the key checks. */
#include "acvp_kem.h"

#include "core/error.h"
#include "kem/mlkem/mlkem.h"

static const kb_acvp_kem_set sets[] = {
    {"ML-KEM-512", &kb_mlkem512_params},
    {"ML-KEM-768", &kb_mlkem768_params},
    {"ML-KEM-1024", &kb_mlkem1024_params},
};

static kb_acvp_kem_sizes sizes_of(const void *params) {
    const kb_mlkem_params *p = params;
    return (kb_acvp_kem_sizes){p->ek_bytes, p->dk_bytes, p->ct_bytes, KB_MLKEM_SS_BYTES};
}

/* From the fields d and z. */
static kb_status make_key(const void *params, uint8_t *ek, uint8_t *dk, kb_acvp_case *c) {
    const uint8_t *d, *z;
    KB_TRY(kb_acvp_bytes_of(&d, c, "d", KB_MLKEM_SYM_BYTES));
    KB_TRY(kb_acvp_bytes_of(&z, c, "z", KB_MLKEM_SYM_BYTES));
    kb_mlkem_keygen_derand(params, ek, dk, d, z);
    return KB_OK;
}

static kb_status encaps(const void *params, uint8_t *ct, uint8_t *ss, const uint8_t *ek,
                        kb_acvp_case *c) {
    const uint8_t *m;
    KB_TRY(kb_acvp_bytes_of(&m, c, "m", KB_MLKEM_SYM_BYTES));
    KB_TRY(kb_mlkem_check_ek(params, ek));
    kb_mlkem_encaps_derand(params, ct, ss, ek, m);
    return KB_OK;
}

static void decaps(const void *params, uint8_t *ss, const uint8_t *ct,
                   const uint8_t *dk) {
    kb_mlkem_decaps(params, ss, ct, dk);
}

static kb_status check_ek(const void *params, const uint8_t *ek) {
    return kb_mlkem_check_ek(params, ek);
}

static kb_status check_dk(const void *params, const uint8_t *dk) {
    return kb_mlkem_check_dk(params, dk);
}

static const kb_acvp_kem mlkem = {
    .sets = sets,
    .set_count = sizeof sets / sizeof sets[0],
    .sizes_of = sizes_of,
    .make_key = make_key,
    .encaps = encaps,
    .decaps = decaps,
    .check_ek = check_ek,
    .check_dk = check_dk,
};

kb_status kb_acvp_mlkem_keygen(kb_acvp_case *c) {
    return kb_acvp_kem_keygen(&mlkem, c);
}

kb_status kb_acvp_mlkem_encap_decap(kb_acvp_case *c) {
    return kb_acvp_kem_encap_decap(&mlkem, c);
}
