/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-2 of libcrypto: one-shot and a state that can be copied. */
#ifndef KB_LIBCRYPTO_DIGEST_H
#define KB_LIBCRYPTO_DIGEST_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

typedef enum kb_libcrypto_md {
    KB_LIBCRYPTO_SHA256,
    KB_LIBCRYPTO_SHA384,
    KB_LIBCRYPTO_SHA512
} kb_libcrypto_md;

/* A hash in progress. */
typedef struct kb_libcrypto_digest kb_libcrypto_digest;

/* Hashes at once; out has the length of md. KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_digest_once(kb_libcrypto_md md, uint8_t *out,
                                               const void *in, size_t len);
/* Makes and starts a state. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_digest_new(kb_libcrypto_digest **out,
                                              kb_libcrypto_md md);
/* Starts over with the same function. */
KB_MUST_USE kb_status kb_libcrypto_digest_restart(kb_libcrypto_digest *digest);
KB_MUST_USE kb_status kb_libcrypto_digest_copy(kb_libcrypto_digest *to,
                                               const kb_libcrypto_digest *from);
KB_MUST_USE kb_status kb_libcrypto_digest_update(kb_libcrypto_digest *digest,
                                                 const void *in, size_t len);
/* Writes the digest; afterwards only restart, copy into and free. */
KB_MUST_USE kb_status kb_libcrypto_digest_final(kb_libcrypto_digest *digest,
                                                uint8_t *out);
/* Wipes (libcrypto cleanses its state) and releases; NULL is fine. */
void kb_libcrypto_digest_free(kb_libcrypto_digest *digest);

#endif
