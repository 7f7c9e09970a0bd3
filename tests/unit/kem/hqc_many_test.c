/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Four operations side by side against four single ones, with every table of Keccak, good
 * and bad ciphertexts among each other; and nothing secret is left in the work area. */
#include "kem/hqc/many.h"

#include "hash/keccak/ops.h"
#include "kem/kem.h"
#include "tables.h"

#include <keybraid/hash.h>

#define MANY KB_KEM_MANY

static const kb_kem *const kems[] = {&kb_hqc_128_r26,  &kb_hqc_192_r26,
                                     &kb_hqc_256_r26,  &kb_hqc_128_v500,
                                     &kb_hqc_192_v500, &kb_hqc_256_v500};

static uint8_t sk[MANY][32], coins[MANY][64], pk[MANY][KB_HQC_EK_MAX_BYTES],
    ct[MANY][KB_HQC_CT_MAX_BYTES], ss[MANY][32], want_pk[KB_HQC_EK_MAX_BYTES],
    want_ct[KB_HQC_CT_MAX_BYTES], want_ss[32];
static uint8_t *const pk_out[] = {pk[0], pk[1], pk[2], pk[3]},
                      *const ct_out[] = {ct[0], ct[1], ct[2], ct[3]},
                      *const ss_out[] = {ss[0], ss[1], ss[2], ss[3]};
static const uint8_t *const sk_in[] = {sk[0], sk[1], sk[2], sk[3]},
                            *const coins_in[] = {coins[0], coins[1], coins[2], coins[3]},
                            *const pk_in[] = {pk[0], pk[1], pk[2], pk[3]},
                            *const ct_in[] = {ct[0], ct[1], ct[2], ct[3]};
static kb_hqc_many_room room;
static kb_hqc_private kept[MANY];

static bool has_secrets(void) {
    unsigned any = 0;
    for (size_t j = 0; j < MANY; j++) {
        const kb_hqc_private *priv = &room.priv[j];
        const uint8_t *from = (const uint8_t *)&priv->y;
        for (size_t i = 0; i < sizeof *priv - offsetof(kb_hqc_private, y); i++) {
            any |= from[i];
        }
    }
    return any != 0;
}

static void check_decaps(const kb_kem *kem) {
    for (size_t j = 0; j < MANY; j++) {
        CHECK_OK(kem->decaps(want_ss, ct[j], sk[j]));
        CHECK_MEM(ss[j], want_ss, 32);
    }
}

static void run(const kb_kem *kem, uint8_t number) {
    for (size_t j = 0; j < MANY; j++) {
        const uint8_t in[2] = {number, (uint8_t)j};
        kb_shake256(sk[j], 32, in, 2);
        kb_shake256(coins[j], 64, sk[j], 32);
    }
    memset(&room, 0, sizeof room);
    kem->many->public_of(pk_out, sk_in, &room);
    CHECK(!has_secrets());
    kem->many->encaps(ct_out, ss_out, pk_in, coins_in, &room);
    for (size_t j = 0; j < MANY; j++) {
        CHECK_OK(kem->public_of(want_pk, sk[j]));
        CHECK_MEM(pk[j], want_pk, kem->pk_bytes);
        CHECK_OK(kem->encaps_derand(want_ct, want_ss, want_pk, coins[j]));
        CHECK_MEM(ct[j], want_ct, kem->ct_bytes);
        CHECK_MEM(ss[j], want_ss, 32);
        ct[j][100 * j] ^= (uint8_t)(number >> j & 1);
        kem->keyed->from_sk(&kept[j], sk[j]);
    }
    memset(ss, 0, sizeof ss);
    kem->many->decaps(ss_out, ct_in, sk_in, &room);
    CHECK(!has_secrets());
    check_decaps(kem);
    memset(ss, 0, sizeof ss);
    const void *const keyed[] = {&kept[0], &kept[1], &kept[2], &kept[3]};
    kem->many->keyed_decaps(ss_out, ct_in, keyed);
    check_decaps(kem);
}

TEST(four_side_by_side_give_what_single_ones_give) {
    const kb_ops *keccak;
    for (size_t a = 0; (keccak = next_table(&kb_keccak_family, &a)) != NULL;) {
        atomic_store(&kb_keccak_family.chosen, keccak);
        for (size_t i = 0; i < sizeof kems / sizeof kems[0]; i++) {
            CHECK(kems[i]->many->room_bytes == sizeof room);
            run(kems[i], (uint8_t)(6 + i));
            run(kems[i], (uint8_t)(1 + i));
        }
    }
}

int main(void) {
    RUN(four_side_by_side_give_what_single_ones_give);
    return TEST_END();
}
