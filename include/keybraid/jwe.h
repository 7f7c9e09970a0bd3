/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * JWE tokens encrypted to composite keys: the CKEM1 profile in its three modes, direct
 * (two recipient entries that both are needed), single (one entry) and wrap (several
 * keys), as JSON, compact text or binary container; content A256GCM with one tag, or
 * segmented (FLOE).
 *
 * Streaming calls take any size in constant memory; the one-shot calls sit on them.
 * Plaintext is passed on only after the tag over it was verified: of the whole content
 * when there is one tag, of its segment otherwise.
 */
#ifndef KB_JWE_H
#define KB_JWE_H

#include <keybraid/key.h>
#include <keybraid/pool.h>
#include <keybraid/status.h>
#include <keybraid/stream.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_JWE_AAD_MAX_BYTES     ((size_t)1 << 20)
#define KB_JWE_CONTENT_MAX_BYTES ((UINT64_C(1) << 36) - 32) /* one GCM message */
#define KB_JWE_HOLD_BYTES        ((size_t)64 << 20)         /* default of hold_bytes */
#define KB_JWE_MEMORY_BYTES      ((size_t)256 << 20)        /* one-shot calls, default */
#define KB_JWE_HEADER_MAX_BYTES  8192                       /* decoded protected header */
#define KB_JWE_AUTO_BYTES        ((uint64_t)64 << 20) /* most that AUTO puts under one tag */
#define KB_JWE_RECIPIENTS_MAX    64                   /* keys of one token */

/** How a token is written. */
typedef enum kb_jwe_format {
    KB_JWE_JSON,     /* General JSON, mode direct or wrap */
    KB_JWE_COMPACT,  /* compact serialization, mode single */
    KB_JWE_CONTAINER /* binary: a JSON head, then segments as they are; direct or wrap */
} kb_jwe_format;

/** How the content is encrypted. */
typedef enum kb_jwe_enc {
    /** A256GCM when the length is known and at most KB_JWE_AUTO_BYTES and the form has
     * it, FLOE_64K otherwise. */
    KB_JWE_ENC_AUTO,
    KB_JWE_ENC_A256GCM,  /* one tag at the end; no containers */
    KB_JWE_ENC_FLOE_4K,  /* segments, each under a tag of its own (envelope B) */
    KB_JWE_ENC_FLOE_64K, /* about 64 PiB */
    KB_JWE_ENC_FLOE_1M
} kb_jwe_enc;

/** Finds "auto" or a name such as "A256GCM-FLOE-64K". KB_ERR_UNSUPPORTED. */
KB_API KB_MUST_USE kb_status kb_jwe_enc_from_name(kb_jwe_enc *out, const char *name);
/** Returns the name of a content encryption. */
KB_API const char *kb_jwe_enc_name(kb_jwe_enc enc);

typedef struct kb_jwe_encrypt_options {
    const kb_key *recipient; /* composite; its public part is enough */
    /* Instead of recipient, for wrap mode: keys of algorithms that end in "+A256KW". */
    const kb_key *const *recipients;
    size_t recipient_count; /* 1..KB_JWE_RECIPIENTS_MAX when recipients is set */
    kb_jwe_format format;
    kb_jwe_enc enc;
    const uint64_t *content_bytes; /* length of the plaintext, for AUTO; NULL: unknown */
    kb_pool *pool;   /* where segments are sealed; NULL: in the caller's thread */
    const void *aad; /* authenticated, readable; JSON only; NULL for none */
    size_t aad_len;  /* 1..KB_JWE_AAD_MAX_BYTES when aad is set */
    const char *typ; /* protected header members, UTF-8; NULL for none */
    const char *cty;
    bool hide_recipient;     /* leave kid out */
    bool allow_experimental; /* policy.h: also keys with an experimental half */
} kb_jwe_encrypt_options;

/**
 * Makes a stage that encrypts what it is fed and passes the token to next.
 *
 * Source:  specs: CKEM1 A.5-A.7. Options are copied; recipient must outlive the stage.
 * Returns: KB_OK
 *          KB_ERR_ARGUMENT   aad with the compact form, aad too long, missing recipient
 *          KB_ERR_POLICY     recipient is no composite key
 *          KB_ERR_KEY, KB_ERR_RNG, KB_ERR_MEMORY, and what next returns
 * Memory:  about 200 KiB whatever the size; with a pool and 2 * jobs + 1
 *          times 256 KiB, or 1 MiB for FLOE_1M.
 */
