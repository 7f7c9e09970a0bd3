/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Everything of a token but its ciphertext, and the rules that need no key. */
#ifndef KB_ENVELOPE_TOKEN_H
#define KB_ENVELOPE_TOKEN_H

#include "codec/base64url_field.h"
#include "composite/composite.h"
#include "envelope/header.h"
#include "envelope/writer.h"
#include "sym/floe.h"
#include "sym/keywrap.h"

#include <keybraid/aead.h>

#define KB_JWE_KC_BYTES 32
/* Limits of envelope F. */
#define KB_JWE_OUTSIDE_MAX_BYTES                                                         \
    ((uint64_t)4 << 20) /* token without its ciphertext text */
#define KB_JWE_ENTRIES_MAX     128
#define KB_JWE_TRIAL_MAX       64 /* decapsulations */
#define KB_JWE_HEADER_TEXT_MAX KB_BASE64URL_TEXT_LEN(KB_JWE_HEADER_MAX_BYTES)
#define KB_JWE_ENCRYPTED_KEY_MAX                                                         \
    (KB_COMPOSITE_CT_C_MAX_BYTES + KB_COMPOSITE_CT_P_MAX_BYTES + KB_JWE_KC_BYTES)
/* What is read as encrypted_key at most: more than any algorithm here has, since mode
 * wrap keeps the pairs of algorithms that this version does not know. */
#define KB_JWE_ENCRYPTED_KEY_ROOM 32768

typedef enum kb_jwe_serialization {
    KB_JWE_GENERAL,
    KB_JWE_FLATTENED,
    KB_JWE_COMPACT_SERIALIZATION,
    KB_JWE_CONTAINER_SERIALIZATION
} kb_jwe_serialization;

typedef enum kb_jwe_role { KB_JWE_NO_ROLE, KB_JWE_CLASSICAL, KB_JWE_PQC } kb_jwe_role;

/* A member with its bytes; the field points into room. */
#define KB_JWE_MEMBER(bytes_)                                                            \
    struct {                                                                             \
        bool is_present;                                                                 \
        kb_base64url_field field;                                                        \
        uint8_t room[(bytes_) + KB_BASE64URL_FIELD_SLACK];                               \
    }

/* An element of recipients, or what takes the place of the only one. */
typedef struct kb_jwe_entry {
    kb_jwe_role role;           /* KB_JWE_NO_ROLE: without a header */
    char *alg, *kid;            /* NULL when absent */
    bool is_known;              /* alg is one of this version's */
    kb_composite_alg composite; /* when is_known */
    bool has_wk;
    size_t wk_len;
    uint8_t wk[KB_KEYWRAP_BYTES];
    uint8_t *encrypted_key; /* NULL when absent */
    size_t encrypted_key_len;
} kb_jwe_entry;

typedef struct kb_jwe_token {
    kb_jwe_serialization serialization;
    char protected_text[KB_JWE_HEADER_TEXT_MAX + 1]; /* as sent: hashed and authenticated;
                                                        terminated at its end */
    size_t protected_len;
    bool has_header;
    char header_text[KB_JWE_HEADER_MAX_BYTES + 1]; /* decoded, terminated */
    kb_jwe_header header;
    kb_jwe_entry *entries; /* allocated as they come */
    size_t entry_count, entry_room;
    bool has_recipients; /* and the array has ended */
    bool has_unprotected;
    KB_JWE_MEMBER(KB_JWE_KC_BYTES) kc;
    KB_JWE_MEMBER(KB_FLOE_HEADER_BYTES) iv;
    KB_JWE_MEMBER(KB_AEAD_TAG_BYTES) tag;
    bool has_aad;
    kb_base64url_field aad; /* its buffer is on the heap, made when the member occurs */
    bool has_ciphertext;
    uint64_t ciphertext_bytes;
    uint64_t token_bytes;
    /* Of the entry that is being read. */
    char text[KB_JWE_HEADER_MAX_BYTES]; /* role, alg or kid */
    size_t text_len;
    KB_JWE_MEMBER(KB_KEYWRAP_BYTES) wk;
    KB_JWE_MEMBER(KB_JWE_ENCRYPTED_KEY_ROOM) encrypted_key;
} kb_jwe_token;

