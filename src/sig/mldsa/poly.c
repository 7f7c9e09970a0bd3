/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Polynomials coefficient by coefficient, products with the sparse challenge, rounding.
 */
#include "sig/mldsa/poly.h"

#include "core/secret.h"
#include "sig/mldsa/ops_ref.h"

#include <string.h>

void kb_mldsa_poly_from_small(kb_mldsa_poly *out, const kb_mldsa_small *s) {
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        out->c[i] = s->c[i];
    }
}

uint32_t kb_mldsa_exceeds_ref(const kb_mldsa_poly *p, int32_t bound) {
    int32_t any = 0;
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        int32_t sign = kb_mldsa_sign_mask(p->c[i]);
        int32_t magnitude = (p->c[i] ^ sign) - sign;
        any |= bound - 1 - magnitude;
    }
    return (uint32_t)kb_mldsa_sign_mask(any);
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

void kb_mldsa_use_hint_ref(uint8_t out[KB_MLDSA_N], const kb_mldsa_poly *w,
                           int32_t high) {
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        out[i] = (uint8_t)kb_mldsa_use_hint(out[i], kb_mldsa_canonical(w->c[i]), high);
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

/* |out| <= 60 * 4. */
static void times_small(int16_t out[KB_MLDSA_N], const kb_mldsa_challenge *challenge,
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

/* |out| <= 60 * 2^12. */
static void times_t0(int32_t out[KB_MLDSA_N], const kb_mldsa_challenge *challenge,
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

uint32_t kb_mldsa_add_product_ref(kb_mldsa_poly *p, int32_t sign,
                                  const kb_mldsa_challenge *challenge,
                                  const kb_mldsa_small *s, int32_t bound) {
    int16_t product[KB_MLDSA_N];
    KB_WIPE_AT_END(product);
    times_small(product, challenge, s);
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        p->c[i] += sign * product[i];
    }
    return kb_mldsa_exceeds_ref(p, bound);
}

uint32_t kb_mldsa_make_hint_ref(uint8_t hint[KB_MLDSA_N], uint32_t *count,
                                const kb_mldsa_poly *low,
                                const kb_mldsa_challenge *challenge,
                                const kb_mldsa_t0 *t0, int32_t gamma2) {
    kb_mldsa_poly product;
    KB_WIPE_AT_END(product);
    times_t0(product.c, challenge, t0);
    for (size_t i = 0; i < KB_MLDSA_N; i++) {
        int32_t r = low->c[i] + product.c[i];
        int32_t is_above = kb_mldsa_sign_mask(gamma2 - r);
        /* The lower bound is -gamma2 when the high part is 0, else one more. */
        int32_t may_touch = kb_mldsa_sign_mask((int32_t)hint[i] - 1);
        int32_t is_below = kb_mldsa_sign_mask(r + gamma2 - 1 - may_touch);
        hint[i] = (uint8_t)((is_above | is_below) & 1);
        *count += hint[i];
    }
    return kb_mldsa_exceeds_ref(&product, gamma2);
}
