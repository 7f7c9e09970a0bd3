/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bytes to elements and back, and the checks at import. */
#include "kem/hqc/encode.h"

#include "core/bytes.h"
#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"
#include "kem/hqc/hqc.h"

void kb_hqc_store(uint8_t *out, const kb_hqc_vec *v, size_t len) {
    for (size_t i = 0; i < len / 8; i++) {
        kb_store_le64(out + 8 * i, v->w[i]);
    }
    for (size_t i = len / 8 * 8; i < len; i++) {
        out[i] = (uint8_t)(v->w[i / 8] >> 8 * (i % 8));
    }
}

void kb_hqc_load(kb_hqc_vec *out, const uint8_t *in, size_t len) {
    *out = (kb_hqc_vec){0};
    for (size_t i = 0; i < len / 8; i++) {
        out->w[i] = kb_load_le64(in + 8 * i);
    }
    for (size_t i = len / 8 * 8; i < len; i++) {
        out->w[i / 8] |= (uint64_t)in[i] << 8 * (i % 8);
    }
}

uint64_t kb_hqc_diff(const kb_hqc_vec *v, const uint8_t *in, size_t len) {
    uint64_t diff = 0;
    for (size_t i = 0; i < len / 8; i++) {
        diff |= v->w[i] ^ kb_load_le64(in + 8 * i);
    }
    for (size_t i = len / 8 * 8; i < len; i++) {
        diff |= (uint8_t)(v->w[i / 8] >> 8 * (i % 8)) ^ (uint64_t)in[i];
    }
    return diff;
}

void kb_hqc_cut(kb_hqc_vec *v, size_t n) {
    v->w[n / 64] &= (UINT64_C(1) << n % 64) - 1;
    for (size_t i = n / 64 + 1; i < KB_HQC_MAX_WORDS; i++) {
        v->w[i] = 0;
    }
}

kb_status kb_hqc_check_ek(const kb_hqc_params *params, const uint8_t *ek) {
    unsigned used = params->n % 8;
    if (ek[params->ek_bytes - 1] >> used != 0) {
        return KB_FAIL(KB_ERR_KEY, "%s public key: bits above the %u of s are not zero",
                       params->id, (unsigned)params->n);
    }
    return KB_OK;
}

kb_status kb_hqc_check_dk(const kb_hqc_params *params, const uint8_t *dk) {
    KB_SECRET_LOCAL(again, KB_HQC_DK_MAX_BYTES);
    kb_hqc_keygen_derand(params, again, dk + params->dk_bytes - KB_HQC_SEED_BYTES);
    uint64_t differs = kb_ct_mask_nonzero64(kb_ct_diff(again, dk, params->dk_bytes));
    /* Whether the key is refused is told to its owner anyway. */
    KB_CT_PUBLIC(&differs, sizeof differs);
    if (differs != 0) {
        return KB_FAIL(KB_ERR_KEY,
                       "%s private key: its fields do not follow from its seed",
                       params->id);
    }
    return KB_OK;
}
