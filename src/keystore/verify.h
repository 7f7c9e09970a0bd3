/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whether all of a store is as this program wrote it. */
#ifndef KB_KEYSTORE_VERIFY_H
#define KB_KEYSTORE_VERIFY_H

#include "keystore/store.h"

/* Checks the list of rows, every row, and how they belong together. The store is
 * unlocked. KB_ERR_STORE. */
KB_MUST_USE kb_status kb_verify_all(kb_keystore *store);

#endif
