/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SM3: known digests, pieces, states, messages side by side, and the layer of DKEM. */
#include "core/bytes.h"
#include "dkem_drbg.h"
#include "hash/hash_count.h"
#include "hash/sm3/sm3.h"
#include "tables.h"

#define LANES KB_SM3_LANE_COUNT

/* The two examples of GB/T 32905, annex A, then common figures. */
TEST(known_messages_have_the_known_digests) {
    uint8_t out[32], text[64];
    kb_sm3_hash(out, "abc", 3);
    CHECK_HEX(out, 32,
              "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0");
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)("abcd"[i % 4]);
    }
    kb_sm3_hash(out, text, sizeof text);
    CHECK_HEX(out, 32,
              "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732");
    kb_sm3_hash(out, NULL, 0);
    CHECK_HEX(out, 32,
              "1ab21d8355cfa17f8e61194831e81a8f22bec8c728fefb747ed035eb5082aa2b");
    /* The longest last block and the shortest message that needs one more. */
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)i;
    }
    kb_sm3_hash(out, text, 55);
    CHECK_HEX(out, 32,
              "a79cf9dcee3404abf7f769698201647fd9d3ff61d629d0f58bb4b5579a427db8");
    kb_sm3_hash(out, text, 56);
    CHECK_HEX(out, 32,
              "62f7363b15f4de76dd925c493b9d6d00d4ba0ef2a1f334c1d0f13b293aeb40d1");
}

TEST(a_million_letters_have_the_known_digest) {
    uint8_t out[32], piece[1000];
    kb_sm3 state;
    memset(piece, 'a', sizeof piece);
    kb_sm3_init(&state);
    for (size_t i = 0; i < 1000; i++) {
        CHECK_OK(kb_sm3_update(&state, piece, sizeof piece));
    }
    CHECK_OK(kb_sm3_final(&state, out));
    CHECK_HEX(out, 32,
              "c8aaf89429554029e231941a2acc0ad61ff2a5acd8fadd25847a3a732b3b02c3");
}

TEST(every_cut_of_a_message_gives_the_same_digest) {
    uint8_t in[200], want[32], got[32];
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = (uint8_t)(i * 7);
    }
    for (size_t len = 0; len <= sizeof in; len += 1 + len / 20) {
        kb_sm3_hash(want, in, len);
        for (size_t cut = 0; cut <= len; cut++) {
            kb_sm3 state;
            kb_sm3_init(&state);
            CHECK_OK(kb_sm3_update(&state, in, cut));
            CHECK_OK(kb_sm3_update(&state, NULL, 0));
            CHECK_OK(kb_sm3_update(&state, in + cut, len - cut));
            CHECK_OK(kb_sm3_final(&state, got));
            CHECK_MEM(got, want, 32);
        }
    }
}

TEST(a_copied_state_goes_on_by_itself) {
    uint8_t a[32], b[32], want[32];
    kb_sm3 first, second;
    kb_sm3_init(&first);
    CHECK_OK(kb_sm3_update(&first, "ab", 2));
    second = first;
    CHECK_OK(kb_sm3_update(&first, "c", 1));
    CHECK_OK(kb_sm3_final(&first, a));
    CHECK_OK(kb_sm3_update(&second, "c", 1));
    CHECK_OK(kb_sm3_final(&second, b));
    kb_sm3_hash(want, "abc", 3);
    CHECK_MEM(a, want, 32);
    CHECK_MEM(b, want, 32);
}

