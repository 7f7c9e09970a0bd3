/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Counting uses. The count is on disk before the key is given out: a crash in between
 * counts a use that did not happen, never the reverse.
 */
#include "core/clock.h"
#include "core/error.h"
#include "keystore/rows.h"

#include <inttypes.h>
#include <time.h>

static kb_status check_period(const kb_record *record) {
    int64_t until = record->limits.protect_until_s;
    if (until == 0 || kb_clock_now_s() <= until) {
        return KB_OK;
    }
    char day[sizeof "0000-00-00T00:00:00Z"] = "";
    struct tm parts;
    time_t when = (time_t)until;
    if (gmtime_r(&when, &parts) == NULL ||
        strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
        day[0] = '\0';
    }
    return KB_FAIL(KB_ERR_EXPIRED, "%s could be encrypted to until %s", record->name,
                   day);
}

static kb_status check_limit(const kb_record *record) {
    if (record->limits.max_uses != 0 && record->uses >= record->limits.max_uses) {
        return KB_FAIL(KB_ERR_EXHAUSTED, "%s was used %" PRIu64 " times, all it may be",
                       record->name, record->uses);
    }
    return record->uses < INT64_MAX
               ? KB_OK
               : KB_FAIL(KB_ERR_EXHAUSTED, "the count of %s is at its end", record->name);
}

static kb_status use(kb_keystore *store, const char *name, kb_record *record,
                     kb_key **key) {
    KB_TRY(kb_rows_check_list(store));
    KB_TRY(kb_rows_find(store, name, KB_ROWS_PRIMARY, record));
    KB_TRY(check_period(record));
    KB_TRY(check_limit(record));
    KB_TRY(kb_record_public(record, key));
    record->uses++;
    KB_TRY(kb_rows_update(store, record));
    return kb_rows_write_list(store);
}

kb_status kb_keystore_use(kb_keystore *store, const char *name, kb_key **out) {
    KB_TRY(kb_store_check_unlocked(store));
    if (name == NULL || out == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no name");
    }
    kb_record record = {.row = 0};
    kb_key *key = NULL;
    KB_TRY(kb_db_begin_write(store->db));
    kb_status status = use(store, name, &record, &key);
    status = kb_db_end(store->db, status);
    kb_record_clear(&record);
    if (status != KB_OK) {
        kb_key_free(key);
        return status;
    }
    *out = key;
    return KB_OK;
}
