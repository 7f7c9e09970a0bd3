/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FLOE with a secret key and secret text: derivation of the keys, header tag, segments. */
#include "sym/floe.h"

#include "ct.h"

#define SEGMENT 1024
#define TEXT    (SEGMENT - KB_FLOE_OVERHEAD_BYTES)

static uint8_t key[KB_FLOE_KEY_BYTES], header[KB_FLOE_HEADER_BYTES], plain[TEXT],
    segment[SEGMENT], opened[TEXT];
static const char aad[] = "associated data";

static void seal(void) {
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    ct_make_secret(key, sizeof key, 1);
    ct_make_secret(plain, sizeof plain, 2);
    REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, aad, sizeof aad, header));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    CHECK(ct_is_secret(header + 42, 32));
    CHECK_OK(kb_floe_lane_seal(lane, 0, true, segment, plain, TEXT));
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
    /* Both are sent. */
    KB_CT_PUBLIC(header, sizeof header);
    KB_CT_PUBLIC(segment, sizeof segment);
}

TEST(sealing_and_opening) {
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    seal();
    REQUIRE_OK(kb_floe_open_new(&floe, key, SEGMENT, aad, sizeof aad, header));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    CHECK_OK(kb_floe_lane_open(lane, 0, true, opened, segment, SEGMENT));
    CHECK(ct_is_secret(opened, TEXT));
    CHECK(ct_same(opened, plain, TEXT));
    segment[50] ^= 4;
    CHECK_STATUS(kb_floe_lane_open(lane, 0, true, opened, segment, SEGMENT), KB_ERR_AUTH);
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
}

TEST(a_header_that_is_not_authentic) {
    kb_floe *floe = NULL;
    seal();
    header[73] ^= 1;
    CHECK_STATUS(kb_floe_open_new(&floe, key, SEGMENT, aad, sizeof aad, header),
                 KB_ERR_AUTH);
}

int main(void) {
    RUN(sealing_and_opening);
    RUN(a_header_that_is_not_authentic);
    return TEST_END();
}
