/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Decryption of single-tag tokens: nothing is released before the tag over everything was
 * verified.
 *
 * Input that can be rewound is read in passes: verify, then release, each piece compared
 * with the one that was verified. A token whose ciphertext stands before the parts that
 * decryption needs takes one pass more. Other input is held back, as ciphertext, in
 * memory of our own.
 */
#include "envelope/decrypt.h"

#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "envelope/reader.h"
#include "envelope/recover.h"
#include "stream/buffer.h"
#include "stream/source.h"

typedef enum pass { PASS_VERIFY, PASS_RELEASE, PASS_HOLD } pass;

typedef struct decryptor {
    kb_jwe_decrypt_options options;
    kb_stream *next; /* NULL: verify only */
    kb_jwe_token *token;
    kb_jwe_reader *reader;
    kb_gcm_open *open; /* NULL while the head is not complete */
    pass pass;
    bool has_aad_in_open;
    kb_buffer held;
    uint8_t plain[KB_STREAM_PIECE_BYTES];
} decryptor;

static kb_status open_cipher(decryptor *d) {
    kb_gcm_open_free(d->open);
    d->open = NULL;
    d->has_aad_in_open = d->token->has_aad;
    return kb_jwe_recover(&d->open, d->token, d->options.keys,
                          d->options.allow_experimental);
}

static kb_status body_begin(void *self) {
    decryptor *d = self;
    bool is_first = d->pass == PASS_VERIFY && d->open == NULL;
    return is_first && kb_jwe_token_has_head(d->token) ? open_cipher(d) : KB_OK;
}

static kb_status release(void *self, const uint8_t *data, size_t len) {
    return kb_stream_feed(self, data, len);
}

static kb_status hold(decryptor *d, const uint8_t *data, size_t len) {
    if (len > d->options.hold_bytes - d->held.len) {
        return KB_FAIL(
            KB_ERR_LIMIT,
            "the token holds more than %zu bytes, too much to hold back until its "
            "tag is verified; give it as a file",
            d->options.hold_bytes);
    }
    return kb_buffer_append(&d->held, data, len);
}

static kb_status body_feed(void *self, const uint8_t *data, size_t len) {
    decryptor *d = self;
    switch (d->pass) {
    case PASS_HOLD:
        return hold(d, data, len);
    case PASS_RELEASE:
        return kb_gcm_open_release(d->open, data, len, release, d->next);
    default:
        return d->open == NULL ? KB_OK : kb_gcm_open_verify(d->open, data, len);
    }
}

static void decryptor_free(void *self) {
    decryptor *d = self;
    if (d != NULL) {
        kb_jwe_reader_free(d->reader);
        kb_jwe_token_free(d->token);
        kb_gcm_open_free(d->open);
        kb_buffer_free(&d->held);
        kb_wipe(d->plain, sizeof d->plain);
        kb_free(d);
    }
}

static kb_status new_reader(decryptor *d, kb_jwe_token *token) {
    kb_jwe_reader_free(d->reader);
    d->reader = NULL;
    return kb_jwe_reader_new(&d->reader, token, (kb_jwe_body){body_begin, body_feed, d});
}

static kb_status decryptor_new(decryptor **out, const kb_jwe_decrypt_options *options,
                               kb_stream *next, pass first) {
    decryptor *d = kb_malloc(sizeof *d);
    if (d == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *d);
    }
    *d = (decryptor){.options = *options, .next = next, .pass = first};
    if (d->options.hold_bytes == 0) {
        d->options.hold_bytes = KB_JWE_HOLD_BYTES;
    }
    kb_status status = kb_jwe_token_new(&d->token);
    if (status == KB_OK) {
        status = new_reader(d, d->token);
    }
    if (status != KB_OK) {
        decryptor_free(d);
        return status;
    }
    *out = d;
    return KB_OK;
}

static kb_status read_all(decryptor *d, kb_source *source) {
    const uint8_t *data;
    size_t n;
    do {
        KB_TRY(kb_source_next(source, &data, &n));
        KB_TRY(kb_jwe_reader_feed(d->reader, (const char *)data, n));
    } while (n > 0);
    return kb_jwe_reader_finish(d->reader);
}

/* Reads the source again. The head of the first pass counts; this one is parsed and
 * dropped. */
static kb_status read_again(decryptor *d, kb_source *source) {
    kb_jwe_token *scratch = NULL;
    KB_TRY(kb_source_rewind(source));
    KB_TRY(kb_jwe_token_new(&scratch));
    kb_status status = new_reader(d, scratch);
    if (status == KB_OK) {
        status = read_all(d, source);
    }
    kb_jwe_reader_free(d->reader);
    d->reader = NULL;
    kb_jwe_token_free(scratch);
    return status;
}

static kb_status check_tag(decryptor *d) {
    kb_status status = kb_gcm_open_check(d->open, d->token->tag.room);
    return status == KB_ERR_AUTH ? kb_jwe_recover_refusal() : status;
}

