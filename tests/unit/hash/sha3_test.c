/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-3 and SHAKE against known answers, and the order of the public calls. */
#include "test.h"

#include <keybraid/hash.h>

typedef void digest_fn(uint8_t *out, const void *in, size_t len);

/* `lengths` is SHA3-256 over the digests of the 301 messages of length 0..300 whose byte
 * i is 7i + length mod 256; computed with an independent implementation. */
static const struct {
    digest_fn *digest;
    size_t bytes;
    const char *empty, *abc, *a3, *lengths;
} sha3[] = {
    {kb_sha3_224, KB_SHA3_224_BYTES,
     "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
     "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
     "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0",
     "413d175ef100b72457ea608416cbbde469df04e514b064bf17b32c10e252fd00"},
    {kb_sha3_256, KB_SHA3_256_BYTES,
     "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
     "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
     "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787",
     "69fd44e84eaa578a3fbe34556c6fb7edc16373be06260aadfb158090326efefd"},
    {kb_sha3_384, KB_SHA3_384_BYTES,
     "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6"
     "b"
     "d1e058d5f004",
     "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f"
     "1"
     "edf228376d25",
     "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd76197a31fd55ee989f2"
     "d"
     "7050dd473e8f",
     "808d8a3786a58b06346041d2b4be073f6697e3752154a81b1d1ee4f4180b1979"},
    {kb_sha3_512, KB_SHA3_512_BYTES,
     "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e"
     "3"
     "e9402c3ac558f500199d95b6d3e301758586281dcd26",
     "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7"
     "e"
     "c57647e3934057340b4cf408d5a56592f8274eec53f0",
     "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca81b7c13c30adf52a3659"
     "5"
     "84739a2df46be589c51ca1a4a8416df6545a1ce8ba00",
     "0e276358496fea25be788ca6519fad104e5a70e77f4b91864b9ccadbc36c54af"},
};
#define SHA3_COUNT (sizeof sha3 / sizeof sha3[0])

typedef void xof_fn(uint8_t *out, size_t out_len, const void *in, size_t len);

/* `lengths` is the same with as many bytes of output as of input. */
static const struct {
    xof_fn *xof;
    void (*init)(kb_shake *state);
    const char *empty, *abc, *a3, *a3_480, *lengths;
} shake[] = {
    {kb_shake128, kb_shake128_init,
     "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
     "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8",
     "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037",
     "44c9fb359fd56ac0a9a75a743cff6862f17d7259ab075216c0699511643b6439",
     "53e7033072406c15646519cbee59b09029890146856579855d1776012cd952cd"},
    {kb_shake256, kb_shake256_init,
     "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f",
     "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739",
     "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d",
     "6a1a9d7846436e4dca5728b6f760eef0ca92bf0be5615e96959d767197a0beeb",
     "28b5d6b12e90d74b7ce8e516ff621b70f1d235f4184f3837b4c5809e6a29f90d"},
};
#define SHAKE_COUNT (sizeof shake / sizeof shake[0])

static void fill(uint8_t *out, size_t len) {
    for (size_t i = 0; i < len; i++) {
        out[i] = (uint8_t)(7 * i + len);
    }
}

static void fill_a3(uint8_t out[200]) {
    memset(out, 0xa3, 200);
}

TEST(sha3_matches_known_answers) {
    uint8_t out[KB_SHA3_MAX_BYTES], a3[200];
    fill_a3(a3);
    for (size_t f = 0; f < SHA3_COUNT; f++) {
        sha3[f].digest(out, NULL, 0);
        CHECK_HEX(out, sha3[f].bytes, sha3[f].empty);
        sha3[f].digest(out, "abc", 3);
        CHECK_HEX(out, sha3[f].bytes, sha3[f].abc);
        sha3[f].digest(out, a3, sizeof a3);
        CHECK_HEX(out, sha3[f].bytes, sha3[f].a3);
    }
}

TEST(sha3_is_right_at_every_length_around_the_rate) {
    for (size_t f = 0; f < SHA3_COUNT; f++) {
        kb_sha3 all;
        REQUIRE_OK(kb_sha3_init(&all, KB_SHA3_256_BYTES));
        for (size_t len = 0; len <= 300; len++) {
            uint8_t in[300], out[KB_SHA3_MAX_BYTES];
            fill(in, len);
            sha3[f].digest(out, in, len);
            CHECK_OK(kb_sha3_update(&all, out, sha3[f].bytes));
        }
        uint8_t got[KB_SHA3_256_BYTES];
        REQUIRE_OK(kb_sha3_final(&all, got));
        CHECK_HEX(got, sizeof got, sha3[f].lengths);
    }
}

TEST(sha3_does_not_depend_on_how_the_input_is_cut) {
    uint8_t in[300];
    fill(in, sizeof in);
    for (size_t f = 0; f < SHA3_COUNT; f++) {
        uint8_t want[KB_SHA3_MAX_BYTES], got[KB_SHA3_MAX_BYTES];
        sha3[f].digest(want, in, sizeof in);
        for (size_t cut = 0; cut <= sizeof in; cut++) {
            kb_sha3 state;
            REQUIRE_OK(kb_sha3_init(&state, sha3[f].bytes));
            CHECK_OK(kb_sha3_update(&state, in, cut));
            CHECK_OK(kb_sha3_update(&state, NULL, 0));
            CHECK_OK(kb_sha3_update(&state, in + cut, sizeof in - cut));
            CHECK_OK(kb_sha3_final(&state, got));
            CHECK_MEM(got, want, sha3[f].bytes);
        }
        for (size_t step = 1; step < 20; step++) {
            kb_sha3 state;
            REQUIRE_OK(kb_sha3_init(&state, sha3[f].bytes));
            for (size_t at = 0; at < sizeof in; at += step) {
                size_t n = sizeof in - at < step ? sizeof in - at : step;
                CHECK_OK(kb_sha3_update(&state, in + at, n));
            }
            CHECK_OK(kb_sha3_final(&state, got));
            CHECK_MEM(got, want, sha3[f].bytes);
        }
    }
}

