/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The keyring over a store: private keys by kid or algorithm, loaded when asked for. */
#include "core/alloc.h"
#include "core/error.h"
#include "keystore/rows.h"

static kb_status load(kb_keystore *store, const kb_record *record, const kb_key **out) {
    for (const kb_loaded_key *at = store->loaded; at != NULL; at = at->next) {
        if (at->row == record->row) {
            *out = at->key;
            return KB_OK;
        }
    }
    kb_loaded_key *loaded = kb_malloc(sizeof *loaded);
    if (loaded == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *loaded);
    }
    kb_status status = kb_record_private(store, record, &loaded->key);
    if (status != KB_OK) {
        kb_free(loaded);
        return status;
    }
    loaded->row = record->row;
    loaded->next = store->loaded;
    store->loaded = loaded;
    *out = loaded->key;
    return KB_OK;
}

static kb_status candidate(void *self, const char *alg, const char *kid, size_t index,
                           const kb_key **out) {
    kb_keystore *store = self;
    KB_TRY(kb_store_check_unlocked(store));
    kb_record record = {.row = 0};
    kb_status status = kb_rows_candidate(store, alg, kid, index, &record);
    if (status == KB_OK) {
        status = load(store, &record, out);
    }
    kb_record_clear(&record);
    return status;
}

kb_keyring kb_keystore_keyring(kb_keystore *store) {
    return (kb_keyring){candidate, store};
}
