/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Moving a token from one composite key to another, from file to file, in constant
 * memory: kb_jwe_reencrypt as the command calls it, without the file's final sync.
 *
 * The files have no name and lie in $TMPDIR or /tmp. Several source tokens, each to
 * another key, and 64 target keys are taken in turn.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "subject.h"

#include "core/error.h"
#include "core/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <keybraid/jwe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES   ((size_t)1 << 20) /* the payload repeats it */
#define SOURCES_BYTES ((uint64_t)32 << 20)
#define SOURCES_MAX   8

typedef struct reencrypt {
    kb_key *from[SOURCES_MAX], *to[KB_BENCH_POOL];
    int source[SOURCES_MAX], target;
    size_t sources;
    uint64_t bytes;
    uint8_t *block;
    uint8_t digest[KB_SHA256_BYTES]; /* of the payload */
} reencrypt;

static int unnamed_file(void) {
    const char *folder = getenv("TMPDIR");
    return open(folder == NULL ? "/tmp" : folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/* Feeds the payload to a stage, or to the hash when stage is NULL. */
static kb_status feed(reencrypt *r, kb_stream *stage, kb_sha2 *hash) {
    for (uint64_t at = 0; at < r->bytes; at += BLOCK_BYTES) {
        uint64_t left = r->bytes - at;
        size_t n = left < BLOCK_BYTES ? (size_t)left : BLOCK_BYTES;
        KB_TRY(stage != NULL ? kb_stream_feed(stage, r->block, n)
                             : kb_sha2_update(hash, r->block, n));
    }
    return stage != NULL ? kb_stream_finish(stage) : KB_OK;
}

static kb_status make_source(reencrypt *r, size_t i) {
    kb_stream *file = NULL, *seal = NULL;
    kb_jwe_encrypt_options options = {.recipient = r->from[i],
                                      .content_bytes = &r->bytes};
    r->source[i] = unnamed_file();
    if (r->source[i] < 0) {
        return KB_FAIL(KB_ERR_IO, "unnamed file: %s", strerror(errno));
    }
    kb_status status = kb_stream_to_fd(&file, r->source[i]);
    if (status == KB_OK) {
        status = kb_jwe_encrypt_new(&seal, &options, file);
    }
    if (status == KB_OK) {
        status = feed(r, seal, NULL);
    }
    kb_stream_free(seal);
    kb_stream_free(file);
    if (status == KB_OK && lseek(r->source[i], 0, SEEK_SET) != 0) {
        status = KB_FAIL(KB_ERR_IO, "unnamed file: %s", strerror(errno));
    }
    return status;
}

static kb_status make_keys(kb_key **keys, size_t count, const char *name, kb_sha2 *hash) {
    char alg[KB_KEY_ALG_MAX_BYTES];
    KB_TRY(kb_key_alg_from_name(alg, name, NULL, false));
    for (size_t i = 0; i < count; i++) {
        KB_TRY(kb_key_generate(&keys[i], alg));
        const char *thumbprint = kb_key_thumbprint(keys[i]);
        KB_TRY(kb_sha2_update(hash, thumbprint, strlen(thumbprint)));
    }
    return KB_OK;
}

static kb_status prepare(reencrypt *r, kb_bench_info *info, const kb_bench_row *row,
                         kb_sha2 *hash) {
    KB_TRY(make_keys(r->from, r->sources, row->alg, hash));
    KB_TRY(
        make_keys(r->to, KB_BENCH_POOL, row->to[0] == '\0' ? row->alg : row->to, hash));
    KB_TRY(kb_rng_bytes(r->block, BLOCK_BYTES));
    KB_TRY(feed(r, NULL, hash));
    KB_TRY(kb_bench_inputs_end(info, hash));
    KB_TRY(kb_sha2_restart(hash));
    KB_TRY(feed(r, NULL, hash));
    KB_TRY(kb_sha2_final(hash, r->digest));
    for (size_t i = 0; i < r->sources; i++) {
        KB_TRY(make_source(r, i));
    }
    info->pool = KB_BENCH_POOL;
    kb_bench_info_add(info, "sources", r->sources);
    off_t end = lseek(r->source[0], 0, SEEK_END);
    kb_bench_info_add(info, "token_bytes", end < 0 ? 0 : (uint64_t)end);
    if (lseek(r->source[0], 0, SEEK_SET) != 0) {
        return KB_FAIL(KB_ERR_IO, "unnamed file: %s", strerror(errno));
    }
    return KB_OK;
}

static kb_status open_reencrypt(void **self, kb_bench_info *info, const kb_bench_row *row,
                                unsigned ops) {
    kb_sha2 *hash = NULL;
    reencrypt *r = calloc(1, sizeof *r);
    *self = r;
    (void)ops;
    if (r == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    r->block = malloc(BLOCK_BYTES);
    r->bytes = row->bytes;
    r->sources = (size_t)(SOURCES_BYTES / (row->bytes + 1));
    r->sources = r->sources < 1 ? 1 : r->sources > SOURCES_MAX ? SOURCES_MAX : r->sources;
    for (size_t i = 0; i < SOURCES_MAX; i++) {
        r->source[i] = -1;
    }
    r->target = unnamed_file();
    if (r->block == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "payload");
    }
    if (r->target < 0) {
        return KB_FAIL(KB_ERR_IO, "unnamed file: %s", strerror(errno));
    }
    kb_status status = kb_bench_inputs_begin(&hash);
    if (status == KB_OK) {
        status = prepare(r, info, row, hash);
    }
    kb_sha2_free(hash);
    return status;
}

static kb_status call(void *self, size_t op, size_t i) {
    reencrypt *r = self;
    kb_source *source = NULL;
    kb_stream *out = NULL;
    size_t from = i % r->sources;
    kb_jwe_reencrypt_options options = {
        .decrypt = {.keys = kb_keyring_of(r->from[from])},
        .target = {.recipient = r->to[i % KB_BENCH_POOL], .content_bytes = &r->bytes}};
    (void)op;
    kb_status status = kb_source_from_fd(&source, r->source[from]);
    if (status == KB_OK) {
        status = kb_stream_to_fd(&out, r->target);
    }
    if (status == KB_OK) {
        status = kb_jwe_reencrypt(source, &options, out);
    }
    kb_stream_free(out);
    kb_source_free(source);
    return status;
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

/* Decrypts the new token with the new key into a hash. */
static kb_status verify(reencrypt *r, size_t i, kb_sha2 *hash) {
    uint8_t digest[KB_SHA256_BYTES];
    kb_source *source = NULL;
    kb_stream *stage = NULL;
    kb_jwe_decrypt_options options = {.keys = kb_keyring_of(r->to[i % KB_BENCH_POOL])};
    kb_status status = kb_source_from_fd(&source, r->target);
    if (status == KB_OK) {
        status = kb_stream_new(&stage, &hash_ops, hash);
    }
    if (status == KB_OK) {
        status = kb_jwe_decrypt(source, &options, stage);
    }
    if (status == KB_OK) {
        status = kb_sha2_final(hash, digest);
    }
    kb_stream_free(stage);
    kb_source_free(source);
    if (status == KB_OK && memcmp(digest, r->digest, sizeof digest) != 0) {
        status = KB_FAIL(KB_ERR_INTERNAL, "the payload differs after re-encryption");
    }
    return status;
}

static kb_status check(void *self, size_t op, size_t i) {
    reencrypt *r = self;
    kb_sha2 *hash = NULL;
    (void)op;
    if (lseek(r->target, 0, SEEK_SET) != 0) {
        return KB_FAIL(KB_ERR_IO, "unnamed file: %s", strerror(errno));
    }
    KB_TRY(kb_bench_inputs_begin(&hash));
    kb_status status = verify(r, i, hash);
    kb_sha2_free(hash);
    if (ftruncate(r->target, 0) != 0 || lseek(r->target, 0, SEEK_SET) != 0 ||
        lseek(r->source[i % r->sources], 0, SEEK_SET) != 0) {
        return KB_FAIL(KB_ERR_IO, "unnamed file: %s", strerror(errno));
    }
    return status;
}

static void close_reencrypt(void *self) {
    reencrypt *r = self;
    if (r == NULL) {
        return;
    }
    for (size_t i = 0; i < SOURCES_MAX; i++) {
        kb_key_free(r->from[i]);
        if (r->source[i] >= 0) {
            (void)close(r->source[i]);
        }
    }
    for (size_t i = 0; i < KB_BENCH_POOL; i++) {
        kb_key_free(r->to[i]);
    }
    if (r->target >= 0) {
        (void)close(r->target);
    }
    free(r->block);
    free(r);
}

const kb_bench_subject kb_bench_reencrypt_subject = {
    .ops = {"REENC"},
    .op_count = 1,
    .is_paired = true,
    .has_call_cpu = true,
    .open = open_reencrypt,
    .call = call,
    .check = check,
    .close = close_reencrypt,
};
