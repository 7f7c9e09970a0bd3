/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FLOE: layout, rotation of keys, contract of the calls, threads. Known answers of whole
 * messages are tests/kat/floe_kat.c, altered messages floe_altered_test.c. */
#include "sym/floe.h"

#include "core/secret.h"
#include "floe_messages.h"
#include "sym/floe_derand.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Layout ---- */

TEST(every_length_of_text_comes_back) {
    static message m;
    uint8_t text[BODY_MAX];
    size_t text_len = 0;
    for (size_t n = 0; n <= 3 * TEXT + 1; n++) {
        make(&m, n);
        CHECK_OK(read_message(m.bytes, m.len, text, &text_len));
        CHECK_INT(text_len, n);
        CHECK_MEM(text, m.text, n);
    }
}

TEST(header_and_segments_are_laid_out_as_specified) {
    message m;
    make(&m, TEXT + 3);
    CHECK_HEX(m.bytes, 10, "00000000004000000020");
    CHECK_INT(m.len, BODY_AT + SEGMENT + 3 + KB_FLOE_OVERHEAD_BYTES);
    CHECK_INT(kb_load_be32(m.bytes + BODY_AT), 0xffffffff);
    CHECK_INT(kb_load_be32(m.bytes + BODY_AT + SEGMENT), 3 + KB_FLOE_OVERHEAD_BYTES);
}

TEST(ivs_and_nonces_do_not_repeat) {
    static uint8_t seen[100][KB_FLOE_NONCE_BYTES];
    uint8_t header[KB_FLOE_HEADER_BYTES], other[KB_FLOE_HEADER_BYTES], out[SEGMENT];
    const uint8_t text[TEXT] = {0};
    kb_floe *floe = NULL, *second = NULL;
    kb_floe_lane *lane = NULL;
    REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, aad, sizeof aad, header));
    REQUIRE_OK(kb_floe_seal_new(&second, key, SEGMENT, aad, sizeof aad, other));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    CHECK(memcmp(header + 10, other + 10, KB_FLOE_IV_BYTES) != 0);
    for (size_t i = 0; i < 100; i++) {
        CHECK_OK(kb_floe_lane_seal(lane, i, false, out, text, TEXT));
        memcpy(seen[i], out + 4, KB_FLOE_NONCE_BYTES);
        for (size_t j = 0; j < i; j++) {
            CHECK(memcmp(seen[i], seen[j], KB_FLOE_NONCE_BYTES) != 0);
        }
    }
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
    kb_floe_free(second);
}

/* Whether two segments, sealed with one nonce, have the same key: the text's ciphertext
 * does not depend on the place. */
static bool share_key(uint64_t a, uint64_t b, unsigned rotation_bits) {
    const uint8_t iv[KB_FLOE_IV_BYTES] = {1}, nonce[KB_FLOE_NONCE_BYTES] = {2};
    const uint8_t text[TEXT] = {3};
    uint8_t header[KB_FLOE_HEADER_BYTES], out_a[SEGMENT], out_b[SEGMENT];
    kb_floe_message m = {key, SEGMENT, rotation_bits, aad, sizeof aad};
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    CHECK_OK(kb_floe_seal_new_derand(&floe, &m, iv, header));
    CHECK_OK(kb_floe_lane_new(&lane, floe));
    CHECK_OK(kb_floe_lane_seal_derand(lane, a, false, out_a, text, TEXT, nonce));
    CHECK_OK(kb_floe_lane_seal_derand(lane, b, false, out_b, text, TEXT, nonce));
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
    return memcmp(out_a + KB_FLOE_TEXT_OFFSET, out_b + KB_FLOE_TEXT_OFFSET, TEXT) == 0;
}

