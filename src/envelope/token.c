/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Token parts as they come in, and what is told of them. */
#include "envelope/token.h"
#include "envelope/enc.h"

#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"

#include <string.h>

#define FIRST_ENTRIES 2

#define POINT(member_, name_)                                                            \
    (member_).field = (kb_base64url_field) {                                             \
        .name = (name_), .too_long = KB_ERR_FORMAT, .to = (member_).room,                \
        .room = sizeof(member_).room - KB_BASE64URL_FIELD_SLACK                          \
    }

kb_status kb_jwe_token_new(kb_jwe_token **out) {
    kb_jwe_token *token = kb_malloc(sizeof *token);
    if (token == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *token);
    }
    *token = (kb_jwe_token){.serialization = KB_JWE_GENERAL};
    POINT(token->encrypted_key, "encrypted_key");
    POINT(token->wk, "wk");
    POINT(token->kc, "kc");
    POINT(token->iv, "iv");
    POINT(token->tag, "tag");
    *out = token;
    return KB_OK;
}

void kb_jwe_token_free(kb_jwe_token *token) {
    if (token == NULL) {
        return;
    }
    for (size_t i = 0; i < token->entry_count; i++) {
        kb_free(token->entries[i].alg);
        kb_free(token->entries[i].kid);
        kb_free(token->entries[i].encrypted_key);
    }
    kb_free(token->entries);
    kb_free(token->aad.to);
    kb_free(token);
}

kb_status kb_jwe_token_begin_aad(kb_jwe_token *token) {
    uint8_t *room = kb_malloc(KB_JWE_AAD_MAX_BYTES + KB_BASE64URL_FIELD_SLACK);
    if (room == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes for aad", KB_JWE_AAD_MAX_BYTES);
    }
    token->has_aad = true;
    token->aad = (kb_base64url_field){.name = "aad",
                                      .too_long = KB_ERR_LIMIT,
                                      .to = room,
                                      .room = KB_JWE_AAD_MAX_BYTES};
    return KB_OK;
}

kb_status kb_jwe_token_end_protected(kb_jwe_token *token, uint64_t offset) {
    size_t len = KB_BASE64URL_BYTES(token->protected_len);
    token->protected_text[token->protected_len] = '\0';
    KB_TRY(kb_base64url_decode(token->header_text, token->protected_text,
                               token->protected_len, offset));
    token->header_text[len] = '\0';
    kb_status status = kb_jwe_header_parse(&token->header, token->header_text, len);
    if (status != KB_OK) {
        return kb_error_prefix(status, "protected header");
    }
    token->has_header = true;
    return KB_OK;
}

static kb_status make_room(kb_jwe_token *token) {
    size_t room = token->entry_room == 0 ? FIRST_ENTRIES : 2 * token->entry_room;
    if (token->entry_count < token->entry_room) {
        return KB_OK;
    }
    kb_jwe_entry *entries = kb_realloc(token->entries, room * sizeof *entries);
    if (entries == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu recipients", room);
    }
    token->entries = entries;
    token->entry_room = room;
    return KB_OK;
}

kb_status kb_jwe_token_begin_entry(kb_jwe_token *token, uint64_t offset) {
    bool may_be_more = !token->has_header || token->header.mode == KB_JWE_MODE_WRAP;
    if (token->entry_count == 2 && !may_be_more) {
        return KB_FAIL_AT(KB_ERR_FORMAT, offset, "more than two recipients");
    }
    if (token->entry_count == KB_JWE_ENTRIES_MAX) {
        return KB_FAIL_AT(KB_ERR_LIMIT, offset, "more than %d recipients",
                          KB_JWE_ENTRIES_MAX);
    }
    KB_TRY(make_room(token));
    token->entries[token->entry_count++] = (kb_jwe_entry){.role = KB_JWE_NO_ROLE};
    return KB_OK;
}

static kb_jwe_entry *last_entry(kb_jwe_token *token) {
    return &token->entries[token->entry_count - 1];
}

static void restart(kb_base64url_field *field) {
    field->len = 0;
    field->chars = 0;
}

