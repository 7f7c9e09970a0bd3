/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The environment variable KEYBRAID_CPU. */
#include "common/cpu_choice.h"

#include "core/cpu.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

#define VARIABLE "KEYBRAID_CPU"

bool kb_app_cpu_parse(const char *value, uint32_t *features) {
    *features = 0;
    if (strcmp(value, "portable") == 0) {
        return true;
    }
    if (strcmp(value, "all") == 0) {
        *features = UINT32_MAX;
        return true;
    }
    for (;;) {
        size_t len = strcspn(value, ",");
        uint32_t feature = kb_cpu_named(value, len);
        if (feature == 0) {
            return false;
        }
        /* Tables for AVX2 may use BMI2 as well: processors have both or none. */
        *features |= feature | (feature == KB_CPU_AVX2 ? KB_CPU_BMI2 : 0);
        if (value[len] == '\0') {
            return true;
        }
        value += len + 1;
    }
}

kb_status kb_app_cpu_limit(void) {
    const char *value = getenv(VARIABLE);
    uint32_t features;
    if (value == NULL || value[0] == '\0') {
        return KB_OK;
    }
    if (!kb_app_cpu_parse(value, &features)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       VARIABLE " is neither portable nor all nor a list such as "
                                "avx2,sha");
    }
    kb_cpu_limit(features);
    return KB_OK;
}
