/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Key handles: generate, import, export, identify.
 *
 * A handle holds a composite key (two halves, never apart) or a single post-quantum KEM
 * key. The public part is always there; the private part is a seed or scalar per half.
 *
 * Not here: names, versions, limits and storage are keystore.h.
 *
 * Threads: a handle never changes after it was made; share it freely and free it once.
 */
#ifndef KB_KEY_H
#define KB_KEY_H

#include <keybraid/secret.h>
#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_THUMBPRINT_TEXT_BYTES 44    /* 43 characters and the terminator */
#define KB_KEY_ALG_MAX_BYTES     80    /* longest algorithm string with its terminator */
#define KB_JWK_MAX_BYTES         65536 /* longest JWK that is read */

typedef struct kb_key kb_key;

/**
 * Turns what people write into an algorithm string: "X25519+HQC-128" and a KDF token (NULL is
 * HKDF-SHA256) into "CKEM1.X25519.HQC-128-R26.HKDF-SHA256"; "ML-KEM-768" stays.
 *
 * allow_experimental: also pairs with an experimental half
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED   unknown algorithm or KDF
 *          KB_ERR_POLICY        a pair that the pair rule does not give
 *          KB_ERR_ARGUMENT      a KDF for a single key
 */
KB_API KB_MUST_USE kb_status kb_key_alg_from_name(char out[KB_KEY_ALG_MAX_BYTES],
                                                  const char *name, const char *kdf,
                                                  bool allow_experimental);

/**
 * Makes a fresh key.
 *
 * alg:     an algorithm string, such as "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"
 * Returns: KB_OK, KB_ERR_UNSUPPORTED, KB_ERR_RNG, KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_key_generate(kb_key **out, const char *alg);

/**
 * Reads a JWK (RFC 7517, kty AKP, envelope D.1), public or private.
 *
 * Checks:  strict JSON, every length, pk by full validation, the public half recomputed from
 *          the private one. A kid is a hint and not looked at: the thumbprint is recomputed.
 * Returns: KB_OK
 *          KB_ERR_FORMAT        not JSON, wrong member types
 *          KB_ERR_KEY           lengths, validation, halves that do not belong together
 *          KB_ERR_UNSUPPORTED   kty or alg
 *          KB_ERR_LIMIT, KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_key_from_jwk(kb_key **out, const char *text, size_t len);

/** Writes the public JWK with its kid; *out is released with kb_jwk_free. */
KB_API KB_MUST_USE kb_status kb_key_to_public_jwk(const kb_key *key, char **out);
/** Releases a public JWK; NULL is fine. */
KB_API void kb_jwk_free(char *jwk);
/** Writes the private JWK. KB_ERR_KEY when the handle has no private part. */
KB_API KB_MUST_USE kb_status kb_key_to_private_jwk(const kb_key *key, kb_secret **out);

/** Returns the algorithm string. */
KB_API const char *kb_key_alg(const kb_key *key);
/** Returns the RFC 7638 SHA-256 thumbprint in base64url: the default kid. */
KB_API const char *kb_key_thumbprint(const kb_key *key);
KB_API bool kb_key_has_private(const kb_key *key);
/** Whether content can be encrypted to it: composite keys only. */
KB_API bool kb_key_is_composite(const kb_key *key);
/** Makes a handle with the public part only. */
KB_API KB_MUST_USE kb_status kb_key_public_copy(kb_key **out, const kb_key *key);
/** Wipes and releases; NULL is fine. */
KB_API void kb_key_free(kb_key *key);

/**
 * Where decryption finds private keys.
 *
 * candidate: sets *out to the index-th key with this kid (when kid is not NULL) or with
 * this alg; the key stays the keyring's and lives as long as it. KB_ERR_NO_KEY when there
 * are no more.
 */
typedef struct kb_keyring {
    kb_status (*candidate)(void *self, const char *alg, const char *kid, size_t index,
                           const kb_key **out);
    void *self;
} kb_keyring;

/** Makes a keyring of one key, which must outlive it. */
KB_API kb_keyring kb_keyring_of(const kb_key *key);

#ifdef __cplusplus
}
#endif
#endif
