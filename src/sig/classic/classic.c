/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the classical signatures share. */
#include "sig/classic/classic.h"

#include "core/error.h"

kb_status kb_classic_check_context(const char *id, const kb_sig_message *message) {
    return message->ctx_len == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_ARGUMENT, "%s has no context, %zu bytes given", id,
                         message->ctx_len);
}

kb_status kb_classic_refuse(kb_status status) {
    if (status == KB_ERR_KEY || status == KB_ERR_FORMAT) {
        return KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    return status;
}