KB_API KB_MUST_USE kb_status kb_jwe_encrypt_new(kb_stream **out,
                                                const kb_jwe_encrypt_options *options,
                                                kb_stream *next);

/** A key that a token is for: nothing of it is authenticated. */
typedef struct kb_jwe_recipient {
    const char *alg, *kid; /* kid NULL: hidden */
} kb_jwe_recipient;

/** What a token says of itself. Strings are NULL when absent; all belong to the info. */
typedef struct kb_jwe_info {
    kb_jwe_format format; /* how it came: JSON (General or Flattened), compact, ... */
    const char *serialization; /* "general", "flattened", "compact", "container" */
    const char *alg, *enc, *kid, *typ, *cty; /* mode wrap: no alg, no kid */
    kb_jwe_enc content_enc;                  /* what enc names */
    bool is_segmented;
    const char *mode; /* "direct", "single", "wrap" */
    /** Mode wrap: as many as there are; otherwise one, of alg and kid. */
    kb_jwe_recipient recipients[KB_JWE_RECIPIENTS_MAX];
    size_t recipient_count;
    const char *protected_header; /* decoded text */
    const uint8_t *aad;
    size_t aad_len;
    uint64_t ciphertext_bytes; /* complete only in kb_jwe_inspect */
    uint64_t token_bytes;
} kb_jwe_info;

typedef struct kb_jwe_decrypt_options {
    kb_keyring keys;
    bool allow_experimental; /* policy.h: also tokens with an experimental half */
    size_t
        hold_bytes; /* ciphertext held back for input that cannot be rewound; 0: default */
    kb_pool *pool;  /* where segments are opened; NULL: in the caller's thread */
    /** Called once, before the first byte goes to next, when the tag of the content or,
     * of segmented content, the tag of its header was verified; may be NULL. An error
     * stops the decryption. */
    kb_status (*on_verified)(void *self, const kb_jwe_info *info);
    void *self;
} kb_jwe_decrypt_options;

/**
 * Decrypts a token from source into next, then finishes next.
 *
 * Segmented content is passed on segment by segment, each after its own tag verified:
 * what next was fed is authentic, and a prefix of the content unless the call returns
 * KB_OK. Content with one tag is passed on when all of it was verified: a source that
 * can be rewound is read twice (each piece must be the one that was verified); otherwise
 * the ciphertext is held back, up to hold_bytes.
 *
 * Source:  specs: CKEM1 A.6, A.9, B.6.
 * Returns: KB_OK
 *          KB_ERR_FORMAT, KB_ERR_UNSUPPORTED, KB_ERR_LIMIT   public faults, with offsets
 *          KB_ERR_NO_KEY, KB_ERR_KEY   no key of that kid; the key's algorithm is another
 *          KB_ERR_AUTH                 everything that fails later, without distinction
 *          KB_ERR_IO, KB_ERR_MEMORY, and what next returns
 * On error: next was fed nothing unverified and is not finished; free it to discard.
 * Memory:  about 600 KiB; with a pool and 2 * jobs + 1 times 256 KiB, or 1 MiB for
 *          FLOE_1M; held back: and the ciphertext.
 */
KB_API KB_MUST_USE kb_status kb_jwe_decrypt(kb_source *source,
                                            const kb_jwe_decrypt_options *options,
                                            kb_stream *next);

/**
 * Makes a stage that decrypts what it is fed. Content with one tag is held back, up to
 * hold_bytes, and fed to next after the end of input was verified; segments go to next as
 * they are verified.
 */
KB_API KB_MUST_USE kb_status kb_jwe_decrypt_new(kb_stream **out,
                                                const kb_jwe_decrypt_options *options,
                                                kb_stream *next);

/**
 * Decrypts a token and encrypts it to another key in one go; plaintext exists only in
 * memory, one piece at a time, after verification. The target's end is written when the
 * source's was verified: an abort leaves a target that no reader takes for complete.
 *
 * aad, typ, cty, the content encryption and the format are the source's, unless target
 * says otherwise: target.aad, typ, cty and enc replace when set (enc: not AUTO);
 * override_format uses target.format.
 */
