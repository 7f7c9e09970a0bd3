/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The post-quantum algorithms make no heap call: malloc and its kin are counted in this program. */
#include "kem/kem.h"
#include "sig/sig.h"
#include "test.h"

#include <keybraid/catalog.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t count, size_t n);
extern void *__libc_realloc(void *p, size_t n);
void *malloc(size_t n);
void *calloc(size_t count, size_t n);
void *realloc(void *p, size_t n);

static unsigned calls;

void *malloc(size_t n) {
    calls++;
    return __libc_malloc(n);
}

void *calloc(size_t count, size_t n) {
    calls++;
    return __libc_calloc(count, n);
}

void *realloc(void *p, size_t n) {
    calls++;
    return __libc_realloc(p, n);
}

static uint8_t pk[8192], sk[256], ct[16384], ss[128], again[128], sig[65536];

static void run_kem(const kb_kem *kem) {
    unsigned before = calls;
    kb_status status = kem->keygen(pk, sk);
    status = status == KB_OK ? kem->check_pk(pk) : status;
    status = status == KB_OK ? kem->encaps(ct, ss, pk) : status;
    status = status == KB_OK ? kem->decaps(again, ct, sk) : status;
    unsigned used = calls - before;
    CHECK_OK(status);
    CHECK_MEM(again, ss, kem->ss_bytes);
    CHECK_(used == 0, (void)0, "%s: %u heap calls", kem->id, used);
}

static void run_sig(const kb_sig *alg) {
    kb_sig_message message = {(const uint8_t *)"message", 7, (const uint8_t *)"ctx", 3};
    size_t len = 0;
    unsigned before = calls;
    kb_status status = alg->keygen(pk, sk);
    status = status == KB_OK ? alg->check_pk(pk) : status;
    status = status == KB_OK ? alg->sign(sig, &len, &message, sk) : status;
    status = status == KB_OK ? alg->verify(sig, len, &message, pk) : status;
    unsigned used = calls - before;
    CHECK_OK(status);
    CHECK_(used == 0, (void)0, "%s: %u heap calls", alg->id, used);
}

/* What the count is worth: a call that does allocate is seen. */
TEST(the_counter_counts) {
    unsigned before = calls;
    void *volatile p = malloc(10);
    free(p);
    CHECK_INT(calls - before, 1);
}

TEST(post_quantum_algorithms_use_no_heap) {
    size_t count, kems = 0, sigs = 0;
    const kb_alg *rows = kb_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        /* The s sets run the same code for seconds. */
        bool is_slow = rows[i].id[strlen(rows[i].id) - 1] == 's';
        const kb_kem *kem = kb_kem_find(rows[i].id);
        const kb_sig *alg = kb_sig_find(rows[i].id);
        if (!rows[i].is_post_quantum || is_slow) {
            continue;
        }
        if (kem != NULL) {
            run_kem(kem);
            kems++;
        }
        if (alg != NULL) {
            run_sig(alg);
            sigs++;
        }
    }
    CHECK_INT(kems, 15);
    CHECK_INT(sigs, 9);
}

int main(void) {
    RUN(the_counter_counts);
    RUN(post_quantum_algorithms_use_no_heap);
    return TEST_END();
}
