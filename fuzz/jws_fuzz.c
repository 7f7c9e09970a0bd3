/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * JWS texts and protected headers: what verifies was read by the same rules without a
 * key, says one thing about its payload, and verifies with no other set of keys.
 */
#include "composite/sig_lamps.h"
#include "envelope/jws_header.h"
#include "fuzz.h"

#include <keybraid/jws.h>
#include <string.h>

/* Key pairs of fixed seeds: bytes of one value. */
static uint8_t pk_c[32], pk_p[1312];
static const kb_jws_key keys[2] = {
    {.alg = "Ed25519", .pk = pk_c, .pk_len = sizeof pk_c},
    {.alg = "ML-DSA-44", .pk = pk_p, .pk_len = sizeof pk_p},
};

static void make_keys(void) {
    uint8_t seed[32];
    memset(seed, 0x11, sizeof seed);
    FUZZ_CHECK(kb_sig_lamps_find("Ed25519")->public_of(pk_c, seed) == KB_OK);
    memset(seed, 0x22, sizeof seed);
    FUZZ_CHECK(kb_sig_lamps_find("ML-DSA-44")->public_of(pk_p, seed) == KB_OK);
}

static kb_status as_file(const uint8_t *data, size_t size, size_t first, size_t count) {
    kb_stream *stage = NULL;
    kb_status status = kb_jws_verify_new(&stage, keys + first, count, data, size);
    if (status == KB_OK) {
        /* This text is the file of the seeds. */
        status = kb_stream_feed(stage, "file", 4);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(stage);
    }
    kb_stream_free(stage);
    return status;
}

static void try_header(const uint8_t *data, size_t size) {
    static kb_jws_header header;
    if (kb_jws_header_parse(&header, (const char *)data, size) == KB_OK) {
        FUZZ_CHECK(header.alg != NULL && header.arena_used <= sizeof header.arena);
        FUZZ_CHECK(header.record_used <= sizeof header.record);
        FUZZ_CHECK(header.other_count <= KB_JWS_MEMBERS_MAX);
        FUZZ_CHECK(!header.is_csig || strlen(header.set) == KB_JWS_CSIG_SET_CHARS);
        FUZZ_CHECK(kb_jws_header_same_others(&header, &header));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct { size_t first, count; } uses[] = {{0, 1}, {1, 1}, {0, 2}};
    kb_jws_info info;
    int verified = 0;
    if (pk_c[0] == 0) {
        make_keys();
    }
    try_header(data, size);
    kb_status seen = kb_jws_inspect(&info, data, size);
    for (size_t i = 0; i < 3; i++) {
        kb_buffer payload = {.data = NULL};
        kb_status status = kb_jws_verify_memory(&payload, keys + uses[i].first,
                                                uses[i].count, data, size);
        kb_status file = as_file(data, size, uses[i].first, uses[i].count);
        FUZZ_CHECK(status != KB_OK || file != KB_OK);
        if (status == KB_OK || file == KB_OK) {
            FUZZ_CHECK(seen == KB_OK && info.is_file == (file == KB_OK));
            FUZZ_CHECK(info.signatures == uses[i].count);
            FUZZ_CHECK(info.is_csig == (uses[i].count == 2));
            FUZZ_CHECK(status != KB_OK || payload.len == info.payload_bytes);
            verified++;
        } else {
            FUZZ_CHECK(payload.len == 0);
        }
        FUZZ_CHECK(status != KB_ERR_INTERNAL && file != KB_ERR_INTERNAL);
        kb_buffer_free(&payload);
    }
    FUZZ_CHECK(verified <= 1);
    return 0;
}
