/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JWK Sets: read or refused, and released either way. */
#include "fuzz.h"

#include <keybraid/key.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    kb_key_set set = {.keys = NULL};
    if (kb_key_from_jwks(&set, (const char *)data, size, "sig") != KB_OK) {
        FUZZ_CHECK(set.keys == NULL && set.count == 0);
        return 0;
    }
    FUZZ_CHECK(set.count + set.skipped <= KB_JWKS_MAX_KEYS);
    for (size_t i = 0; i < set.count; i++) {
        FUZZ_CHECK(kb_key_alg(set.keys[i])[0] != '\0');
    }
    kb_key_set_free(&set);
    return 0;
}
