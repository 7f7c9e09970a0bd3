/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key files of any form: an accepted key is written in every form it has and read again
 * as the same key. */
#include "fuzz.h"

#include <keybraid/key.h>
#include <keybraid/secret.h>
#include <string.h>

static void check_again(const kb_key *key, const void *text, size_t len,
                        const char *use) {
    kb_key *again = NULL;
    kb_status status = kb_key_read(&again, text, len, use);
    /* libcrypto's check of a modulus draws random bases: what has more than two prime
     * factors may pass once and not the next time. */
    if (status == KB_ERR_KEY && strncmp(kb_key_alg(key), "RSA-", 4) == 0) {
        return;
    }
    FUZZ_CHECK(status == KB_OK);
    FUZZ_CHECK(strcmp(kb_key_alg(key), kb_key_alg(again)) == 0);
    FUZZ_CHECK(strcmp(kb_key_thumbprint(key), kb_key_thumbprint(again)) == 0);
    kb_key_free(again);
}

static void check_secret(const kb_key *key, kb_status status, kb_secret *text,
                         const char *use) {
    FUZZ_CHECK((status == KB_OK) == (text != NULL));
    if (text != NULL) {
        check_again(key, kb_secret_bytes(text), kb_secret_len(text), use);
    }
    kb_secret_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *use = size % 2 == 0 ? "enc" : "sig";
    kb_key *key = NULL;
    char *text = NULL;
    kb_secret *secret = NULL;
    if (kb_key_read(&key, data, size, use) != KB_OK) {
        FUZZ_CHECK(key == NULL);
        return 0;
    }
    FUZZ_CHECK(kb_key_to_public_jwk(key, &text) == KB_OK);
    check_again(key, text, strlen(text), use);
    kb_jwk_free(text);
    text = NULL;
    if (kb_key_to_public_pem(key, &text) == KB_OK) {
        check_again(key, text, strlen(text), kb_key_is_signing(key) ? "sig" : "enc");
        kb_jwk_free(text);
    }
    if (kb_key_has_private(key)) {
        use = kb_key_is_signing(key) ? "sig" : "enc";
        kb_status status = kb_key_to_private_jwk(key, &secret);
        FUZZ_CHECK((status == KB_OK) != kb_key_is_expanded(key));
        check_secret(key, status, secret, use);
        secret = NULL;
        status = kb_key_to_private_pem(key, &secret);
        check_secret(key, status, secret, use);
    }
    kb_key_free(key);
    return 0;
}
