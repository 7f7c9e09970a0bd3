/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Random sessions of DKEM: both sides must arrive at the same secret, every time. The
 * submitted code fails about once in 2000 sessions of DKEM-512.
 *
 * usage: dkem_sessions [COUNT [START]]    START, 64 hex digits, repeats a run
 */
#include "core/rng.h"
#include "kem/kem.h"
#include "test.h"

#include <keybraid/hash.h>

static const kb_kem *const kems[] = {&kb_dkem128,       &kb_dkem256,
                                     &kb_dkem512,       &kb_dkem128_shake,
                                     &kb_dkem256_shake, &kb_dkem512_shake};

static size_t session_count = 200;
static uint8_t start[32];

/* One session from the start, the set and a number; nothing else is random. */
static bool agrees(const kb_kem *kem, size_t set, size_t number) {
    static uint8_t pk[4096], ct[4096];
    uint8_t in[32 + 9], coins[128 + 64], ours[64], theirs[64];
    memcpy(in, start, 32);
    in[32] = (uint8_t)set;
    for (size_t i = 0; i < 8; i++) {
        in[33 + i] = (uint8_t)(number >> 8 * i);
    }
    kb_shake256(coins, sizeof coins, in, sizeof in);
    return kem->public_of(pk, coins) == KB_OK && kem->check_pk(pk) == KB_OK &&
           kem->encaps_derand(ct, ours, pk, coins + 128) == KB_OK &&
           kem->decaps(theirs, ct, coins) == KB_OK &&
           memcmp(ours, theirs, kem->ss_bytes) == 0;
}

TEST(both_sides_agree_in_every_session) {
    for (size_t s = 0; s < sizeof kems / sizeof kems[0]; s++) {
        size_t failed = 0;
        for (size_t i = 0; i < session_count; i++) {
            if (!agrees(kems[s], s, i)) {
                TEST_NOTE("%s: session %zu fails", kems[s]->id, i);
                failed++;
            }
        }
        TEST_NOTE("%s: %zu sessions, %zu failed", kems[s]->id, session_count, failed);
        CHECK_INT(failed, 0);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        session_count = (size_t)strtoull(argv[1], NULL, 10);
    }
    if (argc > 2 ? test_unhex(start, sizeof start, argv[2]) != sizeof start
                 : kb_rng_bytes(start, sizeof start) != KB_OK) {
        return 2;
    }
    printf("# start ");
    for (size_t i = 0; i < sizeof start; i++) {
        printf("%02x", start[i]);
    }
    printf("\n");
    RUN(both_sides_agree_in_every_session);
    return TEST_END();
}
