/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ML-KEM over many random inputs, compared with one digest each.
 *
 * Accumulated: SHAKE128 of the empty string gives d, z, m and an arbitrary ciphertext for
 * each of N rounds; a second SHAKE128 absorbs ek, dk, c, K and the secret of the
 * arbitrary ciphertext. The procedure is that of C2SP/CCTV, the figures those of the
 * final FIPS 203 (key generation hashes the module rank too).
 */
#include "core/cpu.h"
#include "kem/mlkem/mlkem.h"
#include "test.h"

#include <keybraid/hash.h>

static const struct {
    const kb_mlkem_params *params;
    const char *n100, *n10000, *listed;
} sets[] = {
    {&kb_mlkem512_params,
     "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1",
     "705dcffc87f4e67e35a09dcaa31772e86f3341bd3ccf1e78a5fef99ae6a35a13",
     "0a2d61707a68c0cac7b2a5005def19994e4e2a25cf8dc512b1254cbaa25473c0"},
    {&kb_mlkem768_params,
     "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7",
     "f959d18d3d1180121433bf0e05f11e7908cf9d03edc150b2b07cb90bef5bc1c1",
     "8cff42556667edbd0fec7d0b2666d7710d80db71b684f8b4852a37ece2a4c844"},
    {&kb_mlkem1024_params,
     "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df",
     "e3bf82b013307b2e9d47dde791ff6dfc82e694e6382404abdb948b908b75bad5",
     "f9c6e424f4593cca818493cfe2424178ed0caa2a3945dc1a57cbb5d99e18ad2d"},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t ek[KB_MLKEM_EK_MAX_BYTES], dk[KB_MLKEM_DK_MAX_BYTES],
    ct[KB_MLKEM_CT_MAX_BYTES], other[KB_MLKEM_CT_MAX_BYTES];

static void accumulate(const kb_mlkem_params *params, int rounds, const char *want) {
    kb_shake stream, sum;
    kb_shake128_init(&stream);
    kb_shake128_init(&sum);
    REQUIRE_OK(kb_shake_finalize(&stream));
    for (int i = 0; i < rounds; i++) {
        uint8_t in[96], ss[32], again[32], rejected[32];
        REQUIRE_OK(kb_shake_squeeze(&stream, in, sizeof in));
        REQUIRE_OK(kb_shake_squeeze(&stream, other, params->ct_bytes));
        kb_mlkem_keygen_derand(params, ek, dk, in, in + 32);
        kb_mlkem_encaps_derand(params, ct, ss, ek, in + 64);
        kb_mlkem_decaps(params, again, ct, dk);
        kb_mlkem_decaps(params, rejected, other, dk);
        CHECK_MEM(again, ss, sizeof ss);
        REQUIRE_OK(kb_shake_absorb(&sum, ek, params->ek_bytes));
        REQUIRE_OK(kb_shake_absorb(&sum, dk, params->dk_bytes));
        REQUIRE_OK(kb_shake_absorb(&sum, ct, params->ct_bytes));
        REQUIRE_OK(kb_shake_absorb(&sum, ss, sizeof ss));
        REQUIRE_OK(kb_shake_absorb(&sum, rejected, sizeof rejected));
    }
    uint8_t got[32];
    REQUIRE_OK(kb_shake_finalize(&sum));
    REQUIRE_OK(kb_shake_squeeze(&sum, got, sizeof got));
    CHECK_HEX(got, sizeof got, want);
}

TEST(accumulated_digest_of_100_rounds_is_the_published_one) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        accumulate(sets[i].params, 100, sets[i].n100);
    }
}

TEST(accumulated_digest_of_10000_rounds_is_the_published_one) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        accumulate(sets[i].params, 10000, sets[i].n10000);
    }
}

static void list(kb_sha2 *sum, const char *name, const uint8_t *p, size_t n) {
    char line[2 * KB_MLKEM_DK_MAX_BYTES + 8];
    size_t at = (size_t)snprintf(line, sizeof line, "%s = ", name);
    for (size_t i = 0; i < n; i++) {
        at += (size_t)snprintf(line + at, sizeof line - at, "%02x", p[i]);
    }
    line[at++] = '\n';
    REQUIRE_OK(kb_sha2_update(sum, line, at));
}

TEST(digest_of_the_listing_of_100_rounds_is_the_published_one) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        const kb_mlkem_params *params = sets[i].params;
        uint8_t coins[96], ss[32], got[KB_SHA256_BYTES];
        for (size_t j = 0; j < 64; j++) {
            coins[j] = (uint8_t)(0x20 + j);
        }
        kb_shake256(coins, sizeof coins, coins, 64);
        kb_sha2 *sum;
        REQUIRE_OK(kb_sha2_new(&sum, KB_HASH_SHA256));
        for (int round = 0; round < 100; round++) {
            kb_shake256(coins, sizeof coins, coins, sizeof coins);
            kb_mlkem_keygen_derand(params, ek, dk, coins, coins + 32);
            kb_mlkem_encaps_derand(params, ct, ss, ek, coins + 64);
            list(sum, "pk", ek, params->ek_bytes);
            list(sum, "sk", dk, params->dk_bytes);
            list(sum, "ct", ct, params->ct_bytes);
            list(sum, "ss", ss, sizeof ss);
        }
        CHECK_OK(kb_sha2_final(sum, got));
        kb_sha2_free(sum);
        CHECK_HEX(got, sizeof got, sets[i].listed);
    }
}

/* With the argument "long" the 10000 rounds, which take a while in a debug build. */
int main(int argc, char **argv) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    if (argc == 2 && strcmp(argv[1], "long") == 0) {
        RUN(accumulated_digest_of_10000_rounds_is_the_published_one);
    } else {
        RUN(accumulated_digest_of_100_rounds_is_the_published_one);
        RUN(digest_of_the_listing_of_100_rounds_is_the_published_one);
    }
    return TEST_END();
}
