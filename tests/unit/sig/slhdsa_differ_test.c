/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tables against the portable one over random keys and messages: keys, signatures
 * byte by byte, verification. A few of each f set; "N" as argument makes N of each, "N s"
 * of each s set.
 */
#include "hash/keccak/ops.h"
#include "hash/sha2/ops.h"
#include "sig/slhdsa/ops.h"
#include "sig/slhdsa/slhdsa.h"
#include "tables.h"

#include <keybraid/hash.h>

#define ROW(name, id, is_shake, n, h, d, a, k) &kb_slhdsa_##name##_params,
static const kb_slhdsa_params *const sets[] = {KB_SLHDSA_SETS(ROW)};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static char last_of_id = 'f';
static unsigned long count = 2;

typedef struct results {
    uint8_t pk[KB_SLHDSA_PK_MAX_BYTES], sk[KB_SLHDSA_SK_MAX_BYTES];
    uint8_t sig[KB_SLHDSA_SIG_MAX_BYTES + 1];
    kb_status signed_as, verified_as;
} results;

/* One place for the signature is not aligned. */
static void make(results *r, const kb_slhdsa_params *params, unsigned long number,
                 bool is_odd) {
    uint8_t seeds[4 * KB_SLHDSA_N_MAX_BYTES], msg[100];
    size_t n = params->n;
    kb_shake256(seeds, sizeof seeds, &number, sizeof number);
    kb_shake256(msg, sizeof msg, seeds, sizeof seeds);
    kb_sig_message m = {msg, number % sizeof msg, NULL, 0};
    *r = (results){0};
    kb_slhdsa_keygen_derand(params, r->pk, r->sk, seeds, seeds + n, seeds + 2 * n);
    r->signed_as = kb_slhdsa_sign(params, r->sig + is_odd, &m, r->sk, seeds + 3 * n);
    r->verified_as =
        kb_slhdsa_verify(params, r->sig + is_odd, params->sig_bytes, &m, r->pk);
}

static void use(kb_ops_family *family, const kb_ops *ops) {
    atomic_store(&family->chosen, ops);
}

TEST(every_table_signs_as_the_portable_one) {
    static results want, got;
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_slhdsa_params *params = sets[s];
        if (params->id[strlen(params->id) - 1] != last_of_id) {
            continue;
        }
        for (unsigned long i = 0; i < count; i++) {
            use(&kb_sha2_family, portable_table(&kb_sha2_family));
            use(&kb_keccak_family, portable_table(&kb_keccak_family));
            use(&kb_slhdsa_family, portable_table(&kb_slhdsa_family));
            make(&want, params, 1000 * s + i, false);
            CHECK_OK(want.signed_as);
            CHECK_OK(want.verified_as);
            use(&kb_sha2_family, NULL);
            use(&kb_keccak_family, NULL);
            const kb_slhdsa_ops *ops;
            for (size_t at = 0; (ops = next_table(&kb_slhdsa_family, &at)) != NULL;) {
                use(&kb_slhdsa_family, &ops->head);
                make(&got, params, 1000 * s + i, true);
                CHECK_OK(got.signed_as);
                CHECK_OK(got.verified_as);
                CHECK_MEM(got.pk, want.pk, sizeof got.pk);
                CHECK_MEM(got.sk, want.sk, sizeof got.sk);
                CHECK_MEM(got.sig + 1, want.sig, params->sig_bytes);
            }
        }
        TEST_NOTE("%s: %lu of each table", params->id, count);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        count = strtoul(argv[1], NULL, 10);
    }
    if (argc > 2) {
        last_of_id = 's';
    }
    RUN(every_table_signs_as_the_portable_one);
    return TEST_END();
}
