/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing, rounding and reconciliation against division, and the check of public keys. */
#include "kem/dkem/encode.h"

#include "dkem_case.h"
#include "kem/dkem/ops.h"
#include "kem/dkem/poly.h"
#include "tables.h"

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

/* The ring of params over a table: the kernels of the small one are ML-KEM's, whose tables
 * have tests of their own. */
static void compress_over(const kb_dkem_ops *ops, const kb_dkem_params *params,
                          uint8_t *out, const int16_t *p, const int16_t *plus) {
    if (params->ring->n == N_MAX) {
        ops->compress11(out, p, plus);
    } else {
        params->ring->compress(out, p, plus, params->u_bits);
    }
}

static void decompress_over(const kb_dkem_ops *ops, const kb_dkem_params *params,
                            int16_t *p, const uint8_t *in) {
    if (params->ring->n == N_MAX) {
        ops->decompress11(p, in);
    } else {
        params->ring->decompress(p, in, params->u_bits);
    }
}

/* Every sum of -q - 2 to q + 2 with every term that noise adds; places that are not
 * aligned. */
static void check_compression(const kb_dkem_ops *ops, const kb_dkem_params *params,
                              int *larger) {
    int q = params->ring->q, n = (int)params->ring->n, bad = 0;
    unsigned bits = params->u_bits;
    for (int extra = -3; extra <= 3; extra++) {
        for (int first = 1 - q; first < q; first += n) {
            int16_t places[2][N_MAX + 1], back[N_MAX + 1];
            int16_t *p = places[0] + 1, *plus = places[1] + (extra & 1);
            uint8_t room[N_MAX / 8 * 11 + 4], *out = room + (extra + 3) % 3;
            for (int i = 0; i < n; i++) {
                p[i] = (int16_t)(first + i < q ? first + i : q - 1);
                plus[i] = (int16_t)extra;
            }
            memset(room, 0x5a, sizeof room);
            compress_over(ops, params, out, p, plus);
            bad += out[(unsigned)n / 8 * bits] != 0x5a;
            decompress_over(ops, params, back + 1, out);
            for (int i = 0; i < n; i++) {
                unsigned y = bits_at(out, (size_t)i * bits, bits);
                unsigned x = (unsigned)((p[i] + extra + 2 * q) % q);
                unsigned want = divide_round(x, bits, (unsigned)q);
                bool is_larger = q == 7681 && (x == 2886 || x == 4810 || x == 6734);
                *larger += is_larger;
                bad += y != (want + is_larger) % (1U << bits);
                bad += back[1 + i] !=
                       (int)((2U * (unsigned)q * y + (1U << bits)) / (2U << bits));
            }
        }
    }
    CHECK_INT(bad, 0);
}

TEST(compression_equals_division_but_for_the_three_residues_of_the_submission) {
    const kb_dkem_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_dkem_family, &at)) != NULL;) {
        for (size_t s = 0; s < SET_COUNT; s++) {
            int larger = 0;
            check_compression(ops, sets[s].params, &larger);
            CHECK((larger > 0) == (sets[s].params->ring->q == 7681));
        }
    }
}

TEST(decompression_equals_division_for_every_field) {
    const kb_dkem_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_dkem_family, &at)) != NULL;) {
        for (size_t s = 0; s < 3; s++) {
            const kb_dkem_params *params = sets[s].params;
            unsigned bits = params->u_bits, q = (unsigned)params->ring->q;
            int bad = 0;
            for (unsigned first = 0; first < 1U << bits; first += 256) {
                uint8_t in[N_MAX / 8 * 11] = {0};
                int16_t p[N_MAX];
                for (unsigned i = 0; i < params->ring->n; i++) {
                    set_bits_at(in, (size_t)i * bits, bits, (first + i) % (1U << bits));
                }
                decompress_over(ops, params, p, in);
                for (unsigned i = 0; i < params->ring->n; i++) {
                    unsigned y = (first + i) % (1U << bits);
                    bad += (unsigned)p[i] != (2 * q * y + (1U << bits)) / (2U << bits);
                }
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(thirteen_bit_fields_are_residues_both_ways) {
    const kb_dkem_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_dkem_family, &at)) != NULL;) {
        int q = KB_DKEM_Q512, bad = 0;
        for (int first = -8192; first < 8192; first += N_MAX) {
            int16_t places[N_MAX + 1], *p = places + 1, back[N_MAX];
            uint8_t room[N_MAX / 8 * 13 + 2], *out = room + 1;
            for (int i = 0; i < N_MAX; i++) {
                p[i] = (int16_t)((first + i) % q);
            }
            room[0] = room[N_MAX / 8 * 13 + 1] = 0x5a;
            ops->encode13(out, p);
            bad += room[0] != 0x5a || room[N_MAX / 8 * 13 + 1] != 0x5a;
            for (size_t i = 0; i < N_MAX; i++) {
                bad += (int)bits_at(out, 13 * i, 13) != (p[i] < 0 ? p[i] + q : p[i]);
                set_bits_at(out, 13 * i, 13, (unsigned)(first + 8192 + (int)i) & 0x1fff);
            }
            ops->decode13(back, out);
            for (int i = 0; i < N_MAX; i++) {
                bad += back[i] != ((first + 8192 + i) & 0x1fff) % q;
            }
        }
        CHECK_INT(bad, 0);
    }
}

static int centred(int x, int q) {
    x = ((x % q) + q) % q;
    return x > q / 2 ? x - q : x;
}

/* What kappa is twice of, mod q: both residues below q in size, by turns. */
static int16_t half_of(int kappa, int q, bool is_negative) {
    int half = (kappa % 2 == 0 ? kappa : kappa + q) / 2 % q;
    return (int16_t)(is_negative && half > 0 ? half - q : half);
}

