/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The ways through the streams, for the tests that disturb them: every verb on every form
 * that it has, from a source that is memory, a file or a pipe.
 */
#ifndef KB_FAULT_WAYS_H
#define KB_FAULT_WAYS_H

#include "test.h"

#include <fcntl.h>
#include <keybraid/jwe.h>
#include <sys/mman.h>
#include <unistd.h>

#define WAY_BYTES  100000 /* of content: 25 segments of 4 KiB, two of 64 KiB */
#define PIPE_BYTES (1 << 20)

typedef enum way_verb { ENCRYPT, DECRYPT, REENCRYPT, CONVERT, REWRAP } way_verb;

typedef struct way {
    const char *name;
    way_verb verb;
    kb_jwe_format from, to;
    kb_jwe_enc enc;
    bool is_wrap;
    bool is_two_pass; /* of a single tag: from a file in two passes, from no pipe */
} way;

#define J KB_JWE_JSON
#define C KB_JWE_COMPACT
#define B KB_JWE_CONTAINER
static const way ways[] = {
    {"encrypt JSON", ENCRYPT, J, J, KB_JWE_ENC_A256GCM, 0, 0},
    {"encrypt segmented JSON", ENCRYPT, J, J, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"encrypt segmented compact", ENCRYPT, C, C, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"encrypt container", ENCRYPT, B, B, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"encrypt wrapped container", ENCRYPT, B, B, KB_JWE_ENC_FLOE_64K, 1, 0},
    {"decrypt JSON", DECRYPT, J, J, KB_JWE_ENC_A256GCM, 0, 0},
    {"decrypt JSON in two passes", DECRYPT, J, J, KB_JWE_ENC_A256GCM, 0, 1},
    {"decrypt compact", DECRYPT, C, C, KB_JWE_ENC_A256GCM, 0, 0},
    {"decrypt segmented JSON", DECRYPT, J, J, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"decrypt segmented compact", DECRYPT, C, C, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"decrypt container", DECRYPT, B, B, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"decrypt wrapped container", DECRYPT, B, B, KB_JWE_ENC_FLOE_64K, 1, 0},
    {"re-encrypt JSON in two passes", REENCRYPT, J, B, KB_JWE_ENC_A256GCM, 0, 1},
    {"re-encrypt JSON", REENCRYPT, J, J, KB_JWE_ENC_A256GCM, 0, 0},
    {"re-encrypt segmented JSON", REENCRYPT, J, C, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"re-encrypt container", REENCRYPT, B, B, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"convert JSON", CONVERT, J, J, KB_JWE_ENC_A256GCM, 0, 0},
    {"convert segmented JSON", CONVERT, J, B, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"convert compact", CONVERT, C, B, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"convert container", CONVERT, B, J, KB_JWE_ENC_FLOE_4K, 0, 0},
    {"rewrap JSON", REWRAP, J, J, KB_JWE_ENC_A256GCM, 1, 0},
    {"rewrap segmented JSON", REWRAP, J, J, KB_JWE_ENC_FLOE_4K, 1, 0},
    {"rewrap container", REWRAP, B, B, KB_JWE_ENC_FLOE_4K, 1, 0},
};
#undef J
#undef C
#undef B
#define WAYS (sizeof ways / sizeof ways[0])

static kb_key *way_keys[2], *way_wrap_keys[2];
static uint8_t way_content[WAY_BYTES];
static kb_buffer way_input[WAYS];

static inline kb_status way_encrypt(kb_buffer *token, const way *w, const kb_key *to) {
    kb_jwe_encrypt_options o = {.recipient = to, .format = w->from, .enc = w->enc};
    return kb_jwe_encrypt_memory(token, &o, way_content, sizeof way_content);
}

static inline void ways_make(void) {
    for (size_t i = 0; i < sizeof way_content; i++) {
        way_content[i] = (uint8_t)(i * 7 + (i >> 8) * 13 + (i >> 16));
    }
    bool is_made = true;
    for (size_t i = 0; i < 2 && is_made; i++) {
        is_made = kb_key_generate(&way_keys[i], "CKEM1.X25519.ML-KEM-768.HKDF-SHA256") ==
                      KB_OK &&
                  kb_key_generate(&way_wrap_keys[i],
                                  "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW") == KB_OK;
    }
    for (size_t i = 0; i < WAYS && is_made; i++) {
        const way *w = &ways[i];
        is_made = w->verb == ENCRYPT ||
                  way_encrypt(&way_input[i], w,
                              w->is_wrap ? way_wrap_keys[0] : way_keys[0]) == KB_OK;
    }
    if (!is_made) {
        printf("not ok - no keys or tokens\n");
        exit(1);
    }
}

