/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The six SHA-2 functions over our own compression: standard answers, every short length,
 * every way to cut. */
#include "hash/sha2/sha2_core.h"
#include "test.h"

typedef struct row {
    kb_sha2_core_alg alg;
    size_t bytes;
    const char *abc; /* FIPS 180-4 examples */
    const char *all; /* hash of the hashes of the first 0..299 bytes 00 01 02 ... */
} row;

static const row rows[] = {
    {KB_SHA2_CORE_224, 28, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
     "aea0c674dc72b769fd3d469115eb75a7679cb9bc427bbc9fe724f08e"},
    {KB_SHA2_CORE_256, 32,
     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
     "df90175783c44235cf6aefd935a2c2747f42399416d16789ece339f1fd26d835"},
    {KB_SHA2_CORE_384, 48,
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358"
     "baeca134c825a7",
     "6e7bbca78761c12cbe06d9d1874b8f819d0757200359f40f7cda1918979607d5e98c18577fdbb9804b"
     "7b2fce35afcd8e"},
    {KB_SHA2_CORE_512, 64,
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836"
     "ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
     "97248248ab8e9324b9577e93acd92914d32bb25edcacbb91edb75576dea14781b5b477c027835c43a0"
     "8ddc16cbbcd6d067d159897e5c18aa43aeeb2e49811bb3"},
    {KB_SHA2_CORE_512_224, 28, "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
     "7a94589848ae8febef91652a761875dd4840f98851603ae2e5ea80dd"},
    {KB_SHA2_CORE_512_256, 32,
     "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
     "b7d81f916805eef5c7767a6d539d6d7a6eec0402ad3233842b16f9b1727cabc8"},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

static uint8_t message[700];

static void once(uint8_t *out, const row *r, const void *in, size_t len) {
    kb_sha2_core hash;
    kb_sha2_core_init(&hash, r->alg);
    CHECK_INT(hash.digest_bytes, r->bytes);
    kb_sha2_core_absorb(&hash, in, len);
    kb_sha2_core_final(&hash, out);
}

TEST(functions_give_the_standard_answers) {
    for (size_t i = 0; i < ROW_COUNT; i++) {
        uint8_t out[KB_SHA2_CORE_MAX_BYTES];
        once(out, &rows[i], "abc", 3);
        CHECK_HEX(out, rows[i].bytes, rows[i].abc);
    }
}

TEST(every_short_length_is_padded_right) {
    for (size_t i = 0; i < ROW_COUNT; i++) {
        uint8_t out[KB_SHA2_CORE_MAX_BYTES];
        kb_sha2_core all;
        kb_sha2_core_init(&all, rows[i].alg);
        for (size_t len = 0; len < 300; len++) {
            once(out, &rows[i], message, len);
            kb_sha2_core_absorb(&all, out, rows[i].bytes);
        }
        kb_sha2_core_final(&all, out);
        CHECK_HEX(out, rows[i].bytes, rows[i].all);
    }
}

TEST(cuts_of_the_input_do_not_matter) {
    for (size_t i = 0; i < ROW_COUNT; i++) {
        uint8_t want[KB_SHA2_CORE_MAX_BYTES], got[KB_SHA2_CORE_MAX_BYTES];
        once(want, &rows[i], message, sizeof message);
        for (size_t first = 0; first <= 260; first++) {
            for (size_t second = 0; second <= 260; second += 37) {
                kb_sha2_core hash;
                kb_sha2_core_init(&hash, rows[i].alg);
                kb_sha2_core_absorb(&hash, message, first);
                kb_sha2_core_absorb(&hash, NULL, 0);
                kb_sha2_core_absorb(&hash, message + first, second);
                kb_sha2_core_absorb(&hash, message + first + second,
                                    sizeof message - first - second);
                kb_sha2_core_final(&hash, got);
                CHECK_MEM(got, want, rows[i].bytes);
            }
        }
    }
}

TEST(a_finished_state_is_wiped) {
    static const kb_sha2_core zero;
    kb_sha2_core hash;
    uint8_t out[KB_SHA2_CORE_MAX_BYTES];
    kb_sha2_core_init(&hash, KB_SHA2_CORE_512);
    kb_sha2_core_absorb(&hash, message, 200);
    kb_sha2_core_final(&hash, out);
    CHECK_MEM(&hash, &zero, sizeof hash);
}

/* Messages that end within a byte. The first answers are those of RFC 6234, section 8.5
 * (test 7 of each function). */
TEST(a_message_may_end_within_a_byte) {
    static const struct {
        kb_sha2_core_alg alg;
        uint8_t last; /* five bits at the upper end */
        const char *want;
    } answers[] = {
        {KB_SHA2_CORE_224, 0x68,
         "e3b048552c3c387bcab37f6eb06bb79b96a4aee5ff27f51531a9551c"},
        {KB_SHA2_CORE_256, 0x68,
         "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"},
        {KB_SHA2_CORE_384, 0x10,
         "8d17be79e32b6718e07d8a603eb84ba0478f7fcfd1bb93995f7d1149e09143ac1ffcfc56820e469"
         "f"
         "3878d957a15a3fe4"},
        {KB_SHA2_CORE_512, 0xb0,
         "d4ee29a9e90985446b913cf1d1376c836f4be2c1cf3cada0720a6bf4857d886a7ecb3c4e4c0fa8c"
         "7"
         "f95214e41dc1b0d21b22a84cc03bf8ce4845f34dd5bdbad4"},
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        for (unsigned rest = 0; rest < 8; rest++) {
            kb_sha2_core hash;
            uint8_t out[KB_SHA2_CORE_MAX_BYTES];
            kb_sha2_core_init(&hash, answers[i].alg);
            size_t bytes = hash.digest_bytes;
            /* The bits below the message's own do not count. */
            kb_sha2_core_final_bits(&hash, out, (uint8_t)(answers[i].last | rest), 5);
            CHECK_HEX(out, bytes, answers[i].want);
        }
    }
}

/* Hash of the hashes of the first 0..1100 bits of 00 01 02 ..., from a computation of
 * FIPS 180-4 on strings of bits. */
TEST(every_number_of_bits_is_padded_right) {
    static const char *const want[ROW_COUNT] = {
        "8551f93d4bd0a7ac172495bceb19cb769221e9e91caa7363aedecab7",
        "e122cb87dba0566689239bbffff9037e049b1c8c72dedc811cbb9bc014eed095",
        "a54b7333b4a5fd3398d77b1359f41ea0371d86c55e2f6d3545690c188e7bc6d1f43d61280daf93f9"
        "7aad60d2ef949821",
        "8722de239920640e01f7e9d4f93d6de2d7729161c38535c2a749940f1623e1b60154455b5d4ff57e"
        "f5cd84808c03f74996710a41cb329f6da07049f224ea143b",
        "156f8662feaa98d95fd99d4d68f9d72e8cf6563e6c379667a90506a2",
        "38a83aa5075109f38e2114764e05cec657b5bff5490edbf1cd535931be8a960d",
    };
    for (size_t i = 0; i < ROW_COUNT; i++) {
        uint8_t out[KB_SHA2_CORE_MAX_BYTES];
        kb_sha2_core all, hash;
        kb_sha2_core_init(&all, rows[i].alg);
        for (size_t bits = 0; bits <= 1100; bits++) {
            kb_sha2_core_init(&hash, rows[i].alg);
            kb_sha2_core_absorb(&hash, message, bits / 8);
            kb_sha2_core_final_bits(&hash, out, message[bits / 8], bits % 8);
            kb_sha2_core_absorb(&all, out, rows[i].bytes);
        }
        kb_sha2_core_final(&all, out);
        CHECK_HEX(out, rows[i].bytes, want[i]);
    }
}

int main(void) {
    for (size_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)i;
    }
    RUN(functions_give_the_standard_answers);
    RUN(every_short_length_is_padded_right);
    RUN(a_message_may_end_within_a_byte);
    RUN(every_number_of_bits_is_padded_right);
    RUN(cuts_of_the_input_do_not_matter);
    RUN(a_finished_state_is_wiped);
    return TEST_END();
}
