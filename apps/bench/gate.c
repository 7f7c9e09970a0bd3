/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The gate before all timing. */
#include "gate.h"

#include "codec/hex.h"
#include "core/error.h"
#include "process.h"
#include "selftest/answers.h"

#include <keybraid/catalog.h>
#include <keybraid/hash.h>
#include <keybraid/selftest.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT_NS UINT64_C(600000000000)
#define WITH_SLOW  "slow"

/* The digest that an answer is compared with, where the answer is one. */
static const char *expected(const char *name) {
    for (size_t i = 0; i < KB_SELFTEST_KEM_COUNT; i++) {
        if (strcmp(kb_selftest_kems[i].id, name) == 0) {
            return kb_selftest_kems[i].digest;
        }
    }
    for (size_t i = 0; i < KB_SELFTEST_SLHDSA_COUNT; i++) {
        if (strcmp(kb_selftest_slhdsas[i].id, name) == 0) {
            return kb_selftest_slhdsas[i].digest;
        }
    }
    return NULL;
}

static void keep(void *self, const kb_selftest_result *result) {
    kb_bench_class class = result->status == KB_OK ? KB_BENCH_PASS : KB_BENCH_MISMATCH;
    (void)json_array_append_new(
        self, json_pack("{s:s, s:s, s:s, s:s*}", "name", result->name, "table",
                        result->table, "class", kb_bench_class_name(class),
                        "expected_sha256", expected(result->name)));
}

static kb_status hash_answers(kb_sha2 *hash, const json_t *answers) {
    static const char *const members[] = {"name", "table", "class"};
    for (size_t i = 0; i < json_array_size(answers); i++) {
        for (size_t k = 0; k < 3; k++) {
            const char *text = json_string_value(
                json_object_get(json_array_get(answers, i), members[k]));
            if (text == NULL) {
                return KB_FAIL(KB_ERR_FORMAT, "known answer %zu: %s is missing", i,
                               members[k]);
            }
            KB_TRY(kb_sha2_update(hash, text, strlen(text)));
            KB_TRY(kb_sha2_update(hash, k == 2 ? "\n" : "\t", 1));
        }
    }
    return KB_OK;
}

kb_status kb_bench_gate_digest(char hex[65], const json_t *gate) {
    uint8_t digest[KB_SHA256_BYTES];
    kb_sha2 *hash = NULL;
    KB_TRY(kb_sha2_new(&hash, KB_HASH_SHA256));
    kb_status status = hash_answers(hash, json_object_get(gate, "answers"));
    if (status == KB_OK) {
        status = kb_sha2_final(hash, digest);
    }
    kb_sha2_free(hash);
    if (status == KB_OK) {
        kb_hex_encode(hex, digest, sizeof digest);
    }
    return status;
}

int kb_bench_gate_child(int argc, char **argv) {
    char hex[65];
    json_t *answers = json_array();
    kb_status status =
        kb_selftest_run(argc == 1 && strcmp(argv[0], WITH_SLOW) == 0, keep, answers);
    kb_bench_class class = status == KB_OK ? KB_BENCH_PASS : KB_BENCH_MISMATCH;
    json_t *all = json_pack("{s:s, s:s, s:o}", "kind", "known-answers", "class",
                            kb_bench_class_name(class), "answers", answers);
    int bad = kb_bench_gate_digest(hex, all) != KB_OK;
    bad |= json_object_set_new(all, "sha256", json_string(hex));
    bad |= json_dumpf(all, stdout, JSON_COMPACT);
    json_decref(all);
    return bad != 0 || fflush(stdout) != 0 ? 70 : 0;
}

kb_status kb_bench_gate_run(json_t **out, char *program, bool with_slow) {
    char verb[] = KB_BENCH_GATE_VERB, slow[] = WITH_SLOW, fast[] = "fast";
    char *const words[] = {program, verb, with_slow ? slow : fast, NULL};
    kb_bench_output output;
    char hex[65];
    KB_TRY(kb_bench_process_run(&output, words, TIMEOUT_NS));
    if (output.class == KB_BENCH_PASS) {
        *out = json_loads(output.text, 0, NULL);
    } else {
        *out = json_pack("{s:s, s:s, s:s, s:[]}", "kind", "known-answers", "class",
                         kb_bench_class_name(output.class), "detail", output.detail,
                         "answers");
        kb_status status = kb_bench_gate_digest(hex, *out);
        (void)json_object_set_new(*out, "sha256",
                                  json_string(status == KB_OK ? hex : ""));
    }
    free(output.text);
    return *out != NULL ? KB_OK : KB_FAIL(KB_ERR_INTERNAL, "known answers: no JSON");
}

/* Whether an answer is about the algorithm: its name is the id, begins with it and a
 * comma, or is a token's whose dotted algorithm has it as a part. */
static bool is_about(const char *answer, const char *id) {
    size_t len = strlen(id);
    if (strncmp(answer, id, len) == 0 && (answer[len] == '\0' || answer[len] == ',')) {
        return true;
    }
    const char *at = strstr(answer, id);
    return strncmp(answer, "CKEM1.", 6) == 0 && at != NULL && at[-1] == '.' &&
           (at[len] == '.' || at[len] == ',');
}

static kb_bench_class class_of_one(const json_t *gate, const char *id) {
    const json_t *answers = json_object_get(gate, "answers");
    kb_bench_class whole = KB_BENCH_CRASH, worst = KB_BENCH_NOKAT;
    const char *text = json_string_value(json_object_get(gate, "class"));
    if (text == NULL || !kb_bench_class_from_name(&whole, text) ||
        (whole != KB_BENCH_PASS && whole != KB_BENCH_MISMATCH)) {
        return whole; /* the process ended before its time */
    }
    for (size_t i = 0; i < json_array_size(answers); i++) {
        const json_t *one = json_array_get(answers, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        const char *class = json_string_value(json_object_get(one, "class"));
        if (name == NULL || class == NULL || !is_about(name, id)) {
            continue;
        }
        if (strcmp(class, kb_bench_class_name(KB_BENCH_PASS)) != 0) {
            return KB_BENCH_MISMATCH;
        }
        worst = KB_BENCH_PASS;
    }
    return worst;
}

kb_bench_class kb_bench_gate_class(const json_t *gate, const char *alg) {
    char half[2][KB_BENCH_NAME_BYTES];
    kb_bench_class worst = KB_BENCH_PASS;
    kb_bench_row_halves(half[0], half[1], alg);
    for (size_t i = 0; i < 2 && half[i][0] != '\0'; i++) {
        const kb_alg *row = kb_catalog_find_name(half[i]);
        kb_bench_class class = class_of_one(gate, row == NULL ? half[i] : row->id);
        if (!kb_bench_class_is_good(class)) {
            return class;
        }
        worst = class == KB_BENCH_NOKAT ? class : worst;
    }
    return worst;
}

kb_bench_class kb_bench_gate_row_class(const json_t *gate, const kb_bench_row *row) {
    kb_bench_class class = kb_bench_gate_class(gate, row->alg);
    if (!kb_bench_class_is_good(class) || row->to[0] == '\0') {
        return class;
    }
    kb_bench_class to = kb_bench_gate_class(gate, row->to);
    return to == KB_BENCH_PASS ? class : to;
}
