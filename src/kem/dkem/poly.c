/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Polynomials coefficient by coefficient: loops that compilers turn into vectors. */
#include "kem/dkem/poly.h"

void kb_dkem_poly_canonical(const kb_dkem_ring *ring, int16_t *p) {
    size_t n = ring->n;
    int32_t q = ring->q, barrett = ring->barrett;
    for (size_t i = 0; i < n; i++) {
        p[i] = kb_dkem_add_q_if_negative(kb_dkem_reduce(p[i], q, barrett), q);
    }
}
