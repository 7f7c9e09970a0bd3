/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The version that the build file states. */
#include <keybraid/version.h>

const char *kb_version(void) {
    return KB_VERSION;
}
