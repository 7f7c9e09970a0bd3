/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Key handles: generate, import, export, identify.
 *
 * A handle holds a composite key (two halves, never apart), a single KEM key or a
 * signature key. The public part is always there; the private part is a seed or scalar
 * per half.
 *
 * Not here: names, versions, limits and storage are keystore.h.
 *
 * Threads: a handle never changes after it was made; share it freely and free it once. What
 * it keeps of its key for later uses is made by one thread and seen by all.
 */
#ifndef KB_KEY_H
#define KB_KEY_H

#include <keybraid/pool.h>
#include <keybraid/secret.h>
#include <keybraid/sig.h>
#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_THUMBPRINT_TEXT_BYTES 44    /* 43 characters and the terminator */
#define KB_KEY_ALG_MAX_BYTES     80    /* longest algorithm string with its terminator */
#define KB_JWK_MAX_BYTES         65536 /* longest JWK or other key file that is read */
#define KB_JWKS_MAX_KEYS         1024  /* of a JWK Set */
#define KB_JWKS_MAX_BYTES        ((size_t)KB_JWKS_MAX_KEYS * KB_JWK_MAX_BYTES)

typedef struct kb_key kb_key;

/**
 * Turns what people write into an algorithm string: "X25519+HQC-128" and a KDF token (NULL is
 * HKDF-SHA256) into "CKEM1.X25519.HQC-128-R26.HKDF-SHA256", "ML-DSA-65+Ed25519" into
 * "ML-DSA-65-Ed25519"; "ML-KEM-768", "Ed25519" and other single algorithms stay. A pair with
 * "+A256KW" behind it gives a key for several recipients (mode wrap of jwe.h):
 * "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW".
 *
 * allow_experimental: also experimental algorithms and pairs with an experimental half
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED   unknown algorithm or KDF
 *          KB_ERR_POLICY        a pair that the pair rule does not give; an algorithm that
 *                               only decrypts or verifies
 *          KB_ERR_ARGUMENT      a KDF or "+A256KW" for a single key or a signature key
 */
KB_API KB_MUST_USE kb_status kb_key_alg_from_name(char out[KB_KEY_ALG_MAX_BYTES],
                                                  const char *name, const char *kdf,
                                                  bool allow_experimental);

/**
 * Makes a fresh key.
 *
 * alg:     an algorithm string, such as "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"
 * Returns: KB_OK, KB_ERR_UNSUPPORTED, KB_ERR_POLICY (RSA), KB_ERR_RNG, KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_key_generate(kb_key **out, const char *alg);

/**
 * Reads a JWK, public or private: kty AKP (RFC 9964, envelope D.1), OKP (RFC 8037), EC or
 * RSA (RFC 7518).
 *
 * An elliptic-curve key says by `use`, `alg` or `key_ops` whether it is for encryption or
 * for signatures. An RSA key is for PS256, PS384 or PS512 as its `alg` says, without one for
 * PS256; it only verifies.
 *
 * Checks:  strict JSON, every length (leading zeros of coordinates belong to them),
 *          members that contradict each other or belong to another kty, the public key by
 *          full validation and recomputed from the private one. A kid is a label of the
 *          file only.
 * Returns: KB_OK, KB_ERR_FORMAT (not JSON, wrong member types or members), KB_ERR_KEY
 *          (lengths, validation, halves that do not belong together, use),
 * KB_ERR_UNSUPPORTED (kty, crv, alg, size of an RSA key), KB_ERR_LIMIT, KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_key_from_jwk(kb_key **out, const char *text, size_t len);

/**
 * Reads the one key of a PEM text: PKCS#8 (RFC 5958), SubjectPublicKeyInfo, ECPrivateKey
 * (RFC 5915), RSAPrivateKey or RSAPublicKey (RFC 8017).
 *
 * ML-KEM and ML-DSA keys are read as seed, as expanded key or with both; an expanded key
 * alone is checked as far as it repeats itself, but its seed stays unknown
 * (kb_key_is_expanded).
 *
 * use:     "enc" or "sig": what a key of P-256, P-384 or P-521 is for, which these files
 *          do not say; NULL refuses them
 * Checks:  strict DER, every length, parameters, public keys by full validation; whatever
 *          stands in the file twice must agree.
 * Returns: KB_OK, KB_ERR_FORMAT, KB_ERR_KEY, KB_ERR_UNSUPPORTED (other algorithms, RSA
 *          keys of other sizes or exponents, explicit curves, compressed points,
 *          certificates, encrypted keys, each by name), KB_ERR_LIMIT, KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_key_from_pem(kb_key **out, const char *text, size_t len,
                                             const char *use);

/**
 * Reads a key file of any form: JWK, PEM or DER, told apart by its first bytes.
 *
 * use:     as kb_key_from_pem; also for a JWK that says nothing itself
 * Returns: what kb_key_from_jwk and kb_key_from_pem return; KB_ERR_ARGUMENT (use)
 */
