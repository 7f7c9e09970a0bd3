/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The part of the token reader that the forms share. */
#include "envelope/reader.h"

#include "core/alloc.h"
#include "core/error.h"
#include "stream/source.h"

#include <string.h>

#define CONTAINER_FIRST_BYTE 0x89

kb_status kb_jwe_reader_new(kb_jwe_reader **out, kb_jwe_token *token, kb_jwe_body body) {
    kb_jwe_reader *reader = kb_malloc(sizeof *reader);
    if (reader == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *reader);
    }
    *reader = (kb_jwe_reader){.token = token, .body = body};
    reader->piece = kb_malloc(KB_JWE_BODY_PIECE);
    if (reader->piece == NULL) {
        kb_free(reader);
        return KB_FAIL(KB_ERR_MEMORY, "%d bytes", KB_JWE_BODY_PIECE);
    }
    *out = reader;
    return KB_OK;
}

void kb_jwe_reader_free(kb_jwe_reader *reader) {
    if (reader != NULL) {
        kb_json_free(reader->json);
        kb_free(reader->piece);
        kb_free(reader);
    }
}

/* Envelope F: the first byte decides, and there is no fallback. */
static kb_status choose_form(kb_jwe_reader *reader, const char *text, size_t len) {
    static const kb_json_limits limits = {8, 64, 128};
    size_t i = 0;
    while (i < len && memchr(" \t\r\n", text[i], 4) != NULL) {
        i++;
    }
    if (i == len) {
        return KB_OK;
    }
    unsigned char first = (unsigned char)text[i];
    if (first == CONTAINER_FIRST_BYTE && reader->fed + i == 0) {
        reader->form = KB_JWE_FORM_CONTAINER;
        reader->token->serialization = KB_JWE_CONTAINER_SERIALIZATION;
        return KB_OK;
    }
    /* Marks and NULs go to the scanner too, which tells UTF-16 and UTF-8 marks apart by
     * name. */
    bool is_json =
        first == '{' || first == 0xEF || first == 0xFE || first == 0xFF || first == 0;
    if (!is_json && reader->fed + i != 0) {
        return KB_FAIL_AT(KB_ERR_FORMAT, reader->fed + i,
                          "not a token: white space, but no '{' after it");
    }
    reader->form = is_json ? KB_JWE_FORM_JSON : KB_JWE_FORM_COMPACT;
    if (is_json) {
        return kb_json_new(&reader->json, limits, reader->fed, kb_jwe_json_event, reader);
    }
    reader->token->serialization = KB_JWE_COMPACT_SERIALIZATION;
    return KB_OK;
}

static kb_status feed_piece(kb_jwe_reader *reader, const char *text, size_t len) {
    if (reader->form == KB_JWE_FORM_UNKNOWN) {
        KB_TRY(choose_form(reader, text, len));
    }
    if (reader->form == KB_JWE_FORM_JSON) {
        KB_TRY(kb_json_feed(reader->json, text, len));
    } else if (reader->form == KB_JWE_FORM_COMPACT) {
        KB_TRY(kb_jwe_compact_feed(reader, text, len));
    }
    if (reader->form == KB_JWE_FORM_CONTAINER) {
        return kb_jwe_container_feed(reader, text, len); /* it counts for itself */
    }
    reader->fed += len;
    if (reader->fed - reader->ciphertext_chars > KB_JWE_OUTSIDE_MAX_BYTES) {
        return KB_FAIL_AT(KB_ERR_LIMIT, reader->fed,
                          "more than %llu bytes besides the ciphertext",
                          (unsigned long long)KB_JWE_OUTSIDE_MAX_BYTES);
    }
    return KB_OK;
}

kb_status kb_jwe_reader_feed(kb_jwe_reader *reader, const char *text, size_t len) {
    while (len > 0) {
        bool is_text = reader->form != KB_JWE_FORM_CONTAINER;
        size_t n = is_text && len > KB_JWE_BODY_TEXT_PIECE ? KB_JWE_BODY_TEXT_PIECE : len;
        KB_TRY(feed_piece(reader, text, n));
        text += n;
        len -= n;
    }
    return KB_OK;
}

