/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The lanes against the same facts about single bytes. */
#include "core/lanes.h"

#include "test.h"

/* The mask of lane 0 when every lane is byte; the lanes agree. */
static unsigned mask_of(kb_u8x16 mask) {
    uint8_t bytes[16];
    kb_store_lanes(bytes, (kb_u64x2)mask);
    for (size_t i = 1; i < sizeof bytes; i++) {
        CHECK_INT(bytes[i], bytes[0]);
    }
    return bytes[0];
}

static kb_u8x16 all(unsigned byte) {
    return (kb_u8x16){0} + (uint8_t)byte;
}

TEST(a_comparison_is_right_for_every_byte) {
    static const uint8_t ranges[][2] = {
        {'A', 'Z'}, {'0', '9'}, {0, 0}, {0, 127}, {127, 127}, {1, 126},
    };
    for (unsigned x = 0; x < 256; x++) {
        for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
            bool inside = x >= ranges[r][0] && x <= ranges[r][1];
            CHECK_INT(mask_of(kb_lanes_in(all(x), ranges[r][0], ranges[r][1])),
                      inside ? 255 : 0);
        }
        for (unsigned k = 0; k < 128; k++) {
            CHECK_INT(mask_of(kb_lanes_above(all(x), (int8_t)k)),
                      x < 128 && x > k ? 255 : 0);
        }
        for (unsigned k = 0; k < 256; k++) {
            CHECK_INT(mask_of(kb_lanes_equal(all(x), (uint8_t)k)), x == k ? 255 : 0);
        }
    }
}

TEST(the_first_byte_in_memory_is_the_lowest_of_its_word) {
    uint8_t bytes[17], back[17] = {0};
    for (uint8_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = i;
    }
    kb_u64x2 x = kb_load_lanes(bytes + 1); /* not aligned */
    CHECK(x[0] == UINT64_C(0x0807060504030201));
    CHECK(x[1] == UINT64_C(0x100f0e0d0c0b0a09));
    kb_store_lanes(back + 1, x);
    CHECK_MEM(back, bytes, sizeof back);
}

int main(void) {
    RUN(a_comparison_is_right_for_every_byte);
    RUN(the_first_byte_in_memory_is_the_lowest_of_its_word);
    return TEST_END();
}