KB_API KB_MUST_USE kb_status kb_key_read(kb_key **out, const void *data, size_t len,
                                         const char *use);

/** Keys of a JWK Set, in its order. */
typedef struct kb_key_set {
    kb_key **keys;
    size_t count;
    size_t skipped; /* keys of kinds that this version does not know */
} kb_key_set;

/**
 * Reads a JWK Set (RFC 7517, section 5).
 *
 * use:     as kb_key_read
 * Returns: KB_OK, also when keys were skipped; what kb_key_from_jwk returns when one is
 *          malformed: then *out is untouched
 */
KB_API KB_MUST_USE kb_status kb_key_from_jwks(kb_key_set *out, const char *text,
                                              size_t len, const char *use);
/** Releases the keys and the array. */
KB_API void kb_key_set_free(kb_key_set *set);

/** Writes the public JWK with its kid; *out is released with kb_jwk_free. */
KB_API KB_MUST_USE kb_status kb_key_to_public_jwk(const kb_key *key, char **out);
/** Releases a public JWK or PEM text; NULL is fine. */
KB_API void kb_jwk_free(char *jwk);
/** Writes the private JWK. KB_ERR_KEY when the handle has no private part, or an expanded
 * one only. */
KB_API KB_MUST_USE kb_status kb_key_to_private_jwk(const kb_key *key, kb_secret **out);

/** Writes the public key as PEM; *out is released with kb_jwk_free. KB_ERR_UNSUPPORTED
 * when the algorithm has no such form: HQC, DKEM and composites of KEMs. */
KB_API KB_MUST_USE kb_status kb_key_to_public_pem(const kb_key *key, char **out);
/** Writes the private key as PKCS#8 in PEM: the seed when it is known, else the expanded
 * key. KB_ERR_KEY, KB_ERR_UNSUPPORTED. */
KB_API KB_MUST_USE kb_status kb_key_to_private_pem(const kb_key *key, kb_secret **out);

/** Returns the algorithm string. */
KB_API const char *kb_key_alg(const kb_key *key);
/** Returns the RFC 7638 SHA-256 thumbprint in base64url: the default kid. */
KB_API const char *kb_key_thumbprint(const kb_key *key);
KB_API bool kb_key_has_private(const kb_key *key);
/** Whether content can be encrypted to it: composites of two KEMs only. */
KB_API bool kb_key_is_composite(const kb_key *key);
/** Whether it is a signature key, single or composite. */
KB_API bool kb_key_is_signing(const kb_key *key);
/** Whether its private part is an expanded ML-KEM or ML-DSA key whose seed is not known:
 * it cannot become a JWK. */
KB_API bool kb_key_is_expanded(const kb_key *key);
/** Makes a handle with the public part only. */
KB_API KB_MUST_USE kb_status kb_key_public_copy(kb_key **out, const kb_key *key);
/** Wipes and releases; NULL is fine. */
KB_API void kb_key_free(kb_key *key);

/**
 * Signs a message under a context with a signature key, single or composite.
 *
 * Does what kb_sig_sign does with the same algorithm, and uses what the handle keeps
 * (kb_key_cache_limit): from the third signature with a handle on, ML-DSA takes about two
 * thirds of the time.
 *
 * Shapes:  sig      out     room for sig_bytes of the catalog or more
 *          sig_len  in/out  the room; afterwards the length of the signature
 *          message  in
 *          key      in
 *          pool     in      threads that make one SLH-DSA signature together with the
 *                           caller; NULL: the caller alone. Other algorithms ignore it.
 * Returns: KB_OK
 *          KB_ERR_ARGUMENT  NULL, too little room, or a context that is too long
 *          KB_ERR_KEY       no signature key, no private part, an expanded private key
 *                           whose seed is not known, an SLH-DSA key whose parts do not
 *                           belong together
 *          KB_ERR_RNG       no randomness
 *          KB_ERR_POLICY    RSA, which only verifies
 *          KB_ERR_MEMORY    composites only
 * On error: all of the room is zero, and *sig_len 0.
 * Threads: safe; any number with the same key and pool, threads of the pool among them.
 * Time:    as kb_sig_sign.
 * Memory:  ML-DSA: stack as kb_sig_sign; no heap after the second use. SLH-DSA: stack
 *          46 KiB, in the threads of the pool, too; no heap after the second use.
 */
