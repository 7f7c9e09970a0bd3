/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Secrets on the stack: KB_SECRET_LOCAL(name, n) declares uint8_t name[n] and wipes it at
 * scope end. */
#ifndef KB_CORE_SECRET_H
#define KB_CORE_SECRET_H

#include <keybraid/secret.h>

typedef struct kb_secret_scope {
    void *p;
    size_t n;
} kb_secret_scope;

static inline void kb_secret_scope_end(kb_secret_scope *scope) {
    kb_wipe(scope->p, scope->n);
}

/* Wipes any object (an array, a struct) when the scope ends. */
#define KB_WIPE_AT_END(object)                                                           \
    __attribute__((cleanup(kb_secret_scope_end), unused))                                \
    kb_secret_scope object##_scope_ = {&(object), sizeof(object)}

#define KB_SECRET_LOCAL(name, n)                                                         \
    uint8_t name[n];                                                                     \
    KB_WIPE_AT_END(name)

static inline void kb_secret_handle_end(kb_secret **secret) {
    kb_secret_free(*secret);
}

/* A kb_secret pointer that is freed when the scope ends. */
#define KB_SECRET_HANDLE __attribute__((cleanup(kb_secret_handle_end))) kb_secret *

#endif
