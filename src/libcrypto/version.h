/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which libcrypto runs. */
#ifndef KB_LIBCRYPTO_VERSION_H
#define KB_LIBCRYPTO_VERSION_H

/* Returns the name and version of the libcrypto in use, which may differ from the one of
 * the build. */
const char *kb_libcrypto_version(void);

#endif
