/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* getrandom, with short reads and interruptions handled. */
#include "core/rng.h"

#include "core/error.h"

#include <errno.h>
#include <keybraid/secret.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

kb_status kb_rng_bytes(void *out, size_t n) {
    uint8_t *p = out;
    size_t done = 0;
    while (done < n) {
        ssize_t got = getrandom(p + done, n - done, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            kb_wipe(out, n);
            return KB_FAIL(KB_ERR_RNG, "getrandom: %s", strerror(errno));
        }
        done += (size_t)got;
    }
    return KB_OK;
}
