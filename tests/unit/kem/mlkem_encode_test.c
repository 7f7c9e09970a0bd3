/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Encodings and compression against integer division, and the checks of foreign keys. */
#include "kem/mlkem/encode.h"
#include "kem/mlkem/mlkem.h"
#include "test.h"

#define Q KB_MLKEM_Q
#define N KB_MLKEM_N

static const unsigned widths[] = {4, 5, 10, 11};
static const kb_mlkem_params *const sets[] = {&kb_mlkem512_params, &kb_mlkem768_params,
                                              &kb_mlkem1024_params};

/* round(2^d x / q) mod 2^d; half of q is no integer, so there are no ties. */
static unsigned divide_compress(unsigned x, unsigned d) {
    return ((x << (d + 1)) + Q) / (2 * Q) % (1U << d);
}

TEST(compression_equals_division_for_every_residue) {
    static const unsigned all[] = {1, 4, 5, 10, 11};
    int bad = 0;
    for (size_t w = 0; w < 5; w++) {
        for (unsigned x = 0; x < Q; x++) {
            bad +=
                kb_mlkem_compress_one((uint16_t)x, all[w]) != divide_compress(x, all[w]);
        }
    }
    CHECK_INT(bad, 0);
}

TEST(decompression_equals_division_for_every_value) {
    int bad = 0;
    for (size_t w = 0; w < 4; w++) {
        unsigned d = widths[w];
        for (unsigned y = 0; y < 1U << d; y++) {
            unsigned x = kb_mlkem_decompress_one(y, d);
            bad += x != (2 * Q * y + (1U << d)) / (1U << (d + 1)) || x >= Q;
            bad += kb_mlkem_compress_one((uint16_t)x, d) != y;
        }
    }
    CHECK_INT(bad, 0);
}

