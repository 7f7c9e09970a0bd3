/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A key from a pass-phrase: Argon2id, by libsodium. */
#include "keystore/passphrase.h"

#include "core/error.h"

#include <sodium.h>

_Static_assert(crypto_pwhash_argon2id_SALTBYTES == KB_PASSPHRASE_SALT_BYTES, "salt");

kb_status kb_passphrase_key(uint8_t out[KB_PASSPHRASE_KEY_BYTES],
                            const kb_secret *passphrase,
                            const uint8_t salt[KB_PASSPHRASE_SALT_BYTES],
                            uint32_t memory_kib, uint32_t passes) {
    kb_wipe(out, KB_PASSPHRASE_KEY_BYTES);
    if (passes < crypto_pwhash_argon2id_OPSLIMIT_MIN ||
        memory_kib < crypto_pwhash_argon2id_MEMLIMIT_MIN / 1024) {
        return KB_FAIL(KB_ERR_ARGUMENT, "Argon2id with %u KiB and %u passes", memory_kib,
                       passes);
    }
    if (sodium_init() < 0) {
        return KB_FAIL(KB_ERR_INTERNAL, "libsodium does not start");
    }
    if (crypto_pwhash_argon2id(
            out, KB_PASSPHRASE_KEY_BYTES, (const char *)kb_secret_bytes(passphrase),
            kb_secret_len(passphrase), salt, passes, (size_t)memory_kib * 1024,
            crypto_pwhash_argon2id_ALG_ARGON2ID13) != 0) {
        kb_wipe(out, KB_PASSPHRASE_KEY_BYTES);
        return KB_FAIL(KB_ERR_MEMORY, "%u MiB for the pass-phrase", memory_kib / 1024);
    }
    return KB_OK;
}
