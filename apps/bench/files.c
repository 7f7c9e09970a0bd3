/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Payloads and tokens in files without a name. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "files.h"

#include "core/error.h"
#include "core/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <keybraid/jwe.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES ((size_t)1 << 20)

static kb_status failed(void) {
    return KB_FAIL(KB_ERR_IO, "unnamed file: %s", strerror(errno));
}

kb_status kb_bench_file_open(int *out) {
    const char *folder = getenv("TMPDIR");
    *out = open(folder == NULL ? "/tmp" : folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    return *out >= 0 ? KB_OK : failed();
}

kb_status kb_bench_file_rewind(int fd) {
    return lseek(fd, 0, SEEK_SET) == 0 ? KB_OK : failed();
}

kb_status kb_bench_file_empty(int fd) {
    return ftruncate(fd, 0) == 0 ? kb_bench_file_rewind(fd) : failed();
}

/* Feeds the payload to a stage, or to the hash when stage is NULL. */
static kb_status feed(const kb_bench_payload *p, kb_stream *stage, kb_sha2 *hash) {
    for (uint64_t at = 0; at < p->bytes; at += BLOCK_BYTES) {
        uint64_t left = p->bytes - at;
        size_t n = left < BLOCK_BYTES ? (size_t)left : BLOCK_BYTES;
        KB_TRY(stage != NULL ? kb_stream_feed(stage, p->block, n)
                             : kb_sha2_update(hash, p->block, n));
    }
    return stage != NULL ? kb_stream_finish(stage) : KB_OK;
}

static kb_status digest(kb_bench_payload *p) {
    kb_sha2 *hash = NULL;
    KB_TRY(kb_sha2_new(&hash, KB_HASH_SHA256));
    kb_status status = feed(p, NULL, hash);
    if (status == KB_OK) {
        status = kb_sha2_final(hash, p->digest);
    }
    kb_sha2_free(hash);
    return status;
}

kb_status kb_bench_payload_make(kb_bench_payload *p, uint64_t bytes, kb_sha2 *inputs) {
    p->bytes = bytes;
    p->block = malloc(BLOCK_BYTES);
    if (p->block == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "payload");
    }
    KB_TRY(kb_rng_bytes(p->block, BLOCK_BYTES));
    KB_TRY(feed(p, NULL, inputs));
    return digest(p);
}

void kb_bench_payload_free(kb_bench_payload *p) {
    free(p->block);
    p->block = NULL;
}

/* With a key, a token to it. */
static kb_status put(const kb_bench_payload *p, int fd, const kb_key *key) {
    kb_stream *file = NULL, *seal = NULL;
    kb_jwe_encrypt_options options = {.recipient = key, .content_bytes = &p->bytes};
    kb_status status = kb_stream_to_fd(&file, fd);
    if (status == KB_OK && key != NULL) {
        status = kb_jwe_encrypt_new(&seal, &options, file);
    }
    if (status == KB_OK) {
        status = feed(p, key != NULL ? seal : file, NULL);
    }
    kb_stream_free(seal);
    kb_stream_free(file);
    return status == KB_OK ? kb_bench_file_rewind(fd) : status;
}

kb_status kb_bench_payload_write(const kb_bench_payload *p, int fd) {
    return put(p, fd, NULL);
}

kb_status kb_bench_payload_seal(const kb_bench_payload *p, int fd, const kb_key *key) {
    return put(p, fd, key);
}

static kb_status hash_feed(void *self, const uint8_t *data, size_t len) {
    return kb_sha2_update(self, data, len);
}

static kb_status hash_finish(void *self) {
    (void)self;
    return KB_OK;
}

static void hash_free(void *self) {
    (void)self; /* the caller's */
}

static const kb_stream_ops hash_ops = {hash_feed, hash_finish, hash_free};

/* Reads the file into a hash, decrypted when there is a key. */
static kb_status read_into(kb_sha2 *hash, int fd, kb_key *key) {
    kb_source *source = NULL;
    kb_stream *stage = NULL;
    kb_status status = kb_source_from_fd(&source, fd);
    if (status == KB_OK) {
        status = kb_stream_new(&stage, &hash_ops, hash);
    }
    if (status == KB_OK && key != NULL) {
        kb_jwe_decrypt_options options = {.keys = kb_keyring_of(key)};
        status = kb_jwe_decrypt(source, &options, stage);
    } else if (status == KB_OK) {
        status = kb_source_pump(source, stage);
    }
    kb_stream_free(stage);
    kb_source_free(source);
    return status;
}

static kb_status compare(const kb_bench_payload *p, int fd, kb_key *key) {
    uint8_t got[KB_SHA256_BYTES];
    kb_sha2 *hash = NULL;
    KB_TRY(kb_bench_file_rewind(fd));
    KB_TRY(kb_sha2_new(&hash, KB_HASH_SHA256));
    kb_status status = read_into(hash, fd, key);
    if (status == KB_OK) {
        status = kb_sha2_final(hash, got);
    }
    kb_sha2_free(hash);
    if (status == KB_OK && memcmp(got, p->digest, sizeof got) != 0) {
        status = KB_FAIL(KB_ERR_INTERNAL, "the payload differs");
    }
    return status;
}

kb_status kb_bench_payload_check(const kb_bench_payload *p, int fd) {
    return compare(p, fd, NULL);
}

kb_status kb_bench_payload_check_sealed(const kb_bench_payload *p, int fd, kb_key *key) {
    return compare(p, fd, key);
}
