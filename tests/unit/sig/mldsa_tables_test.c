/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every table against the portable one: whole operations on random keys and messages,
 * from and to buffers at any address. Arguments: how many of each set (default 100), and
 * the number of the first.
 */
#include "sig/mldsa/mldsa.h"
#include "sig/mldsa/ops.h"
#include "tables.h"

#include <stdlib.h>

static const kb_mldsa_params *const sets[] = {&kb_mldsa44_params, &kb_mldsa65_params,
                                              &kb_mldsa87_params};

static unsigned long count = 100, first;

/* What one table makes of an input; each buffer begins `shift` bytes from where it could
 * and has a mark behind it. */
#define ROOM  64
#define MARKS 16
#define MARK  0x5a

typedef struct outcome {
    uint8_t pk[KB_MLDSA_PK_MAX_BYTES + ROOM];
    uint8_t sk[KB_MLDSA_SK_MAX_BYTES + ROOM];
    uint8_t sig[KB_MLDSA_SIG_MAX_BYTES + ROOM];
} outcome;

static outcome want, got;

static void check_marks(const uint8_t *p, size_t len) {
    for (size_t i = 0; i < MARKS; i++) {
        CHECK_INT(p[len + i], MARK);
    }
}

static void run(outcome *out, const kb_mldsa_params *params, const uint8_t in[160],
                size_t shift, const kb_mldsa_ops *ops) {
    uint8_t *pk = out->pk + shift, *sk = out->sk + shift, *sig = out->sig + shift;
    kb_sig_message message = {in + 64, 1 + in[0] % 64U, in + 128, in[1] % 32U};
    memset(out, MARK, sizeof *out);
    atomic_store(&kb_mldsa_family.chosen, &ops->head);
    kb_mldsa_keygen_derand(params, pk, sk, in);
    CHECK_OK(kb_mldsa_sign(params, sig, &message, sk, in + 32));
    CHECK_OK(kb_mldsa_check_sk(params, sk));
    CHECK_OK(kb_mldsa_verify(params, sig, params->sig_bytes, &message, pk));
    check_marks(pk, params->pk_bytes);
    check_marks(sk, params->sk_bytes);
    check_marks(sig, params->sig_bytes);
    /* One bit of z or of the hint: refused by all. */
    size_t at = params->tilde_bytes + in[2] * (size_t)8, bit = in[3] % 8U;
    sig[at] ^= (uint8_t)(1U << bit);
    CHECK_STATUS(kb_mldsa_verify(params, sig, params->sig_bytes, &message, pk),
                 KB_ERR_AUTH);
    sig[at] ^= (uint8_t)(1U << bit);
}

TEST(every_table_makes_the_same_keys_and_signatures) {
    const kb_mldsa_ops *ops;
    for (unsigned long i = first; i < first + count; i++) {
        for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++) {
            const kb_mldsa_params *params = sets[s];
            uint8_t number[9] = {(uint8_t)s}, in[160];
            for (size_t j = 0; j < 8; j++) {
                number[1 + j] = (uint8_t)((uint64_t)i >> 8 * j);
            }
            kb_shake256(in, sizeof in, number, sizeof number);
            run(&want, params, in, 0, &kb_mldsa_ops_ref);
            for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
                size_t shift = 1 + i % 31;
                if (ops == &kb_mldsa_ops_ref) {
                    continue;
                }
                run(&got, params, in, shift, ops);
                CHECK_MEM(got.pk + shift, want.pk, params->pk_bytes);
                CHECK_MEM(got.sk + shift, want.sk, params->sk_bytes);
                CHECK_MEM(got.sig + shift, want.sig, params->sig_bytes);
            }
        }
    }
    TEST_NOTE("%lu of each set, from number %lu on", count, first);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        count = strtoul(argv[1], NULL, 10);
    }
    if (argc > 2) {
        first = strtoul(argv[2], NULL, 10);
    }
    RUN(every_table_makes_the_same_keys_and_signatures);
    return TEST_END();
}
