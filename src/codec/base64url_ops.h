/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of base64url, which exist in more than one form, and the choice among them.
 * For the format's users: codec/base64url.h. */
#ifndef KB_CODEC_BASE64URL_OPS_H
#define KB_CODEC_BASE64URL_OPS_H

#include "core/ops.h"

typedef struct kb_base64url_ops {
    kb_ops head;
    /* Writes the characters of len bytes, any number; nothing behind them. */
    void (*encode)(char *out, const uint8_t *in, size_t len);
    /*
     * Writes the KB_BASE64URL_BYTES(len) bytes of len characters, len % 4 != 1; nothing
     * behind them. Returns nonzero when a character is outside the alphabet or unused
     * bits are not zero; the bytes are then of no use. No branch depends on a character.
     */
    uint64_t (*decode)(uint8_t *out, const char *text, size_t len);
    /* Decodes whole blocks of valid characters at the front; stops before a block that
     * has a fault, and before the last characters, fewer than
     * KB_BASE64URL_RUN_MIN. Returns the number of characters taken, a multiple of four.
     * Bytes behind theirs, up to KB_BASE64URL_BYTES(len), are of no use. */
    size_t (*decode_run)(uint8_t *out, const char *text, size_t len);
} kb_base64url_ops;

extern const kb_base64url_ops kb_base64url_ops_ref;
extern const kb_base64url_ops kb_base64url_ops_avx2;

extern kb_ops_family kb_base64url_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_base64url_ops *kb_base64url_ops_get(void) {
    return (const kb_base64url_ops *)kb_ops_get(&kb_base64url_family);
}

#endif
