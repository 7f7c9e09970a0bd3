/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One row per content encryption. */
#include "envelope/enc.h"

#include "core/error.h"
#include "sym/floe.h"

#include <keybraid/aead.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t segment_bytes;
    size_t iv_bytes;
} rows[] = {
    [KB_JWE_ENC_AUTO] = {"auto", 0, 0},
    [KB_JWE_ENC_A256GCM] = {"A256GCM", 0, KB_AEAD_NONCE_BYTES},
    [KB_JWE_ENC_FLOE_4K] = {"A256GCM-FLOE-4K", 4096, KB_FLOE_HEADER_BYTES},
    [KB_JWE_ENC_FLOE_64K] = {"A256GCM-FLOE-64K", 65536, KB_FLOE_HEADER_BYTES},
    [KB_JWE_ENC_FLOE_1M] = {"A256GCM-FLOE-1M", 1048576, KB_FLOE_HEADER_BYTES},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

static kb_status find(kb_jwe_enc *out, const char *name, kb_jwe_enc first) {
    for (kb_jwe_enc enc = first; enc < ROW_COUNT; enc++) {
        if (strcmp(name, rows[enc].name) == 0) {
            *out = enc;
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "enc \"%.32s\"", name);
}

kb_status kb_jwe_enc_from_name(kb_jwe_enc *out, const char *name) {
    if (out == NULL || name == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no name");
    }
    return find(out, name, KB_JWE_ENC_AUTO);
}

kb_status kb_jwe_enc_parse(kb_jwe_enc *out, const char *name) {
    return find(out, name, KB_JWE_ENC_A256GCM);
}

const char *kb_jwe_enc_name(kb_jwe_enc enc) {
    return enc < ROW_COUNT ? rows[enc].name : "unknown";
}

uint32_t kb_jwe_enc_segment_bytes(kb_jwe_enc enc) {
    return rows[enc].segment_bytes;
}

size_t kb_jwe_enc_iv_bytes(kb_jwe_enc enc) {
    return rows[enc].iv_bytes;
}
