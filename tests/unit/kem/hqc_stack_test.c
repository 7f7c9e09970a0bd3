/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every operation in a thread with a stack of 128 KiB, and how much of it is used. */

/* Sanitizers put their own areas into each frame. */
#if defined(__SANITIZE_ADDRESS__)
#define STACK_KIB 1024
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STACK_KIB 1024
#endif
#endif

#include "hqc_case.h"
#include "stack.h"

#define FRAMES_MAX ((size_t)96 * 1024)

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
    unsigned dropped = 0;
    size_t at = 0;
    const kb_ops *first = next_table(&kb_hqc_family, &at);
    const kb_ops *ops =
        pick_before_portable(&kb_hqc_family, first, first->needs, &dropped);
    status = ops == first ? KB_OK : KB_ERR_INTERNAL;
    return unused;
}

TEST(every_operation_runs_in_a_small_thread_with_frames_below_96_kib) {
    static const struct {
        const char *name;
        void *(*run)(void *);
    } operations[] = {
        {"self-test of the table in use", run_choice},
        {"keygen", run_keygen},
        {"encaps", run_encaps},
        {"decaps from the seed", run_decaps},
        {"check of a private key", run_check_dk},
        {"decaps", run_decaps_dk},
    };
    size_t none = stack_of(run_nothing, NULL);
    const kb_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
        atomic_store(&kb_hqc_family.chosen, ops);
        for (set = 0; set < SET_COUNT; set++) {
            for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
                status = KB_OK;
                size_t used = stack_of(operations[i].run, NULL) - none;
                CHECK_OK(status);
                TEST_NOTE("%s, %s, %s: %zu bytes", ops->name, sets[set].params->id,
                          operations[i].name, used);
                CHECK(used > 8192);
                CHECK(used <= FRAMES_MAX || STACK_KIB != 128);
            }
        }
    }
}

int main(void) {
    RUN(every_operation_runs_in_a_small_thread_with_frames_below_96_kib);
    return TEST_END();
}
