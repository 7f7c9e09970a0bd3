/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One-shot calls. */
#include "codec/base64url.h"
#include "core/error.h"
#include "envelope/decrypt.h"
#include "stream/buffer.h"

#include <keybraid/jwe.h>

/* Room for what stands around the ciphertext of an ordinary token; more only costs a
 * growth. */
#define HEAD_GUESS_BYTES 8192

kb_status kb_jwe_encrypt_memory(kb_buffer *token, const kb_jwe_encrypt_options *options,
                                const void *plaintext, size_t len) {
    kb_stream *sink = NULL, *stage = NULL;
    kb_status status = KB_OK;
    uint64_t content_bytes = len;
    kb_jwe_encrypt_options with_length = *options;
    with_length.content_bytes = &content_bytes;
    token->len = 0;
    if (len > KB_JWE_MEMORY_BYTES) {
        status = KB_FAIL(KB_ERR_LIMIT, "%zu bytes in memory, %zu at most", len,
                         KB_JWE_MEMORY_BYTES);
    }
    if (status == KB_OK) {
        status = kb_buffer_reserve(token, KB_BASE64URL_TEXT_LEN(len) + HEAD_GUESS_BYTES);
    }
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, token, SIZE_MAX);
    }
    if (status == KB_OK) {
        status = kb_jwe_encrypt_new(&stage, &with_length, sink);
    }
    if (status == KB_OK) {
        status = kb_stream_feed(stage, plaintext, len);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(stage);
    }
    kb_stream_free(stage);
    kb_stream_free(sink);
    if (status != KB_OK) {
        kb_buffer_free(token);
    }
    return status;
}

kb_status kb_jwe_decrypt_memory(kb_buffer *plaintext, kb_keyring keys, const void *token,
                                size_t len) {
    kb_jwe_decrypt_options options = {.keys = keys, .hold_bytes = KB_JWE_MEMORY_BYTES};
    if (len > KB_JWE_MEMORY_BYTES) {
        kb_buffer_free(plaintext);
        return KB_FAIL(KB_ERR_LIMIT, "%zu bytes in memory, %zu at most", len,
                       KB_JWE_MEMORY_BYTES);
    }
    return kb_jwe_decrypt_to_buffer(plaintext, &options, token, len);
}
