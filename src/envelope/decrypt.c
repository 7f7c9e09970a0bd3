/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Decryption: nothing is released before the tag over it was verified.
 *
 * Segmented content is opened and passed on as it comes. Of content with one tag, input
 * that can be rewound is read in passes: verify, then release, each piece compared with
 * the one that was verified; other input is held back, as ciphertext, in memory of
 * our own. A token whose ciphertext stands before the parts that its decryption needs takes
 * one pass more, or is held back too.
 */
#include "envelope/decrypt.h"

#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "envelope/enc.h"
#include "envelope/reader.h"
#include "envelope/recover.h"
#include "envelope/segments.h"
#include "stream/buffer.h"
#include "stream/source.h"
#include "sym/gcm.h"

#define HELD_PIECE_BYTES 65536 /* decrypted and passed on at once */

typedef enum pass {
    PASS_VERIFY,  /* the input can be rewound */
    PASS_RELEASE, /* of content with one tag, after PASS_VERIFY */
    PASS_HOLD     /* it cannot */
} pass;

typedef struct decryptor {
    kb_jwe_decrypt_options options;
    kb_stream *next; /* NULL: verify only, or into plain */
    kb_jwe_token *token;
    kb_jwe_reader *reader;
    kb_gcm_open *open;     /* one tag; NULL until the key was recovered */
    kb_floe *floe;         /* segmented; likewise */
    kb_segments *segments; /* likewise */
    pass pass;
    bool has_aad_in_open;
    bool is_deferred; /* the header of the segments does not fit what came so far */
    bool wants_plain; /* one-shot call: plaintext goes to plain */
    kb_buffer held;   /* ciphertext */
    kb_buffer plain;  /* plaintext of segments */
    uint8_t piece[HELD_PIECE_BYTES];
} decryptor;

static bool is_open(const decryptor *d) {
    return d->open != NULL || d->segments != NULL;
}

static kb_status tell_verified(decryptor *d) {
    kb_jwe_info info = kb_jwe_token_info(d->token);
    return d->options.on_verified == NULL
               ? KB_OK
               : d->options.on_verified(d->options.self, &info);
}

/* Takes verified plaintext of a segment. */
static kb_status take_plain(void *self, const uint8_t *data, size_t len) {
    decryptor *d = self;
    if (d->wants_plain) {
        return kb_buffer_append(&d->plain, data, len);
    }
    return d->next == NULL ? KB_OK : kb_stream_feed(d->next, data, len);
}

static kb_status open_one_tag(decryptor *d, const uint8_t *cek, const kb_buffer *aad) {
    kb_gcm_open_free(d->open);
    d->open = NULL;
    KB_TRY(kb_gcm_open_new(&d->open, cek, d->token->iv.room));
    return kb_gcm_open_aad(d->open, aad->data, aad->len);
}

static kb_status open_segments(decryptor *d, const uint8_t *cek, const kb_buffer *aad,
                               uint32_t segment_bytes) {
    kb_status status = kb_floe_open_new(&d->floe, cek, segment_bytes, aad->data, aad->len,
                                        d->token->iv.room);
    if (status == KB_ERR_AUTH) {
        return kb_jwe_recover_refusal();
    }
    KB_TRY(status);
    KB_TRY(tell_verified(d));
    if (d->wants_plain && d->held.len == 0) {
        d->plain = d->held; /* memory that the caller had before */
        d->held = (kb_buffer){.data = NULL};
    }
    return kb_segments_open_new(&d->segments, d->floe, d->options.pool, 0, take_plain, d);
}

/* Recovers the key and starts the cipher over the aad as far as it is known. */
static kb_status open_cipher(decryptor *d) {
    KB_SECRET_LOCAL(cek, KB_JWE_CEK_BYTES);
    kb_buffer aad = {.data = NULL};
    d->has_aad_in_open = d->token->has_aad;
    KB_TRY(kb_jwe_recover_key(cek, d->token, d->options.keys,
                              d->options.allow_experimental));
    kb_status status = kb_jwe_recover_aad(&aad, d->token);
    uint32_t segment_bytes = kb_jwe_enc_segment_bytes(d->token->header.enc);
    if (status == KB_OK) {
        status = segment_bytes == 0 ? open_one_tag(d, cek, &aad)
                                    : open_segments(d, cek, &aad, segment_bytes);
    }
    kb_buffer_free(&aad);
    return status;
}

/* Segments are opened as they come, and so is a tag's content that can be read twice. An
 * aad may still follow in JSON; the header of the segments then does not fit, and what
 * comes is treated as if the head were incomplete. */
static kb_status body_begin(void *self) {
    decryptor *d = self;
    if (is_open(d) || d->is_deferred || !kb_jwe_token_has_head(d->token)) {
        return KB_OK;
    }
    bool is_segmented = kb_jwe_enc_segment_bytes(d->token->header.enc) != 0;
    if (d->pass != PASS_VERIFY && !is_segmented) {
        return KB_OK;
    }
    kb_status status = open_cipher(d);
    if (status == KB_ERR_AUTH && is_segmented && !d->token->has_aad &&
        d->reader->form == KB_JWE_FORM_JSON) {
        d->is_deferred = true;
        return KB_OK;
    }
    return status;
}

static kb_status release(void *self, const uint8_t *data, size_t len) {
    return kb_stream_feed(self, data, len);
}

static kb_status hold(decryptor *d, const uint8_t *data, size_t len) {
    if (len > d->options.hold_bytes - d->held.len) {
        return KB_FAIL(
            KB_ERR_LIMIT,
            "the token holds more than %zu bytes, too much to hold back until its "
            "tag is verified; give it as a file, or write it segmented",
            d->options.hold_bytes);
    }
    return kb_buffer_append(&d->held, data, len);
}

