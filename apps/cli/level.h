/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Algorithm strings taken apart, and whether one is weaker than another. */
#ifndef KB_CLI_LEVEL_H
#define KB_CLI_LEVEL_H

#include <keybraid/key.h>

/*
 * Splits "CKEM1.X25519.ML-KEM-768.HKDF-SHA256" into "X25519+ML-KEM-768" and
 * "HKDF-SHA256"; a single algorithm is its own name and has an empty kdf. "+A256KW" at the
 * end of alg goes to the end of the name.
 */
void kb_cli_alg_split(char name[KB_KEY_ALG_MAX_BYTES], char kdf[KB_KEY_ALG_MAX_BYTES],
                      const char *alg);

/* Whether a name as people write it is a pair. */
bool kb_cli_alg_is_pair(const char *name);

/* Whether a name or an algorithm string is of a key for several recipients. */
bool kb_cli_alg_is_wrap(const char *text);

/* As kb_key_alg_from_name, with is_wrap for a name that does not say it itself. */
KB_MUST_USE kb_status kb_cli_alg_make(char alg[KB_KEY_ALG_MAX_BYTES], const char *name,
                                      const char *kdf, bool is_wrap,
                                      bool allow_experimental);

/* KB_ERR_POLICY when either half of next has a lower level (profile nist) than that of
 * now; a single key has no classical half. */
KB_MUST_USE kb_status kb_cli_check_level(const char *now, const char *next);

#endif
