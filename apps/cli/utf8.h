/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Characters that are safe to show on a terminal. */
#ifndef KB_CLI_UTF8_H
#define KB_CLI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Bytes of the UTF-8 character at p (len left, at least 1) and its number in *code; 0
 * when it is not well formed, or cut by the end, and then *is_cut says which.
 */
size_t kb_cli_utf8_next(uint32_t *code, bool *is_cut, const uint8_t *p, size_t len);

/* Whether a terminal may do more with it than show it: controls (C0, DEL, C1), line and
 * paragraph separators, and the characters that turn the direction of writing. */
bool kb_cli_utf8_is_acting(uint32_t code);

#endif
