/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of a store, and whether a file has exactly them. */
#ifndef KB_KEYSTORE_SCHEMA_H
#define KB_KEYSTORE_SCHEMA_H

#include "keystore/db.h"

#define KB_SCHEMA_APPLICATION_ID 0x4b42534b /* "KBSK" in the header of the file */
#define KB_SCHEMA_VERSION        1

/* Makes the tables in an empty file. */
KB_MUST_USE kb_status kb_schema_create(sqlite3 *db);

/* KB_ERR_STORE when the file is no store of ours or its tables were altered,
 * KB_ERR_UNSUPPORTED when a newer version of the program made it. Writes nothing. */
KB_MUST_USE kb_status kb_schema_check(sqlite3 *db);

#endif
