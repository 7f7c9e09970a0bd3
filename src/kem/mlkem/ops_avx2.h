/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX2 kernels of ML-KEM; for ops_avx2.c, which lists them. */
#ifndef KB_KEM_MLKEM_OPS_AVX2_H
#define KB_KEM_MLKEM_OPS_AVX2_H

#include "kem/mlkem/ops.h"

void kb_mlkem_ntt_avx2(kb_mlkem_poly *p);
void kb_mlkem_inverse_ntt_avx2(kb_mlkem_poly *p);
void kb_mlkem_odd_zeta_avx2(kb_mlkem_odd *odd, const kb_mlkem_poly *b, size_t k);
void kb_mlkem_dot_avx2(kb_mlkem_poly *out, const kb_mlkem_poly *a, size_t stride,
                       const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k);
void kb_mlkem_times_r_plus_avx2(kb_mlkem_poly *p, const kb_mlkem_poly *plus);
size_t kb_mlkem_reject_avx2(kb_mlkem_poly *out, size_t have, const uint8_t *in,
                            size_t len);
void kb_mlkem_cbd2_avx2(kb_mlkem_poly *out, const uint8_t *in);
void kb_mlkem_cbd3_avx2(kb_mlkem_poly *out, const uint8_t *in);
void kb_mlkem_encode12_avx2(uint8_t *out, const kb_mlkem_poly *p);
void kb_mlkem_decode12_avx2(kb_mlkem_poly *p, const uint8_t *in);
void kb_mlkem_compress_avx2(uint8_t *out, const kb_mlkem_poly *p,
                            const kb_mlkem_poly *plus, unsigned d);
void kb_mlkem_decompress_avx2(kb_mlkem_poly *p, const uint8_t *in, unsigned d);
void kb_mlkem_to_message_avx2(uint8_t *m, const kb_mlkem_poly *a, const kb_mlkem_poly *b);
void kb_mlkem_add_message_avx2(kb_mlkem_poly *p, const uint8_t *m);

#endif