TEST(a_new_key_every_2_to_the_20_segments) {
    const uint64_t turn = UINT64_C(1) << 20;
    CHECK(share_key(0, turn - 1, KB_FLOE_ROTATION_BITS));
    CHECK(!share_key(turn - 1, turn, KB_FLOE_ROTATION_BITS));
    CHECK(share_key(turn, 2 * turn - 1, KB_FLOE_ROTATION_BITS));
    CHECK(!share_key(0, turn, KB_FLOE_ROTATION_BITS));
    CHECK(!share_key(0, UINT64_C(1) << 39, KB_FLOE_ROTATION_BITS));
    CHECK(share_key(4, 7, 2) && !share_key(3, 4, 2) && !share_key(0, 1, 0));
}

/* ---- Contract of the calls ---- */

TEST(segment_sizes_have_bounds) {
    static const uint32_t bad[] = {
        0, 1, 32, KB_FLOE_SEGMENT_MAX_BYTES + 1, 0x7fffffff, 0xffffffff};
    uint8_t header[KB_FLOE_HEADER_BYTES];
    kb_floe *floe = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        memset(header, 0xa5, sizeof header);
        CHECK_STATUS(kb_floe_seal_new(&floe, key, bad[i], aad, sizeof aad, header),
                     KB_ERR_ARGUMENT);
        CHECK(is_zero(header, sizeof header));
        const uint8_t sizes[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, KB_FLOE_IV_BYTES};
        memcpy(header, sizes, sizeof sizes);
        kb_store_be32(header + 2, bad[i]);
        CHECK_STATUS(kb_floe_open_new(&floe, key, bad[i], aad, sizeof aad, header),
                     KB_ERR_ARGUMENT);
    }
    CHECK(floe == NULL);
    CHECK_OK(kb_floe_seal_new(&floe, key, 33, NULL, 0, header));
    CHECK_INT(kb_floe_segment_bytes(floe), 33);
    kb_floe_free(floe);
}