static inline void ways_free(void) {
    for (size_t i = 0; i < WAYS; i++) {
        kb_buffer_free(&way_input[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        kb_key_free(way_keys[i]);
        kb_key_free(way_wrap_keys[i]);
    }
}

/* What a verb reads: the content or a token. */
static inline const uint8_t *way_bytes(const way *w, size_t *len) {
    const kb_buffer *token = &way_input[w - ways];
    *len = w->verb == ENCRYPT ? sizeof way_content : token->len;
    return w->verb == ENCRYPT ? way_content : token->data;
}

static inline kb_status way_run_encrypt(const way *w, kb_source *in, kb_stream *out,
                                        kb_pool *pool) {
    kb_stream *stage = NULL;
    kb_jwe_encrypt_options o = {.recipient = w->is_wrap ? way_wrap_keys[0] : way_keys[0],
                                .format = w->from,
                                .enc = w->enc,
                                .pool = pool};
    kb_status status = kb_jwe_encrypt_new(&stage, &o, out);
    if (status == KB_OK) {
        status = kb_source_pump(in, stage);
    }
    kb_stream_free(stage);
    return status;
}

/* The verb from its source into its sink, which it finishes when all went well. */
static inline kb_status way_run(const way *w, kb_source *in, kb_stream *out,
                                kb_pool *pool) {
    const kb_key *const to = way_wrap_keys[1];
    kb_keyring keys = kb_keyring_of(w->is_wrap ? way_wrap_keys[0] : way_keys[0]);
    kb_jwe_decrypt_options d = {
        .keys = keys, .hold_bytes = w->is_two_pass ? 1 : 0, .pool = pool};
    kb_jwe_reencrypt_options r = {
        .decrypt = d,
        .target = {.recipient = way_keys[1], .format = w->to, .pool = pool},
        .override_format = true};
    kb_jwe_rewrap_options a = {.keys = keys, .recipients = &to, .recipient_count = 1};
    switch (w->verb) {
    case ENCRYPT:
        return way_run_encrypt(w, in, out, pool);
    case DECRYPT:
        return kb_jwe_decrypt(in, &d, out);
    case REENCRYPT:
        return kb_jwe_reencrypt(in, &r, out);
    case CONVERT:
        return kb_jwe_convert(in, w->to, out);
    default:
        return kb_jwe_rewrap(in, &a, out);
    }
}

/* Whether what a verb wrote is complete and right. */
static inline bool way_is_right(const way *w, const uint8_t *out, size_t len) {
    kb_buffer plain = {.data = NULL};
    const kb_key *opens = w->verb == REENCRYPT ? way_keys[1]
                          : w->verb == REWRAP  ? way_wrap_keys[1]
                          : w->is_wrap         ? way_wrap_keys[0]
                                               : way_keys[0];
    if (w->verb == DECRYPT) {
        return len == sizeof way_content && memcmp(out, way_content, len) == 0;
    }
    bool is_right =
        kb_jwe_decrypt_memory(&plain, kb_keyring_of(opens), out, len) == KB_OK &&
        plain.len == sizeof way_content &&
        memcmp(plain.data, way_content, plain.len) == 0;
    kb_buffer_free(&plain);
    return is_right;
}

/* Whether what a verb let out before it failed does no harm: a prefix of the content when
 * it decrypts, no token when it encrypts. What only changes the form carries the content
 * as it is, so there the missing finish alone makes the difference. */
static inline bool way_is_harmless(const way *w, const uint8_t *out, size_t len) {
    switch (w->verb) {
    case DECRYPT:
        return len <= sizeof way_content &&
               (len == 0 || memcmp(out, way_content, len) == 0);
    case ENCRYPT:
    case REENCRYPT:
        return !way_is_right(w, out, len);
    default:
        return true;
    }
}

typedef enum way_source { FROM_MEMORY, FROM_FILE, FROM_PIPE } way_source;

static inline bool way_has(const way *w, way_source kind) {
    return kind != FROM_PIPE || !w->is_two_pass;
}

/* A descriptor to read what the verb reads; the file has no name and the pipe holds all. */
static inline int way_open(const way *w, way_source kind) {
    int ends[2] = {-1, -1};
    size_t len;
    const uint8_t *bytes = way_bytes(w, &len);
    if (kind == FROM_FILE) {
        ends[0] = memfd_create("keybraid-test", MFD_CLOEXEC);
        ends[1] = ends[0] < 0 ? -1 : dup(ends[0]);
    } else if (pipe(ends) == 0) {
        (void)fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
        (void)fcntl(ends[1], F_SETFL, O_NONBLOCK);
    }
    if (ends[1] < 0 || write(ends[1], bytes, len) != (ssize_t)len ||
        close(ends[1]) != 0 || (kind == FROM_FILE && lseek(ends[0], 0, SEEK_SET) != 0)) {
        perror("source");
        exit(1);
    }
    return ends[0];
}

#endif
