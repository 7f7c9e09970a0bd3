/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The head of a token, read no further than needed. */
#include "envelope/peek.h"

#include "core/error.h"
#include "envelope/reader.h"

typedef struct peek {
    kb_jwe_token *token;
    bool is_complete; /* the head stood before the content */
} peek;

/* Ends the reading by an error that is none. */
static kb_status begin(void *self) {
    peek *p = self;
    p->is_complete = kb_jwe_token_has_head(p->token);
    return p->is_complete ? KB_ERR_STATE : KB_OK;
}

kb_status kb_jwe_peek_head(kb_jwe_token *token, kb_source *source) {
    peek p = {.token = token};
    kb_status status = kb_jwe_read(token, (kb_jwe_body){begin, NULL, &p}, source);
    return status == KB_ERR_STATE && p.is_complete ? kb_jwe_token_check_head(token)
                                                   : status;
}

kb_status kb_jwe_peek(kb_source *source,
                      kb_status (*on_info)(void *self, const kb_jwe_info *info),
                      void *self) {
    kb_jwe_token *token = NULL;
    KB_TRY(kb_jwe_token_new(&token));
    kb_status status = kb_jwe_peek_head(token, source);
    if (status == KB_OK) {
        kb_jwe_info info = kb_jwe_token_info(token);
        status = on_info(self, &info);
    }
    kb_jwe_token_free(token);
    return status;
}
