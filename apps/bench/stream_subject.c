/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Composite tokens from file to file, in constant memory, as the command makes them but
 * without the file's final sync: encrypting, decrypting, moving to another key.
 *
 * Several source files, tokens each to another key, and 64 target keys are taken in turn.
 */
#include "subject.h"

#include "core/error.h"
#include "files.h"

#include <keybraid/jwe.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENC, DEC, REENC };

#define SOURCES_BYTES ((uint64_t)32 << 20)
#define SOURCES_MAX   8

typedef struct streams {
    kb_key *from[SOURCES_MAX], *to[KB_BENCH_POOL];
    int source[SOURCES_MAX], target;
    size_t sources;
    kb_bench_payload payload;
} streams;

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

/* Writes the source files: the payload itself for encryption, tokens for the others. */
static kb_status make_sources(streams *s, bool is_plain) {
    for (size_t i = 0; i < s->sources; i++) {
        KB_TRY(kb_bench_file_open(&s->source[i]));
        KB_TRY(is_plain ? kb_bench_payload_write(&s->payload, s->source[i])
                        : kb_bench_payload_seal(&s->payload, s->source[i], s->from[i]));
    }
    return KB_OK;
}

static kb_status add_sizes(const streams *s, kb_bench_info *info, bool is_plain) {
    info->pool = KB_BENCH_POOL;
    kb_bench_info_add(info, "sources", s->sources);
    if (!is_plain) {
        off_t end = lseek(s->source[0], 0, SEEK_END);
        kb_bench_info_add(info, "token_bytes", end < 0 ? 0 : (uint64_t)end);
    }
    return kb_bench_file_rewind(s->source[0]);
}

static kb_status prepare(streams *s, kb_bench_info *info, const kb_bench_row *row,
                         kb_sha2 *hash, bool is_plain) {
    KB_TRY(make_keys(s->from, s->sources, row->alg, hash));
    KB_TRY(
        make_keys(s->to, KB_BENCH_POOL, row->to[0] == '\0' ? row->alg : row->to, hash));
    KB_TRY(kb_bench_payload_make(&s->payload, row->bytes, hash));
    KB_TRY(kb_bench_inputs_end(info, hash));
    KB_TRY(kb_bench_file_open(&s->target));
    KB_TRY(make_sources(s, is_plain));
    return add_sizes(s, info, is_plain);
}

static kb_status open_streams(void **self, kb_bench_info *info, const kb_bench_row *row,
                              bool is_plain) {
    kb_sha2 *hash = NULL;
    streams *s = calloc(1, sizeof *s);
    *self = s;
    if (s == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    s->sources = (size_t)(SOURCES_BYTES / (row->bytes + 1));
    s->sources = s->sources < 1 ? 1 : s->sources > SOURCES_MAX ? SOURCES_MAX : s->sources;
    s->target = -1;
    for (size_t i = 0; i < SOURCES_MAX; i++) {
        s->source[i] = -1;
    }
    kb_status status = kb_bench_inputs_begin(&hash);
    if (status == KB_OK) {
        status = prepare(s, info, row, hash, is_plain);
    }
    kb_sha2_free(hash);
    return status;
}

static kb_status open_any(void **self, kb_bench_info *info, const kb_bench_row *row,
                          unsigned ops) {
    return open_streams(self, info, row, ops == 1U << ENC);
}

static kb_status open_reencrypt(void **self, kb_bench_info *info, const kb_bench_row *row,
                                unsigned ops) {
    (void)ops;
    return open_streams(self, info, row, false);
}

static kb_status encrypt(streams *s, kb_source *source, kb_stream *out, kb_key *to) {
    kb_stream *seal = NULL;
    kb_jwe_encrypt_options options = {.recipient = to,
                                      .content_bytes = &s->payload.bytes};
    kb_status status = kb_jwe_encrypt_new(&seal, &options, out);
    if (status == KB_OK) {
        status = kb_source_pump(source, seal);
    }
    kb_stream_free(seal);
    return status;
}

static kb_status transform(streams *s, size_t op, size_t i, kb_source *source,
                           kb_stream *out) {
    kb_key *to = s->to[i % KB_BENCH_POOL];
    if (op == ENC) {
        return encrypt(s, source, out, to);
    }
    kb_jwe_decrypt_options decrypt = {.keys = kb_keyring_of(s->from[i % s->sources])};
    if (op == DEC) {
        return kb_jwe_decrypt(source, &decrypt, out);
    }
    kb_jwe_reencrypt_options options = {
        .decrypt = decrypt,
        .target = {.recipient = to, .content_bytes = &s->payload.bytes}};
    return kb_jwe_reencrypt(source, &options, out);
}

static kb_status call(void *self, size_t op, size_t i) {
    streams *s = self;
    kb_source *source = NULL;
    kb_stream *out = NULL;
    kb_status status = kb_source_from_fd(&source, s->source[i % s->sources]);
    if (status == KB_OK) {
        status = kb_stream_to_fd(&out, s->target);
    }
    if (status == KB_OK) {
        status = transform(s, op, i, source, out);
    }
    kb_stream_free(out);
    kb_source_free(source);
    return status;
}

static kb_status check(void *self, size_t op, size_t i) {
    streams *s = self;
    kb_status status = op == DEC ? kb_bench_payload_check(&s->payload, s->target)
                                 : kb_bench_payload_check_sealed(
                                       &s->payload, s->target, s->to[i % KB_BENCH_POOL]);
    KB_TRY(kb_bench_file_empty(s->target));
    KB_TRY(kb_bench_file_rewind(s->source[i % s->sources]));
    return status;
}

static kb_status call_reencrypt(void *self, size_t op, size_t i) {
    (void)op;
    return call(self, REENC, i);
}

static kb_status check_reencrypt(void *self, size_t op, size_t i) {
    (void)op;
    return check(self, REENC, i);
}

static void close_streams(void *self) {
    streams *s = self;
    if (s == NULL) {
        return;
    }
    for (size_t i = 0; i < SOURCES_MAX; i++) {
        kb_key_free(s->from[i]);
        if (s->source[i] >= 0) {
            (void)close(s->source[i]);
        }
    }
    for (size_t i = 0; i < KB_BENCH_POOL; i++) {
        kb_key_free(s->to[i]);
    }
    if (s->target >= 0) {
        (void)close(s->target);
    }
    kb_bench_payload_free(&s->payload);
    free(s);
}

const kb_bench_subject kb_bench_stream_subject = {
    .ops = {"ENC", "DEC", "REENC"},
    .op_count = 3,
    .has_call_cpu = true,
    .open = open_any,
    .call = call,
    .check = check,
    .close = close_streams,
};

const kb_bench_subject kb_bench_reencrypt_subject = {
    .ops = {"REENC"},
    .op_count = 1,
    .is_paired = true,
    .has_call_cpu = true,
    .open = open_reencrypt,
    .call = call_reencrypt,
    .check = check_reencrypt,
    .close = close_streams,
};
