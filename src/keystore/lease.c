/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Leases: uses counted in growing blocks. */
#include "keystore/lease.h"

#include "core/alloc.h"
#include "core/error.h"
#include "keystore/rows.h"
#include "keystore/usage.h"

struct kb_lease {
    kb_keystore *store;
    kb_key *key;
    uint64_t left; /* counted and not taken */
    uint64_t block;
    int64_t protect_until_s;
    char name[KB_KEY_NAME_MAX_BYTES + 1];
};

static kb_status find(kb_lease *lease, const char *name) {
    kb_record record = {.row = 0};
    kb_status status = kb_rows_find(lease->store, name, KB_ROWS_PRIMARY, &record);
    if (status == KB_OK) {
        status = kb_record_public(&record, &lease->key);
    }
    if (status == KB_OK) {
        lease->protect_until_s = record.limits.protect_until_s;
        for (size_t i = 0; i < sizeof lease->name; i++) {
            lease->name[i] = record.name[i];
        }
    }
    kb_record_clear(&record);
    return status;
}

kb_status kb_lease_new(kb_lease **out, kb_keystore *store, const char *name) {
    KB_TRY(kb_store_check_unlocked(store));
    if (out == NULL || name == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no name");
    }
    kb_lease *lease = kb_malloc(sizeof *lease);
    if (lease == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *lease);
    }
    *lease = (kb_lease){.store = store, .block = 1};
    kb_status status = find(lease, name);
    if (status != KB_OK) {
        kb_free(lease);
        return status;
    }
    *out = lease;
    return KB_OK;
}

const kb_key *kb_lease_key(const kb_lease *lease) {
    return lease->key;
}

kb_status kb_lease_take(kb_lease *lease) {
    KB_TRY(kb_usage_check_period(lease->name, lease->protect_until_s));
    if (lease->left == 0) {
        kb_key *same = NULL;
        KB_TRY(kb_usage_reserve(lease->store, lease->name, kb_key_thumbprint(lease->key),
                                lease->block, &lease->left, &same));
        kb_key_free(same);
        lease->block =
            lease->block < KB_LEASE_BLOCK_MAX ? lease->block * 2 : KB_LEASE_BLOCK_MAX;
    }
    lease->left--;
    return KB_OK;
}

kb_status kb_lease_end(kb_lease *lease) {
    kb_status status = KB_OK;
    if (lease == NULL) {
        return KB_OK;
    }
    if (lease->left != 0) {
        status = kb_usage_return(lease->store, lease->name, kb_key_thumbprint(lease->key),
                                 lease->left);
    }
    kb_key_free(lease->key);
    kb_free(lease);
    return status;
}