KB_API KB_MUST_USE kb_status kb_key_sign(uint8_t *sig, size_t *sig_len,
                                         const kb_sig_message *message, const kb_key *key,
                                         kb_pool *pool);

/**
 * Verifies a signature of a message under a context with a signature key.
 *
 * Does what kb_sig_verify does, and uses what the handle keeps: from the third use on,
 * ML-DSA takes a quarter of the time.
 *
 * Shapes:  sig      in  untrusted, of any length
 *          message  in
 *          key      in  its private part is not used
 * Returns: KB_OK            the signature is valid
 *          KB_ERR_ARGUMENT  NULL, or a context that is too long
 *          KB_ERR_KEY       no signature key
 *          KB_ERR_AUTH      the signature is not valid
 *          KB_ERR_MEMORY    composites only
 * Threads: safe; any number with the same key.
 * Time:    all inputs are treated as public.
 * Memory:  as kb_sig_verify; ML-DSA: no heap after the second use.
 */
KB_API KB_MUST_USE kb_status kb_key_verify(const uint8_t *sig, size_t sig_len,
                                           const kb_sig_message *message,
                                           const kb_key *key);

/**
 * Makes a shared secret and the ciphertext that carries it to the owner of a single KEM
 * key. Composite keys have a mode of encryption instead (jwe.h).
 *
 * Shapes:  ct   out  ct_bytes of the catalog
 *          ss   out  ss_bytes, secret
 *          key  in
 * Returns: KB_OK
 *          KB_ERR_ARGUMENT  NULL, or a length that is not the catalog's
 *          KB_ERR_KEY       no single KEM key
 *          KB_ERR_RNG       no randomness
 * On error: outputs of the right length are zero.
 * Threads: safe; any number with the same key.
 * Time:    constant in ss; the key is treated as public.
 * Memory:  as kb_kem_encaps; no heap after the second use.
 */
KB_API KB_MUST_USE kb_status kb_key_encaps(uint8_t *ct, size_t ct_len, uint8_t *ss,
                                           size_t ss_len, const kb_key *key);

/**
 * Recovers the shared secret of a ciphertext with a single KEM key.
 *
 * Shapes:  ss   out  ss_bytes of the catalog, secret
 *          ct   in   untrusted
 *          key  in
 * Returns: KB_OK, also when the ciphertext was made for another key (kb_kem_decaps)
 *          KB_ERR_ARGUMENT  NULL, or a length of ss that is not the catalog's
 *          KB_ERR_KEY       no single KEM key, no private part, an expanded private key
 *                           whose seed is not known
 *          KB_ERR_FORMAT    ct has another length or no valid form
 *          KB_ERR_AUTH      ct is no point of the curve, or gives zero
 * On error: ss is zero when it has the right length.
 * Threads: safe; any number with the same key.
 * Time:    constant in the private key, ss and the validity of ct.
 * Memory:  as kb_kem_decaps; no heap after the second use.
 */
KB_API KB_MUST_USE kb_status kb_key_decaps(uint8_t *ss, size_t ss_len, const uint8_t *ct,
                                           size_t ct_len, const kb_key *key);

/**
 * Bounds the memory in which all handles together keep what follows from their keys alone,
 * which makes every use after the second faster. It is made at the second use of a handle
 * and wiped and released with the handle. 0 switches it off for what is not kept already.
 *
 * Kept for:  the public part, the private part, in KiB
 *            ML-KEM (all sets)   10, 12     matrix, hash of the key, s
 *            HQC (all sets)      15, 22     h, hash of the key, y
 *            ML-DSA-44, 65, 87   20, 31, 50 and as much
 *                                           matrix, t, tr, s
 *            SLH-DSA             0, and 16 (128s, 256s), 24 (192s), 0.2 to 1 (f sets)
 *                                           the topmost tree
 *            X25519, X448        0.5, 0      the public key as libcrypto holds it
 *            composites          of both halves
 *
 * The default is room for both parts of 81 keys of ML-DSA-87, or of 370 of ML-KEM. Private
 * parts are secrets in locked memory, as far as the system's limit for it goes.
 */
#define KB_KEY_CACHE_DEFAULT_BYTES ((size_t)8 << 20)
KB_API void kb_key_cache_limit(size_t bytes);

typedef struct kb_key_cache_counts {
    size_t bytes_now;
    uint64_t hits; /* uses that found it */
    uint64_t
        misses; /* uses that did not: first uses, those that made it, those beyond the bound */
} kb_key_cache_counts;
/** Counts since the start of the program. */
KB_API kb_key_cache_counts kb_key_cache_read(void);

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
