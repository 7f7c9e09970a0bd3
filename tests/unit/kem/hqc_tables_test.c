/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every table that the machine runs against the portable one: each kernel and the whole
 * KEM on random and on awkward input, at addresses that no vector likes. An argument is
 * the number of runs of the KEM for each set. */
#include "hqc_case.h"
#include "kem/hqc/code.h"

#include <stdlib.h>

static const kb_hqc_ops *const portable = &kb_hqc_ops_ref;
static unsigned kem_runs = 3;

#define KERNEL_RUNS 100

/* Positions with repeats; some are indices of slots, which is what repeats become. */
static void some_positions(const kb_hqc_params *params, uint32_t *positions,
                           unsigned number) {
    uint32_t range = number % 3 == 0 ? 160 : number % 3 == 1 ? 1000 : params->n;
    fill(positions, 4 * KB_HQC_ENC_WEIGHT_MAX, 30, number);
    for (size_t i = 0; i < KB_HQC_ENC_WEIGHT_MAX; i++) {
        positions[i] %= range;
    }
}

TEST(positions_are_placed_and_told_apart_alike) {
    static kb_hqc_vec got, want;
    uint32_t positions[KB_HQC_ENC_WEIGHT_MAX], a[KB_HQC_ENC_WEIGHT_MAX],
        b[KB_HQC_ENC_WEIGHT_MAX];
    for (unsigned run = 0; run < KERNEL_RUNS; run++) {
        const kb_hqc_params *params = sets[run % SIZE_COUNT].params;
        some_positions(params, positions, run);
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != portable;) {
            for (size_t count = params->enc_weight - 3; count <= params->enc_weight;
                 count++) {
                memcpy(a, positions, sizeof a);
                memcpy(b, positions, sizeof b);
                ops->replace_repeats(a, count);
                portable->replace_repeats(b, count);
                CHECK_MEM(a, b, sizeof a);
                fill_vec(params, &got, 31, run);
                want = got;
                ops->scatter(params, &got, positions, count);
                portable->scatter(params, &want, positions, count);
                CHECK_MEM(&got, &want, 8 * params->padded_words);
            }
        }
    }
}

TEST(candidates_are_taken_alike) {
    uint32_t candidates[KB_HQC_ENC_WEIGHT_MAX], a[KB_HQC_WEIGHT_MAX],
        b[KB_HQC_WEIGHT_MAX];
    for (unsigned run = 0; run < KERNEL_RUNS; run++) {
        const kb_hqc_params *params = sets[run % SIZE_COUNT].params;
        some_positions(params, candidates, run);
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != portable;) {
            for (size_t i = 0; i < KB_HQC_WEIGHT_MAX; i++) {
                a[i] = b[i] = UINT32_C(0x7fffffff);
            }
            size_t first = params->weight / 3;
            uint32_t n = run % 2 == 0 ? params->n : 900;
            uint32_t x = ops->take(a, params->weight, 0, candidates, first, n);
            uint32_t y = portable->take(b, params->weight, 0, candidates, first, n);
            CHECK_INT(x, y);
            size_t more = KB_HQC_ENC_WEIGHT_MAX - first;
            more = more < params->weight - x ? more : params->weight - x;
            x = ops->take(a, params->weight, x, candidates + first, more, n);
            y = portable->take(b, params->weight, y, candidates + first, more, n);
            CHECK_INT(x, y);
            CHECK_MEM(a, b, sizeof a);
        }
    }
}

/* What a decoder sees: a codeword with `flips` flipped bits of each symbol, the last of
 * eight runs nothing but noise. */
static void some_word(const kb_hqc_params *params, kb_hqc_vec *v, unsigned run) {
    uint8_t message[KB_HQC_K_MAX_BYTES], bits[6 * KB_HQC_N1_MAX];
    fill(message, sizeof message, 32, run);
    fill(bits, sizeof bits, 33, run);
    *v = (kb_hqc_vec){0};
    if (run % 8 == 7) {
        fill_vec(params, v, 34, run);
        return;
    }
    kb_hqc_code_add(params, v, message);
    for (size_t i = 0; i < params->n1; i++) {
        for (size_t j = 0; j < 128 * params->copies; j++) {
            uint8_t chance;
            fill(&chance, 1, 35 + (unsigned)j, run * 128 + (unsigned)i);
            size_t bit = 128 * params->copies * i + j;
            v->w[bit / 64] ^= (uint64_t)(chance < 60 + 8 * (run % 8)) << bit % 64;
        }
    }
}

TEST(reed_muller_words_decode_alike) {
    static kb_hqc_vec v;
    uint8_t a[KB_HQC_N1_MAX + 1], b[KB_HQC_N1_MAX];
    for (unsigned run = 0; run < 24; run++) {
        const kb_hqc_params *params = sets[run % SIZE_COUNT].params;
        some_word(params, &v, run);
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != portable;) {
            ops->rm_decode(params, a + 1, &v);
            portable->rm_decode(params, b, &v);
            CHECK_MEM(a + 1, b, params->n1);
        }
    }
}

