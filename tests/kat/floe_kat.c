/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of FLOE: whole messages opened, and sealed again with the same IV and
 * nonces to the same bytes. */
#include "kat/kat.h"
#include "sym/floe_derand.h"

typedef struct sealed {
    kb_floe_message message;
    const uint8_t *text, *ct;
    size_t text_len, ct_len;
} sealed;

static bool read_case(const kat_case *c, sealed *s) {
    size_t key_len;
    s->message.key = kat_hex(c, "key", &key_len);
    s->message.aad = kat_text_or_hex(c, "aad", &s->message.aad_len);
    s->message.segment_bytes = (uint32_t)kat_size(c, "segment_len");
    s->message.rotation_bits = (unsigned)kat_size(c, "rotation_bits");
    s->text = kat_hex(c, "msg", &s->text_len);
    s->ct = kat_hex(c, "ct", &s->ct_len);
    bool fits = key_len == KB_FLOE_KEY_BYTES && s->ct_len > KB_FLOE_HEADER_BYTES;
    CHECK(fits);
    return fits;
}

/* Opens all segments; the length of the text is checked by the caller. */
static void open_all(const sealed *s, kb_floe_lane *lane, uint8_t *text, size_t *len) {
    size_t at = KB_FLOE_HEADER_BYTES;
    for (uint64_t i = 0; at < s->ct_len; i++) {
        size_t left = s->ct_len - at, step = s->message.segment_bytes;
        bool is_final = left <= step;
        step = is_final ? left : step;
        REQUIRE(step >= KB_FLOE_OVERHEAD_BYTES &&
                *len + step - KB_FLOE_OVERHEAD_BYTES <= s->text_len);
        CHECK_OK(kb_floe_lane_open(lane, i, is_final, text + *len, s->ct + at, step));
        *len += step - KB_FLOE_OVERHEAD_BYTES;
        at += step;
    }
}

static void check_open(const sealed *s) {
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    uint8_t *text = kat_buffer(s->text_len);
    size_t len = 0;
    REQUIRE_OK(kb_floe_open_new_rotation(&floe, &s->message, s->ct));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    open_all(s, lane, text, &len);
    CHECK_INT(len, s->text_len);
    CHECK_MEM(text, s->text, len);
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
}

static void check_seal(const sealed *s) {
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    uint8_t *ct = kat_buffer(s->ct_len);
    const uint8_t *text = s->text;
    REQUIRE_OK(kb_floe_seal_new_derand(&floe, &s->message, s->ct + 10, ct));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    size_t at = KB_FLOE_HEADER_BYTES;
    for (uint64_t i = 0; at < s->ct_len; i++) {
        size_t left = s->ct_len - at, step = s->message.segment_bytes;
        bool is_final = left <= step;
        step = is_final ? left : step;
        size_t text_len = step - KB_FLOE_OVERHEAD_BYTES;
        CHECK_OK(kb_floe_lane_seal_derand(lane, i, is_final, ct + at, text, text_len,
                                          s->ct + at + 4));
        text += text_len;
        at += step;
    }
    CHECK_MEM(ct, s->ct, s->ct_len);
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
}

static void run_floe(const kat_case *c) {
    sealed s;
    if (read_case(c, &s)) {
        check_open(&s);
        check_seal(&s);
    }
}

int main(void) {
    static const kat_op ops[] = {{"floe", run_floe}};
    return kat_main("floe", ops, 1);
}