void kb_jwe_token_begin_encrypted_key(kb_jwe_token *token) {
    restart(&token->encrypted_key.field);
}

void kb_jwe_token_begin_wk(kb_jwe_token *token) {
    restart(&token->wk.field);
}

void kb_jwe_token_begin_text(kb_jwe_token *token) {
    token->text_len = 0;
}

/* A copy with a zero after it; never of no bytes. */
static kb_status keep(void *out, const void *data, size_t len) {
    uint8_t *copy = kb_malloc(len + 1);
    if (copy == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", len + 1);
    }
    memcpy(copy, data, len);
    copy[len] = 0;
    memcpy(out, &copy, sizeof copy);
    return KB_OK;
}

kb_status kb_jwe_token_encrypted_key(kb_jwe_token *token, const char *text, size_t len,
                                     uint64_t offset, bool is_last) {
    kb_base64url_field *field = &token->encrypted_key.field;
    kb_jwe_entry *entry = last_entry(token);
    KB_TRY(kb_base64url_field_feed(field, text, len, offset, is_last));
    if (!is_last) {
        return KB_OK;
    }
    entry->encrypted_key_len = field->len;
    return keep(&entry->encrypted_key, field->to, field->len);
}

kb_status kb_jwe_token_wk(kb_jwe_token *token, const char *text, size_t len,
                          uint64_t offset, bool is_last) {
    kb_base64url_field *field = &token->wk.field;
    kb_jwe_entry *entry = last_entry(token);
    KB_TRY(kb_base64url_field_feed(field, text, len, offset, is_last));
    if (is_last) {
        entry->has_wk = true;
        entry->wk_len = field->len;
        memcpy(entry->wk, field->to, field->len);
    }
    return KB_OK;
}

static kb_status end_role(kb_jwe_token *token, uint64_t offset) {
    static const char *const names[] = {
        [KB_JWE_CLASSICAL] = "classical", [KB_JWE_PQC] = "pqc"};
    for (kb_jwe_role i = KB_JWE_CLASSICAL; i <= KB_JWE_PQC; i++) {
        if (kb_text_is(token->text, token->text_len, names[i])) {
            last_entry(token)->role = i;
            return KB_OK;
        }
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, offset, "role is neither classical nor pqc");
}

static kb_status end_alg(kb_jwe_token *token) {
    kb_jwe_entry *entry = last_entry(token);
    KB_TRY(keep(&entry->alg, token->text, token->text_len));
    entry->is_known =
        kb_composite_alg_parse(&entry->composite, token->text, token->text_len) == KB_OK;
    return KB_OK;
}

kb_status kb_jwe_token_text(kb_jwe_token *token, kb_jwe_entry_text which,
                            const char *text, size_t len, uint64_t offset, bool is_last) {
    if (len > sizeof token->text - token->text_len) {
        return KB_FAIL_AT(KB_ERR_LIMIT, offset, "a recipient's header is too long");
    }
    memcpy(token->text + token->text_len, text, len);
    token->text_len += len;
    if (!is_last) {
        return KB_OK;
    }
    switch (which) {
    case KB_JWE_ROLE:
        return end_role(token, offset);
    case KB_JWE_ALG:
        return end_alg(token);
    default:
        return keep(&last_entry(token)->kid, token->text, token->text_len);
    }
}

bool kb_jwe_token_has_head(const kb_jwe_token *token) {
    bool is_alone = token->serialization == KB_JWE_FLATTENED ||
                    token->serialization == KB_JWE_COMPACT_SERIALIZATION;
    bool has_keys = is_alone ? token->entry_count > 0 : token->has_recipients;
    return token->has_header && has_keys && token->iv.is_present &&
           (token->header.mode == KB_JWE_MODE_SINGLE || token->kc.is_present);
}

bool kb_jwe_token_is_segmented(const kb_jwe_token *token) {
    return kb_jwe_enc_segment_bytes(token->header.enc) != 0;
}

