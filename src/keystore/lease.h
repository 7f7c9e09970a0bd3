/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A lease: many encryptions with one key without a transaction for each.
 *
 * Uses are counted on disk in blocks of 1, 2, 4 ... 64 before they are taken, and those
 * that were not taken are given back at the end. A crash counts at most 63 uses that did
 * not happen, never one too few.
 *
 * Threads: one at a time for a lease and its store.
 */
#ifndef KB_KEYSTORE_LEASE_H
#define KB_KEYSTORE_LEASE_H

#include <keybraid/keystore.h>

#define KB_LEASE_BLOCK_MAX 64

typedef struct kb_lease kb_lease;

/* Begins a lease of the primary version of name, which stays the one of the lease. Counts
 * nothing. KB_ERR_NO_KEY, KB_ERR_STORE, KB_ERR_STATE, KB_ERR_MEMORY. store must outlive
 * it. */
KB_MUST_USE kb_status kb_lease_new(kb_lease **out, kb_keystore *store, const char *name);

/* The public part of the key; lives as long as the lease. */
const kb_key *kb_lease_key(const kb_lease *lease);

/* Takes one encryption; it is on disk when this returns KB_OK. KB_ERR_EXPIRED,
 * KB_ERR_EXHAUSTED, KB_ERR_BUSY (also: the key was rotated since), KB_ERR_STORE. */
KB_MUST_USE kb_status kb_lease_take(kb_lease *lease);

/* Gives back what was not taken and releases the lease; NULL is fine. On error too many
 * uses stay counted. */
KB_MUST_USE kb_status kb_lease_end(kb_lease *lease);

#endif
