/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-256 key wrap over libcrypto's. */
#include "sym/keywrap.h"

#include "libcrypto/keywrap.h"

#include <keybraid/secret.h>

kb_status kb_keywrap_wrap(uint8_t wk[KB_KEYWRAP_BYTES],
                          const uint8_t kek[KB_KEYWRAP_KEY_BYTES],
                          const uint8_t mk[KB_KEYWRAP_KEY_BYTES]) {
    kb_status status = kb_libcrypto_keywrap_wrap(wk, kek, mk);
    if (status != KB_OK) {
        kb_wipe(wk, KB_KEYWRAP_BYTES);
    }
    return status;
}

kb_status kb_keywrap_unwrap(uint8_t mk[KB_KEYWRAP_KEY_BYTES],
                            const uint8_t kek[KB_KEYWRAP_KEY_BYTES],
                            const uint8_t wk[KB_KEYWRAP_BYTES]) {
    kb_status status = kb_libcrypto_keywrap_unwrap(mk, kek, wk);
    if (status != KB_OK) {
        kb_wipe(mk, KB_KEYWRAP_KEY_BYTES);
    }
    return status;
}
