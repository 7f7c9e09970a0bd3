/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Polynomials coefficient by coefficient: loops that compilers turn into vectors. */
#include "kem/mlkem/poly.h"

void kb_mlkem_poly_reduce(kb_mlkem_poly *p) {
    for (size_t i = 0; i < KB_MLKEM_N; i++) {
        p->c[i] = kb_mlkem_reduce(p->c[i]);
    }
}

void kb_mlkem_poly_canonical(kb_mlkem_poly *p) {
    for (size_t i = 0; i < KB_MLKEM_N; i++) {
        p->c[i] = (int16_t)kb_mlkem_canonical(p->c[i]);
    }
}

void kb_mlkem_poly_to_montgomery(kb_mlkem_poly *p) {
    for (size_t i = 0; i < KB_MLKEM_N; i++) {
        /* 1353 is 2^32 mod q, 20553 is 1353 / q mod 2^16. */
        p->c[i] = kb_mlkem_mul(p->c[i], 1353, 20553);
    }
}
