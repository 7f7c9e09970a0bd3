/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Adding keys and versions: each in one transaction that checks, writes and signs. */
#include "composite/alg.h"
#include "composite/sig_lamps.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/rng.h"
#include "keystore/name.h"
#include "keystore/rows.h"

#include <limits.h>
#include <string.h>

static kb_status check_new(const kb_keystore *store, const char *name, const kb_key *key,
                           kb_key_limits limits) {
    KB_TRY(kb_store_check_unlocked(store));
    KB_TRY(kb_name_check(name));
    if (key == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no key");
    }
    if (limits.protect_until_s < 0 || limits.max_uses > INT64_MAX) {
        return KB_FAIL(KB_ERR_ARGUMENT, "limits of the key are out of range");
    }
    return KB_OK;
}

static void set_name(kb_record *record, const char *name) {
    memcpy(record->name, name, strlen(name) + 1);
}

static kb_status add(kb_keystore *store, kb_record *record, const kb_key *key) {
    bool has;
    KB_TRY(kb_rows_check_list(store));
    KB_TRY(kb_rows_has_name(store, record->name, &has));
    if (has) {
        return KB_FAIL(KB_ERR_KEY_EXISTS, "%s", record->name);
    }
    KB_TRY(kb_rng_bytes(record->key_id, sizeof record->key_id));
    KB_TRY(kb_record_take_key(store, record, key));
    KB_TRY(kb_rows_insert(store, record));
    return kb_rows_write_list(store);
}

kb_status kb_keystore_add(kb_keystore *store, const char *name, const kb_key *key,
                          kb_key_limits limits) {
    KB_TRY(check_new(store, name, key, limits));
    kb_record record = {.version = 1,
                        .state = KB_VERSION_PRIMARY,
                        .created_s = kb_clock_now_s(),
                        .limits = limits};
    set_name(&record, name);
    KB_TRY(kb_db_begin_write(store->db));
    kb_status status = add(store, &record, key);
    kb_record_clear(&record);
    return kb_db_end(store->db, status);
}

/* Version numbers are never used twice: the new one follows the highest. */
static kb_status note_highest(void *self, const kb_record *record) {
    unsigned *highest = self;
    *highest = record->version > *highest ? record->version : *highest;
    return KB_OK;
}

/* A key for several recipients of one token stays one, and no other key becomes one: the
 * tokens that name it among others could not be written any more. */
static kb_status check_kind(const kb_record *old, const kb_key *key) {
    const char *alg = kb_key_alg(key);
    bool was_wrap = kb_composite_alg_is_wrap_name(old->alg, strlen(old->alg));
    if (was_wrap == kb_composite_alg_is_wrap_name(alg, strlen(alg))) {
        return KB_OK;
    }
    return KB_FAIL(KB_ERR_POLICY,
                   "%s is %s key for several recipients (" KB_COMPOSITE_WRAP_SUFFIX
                   "), %s would %s",
                   old->name, was_wrap ? "a" : "no", alg, was_wrap ? "not" : "be one");
}

/* A name keeps its purpose: what encrypts to it or verifies with it relies on that. */
static kb_status check_purpose(const kb_record *old, const kb_key *key) {
    bool was_signing = kb_sig_lamps_find(old->alg) != NULL;
    if (was_signing == kb_key_is_signing(key)) {
        return check_kind(old, key);
    }
    return KB_FAIL(KB_ERR_POLICY, "%s is a key for %s, %s would be one for %s", old->name,
                   was_signing ? "signatures" : "encryption", kb_key_alg(key),
                   was_signing ? "encryption" : "signatures");
}

static kb_status rotate(kb_keystore *store, kb_record *old, kb_record *record,
                        const kb_key *key) {
    unsigned highest = 0;
    size_t seen;
    KB_TRY(kb_rows_check_list(store));
    KB_TRY(kb_rows_find(store, record->name, KB_ROWS_PRIMARY, old));
    KB_TRY(check_purpose(old, key));
    KB_TRY(kb_rows_each(store, record->name, note_highest, &highest, &seen));
    if (highest >= INT_MAX) {
        return KB_FAIL(KB_ERR_LIMIT, "%s has no version numbers left", record->name);
    }
    old->state = KB_VERSION_RETIRED;
    KB_TRY(kb_rows_update(store, old));
    memcpy(record->key_id, old->key_id, sizeof record->key_id);
    record->version = highest + 1;
    KB_TRY(kb_record_take_key(store, record, key));
    KB_TRY(kb_rows_insert(store, record));
    return kb_rows_write_list(store);
}

kb_status kb_keystore_rotate(kb_keystore *store, const char *name, const kb_key *key,
                             kb_key_limits limits) {
    KB_TRY(check_new(store, name, key, limits));
    kb_record old = {.row = 0};
    kb_record record = {
        .state = KB_VERSION_PRIMARY, .created_s = kb_clock_now_s(), .limits = limits};
    set_name(&record, name);
    KB_TRY(kb_db_begin_write(store->db));
    kb_status status = rotate(store, &old, &record, key);
    kb_record_clear(&old);
    kb_record_clear(&record);
    return kb_db_end(store->db, status);
}