typedef struct kb_jwe_reencrypt_options {
    kb_jwe_decrypt_options decrypt; /* its on_verified is called too */
    kb_jwe_encrypt_options target;
    bool override_format;
} kb_jwe_reencrypt_options;

KB_API KB_MUST_USE kb_status kb_jwe_reencrypt(kb_source *source,
                                              const kb_jwe_reencrypt_options *options,
                                              kb_stream *next);

/**
 * Decrypts a part of segmented content: length bytes from offset on (length UINT64_MAX: to
 * its end) go to next, which is finished. That they are those bytes of the whole content is
 * authenticated, the content's length included.
 *
 * Of a container in a source that can be rewound only what is needed is read; any other
 * token is read to its end.
 *
 * Source:  specs: CKEM1 B.6 rule 4.
 * Returns: as kb_jwe_decrypt; KB_ERR_ARGUMENT when the range is not inside the content;
 *          KB_ERR_UNSUPPORTED for content with one tag
 */
KB_API KB_MUST_USE kb_status kb_jwe_decrypt_range(kb_source *source,
                                                  const kb_jwe_decrypt_options *options,
                                                  uint64_t offset, uint64_t length,
                                                  kb_stream *next);

/**
 * Writes a token in another form, without any key: the content stays encrypted as it is.
 *
 * Mode single has all forms, direct and wrap have JSON and container; containers hold
 * segmented content only, the compact form no aad: KB_ERR_ARGUMENT. Nothing is verified but
 * the rules that need no key.
 */
KB_API KB_MUST_USE kb_status kb_jwe_convert(kb_source *source, kb_jwe_format format,
                                            kb_stream *next);

/** New recipients for a token of mode wrap. */
typedef struct kb_jwe_rewrap_options {
    kb_keyring keys;                 /* one of them opens the token */
    const kb_key *const *recipients; /* keys of algorithms that end in "+A256KW" */
    size_t recipient_count;          /* 1..KB_JWE_RECIPIENTS_MAX */
    bool keep;                       /* the token's other recipients stay */
    bool hide_recipient;             /* leave kid out of the new entries */
    bool allow_experimental;         /* policy.h */
} kb_jwe_rewrap_options;

/**
 * Writes a token with other recipients; protected header, content and tag stay byte for
 * byte. This revokes nothing: who had access to the token before keeps the content key.
 * kb_jwe_reencrypt is for that.
 *
 * The token is opened as far as its commitment, so this needs the right to decrypt it.
 * Policy is applied to all entries of the result.
 *
 * Source:  specs: CKEM1 A.8.
 * Returns: as kb_jwe_decrypt and kb_jwe_encrypt_new; KB_ERR_UNSUPPORTED for other modes
 */
KB_API KB_MUST_USE kb_status kb_jwe_rewrap(kb_source *source,
                                           const kb_jwe_rewrap_options *options,
                                           kb_stream *next);

/**
 * Reads a token without any key and says what it is; every rule that needs no key is
 * checked.
 *
 * on_info: called once at the end, with complete sizes.
 */
KB_API KB_MUST_USE kb_status kb_jwe_inspect(kb_source *source,
                                            kb_status (*on_info)(void *self,
                                                                 const kb_jwe_info *info),
                                            void *self);

/**
 * Verifies a token with the keys, without releasing anything (one pass, constant memory).
 */
KB_API KB_MUST_USE kb_status kb_jwe_verify(kb_source *source,
                                           const kb_jwe_decrypt_options *options);

/**
 * Encrypts len bytes into *token.
 *
 * *token is all zero, or an earlier buffer whose content is replaced and whose memory is
 * used again. kb_buffer_free releases it. On error it is empty.
 */
KB_API KB_MUST_USE kb_status kb_jwe_encrypt_memory(kb_buffer *token,
                                                   const kb_jwe_encrypt_options *options,
                                                   const void *plaintext, size_t len);
/** Decrypts a token of at most KB_JWE_MEMORY_BYTES into *plaintext, under the same rules.
 * Nothing of it is seen on failure. */
KB_API KB_MUST_USE kb_status kb_jwe_decrypt_memory(kb_buffer *plaintext, kb_keyring keys,
                                                   const void *token, size_t len);

#ifdef __cplusplus
}
#endif
#endif