TEST(a_state_that_is_finished_wiped_or_never_begun_is_refused) {
    uint8_t out[32], untouched[32];
    kb_sm3 state = {0};
    memset(out, 0x5a, sizeof out);
    memset(untouched, 0x5a, sizeof untouched);
    CHECK_STATUS(kb_sm3_update(&state, "a", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_sm3_final(&state, out), KB_ERR_STATE);
    CHECK_MEM(out, untouched, 32);
    kb_sm3_init(&state);
    kb_sm3_wipe(&state);
    CHECK_STATUS(kb_sm3_update(&state, "a", 1), KB_ERR_STATE);
    kb_sm3_init(&state);
    CHECK_OK(kb_sm3_final(&state, out));
    static const kb_sm3 zero;
    CHECK_MEM(&state, &zero, sizeof state);
    memset(out, 0x5a, sizeof out);
    CHECK_STATUS(kb_sm3_update(&state, "a", 1), KB_ERR_STATE);
    CHECK_STATUS(kb_sm3_final(&state, out), KB_ERR_STATE);
    CHECK_MEM(out, untouched, 32);
}

TEST(messages_side_by_side_equal_single_ones) {
    uint8_t begin[160], tail[LANES][8], got[LANES + 1][33], want[32];
    uint8_t *got_at[LANES];
    uint64_t tails[LANES];
    for (size_t i = 0; i < sizeof begin; i++) {
        begin[i] = (uint8_t)(i * 11 + 3);
    }
    for (size_t j = 0; j < LANES; j++) {
        got_at[j] = got[j] + j % 2; /* not aligned */
        for (size_t i = 0; i < sizeof tail[0]; i++) {
            tail[j][i] = (uint8_t)(17 * i + 41 * j + 1);
        }
        tails[j] = kb_load_be64(tail[j]);
    }
    for (size_t len = 0; len <= sizeof begin; len++) {
        for (size_t tail_len = 0; tail_len <= 8 && len % 64 + tail_len <= 55;
             tail_len++) {
            size_t used = 1 + (len + tail_len) % LANES;
            kb_sm3 state, one;
            kb_sm3_init(&state);
            kb_sm3_absorb(&state, begin, len);
            memset(got, 0x77, sizeof got);
            kb_sm3_finish_x16(got_at, &state, tails, tail_len, used);
            for (size_t j = 0; j < used; j++) {
                one = state;
                kb_sm3_absorb(&one, tail[j], tail_len);
                kb_sm3_finish(&one, want);
                CHECK_MEM(got_at[j], want, 32);
            }
            CHECK_INT(got[used][1], 0x77);
        }
    }
}

/* SM3(msg || counter) block by block, by the definition. */
static void xof_definition(uint8_t *out, size_t out_len, const uint8_t *in, size_t len) {
    uint8_t text[300], digest[32];
    for (size_t done = 0; done < out_len; done++) {
        if (done % 32 == 0) {
            memcpy(text, in, len);
            text[len] = text[len + 1] = text[len + 2] = 0;
            text[len + 3] = (uint8_t)(done / 32 + 1);
            kb_sm3_hash(digest, text, len + 4);
        }
        out[done] = digest[done % 32];
    }
}

TEST(the_extendable_output_equals_its_definition_for_every_length) {
    uint8_t in[200], got[602], want[601];
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = (uint8_t)(i * 13 + 5);
    }
    for (size_t len = 0; len <= sizeof in; len++) {
        static const size_t sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 512, 601};
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            got[sizes[s]] = 0x77;
            kb_sm3_xof(got, sizes[s], in, len);
            xof_definition(want, sizes[s], in, len);
            CHECK_MEM(got, want, sizes[s]);
            CHECK_INT(got[sizes[s]], 0x77);
        }
    }
}

TEST(the_fixed_key_of_the_pseudo_hash_is_two_digests) {
    /* HMAC with the derived key, recomputed from the two texts. */
    uint8_t key[64], h[32], out[64], in[64], want[32];
    kb_sm3_hash(key, "3.14159265358979", 16);
    kb_sm3_hash(key + 32, "2.71828182845904", 16);
    kb_sm3_pseudohash512(out, "abc", 3);
    kb_sm3_hash(h, "abc\x02\0", 5);
    CHECK_MEM(out, h, 32);
    kb_sm3_hmac(in, key, sizeof key, "\x02\0", 2, "abc", 3);
    memcpy(in + 32, h, 32);
    kb_sm3_hash(want, in, sizeof in);
    CHECK_MEM(out + 32, want, 32);
    CHECK_HEX(
        out, 64,
        "9ae35811886caf801bfc6089ffb7c0a0fbeb8ebd14a5261f28474d7a5814970a865ef8ace554"
        "61c19e953e9d36a560994b126366bbb2942eb6818523e82f1e95");
}

