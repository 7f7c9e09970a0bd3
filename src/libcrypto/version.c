/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which libcrypto runs. */
#include "libcrypto/version.h"

#include <openssl/crypto.h>

const char *kb_libcrypto_version(void) {
    return OpenSSL_version(OPENSSL_VERSION);
}
