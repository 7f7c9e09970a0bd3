/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Counting uses. The count is on disk before the key is given out: a crash in between
 * counts a use that did not happen, never the reverse.
 */
#include "keystore/usage.h"

#include "core/clock.h"
#include "core/error.h"
#include "keystore/rows.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

kb_status kb_usage_check_period(const char *name, int64_t until) {
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
    return KB_FAIL(KB_ERR_EXPIRED, "%s could be encrypted to until %s", name, day);
}

/* Leaves in *count, at least 1, what the limit allows of it. */
static kb_status check_limit(const kb_record *record, uint64_t *count) {
    uint64_t max = record->limits.max_uses;
    if (max != 0 && record->uses >= max) {
        return KB_FAIL(KB_ERR_EXHAUSTED, "%s was used %" PRIu64 " times, all it may be",
                       record->name, record->uses);
    }
    if (record->uses >= INT64_MAX) {
        return KB_FAIL(KB_ERR_EXHAUSTED, "the count of %s is at its end", record->name);
    }
    uint64_t left = (max != 0 ? max : INT64_MAX) - record->uses;
    *count = *count < left ? *count : left;
    return KB_OK;
}

static kb_status check_version(const kb_record *record, const char *only) {
    return only == NULL || strcmp(record->kid, only) == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_BUSY, "%s was rotated meanwhile; run again",
                         record->name);
}

static kb_status reserve(kb_keystore *store, const char *name, const char *only,
                         kb_record *record, uint64_t *count, kb_key **key) {
    KB_TRY(kb_rows_check_list(store));
    KB_TRY(kb_rows_find(store, name, KB_ROWS_PRIMARY, record));
    KB_TRY(check_version(record, only));
    KB_TRY(kb_usage_check_period(record->name, record->limits.protect_until_s));
    KB_TRY(check_limit(record, count));
    KB_TRY(kb_record_public(record, key));
    record->uses += *count;
    KB_TRY(kb_rows_update(store, record));
    return kb_rows_write_list(store);
}

kb_status kb_usage_reserve(kb_keystore *store, const char *name, const char *only,
                           uint64_t want, uint64_t *got, kb_key **out) {
    KB_TRY(kb_store_check_unlocked(store));
    if (name == NULL || out == NULL || want == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no name");
    }
    kb_record record = {.row = 0};
    kb_key *key = NULL;
    KB_TRY(kb_db_begin_write(store->db));
    kb_status status = reserve(store, name, only, &record, &want, &key);
    status = kb_db_end(store->db, status);
    kb_record_clear(&record);
    if (status != KB_OK) {
        kb_key_free(key);
        return status;
    }
    *got = want;
    *out = key;
    return KB_OK;
}

kb_status kb_keystore_use(kb_keystore *store, const char *name, kb_key **out) {
    uint64_t one;
    return kb_usage_reserve(store, name, NULL, 1, &one, out);
}

/* What the search for a version of a name by its kid has found. */
typedef struct search {
    const char *kid;
    unsigned version; /* 0: none yet */
} search;

static kb_status look(void *self, const kb_record *record) {
    search *s = self;
    if (strcmp(record->kid, s->kid) == 0) {
        s->version = record->version;
    }
    return KB_OK;
}

static kb_status give_back(kb_keystore *store, const char *name, const char *kid,
                           kb_record *record, uint64_t count) {
    search s = {.kid = kid};
    size_t seen;
    KB_TRY(kb_rows_check_list(store));
    KB_TRY(kb_rows_each(store, name, look, &s, &seen));
    if (s.version == 0) {
        return KB_FAIL(KB_ERR_NO_KEY, "%.64s has no version with this kid any more",
                       name);
    }
    KB_TRY(kb_rows_find(store, name, s.version, record));
    if (record->uses < count) {
        return KB_FAIL(KB_ERR_STORE, "%s was used fewer times than are given back",
                       record->name);
    }
    record->uses -= count;
    KB_TRY(kb_rows_update(store, record));
    return kb_rows_write_list(store);
}

kb_status kb_usage_return(kb_keystore *store, const char *name, const char *kid,
                          uint64_t count) {
    KB_TRY(kb_store_check_unlocked(store));
    kb_record record = {.row = 0};
    KB_TRY(kb_db_begin_write(store->db));
    kb_status status = give_back(store, name, kid, &record, count);
    status = kb_db_end(store->db, status);
    kb_record_clear(&record);
    return status;
}