TEST(the_test_generator_starts_as_the_official_answers_do) {
    uint8_t seed[64], out[64];
    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] = (uint8_t)("seed"[i % 4]);
    }
    dkem_drbg drbg;
    dkem_drbg_init(&drbg, seed, sizeof seed);
    dkem_drbg_get(&drbg, out, 64);
    CHECK_HEX(
        out, 64,
        "927f06b594798a4ddfaa4f03f92aaaf04e1d453f6ed1de19b86d3aade048a65483df4754049b"
        "5cd3f586406cf2c64875c51edb576df342b5a970f40eabc15d3c");
    dkem_drbg_get(&drbg, out, 32);
    CHECK_HEX(out, 32,
              "58561187cbbf6cdc0ecfb2d25965f936be05aa961542d0e23e4adfa8b6d0e3fd");
}

/* SM3 of the empty message from a first block that is only padding. */
TEST(every_table_compresses_the_padding_block_right) {
    const kb_sm3_ops *ops;
    static const uint32_t want[8] = {0x1ab21d83, 0x55cfa17f, 0x8e611948, 0x31e81a8f,
                                     0x22bec8c7, 0x28fefb74, 0x7ed035eb, 0x5082aa2b};
    for (size_t at = 0; (ops = next_table(&kb_sm3_family, &at)) != NULL;) {
        unsigned dropped = 0;
        REQUIRE(pick_before_portable(&kb_sm3_family, &ops->head, kb_cpu_features(),
                                     &dropped) == &ops->head);
        CHECK_INT(dropped, 0);
        uint8_t bytes[64] = {0x80};
        uint8_t digests[LANES][32], *at_all[LANES], digest[32];
        kb_sm3_last last = {.block = {0}};
        kb_sm3 state;
        kb_sm3_init(&state);
        memcpy(last.state, state.words, sizeof last.state);
        for (size_t j = 0; j < LANES; j++) {
            at_all[j] = digests[j];
            last.own[0][j] = UINT32_C(0x80000000);
        }
        ops->compress(state.words, bytes, 1);
        CHECK_MEM(state.words, want, sizeof want);
        for (size_t i = 0; i < 8; i++) {
            kb_store_be32(digest + 4 * i, want[i]);
        }
        ops->finish_x16(at_all, &last, 0, LANES);
        for (size_t j = 0; j < LANES; j++) {
            CHECK_MEM(digests[j], digest, 32);
        }
    }
}

static uint32_t draw(void) {
    static uint64_t x = UINT64_C(0x9e3779b97f4a7c15);
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return (uint32_t)(x >> 32);
}

static void compare_stream(const kb_sm3_ops *ops) {
    uint8_t bytes[5 * 64 + 32];
    uint32_t got[8], want[8];
    size_t count = draw() % 6, shift = draw() % 32;
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)draw();
    }
    for (size_t i = 0; i < 8; i++) {
        got[i] = want[i] = draw();
    }
    ops->compress(got, bytes + shift, count);
    kb_sm3_ops_ref.compress(want, bytes + shift, count);
    CHECK_MEM(got, want, sizeof got);
}