KB_MUST_USE kb_status kb_jwe_token_new(kb_jwe_token **out);
/* NULL is fine. */
void kb_jwe_token_free(kb_jwe_token *token);

/* Prepares the buffer of aad, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_jwe_token_begin_aad(kb_jwe_token *token);

/* Takes the end of the protected member: decodes, parses and checks the header. Offsets
 * in errors of the header count in the decoded text; those of base64url in the input. */
KB_MUST_USE kb_status kb_jwe_token_end_protected(kb_jwe_token *token, uint64_t offset);

/* Begins an entry; the last one is the one that the calls below fill. KB_ERR_FORMAT,
 * KB_ERR_LIMIT (too many), KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_jwe_token_begin_entry(kb_jwe_token *token, uint64_t offset);
/* Make a member of the entry ready for the pieces of its value. */
void kb_jwe_token_begin_encrypted_key(kb_jwe_token *token);
void kb_jwe_token_begin_wk(kb_jwe_token *token);
void kb_jwe_token_begin_text(kb_jwe_token *token);
/* Take a piece of it; is_last ends it. */
KB_MUST_USE kb_status kb_jwe_token_encrypted_key(kb_jwe_token *token, const char *text,
                                                 size_t len, uint64_t offset,
                                                 bool is_last);
KB_MUST_USE kb_status kb_jwe_token_wk(kb_jwe_token *token, const char *text, size_t len,
                                      uint64_t offset, bool is_last);
typedef enum kb_jwe_entry_text { KB_JWE_ROLE, KB_JWE_ALG, KB_JWE_KID } kb_jwe_entry_text;
KB_MUST_USE kb_status kb_jwe_token_text(kb_jwe_token *token, kb_jwe_entry_text which,
                                        const char *text, size_t len, uint64_t offset,
                                        bool is_last);

/* Whether everything is there that decryption needs before the first ciphertext byte. */
bool kb_jwe_token_has_head(const kb_jwe_token *token);

/* Checks the head: members by mode, roles, lengths, point prefixes, parameters of
 * segmented content. KB_ERR_FORMAT, KB_ERR_UNSUPPORTED (a recipient of another scheme). */
KB_MUST_USE kb_status kb_jwe_token_check_head(const kb_jwe_token *token);

/* Checks that the token is complete: the head, ciphertext and tag. KB_ERR_FORMAT,
 * KB_ERR_LIMIT. */
KB_MUST_USE kb_status kb_jwe_token_check(const kb_jwe_token *token);

/* Whether the content is segmented. */
bool kb_jwe_token_is_segmented(const kb_jwe_token *token);

/* What one composite key needs, in a token whose head was checked. */
typedef struct kb_jwe_pair {
    const char *alg, *kid;             /* kid NULL: hidden */
    const kb_composite_alg *composite; /* NULL: not known to this version */
    kb_span ct_c, ct_p;
    kb_span wk; /* mode wrap only */
} kb_jwe_pair;

/* 1 but in mode wrap. */
size_t kb_jwe_token_pair_count(const kb_jwe_token *token);
kb_jwe_pair kb_jwe_token_pair(const kb_jwe_token *token, size_t index);
/* The commitment, KB_JWE_KC_BYTES, wherever the mode has it. */
const uint8_t *kb_jwe_token_kc(const kb_jwe_token *token);

/*
 * Describes the head of a checked token for a writer: the same protected text, keys,
 * commitment, aad and iv, in the token's own form. Everything points into token and
 * pairs, which has room for KB_JWE_RECIPIENTS_MAX.
 */
void kb_jwe_token_to_head(kb_jwe_writer_head *head, kb_jwe_writer_pair *pairs,
                          const kb_jwe_token *token);

/* Describes the token; the info points into it. */
kb_jwe_info kb_jwe_token_info(const kb_jwe_token *token);

#endif