TEST(sealing_outside_its_contract_leaves_out_untouched) {
    const uint64_t limit = KB_FLOE_SEGMENTS_MAX;
    uint8_t header[KB_FLOE_HEADER_BYTES], out[SEGMENT], text[SEGMENT] = {0};
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    memset(out, 0xa5, sizeof out);
    REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, aad, sizeof aad, header));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    CHECK_STATUS(kb_floe_lane_seal(lane, 0, false, out, text, 0), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_floe_lane_seal(lane, 0, false, out, text, TEXT - 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_floe_lane_seal(lane, 0, false, out, text, TEXT + 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_floe_lane_seal(lane, 0, true, out, text, TEXT + 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_floe_lane_seal(lane, 0, true, out, text, SIZE_MAX), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_floe_lane_seal(lane, limit - 1, false, out, text, TEXT),
                 KB_ERR_LIMIT);
    CHECK_STATUS(kb_floe_lane_seal(lane, limit, true, out, text, TEXT), KB_ERR_LIMIT);
    CHECK_STATUS(kb_floe_lane_seal(lane, UINT64_MAX, true, out, text, 0), KB_ERR_LIMIT);
    CHECK_STATUS(kb_floe_lane_open(lane, 0, true, out, text, SEGMENT), KB_ERR_STATE);
    for (size_t i = 0; i < sizeof out; i++) {
        CHECK(out[i] == 0xa5);
    }
    CHECK_OK(kb_floe_lane_seal(lane, limit - 2, false, out, text, TEXT));
    CHECK_OK(kb_floe_lane_seal(lane, limit - 1, true, out, text, TEXT));
    kb_floe_lane_free(lane);
    lane = NULL;
    kb_floe *opened = NULL;
    REQUIRE_OK(kb_floe_open_new(&opened, key, SEGMENT, aad, sizeof aad, header));
    REQUIRE_OK(kb_floe_lane_new(&lane, opened));
    CHECK_OK(kb_floe_lane_open(lane, limit - 1, true, text, out, SEGMENT));
    CHECK_STATUS(kb_floe_lane_seal(lane, 0, true, out, text, 0), KB_ERR_STATE);
    kb_floe_lane_free(lane);
    kb_floe_free(opened);
    kb_floe_free(floe);
    kb_floe_lane_free(NULL);
    kb_floe_free(NULL);
}

#define BIG 4096

TEST(in_place_and_at_any_alignment_the_bytes_are_the_same) {
    static uint8_t memory[BIG + 64], want[BIG], text[BIG];
    const uint8_t iv[KB_FLOE_IV_BYTES] = {9}, nonce[KB_FLOE_NONCE_BYTES] = {8};
    const size_t text_len = BIG - KB_FLOE_OVERHEAD_BYTES;
    uint8_t header[KB_FLOE_HEADER_BYTES];
    kb_floe_message m = {key, BIG, KB_FLOE_ROTATION_BITS, aad, sizeof aad};
    kb_floe *sealing = NULL, *opened = NULL;
    kb_floe_lane *seal = NULL, *open = NULL;
    for (size_t i = 0; i < text_len; i++) {
        text[i] = (uint8_t)(i * 11);
    }
    REQUIRE_OK(kb_floe_seal_new_derand(&sealing, &m, iv, header));
    REQUIRE_OK(kb_floe_open_new(&opened, key, BIG, aad, sizeof aad, header));
    REQUIRE_OK(kb_floe_lane_new(&seal, sealing));
    REQUIRE_OK(kb_floe_lane_new(&open, opened));
    CHECK_OK(kb_floe_lane_seal_derand(seal, 5, false, want, text, text_len, nonce));
    for (size_t shift = 0; shift < 33; shift++) {
        uint8_t *at = memory + shift, *in = at + KB_FLOE_TEXT_OFFSET;
        memcpy(in, text, text_len);
        CHECK_OK(kb_floe_lane_seal_derand(seal, 5, false, at, in, text_len, nonce));
        CHECK_MEM(at, want, BIG);
        CHECK_OK(kb_floe_lane_open(open, 5, false, in, at, BIG));
        CHECK_MEM(in, text, text_len);
        memcpy(at, want, BIG);
        at[BIG - 1] ^= 1;
        CHECK_STATUS(kb_floe_lane_open(open, 5, false, in, at, BIG), KB_ERR_AUTH);
        CHECK(is_zero(in, text_len));
    }
    kb_floe_lane_free(seal);
    kb_floe_lane_free(open);
    kb_floe_free(sealing);
    kb_floe_free(opened);
}

TEST(long_aad_is_copied_and_bound_whole) {
    const size_t len = 1400000;
    uint8_t header[KB_FLOE_HEADER_BYTES], out[SEGMENT], text[TEXT] = {0};
    uint8_t *long_aad = calloc(len, 1);
    kb_floe *floe = NULL, *opened = NULL;
    kb_floe_lane *lane = NULL;
    REQUIRE(long_aad != NULL);
    REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, long_aad, len, header));
    CHECK_OK(kb_floe_open_new(&opened, key, SEGMENT, long_aad, len, header));
    long_aad[len - 1] ^= 1;
    kb_floe *refused = NULL;
    CHECK_STATUS(kb_floe_open_new(&refused, key, SEGMENT, long_aad, len, header),
                 KB_ERR_AUTH);
    /* The segment key is derived now, from the copy. */
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    CHECK_OK(kb_floe_lane_seal(lane, 0, true, out, text, 4));
    kb_floe_lane_free(lane);
    REQUIRE_OK(kb_floe_lane_new(&lane, opened));
    free(long_aad);
    CHECK_OK(kb_floe_lane_open(lane, 0, true, text, out, 36));
    kb_floe_lane_free(lane);
    kb_floe_free(opened);
    kb_floe_free(floe);
}

/* ---- Threads and processes ---- */

#define THREADS    4
#define PER_THREAD 64

typedef struct work {
    const kb_floe *sealing, *opened;
    uint64_t first; /* then every THREADS-th, over several keys */
    kb_status status;
} work;

