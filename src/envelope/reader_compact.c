/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Compact serialization: protected.encrypted_key.iv.ciphertext.tag, and one newline at
 * most after it. */
#include "core/error.h"
#include "envelope/reader.h"

#include <string.h>

enum { PROTECTED, ENCRYPTED_KEY, IV, CIPHERTEXT, TAG, PART_COUNT };

static kb_status part_text(kb_jwe_reader *r, const char *text, size_t len,
                           uint64_t offset, bool is_last) {
    kb_jwe_token *t = r->token;
    switch (r->part) {
    case PROTECTED:
        KB_TRY(kb_jwe_reader_protected_text(r, text, len, offset));
        return is_last ? kb_jwe_token_end_protected(t, 0) : KB_OK;
    case ENCRYPTED_KEY:
        if (t->entry_count == 0) {
            KB_TRY(kb_jwe_token_begin_entry(t, offset));
            kb_jwe_token_begin_encrypted_key(t);
        }
        return kb_jwe_token_encrypted_key(t, text, len, offset, is_last);
    case IV:
        t->iv.is_present = true;
        return kb_base64url_field_feed(&t->iv.field, text, len, offset, is_last);
    case CIPHERTEXT:
        if (!t->has_ciphertext) {
            KB_TRY(kb_jwe_reader_begin_body(r, offset));
        }
        return kb_jwe_reader_body_text(r, text, len, is_last);
    default:
        t->tag.is_present = true;
        return kb_base64url_field_feed(&t->tag.field, text, len, offset, is_last);
    }
}

/* The first part of anything that is no token at all shows here. */
static kb_status check_first_part(const char *text, size_t len, uint64_t offset) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (size_t i = 0; i < len; i++) {
        if (memchr(alphabet, text[i], sizeof alphabet - 1) == NULL) {
            return KB_FAIL_AT(KB_ERR_FORMAT, offset + i,
                              "not a token: expected '{' or a compact token");
        }
    }
    return KB_OK;
}

kb_status kb_jwe_compact_feed(kb_jwe_reader *r, const char *text, size_t len) {
    size_t at = 0;
    while (at < len) {
        const char *rest = text + at;
        uint64_t offset = r->fed + at;
        if (r->is_ended) {
            return KB_FAIL_AT(KB_ERR_FORMAT, offset, "bytes after the end of the token");
        }
        size_t taken = 0;
        if (r->part == CIPHERTEXT) {
            KB_TRY(kb_jwe_reader_body_take(r, rest, len - at, offset, &taken));
        }
        if (taken > 0) {
            at += taken;
            continue;
        }
        char stop = r->part == TAG ? '\n' : '.';
        const char *end = memchr(rest, stop, len - at);
        size_t n = end == NULL ? len - at : (size_t)(end - rest);
        if (r->part == PROTECTED) {
            KB_TRY(check_first_part(rest, n, offset));
        }
        KB_TRY(part_text(r, rest, n, offset, end != NULL));
        at += n + (end != NULL);
        if (end != NULL && r->part == TAG) {
            r->is_ended = true;
        } else if (end != NULL) {
            r->part++;
        }
    }
    return KB_OK;
}

kb_status kb_jwe_compact_finish(kb_jwe_reader *r) {
    if (r->part != TAG) {
        return r->part == PROTECTED
                   ? KB_FAIL(KB_ERR_FORMAT,
                             "not a token: expected '{' or a compact token")
                   : KB_FAIL(KB_ERR_FORMAT, "the compact token ends in part %u of %d",
                             r->part + 1, (int)PART_COUNT);
    }
    return r->is_ended ? KB_OK : part_text(r, "", 0, r->fed, true);
}
