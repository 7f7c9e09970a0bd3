/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers that are computed from a formula. */
#ifndef KB_SELFTEST_CHECKS_H
#define KB_SELFTEST_CHECKS_H

#include <keybraid/status.h>
#include <stddef.h>

#define KB_SELFTEST_CHECK_COUNT 13

typedef struct kb_selftest_check {
    const char *name;
    const char *family; /* whose dispatch table runs; NULL: libcrypto */
    kb_status (*run)(const char *name);
} kb_selftest_check;

extern const kb_selftest_check kb_selftest_checks[KB_SELFTEST_CHECK_COUNT];

/* Compares len bytes with hex: KB_OK or KB_ERR_INTERNAL naming name. */
kb_status kb_selftest_compare(const char *name, const void *got, size_t len,
                              const char *hex);

#endif
