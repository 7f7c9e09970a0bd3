/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * JWS signatures in General JSON: of files of any size, in constant memory, and of small
 * payloads that the signature carries; with one key, or with two that both are needed.
 *
 * A file is signed by its digest: the payload is the JSON object
 * {"alg":"SHA-512","digest":...,"size":...}, and the protected header says so in `cty`.
 * That type is refused for payloads of callers, since otherwise a signed text could pass
 * as the signature of a file.
 *
 * Two keys make a CSIG1: two signatures over one payload, each of which names the set of
 * both keys. A verifier starts from its two trusted keys, never from what the JWS says of
 * itself. Limits of CSIG1: software that ignores `crit` accepts one half alone, and each
 * half is a valid signature by itself. Prefer one composite key, "ML-DSA-65-Ed25519".
 *
 * Not here: bare signatures are sig.h, key handles key.h.
 */
#ifndef KB_JWS_H
#define KB_JWS_H

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

#define KB_JWS_MAX_BYTES         ((size_t)4 << 20) /* longest JWS that is read */
#define KB_JWS_PAYLOAD_MAX_BYTES ((size_t)2 << 20) /* longest payload that is signed */
#define KB_JWS_HEADER_MAX_BYTES  8192              /* decoded protected header */
#define KB_JWS_KEYS_MAX          2
#define KB_JWS_NAME_MAX_BYTES    64

/** The `cty` of a file's signature. */
#define KB_JWS_DIGEST_CTY "application/vnd.keybraid.digest+json"

/** A signature key as its encodings; all belong to the caller. */
typedef struct kb_jws_key {
    const char *alg; /* catalog id: "Ed25519", "ECDSA-P256", "ML-DSA-65", ... */
    const uint8_t *pk;
    size_t pk_len;
    const uint8_t *sk; /* NULL for verification */
    size_t sk_len;
    const char *kid;      /* written when signing, UTF-8 that needs no escape; NULL is the
                        thumbprint */
    const kb_key *handle; /* set by kb_jws_key_of, else NULL */
    kb_pool *pool;        /* threads that help to make an SLH-DSA signature, or NULL */
} kb_jws_key;

/** Returns the encodings of a handle, which must outlive them, and uses what it keeps for
 * later uses (key.h). A handle that is no signature key is refused where the result is
 * used. */
KB_API kb_jws_key kb_jws_key_of(const kb_key *key);

/**
 * Makes a stage that hashes the file it is fed and passes its signature to next.
 *
 * Source:  RFC 7515, section 7.2.1; specs: E.1, E.3.
 * Shapes:  keys   in  one key, or two for a CSIG1, in this order; they must outlive the
 *                     stage. By convention the classical key is the first.
 * Returns: KB_OK
 *          KB_ERR_ARGUMENT     no key, more than two, the same one twice, a kid that needs
 *                              an escape
 *          KB_ERR_UNSUPPORTED  alg is no signature algorithm
 *          KB_ERR_KEY          a length that is not the algorithm's, or no private part
 *          KB_ERR_POLICY       RSA, which only verifies
 *          KB_ERR_RNG, KB_ERR_MEMORY, and what next returns
 * Memory:  constant; the JWS is held once.
 */
KB_API KB_MUST_USE kb_status kb_jws_sign_new(kb_stream **out, const kb_jws_key *keys,
                                             size_t key_count, kb_stream *next);

/**
 * Verifies the JWS of a file and makes a stage for the file itself; its finish says
 * whether this is the file that was signed.
 *
 * Source:  as above.
 * Shapes:  keys  in  the trusted keys: one, or both of a CSIG1 in their order
 *          jws   in  untrusted; not needed after the call
 * Checks:  strict JSON and base64url; cty; critical parameters; the algorithm is the
 *          key's; for two keys all rules of CSIG1, for one key that there is one
 *          signature and no CSIG1.
 * Returns: KB_OK
 *          KB_ERR_ARGUMENT     as kb_jws_sign_new
 *          KB_ERR_FORMAT, KB_ERR_UNSUPPORTED, KB_ERR_LIMIT   with offsets where there are
 *          KB_ERR_KEY          the JWS was made with another algorithm; pk is not valid
 *          KB_ERR_AUTH         a signature does not verify
 *          KB_ERR_POLICY       RSA as one of two keys
 *          KB_ERR_MEMORY
 *          finish: KB_ERR_AUTH  the file is another one
 * Memory:  constant.
 */
KB_API KB_MUST_USE kb_status kb_jws_verify_new(kb_stream **out, const kb_jws_key *keys,
                                               size_t key_count, const void *jws,
                                               size_t jws_len);

/** Protected header members of a payload's signature, UTF-8; NULL for none. */
typedef struct kb_jws_options {
    const char *typ;
    const char *cty;
} kb_jws_options;

/**
 * Signs a payload that the JWS then carries.
 *
 * Shapes:  jws      out  all zero, or an earlier buffer whose content is replaced
 *          options  in   may be NULL
 *          payload  in   at most KB_JWS_PAYLOAD_MAX_BYTES
 * Returns: as kb_jws_sign_new, and
 *          KB_ERR_ARGUMENT  cty is the type of a digest object, typ or cty is not UTF-8 or
 *                           too long
 *          KB_ERR_LIMIT     the payload is too long
 * On error: jws is empty.
 */
KB_API KB_MUST_USE kb_status kb_jws_sign_memory(kb_buffer *jws, const kb_jws_key *keys,
                                                size_t key_count,
                                                const kb_jws_options *options,
                                                const void *payload, size_t len);

/**
 * Verifies a JWS and hands out the payload that it carries.
 *
 * Returns: as kb_jws_verify_new; KB_ERR_FORMAT for the signature of a file.
 * On error: payload is empty.
 */
KB_API KB_MUST_USE kb_status kb_jws_verify_memory(kb_buffer *payload,
                                                  const kb_jws_key *keys,
                                                  size_t key_count, const void *jws,
                                                  size_t jws_len);

/** What a JWS says of itself, unverified: for choosing keys and for reports only. */
typedef struct kb_jws_info {
    size_t signatures; /* 1 or 2 */
    bool is_file;      /* the payload is a digest object */
    bool is_csig;      /* the signatures are a CSIG1 or a part of one */
    size_t payload_bytes;
    char alg[KB_JWS_KEYS_MAX][KB_JWS_NAME_MAX_BYTES]; /* JOSE name */
    char kid[KB_JWS_KEYS_MAX][KB_JWS_NAME_MAX_BYTES]; /* empty: none, or a longer one */
} kb_jws_info;

/**
 * Reads a JWS without any key, under all rules that need none.
 *
 * Returns: KB_OK, KB_ERR_FORMAT, KB_ERR_UNSUPPORTED, KB_ERR_LIMIT, KB_ERR_MEMORY
 * On error: out is zero.
 */
KB_API KB_MUST_USE kb_status kb_jws_inspect(kb_jws_info *out, const void *jws,
                                            size_t jws_len);

#ifdef __cplusplus
}
#endif
#endif
