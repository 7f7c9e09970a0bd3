/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * keybraid-bench ratio: how much the envelope adds to the cipher.
 *
 * Encrypts and decrypts a token from memory to memory and, interleaved in the same
 * rounds, lets libcrypto's AES-256-GCM alone work on the same bytes. It prints times and
 * ratios; every timed pair is checked.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include "ratio.h"

#include "codec/hex.h"
#include "core/clock.h"
#include "core/cpu.h"
#include "core/rng.h"
#include "sym/gcm.h"

#include <keybraid/jwe.h>
#include <keybraid/keybraid.h>
#include <keybraid/selftest.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS_DEFAULT 201
#define BYTES_DEFAULT  ((size_t)5 << 20)
#define BYTES_MAX      ((size_t)128 << 20)
#define CIPHER_PIECE   65536

enum { CIPHER, ENCRYPT, DECRYPT, ROW_COUNT };

static const char *const row_names[ROW_COUNT] = {
    "AES-256-GCM alone (libcrypto)", "encrypt, JSON token", "decrypt, JSON token"};

typedef struct bench {
    size_t bytes, rounds;
    uint8_t *plain, *out; /* out is as long as plain */
    kb_key *key;
    uint64_t *ns[ROW_COUNT]; /* one sample per round */
    kb_buffer token, opened; /* reused, as a caller with many messages does */
} bench;

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The cipher on warm buffers in pieces, which is the least that an envelope must pay. */
static kb_status run_cipher(bench *b, uint64_t *ns) {
    static const uint8_t key[KB_GCM_KEY_BYTES], iv[KB_GCM_IV_BYTES];
    uint8_t tag[KB_GCM_TAG_BYTES];
    kb_gcm_seal *seal = NULL;
    uint64_t start = kb_clock_monotonic_ns();
    kb_status status = kb_gcm_seal_new(&seal, key, iv);
    for (size_t at = 0; status == KB_OK && at < b->bytes; at += CIPHER_PIECE) {
        size_t n = b->bytes - at < CIPHER_PIECE ? b->bytes - at : CIPHER_PIECE;
        status = kb_gcm_seal_update(seal, b->out + at, b->plain + at, n);
    }
    if (status == KB_OK) {
        status = kb_gcm_seal_finish(seal, tag);
    }
    kb_gcm_seal_free(seal);
    *ns = kb_clock_monotonic_ns() - start;
    return status;
}

static kb_status run_round(bench *b, size_t round) {
    kb_jwe_encrypt_options options = {.recipient = b->key};
    kb_status status = run_cipher(b, &b->ns[CIPHER][round]);
    if (status != KB_OK) {
        return status;
    }
    uint64_t start = kb_clock_monotonic_ns();
    status = kb_jwe_encrypt_memory(&b->token, &options, b->plain, b->bytes);
    b->ns[ENCRYPT][round] = kb_clock_monotonic_ns() - start;
    if (status != KB_OK) {
        return status;
    }
    start = kb_clock_monotonic_ns();
    status = kb_jwe_decrypt_memory(&b->opened, kb_keyring_of(b->key), b->token.data,
                                   b->token.len);
    b->ns[DECRYPT][round] = kb_clock_monotonic_ns() - start;
    if (status == KB_OK &&
        (b->opened.len != b->bytes || memcmp(b->opened.data, b->plain, b->bytes) != 0)) {
        fprintf(stderr, "keybraid-bench: the decrypted bytes differ\n");
        status = KB_ERR_INTERNAL;
    }
    return status;
}

static void print_machine(void) {
    char line[256], features[128];
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info != NULL && fgets(line, sizeof line, info) != NULL) {
        if (strncmp(line, "model name", 10) == 0) {
            printf("cpu: %s", strchr(line, ':') == NULL ? line : strchr(line, ':') + 2);
            break;
        }
    }
    if (info != NULL) {
        fclose(info);
    }
    kb_cpu_describe(features, sizeof features);
    printf("features: %s\ncompiler: %s\nkeybraid: %s\n", features, __VERSION__,
           kb_version());
}

