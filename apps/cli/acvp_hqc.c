/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HQC vector sets, whose fields are ours (doc/acvp.md): keyGen, encapDecap with the key
 * checks. */
#include "acvp_kem.h"

#include "core/error.h"
#include "kem/hqc/hqc.h"

#include <string.h>

/* The name without a profile is that of the current one. */
static const kb_acvp_kem_set sets[] = {
    {"HQC-128", &kb_hqc_128_r26_params},       {"HQC-192", &kb_hqc_192_r26_params},
    {"HQC-256", &kb_hqc_256_r26_params},       {"HQC-128-R26", &kb_hqc_128_r26_params},
    {"HQC-192-R26", &kb_hqc_192_r26_params},   {"HQC-256-R26", &kb_hqc_256_r26_params},
    {"HQC-128-V500", &kb_hqc_128_v500_params}, {"HQC-192-V500", &kb_hqc_192_v500_params},
    {"HQC-256-V500", &kb_hqc_256_v500_params},
};

static kb_acvp_kem_sizes sizes_of(const void *params) {
    const kb_hqc_params *p = params;
    return (kb_acvp_kem_sizes){p->ek_bytes, p->dk_bytes, p->ct_bytes, KB_HQC_SS_BYTES};
}

/* From the field seed; dk begins with the public key. */
static kb_status make_key(const void *params, uint8_t *ek, uint8_t *dk, kb_acvp_case *c) {
    const kb_hqc_params *p = params;
    const uint8_t *seed;
    KB_TRY(kb_acvp_bytes_of(&seed, c, "seed", KB_HQC_SEED_BYTES));
    kb_hqc_keygen_derand(p, dk, seed);
    memcpy(ek, dk, p->ek_bytes);
    return KB_OK;
}

static kb_status encaps(const void *params, uint8_t *ct, uint8_t *ss, const uint8_t *ek,
                        kb_acvp_case *c) {
    const kb_hqc_params *p = params;
    const uint8_t *m, *salt;
    KB_TRY(kb_acvp_bytes_of(&m, c, "m", p->k));
    KB_TRY(kb_acvp_bytes_of(&salt, c, "salt", KB_HQC_SALT_BYTES));
    KB_TRY(kb_hqc_check_ek(p, ek));
    kb_hqc_encaps_derand(p, ct, ss, ek, m, salt);
    return KB_OK;
}

static void decaps(const void *params, uint8_t *ss, const uint8_t *ct,
                   const uint8_t *dk) {
    kb_hqc_decaps(params, ss, ct, dk);
}

static kb_status check_ek(const void *params, const uint8_t *ek) {
    return kb_hqc_check_ek(params, ek);
}

static kb_status check_dk(const void *params, const uint8_t *dk) {
    return kb_hqc_check_dk(params, dk);
}

static const kb_acvp_kem hqc = {
    .sets = sets,
    .set_count = sizeof sets / sizeof sets[0],
    .sizes_of = sizes_of,
    .make_key = make_key,
    .encaps = encaps,
    .decaps = decaps,
    .check_ek = check_ek,
    .check_dk = check_dk,
};

kb_status kb_acvp_hqc_keygen(kb_acvp_case *c) {
    return kb_acvp_kem_keygen(&hqc, c);
}

kb_status kb_acvp_hqc_encap_decap(kb_acvp_case *c) {
    return kb_acvp_kem_encap_decap(&hqc, c);
}
