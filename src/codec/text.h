/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A growing text for what we write ourselves (JSON headers, JWKs, reports).
 *
 * Errors stick: append as much as you like, ask once at the end. Blocks that are outgrown
 * are wiped, since private JWKs are built here.
 *
 *     kb_text t = {0};
 *     kb_text_append_string(&t, "{\"kty\":");
 *     kb_json_write_string(&t, kty, strlen(kty));
 *     kb_text_append(&t, "}", 1);
 *     KB_TRY(kb_text_finish(&t, &out));     out is released with kb_text_release
 */
#ifndef KB_CODEC_TEXT_H
#define KB_CODEC_TEXT_H

#include <keybraid/status.h>
#include <stddef.h>

/* All zero is an empty text. Read len if you like; change nothing. */
typedef struct kb_text {
    char *data;
    size_t len;
    size_t capacity;
    kb_status status;
    const char *reason; /* why status is not KB_OK */
} kb_text;

/* Appends n characters. */
void kb_text_append(kb_text *t, const char *s, size_t n);
/* Appends a terminated string. */
void kb_text_append_string(kb_text *t, const char *s);
/* Appends formatted text; not for secrets, of which printf keeps copies. */
void kb_text_printf(kb_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Appends n characters for the caller to fill at once, valid until the next append; NULL
 * when the text has failed. */
char *kb_text_extend(kb_text *t, size_t n);
/* Makes the text fail, unless it has failed before; reason is a string constant. */
void kb_text_fail(kb_text *t, kb_status status, const char *reason);

/* Hands out the terminated text and leaves t empty. On error (KB_ERR_MEMORY or what a
 * writer found) everything is wiped and released. */
KB_MUST_USE kb_status kb_text_finish(kb_text *t, char **out);
/* Wipes and releases an unfinished text; t is then empty. */
void kb_text_free(kb_text *t);
/* Wipes and releases what kb_text_finish handed out; NULL is fine. */
void kb_text_release(char *finished);

#endif
