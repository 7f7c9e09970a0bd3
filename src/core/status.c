/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The one table of result codes: name, text, exit code, HTTP status, retryable. */
#include <keybraid/status.h>

#include "core/status_table.h"

#include <stddef.h>

static const kb_status_row rows[] = {
    {KB_OK, "KB_OK", "done", 0, 200, false},
    {KB_ERR_ARGUMENT, "KB_ERR_ARGUMENT", "wrong parameter", 2, 400, false},
    {KB_ERR_BUFFER, "KB_ERR_BUFFER", "output buffer too small", 2, 400, false},
    {KB_ERR_STATE, "KB_ERR_STATE", "not possible in this state", 2, 409, false},
    {KB_ERR_FORMAT, "KB_ERR_FORMAT", "malformed input", 3, 400, false},
    {KB_ERR_UNSUPPORTED, "KB_ERR_UNSUPPORTED", "not supported", 3, 400, false},
    {KB_ERR_AUTH, "KB_ERR_AUTH", "not authentic: altered, or not of this key", 1, 422,
     false},
    {KB_ERR_ANSWER, "KB_ERR_ANSWER", "not the expected answer", 1, 422, false},
    {KB_ERR_KEY, "KB_ERR_KEY", "unusable key", 4, 422, false},
    {KB_ERR_NO_KEY, "KB_ERR_NO_KEY", "no such key", 4, 404, false},
    {KB_ERR_POLICY, "KB_ERR_POLICY", "not allowed", 4, 403, false},
    {KB_ERR_EXPIRED, "KB_ERR_EXPIRED", "key expired", 4, 403, false},
    {KB_ERR_PASSPHRASE, "KB_ERR_PASSPHRASE",
     "the pass-phrase or key file does not open the keystore", 4, 403, false},
    {KB_ERR_KEY_EXISTS, "KB_ERR_KEY_EXISTS", "a key of that name exists", 4, 409, false},
    {KB_ERR_IO, "KB_ERR_IO", "input or output failed", 5, 500, true},
    {KB_ERR_NO_STORE, "KB_ERR_NO_STORE", "no keystore", 5, 500, false},
    {KB_ERR_STORE, "KB_ERR_STORE", "the keystore is damaged or was altered", 5, 500,
     false},
    {KB_ERR_FILE_EXISTS, "KB_ERR_FILE_EXISTS", "the file exists", 5, 409, false},
    {KB_ERR_RNG, "KB_ERR_RNG", "no randomness from the kernel", 5, 503, true},
    {KB_ERR_LIMIT, "KB_ERR_LIMIT", "limit exceeded", 6, 413, false},
    {KB_ERR_EXHAUSTED, "KB_ERR_EXHAUSTED", "key used up", 6, 403, false},
    {KB_ERR_MEMORY, "KB_ERR_MEMORY", "not enough memory", 6, 503, true},
    {KB_ERR_BUSY, "KB_ERR_BUSY", "in use by another process", 6, 503, true},
    {KB_ERR_CANCELLED, "KB_ERR_CANCELLED", "cancelled", 6, 503, true},
    {KB_ERR_INTERNAL, "KB_ERR_INTERNAL", "internal fault, please report it", 70, 500,
     false},
};

static const kb_status_row unknown = {
    KB_ERR_INTERNAL, "?", "unknown result code", 70, 500, false};

const kb_status_row *kb_status_table(size_t *count) {
    *count = sizeof rows / sizeof rows[0];
    return rows;
}

static const kb_status_row *row_of(kb_status status) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].status == status) {
            return &rows[i];
        }
    }
    return &unknown;
}

const char *kb_status_name(kb_status status) {
    return row_of(status)->name;
}

const char *kb_status_text(kb_status status) {
    return row_of(status)->text;
}

int kb_status_exit_code(kb_status status) {
    return row_of(status)->exit_code;
}

int kb_status_http(kb_status status) {
    return row_of(status)->http;
}

bool kb_status_is_retryable(kb_status status) {
    return row_of(status)->is_retryable;
}
