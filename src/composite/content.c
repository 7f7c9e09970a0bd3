/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From the message key of wrapped mode to content key and commitment. */
#include "composite/content.h"

#include "core/bytes.h"
#include "core/error.h"

#include <keybraid/kdf.h>
#include <keybraid/secret.h>
#include <string.h>

#define LABEL         "CKEM1-Content"
#define ENC_MAX_BYTES 64

static uint8_t *put_lp(uint8_t *to, const void *from, size_t len) {
    kb_store_be32(to, (uint32_t)len);
    memcpy(to + 4, from, len);
    return to + 4 + len;
}

kb_status kb_composite_content_key(uint8_t okm[KB_COMBINER_OKM_BYTES],
                                   const uint8_t mk[32], const char *enc, kb_span ctx) {
    uint8_t info[4 + sizeof LABEL + 4 + ENC_MAX_BYTES + 4 + KB_COMBINER_CTX_BYTES];
    kb_wipe(okm, KB_COMBINER_OKM_BYTES);
    KB_INVARIANT(strlen(enc) <= ENC_MAX_BYTES && ctx.len == KB_COMBINER_CTX_BYTES);
    uint8_t *end = put_lp(info, LABEL, strlen(LABEL));
    end = put_lp(end, enc, strlen(enc));
    end = put_lp(end, ctx.data, ctx.len);
    return kb_hkdf(KB_HASH_SHA256, okm, KB_COMBINER_OKM_BYTES, NULL, 0, mk, 32, info,
                   (size_t)(end - info));
}
