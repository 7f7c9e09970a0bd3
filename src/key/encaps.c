/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key encapsulation with handles of single KEM keys. Not here: composites are
 * composite/composite.c. */
#include "core/error.h"
#include "key/key.h"
#include "key/keyed.h"

static kb_status check_key(const kb_key *key) {
    if (key == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no key");
    }
    return key->kem != NULL
               ? KB_OK
               : KB_FAIL(KB_ERR_KEY, "a key of %s is no single KEM key", key->alg);
}

static kb_status check_len(kb_status status, const kb_key *key, const char *what,
                           const void *p, size_t len, size_t want) {
    if (p == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s %s: NULL", key->alg, what);
    }
    return len == want ? KB_OK
                       : KB_FAIL(status, "%s %s: %zu bytes, must be %zu", key->alg, what,
                                 len, want);
}

/* Zeroes an output, when it has the length that makes it one. */
static void clear(uint8_t *out, size_t len, size_t want) {
    if (out != NULL && len == want) {
        kb_wipe(out, len);
    }
}

kb_status kb_key_encaps(uint8_t *ct, size_t ct_len, uint8_t *ss, size_t ss_len,
                        const kb_key *key) {
    KB_TRY(check_key(key));
    const kb_kem *kem = key->kem;
    clear(ct, ct_len, kem->ct_bytes);
    clear(ss, ss_len, kem->ss_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, key, "ciphertext", ct, ct_len, kem->ct_bytes));
    KB_TRY(check_len(KB_ERR_ARGUMENT, key, "shared secret", ss, ss_len, kem->ss_bytes));
    const void *keyed = kb_key_keyed_public(key);
    kb_status status =
        keyed != NULL ? kem->keyed->encaps(ct, ss, keyed) : kem->encaps(ct, ss, key->pk);
    if (status != KB_OK) {
        kb_wipe(ct, ct_len);
        kb_wipe(ss, ss_len);
    }
    return status;
}

kb_status kb_key_decaps(uint8_t *ss, size_t ss_len, const uint8_t *ct, size_t ct_len,
                        const kb_key *key) {
    KB_TRY(check_key(key));
    const kb_kem *kem = key->kem;
    clear(ss, ss_len, kem->ss_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, key, "shared secret", ss, ss_len, kem->ss_bytes));
    KB_TRY(kb_key_check_seed(key));
    KB_TRY(check_len(KB_ERR_FORMAT, key, "ciphertext", ct, ct_len, kem->ct_bytes));
    KB_TRY(kem->check_ct(ct));
    const void *keyed = kb_key_keyed_private(key);
    kb_status status = keyed != NULL ? kem->keyed->decaps(ss, ct, keyed)
                                     : kem->decaps(ss, ct, kb_secret_bytes(key->sk));
    if (status != KB_OK) {
        kb_wipe(ss, ss_len);
    }
    return status;
}
