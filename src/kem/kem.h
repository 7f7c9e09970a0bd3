/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What every KEM of this library looks like from the inside: sizes and five functions.
 *
 * ECDH takes part with the ephemeral public key as its ciphertext. The catalog names one
 * kb_kem per algorithm; callers never switch on an algorithm.
 *
 * Common rules: pointers are never NULL and have the length that the struct states;
 * secrets are `sk` (the short private form of specs: seed or scalar), `ss` and `coins`;
 * on error outputs that are secret or a ciphertext are zero; no heap in ML-KEM
 * and HQC; stack below 96 KiB.
 */
#ifndef KB_KEM_KEM_H
#define KB_KEM_KEM_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KB_KEM_SK_MAX_BYTES    128
#define KB_KEM_SS_MAX_BYTES    66
#define KB_KEM_COINS_MAX_BYTES 66

/*
 * What follows from a key alone, computed once for many operations with that key. keyed
 * is the room for it, of pk_bytes or sk_bytes, best aligned to 32; the latter is as secret
 * as sk. The functions do what those of kb_kem do.
 *
 * What is kept of a public key may take heap_bytes elsewhere, which end_pk gives back; it
 * is NULL where there is nothing to do. sk_bytes is 0 and the functions of the private half
 * are NULL where nothing is kept of it.
 */
typedef struct kb_kem_keyed {
    size_t pk_bytes;
    size_t heap_bytes;
    size_t sk_bytes;
    void (*from_pk)(void *keyed, const uint8_t *pk);
    void (*from_sk)(void *keyed, const uint8_t *sk);
    void (*end_pk)(void *keyed);
    kb_status (*encaps)(uint8_t *ct, uint8_t *ss, const void *keyed);
    kb_status (*decaps)(uint8_t *ss, const uint8_t *ct, const void *keyed);
} kb_kem_keyed;

/*
 * Four operations with different inputs, and keys that may be different or the same, in
 * less time than one after another. The results are the same; coins and sk as in kb_kem,
 * checked likewise, keyed as in kb_kem_keyed. NULL where nothing is gained.
 *
 * room: a work area of room_bytes, best aligned to 32, for all of them; what is secret in
 * it is zero afterwards.
 */
#define KB_KEM_MANY 4
typedef struct kb_kem_many {
    size_t room_bytes;
    bool is_short; /* four take no longer than waking a thread up */
    void (*public_of)(uint8_t *const pk[KB_KEM_MANY],
                      const uint8_t *const sk[KB_KEM_MANY], void *room);
    void (*encaps)(uint8_t *const ct[KB_KEM_MANY], uint8_t *const ss[KB_KEM_MANY],
                   const uint8_t *const pk[KB_KEM_MANY],
                   const uint8_t *const coins[KB_KEM_MANY], void *room);
    void (*decaps)(uint8_t *const ss[KB_KEM_MANY], const uint8_t *const ct[KB_KEM_MANY],
                   const uint8_t *const sk[KB_KEM_MANY], void *room);
    void (*keyed_encaps)(uint8_t *const ct[KB_KEM_MANY], uint8_t *const ss[KB_KEM_MANY],
                         const void *const keyed[KB_KEM_MANY],
                         const uint8_t *const coins[KB_KEM_MANY]);
    void (*keyed_decaps)(uint8_t *const ss[KB_KEM_MANY],
                         const uint8_t *const ct[KB_KEM_MANY],
                         const void *const keyed[KB_KEM_MANY]);
} kb_kem_many;

typedef struct kb_kem {
    const char *id; /* catalog id */
    size_t pk_bytes;
    size_t ct_bytes;
    size_t ss_bytes;
    size_t sk_bytes;
    size_t
        coins_bytes; /* randomness of one encapsulation: m, or an ephemeral private key */

    /* Draws a fresh key pair. KB_ERR_RNG. */
    kb_status (*keygen)(uint8_t *pk, uint8_t *sk);
    /* Recomputes pk from sk. KB_ERR_KEY when sk is out of range. */
    kb_status (*public_of)(uint8_t *pk, const uint8_t *sk);
    /* Full check of an untrusted pk (FIPS 203 7.2, SP 800-56A 5.6.2.3.3, canonical u).
     * KB_ERR_KEY. */
    kb_status (*check_pk)(const uint8_t *pk);
    /* Cheap public check of a ciphertext's form (SEC 1 prefix). KB_ERR_FORMAT. */
    kb_status (*check_ct)(const uint8_t *ct);
    /* Encapsulates to a checked pk. KB_ERR_RNG; KB_ERR_KEY for an all-zero DH result. */
    kb_status (*encaps)(uint8_t *ct, uint8_t *ss, const uint8_t *pk);
    /* Decapsulates. KB_ERR_AUTH for a ciphertext that is no valid point or gives zero;
     * ML-KEM and DKEM never fail (implicit rejection). */
    kb_status (*decaps)(uint8_t *ss, const uint8_t *ct, const uint8_t *sk);
    /* Encapsulation with given randomness of coins_bytes, for known answers only. */
    kb_status (*encaps_derand)(uint8_t *ct, uint8_t *ss, const uint8_t *pk,
                               const uint8_t *coins);
    const kb_kem_keyed *keyed; /* NULL where nothing is gained */
    const kb_kem_many *many;   /* likewise */
} kb_kem;

extern const kb_kem kb_mlkem512, kb_mlkem768, kb_mlkem1024;
extern const kb_kem kb_hqc_128_r26, kb_hqc_192_r26, kb_hqc_256_r26;
extern const kb_kem kb_hqc_128_v500, kb_hqc_192_v500, kb_hqc_256_v500;
/* Experimental; the SHAKE variants serve tests and measurements only. */
extern const kb_kem kb_dkem128, kb_dkem256, kb_dkem512;
extern const kb_kem kb_dkem128_shake, kb_dkem256_shake, kb_dkem512_shake;
extern const kb_kem kb_x25519, kb_x448, kb_p256, kb_p384, kb_p521;

/* Finds a table by its exact catalog id; NULL when there is none. */
const kb_kem *kb_kem_find(const char *id);

#endif
