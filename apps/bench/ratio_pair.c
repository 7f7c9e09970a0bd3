/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A child that waits for a byte, encrypts, and answers with a byte. */
#include "ratio_pair.h"

#include "core/clock.h"
#include "core/error.h"
#include "sym/gcm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIECE_BYTES     65536
#define HUGE_PAGE_BYTES ((size_t)2 << 20)

kb_status kb_ratio_cipher(const uint8_t *plain, size_t bytes) {
    static const uint8_t key[KB_GCM_KEY_BYTES], iv[KB_GCM_IV_BYTES];
    static uint8_t out[PIECE_BYTES];
    uint8_t tag[KB_GCM_TAG_BYTES];
    kb_gcm_seal *seal = NULL;
    kb_status status = kb_gcm_seal_new(&seal, key, iv);
    for (size_t at = 0; status == KB_OK && at < bytes; at += PIECE_BYTES) {
        size_t n = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
        status = kb_gcm_seal_update(seal, out, plain + at, n);
    }
    if (status == KB_OK) {
        status = kb_gcm_seal_finish(seal, tag);
    }
    kb_gcm_seal_free(seal);
    return status;
}

uint8_t *kb_ratio_memory(const void *bytes, size_t len) {
    size_t room = (len + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    uint8_t *memory = aligned_alloc(HUGE_PAGE_BYTES, room);
    if (memory != NULL) {
        (void)madvise(memory, room, MADV_HUGEPAGE); /* advice only */
        memcpy(memory, bytes, len);
    }
    return memory;
}

/* Until the other end is closed. With bytes of its own: what the parent has just read
 * must not wait for it in the cache. */
static void serve(int from, int to, const uint8_t *plain, size_t bytes) {
    char byte;
    uint8_t *own = kb_ratio_memory(plain, bytes);
    if (own == NULL) {
        _exit(1);
    }
    while (read(from, &byte, 1) == 1) {
        byte = kb_ratio_cipher(own, bytes) == KB_OK;
        if (write(to, &byte, 1) != 1) {
            break;
        }
    }
    _exit(0);
}

static kb_status fail(const char *what) {
    return KB_FAIL(KB_ERR_IO, "%s: %s", what, strerror(errno));
}

kb_status kb_ratio_pair_start(kb_ratio_pair *pair, const uint8_t *plain, size_t bytes) {
    int to[2], from[2];
    if (pipe(to) != 0) {
        return fail("pipe");
    }
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return fail("pipe");
    }
    pid_t child = fork();
    if (child == 0) {
        close(to[1]);
        close(from[0]);
        serve(to[0], from[1], plain, bytes);
    }
    close(to[0]);
    close(from[1]);
    if (child < 0) {
        close(to[1]);
        close(from[0]);
        return fail("fork");
    }
    *pair = (kb_ratio_pair){child, to[1], from[0], plain, bytes};
    return KB_OK;
}

kb_status kb_ratio_pair_run(kb_ratio_pair *pair, uint64_t *ns) {
    char byte = 0;
    uint64_t start = kb_clock_monotonic_ns();
    if (write(pair->to_child, &byte, 1) != 1) {
        return fail("second process");
    }
    kb_status status = kb_ratio_cipher(pair->plain, pair->bytes);
    if (read(pair->from_child, &byte, 1) != 1 || byte != 1) {
        return fail("second process");
    }
    *ns = kb_clock_monotonic_ns() - start;
    return status;
}

void kb_ratio_pair_end(kb_ratio_pair *pair) {
    close(pair->to_child);
    close(pair->from_child);
    (void)waitpid(pair->child, NULL, 0);
}
