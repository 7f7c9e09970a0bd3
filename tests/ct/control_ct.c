/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Branches on a secret on purpose: when valgrind does not report it, no report of any
 * other program means anything. */
#include "core/ct.h"

#include <stdio.h>

int main(int argc, char **argv) {
    uint8_t secret = (uint8_t)argc;
    KB_CT_SECRET(&secret, sizeof secret);
    if (secret % 2 != 0) {
        puts(argv[0]);
    }
    return 0;
}
