/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every operation in a thread with a stack of 128 KiB, and how much of it is used. */
#include "hqc_case.h"

#include <pthread.h>
#include <sys/mman.h>

/* Sanitizers put their own areas into each frame. */
#if defined(__SANITIZE_ADDRESS__)
#define STACK_KIB 1024
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STACK_KIB 1024
#endif
#endif
#ifndef STACK_KIB
#define STACK_KIB 128
#endif
#define STACK_BYTES ((size_t)STACK_KIB * 1024)
#define FRAMES_MAX  ((size_t)96 * 1024)

static uint8_t pk[KB_HQC_EK_MAX_BYTES], ct[KB_HQC_CT_MAX_BYTES], ss[32], sk[32],
    dk[KB_HQC_DK_MAX_BYTES];
static size_t set;
static kb_status status;

static void *run_nothing(void *unused) {
    return unused;
}

static void *run_keygen(void *unused) {
    status = sets[set].kem->keygen(pk, sk);
    return unused;
}

static void *run_encaps(void *unused) {
    status = sets[set].kem->encaps(ct, ss, pk);
    return unused;
}

static void *run_decaps(void *unused) {
    status = sets[set].kem->decaps(ss, ct, sk);
    return unused;
}

static void *run_decaps_dk(void *unused) {
    kb_hqc_decaps(sets[set].params, ss, ct, dk);
    return unused;
}

static void *run_check_dk(void *unused) {
    kb_hqc_keygen_derand(sets[set].params, dk, sk);
    status = kb_hqc_check_dk(sets[set].params, dk);
    return unused;
}

static void *run_choice(void *unused) {
    kb_hqc_ops other = kb_hqc_ops_ref;
    const kb_hqc_ops *list[] = {&other, &kb_hqc_ops_ref};
    unsigned dropped = 0;
    status = kb_hqc_ops_pick(list, 2, 0, &dropped) == &other ? KB_OK : KB_ERR_INTERNAL;
    return unused;
}

/* Runs f on a fresh stack below which a page cannot be touched; returns the bytes that
 * were written there. */
static size_t stack_of(void *(*f)(void *)) {
    pthread_t thread;
    pthread_attr_t attributes;
    uint8_t *area = mmap(NULL, STACK_BYTES + 4096, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED || mprotect(area, 4096, PROT_NONE) != 0) {
        CHECK(area == NULL);
        return 0;
    }
    memset(area + 4096, 0xa5, STACK_BYTES);
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstack(&attributes, area + 4096, STACK_BYTES) == 0);
    status = KB_OK;
    CHECK(pthread_create(&thread, &attributes, f, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_OK(status);
    size_t untouched = 0;
    while (untouched < STACK_BYTES && area[4096 + untouched] == 0xa5) {
        untouched++;
    }
    (void)pthread_attr_destroy(&attributes);
    (void)munmap(area, STACK_BYTES + 4096);
    return STACK_BYTES - untouched;
}

TEST(every_operation_runs_in_a_small_thread_with_frames_below_96_kib) {
    static const struct {
        const char *name;
        void *(*run)(void *);
    } operations[] = {
        {"choice of the table", run_choice},
        {"keygen", run_keygen},
        {"encaps", run_encaps},
        {"decaps from the seed", run_decaps},
        {"check of a private key", run_check_dk},
        {"decaps", run_decaps_dk},
    };
    size_t none = stack_of(run_nothing);
    for (set = 0; set < SET_COUNT; set++) {
        for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
            size_t used = stack_of(operations[i].run) - none;
            TEST_NOTE("%s %s: %zu bytes", sets[set].params->id, operations[i].name, used);
            CHECK(used > 8192);
            CHECK(used <= FRAMES_MAX || STACK_KIB != 128);
        }
    }
}

int main(void) {
    RUN(every_operation_runs_in_a_small_thread_with_frames_below_96_kib);
    return TEST_END();
}