TEST(reed_solomon_words_decode_alike_within_and_beyond_the_bound) {
    uint8_t message[KB_HQC_K_MAX_BYTES], symbols[KB_HQC_N1_MAX + 1],
        noise[2 * KB_HQC_N1_MAX], a[KB_HQC_K_MAX_BYTES + 1], b[KB_HQC_K_MAX_BYTES];
    for (unsigned run = 0; run < 8 * KERNEL_RUNS; run++) {
        const kb_hqc_params *params = sets[run % SIZE_COUNT].params;
        fill(message, sizeof message, 36, run);
        fill(noise, sizeof noise, 37, run);
        kb_hqc_rs_encode(params, symbols + 1, message);
        size_t errors = run / 3 % (params->n1 + 1);
        for (size_t i = 0; i < errors; i++) {
            symbols[1 + noise[2 * i] % params->n1] ^= noise[2 * i + 1];
        }
        const kb_hqc_ops *ops;
        for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != portable;) {
            ops->rs_decode(params, a + 1, symbols + 1);
            portable->rs_decode(params, b, symbols + 1);
            CHECK_MEM(a + 1, b, params->k);
            if (errors <= params->delta) {
                CHECK_MEM(b, message, params->k);
            }
        }
    }
}

/* A key, a ciphertext and what three decapsulations give, all from a number. */
typedef struct exchange {
    uint8_t dk[KB_HQC_DK_MAX_BYTES + 1], ct[KB_HQC_CT_MAX_BYTES + 1], ss[4][33];
} exchange;

static void run_exchange(const kb_hqc_ops *ops, size_t set, unsigned number,
                         exchange *e) {
    const kb_hqc_params *params = sets[set].params;
    uint8_t coins[33 + KB_HQC_COINS_BYTES(KB_HQC_K_MAX_BYTES)], *dk = e->dk + 1,
                                                                *ct = e->ct + 1;
    atomic_store(&kb_hqc_family.chosen, &ops->head);
    fill(coins, sizeof coins, 1000 + (unsigned)set, number);
    kb_hqc_keygen_derand(params, dk, coins + 1);
    kb_hqc_encaps_derand(params, ct, e->ss[0] + 1, dk, coins + 33,
                         coins + 33 + params->k);
    kb_hqc_decaps(params, e->ss[1] + 1, ct, dk);
    CHECK_MEM(e->ss[1] + 1, e->ss[0] + 1, 32);
    ct[number % params->ct_bytes] ^= 1;
    kb_hqc_decaps(params, e->ss[2] + 1, ct, dk);
    CHECK_OK(sets[set].kem->decaps(e->ss[3] + 1, ct, coins + 1));
    CHECK_MEM(e->ss[3] + 1, e->ss[2] + 1, 32);
}

TEST(keys_ciphertexts_and_secrets_are_the_same_in_all_tables) {
    static exchange got, want;
    for (size_t set = 0; set < SET_COUNT; set++) {
        for (unsigned number = 0; number < kem_runs; number++) {
            want = got = (exchange){0};
            run_exchange(portable, set, number, &want);
            const kb_hqc_ops *ops;
            for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != portable;) {
                run_exchange(ops, set, number, &got);
                CHECK_MEM(&got, &want, sizeof got);
            }
        }
        TEST_NOTE("%s: %u exchanges", sets[set].params->id, kem_runs);
    }
}

/* Rows of elements and symbols anywhere. */
TEST(elements_need_no_alignment_beyond_that_of_a_word) {
    static uint64_t room[3][KB_HQC_MAX_WORDS + 3];
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        static kb_hqc_vec a, b, want;
        fill_vec(params, &a, 40, (unsigned)s);
        fill_vec(params, &b, 41, (unsigned)s);
        portable->multiply(params, &want, &a, &b);
        for (size_t shift = 0; shift < 4; shift++) {
            kb_hqc_vec *x = (kb_hqc_vec *)(room[0] + shift % 4),
                       *y = (kb_hqc_vec *)(room[1] + (shift + 1) % 4),
                       *z = (kb_hqc_vec *)(room[2] + (shift + 2) % 4);
            *x = a;
            *y = b;
            const kb_hqc_ops *ops;
            for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != portable;) {
                uint32_t positions[KB_HQC_ENC_WEIGHT_MAX];
                static kb_hqc_vec placed;
                ops->multiply(params, z, x, y);
                CHECK_MEM(z, &want, 8 * params->padded_words);
                some_positions(params, positions, 2);
                placed = want;
                ops->scatter(params, z, positions, params->enc_weight);
                portable->scatter(params, &placed, positions, params->enc_weight);
                CHECK_MEM(z, &placed, 8 * params->padded_words);
            }
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        kem_runs = (unsigned)strtoul(argv[1], NULL, 10);
    }
    RUN(positions_are_placed_and_told_apart_alike);
    RUN(candidates_are_taken_alike);
    RUN(reed_muller_words_decode_alike);
    RUN(reed_solomon_words_decode_alike_within_and_beyond_the_bound);
    RUN(elements_need_no_alignment_beyond_that_of_a_word);
    RUN(keys_ciphertexts_and_secrets_are_the_same_in_all_tables);
    return TEST_END();
}
