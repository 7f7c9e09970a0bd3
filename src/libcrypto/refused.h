/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The one way this folder reports that libcrypto refused: nothing stays in its error
 * queue. */
#ifndef KB_LIBCRYPTO_REFUSED_H
#define KB_LIBCRYPTO_REFUSED_H

#include "core/error.h"

#include <openssl/err.h>

#define KB_LIBCRYPTO_REFUSED(status, what)                                               \
    (ERR_clear_error(), KB_FAIL((status), "libcrypto: %s", (what)))

#endif
