/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Many messages with a common beginning: the digests are those of the whole messages, for
 * any count, and nothing outside of what was asked for is read or written. */
#include "hash/sha2/many.h"
#include "hash/sha2/sha2_core.h"
#include "test.h"

#include <stdlib.h>

#define COUNT_MAX 17
#define STRIDE    70

/* The message: a block that all have, then `have` bytes that count up from j. */
static void message(uint8_t *out, size_t size, size_t have, size_t j) {
    for (size_t i = 0; i < size; i++) {
        out[i] = (uint8_t)(i * 11);
    }
    for (size_t i = 0; i < have; i++) {
        out[size + i] = (uint8_t)(j + i);
    }
}

static void whole(uint8_t *digest, kb_sha2_core_alg alg, size_t size, size_t have,
                  size_t j) {
    uint8_t text[256];
    kb_sha2_core hash;
    message(text, size, have, j);
    kb_sha2_core_init(&hash, alg);
    kb_sha2_core_absorb(&hash, text, size + have);
    kb_sha2_core_final(&hash, digest);
}

/* The blocks are exactly as much memory as is due: the sanitizers see one byte more. */
static void check256(size_t count, size_t have, size_t words) {
    uint8_t text[256], digest[32], out[(COUNT_MAX + 1) * STRIDE], want[sizeof out];
    uint8_t *blocks = malloc(count * 64);
    uint32_t start[8];
    message(text, 64, 0, 0);
    kb_sha2_midstate256(start, text, 1);
    memset(out, 0xa5, sizeof out);
    memset(want, 0xa5, sizeof want);
    for (size_t j = 0; j < count; j++) {
        message(text, 64, have, j);
        memset(blocks + j * 64, 0xff, 64);
        memcpy(blocks + j * 64, text + 64, have);
        kb_sha2_pad256(blocks + j * 64, have, 64 + have);
        whole(digest, KB_SHA2_CORE_256, 64, have, j);
        memcpy(want + j * STRIDE, digest, 4 * words);
    }
    kb_sha2_finish256(out, STRIDE, words, start, blocks, count);
    CHECK_MEM(out, want, sizeof out);
    free(blocks);
}

static void check512(size_t count, size_t have, size_t words) {
    uint8_t text[256], digest[64], out[(COUNT_MAX + 1) * STRIDE], want[sizeof out];
    uint8_t *blocks = malloc(count * 128);
    uint64_t start[8];
    message(text, 128, 0, 0);
    kb_sha2_midstate512(start, text, 1);
    memset(out, 0xa5, sizeof out);
    memset(want, 0xa5, sizeof want);
    for (size_t j = 0; j < count; j++) {
        message(text, 128, have, j);
        memset(blocks + j * 128, 0xff, 128);
        memcpy(blocks + j * 128, text + 128, have);
        kb_sha2_pad512(blocks + j * 128, have, 128 + have);
        whole(digest, KB_SHA2_CORE_512, 128, have, j);
        memcpy(want + j * STRIDE, digest, 8 * words);
    }
    kb_sha2_finish512(out, STRIDE, words, start, blocks, count);
    CHECK_MEM(out, want, sizeof out);
    free(blocks);
}

TEST(digests_are_those_of_the_whole_messages_for_any_count) {
    for (size_t count = 0; count <= COUNT_MAX; count++) {
        for (size_t words = 1; words <= 8; words++) {
            check256(count, 38, words);
            check512(count, 86, words);
        }
    }
}

TEST(a_last_block_holds_from_nothing_to_all_but_nine_or_seventeen_bytes) {
    for (size_t have = 0; have <= 55; have++) {
        check256(3, have, 8);
    }
    for (size_t have = 0; have <= 111; have++) {
        check512(3, have, 8);
    }
}

/* Values that lie at byte 22 of each block, as in the chains of SLH-DSA. */
TEST(a_step_of_chains_takes_place_inside_the_blocks) {
    enum { AT = 22, N = 16, STEPS = 5 };
    uint8_t blocks[COUNT_MAX][64], text[64 + AT + N], value[32];
    uint32_t start[8];
    message(text, 64, 0, 0);
    kb_sha2_midstate256(start, text, 1);
    for (size_t count = 1; count <= COUNT_MAX; count++) {
        for (size_t j = 0; j < count; j++) {
            message(text, 64, AT + N, j);
            memcpy(blocks[j], text + 64, AT + N);
            kb_sha2_pad256(blocks[j], AT + N, sizeof text);
        }
        for (size_t step = 0; step < STEPS; step++) {
            for (size_t j = 0; j < count; j++) {
                blocks[j][AT - 1] = (uint8_t)step;
            }
            kb_sha2_finish256(blocks[0] + AT, 64, N / 4, start, blocks[0], count);
        }
        for (size_t j = 0; j < count; j++) {
            message(text, 64, AT + N, j);
            for (size_t step = 0; step < STEPS; step++) {
                kb_sha2_core hash;
                text[64 + AT - 1] = (uint8_t)step;
                kb_sha2_core_init(&hash, KB_SHA2_CORE_256);
                kb_sha2_core_absorb(&hash, text, sizeof text);
                kb_sha2_core_final(&hash, value);
                memcpy(text + 64 + AT, value, N);
            }
            CHECK_MEM(blocks[j] + AT, text + 64 + AT, N);
        }
    }
}

/* SHA-256 and SHA-512 of the 56 letters of FIPS 180-4's examples, as a last block after
 * none. */
TEST(a_midstate_of_no_block_is_where_the_standard_starts) {
    static const char letters[] =
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    uint8_t block[128], out[64];
    uint64_t start[8];
    uint32_t start256[8];
    memcpy(block, letters, 56);
    kb_sha2_pad512(block, 56, 56);
    kb_sha2_midstate512(start, NULL, 0);
    kb_sha2_finish512(out, 64, 8, start, block, 1);
    CHECK_HEX(out, 64,
              "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
              "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445");
    memcpy(block, "abc", 3);
    kb_sha2_pad256(block, 3, 3);
    kb_sha2_midstate256(start256, NULL, 0);
    kb_sha2_finish256(out, 32, 8, start256, block, 1);
    CHECK_HEX(out, 32,
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void) {
    RUN(digests_are_those_of_the_whole_messages_for_any_count);
    RUN(a_last_block_holds_from_nothing_to_all_but_nine_or_seventeen_bytes);
    RUN(a_step_of_chains_takes_place_inside_the_blocks);
    RUN(a_midstate_of_no_block_is_where_the_standard_starts);
    return TEST_END();
}