kb_status kb_jwe_reader_finish(kb_jwe_reader *reader) {
    if (reader->fed == 0) {
        return KB_FAIL(KB_ERR_FORMAT, "empty input");
    }
    switch (reader->form) {
    case KB_JWE_FORM_JSON:
        KB_TRY(kb_json_finish(reader->json));
        break;
    case KB_JWE_FORM_COMPACT:
        KB_TRY(kb_jwe_compact_finish(reader));
        break;
    case KB_JWE_FORM_CONTAINER:
        KB_TRY(kb_jwe_container_finish(reader));
        break;
    case KB_JWE_FORM_UNKNOWN:
        return KB_FAIL(KB_ERR_FORMAT, "not a token: nothing but white space");
    }
    reader->token->token_bytes = reader->fed;
    return kb_jwe_token_check(reader->token);
}

static kb_status read_all(kb_jwe_reader *reader, kb_source *source) {
    const uint8_t *data;
    size_t n;
    do {
        KB_TRY(kb_source_next(source, &data, &n));
        KB_TRY(kb_jwe_reader_feed(reader, (const char *)data, n));
    } while (n > 0);
    return kb_jwe_reader_finish(reader);
}

kb_status kb_jwe_read(kb_jwe_token *token, kb_jwe_body body, kb_source *source) {
    kb_jwe_reader *reader = NULL;
    KB_TRY(kb_jwe_reader_new(&reader, token, body));
    kb_status status = read_all(reader, source);
    kb_jwe_reader_free(reader);
    return status;
}

kb_status kb_jwe_reader_pass(kb_jwe_reader *reader, const uint8_t *data, size_t len) {
    return reader->body.feed == NULL ? KB_OK
                                     : reader->body.feed(reader->body.self, data, len);
}

kb_status kb_jwe_reader_begin_body(kb_jwe_reader *reader, uint64_t offset) {
    reader->decoder = (kb_base64url_decoder){.offset = offset};
    reader->token->has_ciphertext = true;
    return reader->body.begin == NULL ? KB_OK : reader->body.begin(reader->body.self);
}

kb_status kb_jwe_reader_body_text(kb_jwe_reader *reader, const char *text, size_t len,
                                  bool is_last) {
    size_t written, last = 0;
    reader->ciphertext_chars += len;
    KB_TRY(
        kb_base64url_decode_feed(&reader->decoder, reader->piece, &written, text, len));
    if (is_last) {
        KB_TRY(
            kb_base64url_decode_finish(&reader->decoder, reader->piece + written, &last));
    }
    reader->token->ciphertext_bytes += written + last;
    return kb_jwe_reader_pass(reader, reader->piece, written + last);
}

kb_status kb_jwe_reader_body_take(kb_jwe_reader *reader, const char *text, size_t len,
                                  uint64_t offset, size_t *taken) {
    kb_base64url_decoder decoder = {.offset = offset};
    size_t written;
    if (reader->token->has_ciphertext) {
        decoder = reader->decoder;
    }
    *taken = kb_base64url_decode_run(&decoder, reader->piece, &written, text, len);
    if (*taken == 0) {
        return KB_OK;
    }
    if (!reader->token->has_ciphertext) {
        KB_TRY(kb_jwe_reader_begin_body(reader, offset));
    }
    reader->decoder = decoder;
    reader->ciphertext_chars += *taken;
    reader->token->ciphertext_bytes += written;
    return kb_jwe_reader_pass(reader, reader->piece, written);
}

kb_status kb_jwe_reader_protected_text(kb_jwe_reader *reader, const char *text,
                                       size_t len, uint64_t offset) {
    kb_jwe_token *token = reader->token;
    if (len > KB_JWE_HEADER_TEXT_MAX - token->protected_len) {
        return KB_FAIL_AT(KB_ERR_LIMIT, offset, "protected is longer than %d characters",
                          KB_JWE_HEADER_TEXT_MAX);
    }
    memcpy(token->protected_text + token->protected_len, text, len);
    token->protected_len += len;
    return KB_OK;
}
