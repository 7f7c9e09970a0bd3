/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Without memory for what a key handle would keep, every operation is done without it, and
 * it is kept as soon as there is memory. The linker puts the allocator of this file in the
 * place of the library's.
 */
#include "core/alloc.h"
#include "key/key.h"
#include "test.h"

#include <keybraid/secret.h>

void *__real_kb_malloc(size_t n);
void *__wrap_kb_malloc(size_t n);

static bool is_empty;
static unsigned refused;

void *__wrap_kb_malloc(size_t n) {
    refused += is_empty;
    return is_empty ? NULL : __real_kb_malloc(n);
}

static uint8_t out[17088], ss[32], again[32];
static const kb_sig_message message = {(const uint8_t *)"message", 7, NULL, 0};

static void use(const kb_key *key) {
    if (key->sig != NULL) {
        size_t len = sizeof out;
        CHECK_OK(kb_key_sign(out, &len, &message, key, NULL));
        CHECK_OK(kb_key_verify(out, len, &message, key));
    } else {
        CHECK_OK(kb_key_encaps(out, key->kem->ct_bytes, ss, sizeof ss, key));
        CHECK_OK(kb_key_decaps(again, sizeof again, out, key->kem->ct_bytes, key));
        CHECK_MEM(again, ss, sizeof ss);
    }
}

TEST(without_memory_nothing_is_kept_and_everything_works) {
    static const char *const algs[] = {"ML-KEM-768", "HQC-128-R26", "ML-DSA-65",
                                       "SLH-DSA-SHA2-128f"};
    size_t start = kb_key_cache_read().bytes_now;
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = NULL;
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        use(key);
        is_empty = true;
        refused = 0;
        use(key);
        use(key);
        CHECK(refused >= 2);
        CHECK_INT(kb_key_cache_read().bytes_now, start);
        is_empty = false;
        use(key);
        CHECK(kb_key_cache_read().bytes_now > start);
        /* What is kept needs no more. */
        is_empty = true;
        refused = 0;
        use(key);
        CHECK_INT(refused, 0);
        is_empty = false;
        kb_key_free(key);
        CHECK_INT(kb_key_cache_read().bytes_now, start);
    }
}

int main(void) {
    RUN(without_memory_nothing_is_kept_and_everything_works);
    return TEST_END();
}
