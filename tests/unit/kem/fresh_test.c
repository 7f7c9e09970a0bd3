/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What keygen and encaps of the seed KEMs draw, and what is left when nothing can be
 * drawn. The system's randomness is replaced by counted bytes. */
#include "kem/kem.h"
#include "test.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/random.h>

static const kb_kem *const kems[] = {
    &kb_mlkem512,      &kb_mlkem768,      &kb_mlkem1024,     &kb_hqc_128_r26,
    &kb_hqc_192_r26,   &kb_hqc_256_r26,   &kb_hqc_128_v500,  &kb_hqc_192_v500,
    &kb_hqc_256_v500,  &kb_dkem128,       &kb_dkem256,       &kb_dkem512,
    &kb_dkem128_shake, &kb_dkem256_shake, &kb_dkem512_shake,
};
#define KEM_COUNT (sizeof kems / sizeof kems[0])

static uint8_t pk[8192], ct[16384], ss[KB_KEM_SS_MAX_BYTES], sk[KB_KEM_SK_MAX_BYTES];
static uint8_t want_pk[sizeof pk], want_ct[sizeof ct], want_ss[sizeof ss];
/* How many bytes there still are, and how many were drawn. */
static size_t supply, drawn;

/* Takes the place of the C library's. */
ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    uint8_t *out = buffer;
    (void)flags;
    if (supply == 0) {
        errno = ENOSYS;
        return -1;
    }
    size_t n = length < supply ? length : supply;
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint8_t)(++drawn);
    }
    supply -= n;
    return (ssize_t)n;
}

static void supply_with(size_t n) {
    supply = n;
    drawn = 0;
}

static bool is_zero(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0) {
            return false;
        }
    }
    return true;
}

TEST(keygen_draws_the_private_key_and_no_more) {
    for (size_t i = 0; i < KEM_COUNT; i++) {
        supply_with(sizeof sk);
        REQUIRE_OK(kems[i]->keygen(pk, sk));
        CHECK_INT(drawn, kems[i]->sk_bytes);
        for (size_t j = 0; j < kems[i]->sk_bytes; j++) {
            CHECK_INT(sk[j], j + 1);
        }
        CHECK_OK(kems[i]->public_of(want_pk, sk));
        CHECK_MEM(pk, want_pk, kems[i]->pk_bytes);
    }
}

TEST(encaps_draws_the_coins_and_no_more) {
    uint8_t coins[KB_KEM_COINS_MAX_BYTES];
    for (size_t i = 0; i < sizeof coins; i++) {
        coins[i] = (uint8_t)(i + 1);
    }
    for (size_t i = 0; i < KEM_COUNT; i++) {
        supply_with(sizeof sk);
        REQUIRE_OK(kems[i]->keygen(pk, sk));
        supply_with(sizeof coins);
        REQUIRE_OK(kems[i]->encaps(ct, ss, pk));
        CHECK_INT(drawn, kems[i]->coins_bytes);
        CHECK_OK(kems[i]->encaps_derand(want_ct, want_ss, pk, coins));
        CHECK_MEM(ct, want_ct, kems[i]->ct_bytes);
        CHECK_MEM(ss, want_ss, kems[i]->ss_bytes);
    }
}

TEST(without_enough_randomness_nothing_is_left_behind) {
    for (size_t i = 0; i < KEM_COUNT; i++) {
        supply_with(sizeof sk);
        REQUIRE_OK(kems[i]->keygen(pk, sk));
        for (size_t missing = 1; missing <= kems[i]->coins_bytes; missing += 15) {
            memset(ct, 0x5a, sizeof ct);
            memset(ss, 0x5a, sizeof ss);
            supply_with(kems[i]->coins_bytes - missing);
            CHECK_STATUS(kems[i]->encaps(ct, ss, pk), KB_ERR_RNG);
            CHECK(is_zero(ct, kems[i]->ct_bytes) && ct[kems[i]->ct_bytes] == 0x5a);
            CHECK(is_zero(ss, kems[i]->ss_bytes) && ss[kems[i]->ss_bytes] == 0x5a);
        }
        memset(sk, 0x5a, sizeof sk);
        supply_with(kems[i]->sk_bytes - 1);
        CHECK_STATUS(kems[i]->keygen(pk, sk), KB_ERR_RNG);
        CHECK(is_zero(sk, kems[i]->sk_bytes));
    }
}

int main(void) {
    for (size_t i = 0; i < KEM_COUNT; i++) {
        /* A byte more than is written is looked at. */
        if (kems[i]->pk_bytes > sizeof pk || kems[i]->ct_bytes >= sizeof ct) {
            return 1;
        }
    }
    RUN(keygen_draws_the_private_key_and_no_more);
    RUN(encaps_draws_the_coins_and_no_more);
    RUN(without_enough_randomness_nothing_is_left_behind);
    return TEST_END();
}
