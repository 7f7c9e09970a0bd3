/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Answers compared with expected results. */
#include "acvp.h"

#include "core/error.h"

#include <keybraid/hash.h>
#include <string.h>
#include <strings.h>

/* Numbers that only describe the answer; some public files leave them out or write 0. */
static bool is_remark(const char *name, const json_t *expected) {
    return strcmp(name, "outLen") == 0 &&
           (expected == NULL || json_integer_value(expected) == 0);
}

static bool is_equal(const json_t *answer, const json_t *expected) {
    const char *name;
    json_t *value;
    if (answer == NULL || expected == NULL ||
        (json_typeof(answer) != json_typeof(expected))) {
        return false;
    }
    switch (json_typeof(answer)) {
    case JSON_STRING: /* hexadecimal digits */
        return json_string_length(answer) == json_string_length(expected) &&
               strcasecmp(json_string_value(answer), json_string_value(expected)) == 0;
    case JSON_ARRAY:
        if (json_array_size(answer) != json_array_size(expected)) {
            return false;
        }
        for (size_t i = 0; i < json_array_size(answer); i++) {
            if (!is_equal(json_array_get(answer, i), json_array_get(expected, i))) {
                return false;
            }
        }
        return true;
    case JSON_OBJECT:
        json_object_foreach((json_t *)answer, name, value) {
            const json_t *other = json_object_get(expected, name);
            if (!is_remark(name, other) && !is_equal(value, other)) {
                return false;
            }
        }
        return true;
    default:
        return json_equal(answer, expected) == 1;
    }
}

/* Compares the digest of a signature, which stands for it where it would be too long. */
static kb_status compare_digest(bool *is_right, const json_t *signature,
                                const json_t *expected) {
    const json_t *length = json_object_get(expected, "signatureLength");
    const json_t *wanted = json_object_get(expected, "signatureSha256");
    uint8_t digest[KB_SHA256_BYTES];
    kb_acvp_bytes bytes;
    kb_acvp_case c = {.held_count = 0};
    json_t *digest_text = json_object();
    kb_status status = kb_acvp_value_bytes(&bytes, &c, signature, "signature");
    if (status == KB_OK) {
        status = kb_sha256(digest, bytes.data, bytes.len);
    }
    if (status == KB_OK) {
        status = kb_acvp_put_bytes(digest_text, "hex", digest, sizeof digest);
    }
    if (status == KB_OK) {
        *is_right =
            is_equal(json_object_get(digest_text, "hex"), wanted) &&
            (length == NULL || json_integer_value(length) == (json_int_t)bytes.len);
    }
    json_decref(digest_text);
    kb_acvp_release(&c);
    return status;
}

kb_status kb_acvp_compare(const char **differs, const json_t *answer,
                          const json_t *expected) {
    const char *name;
    json_t *value;
    *differs = NULL;
    json_object_foreach((json_t *)answer, name, value) {
        const json_t *other = json_object_get(expected, name);
        bool is_right = is_remark(name, other) || is_equal(value, other);
        if (strcmp(name, "signature") == 0 &&
            json_object_get(expected, "signatureSha256") != NULL) {
            bool is_digest_right = false;
            KB_TRY(compare_digest(&is_digest_right, value, expected));
            is_right = is_digest_right && (other == NULL || is_right);
        }
        if (!is_right) {
            *differs = name;
            return KB_OK;
        }
    }
    return KB_OK;
}
