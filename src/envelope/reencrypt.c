/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Re-encryption: a decryption whose next stage is an encryption, made once the source was
 * verified. */
#include "core/error.h"

#include <keybraid/jwe.h>

typedef struct transcoder {
    const kb_jwe_reencrypt_options *options;
    kb_stream *target; /* the encryption; NULL until the source was verified */
    kb_stream *next;
} transcoder;

/* The source's readable members go over to the target unless the caller replaces them. */
static kb_status on_verified(void *self, const kb_jwe_info *info) {
    transcoder *t = self;
    const kb_jwe_reencrypt_options *o = t->options;
    kb_jwe_encrypt_options target = o->target;
    if (o->decrypt.on_verified != NULL) {
        KB_TRY(o->decrypt.on_verified(o->decrypt.self, info));
    }
    if (!o->override_format) {
        target.format = info->format;
    }
    if (target.enc == KB_JWE_ENC_AUTO) {
        target.enc = info->content_enc;
        if (target.enc == KB_JWE_ENC_A256GCM && target.format == KB_JWE_CONTAINER) {
            target.enc = KB_JWE_ENC_FLOE_64K; /* containers have no other kind */
        }
    }
    if (target.aad == NULL) {
        target.aad = info->aad;
        target.aad_len = info->aad_len;
    }
    target.typ = target.typ == NULL ? info->typ : target.typ;
    target.cty = target.cty == NULL ? info->cty : target.cty;
    return kb_jwe_encrypt_new(&t->target, &target, t->next);
}

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    return kb_stream_feed(((transcoder *)self)->target, data, len);
}

static kb_status finish(void *self) {
    return kb_stream_finish(((transcoder *)self)->target);
}

kb_status kb_jwe_reencrypt(kb_source *source, const kb_jwe_reencrypt_options *options,
                           kb_stream *next) {
    static const kb_stream_ops ops = {feed, finish, NULL};
    transcoder t = {.options = options, .next = next};
    kb_jwe_decrypt_options decrypt = options->decrypt;
    kb_stream *stage = NULL;
    decrypt.on_verified = on_verified;
    decrypt.self = &t;
    KB_TRY(kb_stream_new(&stage, &ops, &t));
    kb_status status = kb_jwe_decrypt(source, &decrypt, stage);
    kb_stream_free(stage);
    kb_stream_free(t.target);
    return status;
}