static void print_rows(bench *b) {
    uint64_t base_min, base_median;
    for (int row = 0; row < ROW_COUNT; row++) {
        qsort(b->ns[row], b->rounds, sizeof *b->ns[row], by_value);
    }
    base_min = b->ns[CIPHER][0];
    base_median = b->ns[CIPHER][b->rounds / 2];
    printf("\n%-32s %10s %10s %10s %8s %8s\n", "", "min us", "median us", "p95 us",
           "min/1", "median/1");
    for (int row = 0; row < ROW_COUNT; row++) {
        const uint64_t *ns = b->ns[row];
        uint64_t median = ns[b->rounds / 2], p95 = ns[b->rounds * 95 / 100];
        printf("%-32s %10.1f %10.1f %10.1f %8.2f %8.2f\n", row_names[row],
               (double)ns[0] / 1e3, (double)median / 1e3, (double)p95 / 1e3,
               (double)ns[0] / (double)base_min, (double)median / (double)base_median);
    }
}

static bool parse_size(const char *text, size_t max, size_t *out) {
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    *out = (size_t)value;
    return end != text && *end == '\0' && text[0] != '-' && value >= 1 && value <= max;
}

static int usage(FILE *to, int code) {
    fprintf(to,
            "usage: keybraid-bench ratio [--bytes N] [--rounds N] [--alg A]\n\n"
            "Times encryption and decryption of a JSON token from memory to memory, "
            "interleaved\n"
            "with libcrypto's AES-256-GCM alone on the same bytes, pinned to one "
            "processor.\n\n"
            "  --bytes N   payload, default 5242880, at most %zu\n"
            "  --rounds N  rounds, default %d\n"
            "  --alg A     key, default X25519+ML-KEM-768\n",
            BYTES_MAX, ROUNDS_DEFAULT);
    return code;
}

static bool prepare(bench *b, const char *name) {
    char alg[KB_KEY_ALG_MAX_BYTES];
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) {
        printf("note: not pinned to one processor\n");
    }
    b->plain = malloc(b->bytes);
    b->out = malloc(b->bytes);
    for (int row = 0; row < ROW_COUNT; row++) {
        b->ns[row] = calloc(b->rounds, sizeof *b->ns[row]);
        if (b->ns[row] == NULL) {
            return false;
        }
    }
    return b->plain != NULL && b->out != NULL &&
           kb_rng_bytes(b->plain, b->bytes) == KB_OK &&
           kb_key_alg_from_name(alg, name, NULL, false) == KB_OK &&
           kb_key_generate(&b->key, alg) == KB_OK;
}

static int run_ratio(int argc, char **argv) {
    bench b = {.bytes = BYTES_DEFAULT, .rounds = ROUNDS_DEFAULT};
    const char *alg = "X25519+ML-KEM-768";
    for (int i = 0; i < argc; i += 2) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--help") == 0) {
            return usage(stdout, 0);
        } else if (has_value && strcmp(argv[i], "--alg") == 0) {
            alg = argv[i + 1];
        } else if (!has_value || !((strcmp(argv[i], "--bytes") == 0 &&
                                    parse_size(argv[i + 1], BYTES_MAX, &b.bytes)) ||
                                   (strcmp(argv[i], "--rounds") == 0 &&
                                    parse_size(argv[i + 1], 1000000, &b.rounds)))) {
            return usage(stderr, 2);
        }
    }
    if (kb_selftest_run(false, NULL, NULL) != KB_OK) {
        fprintf(stderr, "keybraid-bench: known answers failed, nothing is timed\n");
        return 70;
    }
    if (!prepare(&b, alg)) {
        fprintf(stderr, "keybraid-bench: %s\n", kb_last_error()->text);
        return 2;
    }
    print_machine();
    printf("key: %s, payload: %zu bytes, rounds: %zu\n", kb_key_alg(b.key), b.bytes,
           b.rounds);
    for (size_t i = 0; i < b.rounds; i++) {
        kb_status status = run_round(&b, i);
        if (status != KB_OK) {
            fprintf(stderr, "keybraid-bench: %s: %s\n", kb_status_text(status),
                    kb_last_error()->text);
            return kb_status_exit_code(status);
        }
    }
    print_rows(&b);
    return 0;
}

const kb_bench_family kb_bench_ratio = {
    .name = "ratio",
    .summary = "What the envelope adds to AES-256-GCM alone",
    .run = run_ratio,
};
