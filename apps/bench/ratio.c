/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * keybraid-bench ratio: how much the envelope adds to the cipher.
 *
 * Every round runs libcrypto's AES-256-GCM alone over the bytes and then every form of
 * the envelope over the same bytes, from memory to a sink that counts (decryption of one
 * tag: to reused memory). With two processors a second part compares two jobs with two
 * processes of the cipher side by side. Before the first round the plaintext of every
 * token is compared; in the rounds the counts are.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include "ratio.h"

#include "core/clock.h"
#include "core/cpu.h"
#include "core/rng.h"
#include "ratio_pair.h"
#include "sym/gcm.h"

#include <keybraid/keybraid.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS_DEFAULT 31
#define BYTES_DEFAULT  ((size_t)128 << 20)
#define BYTES_MAX      ((size_t)128 << 20)

typedef struct token {
    uint8_t *data;
    size_t len;
} token;

typedef struct bench {
    size_t bytes, rounds;
    uint8_t *plain;
    kb_key *key;
    token container, json, json_segments; /* of plain */
    kb_buffer opened;                     /* reused */
    kb_pool *pool;                        /* of the second part */
} bench;

/* ---- A sink that counts ---- */

static kb_status count_feed(void *self, const uint8_t *data, size_t len) {
    (void)data;
    *(uint64_t *)self += len;
    return KB_OK;
}

static kb_status count_finish(void *self) {
    (void)self;
    return KB_OK;
}

static const kb_stream_ops count_ops = {count_feed, count_finish, NULL};

static kb_status check_count(uint64_t got, uint64_t want) {
    if (want != 0 && got != want) {
        fprintf(stderr, "keybraid-bench: %llu bytes came out, not %llu\n",
                (unsigned long long)got, (unsigned long long)want);
        return KB_ERR_INTERNAL;
    }
    return KB_OK;
}

/* ---- What is timed ---- */

static kb_status run_cipher(bench *b) {
    return kb_ratio_cipher(b->plain, b->bytes);
}

static kb_status encrypt(bench *b, kb_jwe_format format, kb_jwe_enc enc) {
    kb_stream *sink = NULL, *stage = NULL;
    uint64_t count = 0;
    kb_jwe_encrypt_options o = {
        .recipient = b->key, .format = format, .enc = enc, .pool = b->pool};
    kb_status status = kb_stream_new(&sink, &count_ops, &count);
    if (status == KB_OK) {
        status = kb_jwe_encrypt_new(&stage, &o, sink);
    }
    if (status == KB_OK) {
        status = kb_stream_feed(stage, b->plain, b->bytes);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(stage);
    }
    kb_stream_free(stage);
    kb_stream_free(sink);
    return status;
}

static kb_status container_encrypt(bench *b) {
    return encrypt(b, KB_JWE_CONTAINER, KB_JWE_ENC_FLOE_64K);
}

static kb_status json_encrypt(bench *b) {
    return encrypt(b, KB_JWE_JSON, KB_JWE_ENC_A256GCM);
}

/* Runs a token through decryption, or re-encryption to the same key. */
static kb_status pass(bench *b, const token *in, bool is_reencryption) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    uint64_t count = 0;
    kb_jwe_reencrypt_options o = {
        .decrypt = {.keys = kb_keyring_of(b->key), .pool = b->pool},
        .target = {.recipient = b->key, .pool = b->pool}};
    kb_status status = kb_stream_new(&sink, &count_ops, &count);
    if (status == KB_OK) {
        status = kb_source_from_memory(&source, in->data, in->len);
    }
    if (status == KB_OK) {
        status = is_reencryption ? kb_jwe_reencrypt(source, &o, sink)
                                 : kb_jwe_decrypt(source, &o.decrypt, sink);
    }
    kb_source_free(source);
    kb_stream_free(sink);
    return status == KB_OK ? check_count(count, is_reencryption ? in->len : b->bytes)
                           : status;
}

static kb_status container_decrypt(bench *b) {
    return pass(b, &b->container, false);
}

static kb_status json_segments_decrypt(bench *b) {
    return pass(b, &b->json_segments, false);
}

static kb_status container_reencrypt(bench *b) {
    return pass(b, &b->container, true);
}

static kb_status json_decrypt(bench *b) {
    kb_status status = kb_jwe_decrypt_memory(&b->opened, kb_keyring_of(b->key),
                                             b->json.data, b->json.len);
    return status == KB_OK ? check_count(b->opened.len, b->bytes) : status;
}

typedef struct row {
    const char *name;
    kb_status (*run)(bench *b);
    double limit; /* of what the last columns show; 0: the yardstick itself */
} row;

