/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* DKEM vector sets, whose fields are ours (doc/acvp.md): keyGen, encapDecap with the key
 * checks. */
#include "acvp_kem.h"

#include "core/error.h"
#include "kem/dkem/dkem.h"

static const kb_acvp_kem_set sets[] = {
    {"DKEM-128", &kb_dkem128_params},
    {"DKEM-256", &kb_dkem256_params},
    {"DKEM-512", &kb_dkem512_params},
    {"DKEM-128-SHAKE", &kb_dkem128_shake_params},
    {"DKEM-256-SHAKE", &kb_dkem256_shake_params},
    {"DKEM-512-SHAKE", &kb_dkem512_shake_params},
};

static kb_acvp_kem_sizes sizes_of(const void *params) {
    const kb_dkem_params *p = params;
    return (kb_acvp_kem_sizes){p->pk_bytes, p->raw_bytes, p->ct_bytes, p->seed_bytes};
}

/* From the fields d and z; dk is in the raw form of the submission. */
static kb_status make_key(const void *params, uint8_t *ek, uint8_t *dk, kb_acvp_case *c) {
    const kb_dkem_params *p = params;
    const uint8_t *d, *z;
    KB_TRY(kb_acvp_bytes_of(&d, c, "d", p->seed_bytes));
    KB_TRY(kb_acvp_bytes_of(&z, c, "z", p->seed_bytes));
    kb_dkem_keygen_derand(params, ek, dk, d, z);
    return KB_OK;
}

static kb_status encaps(const void *params, uint8_t *ct, uint8_t *ss, const uint8_t *ek,
                        kb_acvp_case *c) {
    const kb_dkem_params *p = params;
    const uint8_t *m;
    KB_TRY(kb_acvp_bytes_of(&m, c, "m", p->seed_bytes));
    KB_TRY(kb_dkem_check_pk(params, ek));
    kb_dkem_encaps_derand(params, ct, ss, ek, m);
    return KB_OK;
}

static void decaps(const void *params, uint8_t *ss, const uint8_t *ct,
                   const uint8_t *dk) {
    kb_dkem_decaps(params, ss, ct, dk);
}

static kb_status check_ek(const void *params, const uint8_t *ek) {
    return kb_dkem_check_pk(params, ek);
}

static kb_status check_dk(const void *params, const uint8_t *dk) {
    return kb_dkem_check_raw(params, dk);
}

static const kb_acvp_kem dkem = {
    .sets = sets,
    .set_count = sizeof sets / sizeof sets[0],
    .sizes_of = sizes_of,
    .make_key = make_key,
    .encaps = encaps,
    .decaps = decaps,
    .check_ek = check_ek,
    .check_dk = check_dk,
};

kb_status kb_acvp_dkem_keygen(kb_acvp_case *c) {
    return kb_acvp_kem_keygen(&dkem, c);
}

kb_status kb_acvp_dkem_encap_decap(kb_acvp_case *c) {
    return kb_acvp_kem_encap_decap(&dkem, c);
}
