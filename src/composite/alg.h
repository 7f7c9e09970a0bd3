/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The algorithm string of a composite key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256", taken
 * apart. */
#ifndef KB_COMPOSITE_ALG_H
#define KB_COMPOSITE_ALG_H

#include "kem/kem.h"

#include <stddef.h>

#define KB_COMPOSITE_PREFIX        "CKEM1."
#define KB_COMPOSITE_WRAP_SUFFIX   "+A256KW"
#define KB_COMPOSITE_ALG_MAX_BYTES 80 /* with the terminator */

typedef enum kb_combiner_kdf {
    KB_COMBINER_HKDF_SHA256,
    KB_COMBINER_HKDF_SHA384,
    KB_COMBINER_HKDF_SHA512,
    KB_COMBINER_SHA3_256,
    KB_COMBINER_KMAC256
} kb_combiner_kdf;

typedef struct kb_composite_alg {
    char text[KB_COMPOSITE_ALG_MAX_BYTES]; /* compared byte for byte and hashed */
    const kb_kem *classical;
    const kb_kem *pqc;
    kb_combiner_kdf kdf;
    bool is_wrap; /* ends in "+A256KW": gives a key-encryption key (envelope A.8) */
} kb_composite_alg;

/* Returns whether text begins with the prefix of composite keys. */
bool kb_composite_alg_is_prefix(const char *text, size_t len);

/*
 * Takes an algorithm string apart. KB_ERR_UNSUPPORTED for anything that this version does
 * not do. Whether the pair may be used is policy, not asked here.
 */
KB_MUST_USE kb_status kb_composite_alg_parse(kb_composite_alg *out, const char *text,
                                             size_t len);

/* Whether text is built as an algorithm of wrapped mode, "CKEM1.a.b.c+A256KW", whatever
 * the names between are: a later version may know them. */
bool kb_composite_alg_is_wrap_name(const char *text, size_t len);

/* Finds a KDF token. KB_ERR_UNSUPPORTED. */
KB_MUST_USE kb_status kb_composite_alg_kdf(kb_combiner_kdf *out, const char *token,
                                           size_t len);

#endif
