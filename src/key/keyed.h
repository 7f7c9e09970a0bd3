/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What follows from a key alone (kb_kem_keyed, kb_sig_keyed), such as the matrix of ML-KEM
 * or ML-DSA or libcrypto's form of a public key of X25519, kept with the handle: made at the
 * key's second use, released with the handle, within the bound of kb_key_cache_limit.
 */
#ifndef KB_KEY_KEYED_H
#define KB_KEY_KEYED_H

#include "key/key.h"

/* Count a use; return what kb_composite_encaps or kb_composite_decaps, the functions of
 * kb_kem_keyed, sign_with or verify_with take. NULL, and it is done without: at the first
 * use, beyond the bound, without memory, for an algorithm that has no such thing, for an
 * expanded private key. Any number of threads at once. */
const void *kb_key_keyed_public(const kb_key *key);
const void *kb_key_keyed_private(const kb_key *key);

/* Wipes and releases both. */
void kb_key_keyed_free(kb_key *key);

#endif
