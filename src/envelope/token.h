/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Everything of a token but its ciphertext, and the rules that need no key. */
#ifndef KB_ENVELOPE_TOKEN_H
#define KB_ENVELOPE_TOKEN_H

#include "codec/base64url_field.h"
#include "composite/composite.h"
#include "envelope/header.h"

#include <keybraid/aead.h>

#define KB_JWE_KC_BYTES 32
/* Limits of envelope F. */
#define KB_JWE_OUTSIDE_MAX_BYTES                                                         \
    ((uint64_t)4 << 20)           /* token without its ciphertext text */
#define KB_JWE_TRIAL_MAX       64 /* decapsulations without kid */
#define KB_JWE_HEADER_TEXT_MAX KB_BASE64URL_TEXT_LEN(KB_JWE_HEADER_MAX_BYTES)
#define KB_JWE_ENCRYPTED_KEY_MAX                                                         \
    (KB_COMPOSITE_CT_C_MAX_BYTES + KB_COMPOSITE_CT_P_MAX_BYTES + KB_JWE_KC_BYTES)

typedef enum kb_jwe_serialization {
    KB_JWE_GENERAL,
    KB_JWE_FLATTENED,
    KB_JWE_COMPACT_SERIALIZATION
} kb_jwe_serialization;

typedef enum kb_jwe_role { KB_JWE_NO_ROLE, KB_JWE_CLASSICAL, KB_JWE_PQC } kb_jwe_role;

/* A member with its bytes; the field points into room. */
#define KB_JWE_MEMBER(bytes_)                                                            \
    struct {                                                                             \
        bool is_present;                                                                 \
        kb_base64url_field field;                                                        \
        uint8_t room[(bytes_) + KB_BASE64URL_FIELD_SLACK];                               \
    }

typedef struct kb_jwe_token {
    kb_jwe_serialization serialization;
    char protected_text[KB_JWE_HEADER_TEXT_MAX]; /* as sent: hashed and authenticated */
    size_t protected_len;
    bool has_header;
    char header_text[KB_JWE_HEADER_MAX_BYTES + 1]; /* decoded, terminated */
    kb_jwe_header header;
    unsigned entries;
    kb_jwe_role role[2];
    char role_text[16]; /* of the role being read */
    size_t role_len;
    KB_JWE_MEMBER(KB_JWE_ENCRYPTED_KEY_MAX)
    encrypted_key[2]; /* flattened, compact: the first */
    bool has_unprotected;
    KB_JWE_MEMBER(KB_JWE_KC_BYTES) kc;
    KB_JWE_MEMBER(KB_AEAD_NONCE_BYTES) iv;
    KB_JWE_MEMBER(KB_AEAD_TAG_BYTES) tag;
    bool has_aad;
    kb_base64url_field aad; /* its buffer is on the heap, made when the member occurs */
    bool has_ciphertext;
    uint64_t ciphertext_bytes;
    uint64_t token_bytes;
} kb_jwe_token;

KB_MUST_USE kb_status kb_jwe_token_new(kb_jwe_token **out);
/* NULL is fine. */
void kb_jwe_token_free(kb_jwe_token *token);

/* Prepares the buffer of aad, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_jwe_token_begin_aad(kb_jwe_token *token);

/* Takes the end of the protected member: decodes, parses and checks the header. Offsets
 * in errors of the header count in the decoded text; those of base64url in the input. */
KB_MUST_USE kb_status kb_jwe_token_end_protected(kb_jwe_token *token, uint64_t offset);

/* Whether everything is there that decryption needs before the first ciphertext byte. */
bool kb_jwe_token_has_head(const kb_jwe_token *token);

/* Checks the head: members by mode, roles, lengths, point prefixes. KB_ERR_FORMAT. */
KB_MUST_USE kb_status kb_jwe_token_check_head(const kb_jwe_token *token);

/* Checks that the token is complete: the head, ciphertext and tag. KB_ERR_FORMAT. */
KB_MUST_USE kb_status kb_jwe_token_check(const kb_jwe_token *token);

/* Where the parts of the key exchange stand in a checked token. */
typedef struct kb_jwe_key_parts {
    const uint8_t *ct_c, *ct_p, *kc;
} kb_jwe_key_parts;
kb_jwe_key_parts kb_jwe_token_key_parts(const kb_jwe_token *token);

/* Describes the token; the info points into it. */
kb_jwe_info kb_jwe_token_info(const kb_jwe_token *token);

#endif
