/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rows in and out of the database, and the code over the list of all of them. */
#ifndef KB_KEYSTORE_ROWS_H
#define KB_KEYSTORE_ROWS_H

#include "keystore/record.h"

#define KB_ROWS_PRIMARY 0 /* version number that asks for the primary one */

/* What kb_rows_each calls; the record is cleared after it. */
typedef kb_status (*kb_rows_visit)(void *self, const kb_record *record);

/* Visits all versions ordered by name and version, or those of one name; *seen counts
 * them. Rows of an unlocked store are verified before they are shown. */
KB_MUST_USE kb_status kb_rows_each(kb_keystore *store, const char *name,
                                   kb_rows_visit visit, void *self, size_t *seen);

/* Reads one version by name; verified when the store is unlocked. KB_ERR_NO_KEY. The
 * record is cleared by the caller, also after an error. */
KB_MUST_USE kb_status kb_rows_find(kb_keystore *store, const char *name, unsigned version,
                                   kb_record *out);
/* Reads the index-th version with a private part by kid or, when kid is NULL, by alg:
 * primary ones first, then the newest. KB_ERR_NO_KEY when there are not as many. */
KB_MUST_USE kb_status kb_rows_candidate(kb_keystore *store, const char *alg,
                                        const char *kid, size_t index, kb_record *out);

/* Whether a name is taken. */
KB_MUST_USE kb_status kb_rows_has_name(kb_keystore *store, const char *name, bool *has);

/* Signs and writes a new row. Within a transaction. */
KB_MUST_USE kb_status kb_rows_insert(kb_keystore *store, kb_record *record);
/* Signs and writes state and uses of a row that is there. Within a transaction. */
KB_MUST_USE kb_status kb_rows_update(kb_keystore *store, kb_record *record);

/* Verifies the code over the list of rows. KB_ERR_STORE. */
KB_MUST_USE kb_status kb_rows_check_list(kb_keystore *store);
/* Counts the generation up and writes the code over the list as it is now. Last in a
 * transaction that wrote rows. */
KB_MUST_USE kb_status kb_rows_write_list(kb_keystore *store);

#endif