TEST(sha3_refuses_unknown_sizes_and_wrong_order) {
    static const size_t bad[] = {0, 1, 20, 27, 29, 31, 33, 63, 65, 100, 200, (size_t)-1};
    kb_sha3 state;
    uint8_t out[KB_SHA3_MAX_BYTES] = {0x5a};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(kb_sha3_init(&state, bad[i]), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_sha3_update(&state, "a", 1), KB_ERR_STATE);
        CHECK_STATUS(kb_sha3_final(&state, out), KB_ERR_STATE);
        CHECK_INT(out[0], 0x5a);
    }
    REQUIRE_OK(kb_sha3_init(&state, KB_SHA3_256_BYTES));
    CHECK_OK(kb_sha3_final(&state, out));
    CHECK_STATUS(kb_sha3_update(&state, "a", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_sha3_final(&state, out), KB_ERR_STATE);
}

TEST(a_finished_or_wiped_state_holds_nothing) {
    static const uint8_t zero[sizeof(kb_sha3)];
    kb_sha3 state;
    uint8_t out[KB_SHA3_MAX_BYTES];
    REQUIRE_OK(kb_sha3_init(&state, KB_SHA3_512_BYTES));
    CHECK_OK(kb_sha3_update(&state, "secret", 6));
    CHECK_OK(kb_sha3_final(&state, out));
    CHECK_MEM(&state, zero, sizeof state);
    kb_shake xof;
    kb_shake256_init(&xof);
    CHECK_OK(kb_shake_absorb(&xof, "secret", 6));
    kb_shake_wipe(&xof);
    CHECK_MEM(&xof, zero, sizeof xof);
    CHECK_STATUS(kb_shake_absorb(&xof, "a", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_shake_squeeze(&xof, out, 1), KB_ERR_STATE);
}

TEST(shake_matches_known_answers) {
    uint8_t out[512], a3[200];
    fill_a3(a3);
    for (size_t f = 0; f < SHAKE_COUNT; f++) {
        shake[f].xof(out, 32, NULL, 0);
        CHECK_HEX(out, 32, shake[f].empty);
        shake[f].xof(out, 32, "abc", 3);
        CHECK_HEX(out, 32, shake[f].abc);
        shake[f].xof(out, 512, a3, sizeof a3);
        CHECK_HEX(out, 32, shake[f].a3);
        CHECK_HEX(out + 480, 32, shake[f].a3_480);
    }
}

TEST(shake_is_right_at_every_length_around_the_rate) {
    for (size_t f = 0; f < SHAKE_COUNT; f++) {
        kb_sha3 all;
        REQUIRE_OK(kb_sha3_init(&all, KB_SHA3_256_BYTES));
        for (size_t len = 0; len <= 300; len++) {
            uint8_t in[300], out[300];
            fill(in, len);
            shake[f].xof(out, len, in, len);
            CHECK_OK(kb_sha3_update(&all, out, len));
        }
        uint8_t got[KB_SHA3_256_BYTES];
        REQUIRE_OK(kb_sha3_final(&all, got));
        CHECK_HEX(got, sizeof got, shake[f].lengths);
    }
}

TEST(shake_does_not_depend_on_how_the_output_is_cut) {
    uint8_t a3[200], want[600], got[600];
    fill_a3(a3);
    for (size_t f = 0; f < SHAKE_COUNT; f++) {
        shake[f].xof(want, sizeof want, a3, sizeof a3);
        for (size_t step = 1; step <= 200; step++) {
            kb_shake state;
            shake[f].init(&state);
            CHECK_OK(kb_shake_absorb(&state, a3, step));
            CHECK_OK(kb_shake_absorb(&state, a3 + step, sizeof a3 - step));
            CHECK_OK(kb_shake_finalize(&state));
            for (size_t at = 0; at < sizeof got; at += step) {
                size_t n = sizeof got - at < step ? sizeof got - at : step;
                CHECK_OK(kb_shake_squeeze(&state, got + at, n));
            }
            CHECK_OK(kb_shake_squeeze(&state, NULL, 0));
            CHECK_MEM(got, want, sizeof want);
        }
    }
}

TEST(shake_refuses_wrong_order) {
    kb_shake state;
    uint8_t out[4] = {1, 2, 3, 4};
    kb_shake128_init(&state);
    CHECK_STATUS(kb_shake_squeeze(&state, out, 4), KB_ERR_STATE);
    CHECK_INT(out[0], 1);
    CHECK_OK(kb_shake_finalize(&state));
    CHECK_STATUS(kb_shake_absorb(&state, "a", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_shake_finalize(&state), KB_ERR_STATE);
    CHECK_OK(kb_shake_squeeze(&state, out, 4));
    CHECK_HEX(out, 4, "7f9c2ba4");
}

int main(void) {
    RUN(sha3_matches_known_answers);
    RUN(sha3_is_right_at_every_length_around_the_rate);
    RUN(sha3_does_not_depend_on_how_the_input_is_cut);
    RUN(sha3_refuses_unknown_sizes_and_wrong_order);
    RUN(a_finished_or_wiped_state_holds_nothing);
    RUN(shake_matches_known_answers);
    RUN(shake_is_right_at_every_length_around_the_rate);
    RUN(shake_does_not_depend_on_how_the_output_is_cut);
    RUN(shake_refuses_wrong_order);
    return TEST_END();
}
