/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling of 13-bit candidates by shuffles. */
#include "kem/dkem/avx2.h"
#include "kem/dkem/ops_avx2.h"
#include "kem/dkem/ops_ref.h"
#include "kem/reject_avx2.h"

#include <string.h>

/* What is enough for 99 polynomials of 100, without a branch that depends on the
 * candidates: the processor could not foresee it. */
#define FIRST_STEPS 35

static size_t reject_first(int16_t *out, const uint8_t *in) {
    int16_t room[16 * FIRST_STEPS];
    size_t have = 0;
    for (size_t i = 0; i < FIRST_STEPS; i++) {
        have = kb_reject_x16(room, have, kb_dkem_fields13_x16(in + 26 * i), KB_DKEM_Q512);
    }
    size_t used = have < KB_DKEM_N_MAX ? have : KB_DKEM_N_MAX;
    memcpy(out, room, used * sizeof room[0]);
    return used;
}

/* The candidates are public, so that they may choose rows of the table. */
size_t kb_dkem_reject_avx2(int16_t *out, size_t have, const uint8_t *in, size_t len) {
    if (have == 0 && len >= (size_t)26 * FIRST_STEPS) {
        have = reject_first(out, in);
        in += 26 * FIRST_STEPS;
        len -= (size_t)26 * FIRST_STEPS;
    }
    for (; len >= 26 && have <= KB_DKEM_N_MAX - 16; len -= 26, in += 26) {
        have = kb_reject_x16(out, have, kb_dkem_fields13_x16(in), KB_DKEM_Q512);
    }
    return have < KB_DKEM_N_MAX ? kb_dkem_reject_ref(out, have, in, len) : have;
}