static void *run_lane(void *argument) {
    work *w = argument;
    kb_floe_lane *seal = NULL, *open = NULL;
    uint8_t out[SEGMENT], text[TEXT] = {0};
    w->status = kb_floe_lane_new(&seal, w->sealing);
    if (w->status == KB_OK) {
        w->status = kb_floe_lane_new(&open, w->opened);
    }
    for (uint64_t i = 0; i < PER_THREAD && w->status == KB_OK; i++) {
        uint64_t index = w->first + i * THREADS;
        text[0] = (uint8_t)index;
        w->status = kb_floe_lane_seal(seal, index, false, out, text, TEXT);
        if (w->status == KB_OK) {
            w->status = kb_floe_lane_open(open, index, false, text, out, SEGMENT);
        }
        if (text[0] != (uint8_t)index) {
            w->status = KB_ERR_ANSWER;
        }
    }
    kb_floe_lane_free(seal);
    kb_floe_lane_free(open);
    return NULL;
}

TEST(lanes_of_several_threads_share_a_message) {
    const uint8_t iv[KB_FLOE_IV_BYTES] = {1};
    uint8_t header[KB_FLOE_HEADER_BYTES];
    kb_floe_message m = {key, SEGMENT, 4, aad, sizeof aad};
    kb_floe *sealing = NULL, *opened = NULL;
    pthread_t threads[THREADS];
    work all[THREADS];
    REQUIRE_OK(kb_floe_seal_new_derand(&sealing, &m, iv, header));
    REQUIRE_OK(kb_floe_open_new_rotation(&opened, &m, header));
    for (size_t i = 0; i < THREADS; i++) {
        all[i] = (work){sealing, opened, i, KB_OK};
        REQUIRE(pthread_create(&threads[i], NULL, run_lane, &all[i]) == 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK_OK(all[i].status);
    }
    kb_floe_free(sealing);
    kb_floe_free(opened);
}

/* What a forked child gets when it seals in a new lane of its parent's message: 0 for a
 * segment, 1 for KB_ERR_STATE; 2 for anything else. */
static int seal_in_child(const kb_floe *floe, const kb_secret *witness) {
    uint8_t out[SEGMENT] = {0}, text[TEXT] = {0};
    kb_floe_lane *lane = NULL;
    bool is_empty = kb_secret_bytes(witness)[0] == 0;
    kb_status status = kb_floe_lane_new(&lane, floe);
    if (status == KB_OK) {
        status = kb_floe_lane_seal(lane, 0, true, out, text, TEXT);
    }
    kb_floe_lane_free(lane);
    if (is_empty) {
        return status == KB_ERR_STATE && is_zero(out, sizeof out) ? 1 : 2;
    }
    return status == KB_OK ? 0 : 2;
}

TEST(a_forked_child_never_seals_under_an_empty_key) {
    uint8_t header[KB_FLOE_HEADER_BYTES];
    kb_floe *floe = NULL;
    KB_SECRET_HANDLE witness = NULL;
    int how = 0;
    REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, aad, sizeof aad, header));
    REQUIRE_OK(kb_secret_new(&witness, 16));
    kb_secret_data(witness)[0] = 1;
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        _exit(seal_in_child(floe, witness));
    }
    REQUIRE(child > 0 && waitpid(child, &how, 0) == child);
    CHECK(WIFEXITED(how) && WEXITSTATUS(how) < 2);
    TEST_NOTE("secrets are %s in a child", WEXITSTATUS(how) == 1 ? "empty" : "kept");
    kb_floe_free(floe);
}

int main(void) {
    RUN(every_length_of_text_comes_back);
    RUN(header_and_segments_are_laid_out_as_specified);
    RUN(ivs_and_nonces_do_not_repeat);
    RUN(a_new_key_every_2_to_the_20_segments);
    RUN(segment_sizes_have_bounds);
    RUN(sealing_outside_its_contract_leaves_out_untouched);
    RUN(in_place_and_at_any_alignment_the_bytes_are_the_same);
    RUN(long_aad_is_copied_and_bound_whole);
    RUN(lanes_of_several_threads_share_a_message);
    RUN(a_forked_child_never_seals_under_an_empty_key);
    return TEST_END();
}