size_t kb_jwe_token_pair_count(const kb_jwe_token *token) {
    return token->header.mode == KB_JWE_MODE_WRAP ? token->entry_count / 2 : 1;
}

static kb_span key_of(const kb_jwe_entry *entry) {
    return (kb_span){entry->encrypted_key, entry->encrypted_key_len};
}

kb_jwe_pair kb_jwe_token_pair(const kb_jwe_token *token, size_t index) {
    const kb_jwe_entry *first = &token->entries[2 * index];
    const kb_jwe_header *header = &token->header;
    if (header->mode == KB_JWE_MODE_WRAP) {
        return (kb_jwe_pair){first->alg,
                             first->kid,
                             first->is_known ? &first->composite : NULL,
                             key_of(&first[0]),
                             key_of(&first[1]),
                             {first[1].wk, first[1].wk_len}};
    }
    kb_jwe_pair pair = {.alg = header->alg_text,
                        .kid = header->kid,
                        .composite = &header->alg,
                        .ct_c = key_of(&first[0])};
    if (header->mode == KB_JWE_MODE_DIRECT) {
        pair.ct_p = key_of(&first[1]);
        return pair;
    }
    pair.ct_c.len = header->alg.classical->ct_bytes;
    pair.ct_p = (kb_span){pair.ct_c.data + pair.ct_c.len, header->alg.pqc->ct_bytes};
    return pair;
}

const uint8_t *kb_jwe_token_kc(const kb_jwe_token *token) {
    if (token->header.mode != KB_JWE_MODE_SINGLE) {
        return token->kc.room;
    }
    kb_span ct_p = kb_jwe_token_pair(token, 0).ct_p;
    return ct_p.data + ct_p.len;
}

static kb_jwe_format format_of(const kb_jwe_token *token) {
    return token->serialization == KB_JWE_COMPACT_SERIALIZATION     ? KB_JWE_COMPACT
           : token->serialization == KB_JWE_CONTAINER_SERIALIZATION ? KB_JWE_CONTAINER
                                                                    : KB_JWE_JSON;
}

void kb_jwe_token_to_head(kb_jwe_writer_head *head, kb_jwe_writer_pair *pairs,
                          const kb_jwe_token *token) {
    size_t count = kb_jwe_token_pair_count(token);
    for (size_t i = 0; i < count; i++) {
        kb_jwe_pair pair = kb_jwe_token_pair(token, i);
        pairs[i] =
            (kb_jwe_writer_pair){pair.alg, pair.kid, pair.ct_c, pair.ct_p, pair.wk};
    }
    *head = (kb_jwe_writer_head){
        .format = format_of(token),
        .mode = token->header.mode,
        .protected_text = token->protected_text,
        .kc = kb_jwe_token_kc(token),
        .pairs = pairs,
        .pair_count = count,
        .aad = {token->aad.to, token->has_aad ? token->aad.len : 0},
        .iv = {token->iv.room, token->iv.field.len},
    };
}

kb_jwe_info kb_jwe_token_info(const kb_jwe_token *token) {
    static const char *const names[] = {"general", "flattened", "compact", "container"};
    kb_jwe_info info = {
        .format = format_of(token),
        .serialization = names[token->serialization],
        .alg = token->header.alg_text,
        .enc = kb_jwe_enc_name(token->header.enc),
        .content_enc = token->header.enc,
        .is_segmented = kb_jwe_token_is_segmented(token),
        .kid = token->header.kid,
        .typ = token->header.typ,
        .cty = token->header.cty,
        .mode = kb_jwe_mode_name(token->header.mode),
        .protected_header = token->header_text,
        .aad = token->has_aad ? token->aad.to : NULL,
        .aad_len = token->aad.len,
        .recipient_count = kb_jwe_token_pair_count(token),
        .ciphertext_bytes = token->ciphertext_bytes,
        .token_bytes = token->token_bytes,
    };
    for (size_t i = 0; i < info.recipient_count; i++) {
        kb_jwe_pair pair = kb_jwe_token_pair(token, i);
        info.recipients[i] = (kb_jwe_recipient){pair.alg, pair.kid};
    }
    return info;
}
