/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Both codes up to what they correct and beyond it, in every table that the machine runs;
 * the field arithmetic against multiplication bit by bit. */
#include "hqc_case.h"
#include "kem/hqc/code.h"
#include "kem/hqc/gf.h"

static kb_hqc_vec word;

/* a * b mod z^8 + z^4 + z^3 + z^2 + 1. */
static unsigned gf(unsigned x, unsigned y) {
    unsigned product = 0;
    for (unsigned i = 0; i < 8; i++) {
        product ^= (y >> i & 1) != 0 ? x << i : 0;
    }
    for (unsigned i = 14; i >= 8; i--) {
        product ^= (product >> i & 1) != 0 ? 0x11du << (i - 8) : 0;
    }
    return product;
}

TEST(the_field_multiplies_and_inverts_in_every_lane) {
    for (unsigned x = 0; x < 256; x++) {
        uint64_t eight = 0, spread = kb_hqc_gf_spread(x);
        CHECK(spread == x * UINT64_C(0x0101010101010101));
        for (unsigned y = 0; y < 256; y++) {
            eight = eight << 8 | y;
            uint64_t product = kb_hqc_gf_multiply(spread, eight);
            for (unsigned i = 0; y >= 7 && i < 8; i++) {
                CHECK((product >> 8 * i & 0xff) == gf(x, y - i));
            }
        }
        uint64_t inverse = kb_hqc_gf_inverse(x << 8 | UINT64_C(3) << 40);
        CHECK_INT(gf(x, inverse >> 8 & 0xff), x != 0);
        CHECK_INT(gf(3, inverse >> 40 & 0xff), 1);
        CHECK_INT(inverse & 0xff, 0);
        CHECK_INT(kb_hqc_gf_double(x), gf(x, 2));
        CHECK(kb_hqc_gf_is_zero(x << 16 | 1) ==
              (x == 0 ? UINT64_C(0xffffffffffffff00) : UINT64_C(0xffffffffff00ff00)));
    }
}

TEST(codewords_are_multiples_of_the_generator_and_end_in_the_message) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        for (unsigned number = 0; number < 20; number++) {
            uint8_t m[KB_HQC_K_MAX_BYTES], c[KB_HQC_N1_MAX];
            fill(m, params->k, 20, number);
            kb_hqc_rs_encode(params, c, m);
            CHECK_MEM(c + 2 * params->delta, m, params->k);
            CHECK_INT(2 * params->delta + params->k, params->n1);
            unsigned root = 1;
            for (size_t i = 0; i < 2 * params->delta; i++) {
                unsigned value = 0;
                root = gf(root, 2);
                for (size_t j = params->n1; j-- > 0;) {
                    value = gf(value, root) ^ c[j];
                }
                CHECK_INT(value, 0);
            }
        }
    }
}

/* Makes `errors` of the symbols from `from` on wrong; which and how follows from number.
 */
static void spoil(const kb_hqc_params *params, uint8_t *symbols, size_t errors,
                  size_t from, unsigned number) {
    uint8_t at[4 * KB_HQC_N1_MAX], how[KB_HQC_N1_MAX];
    bool is_wrong[KB_HQC_N1_MAX] = {false};
    fill(at, sizeof at, 21, number);
    fill(how, sizeof how, 22, number);
    size_t room = params->n1 - from;
    for (size_t i = 0; i < errors; i++) {
        size_t p = at[i] % room;
        while (is_wrong[p]) {
            p = (p + 1) % room;
        }
        is_wrong[p] = true;
        symbols[from + p] ^= how[i] == 0 ? 1 : how[i];
    }
}

TEST(reed_solomon_corrects_every_number_of_errors_up_to_delta) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
            for (size_t errors = 0; errors <= params->delta; errors++) {
                for (unsigned number = 0; number < 12; number++) {
                    uint8_t m[KB_HQC_K_MAX_BYTES], c[KB_HQC_N1_MAX],
                        got[KB_HQC_K_MAX_BYTES];
                    fill(m, params->k, 23, number);
                    kb_hqc_rs_encode(params, c, m);
                    /* Anywhere, or in the last symbols only, which are the message. */
                    size_t from = number % 3 == 0 ? params->n1 - params->k : 0;
                    if (errors <= params->n1 - from) {
                        spoil(params, c, errors, from, number);
                    }
                    ops->rs_decode(params, got, c);
                    CHECK_MEM(got, m, params->k);
                }
            }
        }
    }
}

TEST(reed_solomon_beyond_delta_ends_and_gives_the_same_again) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
            unsigned wrong = 0, tries = 0;
            for (size_t errors = params->delta + 1; errors <= params->n1; errors++) {
                uint8_t m[KB_HQC_K_MAX_BYTES], c[KB_HQC_N1_MAX], kept[KB_HQC_N1_MAX];
                uint8_t first[KB_HQC_K_MAX_BYTES], second[KB_HQC_K_MAX_BYTES];
                fill(m, params->k, 24, (unsigned)errors);
                kb_hqc_rs_encode(params, c, m);
                spoil(params, c, errors, 0, (unsigned)errors);
                memcpy(kept, c, sizeof c);
                ops->rs_decode(params, first, c);
                ops->rs_decode(params, second, c);
                CHECK_MEM(first, second, params->k);
                CHECK_MEM(c, kept, params->n1);
                wrong += memcmp(first, m, params->k) != 0;
                tries++;
            }
            /* Otherwise the errors were none. */
            CHECK_INT(wrong, tries);
        }
    }
}

