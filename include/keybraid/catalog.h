/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The table of algorithms: sizes, security level, status, whether it may be half of a
 * composite, and the pairs that follow from it.
 */
#ifndef KB_CATALOG_H
#define KB_CATALOG_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kb_alg_kind {
    KB_ALG_KEM,
    KB_ALG_SIG,
    KB_ALG_KDF,
    KB_ALG_AEAD,
    KB_ALG_HASH
} kb_alg_kind;

typedef enum kb_alg_status {
    KB_STATUS_RECOMMENDED,  /* all uses */
    KB_STATUS_ACCEPTABLE,   /* all uses, but not offered by discovery */
    KB_STATUS_LEGACY,       /* decryption and verification only */
    KB_STATUS_EXPERIMENTAL, /* needs an explicit switch */
    KB_STATUS_DISALLOWED    /* nothing */
} kb_alg_status;

/** One algorithm. Sizes in bytes, 0 where they do not apply. */
typedef struct kb_alg {
    const char *id;     /* what stands in keys and tokens: "ML-KEM-768", "HQC-128-R26" */
    const char *name;   /* what people write and read: "ML-KEM-768", "HQC-128" */
    const char *family; /* "ML-KEM" */
    kb_alg_kind kind;
    bool is_post_quantum;
    bool may_be_composite;
    kb_alg_status status;
    int level; /* 1..5, profile nist (policy.h); 0 where it does not apply */
    size_t pk_bytes, sk_bytes, ct_bytes, ss_bytes, sig_bytes, tag_bytes;
    const char *standard; /* "FIPS 203" */
    const char *section;  /* "section 8, table 2" */
    const char *notes;
} kb_alg;

/** Returns the rows and sets *count. */
KB_API const kb_alg *kb_catalog(size_t *count);
/** Finds a row by exact id; NULL when there is none. */
KB_API const kb_alg *kb_catalog_find(const char *id);
/** Finds a row by what people write, a name or an id; NULL when there is none. */
KB_API const kb_alg *kb_catalog_find_name(const char *name);
/** Names, such as "recommended", "kem". */
KB_API const char *kb_alg_status_name(kb_alg_status status);
KB_API const char *kb_alg_kind_name(kb_alg_kind kind);

#ifdef __cplusplus
}
#endif
#endif
