/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing, rounding and reconciliation against division, and the check of public keys. */
#include "kem/dkem/encode.h"

#include "dkem_case.h"
#include "test.h"

#define N_MAX KB_DKEM_N_MAX

TEST(fields_lie_bit_after_bit) {
    static const unsigned widths[] = {4, 5, 10, 11, 12, 13};
    for (size_t w = 0; w < 6; w++) {
        unsigned bits = widths[w];
        int bad = 0;
        for (unsigned first = 0; first < 1U << bits; first += 100) {
            int16_t p[N_MAX], back[N_MAX];
            uint8_t out[N_MAX / 8 * 13 + 1];
            for (unsigned n = 256; n <= 512; n += 256) {
                out[n / 8 * bits] = 0x5a;
                for (unsigned i = 0; i < n; i++) {
                    p[i] = (int16_t)((first + 37 * i) % (1U << bits));
                }
                kb_dkem_pack(out, p, n, bits);
                kb_dkem_unpack(back, out, n, bits);
                for (unsigned i = 0; i < n; i++) {
                    bad += bits_at(out, (size_t)i * bits, bits) != (unsigned)p[i];
                    bad += back[i] != p[i];
                }
                bad += out[n / 8 * bits] != 0x5a;
            }
        }
        CHECK_INT(bad, 0);
    }
}

/* round(2^d x / q) mod 2^d; q is odd, so there are no ties. */
static unsigned divide_round(unsigned x, unsigned d, unsigned q) {
    return ((x << (d + 1)) + q) / (2 * q) % (1U << d);
}

TEST(rounding_equals_division_but_for_the_three_residues_of_the_submission) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_dkem_params *params = sets[s].params;
        unsigned q = (unsigned)params->ring->q;
        int bad = 0, larger = 0;
        for (unsigned x = 0; x < q; x++) {
            unsigned u = kb_dkem_round(&params->u, x);
            unsigned want = divide_round(x, params->u.bits, q);
            larger += u == want + 1;
            bad += u != want && u != want + 1;
            bad += kb_dkem_round(&params->w, x) != divide_round(x, params->w.bits, q);
        }
        CHECK_INT(bad, 0);
        CHECK_INT(larger, q == 7681 ? 3 : 0);
    }
    CHECK_INT(kb_dkem_round(&kb_dkem512_params.u, 2886), 770);
    CHECK_INT(kb_dkem_round(&kb_dkem512_params.u, 4810), 1283);
    CHECK_INT(kb_dkem_round(&kb_dkem512_params.u, 6734), 1796);
}

TEST(compression_packs_what_rounding_gives_and_decompression_equals_division) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_dkem_params *params = sets[s].params;
        unsigned q = (unsigned)params->ring->q, bits = params->u.bits;
        size_t n = params->ring->n;
        int bad = 0;
        for (unsigned first = 0; first < q; first += (unsigned)n) {
            int16_t p[N_MAX], back[N_MAX];
            uint8_t out[N_MAX / 8 * 11];
            for (unsigned i = 0; i < n; i++) {
                p[i] = (int16_t)((first + i) % q);
            }
            kb_dkem_compress(params, out, p);
            kb_dkem_decompress(params, back, out);
            for (unsigned i = 0; i < n; i++) {
                unsigned y = bits_at(out, (size_t)i * bits, bits);
                bad += y != kb_dkem_round(&params->u, (unsigned)p[i]);
                bad += (unsigned)back[i] != (2 * q * y + (1U << bits)) / (2U << bits);
                bad += (unsigned)back[i] >= q;
            }
        }
        CHECK_INT(bad, 0);
    }
}

TEST(the_dither_is_subtracted_before_the_signal_is_taken) {
    for (size_t s = 0; s < 3; s++) {
        const kb_dkem_params *params = sets[s].params;
        unsigned q = (unsigned)params->ring->q;
        size_t n = params->ring->n;
        int bad = 0, matters = 0;
        for (unsigned first = 0; first < q; first += (unsigned)n) {
            int16_t kappa[N_MAX], w[N_MAX];
            uint8_t dither[N_MAX / 8];
            for (unsigned i = 0; i < n; i++) {
                kappa[i] = (int16_t)((first + i) % q);
            }
            for (unsigned bit = 0; bit < 2; bit++) {
                for (size_t i = 0; i < sizeof dither; i++) {
                    dither[i] = bit != 0 ? 0xaa : 0x55;
                }
                kb_dkem_signal(params, w, kappa, dither);
                for (unsigned i = 0; i < n; i++) {
                    unsigned x = (unsigned)kappa[i], b = (i % 2 == 0) != (bit != 0);
                    unsigned want = divide_round((x + q - b) % q, params->w.bits, q);
                    bad += (unsigned)w[i] != want;
                    matters += want != divide_round(x, params->w.bits, q);
                }
            }
        }
        CHECK_INT(bad, 0);
        CHECK(matters > 0);
    }
}

static int centred(int x, int q) {
    x = ((x % q) + q) % q;
    return x > q / 2 ? x - q : x;
}

