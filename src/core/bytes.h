/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Loads and stores of integers in either byte order, for any alignment; a cursor for
 * building byte strings. */
#ifndef KB_CORE_BYTES_H
#define KB_CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether len characters are the terminated string want. For public text only. */
static inline bool kb_text_is(const char *text, size_t len, const char *want) {
    return len == strlen(want) && memcmp(text, want, len) == 0;
}

/* Whether len characters begin with the terminated string want. For public text only. */
static inline bool kb_text_begins(const char *text, size_t len, const char *want) {
    return len >= strlen(want) && memcmp(text, want, strlen(want)) == 0;
}

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#define KB_TO_LE64(x) __builtin_bswap64(x)
#define KB_TO_LE32(x) __builtin_bswap32(x)
#define KB_TO_BE64(x) (x)
#define KB_TO_BE32(x) (x)
#else
#define KB_TO_LE64(x) (x)
#define KB_TO_LE32(x) (x)
#define KB_TO_BE64(x) __builtin_bswap64(x)
#define KB_TO_BE32(x) __builtin_bswap32(x)
#endif

static inline uint64_t kb_load_le64(const void *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return KB_TO_LE64(x);
}

static inline uint32_t kb_load_le32(const void *p) {
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return KB_TO_LE32(x);
}

static inline uint64_t kb_load_be64(const void *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return KB_TO_BE64(x);
}

static inline uint32_t kb_load_be32(const void *p) {
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return KB_TO_BE32(x);
}

static inline void kb_store_le64(void *p, uint64_t x) {
    x = KB_TO_LE64(x);
    memcpy(p, &x, sizeof x);
}

static inline void kb_store_le32(void *p, uint32_t x) {
    x = KB_TO_LE32(x);
    memcpy(p, &x, sizeof x);
}

static inline void kb_store_be64(void *p, uint64_t x) {
    x = KB_TO_BE64(x);
    memcpy(p, &x, sizeof x);
}

static inline void kb_store_be32(void *p, uint32_t x) {
    x = KB_TO_BE32(x);
    memcpy(p, &x, sizeof x);
}

#endif
