/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a token says of itself, by the keyless rules. */
#include "core/error.h"
#include "envelope/reader.h"

kb_status kb_jwe_inspect(kb_source *source,
                         kb_status (*on_info)(void *self, const kb_jwe_info *info),
                         void *self) {
    kb_jwe_token *token = NULL;
    KB_TRY(kb_jwe_token_new(&token));
    kb_status status = kb_jwe_read(token, (kb_jwe_body){NULL, NULL, NULL}, source);
    if (status == KB_OK) {
        kb_jwe_info info = kb_jwe_token_info(token);
        status = on_info(self, &info);
    }
    kb_jwe_token_free(token);
    return status;
}