static kb_status feed_segments(decryptor *d, const uint8_t *data, size_t len) {
    kb_status status = kb_segments_feed(d->segments, data, len);
    return status == KB_ERR_AUTH ? kb_jwe_recover_refusal() : status;
}

static kb_status body_feed(void *self, const uint8_t *data, size_t len) {
    decryptor *d = self;
    if (d->segments != NULL) {
        return feed_segments(d, data, len);
    }
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
        kb_segments_free(d->segments);
        kb_floe_free(d->floe);
        kb_buffer_free(&d->held);
        kb_buffer_free(&d->plain);
        kb_wipe(d->piece, sizeof d->piece);
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

/* Opens the final segment. An aad that came after segments were released was not in what
 * authenticates them. */
static kb_status finish_segments(decryptor *d) {
    if (d->has_aad_in_open != d->token->has_aad) {
        return kb_jwe_recover_refusal();
    }
    kb_status status = kb_segments_finish(d->segments);
    return status == KB_ERR_AUTH ? kb_jwe_recover_refusal() : status;
}

/* Whether the whole token was read with the cipher it needs. */
static bool was_read_with_cipher(const decryptor *d) {
    return d->segments != NULL ||
           (d->open != NULL && d->has_aad_in_open == d->token->has_aad);
}

/* One pass, or two when the ciphertext or the aad stood before what it needs. Segments
 * are released meanwhile. */
static kb_status verify_source(decryptor *d, kb_source *source) {
    KB_TRY(read_all(d, source));
    if (!was_read_with_cipher(d)) {
        if (!kb_source_may_rewind(source)) {
            return KB_FAIL(KB_ERR_LIMIT,
                           "the ciphertext stands before the parts that its "
                           "decryption needs; give the token as a file");
        }
        KB_TRY(open_cipher(d));
        KB_TRY(read_again(d, source));
    }
    return d->segments != NULL ? finish_segments(d) : check_tag(d);
}

static kb_status release_source(decryptor *d, kb_source *source) {
    d->pass = PASS_RELEASE;
    kb_status status = read_again(d, source);
    if (status == KB_OK) {
        status = kb_gcm_open_release_end(d->open, release, d->next);
    }
    return status == KB_ERR_AUTH ? kb_jwe_recover_refusal() : status;
}

static kb_status decrypt_source(decryptor *d, kb_source *source) {
    KB_TRY(verify_source(d, source));
    if (d->segments == NULL) {
        KB_TRY(tell_verified(d));
        KB_TRY(release_source(d, source));
    }
    return kb_stream_finish(d->next);
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
    kb_status status = decrypt_source(d, source);
    decryptor_free(d);
    return status;
}

kb_status kb_jwe_verify(kb_source *source, const kb_jwe_decrypt_options *options) {
    decryptor *d = NULL;
    kb_jwe_decrypt_options quiet = *options;
    quiet.on_verified = NULL;
    KB_TRY(decryptor_new(&d, &quiet, NULL, PASS_VERIFY));
    kb_status status = verify_source(d, source);
    decryptor_free(d);
    return status;
}

static kb_status stage_feed(void *self, const uint8_t *data, size_t len) {
    return kb_jwe_reader_feed(((decryptor *)self)->reader, (const char *)data, len);
}

/* After the end of held input: opens segments that had to wait, or verifies the tag. */
static kb_status end_held(decryptor *d) {
    KB_TRY(kb_jwe_reader_finish(d->reader));
    if (!is_open(d)) {
        KB_TRY(open_cipher(d));
        if (d->segments != NULL) {
            KB_TRY(feed_segments(d, d->held.data, d->held.len));
        }
    }
    if (d->segments != NULL) {
        return finish_segments(d);
    }
    KB_TRY(kb_gcm_open_verify(d->open, d->held.data, d->held.len));
    KB_TRY(check_tag(d));
    return tell_verified(d);
}

static kb_status stage_finish(void *self) {
    decryptor *d = self;
    KB_TRY(end_held(d));
    for (size_t at = 0; d->segments == NULL && at < d->held.len; at += sizeof d->piece) {
        size_t rest = d->held.len - at;
        size_t n = rest < sizeof d->piece ? rest : sizeof d->piece;
        KB_TRY(kb_gcm_open_held(d->open, d->piece, d->held.data + at, n));
        KB_TRY(kb_stream_feed(d->next, d->piece, n));
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

/* One tag: the buffer holds the ciphertext and is decrypted in place. Segments: it takes
 * the plaintext. */
static kb_status decrypt_whole(decryptor *d, const char *token, size_t len) {
    KB_TRY(kb_jwe_reader_feed(d->reader, token, len));
    KB_TRY(end_held(d));
    return d->segments != NULL
               ? KB_OK
               : kb_gcm_open_held(d->open, d->held.data, d->held.data, d->held.len);
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
    d->wants_plain = true;
    d->held = *buffer;
    d->held.len = 0;
    *buffer = (kb_buffer){.data = NULL};
    status = kb_buffer_reserve(&d->held, KB_BASE64URL_BYTES(len) + 1);
    if (status == KB_OK) {
        status = decrypt_whole(d, token, len);
    }
    if (status == KB_OK) {
        kb_buffer *full = d->segments != NULL ? &d->plain : &d->held;
        *buffer = *full;
        *full = (kb_buffer){.data = NULL};
    }
    decryptor_free(d);
    return status;
}
