/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every table against the portable one, with the hash functions and the kernels of ML-KEM
 * that DKEM uses portable there as well: whole operations, good and bad ciphertexts, with
 * random seeds and buffers at any address. The first argument is the number of runs per
 * parameter set; the second, which may be missing, a number that the seeds begin with.
 */
#include "dkem_case.h"
#include "hash/keccak/ops.h"
#include "hash/sm3/ops.h"
#include "kem/dkem/ops.h"
#include "kem/mlkem/ops.h"
#include "tables.h"

static unsigned long runs = 200, first;

/* Every output of a run, from where its offset puts it on. */
typedef struct outputs {
    uint8_t pk[KB_DKEM_PK_MAX_BYTES + 32], raw[KB_DKEM_RAW_MAX_BYTES + 32],
        ct[KB_DKEM_CT_MAX_BYTES + 32], ss[5][64];
} outputs;

#define RANDOM_BYTES (3 * 64 + 8)

static void run(const kb_dkem_params *params, const kb_kem *kem, outputs *o,
                const uint8_t random[RANDOM_BYTES]) {
    static kb_dkem_private priv;
    static uint8_t bad[KB_DKEM_CT_MAX_BYTES + 32];
    const uint8_t *extra = random + 3 * 64;
    size_t offset = extra[0] % 32, flip = (extra[1] | (size_t)extra[2] << 8);
    memset(o, 0, sizeof *o);
    uint8_t *pk = o->pk + offset, *raw = o->raw + offset, *ct = o->ct + offset;
    kb_dkem_keygen_derand(params, pk, raw, random, random + params->seed_bytes);
    kb_dkem_encaps_derand(params, ct, o->ss[0], pk, random + 128);
    kb_dkem_decaps(params, o->ss[1], ct, raw);
    memcpy(bad, o->ct, sizeof bad);
    bad[offset + flip % params->ct_bytes] ^= (uint8_t)(1 << extra[3] % 8);
    kb_dkem_decaps(params, o->ss[2], bad + offset, raw);
    kb_dkem_expand_private(params, &priv, raw);
    kb_dkem_decaps_with(params, o->ss[3], bad + offset, &priv);
    CHECK_OK(kem->decaps(o->ss[4], ct, random));
    CHECK_OK(kb_dkem_check_raw(params, raw));
}

static void use(kb_ops_family *family, const kb_ops *ops) {
    atomic_store(&family->chosen, ops);
}

/* Number i of a set: what both sides arrive at, and what no table may change. */
static unsigned long differences(size_t set, const uint8_t *random) {
    static outputs want, got;
    const kb_dkem_params *params = sets[set].params;
    unsigned long bad = 0;
    use(&kb_sm3_family, portable_table(&kb_sm3_family));
    use(&kb_keccak_family, portable_table(&kb_keccak_family));
    use(&kb_mlkem_family, portable_table(&kb_mlkem_family));
    use(&kb_dkem_family, portable_table(&kb_dkem_family));
    run(params, sets[set].kem, &want, random);
    bad += memcmp(want.ss[0], want.ss[1], 64) != 0;
    bad += memcmp(want.ss[0], want.ss[2], 64) == 0;
    bad += memcmp(want.ss[2], want.ss[3], 64) != 0;
    bad += memcmp(want.ss[0], want.ss[4], 64) != 0;
    use(&kb_keccak_family, NULL);
    use(&kb_mlkem_family, NULL);
    const kb_ops *ops;
    use(&kb_dkem_family, NULL);
    for (size_t at = 0; params->suite == KB_DKEM_SM3 &&
                        (ops = next_table(&kb_sm3_family, &at)) != NULL;) {
        use(&kb_sm3_family, ops);
        run(params, sets[set].kem, &got, random);
        bad += memcmp(&got, &want, sizeof got) != 0;
    }
    use(&kb_sm3_family, NULL);
    for (size_t at = 0; (ops = next_table(&kb_dkem_family, &at)) != NULL;) {
        use(&kb_dkem_family, ops);
        run(params, sets[set].kem, &got, random);
        bad += memcmp(&got, &want, sizeof got) != 0;
    }
    return bad;
}

TEST(every_table_computes_what_the_portable_one_computes) {
    for (size_t set = 0; set < SET_COUNT; set++) {
        unsigned long bad = 0;
        for (unsigned long i = 0; i < runs; i++) {
            uint8_t random[RANDOM_BYTES], in[17] = {(uint8_t)set};
            for (size_t j = 0; j < 8; j++) {
                in[1 + j] = (uint8_t)(i >> 8 * j);
                in[9 + j] = (uint8_t)(first >> 8 * j);
            }
            kb_shake256(random, sizeof random, in, sizeof in);
            bad += differences(set, random);
        }
        TEST_NOTE("%s: %lu runs, %lu differ", sets[set].params->id, runs, bad);
        CHECK(bad == 0);
    }
}

int main(int argc, char **argv) {
    runs = argc > 1 ? strtoul(argv[1], NULL, 10) : runs;
    first = argc > 2 ? strtoul(argv[2], NULL, 10) : first;
    RUN(every_table_computes_what_the_portable_one_computes);
    return TEST_END();
}
