/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-2 for the rest of the library: argument and state checks around libcrypto's. */
#include "core/alloc.h"
#include "core/error.h"
#include "hash/hash_count.h"
#include "libcrypto/digest.h"

#include <keybraid/hash.h>
#include <keybraid/secret.h>

struct kb_sha2 {
    kb_libcrypto_digest *digest;
    kb_hash_alg alg;
    bool is_open; /* takes input */
};

size_t kb_hash_bytes(kb_hash_alg alg) {
    switch (alg) {
    case KB_HASH_SHA256:
        return KB_SHA256_BYTES;
    case KB_HASH_SHA384:
        return KB_SHA384_BYTES;
    case KB_HASH_SHA512:
        return KB_SHA512_BYTES;
    }
    return 0;
}

static kb_libcrypto_md md_of(kb_hash_alg alg) {
    return alg == KB_HASH_SHA256   ? KB_LIBCRYPTO_SHA256
           : alg == KB_HASH_SHA384 ? KB_LIBCRYPTO_SHA384
                                   : KB_LIBCRYPTO_SHA512;
}

#define FN(alg) ((alg) == KB_HASH_SHA256 ? KB_HASH_FN_SHA256 : KB_HASH_FN_SHA512)

static kb_status once(kb_hash_alg alg, uint8_t *out, const void *in, size_t len) {
    KB_HASH_SCOPE(FN(alg), len, kb_hash_bytes(alg), 1);
    kb_status status = kb_libcrypto_digest_once(md_of(alg), out, in, len);
    if (status != KB_OK) {
        kb_wipe(out, kb_hash_bytes(alg));
    }
    return status;
}

kb_status kb_sha256(uint8_t out[KB_SHA256_BYTES], const void *in, size_t len) {
    return once(KB_HASH_SHA256, out, in, len);
}

kb_status kb_sha384(uint8_t out[KB_SHA384_BYTES], const void *in, size_t len) {
    return once(KB_HASH_SHA384, out, in, len);
}

kb_status kb_sha512(uint8_t out[KB_SHA512_BYTES], const void *in, size_t len) {
    return once(KB_HASH_SHA512, out, in, len);
}

kb_status kb_sha2_new(kb_sha2 **out, kb_hash_alg alg) {
    if (kb_hash_bytes(alg) == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "hash function number %d", (int)alg);
    }
    kb_sha2 *hash = kb_malloc(sizeof *hash);
    if (hash == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *hash);
    }
    *hash = (kb_sha2){.alg = alg, .is_open = true};
    kb_status status = kb_libcrypto_digest_new(&hash->digest, md_of(alg));
    if (status != KB_OK) {
        kb_free(hash);
        return status;
    }
    *out = hash;
    return KB_OK;
}

kb_status kb_sha2_restart(kb_sha2 *hash) {
    hash->is_open = false;
    KB_TRY(kb_libcrypto_digest_restart(hash->digest));
    hash->is_open = true;
    return KB_OK;
}

kb_status kb_sha2_copy(kb_sha2 *to, const kb_sha2 *from) {
    if (to->alg != from->alg) {
        return KB_FAIL(KB_ERR_ARGUMENT, "hash states of two different functions");
    }
    to->is_open = false;
    KB_TRY(kb_libcrypto_digest_copy(to->digest, from->digest));
    to->is_open = from->is_open;
    return KB_OK;
}

kb_status kb_sha2_update(kb_sha2 *hash, const void *in, size_t len) {
    KB_HASH_SCOPE(FN(hash->alg), len, 0, 1);
    if (!hash->is_open) {
        return KB_FAIL(KB_ERR_STATE, "hash is finished");
    }
    return kb_libcrypto_digest_update(hash->digest, in, len);
}

kb_status kb_sha2_final(kb_sha2 *hash, uint8_t *out) {
    KB_HASH_SCOPE(FN(hash->alg), 0, kb_hash_bytes(hash->alg), 1);
    if (!hash->is_open) {
        return KB_FAIL(KB_ERR_STATE, "hash is finished");
    }
    hash->is_open = false;
    kb_status status = kb_libcrypto_digest_final(hash->digest, out);
    if (status != KB_OK) {
        kb_wipe(out, kb_hash_bytes(hash->alg));
    }
    return status;
}

void kb_sha2_free(kb_sha2 *hash) {
    if (hash != NULL) {
        kb_libcrypto_digest_free(hash->digest);
        kb_free(hash);
    }
}