TEST(reconciliation_takes_the_low_bit_of_the_nearest_representative) {
    for (size_t s = 0; s < 3; s++) {
        const kb_dkem_params *params = sets[s].params;
        int q = params->ring->q, n = (int)params->ring->n, bad = 0;
        for (int w_value = 0; w_value < 1 << params->w.bits; w_value++) {
            for (int first = 0; first < q; first += n) {
                int16_t kappa[N_MAX], w[N_MAX];
                uint8_t out[N_MAX / 8];
                for (int i = 0; i < n; i++) {
                    kappa[i] = (int16_t)((first + i) % q);
                    w[i] = (int16_t)w_value;
                }
                kb_dkem_reconcile(params, out, kappa, w);
                for (int i = 0; i < n; i++) {
                    int x = centred(kappa[i] - w_value * params->step, q);
                    bad += bits_at(out, (size_t)i, 1) != ((unsigned)x & 1);
                }
            }
        }
        CHECK_INT(bad, 0);
    }
}

/* Section "correctness" of the submission: 2 delta below (q/2)(1 - 2^-l) - 2 in size. */
TEST(both_sides_agree_while_their_difference_is_even_and_small) {
    for (size_t s = 0; s < 3; s++) {
        const kb_dkem_params *params = sets[s].params;
        int q = params->ring->q, n = (int)params->ring->n, bad = 0;
        int steps = 1 << params->w.bits;
        int bound = (q / 2 * (steps - 1) / steps - 2) / 2 * 2;
        int differs[] = {0, 2, -2, 100, bound, -bound};
        for (size_t d = 0; d < 6; d++) {
            for (int first = 0; first < q; first += n) {
                int16_t ours[N_MAX], theirs[N_MAX], w[N_MAX];
                uint8_t dither[N_MAX / 8], a[N_MAX / 8], b[N_MAX / 8];
                for (int i = 0; i < n; i++) {
                    ours[i] = (int16_t)((first + i) % q);
                    theirs[i] = (int16_t)((ours[i] + differs[d] + q) % q);
                    dither[i / 8] = 0x3c;
                }
                kb_dkem_signal(params, w, ours, dither);
                kb_dkem_reconcile(params, a, ours, w);
                kb_dkem_reconcile(params, b, theirs, w);
                bad += memcmp(a, b, params->seed_bytes) != 0;
            }
        }
        CHECK_INT(bad, 0);
    }
}

TEST(a_public_key_with_a_field_of_q_or_more_is_refused_at_every_position) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_dkem_params *params = sets[s].params;
        unsigned q = (unsigned)params->ring->q, bits = params->ring->bits;
        unsigned bad_values[] = {q, q + 1, (1U << bits) - 1};
        uint8_t good[KB_DKEM_PK_MAX_BYTES], raw[KB_DKEM_RAW_MAX_BYTES];
        uint8_t seed[128] = {(uint8_t)s};
        kb_dkem_keygen_derand(params, good, raw, seed, seed + params->seed_bytes);
        CHECK_OK(kb_dkem_check_pk(params, good));
        for (size_t i = 0; i < params->k * params->ring->n; i++) {
            uint8_t pk[KB_DKEM_PK_MAX_BYTES];
            memcpy(pk, good, sizeof pk);
            set_bits_at(pk, i * bits, bits, q - 1);
            CHECK_OK(kb_dkem_check_pk(params, pk));
            set_bits_at(pk, i * bits, bits, bad_values[i % 3]);
            CHECK_STATUS(kb_dkem_check_pk(params, pk), KB_ERR_KEY);
        }
    }
}

TEST(a_public_key_whose_vector_is_zero_is_refused_and_one_coefficient_is_enough) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_dkem_params *params = sets[s].params;
        size_t vector = params->pk_bytes - params->seed_bytes;
        uint8_t pk[KB_DKEM_PK_MAX_BYTES] = {0};
        memset(pk + vector, 0xff, params->seed_bytes);
        CHECK_STATUS(kb_dkem_check_pk(params, pk), KB_ERR_KEY);
        pk[0] = 1;
        CHECK_OK(kb_dkem_check_pk(params, pk));
        pk[0] = 0;
        pk[vector - 1] = 0x10;
        CHECK_OK(kb_dkem_check_pk(params, pk));
        pk[vector - 1] = 0;
        CHECK_STATUS(kb_dkem_check_pk(params, pk), KB_ERR_KEY);
    }
}

int main(void) {
    RUN(fields_lie_bit_after_bit);
    RUN(rounding_equals_division_but_for_the_three_residues_of_the_submission);
    RUN(compression_packs_what_rounding_gives_and_decompression_equals_division);
    RUN(the_dither_is_subtracted_before_the_signal_is_taken);
    RUN(reconciliation_takes_the_low_bit_of_the_nearest_representative);
    RUN(both_sides_agree_while_their_difference_is_even_and_small);
    RUN(a_public_key_with_a_field_of_q_or_more_is_refused_at_every_position);
    RUN(a_public_key_whose_vector_is_zero_is_refused_and_one_coefficient_is_enough);
    return TEST_END();
}