/* Each lane against one message alone. */
static void compare_lanes(const kb_sm3_ops *ops) {
    uint8_t want[LANES][32], got[LANES][40], *at[LANES], bytes[64];
    size_t used = 1 + draw() % LANES, own = draw() % 14;
    kb_sm3_last last;
    for (size_t i = 0; i < 8; i++) {
        last.state[i] = draw();
    }
    for (size_t i = 0; i < 16; i++) {
        last.block[i] = draw() & draw();
    }
    for (size_t j = 0; j < LANES; j++) {
        uint32_t state[8];
        memcpy(state, last.state, sizeof state);
        at[j] = got[j] + draw() % 8;
        for (size_t i = 0; i < 3; i++) {
            last.own[i][j] = draw();
        }
        for (size_t i = 0; i < 16; i++) {
            bool is_own = i >= own && i < own + 3;
            kb_store_be32(bytes + 4 * i,
                          last.block[i] | (is_own ? last.own[i - own][j] : 0));
        }
        kb_sm3_ops_ref.compress(state, bytes, 1);
        for (size_t i = 0; i < 8; i++) {
            kb_store_be32(want[j] + 4 * i, state[i]);
        }
    }
    ops->finish_x16(at, &last, own, used);
    for (size_t j = 0; j < used; j++) {
        CHECK_MEM(at[j], want[j], 32);
    }
}

TEST(every_table_agrees_with_the_portable_one_on_random_blocks) {
    const kb_sm3_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_sm3_family, &at)) != NULL;) {
        for (size_t i = 0; i < 10000; i++) {
            compare_stream(ops);
            compare_lanes(ops);
        }
    }
}

static void compress_wrongly(uint32_t state[8], const uint8_t *blocks, size_t count) {
    kb_sm3_ops_ref.compress(state, blocks, count);
    state[7] ^= UINT32_C(1) << 31;
}

static void finish_wrongly(uint8_t *const out[LANES], const kb_sm3_last *last, size_t at,
                           size_t used) {
    kb_sm3_ops_ref.finish_x16(out, last, at, used);
    /* Wrong for one number of lanes only. */
    out[used - 1][31] ^= used == 13;
}

TEST(a_table_that_computes_something_else_is_dropped) {
    kb_sm3_ops wrong = kb_sm3_ops_ref, wrong_x16 = kb_sm3_ops_ref;
    wrong.compress = compress_wrongly;
    wrong_x16.finish_x16 = finish_wrongly;
    check_is_dropped(&kb_sm3_family, &wrong.head);
    check_is_dropped(&kb_sm3_family, &wrong_x16.head);
    CHECK_INT(kb_ops_dropped(&kb_sm3_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_sm3_ops other = kb_sm3_ops_ref;
    check_is_taken_where_it_runs(&kb_sm3_family, &other.head);
}

TEST(the_profile_build_counts_compressions_and_others_count_nothing) {
    kb_hash_count_reset();
    uint8_t out[64];
    kb_sm3_hash(out, "abc", 3);
    kb_sm3_xof(out, 64, "abc", 3);
    kb_hash_counts counts = kb_hash_count_read();
#ifdef KB_PROFILE
    CHECK_INT(counts.sm3_x1, 1);
    CHECK_INT(counts.sm3_x8, 1);
#else
    CHECK_INT(counts.sm3_x1, 0);
    CHECK_INT(counts.sm3_x8, 0);
#endif
}

int main(void) {
    RUN(known_messages_have_the_known_digests);
    RUN(a_million_letters_have_the_known_digest);
    RUN(every_cut_of_a_message_gives_the_same_digest);
    RUN(a_copied_state_goes_on_by_itself);
    RUN(a_state_that_is_finished_wiped_or_never_begun_is_refused);
    RUN(messages_side_by_side_equal_single_ones);
    RUN(the_extendable_output_equals_its_definition_for_every_length);
    RUN(the_fixed_key_of_the_pseudo_hash_is_two_digests);
    RUN(the_test_generator_starts_as_the_official_answers_do);
    RUN(every_table_compresses_the_padding_block_right);
    RUN(every_table_agrees_with_the_portable_one_on_random_blocks);
    RUN(a_table_that_computes_something_else_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    RUN(the_profile_build_counts_compressions_and_others_count_nothing);
    return TEST_END();
}
