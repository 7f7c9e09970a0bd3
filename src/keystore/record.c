/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What a row of the store is bound to.
 *
 * The private part is wrapped with AES-256-GCM; its associated data are the fields that
 * never change. Over the whole row, with those that do change (state, uses), goes an
 * HMAC-SHA256. Moving a private part to another row fails at the first, moving or
 * altering anything else at the second; rows.c covers rows that are missing or old.
 */
#include "keystore/record.h"

#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "keystore/pack.h"
#include "stream/buffer.h"

#include <keybraid/kdf.h>
#include <string.h>

static const char label_private[] = "keybraid keystore 1 private part";
static const char label_row[] = "keybraid keystore 1 row";

void kb_record_clear(kb_record *record) {
    kb_buffer_free(&record->public_jwk);
    kb_buffer_free(&record->sealed);
}

static kb_status pack_fixed(kb_buffer *out, const kb_keystore *store,
                            const kb_record *record, const char *label) {
    KB_TRY(kb_pack_text(out, label));
    KB_TRY(kb_pack_bytes(out, store->meta.store_id, sizeof store->meta.store_id));
    KB_TRY(kb_pack_bytes(out, record->key_id, sizeof record->key_id));
    KB_TRY(kb_pack_text(out, record->name));
    KB_TRY(kb_pack_u64(out, record->version));
    KB_TRY(kb_pack_text(out, record->alg));
    KB_TRY(kb_pack_text(out, record->kid));
    KB_TRY(kb_pack_u64(out, (uint64_t)record->created_s));
    KB_TRY(kb_pack_u64(out, (uint64_t)record->limits.protect_until_s));
    return kb_pack_u64(out, record->limits.max_uses);
}

static kb_status pack_row(kb_buffer *out, const kb_keystore *store,
                          const kb_record *record) {
    KB_TRY(pack_fixed(out, store, record, label_row));
    KB_TRY(kb_pack_u64(out, (uint64_t)record->state));
    KB_TRY(kb_pack_u64(out, record->uses));
    KB_TRY(kb_pack_bytes(out, record->public_jwk.data, record->public_jwk.len));
    return kb_pack_bytes(out, record->sealed.data, record->sealed.len);
}

static kb_status row_mac(uint8_t out[KB_STORE_MAC_BYTES], const kb_keystore *store,
                         const kb_record *record) {
    kb_buffer packed = {NULL, 0, 0};
    kb_status status = pack_row(&packed, store, record);
    if (status == KB_OK) {
        const kb_store_keys *keys = kb_store_keys_of(store);
        status = kb_hmac(KB_HASH_SHA256, out, keys->mac, sizeof keys->mac, packed.data,
                         packed.len);
    }
    kb_buffer_free(&packed);
    return status;
}

kb_status kb_record_sign(const kb_keystore *store, kb_record *record) {
    return row_mac(record->mac, store, record);
}

kb_status kb_record_verify(const kb_keystore *store, const kb_record *record) {
    uint8_t mac[KB_STORE_MAC_BYTES];
    KB_TRY(row_mac(mac, store, record));
    if (!kb_ct_eq(mac, record->mac, sizeof mac)) {
        return KB_FAIL(KB_ERR_STORE, "the row of %s, version %u, was altered",
                       record->name, record->version);
    }
    return KB_OK;
}

static kb_status seal(const kb_keystore *store, kb_record *record, const kb_key *key) {
    KB_SECRET_HANDLE jwk = NULL;
    KB_TRY(kb_key_to_private_jwk(key, &jwk));
    size_t len = kb_secret_len(jwk);
    if (len > KB_JWK_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "private key of %zu bytes", len);
    }
    size_t total = KB_AEAD_NONCE_BYTES + len + KB_AEAD_TAG_BYTES;
    kb_buffer aad = {NULL, 0, 0};
    kb_status status = pack_fixed(&aad, store, record, label_private);
    if (status == KB_OK) {
        status = kb_buffer_reserve(&record->sealed, total);
    }
    if (status == KB_OK) {
        status = kb_rng_bytes(record->sealed.data, KB_AEAD_NONCE_BYTES);
    }
    if (status == KB_OK) {
        uint8_t *at = record->sealed.data;
        status = kb_aead_seal(at + KB_AEAD_NONCE_BYTES, kb_store_keys_of(store)->wrap, at,
                              aad.data, aad.len, kb_secret_bytes(jwk), len);
    }
    if (status == KB_OK) {
        record->sealed.len = total;
    }
    kb_buffer_free(&aad);
    return status;
}

