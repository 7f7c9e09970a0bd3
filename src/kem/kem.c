/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The KEM tables by id, and the public calls over them, which check ids and lengths. */
#include "kem/kem.h"

#include "core/error.h"

#include <keybraid/kem.h>
#include <keybraid/secret.h>
#include <string.h>

static const kb_kem *const kems[] = {
    &kb_x25519,       &kb_x448,          &kb_p256,          &kb_p384,
    &kb_p521,         &kb_mlkem512,      &kb_mlkem768,      &kb_mlkem1024,
    &kb_hqc_128_r26,  &kb_hqc_192_r26,   &kb_hqc_256_r26,   &kb_hqc_128_v500,
    &kb_hqc_192_v500, &kb_hqc_256_v500,  &kb_dkem128,       &kb_dkem256,
    &kb_dkem512,      &kb_dkem128_shake, &kb_dkem256_shake, &kb_dkem512_shake,
};

const kb_kem *kb_kem_find(const char *id) {
    for (size_t i = 0; i < sizeof kems / sizeof kems[0]; i++) {
        if (strcmp(kems[i]->id, id) == 0) {
            return kems[i];
        }
    }
    return NULL;
}

static kb_status find(const kb_kem **out, const char *alg) {
    if (alg == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no algorithm");
    }
    *out = kb_kem_find(alg);
    if (*out == NULL) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "\"%.64s\" is no KEM of this version", alg);
    }
    return KB_OK;
}

static kb_status check_len(kb_status status, const kb_kem *kem, const char *what,
                           const void *p, size_t len, size_t want) {
    if (p == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s %s: NULL", kem->id, what);
    }
    if (len != want) {
        return KB_FAIL(status, "%s %s: %zu bytes, must be %zu", kem->id, what, len, want);
    }
    return KB_OK;
}

/* Zeroes an output, when it has the length that makes it one. */
static void clear(uint8_t *out, size_t len, size_t want) {
    if (out != NULL && len == want) {
        kb_wipe(out, len);
    }
}

kb_status kb_kem_keygen(const char *alg, uint8_t *pk, size_t pk_len, uint8_t *sk,
                        size_t sk_len) {
    const kb_kem *kem;
    KB_TRY(find(&kem, alg));
    clear(pk, pk_len, kem->pk_bytes);
    clear(sk, sk_len, kem->sk_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, kem, "public key", pk, pk_len, kem->pk_bytes));
    KB_TRY(check_len(KB_ERR_ARGUMENT, kem, "private key", sk, sk_len, kem->sk_bytes));
    kb_status status = kem->keygen(pk, sk);
    if (status != KB_OK) {
        kb_wipe(pk, pk_len);
        kb_wipe(sk, sk_len);
    }
    return status;
}

kb_status kb_kem_public_of(const char *alg, uint8_t *pk, size_t pk_len, const uint8_t *sk,
                           size_t sk_len) {
    const kb_kem *kem;
    KB_TRY(find(&kem, alg));
    clear(pk, pk_len, kem->pk_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, kem, "public key", pk, pk_len, kem->pk_bytes));
    KB_TRY(check_len(KB_ERR_KEY, kem, "private key", sk, sk_len, kem->sk_bytes));
    kb_status status = kem->public_of(pk, sk);
    if (status != KB_OK) {
        kb_wipe(pk, pk_len);
    }
    return status;
}

kb_status kb_kem_check_public(const char *alg, const uint8_t *pk, size_t pk_len) {
    const kb_kem *kem;
    KB_TRY(find(&kem, alg));
    KB_TRY(check_len(KB_ERR_KEY, kem, "public key", pk, pk_len, kem->pk_bytes));
    return kem->check_pk(pk);
}

kb_status kb_kem_encaps(const char *alg, uint8_t *ct, size_t ct_len, uint8_t *ss,
                        size_t ss_len, const uint8_t *pk, size_t pk_len) {
    const kb_kem *kem;
    KB_TRY(find(&kem, alg));
    clear(ct, ct_len, kem->ct_bytes);
    clear(ss, ss_len, kem->ss_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, kem, "ciphertext", ct, ct_len, kem->ct_bytes));
    KB_TRY(check_len(KB_ERR_ARGUMENT, kem, "shared secret", ss, ss_len, kem->ss_bytes));
    KB_TRY(check_len(KB_ERR_KEY, kem, "public key", pk, pk_len, kem->pk_bytes));
    KB_TRY(kem->check_pk(pk));
    kb_status status = kem->encaps(ct, ss, pk);
    if (status != KB_OK) {
        kb_wipe(ct, ct_len);
        kb_wipe(ss, ss_len);
    }
    return status;
}

kb_status kb_kem_decaps(const char *alg, uint8_t *ss, size_t ss_len, const uint8_t *ct,
                        size_t ct_len, const uint8_t *sk, size_t sk_len) {
    const kb_kem *kem;
    KB_TRY(find(&kem, alg));
    clear(ss, ss_len, kem->ss_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, kem, "shared secret", ss, ss_len, kem->ss_bytes));
    KB_TRY(check_len(KB_ERR_KEY, kem, "private key", sk, sk_len, kem->sk_bytes));
    KB_TRY(check_len(KB_ERR_FORMAT, kem, "ciphertext", ct, ct_len, kem->ct_bytes));
    KB_TRY(kem->check_ct(ct));
    kb_status status = kem->decaps(ss, ct, sk);
    if (status != KB_OK) {
        kb_wipe(ss, ss_len);
    }
    return status;
}
