/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signatures of files: the stage that hashes, the digest object, and its comparison. */
#include "codec/base64url.h"
#include "codec/text.h"
#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "envelope/jws.h"

#include <inttypes.h>
#include <keybraid/hash.h>
#include <stdio.h>

#define FRAME "{\"alg\":\"SHA-512\",\"digest\":\"%s\",\"size\":%" PRIu64 "}"
/* Frame, digest, and a size of up to 20 digits. */
#define OBJECT_MAX (sizeof FRAME + KB_BASE64URL_TEXT_LEN(KB_SHA512_BYTES) + 20)

typedef struct file_stage {
    kb_sha2 *hash;
    uint64_t size;
    /* when signing */
    kb_jws_signer signers[KB_JWS_KEYS_MAX];
    size_t count;
    kb_stream *next;
    /* when verifying */
    kb_jws_token *token;
} file_stage;

static kb_status stage_feed(void *self, const uint8_t *data, size_t len) {
    file_stage *s = self;
    s->size += len;
    return kb_sha2_update(s->hash, data, len);
}

static void stage_free(void *self) {
    file_stage *s = self;
    kb_sha2_free(s->hash);
    kb_jws_token_free(s->token);
    kb_free(s);
}

/* The one text of a digest object. */
static kb_status write_object(file_stage *s, char object[OBJECT_MAX]) {
    uint8_t digest[KB_SHA512_BYTES];
    char text[KB_BASE64URL_TEXT_LEN(KB_SHA512_BYTES) + 1] = {0};
    KB_TRY(kb_sha2_final(s->hash, digest));
    kb_base64url_encode(text, digest, sizeof digest);
    (void)snprintf(object, OBJECT_MAX, FRAME, text, s->size);
    return KB_OK;
}

static kb_status sign_finish(void *self) {
    static const kb_jws_options options = {NULL, KB_JWS_DIGEST_CTY};
    file_stage *s = self;
    char object[OBJECT_MAX], *jws = NULL;
    KB_TRY(write_object(s, object));
    KB_TRY(kb_jws_sign_payload(&jws, s->signers, s->count, &options, object,
                               strlen(object)));
    kb_status status = kb_stream_feed(s->next, jws, strlen(jws));
    kb_text_release(jws);
    return status == KB_OK ? kb_stream_finish(s->next) : status;
}

static kb_status verify_finish(void *self) {
    file_stage *s = self;
    char object[OBJECT_MAX];
    const kb_jws_value *payload = &s->token->payload;
    KB_TRY(write_object(s, object));
    return kb_text_is((const char *)payload->bytes, payload->len, object)
               ? KB_OK
               : KB_FAIL(KB_ERR_AUTH, "the file is not the one that was signed");
}

/* Makes a stage with its hash. */
static kb_status stage_new(file_stage **out) {
    file_stage *s = kb_malloc(sizeof *s);
    if (s == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *s);
    }
    *s = (file_stage){.size = 0};
    kb_status status = kb_sha2_new(&s->hash, KB_HASH_SHA512);
    if (status != KB_OK) {
        stage_free(s);
        return status;
    }
    *out = s;
    return KB_OK;
}

kb_status kb_jws_sign_new(kb_stream **out, const kb_jws_key *keys, size_t key_count,
                          kb_stream *next) {
    static const kb_stream_ops ops = {stage_feed, sign_finish, stage_free};
    file_stage *s = NULL;
    KB_TRY(stage_new(&s));
    s->count = key_count;
    s->next = next;
    kb_status status = kb_jws_key_check(s->signers, keys, key_count, true);
    if (status == KB_OK) {
        status = kb_stream_new(out, &ops, s);
    }
    if (status != KB_OK) {
        stage_free(s);
    }
    return status;
}

kb_status kb_jws_verify_new(kb_stream **out, const kb_jws_key *keys, size_t key_count,
                            const void *jws, size_t jws_len) {
    static const kb_stream_ops ops = {stage_feed, verify_finish, stage_free};
    file_stage *s = NULL;
    KB_TRY(stage_new(&s));
    kb_status status = kb_jws_verify_token(&s->token, keys, key_count, jws, jws_len);
    if (status == KB_OK && !kb_jws_token_is_file(s->token)) {
        status = KB_FAIL(KB_ERR_FORMAT, "this is no signature of a file: cty");
    }
    if (status == KB_OK) {
        status = kb_stream_new(out, &ops, s);
    }
    if (status != KB_OK) {
        stage_free(s);
    }
    return status;
}
