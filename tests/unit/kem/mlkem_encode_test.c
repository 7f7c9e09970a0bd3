/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Encodings and compression against integer division, and the checks of foreign keys. */
#include "kem/mlkem/encode.h"
#include "kem/mlkem/mlkem.h"
#include "kem/mlkem/ops.h"
#include "tables.h"

#define Q KB_MLKEM_Q
#define N KB_MLKEM_N

static const unsigned widths[] = {4, 5, 10, 11};
static const kb_mlkem_params *const sets[] = {&kb_mlkem512_params, &kb_mlkem768_params,
                                              &kb_mlkem1024_params};

/* Runs the body for every table that this machine can run. */
#define FOR_EACH_TABLE(ops)                                                              \
    const kb_mlkem_ops *ops;                                                             \
    for (size_t table = 0; (ops = next_table(&kb_mlkem_family, &table)) != NULL;)

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

TEST(every_sum_is_compressed_as_its_residue) {
    FOR_EACH_TABLE(ops) {
        for (size_t w = 0; w < 4; w++) {
            unsigned d = widths[w];
            int bad = 0;
            for (int first = 1 - 2 * Q; first < 2 * Q; first += N) {
                kb_mlkem_poly p, plus;
                uint8_t out[32 * 11];
                for (int i = 0; i < N; i++) {
                    int sum = first + i < 2 * Q ? first + i : 2 * Q - 1;
                    p.c[i] = (int16_t)(sum / 2);
                    plus.c[i] = (int16_t)(sum - sum / 2);
                }
                ops->compress(out, &p, &plus, d);
                for (int i = 0; i < N; i++) {
                    int sum = p.c[i] + plus.c[i];
                    bad += bits_at(out, (size_t)i * d, d) !=
                           divide_compress((unsigned)(sum + 2 * Q) % Q, d);
                }
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(every_field_is_decompressed_at_every_place) {
    FOR_EACH_TABLE(ops) {
        for (size_t w = 0; w < 4; w++) {
            unsigned d = widths[w];
            int bad = 0;
            for (unsigned first = 0; first < 1U << d; first += d < 10 ? 1 : 37) {
                /* At the end of the buffer, so that a read behind it is seen. */
                uint8_t *in = malloc((size_t)32 * d);
                kb_mlkem_poly p;
                REQUIRE(in != NULL);
                memset(in, 0, (size_t)32 * d);
                for (unsigned i = 0; i < N; i++) {
                    unsigned field = (first + 5 * i) % (1U << d);
                    for (unsigned bit = 0; bit < d; bit++) {
                        size_t at = (size_t)i * d + bit;
                        in[at / 8] |= (uint8_t)((field >> bit & 1) << at % 8);
                    }
                }
                ops->decompress(&p, in, d);
                for (unsigned i = 0; i < N; i++) {
                    unsigned field = (first + 5 * i) % (1U << d);
                    bad += p.c[i] != kb_mlkem_decompress_one(field, d);
                }
                free(in);
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(compressed_fields_lie_bit_after_bit) {
    static const kb_mlkem_poly zero;
    FOR_EACH_TABLE(ops) {
        for (size_t w = 0; w < 4; w++) {
            unsigned d = widths[w];
            int bad = 0;
            for (unsigned first = 0; first < Q; first += 200) {
                kb_mlkem_poly p;
                uint8_t out[32 * 11 + 33];
                memset(out, 0x5a, sizeof out);
                for (unsigned i = 0; i < N; i++) {
                    p.c[i] = (int16_t)((first + 13 * i) % Q);
                }
                /* One byte off any alignment. */
                ops->compress(out + 1, &p, &zero, d);
                for (unsigned i = 0; i < N; i++) {
                    bad += bits_at(out + 1, (size_t)i * d, d) !=
                           divide_compress((unsigned)p.c[i], d);
                }
                bad += out[0] != 0x5a;
                for (size_t i = 32 * d + 1; i < sizeof out; i++) {
                    bad += out[i] != 0x5a;
                }
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(twelve_bit_fields_have_the_known_bytes) {
    FOR_EACH_TABLE(ops) {
        kb_mlkem_poly p = {{0x123, 0x456, 0x789, 0xabc}}, back;
        uint8_t out[KB_MLKEM_POLY_BYTES + 1];
        out[KB_MLKEM_POLY_BYTES] = 0x5a;
        ops->encode12(out, &p);
        CHECK_HEX(out, 7, "23614589c7ab00");
        CHECK_INT(out[KB_MLKEM_POLY_BYTES], 0x5a);
        ops->decode12(&back, out);
        CHECK_MEM(&back, &p, sizeof p);
    }
}

TEST(residues_on_both_sides_of_zero_have_one_encoding) {
    FOR_EACH_TABLE(ops) {
        int bad = 0;
        for (int first = 1 - Q; first < Q; first += N) {
            kb_mlkem_poly p, back;
            uint8_t out[KB_MLKEM_POLY_BYTES];
            for (int i = 0; i < N; i++) {
                p.c[i] = (int16_t)(first + i < Q ? first + i : Q - 1);
            }
            ops->encode12(out, &p);
            ops->decode12(&back, out);
            for (int i = 0; i < N; i++) {
                bad += back.c[i] != (p.c[i] + Q) % Q;
                bad += bits_at(out, (size_t)i * 12, 12) != (unsigned)back.c[i];
            }
        }
        CHECK_INT(bad, 0);
    }
}

TEST(every_twelve_bit_value_is_read_as_it_is) {
    FOR_EACH_TABLE(ops) {
        int bad = 0;
        for (unsigned first = 0; first < 4096; first += N) {
            uint8_t in[KB_MLKEM_POLY_BYTES + 1];
            kb_mlkem_poly p;
            for (unsigned i = 0; i < N; i += 2) {
                unsigned pair = (first + i) | (first + i + 1) << 12;
                in[3 * i / 2 + 1] = (uint8_t)pair;
                in[3 * i / 2 + 2] = (uint8_t)(pair >> 8);
                in[3 * i / 2 + 3] = (uint8_t)(pair >> 16);
            }
            ops->decode12(&p, in + 1);
            for (unsigned i = 0; i < N; i++) {
                bad += p.c[i] != (int)(first + i);
            }
        }
        CHECK_INT(bad, 0);
    }
}

TEST(every_difference_is_the_message_bit_that_it_is_nearer_to) {
    FOR_EACH_TABLE(ops) {
        int bad = 0;
        for (int first = 1 - 2 * Q; first < 2 * Q; first += N) {
            kb_mlkem_poly a, b;
            uint8_t m[32];
            for (int i = 0; i < N; i++) {
                int difference = first + i < 2 * Q ? first + i : 2 * Q - 1;
                a.c[i] = (int16_t)(difference / 2);
                b.c[i] = (int16_t)(difference / 2 - difference);
            }
            ops->to_message(m, &a, &b);
            for (int i = 0; i < N; i++) {
                int difference = a.c[i] - b.c[i];
                bad += bits_at(m, (size_t)i, 1) !=
                       divide_compress((unsigned)(difference + 2 * Q) % Q, 1);
            }
        }
        CHECK_INT(bad, 0);
    }
}

TEST(a_message_is_one_bit_per_coefficient_and_survives_noise) {
    static const kb_mlkem_poly zero;
    FOR_EACH_TABLE(ops) {
        for (unsigned round = 0; round < 256; round++) {
            uint8_t m[33], back[33];
            kb_mlkem_poly p;
            int bad = 0;
            for (unsigned i = 0; i < 33; i++) {
                m[i] = (uint8_t)(round + 7 * i);
            }
            for (unsigned i = 0; i < N; i++) {
                /* Noise short of a quarter of q, either way. */
                p.c[i] = i % 3 == 0 ? 831 : i % 3 == 1 ? -831 : 0;
            }
            ops->add_message(&p, m + 1);
            for (unsigned i = 0; i < N; i++) {
                int noise = i % 3 == 0 ? 831 : i % 3 == 1 ? -831 : 0;
                bad += p.c[i] - noise != (bits_at(m + 1, i, 1) != 0 ? 1665 : 0);
            }
            ops->to_message(back + 1, &p, &zero);
            bad += memcmp(back + 1, m + 1, 32) != 0;
            CHECK_INT(bad, 0);
        }
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
    RUN(every_sum_is_compressed_as_its_residue);
    RUN(every_field_is_decompressed_at_every_place);
    RUN(compressed_fields_lie_bit_after_bit);
    RUN(twelve_bit_fields_have_the_known_bytes);
    RUN(residues_on_both_sides_of_zero_have_one_encoding);
    RUN(every_twelve_bit_value_is_read_as_it_is);
    RUN(every_difference_is_the_message_bit_that_it_is_nearer_to);
    RUN(a_message_is_one_bit_per_coefficient_and_survives_noise);
    RUN(a_public_key_with_a_field_of_q_or_more_is_refused_at_every_position);
    RUN(rho_may_be_any_32_bytes);
    RUN(a_private_key_whose_public_key_or_hash_changed_is_refused);
    return TEST_END();
}
