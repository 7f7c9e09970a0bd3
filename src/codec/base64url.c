/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Base64url at once and in pieces, and the faults of a text; the kernels are chosen by
 * base64url_ops.c. */
#include "codec/base64url.h"

#include "codec/base64url_ops.h"
#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"

#include <string.h>

void kb_base64url_encode(char *out, const void *in, size_t len) {
    kb_base64url_ops_get()->encode(out, in, len);
}

static bool is_in_alphabet(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
}

/* Names the fault of a text that has one. Here the time may depend on the text: it is
 * refused, and the place of the fault is told. */
static kb_status fault(const char *text, size_t len, uint64_t base_offset) {
    size_t at = 0;
    while (at < len && is_in_alphabet(text[at])) {
        at++;
    }
    if (at < len) {
        return KB_FAIL_AT(KB_ERR_FORMAT, base_offset + at, "base64url: %s",
                          text[at] == '='
                              ? "padding is not allowed"
                              : "this character is not in the alphabet A-Z a-z 0-9 - _");
    }
    uint64_t last = base_offset + len - (len > 0);
    if (len % 4 == 1) {
        return KB_FAIL_AT(KB_ERR_FORMAT, last,
                          "base64url: one character is left over after groups of four");
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, last,
                      "base64url: the unused bits of the last character are not zero");
}

kb_status kb_base64url_decode(void *out, const char *text, size_t len,
                              uint64_t base_offset) {
    uint64_t is_bad = 1;
    if (len % 4 != 1) {
        is_bad = kb_base64url_ops_get()->decode(out, text, len);
        /* Whether a text is valid is told to the caller. */
        KB_CT_PUBLIC(&is_bad, sizeof is_bad);
    }
    if (is_bad != 0) {
        kb_wipe(out, KB_BASE64URL_BYTES(len));
        return fault(text, len, base_offset);
    }
    return KB_OK;
}

size_t kb_base64url_encode_feed(kb_base64url_encoder *e, char *out, const void *in,
                                size_t len) {
    const uint8_t *from = in;
    size_t written = 0;
    if (len == 0) {
        return 0;
    }
    if (e->carried != 0) {
        uint8_t group[3] = {e->carry[0], e->carry[1], 0};
        size_t missing = 3 - e->carried;
        size_t taken = len < missing ? len : missing;
        for (size_t i = 0; i < taken; i++) {
            group[e->carried + i] = from[i];
        }
        if (taken < missing) {
            memcpy(e->carry, group, sizeof e->carry);
            e->carried += taken;
            kb_wipe(group, sizeof group);
            return 0;
        }
        kb_base64url_encode(out, group, sizeof group);
        kb_wipe(group, sizeof group);
        written = 4;
        from += taken;
        len -= taken;
    }
    size_t whole = len / 3 * 3;
    kb_base64url_encode(out + written, from, whole);
    e->carried = len - whole;
    for (size_t i = 0; i < e->carried; i++) {
        e->carry[i] = from[whole + i];
    }
    return written + KB_BASE64URL_TEXT_LEN(whole);
}

size_t kb_base64url_encode_finish(kb_base64url_encoder *e, char *out) {
    size_t written = KB_BASE64URL_TEXT_LEN(e->carried);
    kb_base64url_encode(out, e->carry, e->carried);
    kb_wipe(e, sizeof *e);
    return written;
}

kb_status kb_base64url_decode_feed(kb_base64url_decoder *d, void *out, size_t *written,
                                   const char *text, size_t len) {
    uint8_t *to = out;
    size_t done = 0;
    *written = 0;
    if (len == 0) {
        return KB_OK;
    }
    if (d->carried != 0) {
        while (d->carried < 4 && len > 0) {
            d->carry[d->carried++] = *text++;
            d->offset++;
            len--;
        }
        if (d->carried < 4) {
            return KB_OK;
        }
        d->carried = 0;
        kb_status first = kb_base64url_decode(to, d->carry, 4, d->offset - 4);
        kb_wipe(d->carry, sizeof d->carry);
        KB_TRY(first);
        done = 3;
    }
    size_t whole = len / 4 * 4;
    kb_status status = kb_base64url_decode(to + done, text, whole, d->offset);
    if (status != KB_OK) {
        kb_wipe(to, done);
        return status;
    }
    for (size_t i = whole; i < len; i++) {
        d->carry[d->carried++] = text[i];
    }
    d->offset += len;
    *written = done + KB_BASE64URL_BYTES(whole);
    return KB_OK;
}

size_t kb_base64url_decode_run(kb_base64url_decoder *d, void *out, size_t *written,
                               const char *text, size_t len) {
    const kb_base64url_ops *ops = kb_base64url_ops_get();
    uint8_t *to = out;
    size_t missing = d->carried == 0 ? 0 : 4 - d->carried;
    *written = 0;
    if (len < KB_BASE64URL_RUN_MIN) {
        return 0;
    }
    size_t first = missing == 0 ? 0 : 3;
    size_t run = ops->decode_run(to + first, text + missing, len - missing);
    if (run == 0) {
        return 0;
    }
    if (missing != 0) {
        char group[4];
        memcpy(group, d->carry, d->carried);
        memcpy(group + d->carried, text, missing);
        uint64_t is_bad = ops->decode(to, group, sizeof group);
        kb_wipe(group, sizeof group);
        KB_CT_PUBLIC(&is_bad, sizeof is_bad);
        if (is_bad != 0) {
            return 0;
        }
        kb_wipe(d->carry, sizeof d->carry);
        d->carried = 0;
    }
    d->offset += missing + run;
    *written = first + KB_BASE64URL_BYTES(run);
    return missing + run;
}

kb_status kb_base64url_decode_finish(kb_base64url_decoder *d, void *out,
                                     size_t *written) {
    size_t len = d->carried;
    *written = 0;
    kb_status status = kb_base64url_decode(out, d->carry, len, d->offset - len);
    kb_wipe(d->carry, sizeof d->carry);
    d->carried = 0;
    if (status == KB_OK) {
        *written = KB_BASE64URL_BYTES(len);
    }
    return status;
}
