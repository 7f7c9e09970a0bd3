/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Secret buffers on pages of their own; wipe; constant-time compare and copy. */
#include "core/secret.h"

#include "core/alloc.h"
#include "core/ct.h"
#include "core/error.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct kb_secret {
    uint8_t *data;
    size_t len;
    uint8_t *map;
    size_t map_len;
};

#ifdef KB_GUARD_PAGES
#define GUARD_COUNT 2
#else
#define GUARD_COUNT 0
#endif

kb_status kb_secret_new(kb_secret **out, size_t len) {
    if (len == 0 || len > KB_SECRET_MAX_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "secret of %zu bytes", len);
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t body = (len + page - 1) / page * page;
    size_t map_len = body + GUARD_COUNT * page;
    kb_secret *secret = kb_malloc(sizeof *secret);
    if (secret == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *secret);
    }
    uint8_t *map =
        mmap(NULL, map_len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) {
        kb_free(secret);
        return KB_FAIL(KB_ERR_MEMORY, "secret of %zu bytes", len);
    }
    uint8_t *data = map + GUARD_COUNT / 2 * page;
#ifdef KB_GUARD_PAGES
    (void)mprotect(map, page, PROT_NONE);
    (void)mprotect(map + page + body, page, PROT_NONE);
    /* The end of the secret touches the guard page, so that an overrun of one byte is
     * caught. */
    data += body - len;
#endif
    /* Best effort, as the header says: the lock limit may be small, an old kernel may
     * refuse. */
    uint8_t *first = map + GUARD_COUNT / 2 * page;
    (void)mlock(first, body);
    (void)madvise(first, body, MADV_DONTDUMP);
    (void)madvise(first, body, MADV_WIPEONFORK);
    *secret = (kb_secret){.data = data, .len = len, .map = map, .map_len = map_len};
    *out = secret;
    return KB_OK;
}

uint8_t *kb_secret_data(kb_secret *secret) {
    return secret->data;
}

const uint8_t *kb_secret_bytes(const kb_secret *secret) {
    return secret->data;
}

size_t kb_secret_len(const kb_secret *secret) {
    return secret->len;
}

void kb_secret_free(kb_secret *secret) {
    if (secret == NULL) {
        return;
    }
    kb_wipe(secret->data, secret->len);
    (void)munmap(secret->map, secret->map_len);
    kb_free(secret);
}

void kb_wipe(void *p, size_t n) {
    if (n != 0) {
        memset(p, 0, n);
        /* The compiler must assume that somebody reads the zeros. */
        __asm__ __volatile__("" : : "r"(p) : "memory");
    }
}

uint64_t kb_ct_diff(const void *a, const void *b, size_t n) {
    const uint8_t *x = a;
    const uint8_t *y = b;
    uint8_t diff = 0;
    for (size_t i = 0; i < n; i++) {
        diff |= (uint8_t)(x[i] ^ y[i]);
    }
    return kb_ct_barrier64(diff);
}

bool kb_ct_eq(const void *a, const void *b, size_t n) {
    uint64_t equal = 1 & ~kb_ct_mask_nonzero64(kb_ct_diff(a, b, n));
    /* The caller branches on the answer; that two secrets are equal or not is what it
     * asks. */
    KB_CT_PUBLIC(&equal, sizeof equal);
    return equal != 0;
}

void kb_ct_copy_if(uint64_t mask, void *to, const void *from, size_t n) {
    uint8_t *t = to;
    const uint8_t *f = from;
    uint8_t m = (uint8_t)kb_ct_barrier64(mask);
    for (size_t i = 0; i < n; i++) {
        t[i] = (uint8_t)(t[i] ^ (m & (t[i] ^ f[i])));
    }
}
