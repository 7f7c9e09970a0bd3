/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A growing text that wipes what it leaves behind. */
#include "codec/text.h"

#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FIRST_CAPACITY 256

void kb_text_fail(kb_text *t, kb_status status, const char *reason) {
    if (t->status == KB_OK) {
        t->status = status;
        t->reason = reason;
    }
}

/* Makes room for n more characters and a terminator; returns whether it could. */
static bool reserve(kb_text *t, size_t n) {
    if (t->status != KB_OK) {
        return false;
    }
    if (n < t->capacity - t->len) {
        return true;
    }
    size_t capacity = t->capacity == 0 ? FIRST_CAPACITY : t->capacity;
    while (capacity - t->len <= n && capacity <= SIZE_MAX / 2) {
        capacity *= 2;
    }
    char *data = capacity - t->len > n ? kb_malloc(capacity) : NULL;
    if (data == NULL) {
        kb_text_fail(t, KB_ERR_MEMORY, "no memory for a text");
        return false;
    }
    if (t->data != NULL) {
        memcpy(data, t->data, t->len);
        kb_wipe(t->data, t->len);
        kb_free(t->data);
    }
    t->data = data;
    t->capacity = capacity;
    return true;
}

char *kb_text_extend(kb_text *t, size_t n) {
    if (!reserve(t, n)) {
        return NULL;
    }
    char *at = t->data + t->len;
    t->len += n;
    return at;
}

void kb_text_append(kb_text *t, const char *s, size_t n) {
    char *at = kb_text_extend(t, n);
    if (at != NULL && n != 0) {
        memcpy(at, s, n);
    }
}

void kb_text_append_string(kb_text *t, const char *s) {
    kb_text_append(t, s, strlen(s));
}

void kb_text_printf(kb_text *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) {
        kb_text_fail(t, KB_ERR_INTERNAL, "a text could not be formatted");
    } else if (reserve(t, (size_t)n)) {
        (void)vsnprintf(t->data + t->len, (size_t)n + 1, format, again);
        t->len += (size_t)n;
    }
    va_end(again);
}

kb_status kb_text_finish(kb_text *t, char **out) {
    if (!reserve(t, 0)) {
        kb_status status = t->status;
        const char *reason = t->reason;
        kb_text_free(t);
        return KB_FAIL(status, "%s", reason);
    }
    t->data[t->len] = '\0';
    *out = t->data;
    *t = (kb_text){0};
    return KB_OK;
}

void kb_text_free(kb_text *t) {
    if (t->data != NULL) {
        kb_wipe(t->data, t->len);
        kb_free(t->data);
    }
    *t = (kb_text){0};
}

void kb_text_release(char *finished) {
    if (finished != NULL) {
        kb_wipe(finished, strlen(finished));
        kb_free(finished);
    }
}
