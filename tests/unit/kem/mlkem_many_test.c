/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Four operations in step against four single ones, with every pair of tables, buffers at
 * any address, good and bad ciphertexts among each other. So many polynomials are drawn
 * that some need a fourth block.
 */
#include "hash/keccak/ops.h"
#include "kem/mlkem/many.h"
#include "kem/mlkem/ops.h"
#include "tables.h"

#include <keybraid/hash.h>

#define MANY KB_MLKEM_MANY
#define RUNS 60

static const kb_mlkem_params *const sets[] = {&kb_mlkem512_params, &kb_mlkem768_params,
                                              &kb_mlkem1024_params};

typedef struct one {
    uint8_t seed[64 + 8], m[32 + 8], ek[KB_MLKEM_EK_MAX_BYTES + 8],
        ct[KB_MLKEM_CT_MAX_BYTES + 8], ss[32 + 8];
} one;

static one want[MANY], got[MANY];
static kb_mlkem_private priv[MANY];
static size_t offset;

static void fill(unsigned set, unsigned run) {
    for (size_t j = 0; j < MANY; j++) {
        uint8_t in[3] = {(uint8_t)set, (uint8_t)run, (uint8_t)j};
        memset(&want[j], 0, sizeof want[j]);
        kb_shake256(want[j].seed + offset, 64, in, sizeof in);
        in[0] |= 0x80;
        kb_shake256(want[j].m + offset, 32, in, sizeof in);
        got[j] = want[j];
    }
}

/* The members of four, from where the offset puts them on. */
#define EACH(name, member)                                                               \
    uint8_t *const name[MANY] = {got[0].member + offset, got[1].member + offset,         \
                                 got[2].member + offset, got[3].member + offset}
#define EACH_IN(name, member)                                                            \
    const uint8_t *const name[MANY] = {got[0].member + offset, got[1].member + offset,   \
                                       got[2].member + offset, got[3].member + offset}

static bool is_as_single(const kb_mlkem_params *params, unsigned run) {
    EACH(ek, ek);
    EACH(ct, ct);
    EACH(ss, ss);
    EACH_IN(seed, seed);
    EACH_IN(m, m);
    EACH_IN(ek_in, ek);
    EACH_IN(ct_in, ct);
    uint8_t dk[KB_MLKEM_DK_MAX_BYTES];
    for (size_t j = 0; j < MANY; j++) {
        one *w = &want[j];
        const uint8_t *s = w->seed + offset;
        kb_mlkem_keygen_derand(params, w->ek + offset, dk, s, s + 32);
        kb_mlkem_encaps_derand(params, w->ct + offset, w->ss + offset, w->ek + offset,
                               w->m + offset);
        kb_mlkem_expand_private(params, &priv[j], dk);
    }
    kb_mlkem_public_of_x4(params, ek, seed);
    kb_mlkem_encaps_x4(params, ct, ss, ek_in, m);
    bool is_same = memcmp(got, want, sizeof got) == 0;
    const kb_mlkem_public *const pub[MANY] = {&priv[0].pub, &priv[1].pub, &priv[2].pub,
                                              &priv[3].pub};
    const kb_mlkem_private *const with[MANY] = {&priv[0], &priv[1], &priv[2], &priv[3]};
    for (size_t j = 0; j < MANY; j++) {
        memset(got[j].ct, 0, sizeof got[j].ct);
        memset(got[j].ss, 0, sizeof got[j].ss);
    }
    kb_mlkem_encaps_to_x4(params, ct, ss, pub, m);
    is_same = is_same && memcmp(got, want, sizeof got) == 0;
    for (size_t j = 0; j < MANY; j++) {
        /* Every pattern of good and bad ones. */
        want[j].ct[offset + 5 * run] ^= (uint8_t)(run >> j & 1);
        got[j].ct[offset + 5 * run] ^= (uint8_t)(run >> j & 1);
        const uint8_t *s = want[j].seed + offset;
        kb_mlkem_decaps_seed(params, want[j].ss + offset, want[j].ct + offset, s, s + 32);
    }
    kb_mlkem_decaps_seed_x4(params, ss, ct_in, seed);
    is_same = is_same && memcmp(got, want, sizeof got) == 0;
    for (size_t j = 0; j < MANY; j++) {
        memset(got[j].ss, 0, sizeof got[j].ss);
    }
    kb_mlkem_decaps_with_x4(params, ss, ct_in, with);
    return is_same && memcmp(got, want, sizeof got) == 0;
}

TEST(four_in_step_give_what_single_ones_give) {
    const kb_ops *keccak, *mlkem;
    for (size_t a = 0; (keccak = next_table(&kb_keccak_family, &a)) != NULL;) {
        for (size_t b = 0; (mlkem = next_table(&kb_mlkem_family, &b)) != NULL;) {
            unsigned bad = 0;
            atomic_store(&kb_keccak_family.chosen, keccak);
            atomic_store(&kb_mlkem_family.chosen, mlkem);
            for (unsigned run = 0; run < 3 * RUNS; run++) {
                offset = run % 8;
                fill(run % 3, run);
                bad += !is_as_single(sets[run % 3], run / 3 % 16);
            }
            TEST_NOTE("Keccak %s, ML-KEM %s: %u differ", keccak->name, mlkem->name, bad);
            CHECK(bad == 0);
        }
    }
}

TEST(four_may_have_one_key) {
    static uint8_t ct[MANY][KB_MLKEM_CT_MAX_BYTES], ss[MANY][32], again[MANY][32];
    static const uint8_t seed[64] = {1}, m[MANY][32] = {{1}, {2}, {3}, {4}};
    uint8_t ek[KB_MLKEM_EK_MAX_BYTES], dk[KB_MLKEM_DK_MAX_BYTES];
    for (size_t set = 0; set < 3; set++) {
        kb_mlkem_keygen_derand(sets[set], ek, dk, seed, seed + 32);
        kb_mlkem_expand_private(sets[set], &priv[0], dk);
        const kb_mlkem_private *const with[MANY] = {&priv[0], &priv[0], &priv[0],
                                                    &priv[0]};
        kb_mlkem_encaps_x4(sets[set], (uint8_t *const[]){ct[0], ct[1], ct[2], ct[3]},
                           (uint8_t *const[]){ss[0], ss[1], ss[2], ss[3]},
                           (const uint8_t *const[]){ek, ek, ek, ek},
                           (const uint8_t *const[]){m[0], m[1], m[2], m[3]});
        kb_mlkem_decaps_with_x4(
            sets[set], (uint8_t *const[]){again[0], again[1], again[2], again[3]},
            (const uint8_t *const[]){ct[0], ct[1], ct[2], ct[3]}, with);
        for (size_t j = 0; j < MANY; j++) {
            uint8_t single_ct[KB_MLKEM_CT_MAX_BYTES], single[32];
            kb_mlkem_encaps_derand(sets[set], single_ct, single, ek, m[j]);
            CHECK_MEM(ct[j], single_ct, sets[set]->ct_bytes);
            CHECK_MEM(ss[j], single, 32);
            CHECK_MEM(again[j], single, 32);
        }
    }
}

int main(void) {
    RUN(four_in_step_give_what_single_ones_give);
    RUN(four_may_have_one_key);
    return TEST_END();
}
