/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reproducible keys and payloads. The linker sends the library's calls of kb_rng_bytes
 * here (--wrap). */
#include "random.h"

#include "core/bytes.h"
#include "hash/hash_count.h"

#include <keybraid/hash.h>
#include <stdbool.h>
#include <string.h>

static kb_shake stream;
static bool is_seeded;

kb_status __real_kb_rng_bytes(void *out, size_t n);
kb_status __wrap_kb_rng_bytes(void *out, size_t n);

kb_status __wrap_kb_rng_bytes(void *out, size_t n) {
    if (is_seeded) {
        return kb_shake_squeeze(&stream, out, n);
    }
    kb_hash_scope scope = kb_hash_scope_begin(KB_HASH_FN_RNG, 0, n, 1);
    kb_status status = __real_kb_rng_bytes(out, n);
    kb_hash_scope_end(&scope);
    return status;
}

void kb_bench_random_begin(uint64_t seed, const char *label) {
    uint8_t number[8];
    kb_store_le64(number, seed);
    kb_shake256_init(&stream);
    is_seeded = kb_shake_absorb(&stream, number, sizeof number) == KB_OK &&
                kb_shake_absorb(&stream, label, strlen(label)) == KB_OK &&
                kb_shake_finalize(&stream) == KB_OK;
}

void kb_bench_random_end(void) {
    is_seeded = false;
    kb_shake_wipe(&stream);
}
