/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whether a file is meant to be a token, by its first bytes. */
#ifndef KB_CLI_TOKEN_SNIFF_H
#define KB_CLI_TOKEN_SNIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Enough for the longest protected header in compact form (8,192 bytes decoded). */
#define KB_CLI_TOKEN_SNIFF_BYTES 12288

/*
 * Looks at the start of a file, the whole of it or KB_CLI_TOKEN_SNIFF_BYTES. A token is
 *
 * - JSON whose first member has the name of a member of JWE JSON (RFC 7516 section 7.2);
 * - compact text whose header, in base64url, begins like a JSON object and, as far as it
 *   is complete, speaks of `enc`, which a signature (JWS) does not;
 * - what begins with the eight bytes of a container (envelope B.5).
 *
 * It may still be damaged, cut off or of a kind that is not supported: that is found out
 * by reading it, and is then an error. Anything else is left alone.
 */
bool kb_cli_token_is_likely(const uint8_t *start, size_t len);

#endif
