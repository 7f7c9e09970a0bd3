/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JWKs: an accepted key is written and read again as the same key. */
#include "fuzz.h"

#include <keybraid/key.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    kb_key *key = NULL, *again = NULL;
    char *jwk = NULL;
    if (kb_key_from_jwk(&key, (const char *)data, size) != KB_OK) {
        FUZZ_CHECK(key == NULL);
        return 0;
    }
    FUZZ_CHECK(kb_key_to_public_jwk(key, &jwk) == KB_OK);
    FUZZ_CHECK(kb_key_from_jwk(&again, jwk, strlen(jwk)) == KB_OK);
    FUZZ_CHECK(strcmp(kb_key_thumbprint(key), kb_key_thumbprint(again)) == 0);
    FUZZ_CHECK(!kb_key_has_private(again));
    kb_jwk_free(jwk);
    kb_key_free(again);
    kb_key_free(key);
    return 0;
}
