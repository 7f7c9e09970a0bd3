/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Walking over a whole store. */
#include "keystore/verify.h"

#include "core/error.h"
#include "keystore/rows.h"

#include <string.h>

/* What a walk over all rows checks beyond each row's own code: every name has one
 * primary version, one id, and versions that count up. */
typedef struct walk {
    char name[KB_KEY_NAME_MAX_BYTES + 1];
    uint8_t key_id[KB_KEY_ID_BYTES];
    unsigned version;
    unsigned primaries;
} walk;

static kb_status end_of_name(const walk *w) {
    if (w->name[0] != '\0' && w->primaries != 1) {
        return KB_FAIL(KB_ERR_STORE, "%s has %u primary versions", w->name, w->primaries);
    }
    return KB_OK;
}

static kb_status walk_row(void *self, const kb_record *record) {
    walk *w = self;
    if (strcmp(w->name, record->name) != 0) {
        KB_TRY(end_of_name(w));
        *w = (walk){.version = 0};
        memcpy(w->name, record->name, sizeof w->name);
        memcpy(w->key_id, record->key_id, sizeof w->key_id);
    }
    if (record->version <= w->version ||
        !kb_ct_eq(w->key_id, record->key_id, sizeof w->key_id)) {
        return KB_FAIL(KB_ERR_STORE, "the versions of %s do not belong together",
                       w->name);
    }
    w->version = record->version;
    w->primaries += record->state == KB_VERSION_PRIMARY;
    return KB_OK;
}

kb_status kb_verify_all(kb_keystore *store) {
    walk w = {.version = 0};
    size_t seen;
    bool began;
    KB_TRY(kb_db_begin_read(store->db, &began));
    kb_status status = kb_rows_check_list(store);
    if (status == KB_OK) {
        status = kb_rows_each(store, NULL, walk_row, &w, &seen);
    }
    if (status == KB_OK) {
        status = end_of_name(&w);
    }
    return began ? kb_db_end(store->db, status) : status;
}
