/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "core/ct.h"
#include "core/rng.h"
#include "core/secret.h"
#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

TEST(secrets_start_zero_and_have_their_length) {
    kb_secret *s = NULL;
    REQUIRE_OK(kb_secret_new(&s, 5000));
    CHECK_INT(kb_secret_len(s), 5000);
    for (size_t i = 0; i < 5000; i++) {
        CHECK(kb_secret_bytes(s)[i] == 0);
    }
    memset(kb_secret_data(s), 0x5a, 5000);
    kb_secret_free(s);
    kb_secret_free(NULL);
    CHECK_STATUS(kb_secret_new(&s, 0), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_secret_new(&s, KB_SECRET_MAX_BYTES + 1), KB_ERR_ARGUMENT);
}

TEST(a_forked_child_sees_zeros) {
    kb_secret *s = NULL;
    REQUIRE_OK(kb_secret_new(&s, 32));
    memset(kb_secret_data(s), 0x5a, 32);
    pid_t child = fork();
    if (child == 0) {
        int seen = 0;
        for (size_t i = 0; i < 32; i++) {
            seen |= kb_secret_bytes(s)[i];
        }
        _exit(seen != 0);
    }
    int state = 1;
    CHECK(waitpid(child, &state, 0) == child);
    CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);
    kb_secret_free(s);
}

static uint8_t *scope_end_pointer;

static void leave_secret_behind(void) {
    KB_SECRET_LOCAL(local, 64);
    memset(local, 0x5a, sizeof local);
    scope_end_pointer = local;
    __asm__ __volatile__("" : : "r"(local) : "memory");
}

__attribute__((no_sanitize("address"))) TEST(scope_end_wipes_the_stack) {
    static void (*volatile call)(void) = leave_secret_behind;
    call();
    /* Reads a dead stack frame on purpose. */
    volatile uint8_t *p = scope_end_pointer;
    int seen = 0;
    for (size_t i = 0; i < 64; i++) {
        seen += p[i] == 0x5a;
    }
    CHECK(seen < 8);
}

TEST(ct_compare_and_select_agree_with_plain_ones) {
    uint8_t a[70], b[70];
    CHECK_OK(kb_rng_bytes(a, sizeof a));
    for (size_t n = 0; n < sizeof a; n++) {
        memcpy(b, a, sizeof a);
        CHECK(kb_ct_eq(a, b, n));
        for (size_t bit = 0; bit < 8 * n; bit++) {
            b[bit / 8] ^= (uint8_t)(1u << bit % 8);
            CHECK(!kb_ct_eq(a, b, n));
            b[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
    CHECK(kb_ct_mask_nonzero64(0) == 0);
    CHECK(kb_ct_mask_nonzero64(UINT64_C(1) << 63) == UINT64_MAX);
    CHECK(kb_ct_mask_bit64(1) == UINT64_MAX && kb_ct_mask_bit64(0) == 0);
    CHECK(kb_ct_select64(UINT64_MAX, 7, 9) == 7 && kb_ct_select64(0, 7, 9) == 9);
    memset(b, 0, sizeof b);
    kb_ct_copy_if(0, b, a, sizeof a);
    CHECK(b[0] == 0 && b[69] == 0);
    kb_ct_copy_if(UINT64_MAX, b, a, sizeof a);
    CHECK_MEM(b, a, sizeof a);
}

TEST(randomness_differs_from_call_to_call) {
    uint8_t a[300], b[300];
    REQUIRE_OK(kb_rng_bytes(a, sizeof a));
    REQUIRE_OK(kb_rng_bytes(b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) != 0);
    CHECK_OK(kb_rng_bytes(NULL, 0));
}

int main(void) {
    RUN(secrets_start_zero_and_have_their_length);
    RUN(a_forked_child_sees_zeros);
    RUN(scope_end_wipes_the_stack);
    RUN(ct_compare_and_select_agree_with_plain_ones);
    RUN(randomness_differs_from_call_to_call);
    return TEST_END();
}
