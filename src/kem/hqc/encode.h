/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Elements as bytes, and the checks of keys that come from outside. */
#ifndef KB_KEM_HQC_ENCODE_H
#define KB_KEM_HQC_ENCODE_H

#include "core/bytes.h"
#include "kem/hqc/params.h"

#include <keybraid/status.h>

/* Writes the first len bytes of an element. */
void kb_hqc_store(uint8_t *out, const kb_hqc_vec *v, size_t len);
/* Reads len bytes, zeros above them. */
void kb_hqc_load(kb_hqc_vec *out, const uint8_t *in, size_t len);
/* Returns 0 exactly when the first len bytes of an element are those of in. */
uint64_t kb_hqc_diff(const kb_hqc_vec *v, const uint8_t *in, size_t len);
/* Words to their bytes in place, the lowest first, and back: nothing to do on a machine
 * that stores words so. */
static inline void kb_hqc_swap_bytes(kb_hqc_vec *v) {
    for (size_t i = 0; KB_TO_LE64(1) != 1 && i < KB_HQC_MAX_WORDS; i++) {
        v->w[i] = KB_TO_LE64(v->w[i]);
    }
}
/* Zeroes the coefficients from X^n on. */
void kb_hqc_cut(kb_hqc_vec *v, size_t n);

/* Checks a public key: the bits above n are zero. KB_ERR_KEY. */
kb_status kb_hqc_check_ek(const kb_hqc_params *params, const uint8_t *ek);
/* Checks a private key in expanded form: all of it is what its seed_kem, the last 32
 * bytes, gives. KB_ERR_KEY. */
kb_status kb_hqc_check_dk(const kb_hqc_params *params, const uint8_t *dk);

#endif
