/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-2 against FIPS 180-4 examples and sums over every short length. */
#include "test.h"

#include <keybraid/hash.h>

typedef kb_status (*once_fn)(uint8_t *out, const void *in, size_t len);

typedef struct row {
    kb_hash_alg alg;
    once_fn once;
    const char *empty, *abc;
    const char *all; /* hash of the hashes of the first 0..999 bytes 00 01 02 ... */
} row;

static const row rows[] = {
    {KB_HASH_SHA256, kb_sha256,
     "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
     "d21a557131616c7c58c814b1bb8c302ab23ee5d1252275d66754878cafb20da0"},
    {KB_HASH_SHA384, kb_sha384,
     "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd5"
     "1ad2f14898b95b",
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358"
     "baeca134c825a7",
     "3dabb0103037187f164a9b7b180ea5ae1bf850cfd59013ec38007d2c65237fc8eaa7ef007c37e806a0"
     "2ff5e987e42a07"},
    {KB_HASH_SHA512, kb_sha512,
     "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff"
     "8318d2877eec2f63b931bd47417a81a538327af927da3e",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836"
     "ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
     "d2b5c91419d418658ff5abefb615969084dad744f44ef6212242cbb0e9b59b128c5dc8d3eefc69c401"
     "332ee0f266c1a5c5280603aec6131bbc26b9a074a10cef"},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

TEST(one_shot_gives_the_standard_answers) {
    for (size_t r = 0; r < ROW_COUNT; r++) {
        uint8_t out[KB_HASH_MAX_BYTES];
        size_t n = kb_hash_bytes(rows[r].alg);
        CHECK_OK(rows[r].once(out, NULL, 0));
        CHECK_HEX(out, n, rows[r].empty);
        CHECK_OK(rows[r].once(out, "abc", 3));
        CHECK_HEX(out, n, rows[r].abc);
    }
}

TEST(every_length_and_every_split_gives_the_same_answer) {
    uint8_t text[1000], one[KB_HASH_MAX_BYTES], two[KB_HASH_MAX_BYTES];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)i;
    }
    for (size_t r = 0; r < ROW_COUNT; r++) {
        size_t n = kb_hash_bytes(rows[r].alg);
        kb_sha2 *all = NULL, *hash = NULL;
        REQUIRE_OK(kb_sha2_new(&all, rows[r].alg));
        REQUIRE_OK(kb_sha2_new(&hash, rows[r].alg));
        for (size_t len = 0; len < sizeof text; len++) {
            size_t cut = (len * 37) % (len + 1);
            CHECK_OK(rows[r].once(one, text, len));
            CHECK_OK(kb_sha2_restart(hash));
            CHECK_OK(kb_sha2_update(hash, text, cut));
            CHECK_OK(kb_sha2_update(hash, text + cut, len - cut));
            CHECK_OK(kb_sha2_final(hash, two));
            CHECK_MEM(one, two, n);
            CHECK_OK(kb_sha2_update(all, one, n));
        }
        CHECK_OK(kb_sha2_final(all, one));
        CHECK_HEX(one, n, rows[r].all);
        kb_sha2_free(all);
        kb_sha2_free(hash);
    }
}

TEST(a_copy_goes_its_own_way) {
    kb_sha2 *a = NULL, *b = NULL;
    uint8_t out[KB_SHA256_BYTES];
    REQUIRE_OK(kb_sha2_new(&a, KB_HASH_SHA256));
    REQUIRE_OK(kb_sha2_new(&b, KB_HASH_SHA256));
    CHECK_OK(kb_sha2_update(b, "noise", 5));
    CHECK_OK(kb_sha2_update(a, "ab", 2));
    CHECK_OK(kb_sha2_copy(b, a));
    CHECK_OK(kb_sha2_update(a, "d", 1));
    CHECK_OK(kb_sha2_update(b, "c", 1));
    CHECK_OK(kb_sha2_final(b, out));
    CHECK_HEX(out, sizeof out, rows[0].abc);
    kb_sha2_free(a);
    kb_sha2_free(b);
}

TEST(a_finished_hash_takes_nothing_more) {
    kb_sha2 *hash = NULL;
    uint8_t out[KB_SHA512_BYTES];
    REQUIRE_OK(kb_sha2_new(&hash, KB_HASH_SHA512));
    CHECK_OK(kb_sha2_final(hash, out));
    CHECK_STATUS(kb_sha2_update(hash, "x", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_sha2_final(hash, out), KB_ERR_STATE);
    CHECK_OK(kb_sha2_restart(hash));
    CHECK_OK(kb_sha2_update(hash, "abc", 3));
    CHECK_OK(kb_sha2_final(hash, out));
    CHECK_HEX(out, sizeof out, rows[2].abc);
    kb_sha2_free(hash);
    kb_sha2_free(NULL);
}

TEST(unknown_and_mixed_functions_are_refused) {
    kb_sha2 *a = NULL, *b = NULL;
    CHECK_STATUS(kb_sha2_new(&a, (kb_hash_alg)0), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_sha2_new(&a, (kb_hash_alg)4), KB_ERR_ARGUMENT);
    CHECK(a == NULL);
    CHECK_INT(kb_hash_bytes((kb_hash_alg)4), 0);
    REQUIRE_OK(kb_sha2_new(&a, KB_HASH_SHA256));
    REQUIRE_OK(kb_sha2_new(&b, KB_HASH_SHA512));
    CHECK_STATUS(kb_sha2_copy(b, a), KB_ERR_ARGUMENT);
    kb_sha2_free(a);
    kb_sha2_free(b);
}

int main(void) {
    RUN(one_shot_gives_the_standard_answers);
    RUN(every_length_and_every_split_gives_the_same_answer);
    RUN(a_copy_goes_its_own_way);
    RUN(a_finished_hash_takes_nothing_more);
    RUN(unknown_and_mixed_functions_are_refused);
    return TEST_END();
}