static const row rows[] = {
    {"AES-256-GCM alone (libcrypto)", run_cipher, 0},
    {"container encrypt", container_encrypt, 1.15},
    {"container decrypt", container_decrypt, 1.15},
    {"JSON encrypt, one tag", json_encrypt, 1.4},
    {"JSON decrypt, one tag", json_decrypt, 2.4},
    {"JSON decrypt, segmented", json_segments_decrypt, 1.4},
    {"re-encrypt, container", container_reencrypt, 2.3},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* ---- Rounds ---- */

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static kb_status run_rounds(bench *b, uint64_t *ns[ROW_COUNT]) {
    for (size_t round = 0; round < b->rounds; round++) {
        for (size_t i = 0; i < ROW_COUNT; i++) {
            uint64_t start = kb_clock_monotonic_ns();
            kb_status status = rows[i].run(b);
            ns[i][round] = kb_clock_monotonic_ns() - start;
            if (status != KB_OK) {
                return status;
            }
        }
    }
    return KB_OK;
}

static void print_rows(const bench *b, uint64_t *ns[ROW_COUNT]) {
    printf("\n%-32s %10s %10s %10s %8s %8s %8s\n", "one processor", "min us", "median us",
           "p95 us", "min/1", "median/1", "limit");
    for (size_t i = 0; i < ROW_COUNT; i++) {
        qsort(ns[i], b->rounds, sizeof *ns[i], by_value);
        double min = (double)ns[i][0], median = (double)ns[i][b->rounds / 2];
        printf("%-32s %10.1f %10.1f %10.1f %8.3f %8.3f", rows[i].name, min / 1e3,
               median / 1e3, (double)ns[i][b->rounds * 95 / 100] / 1e3,
               min / (double)ns[0][0], median / (double)ns[0][b->rounds / 2]);
        if (rows[i].limit > 0) {
            printf(" %8.2f", rows[i].limit);
        }
        printf("\n");
    }
}

static kb_status measure_one(bench *b) {
    uint64_t *ns[ROW_COUNT] = {NULL};
    kb_status status = KB_OK;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        ns[i] = calloc(b->rounds, sizeof *ns[i]);
        status = ns[i] == NULL ? KB_ERR_MEMORY : status;
    }
    if (status == KB_OK) {
        status = run_rounds(b, ns);
    }
    if (status == KB_OK) {
        print_rows(b, ns);
    }
    for (size_t i = 0; i < ROW_COUNT; i++) {
        free(ns[i]);
    }
    return status;
}

/* ---- Two processors ---- */

static const row pair_rows[] = {
    {"container encrypt, 2 jobs", container_encrypt, 0.95},
    {"container decrypt, 2 jobs", container_decrypt, 0.95},
};
#define PAIR_ROW_COUNT (sizeof pair_rows / sizeof pair_rows[0])

static kb_status run_pair_round(bench *b, kb_ratio_pair *pair, uint64_t *base,
                                uint64_t *ns[PAIR_ROW_COUNT], size_t round) {
    kb_status status = kb_ratio_pair_run(pair, &base[round]);
    for (size_t i = 0; status == KB_OK && i < PAIR_ROW_COUNT; i++) {
        uint64_t start = kb_clock_monotonic_ns();
        status = pair_rows[i].run(b);
        ns[i][round] = kb_clock_monotonic_ns() - start;
    }
    return status;
}

/* The pair encrypts twice the bytes in its time. */
static void print_pair(const bench *b, uint64_t *base, uint64_t *ns[PAIR_ROW_COUNT]) {
    size_t half = b->rounds / 2;
    qsort(base, b->rounds, sizeof *base, by_value);
    printf("\n%-32s %10s %10s %10s %8s %8s %8s\n", "two processors", "min us",
           "median us", "", "min", "median", "at least");
    printf("%-32s %10.1f %10.1f\n", "cipher, 2 processes, each all",
           (double)base[0] / 1e3, (double)base[half] / 1e3);
    for (size_t i = 0; i < PAIR_ROW_COUNT; i++) {
        qsort(ns[i], b->rounds, sizeof *ns[i], by_value);
        printf("%-32s %10.1f %10.1f %10s %8.3f %8.3f %8.2f\n", pair_rows[i].name,
               (double)ns[i][0] / 1e3, (double)ns[i][half] / 1e3, "",
               (double)base[0] / (2 * (double)ns[i][0]),
               (double)base[half] / (2 * (double)ns[i][half]), pair_rows[i].limit);
    }
}

static kb_status measure_pair(bench *b, kb_ratio_pair *pair) {
    uint64_t *all = calloc(b->rounds * (PAIR_ROW_COUNT + 1), sizeof *all);
    uint64_t *ns[PAIR_ROW_COUNT];
    kb_status status = all == NULL ? KB_ERR_MEMORY : kb_pool_new(&b->pool, 2);
    for (size_t i = 0; i < PAIR_ROW_COUNT && all != NULL; i++) {
        ns[i] = all + (i + 1) * b->rounds;
    }
    for (size_t round = 0; status == KB_OK && round < b->rounds; round++) {
        status = run_pair_round(b, pair, all, ns, round);
    }
    if (status == KB_OK) {
        print_pair(b, all, ns);
    }
    kb_pool_free(b->pool);
    b->pool = NULL;
    free(all);
    return status;
}