static void check_signal(const kb_dkem_ops *ops, const kb_dkem_params *params,
                         int *matters) {
    int q = params->ring->q, n = (int)params->ring->n, bad = 0;
    unsigned bits = params->w.bits;
    for (int first = 0; first < q; first += n) {
        for (unsigned turn = 0; turn < 4; turn++) {
            int16_t places[2][N_MAX + 1], *p = places[0] + 1, *plus = places[1] + 1;
            uint8_t dither[N_MAX / 8], room[N_MAX / 8 * 5 + 2], *w = room + 1;
            uint8_t kk[N_MAX / 8 + 1], again[N_MAX / 8 + 1];
            for (int i = 0; i < n; i++) {
                plus[i] = (int16_t)((i + (int)turn) % 7 - 3);
                int kappa = (first + i + 8 * q - 2 * plus[i]) % q;
                p[i] = half_of(kappa, q, turn >= 2);
            }
            memset(dither, turn % 2 != 0 ? 0xaa : 0x55, sizeof dither);
            memset(room, 0x5a, sizeof room);
            kk[n / 8] = again[n / 8] = 0x5a;
            ops->signal(params, w, kk, p, plus, dither);
            bad += room[0] != 0x5a || w[(unsigned)n / 8 * bits] != 0x5a;
            for (int i = 0; i < n; i++) {
                int x = (first + i) % q, b = (i % 2 == 0) != (turn % 2 != 0);
                int want =
                    (int)divide_round((unsigned)((x + q - b) % q), bits, (unsigned)q);
                bad += (int)bits_at(w, (size_t)i * bits, bits) != want;
                *matters += want != (int)divide_round((unsigned)x, bits, (unsigned)q);
                int bit = centred(x - want * params->step, q) & 1;
                bad += (int)bits_at(kk, (size_t)i, 1) != bit;
                p[i] = half_of(x, q, turn >= 2);
            }
            ops->reconcile(params, again, p, w);
            bad += memcmp(kk, again, (size_t)n / 8 + 1) != 0 || kk[n / 8] != 0x5a;
        }
    }
    CHECK_INT(bad, 0);
}

TEST(the_dither_is_subtracted_before_the_signal_is_taken_and_not_for_the_bits) {
    const kb_dkem_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_dkem_family, &at)) != NULL;) {
        for (size_t s = 0; s < 3; s++) {
            int matters = 0;
            check_signal(ops, sets[s].params, &matters);
            CHECK(matters > 0);
        }
    }
}

static int check_bits(const kb_dkem_ops *ops, const kb_dkem_params *params, int signal) {
    int q = params->ring->q, n = (int)params->ring->n, bad = 0;
    for (int first = 0; first < q; first += n) {
        int16_t p[N_MAX];
        uint8_t w[N_MAX / 8 * 5], out[N_MAX / 8];
        for (int i = 0; i < n; i++) {
            p[i] = half_of((first + i) % q, q, i % 3 == 0);
            set_bits_at(w, (size_t)i * params->w.bits, params->w.bits, (unsigned)signal);
        }
        ops->reconcile(params, out, p, w);
        for (int i = 0; i < n; i++) {
            int x = centred((first + i) % q - signal * params->step, q);
            bad += bits_at(out, (size_t)i, 1) != ((unsigned)x & 1);
        }
    }
    return bad;
}

TEST(reconciliation_takes_the_low_bit_of_the_nearest_representative) {
    const kb_dkem_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_dkem_family, &at)) != NULL;) {
        for (size_t s = 0; s < 3; s++) {
            for (int w = 0; w < 1 << sets[s].params->w.bits; w++) {
                CHECK_INT(check_bits(ops, sets[s].params, w), 0);
            }
        }
    }
}

/* Section "correctness" of the submission: 2 delta below (q/2)(1 - 2^-l) - 2 in size. */
TEST(both_sides_agree_while_their_difference_is_even_and_small) {
    const kb_dkem_ops *ops = kb_dkem_ops_get();
    for (size_t s = 0; s < 3; s++) {
        const kb_dkem_params *params = sets[s].params;
        int q = params->ring->q, n = (int)params->ring->n, bad = 0;
        int steps = 1 << params->w.bits;
        int bound = (q / 2 * (steps - 1) / steps - 2) / 2 * 2;
        int differs[] = {0, 2, -2, 100, bound, -bound};
        for (size_t d = 0; d < 6; d++) {
            for (int first = 0; first < q; first += n) {
                int16_t ours[N_MAX], theirs[N_MAX], zero[N_MAX] = {0};
                uint8_t dither[N_MAX / 8], a[N_MAX / 8], b[N_MAX / 8], w[N_MAX / 8 * 5];
                for (int i = 0; i < n; i++) {
                    int kappa = (first + i) % q;
                    ours[i] = half_of(kappa, q, false);
                    theirs[i] = half_of((kappa + differs[d] + q) % q, q, true);
                    dither[i / 8] = 0x3c;
                }
                ops->signal(params, w, a, ours, zero, dither);
                ops->reconcile(params, b, theirs, w);
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
    RUN(compression_equals_division_but_for_the_three_residues_of_the_submission);
    RUN(decompression_equals_division_for_every_field);
    RUN(thirteen_bit_fields_are_residues_both_ways);
    RUN(the_dither_is_subtracted_before_the_signal_is_taken_and_not_for_the_bits);
    RUN(reconciliation_takes_the_low_bit_of_the_nearest_representative);
    RUN(both_sides_agree_while_their_difference_is_even_and_small);
    RUN(a_public_key_with_a_field_of_q_or_more_is_refused_at_every_position);
    RUN(a_public_key_whose_vector_is_zero_is_refused_and_one_coefficient_is_enough);
    return TEST_END();
}
