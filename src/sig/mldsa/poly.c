/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Polynomials coefficient by coefficient, products with the sparse challenge, rounding.
 */
#include "sig/mldsa/poly.h"

#include "core/secret.h"
#include "sig/mldsa/ops_ref.h"

#include <string.h>

void kb_mldsa_poly_add_small(kb_mldsa_poly *out, const int16_t in[KB_MLDSA_N]) {
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        out->c[i] += in[i];
    }
}

void kb_mldsa_poly_subtract_small(kb_mldsa_poly *out, const int16_t in[KB_MLDSA_N]) {
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        out->c[i] -= in[i];
    }
}

void kb_mldsa_poly_subtract(kb_mldsa_poly *out, const kb_mldsa_poly *in) {
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        out->c[i] -= in->c[i];
    }
}

void kb_mldsa_poly_from_small(kb_mldsa_poly *out, const kb_mldsa_small *s) {
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        out->c[i] = s->c[i];
    }
}

void kb_mldsa_poly_canonical(kb_mldsa_poly *p) {
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        /* From (-2q, 2q) to [0, 2q), then below q. */
        int32_t c = p->c[i];
        c += kb_mldsa_sign_mask(c) & (2 * KB_MLDSA_Q);
        c -= KB_MLDSA_Q;
        p->c[i] = kb_mldsa_canonical(c);
    }
}

uint32_t kb_mldsa_exceeds(const int32_t c[KB_MLDSA_N], int32_t bound) {
    int32_t any = 0;
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        int32_t sign = kb_mldsa_sign_mask(c[i]);
        int32_t magnitude = (c[i] ^ sign) - sign;
        any |= bound - 1 - magnitude;
    }
    return (uint32_t)kb_mldsa_sign_mask(any);
}

uint32_t kb_mldsa_make_hint(uint8_t out[KB_MLDSA_N], const int32_t r[KB_MLDSA_N],
                            const uint8_t high[KB_MLDSA_N], int32_t gamma2) {
    uint32_t count = 0;
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        int32_t is_above = kb_mldsa_sign_mask(gamma2 - r[i]);
        /* The lower bound is -gamma2 when the high part is 0, else one more. */
        int32_t may_touch = kb_mldsa_sign_mask((int32_t)high[i] - 1);
        int32_t is_below = kb_mldsa_sign_mask(r[i] + gamma2 - 1 - may_touch);
        uint32_t hint = (uint32_t)(is_above | is_below) & 1;
        out[i] = (uint8_t)hint;
        count += hint;
    }
    return count;
}

int32_t kb_mldsa_use_hint(int32_t hint, int32_t r, int32_t high) {
    int32_t low;
    int32_t part =
        high == 44 ? kb_mldsa_decompose44(&low, r) : kb_mldsa_decompose16(&low, r);
    if (hint == 0) {
        return part;
    }
    if (low > 0) {
        return part == high - 1 ? 0 : part + 1;
    }
    return part == 0 ? high - 1 : part - 1;
}

void kb_mldsa_decompose_ref(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high) {
    if (high == 44) {
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            out[i] = (uint8_t)kb_mldsa_decompose44(&w->c[i], kb_mldsa_canonical(w->c[i]));
        }
    } else {
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            out[i] = (uint8_t)kb_mldsa_decompose16(&w->c[i], kb_mldsa_canonical(w->c[i]));
        }
    }
}

/*
 * A product with X^shift in Z[X] / (X^256 + 1) is a window of 256 coefficients in the
 * sequence p, -p, p: it begins at 512 - shift. The sum of the windows of all terms is the
 * product with the challenge, in whole numbers, without a transform.
 */
#define WINDOWS ((size_t)3 * KB_MLDSA_N)

static inline const int16_t *window(const int16_t *sequence,
                                    const kb_mldsa_challenge *challenge, size_t term) {
    return sequence + 2 * KB_MLDSA_N - challenge->shift[term];
}

void kb_mldsa_times_small_ref(int16_t out[KB_MLDSA_N],
                              const kb_mldsa_challenge *challenge,
                              const kb_mldsa_small *s) {
    int16_t sequence[WINDOWS];
    KB_WIPE_AT_END(sequence);
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        sequence[i] = sequence[2 * KB_MLDSA_N + i] = s->c[i];
        sequence[KB_MLDSA_N + i] = (int16_t)-s->c[i];
        out[i] = 0;
    }
    size_t term = 0;
    for (; term + 4 <= challenge->tau; term += 4) {
        const int16_t *a = window(sequence, challenge, term);
        const int16_t *b = window(sequence, challenge, term + 1);
        const int16_t *c = window(sequence, challenge, term + 2);
        const int16_t *d = window(sequence, challenge, term + 3);
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            out[i] = (int16_t)(out[i] + a[i] + b[i] + c[i] + d[i]);
        }
    }
    for (; term < challenge->tau; term++) {
        const int16_t *a = window(sequence, challenge, term);
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            out[i] = (int16_t)(out[i] + a[i]);
        }
    }
}

void kb_mldsa_times_t0_ref(int32_t out[KB_MLDSA_N], const kb_mldsa_challenge *challenge,
                           const kb_mldsa_t0 *t) {
    int16_t sequence[WINDOWS];
    KB_WIPE_AT_END(sequence);
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        sequence[i] = sequence[2 * KB_MLDSA_N + i] = t->c[i];
        sequence[KB_MLDSA_N + i] = (int16_t)-t->c[i];
        out[i] = 0;
    }
    size_t term = 0;
    for (; term + 4 <= challenge->tau; term += 4) {
        const int16_t *a = window(sequence, challenge, term);
        const int16_t *b = window(sequence, challenge, term + 1);
        const int16_t *c = window(sequence, challenge, term + 2);
        const int16_t *d = window(sequence, challenge, term + 3);
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            /* Four terms stay within 2^14 and need only half of the width. */
            out[i] += (int16_t)(a[i] + b[i] + c[i] + d[i]);
        }
    }
    for (; term < challenge->tau; term++) {
        const int16_t *a = window(sequence, challenge, term);
        for (size_t i = 0; i < KB_MLDSA_N; i++) {
            out[i] += a[i];
        }
    }
}
