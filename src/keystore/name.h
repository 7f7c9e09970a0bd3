/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rule for key names. */
#ifndef KB_KEYSTORE_NAME_H
#define KB_KEYSTORE_NAME_H

#include <keybraid/status.h>

/* KB_ERR_ARGUMENT with the rule that the name breaks. */
KB_MUST_USE kb_status kb_name_check(const char *name);

#endif
