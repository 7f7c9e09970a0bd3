/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key generation and encapsulation with fresh randomness, for every KEM whose private key
 * is a seed. */
#include "kem/fresh.h"

#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"

kb_status kb_kem_fresh_keygen(const kb_kem *kem, uint8_t *pk, uint8_t *sk) {
    /* Zeroes sk when it fails. */
    KB_TRY(kb_rng_bytes(sk, kem->sk_bytes));
    return kem->public_of(pk, sk);
}

kb_status kb_kem_fresh_encaps(const kb_kem *kem, uint8_t *ct, uint8_t *ss,
                              const uint8_t *pk) {
    KB_SECRET_LOCAL(coins, KB_KEM_COINS_MAX_BYTES);
    kb_status status = kb_rng_bytes(coins, kem->coins_bytes);
    if (status != KB_OK) {
        kb_wipe(ct, kem->ct_bytes);
        kb_wipe(ss, kem->ss_bytes);
        return status;
    }
    return kem->encaps_derand(ct, ss, pk, coins);
}
