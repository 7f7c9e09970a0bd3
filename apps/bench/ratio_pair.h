/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The yardsticks: the cipher alone, in this process and in two side by side. */
#ifndef KB_BENCH_RATIO_PAIR_H
#define KB_BENCH_RATIO_PAIR_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Encrypts with libcrypto's AES-256-GCM under one tag, in pieces of 64 KiB into one
 * reused buffer: the least that an envelope must pay. */
kb_status kb_ratio_cipher(const uint8_t *plain, size_t bytes);

/* Makes a copy of len bytes in large pages, so that the walks through page tables, which
 * are dear and uneven on virtual machines, stay out of the figures; for free. */
uint8_t *kb_ratio_memory(const void *bytes, size_t len);

typedef struct kb_ratio_pair {
    pid_t child;
    int to_child, from_child;
    const uint8_t *plain;
    size_t bytes;
} kb_ratio_pair;

/* Makes a second process with its own copy of plain. KB_ERR_IO. */
kb_status kb_ratio_pair_start(kb_ratio_pair *pair, const uint8_t *plain, size_t bytes);
/* Both processes encrypt all bytes at the same time; *ns is the time of the slower. */
kb_status kb_ratio_pair_run(kb_ratio_pair *pair, uint64_t *ns);
void kb_ratio_pair_end(kb_ratio_pair *pair);

#endif