/* Bit i of a byte string, least significant first. */
static unsigned bits_at(const uint8_t *in, size_t at, unsigned d) {
    unsigned value = 0;
    for (unsigned i = 0; i < d; i++) {
        value |= (unsigned)(in[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    }
    return value;
}

TEST(compressed_fields_lie_bit_after_bit) {
    for (size_t w = 0; w < 4; w++) {
        unsigned d = widths[w];
        int bad = 0;
        for (unsigned first = 0; first < Q; first += 200) {
            kb_mlkem_poly p, back;
            uint8_t out[32 * 11 + 1] = {0};
            out[32 * d] = 0x5a;
            for (unsigned i = 0; i < N; i++) {
                p.c[i] = (int16_t)((first + 13 * i) % Q);
            }
            kb_mlkem_compress(out, &p, d);
            kb_mlkem_decompress(&back, out, d);
            for (unsigned i = 0; i < N; i++) {
                unsigned field = bits_at(out, (size_t)i * d, d);
                bad += field != divide_compress((unsigned)p.c[i], d);
                bad += back.c[i] != kb_mlkem_decompress_one(field, d);
            }
            bad += out[32 * d] != 0x5a;
        }
        CHECK_INT(bad, 0);
    }
}

TEST(twelve_bit_fields_have_the_known_bytes) {
    kb_mlkem_poly p = {{0x123, 0x456, 0x789, 0xabc}}, back;
    uint8_t out[KB_MLKEM_POLY_BYTES];
    kb_mlkem_encode12(out, &p);
    CHECK_HEX(out, 7, "23614589c7ab00");
    kb_mlkem_decode12(&back, out);
    CHECK_MEM(&back, &p, sizeof p);
}

TEST(every_twelve_bit_value_is_read_as_it_is) {
    int bad = 0;
    for (unsigned first = 0; first < 4096; first += N) {
        uint8_t in[KB_MLKEM_POLY_BYTES], again[KB_MLKEM_POLY_BYTES];
        kb_mlkem_poly p;
        for (unsigned i = 0; i < N; i += 2) {
            unsigned pair = (first + i) | (first + i + 1) << 12;
            in[3 * i / 2] = (uint8_t)pair;
            in[3 * i / 2 + 1] = (uint8_t)(pair >> 8);
            in[3 * i / 2 + 2] = (uint8_t)(pair >> 16);
        }
        kb_mlkem_decode12(&p, in);
        for (unsigned i = 0; i < N; i++) {
            bad += p.c[i] != (int)(first + i);
        }
        kb_mlkem_encode12(again, &p);
        bad += memcmp(again, in, sizeof in) != 0;
    }
    CHECK_INT(bad, 0);
}

TEST(a_message_is_one_bit_per_coefficient_and_survives_noise) {
    uint8_t m[32], back[32];
    kb_mlkem_poly p;
    for (unsigned round = 0; round < 256; round++) {
        int bad = 0;
        for (unsigned i = 0; i < 32; i++) {
            m[i] = (uint8_t)(round + 7 * i);
        }
        kb_mlkem_from_message(&p, m);
        for (unsigned i = 0; i < N; i++) {
            bad += p.c[i] != (bits_at(m, i, 1) != 0 ? 1665 : 0);
            /* Noise short of a quarter of q, either way. */
            int noisy = p.c[i] + (i % 3 == 0 ? 831 : i % 3 == 1 ? -831 : 0);
            p.c[i] = (int16_t)(noisy < 0 ? noisy + Q : noisy);
        }
        kb_mlkem_to_message(back, &p);
        bad += memcmp(back, m, sizeof m) != 0;
        CHECK_INT(bad, 0);
    }
}

static void set_field(uint8_t *ek, size_t i, unsigned value) {
    uint8_t *at = ek + 3 * (i / 2);
    if (i % 2 == 0) {
        at[0] = (uint8_t)value;
        at[1] = (uint8_t)((at[1] & 0xf0) | value >> 8);
    } else {
        at[1] = (uint8_t)((at[1] & 0x0f) | (value & 15) << 4);
        at[2] = (uint8_t)(value >> 4);
    }
}

TEST(a_public_key_with_a_field_of_q_or_more_is_refused_at_every_position) {
    static const unsigned bad_values[] = {3329, 3330, 3331, 3584, 4095};
    for (size_t s = 0; s < 3; s++) {
        uint8_t good[KB_MLKEM_EK_MAX_BYTES], dk[KB_MLKEM_DK_MAX_BYTES];
        uint8_t seed[64] = {(uint8_t)s};
        kb_mlkem_keygen_derand(sets[s], good, dk, seed, seed + 32);
        CHECK_OK(kb_mlkem_check_ek(sets[s], good));
        for (size_t i = 0; i < sets[s]->k * N; i++) {
            uint8_t ek[KB_MLKEM_EK_MAX_BYTES];
            memcpy(ek, good, sizeof ek);
            set_field(ek, i, 3328);
            CHECK_OK(kb_mlkem_check_ek(sets[s], ek));
            set_field(ek, i, bad_values[i % 5]);
            CHECK_STATUS(kb_mlkem_check_ek(sets[s], ek), KB_ERR_KEY);
        }
        size_t positions[] = {0, sets[s]->k * N / 2, sets[s]->k * N - 1};
        for (size_t i = 0; i < 15; i++) {
            uint8_t ek[KB_MLKEM_EK_MAX_BYTES];
            memcpy(ek, good, sizeof ek);
            set_field(ek, positions[i / 5], bad_values[i % 5]);
            CHECK_STATUS(kb_mlkem_check_ek(sets[s], ek), KB_ERR_KEY);
        }
    }
}

TEST(rho_may_be_any_32_bytes) {
    uint8_t ek[KB_MLKEM_EK_MAX_BYTES] = {0};
    memset(ek + 3 * KB_MLKEM_POLY_BYTES, 0xff, KB_MLKEM_SYM_BYTES);
    CHECK_OK(kb_mlkem_check_ek(&kb_mlkem768_params, ek));
}

TEST(a_private_key_whose_public_key_or_hash_changed_is_refused) {
    for (size_t s = 0; s < 3; s++) {
        uint8_t ek[KB_MLKEM_EK_MAX_BYTES], dk[KB_MLKEM_DK_MAX_BYTES];
        uint8_t seed[64] = {(uint8_t)(s + 9)};
        kb_mlkem_keygen_derand(sets[s], ek, dk, seed, seed + 32);
        CHECK_OK(kb_mlkem_check_dk(sets[s], dk));
        size_t first = sets[s]->k * KB_MLKEM_POLY_BYTES;
        size_t end = first + sets[s]->ek_bytes + KB_MLKEM_SYM_BYTES;
        for (size_t i = first; i < end; i++) {
            uint8_t bit = (uint8_t)(1 << i % 8);
            dk[i] ^= bit;
            CHECK_STATUS(kb_mlkem_check_dk(sets[s], dk), KB_ERR_KEY);
            dk[i] ^= bit;
        }
        /* s and z carry no redundancy: what no check can see is documented, not hidden.
         */
        dk[0] ^= 1;
        dk[end] ^= 1;
        CHECK_OK(kb_mlkem_check_dk(sets[s], dk));
    }
}

int main(void) {
    RUN(compression_equals_division_for_every_residue);
    RUN(decompression_equals_division_for_every_value);
    RUN(compressed_fields_lie_bit_after_bit);
    RUN(twelve_bit_fields_have_the_known_bytes);
    RUN(every_twelve_bit_value_is_read_as_it_is);
    RUN(a_message_is_one_bit_per_coefficient_and_survives_noise);
    RUN(a_public_key_with_a_field_of_q_or_more_is_refused_at_every_position);
    RUN(rho_may_be_any_32_bytes);
    RUN(a_private_key_whose_public_key_or_hash_changed_is_refused);
    return TEST_END();
}
