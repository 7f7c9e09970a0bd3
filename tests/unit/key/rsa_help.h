/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA keys for tests of key files: the fixed key of tests/unit/sig/classic/rsa_keys.h. */
#ifndef KB_TESTS_UNIT_KEY_RSA_HELP_H
#define KB_TESTS_UNIT_KEY_RSA_HELP_H

#include "key/rsa.h"
#include "unit/key/key_help.h"
#include "unit/sig/classic/rsa_keys.h"

static inline void load_hex(der_file *out, const char *hex) {
    long len = test_unhex(out->bytes, sizeof out->bytes, hex);
    CHECK(len > 0);
    out->len = len > 0 ? (size_t)len : 0;
}

static inline kb_status read_file(const der_file *file, const char *want_alg) {
    kb_key *key = NULL;
    kb_status status = read_exact(&key, file->bytes, file->len, NULL);
    if (key != NULL && want_alg != NULL) {
        CHECK_STR(kb_key_alg(key), want_alg);
    }
    kb_key_free(key);
    return status;
}

#endif
