/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Hash functions, at once or piece by piece.
 *
 * Order of the sections: Keccak (SHA-3, SHAKE), then SHA-2, then SM3.
 *
 * Common rules: states belong to the caller and are of fixed size; `in` may be NULL when
 * its length is 0; a state that took in a secret is wiped by its owner; time depends on
 * lengths only.
 *
 * Not here: HMAC, HKDF and KMAC are keybraid/kdf.h.
 */
#ifndef KB_HASH_H
#define KB_HASH_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Keccak: SHA-3 and SHAKE (FIPS 202) ---- */

#define KB_SHA3_224_BYTES 28
#define KB_SHA3_256_BYTES 32
#define KB_SHA3_384_BYTES 48
#define KB_SHA3_512_BYTES 64
#define KB_SHA3_MAX_BYTES 64

/** A sponge over Keccak-f[1600]; the fields are private. */
typedef struct kb_keccak {
    uint64_t lanes[25];
    uint32_t rate;  /* bytes of the state that meet input and output */
    uint32_t at;    /* next byte of the rate */
    uint8_t domain; /* suffix bits of the function and the first bit of the padding */
    uint8_t phase;
} kb_keccak;

/** State of a SHA-3 computation. */
typedef struct kb_sha3 {
    kb_keccak sponge;
    uint32_t digest_bytes;
} kb_sha3;

/** State of a SHAKE computation. */
typedef struct kb_shake {
    kb_keccak sponge;
} kb_shake;

/**
 * Computes a SHA-3 digest of len bytes at once.
 *
 * Source:  FIPS 202, section 6.1.
 * Threads: safe; no shared state.
 * Time:    depends on len only.
 * Memory:  stack below 1 KiB, no heap.
 */
KB_API void kb_sha3_224(uint8_t out[KB_SHA3_224_BYTES], const void *in, size_t len);
KB_API void kb_sha3_256(uint8_t out[KB_SHA3_256_BYTES], const void *in, size_t len);
KB_API void kb_sha3_384(uint8_t out[KB_SHA3_384_BYTES], const void *in, size_t len);
KB_API void kb_sha3_512(uint8_t out[KB_SHA3_512_BYTES], const void *in, size_t len);

/**
 * Starts a SHA-3 computation.
 *
 * Source:  FIPS 202, section 6.1.
 * Shapes:  digest_bytes  28, 32, 48 or 64
 * Returns: KB_OK
 *          KB_ERR_ARGUMENT  another digest size
 * On error: the state is zero, and using it is KB_ERR_STATE.
 */
KB_API KB_MUST_USE kb_status kb_sha3_init(kb_sha3 *state, size_t digest_bytes);
/**
 * Takes in len more bytes.
 *
 * Returns: KB_OK
 *          KB_ERR_STATE  not started, or finished
 */
KB_API KB_MUST_USE kb_status kb_sha3_update(kb_sha3 *state, const void *in, size_t len);
/**
 * Writes the digest and wipes the state.
 *
 * Shapes:  out  the digest size given to kb_sha3_init
 * Returns: KB_OK
 *          KB_ERR_STATE  not started, or finished
 * On error: out is untouched.
 */
KB_API KB_MUST_USE kb_status kb_sha3_final(kb_sha3 *state, uint8_t *out);
/** Wipes a state, finished or not. */
KB_API void kb_sha3_wipe(kb_sha3 *state);

/**
 * Computes out_len bytes of SHAKE at once.
 *
 * Source:  FIPS 202, section 6.2.
 * Threads: safe; no shared state.
 * Time:    depends on the lengths only.
 * Memory:  stack below 1 KiB, no heap.
 */
KB_API void kb_shake128(uint8_t *out, size_t out_len, const void *in, size_t len);
KB_API void kb_shake256(uint8_t *out, size_t out_len, const void *in, size_t len);

/** Starts SHAKE128, or SHAKE256. */
KB_API void kb_shake128_init(kb_shake *state);
KB_API void kb_shake256_init(kb_shake *state);
/**
 * Takes in len more bytes.
 *
 * Returns: KB_OK
 *          KB_ERR_STATE  not started, or finalised
 */
KB_API KB_MUST_USE kb_status kb_shake_absorb(kb_shake *state, const void *in, size_t len);
/**
 * Ends the input.
 *
 * Returns: KB_OK
 *          KB_ERR_STATE  not started, or finalised before
 */
KB_API KB_MUST_USE kb_status kb_shake_finalize(kb_shake *state);
/**
 * Writes the next len bytes of output; any number of calls of any size.
 *
 * Returns: KB_OK
 *          KB_ERR_STATE  the input has not been ended
 * On error: out is untouched.
 */