static kb_status copy_text(char *out, size_t cap, const char *text) {
    size_t len = strlen(text);
    KB_INVARIANT(len < cap);
    memcpy(out, text, len + 1);
    return KB_OK;
}

kb_status kb_record_take_key(const kb_keystore *store, kb_record *record,
                             const kb_key *key) {
    KB_TRY(copy_text(record->alg, sizeof record->alg, kb_key_alg(key)));
    KB_TRY(copy_text(record->kid, sizeof record->kid, kb_key_thumbprint(key)));
    char *jwk = NULL;
    KB_TRY(kb_key_to_public_jwk(key, &jwk));
    kb_status status = kb_buffer_append(&record->public_jwk, jwk, strlen(jwk));
    kb_jwk_free(jwk);
    if (status == KB_OK && kb_key_has_private(key)) {
        status = seal(store, record, key);
    }
    return status;
}

/* Makes a key and checks that it is the one that the row names. */
static kb_status key_of(const kb_record *record, const void *jwk, size_t len,
                        bool wants_private, kb_key **out) {
    kb_key *key = NULL;
    kb_status status = kb_key_from_jwk(&key, jwk, len);
    if (status == KB_ERR_MEMORY || status == KB_ERR_UNSUPPORTED) {
        return status;
    }
    if (status != KB_OK) {
        return kb_error_set(KB_ERR_STORE, __func__, false, 0,
                            "the key in the row of %s, version %u, is damaged",
                            record->name, record->version);
    }
    if (strcmp(kb_key_alg(key), record->alg) != 0 ||
        strcmp(kb_key_thumbprint(key), record->kid) != 0 ||
        kb_key_has_private(key) != wants_private) {
        kb_key_free(key);
        return KB_FAIL(KB_ERR_STORE, "the row of %s, version %u, names another key",
                       record->name, record->version);
    }
    *out = key;
    return KB_OK;
}

kb_status kb_record_public(const kb_record *record, kb_key **out) {
    return key_of(record, record->public_jwk.data, record->public_jwk.len, false, out);
}

kb_status kb_record_private(const kb_keystore *store, const kb_record *record,
                            kb_key **out) {
    if (!kb_record_has_private(record)) {
        return KB_FAIL(KB_ERR_KEY, "%s, version %u, is a public key only", record->name,
                       record->version);
    }
    const kb_buffer *sealed = &record->sealed;
    if (sealed->len <= KB_AEAD_NONCE_BYTES + KB_AEAD_TAG_BYTES) {
        return KB_FAIL(KB_ERR_STORE, "private part of %zu bytes", sealed->len);
    }
    size_t len = sealed->len - KB_AEAD_NONCE_BYTES - KB_AEAD_TAG_BYTES;
    KB_SECRET_HANDLE jwk = NULL;
    KB_TRY(kb_secret_new(&jwk, len));
    kb_buffer aad = {NULL, 0, 0};
    kb_status status = pack_fixed(&aad, store, record, label_private);
    if (status == KB_OK) {
        status =
            kb_aead_open(kb_secret_data(jwk), kb_store_keys_of(store)->wrap, sealed->data,
                         aad.data, aad.len, sealed->data + KB_AEAD_NONCE_BYTES,
                         sealed->len - KB_AEAD_NONCE_BYTES);
    }
    kb_buffer_free(&aad);
    if (status == KB_ERR_AUTH) {
        return KB_FAIL(KB_ERR_STORE, "the private part of %s, version %u, was altered",
                       record->name, record->version);
    }
    KB_TRY(status);
    return key_of(record, kb_secret_bytes(jwk), len, true, out);
}
