/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Payloads and tokens in files without a name, in $TMPDIR or /tmp: of any size, while no
 * more than a piece is ever in memory.
 */
#ifndef KB_BENCH_FILES_H
#define KB_BENCH_FILES_H

#include <keybraid/hash.h>
#include <keybraid/key.h>
#include <keybraid/status.h>
#include <stdint.h>

typedef struct kb_bench_payload {
    uint64_t bytes;
    uint8_t *block; /* the payload repeats it */
    uint8_t digest[KB_SHA256_BYTES];
} kb_bench_payload;

/* Opens a file. KB_ERR_IO. */
KB_MUST_USE kb_status kb_bench_file_open(int *out);
/* Go to the beginning; that, and cut the file to nothing. KB_ERR_IO. */
KB_MUST_USE kb_status kb_bench_file_rewind(int fd);
KB_MUST_USE kb_status kb_bench_file_empty(int fd);

/* Draws a payload and adds it to inputs. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_payload_make(kb_bench_payload *p, uint64_t bytes,
                                            kb_sha2 *inputs);
void kb_bench_payload_free(kb_bench_payload *p);

/* Write the payload, or a token of it to a key, into a file, and go to its beginning. */
KB_MUST_USE kb_status kb_bench_payload_write(const kb_bench_payload *p, int fd);
KB_MUST_USE kb_status kb_bench_payload_seal(const kb_bench_payload *p, int fd,
                                            const kb_key *key);
/* Read a file from its beginning: KB_ERR_INTERNAL unless it holds the payload, or a token
 * of it to a key. */
KB_MUST_USE kb_status kb_bench_payload_check(const kb_bench_payload *p, int fd);
KB_MUST_USE kb_status kb_bench_payload_check_sealed(const kb_bench_payload *p, int fd,
                                                    kb_key *key);

#endif
