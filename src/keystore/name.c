/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rule for key names: what is safe in a command line, a file name and a URL. */
#include "keystore/name.h"

#include "core/error.h"

#include <keybraid/keystore.h>
#include <string.h>

static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                              "0123456789._-";

kb_status kb_name_check(const char *name) {
    if (name == NULL || name[0] == '\0') {
        return KB_FAIL(KB_ERR_ARGUMENT, "key name is empty");
    }
    size_t len = strnlen(name, KB_KEY_NAME_MAX_BYTES + 1);
    if (len > KB_KEY_NAME_MAX_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "key name is longer than %d characters",
                       KB_KEY_NAME_MAX_BYTES);
    }
    size_t good = strspn(name, allowed);
    if (good != len) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "character %zu of the key name is not a letter, digit, '.', '_' "
                       "or '-'",
                       good + 1);
    }
    if (name[0] == '.' || name[0] == '-') {
        return KB_FAIL(KB_ERR_ARGUMENT, "key name starts with '%c'", name[0]);
    }
    return KB_OK;
}
