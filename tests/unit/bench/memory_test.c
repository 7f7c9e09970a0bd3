/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Depth of the stack and use of the heap of calls whose needs are known. */
#include "memory.h"

#include "core/error.h"
#include "test.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

#define DEEP_BYTES 50000

static kb_status deep(void *argument) {
    volatile uint8_t area[DEEP_BYTES];
    for (size_t i = 0; i < sizeof area; i++) {
        area[i] = (uint8_t)i;
    }
    *(uint8_t *)argument = area[77];
    return KB_OK;
}

static kb_status nothing(void *argument) {
    (void)argument;
    return KB_OK;
}

/* 100,000 and 30,000 bytes at the same time, then 60,000 alone. */
static kb_status use_heap(void *argument) {
    uint8_t *volatile a = malloc(100000);
    uint8_t *volatile b = calloc(3, 10000);
    *(bool *)argument = a != NULL && b != NULL;
    free(a);
    free(b);
    a = OPENSSL_malloc(60000);
    OPENSSL_free(a);
    return KB_OK;
}

static kb_status refuse(void *argument) {
    (void)argument;
    return KB_FAIL(KB_ERR_KEY, "a reason");
}

TEST(the_stack_of_a_call_is_measured_to_a_few_hundred_bytes) {
    kb_bench_memory m;
    uint8_t byte = 0;
    REQUIRE_OK(kb_bench_memory_of(&m, deep, &byte));
    CHECK(m.stack_bytes >= DEEP_BYTES);
    CHECK(m.stack_bytes < DEEP_BYTES + 4096);
    REQUIRE_OK(kb_bench_memory_of(&m, nothing, NULL));
    /* Sanitizers put more around every frame. */
    CHECK(m.stack_bytes < (m.heap.is_counted ? 512 : 8192));
}

TEST(the_heap_of_a_call_is_counted_libcrypto_included) {
    kb_bench_memory m;
    bool has_run = false;
    REQUIRE_OK(kb_bench_memory_of(&m, use_heap, &has_run));
    CHECK(has_run);
    if (!m.heap.is_counted) {
        TEST_NOTE("this build keeps the sanitizer's malloc");
        return;
    }
    CHECK_INT(m.heap.calls, 3);
    CHECK(m.heap.peak_bytes >= 130000 && m.heap.peak_bytes < 131000);
    REQUIRE_OK(kb_bench_memory_of(&m, nothing, NULL));
    CHECK_INT(m.heap.calls, 0);
    CHECK_INT(m.heap.peak_bytes, 0);
}

TEST(the_failure_of_the_call_is_handed_on_with_its_text) {
    kb_bench_memory m;
    CHECK_STATUS(kb_bench_memory_of(&m, refuse, NULL), KB_ERR_KEY);
    CHECK_STR(kb_last_error()->text, "a reason");
}

TEST(resident_pages_are_told) {
    CHECK(kb_bench_rss_now() > 65536);
    CHECK(kb_bench_rss_peak() >= kb_bench_rss_now() / 2);
}

int main(void) {
    RUN(the_stack_of_a_call_is_measured_to_a_few_hundred_bytes);
    RUN(the_heap_of_a_call_is_counted_libcrypto_included);
    RUN(the_failure_of_the_call_is_handed_on_with_its_text);
    RUN(resident_pages_are_told);
    return TEST_END();
}
