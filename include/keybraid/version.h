/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which libkeybraid this is. */
#ifndef KB_VERSION_H
#define KB_VERSION_H

#include <keybraid/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the version of the library, such as "0.1.0". */
KB_API const char *kb_version(void);

#ifdef __cplusplus
}
#endif
#endif