KB_API KB_MUST_USE kb_status kb_shake_squeeze(kb_shake *state, uint8_t *out, size_t len);
/** Wipes a state. */
KB_API void kb_shake_wipe(kb_shake *state);

/* ---- SHA-2 (FIPS 180-4) ---- */

#define KB_SHA256_BYTES 32
#define KB_SHA384_BYTES 48
#define KB_SHA512_BYTES 64

/** The hash functions that HMAC and HKDF run over. */
typedef enum kb_hash_alg {
    KB_HASH_SHA256 = 1,
    KB_HASH_SHA384 = 2,
    KB_HASH_SHA512 = 3
} kb_hash_alg;

#define KB_HASH_MAX_BYTES KB_SHA512_BYTES

/** Returns the output length of alg; 0 for a value that is none. */
KB_API size_t kb_hash_bytes(kb_hash_alg alg);

/**
 * Hashes len bytes at once.
 *
 * Source:  FIPS 180-4, sections 6.2, 6.5 and 6.4.
 * Shapes:  in may be NULL when len is 0; out may be in.
 * Returns: KB_OK, KB_ERR_MEMORY or KB_ERR_INTERNAL (libcrypto refuses)
 * On error: out is zero.
 * Threads: safe.
 */
KB_API KB_MUST_USE kb_status kb_sha256(uint8_t out[KB_SHA256_BYTES], const void *in,
                                       size_t len);
KB_API KB_MUST_USE kb_status kb_sha384(uint8_t out[KB_SHA384_BYTES], const void *in,
                                       size_t len);
KB_API KB_MUST_USE kb_status kb_sha512(uint8_t out[KB_SHA512_BYTES], const void *in,
                                       size_t len);

/** A SHA-2 computation in progress; has one owner. Its state is wiped when freed. */
typedef struct kb_sha2 kb_sha2;

/**
 * Starts a hash; *out is set on success only.
 *
 * Returns: KB_OK, KB_ERR_ARGUMENT (unknown alg), KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_sha2_new(kb_sha2 **out, kb_hash_alg alg);
/** Starts over with the same alg; allowed in every state. */
KB_API KB_MUST_USE kb_status kb_sha2_restart(kb_sha2 *hash);
/** Makes to the same computation as from; both were made with the same alg. */
KB_API KB_MUST_USE kb_status kb_sha2_copy(kb_sha2 *to, const kb_sha2 *from);
/** Adds len bytes. KB_ERR_STATE after kb_sha2_final. */
KB_API KB_MUST_USE kb_status kb_sha2_update(kb_sha2 *hash, const void *in, size_t len);
/** Writes kb_hash_bytes(alg) bytes; afterwards only restart, copy into and free. */
KB_API KB_MUST_USE kb_status kb_sha2_final(kb_sha2 *hash, uint8_t *out);
/** Wipes and releases; NULL is fine. */
KB_API void kb_sha2_free(kb_sha2 *hash);

/* ---- SM3 (GB/T 32905) ---- */

#define KB_SM3_BYTES 32

/** State of an SM3 computation; the fields are private. Copied by assignment: the copy
 * goes on from the same beginning. */
typedef struct kb_sm3 {
    uint64_t total; /* bytes taken in */
    uint32_t words[8];
    uint8_t block[64]; /* the input after the last whole block */
    uint8_t phase;
} kb_sm3;

/**
 * Computes the SM3 digest of len bytes at once.
 *
 * Source:  GB/T 32905-2016, section 5.
 * Shapes:  in may be NULL when len is 0; out may be in.
 * Threads: safe; no shared state.
 * Time:    depends on len only.
 * Memory:  stack below 1 KiB, no heap.
 */
KB_API void kb_sm3_hash(uint8_t out[KB_SM3_BYTES], const void *in, size_t len);

/** Starts an SM3 computation. */
KB_API void kb_sm3_init(kb_sm3 *state);
/**
 * Takes in len more bytes; fewer than 2^61 in all.
 *
 * Returns: KB_OK
 *          KB_ERR_STATE  not started, or finished
 */
KB_API KB_MUST_USE kb_status kb_sm3_update(kb_sm3 *state, const void *in, size_t len);
/**
 * Writes the digest and wipes the state.
 *
 * Returns: KB_OK
 *          KB_ERR_STATE  not started, or finished
 * On error: out is untouched.
 */
KB_API KB_MUST_USE kb_status kb_sm3_final(kb_sm3 *state, uint8_t out[KB_SM3_BYTES]);
/** Wipes a state, finished or not. */
KB_API void kb_sm3_wipe(kb_sm3 *state);

#ifdef __cplusplus
}
#endif
#endif
