/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counting uses in blocks: reserve some, give back what was not needed. */
#ifndef KB_KEYSTORE_USAGE_H
#define KB_KEYSTORE_USAGE_H

#include "keystore/store.h"

/*
 * Counts 1..want uses of the primary version of name, as many as its limit leaves, in one
 * transaction. *got says how many; *key is the public part. only: when not NULL, the kid
 * that the primary version must have, KB_ERR_BUSY otherwise.
 *
 * Errors are those of kb_keystore_use.
 */
KB_MUST_USE kb_status kb_usage_reserve(kb_keystore *store, const char *name,
                                       const char *only, uint64_t want, uint64_t *got,
                                       kb_key **key);

/* Takes count uses off the version of name with this kid, primary or retired. */
KB_MUST_USE kb_status kb_usage_return(kb_keystore *store, const char *name,
                                      const char *kid, uint64_t count);

/* KB_ERR_EXPIRED after the last moment of encryption; name is for the text. */
KB_MUST_USE kb_status kb_usage_check_period(const char *name, int64_t protect_until_s);

#endif