/* The second process is made before there are threads. */
static kb_status measure_two(bench *b) {
    kb_ratio_pair pair;
    kb_status status = kb_ratio_pair_start(&pair, b->plain, b->bytes);
    if (status == KB_OK) {
        status = measure_pair(b, &pair);
        kb_ratio_pair_end(&pair);
    }
    return status;
}

/* ---- Preparation ---- */

static kb_status make_token(bench *b, token *made, kb_jwe_format format, kb_jwe_enc enc) {
    kb_buffer text = {.data = NULL};
    kb_jwe_encrypt_options o = {.recipient = b->key, .format = format, .enc = enc};
    kb_status status = kb_jwe_encrypt_memory(&text, &o, b->plain, b->bytes);
    if (status == KB_OK) {
        *made = (token){kb_ratio_memory(text.data, text.len), text.len};
        status = made->data == NULL ? KB_ERR_MEMORY : KB_OK;
    }
    kb_buffer_free(&text);
    if (status == KB_OK) {
        status = kb_jwe_decrypt_memory(&b->opened, kb_keyring_of(b->key), made->data,
                                       made->len);
    }
    if (status == KB_OK &&
        (b->opened.len != b->bytes || memcmp(b->opened.data, b->plain, b->bytes) != 0)) {
        fprintf(stderr, "keybraid-bench: the decrypted bytes differ\n");
        status = KB_ERR_INTERNAL;
    }
    return status;
}

static kb_status make_plain(bench *b) {
    uint8_t *bytes = malloc(b->bytes);
    kb_status status = bytes == NULL ? KB_ERR_MEMORY : kb_rng_bytes(bytes, b->bytes);
    if (status == KB_OK) {
        b->plain = kb_ratio_memory(bytes, b->bytes);
        status = b->plain == NULL ? KB_ERR_MEMORY : KB_OK;
    }
    free(bytes);
    return status;
}

static kb_status prepare(bench *b, const char *name) {
    char alg[KB_KEY_ALG_MAX_BYTES];
    kb_status status = make_plain(b);
    if (status == KB_OK) {
        status = kb_key_alg_from_name(alg, name, NULL, false);
    }
    if (status == KB_OK) {
        status = kb_key_generate(&b->key, alg);
    }
    if (status == KB_OK) {
        status = make_token(b, &b->container, KB_JWE_CONTAINER, KB_JWE_ENC_FLOE_64K);
    }
    if (status == KB_OK) {
        status = make_token(b, &b->json, KB_JWE_JSON, KB_JWE_ENC_A256GCM);
    }
    if (status == KB_OK) {
        status = make_token(b, &b->json_segments, KB_JWE_JSON, KB_JWE_ENC_FLOE_64K);
    }
    return status;
}

static void release(bench *b) {
    free(b->container.data);
    free(b->json.data);
    free(b->json_segments.data);
    kb_buffer_free(&b->opened);
    kb_key_free(b->key);
    free(b->plain);
}

static void print_machine(const bench *b) {
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
    printf("key: %s, payload: %zu bytes, rounds: %zu\n", kb_key_alg(b->key), b->bytes,
           b->rounds);
}

/* The first part on one processor, the second on all. */
static kb_status measure(bench *b) {
    cpu_set_t all, one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    bool is_known = sched_getaffinity(0, sizeof all, &all) == 0;
    if (!is_known || sched_setaffinity(0, sizeof one, &one) != 0) {
        printf("note: not pinned to one processor\n");
    }
    kb_status status = measure_one(b);
    if (status != KB_OK || !is_known || CPU_COUNT(&all) < 2 ||
        sched_setaffinity(0, sizeof all, &all) != 0) {
        return status;
    }
    return measure_two(b);
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
            "Times the forms of the envelope from memory, interleaved with libcrypto's "
            "AES-256-GCM\n"
            "alone on the same bytes in pieces of 64 KiB.\n\n"
            "  --bytes N   payload, default %zu, at most %zu\n"
            "  --rounds N  rounds, default %d\n"
            "  --alg A     key, default X25519+ML-KEM-768\n",
            BYTES_DEFAULT, BYTES_MAX, ROUNDS_DEFAULT);
    return code;
}

static int run(int argc, char **argv) {
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
    kb_status status = prepare(&b, alg);
    if (status == KB_OK) {
        print_machine(&b);
        status = measure(&b);
    }
    if (status != KB_OK) {
        fprintf(stderr, "keybraid-bench: %s: %s\n", kb_status_text(status),
                kb_last_error()->text);
    }
    release(&b);
    return kb_status_exit_code(status);
}

const kb_bench_family kb_bench_ratio = {
    .name = "ratio",
    .summary = "What the envelope adds to AES-256-GCM alone",
    .run = run,
};
