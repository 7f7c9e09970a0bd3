/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every table against the portable one: whole operations, good and bad ciphertexts, with
 * random seeds and buffers at any address. The first argument is the number of runs per
 * parameter set; the second, which may be missing, a number that the seeds begin with.
 */
#include "kem/mlkem/mlkem.h"
#include "kem/mlkem/ops.h"
#include "tables.h"

#include <keybraid/hash.h>
#include <stdlib.h>

static const kb_mlkem_params *const sets[] = {&kb_mlkem512_params, &kb_mlkem768_params,
                                              &kb_mlkem1024_params};
static unsigned long runs = 1000, first;

/* Every output of a run, from where its offset puts it on. */
typedef struct outputs {
    uint8_t ek[KB_MLKEM_EK_MAX_BYTES + 8], dk[KB_MLKEM_DK_MAX_BYTES + 8],
        ct[KB_MLKEM_CT_MAX_BYTES + 8], ss[4][32];
} outputs;

static void run(const kb_ops *table, const kb_mlkem_params *params, outputs *o,
                const uint8_t random[104]) {
    static kb_mlkem_private priv;
    static uint8_t bad[KB_MLKEM_CT_MAX_BYTES + 8];
    size_t offset = random[96] % 8, flip = (random[97] | (size_t)random[98] << 8);
    atomic_store(&kb_mlkem_family.chosen, table);
    memset(o, 0, sizeof *o);
    uint8_t *ek = o->ek + offset, *dk = o->dk + offset, *ct = o->ct + offset;
    kb_mlkem_keygen_derand(params, ek, dk, random, random + 32);
    kb_mlkem_encaps_derand(params, ct, o->ss[0], ek, random + 64);
    kb_mlkem_decaps(params, o->ss[1], ct, dk);
    memcpy(bad, o->ct, sizeof bad);
    bad[offset + flip % params->ct_bytes] ^= (uint8_t)(1 << random[99] % 8);
    kb_mlkem_decaps(params, o->ss[2], bad + offset, dk);
    kb_mlkem_expand_private(params, &priv, dk);
    kb_mlkem_decaps_with(params, o->ss[3], bad + offset, &priv);
}

TEST(every_table_computes_what_the_portable_one_computes) {
    static outputs want, got;
    const kb_ops *portable = portable_table(&kb_mlkem_family);
    for (size_t set = 0; set < sizeof sets / sizeof sets[0]; set++) {
        unsigned long bad = 0;
        for (unsigned long i = 0; i < runs; i++) {
            uint8_t random[104], in[17] = {(uint8_t)set};
            for (size_t j = 0; j < 8; j++) {
                in[1 + j] = (uint8_t)(i >> 8 * j);
                in[9 + j] = (uint8_t)(first >> 8 * j);
            }
            kb_shake256(random, sizeof random, in, sizeof in);
            run(portable, sets[set], &want, random);
            bad += memcmp(want.ss[0], want.ss[1], 32) != 0;
            bad += memcmp(want.ss[0], want.ss[2], 32) == 0;
            bad += memcmp(want.ss[2], want.ss[3], 32) != 0;
            const kb_ops *table;
            for (size_t at = 0;
                 (table = next_table(&kb_mlkem_family, &at)) != portable;) {
                run(table, sets[set], &got, random);
                bad += memcmp(&got, &want, sizeof got) != 0;
            }
        }
        TEST_NOTE("%s: %lu runs, %lu differ", sets[set]->id, runs, bad);
        CHECK(bad == 0);
    }
}

int main(int argc, char **argv) {
    runs = argc > 1 ? strtoul(argv[1], NULL, 10) : runs;
    first = argc > 2 ? strtoul(argv[2], NULL, 10) : first;
    RUN(every_table_computes_what_the_portable_one_computes);
    return TEST_END();
}