static kb_status tell_verified(decryptor *d) {
    kb_jwe_info info = kb_jwe_token_info(d->token);
    return d->options.on_verified == NULL
               ? KB_OK
               : d->options.on_verified(d->options.self, &info);
}

/* One pass, or two when the ciphertext or the aad stood before what it needs. */
static kb_status verify_source(decryptor *d, kb_source *source) {
    KB_TRY(read_all(d, source));
    if (d->open == NULL || d->has_aad_in_open != d->token->has_aad) {
        if (!kb_source_may_rewind(source)) {
            return KB_FAIL(KB_ERR_LIMIT,
                           "the ciphertext stands before the parts that its "
                           "decryption needs; give the token as a file");
        }
        KB_TRY(open_cipher(d));
        KB_TRY(read_again(d, source));
    }
    return check_tag(d);
}

static kb_status release_source(decryptor *d, kb_source *source) {
    d->pass = PASS_RELEASE;
    kb_status status = read_again(d, source);
    if (status == KB_OK) {
        status = kb_gcm_open_release_end(d->open, release, d->next);
    }
    return status == KB_ERR_AUTH ? kb_jwe_recover_refusal() : status;
}

kb_status kb_jwe_decrypt(kb_source *source, const kb_jwe_decrypt_options *options,
                         kb_stream *next) {
    decryptor *d = NULL;
    kb_stream *stage = NULL;
    if (!kb_source_may_rewind(source)) {
        KB_TRY(kb_jwe_decrypt_new(&stage, options, next));
        kb_status status = kb_source_pump(source, stage);
        kb_stream_free(stage);
        return status;
    }
    KB_TRY(decryptor_new(&d, options, next, PASS_VERIFY));
    kb_status status = verify_source(d, source);
    if (status == KB_OK) {
        status = tell_verified(d);
    }
    if (status == KB_OK) {
        status = release_source(d, source);
    }
    decryptor_free(d);
    return status == KB_OK ? kb_stream_finish(next) : status;
}

kb_status kb_jwe_verify(kb_source *source, const kb_jwe_decrypt_options *options) {
    decryptor *d = NULL;
    KB_TRY(decryptor_new(&d, options, NULL, PASS_VERIFY));
    kb_status status = verify_source(d, source);
    decryptor_free(d);
    return status;
}

static kb_status stage_feed(void *self, const uint8_t *data, size_t len) {
    return kb_jwe_reader_feed(((decryptor *)self)->reader, (const char *)data, len);
}

/* After the end of held input: verifies what is held. */
static kb_status verify_held(decryptor *d) {
    KB_TRY(kb_jwe_reader_finish(d->reader));
    KB_TRY(open_cipher(d));
    KB_TRY(kb_gcm_open_verify(d->open, d->held.data, d->held.len));
    KB_TRY(check_tag(d));
    return tell_verified(d);
}

static kb_status stage_finish(void *self) {
    decryptor *d = self;
    KB_TRY(verify_held(d));
    for (size_t at = 0; at < d->held.len; at += sizeof d->plain) {
        size_t rest = d->held.len - at;
        size_t n = rest < sizeof d->plain ? rest : sizeof d->plain;
        KB_TRY(kb_gcm_open_held(d->open, d->plain, d->held.data + at, n));
        KB_TRY(kb_stream_feed(d->next, d->plain, n));
    }
    return kb_stream_finish(d->next);
}

kb_status kb_jwe_decrypt_new(kb_stream **out, const kb_jwe_decrypt_options *options,
                             kb_stream *next) {
    static const kb_stream_ops ops = {stage_feed, stage_finish, decryptor_free};
    decryptor *d = NULL;
    KB_TRY(decryptor_new(&d, options, next, PASS_HOLD));
    kb_status status = kb_stream_new(out, &ops, d);
    if (status != KB_OK) {
        decryptor_free(d);
    }
    return status;
}

static kb_status decrypt_whole(decryptor *d, const char *token, size_t len) {
    KB_TRY(kb_buffer_reserve(&d->held, KB_BASE64URL_BYTES(len) + 1));
    KB_TRY(kb_jwe_reader_feed(d->reader, token, len));
    KB_TRY(verify_held(d));
    return kb_gcm_open_held(d->open, d->held.data, d->held.data, d->held.len);
}

kb_status kb_jwe_decrypt_to_buffer(kb_buffer *buffer,
                                   const kb_jwe_decrypt_options *options,
                                   const char *token, size_t len) {
    decryptor *d = NULL;
    kb_status status = decryptor_new(&d, options, NULL, PASS_HOLD);
    if (status != KB_OK) {
        kb_buffer_free(buffer);
        return status;
    }
    d->held = *buffer;
    d->held.len = 0;
    *buffer = (kb_buffer){.data = NULL};
    status = decrypt_whole(d, token, len);
    if (status == KB_OK) {
        *buffer = d->held;
        d->held = (kb_buffer){.data = NULL};
    }
    decryptor_free(d);
    return status;
}