/* RM(1, 7) from its definition. */
static unsigned coordinate(unsigned symbol, unsigned j) {
    unsigned value = symbol >> 7;
    for (unsigned i = 0; i < 7; i++) {
        value ^= (symbol >> i & 1) & (j >> i & 1);
    }
    return value;
}

TEST(reed_muller_codewords_are_those_of_the_definition) {
    for (unsigned symbol = 0; symbol < 256; symbol++) {
        uint64_t c[2];
        kb_hqc_rm_encode(c, (uint8_t)symbol);
        for (unsigned j = 0; j < 128; j++) {
            CHECK((c[j / 64] >> j % 64 & 1) == coordinate(symbol, j));
        }
    }
}

/* The decoder's rule by distances: largest |64 copies - distance|, then smallest index,
 * and of the two codewords of an index the nearer one; the lower one when equal. */
static uint8_t nearest(const kb_hqc_params *params, const uint64_t *words) {
    long best = -1;
    uint8_t symbol = 0;
    for (unsigned a = 0; a < 128; a++) {
        long distance = 0;
        for (size_t copy = 0; copy < params->copies; copy++) {
            for (unsigned j = 0; j < 128; j++) {
                distance += (words[2 * copy + j / 64] >> j % 64 & 1) != coordinate(a, j);
            }
        }
        long excess = distance - (long)(64 * params->copies);
        if (labs(excess) > best) {
            best = labs(excess);
            symbol = (uint8_t)(a | (excess > 0 ? 0x80 : 0));
        }
    }
    return symbol;
}

TEST(reed_muller_decodes_any_word_by_its_rule) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
            uint8_t symbols[KB_HQC_N1_MAX];
            for (unsigned kind = 0; kind < 3; kind++) {
                /* Random words; sparse ones; ones with few coordinates, full of ties. */
                fill_vec(params, &word, 25, kind);
                for (size_t i = 0; kind > 0 && i < params->words; i++) {
                    word.w[i] &= word.w[i] >> 7 & word.w[i] << 3;
                    word.w[i] &= kind == 1 ? UINT64_MAX : UINT64_C(0x8000000100010001);
                }
                ops->rm_decode(params, symbols, &word);
                for (size_t i = 0; i < params->n1; i++) {
                    CHECK_INT(symbols[i],
                              nearest(params, word.w + 2 * params->copies * i));
                }
            }
        }
    }
}

TEST(reed_muller_corrects_all_but_half_the_distance) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        size_t bits = 128 * params->copies, most = 32 * params->copies - 1;
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
            for (unsigned symbol = 0; symbol < 256; symbol++) {
                uint8_t symbols[KB_HQC_N1_MAX];
                uint64_t c[2];
                word = (kb_hqc_vec){0};
                kb_hqc_rm_encode(c, (uint8_t)symbol);
                for (size_t copy = 0; copy < params->copies; copy++) {
                    word.w[2 * copy] = c[0];
                    word.w[2 * copy + 1] = c[1];
                }
                for (size_t i = 0; i < most; i++) {
                    /* 7 has no divisor in common with the number of bits. */
                    size_t p = (7 * i + symbol * 31) % bits;
                    word.w[p / 64] ^= UINT64_C(1) << p % 64;
                }
                ops->rm_decode(params, symbols, &word);
                CHECK_INT(symbols[0], symbol);
                CHECK_INT(symbols[1], 0);
            }
        }
    }
}

TEST(the_whole_code_survives_delta_destroyed_symbols_and_no_more) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        for (size_t more = 0; more < 2; more++) {
            uint8_t m[KB_HQC_K_MAX_BYTES], got[KB_HQC_K_MAX_BYTES];
            fill(m, params->k, 26, (unsigned)s);
            word = (kb_hqc_vec){0};
            kb_hqc_code_add(params, &word, m);
            /* The complement of a codeword is a codeword: a sure error of one symbol. */
            for (size_t i = 0; i < params->delta + more; i++) {
                size_t symbol = params->n1 - 1 - i;
                for (size_t j = 0; j < 2 * params->copies; j++) {
                    word.w[2 * params->copies * symbol + j] ^= UINT64_MAX;
                }
            }
            kb_hqc_code_decode(params, got, &word);
            CHECK_INT(memcmp(got, m, params->k) != 0, more);
        }
    }
}

TEST(adding_a_codeword_twice_leaves_the_word_and_touches_nothing_above) {
    static kb_hqc_vec before;
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        uint8_t m[KB_HQC_K_MAX_BYTES];
        fill(m, params->k, 27, 0);
        fill(&before, sizeof before, 28, 0);
        word = before;
        kb_hqc_code_add(params, &word, m);
        CHECK(memcmp(word.w, before.w, params->v_bytes) != 0);
        CHECK_MEM(word.w + params->v_bytes / 8, before.w + params->v_bytes / 8,
                  sizeof word - params->v_bytes);
        kb_hqc_code_add(params, &word, m);
        CHECK_MEM(word.w, before.w, sizeof word);
    }
}

int main(void) {
    RUN(the_field_multiplies_and_inverts_in_every_lane);
    RUN(codewords_are_multiples_of_the_generator_and_end_in_the_message);
    RUN(reed_solomon_corrects_every_number_of_errors_up_to_delta);
    RUN(reed_solomon_beyond_delta_ends_and_gives_the_same_again);
    RUN(reed_muller_codewords_are_those_of_the_definition);
    RUN(reed_muller_decodes_any_word_by_its_rule);
    RUN(reed_muller_corrects_all_but_half_the_distance);
    RUN(the_whole_code_survives_delta_destroyed_symbols_and_no_more);
    RUN(adding_a_codeword_twice_leaves_the_word_and_touches_nothing_above);
    return TEST_END();
}
