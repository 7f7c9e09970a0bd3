/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels against the hash functions of libcrypto and of the library, and the choice
 * of a table. */
#include "sig/slhdsa/ops.h"
#include "tables.h"

#include <keybraid/hash.h>

static const kb_slhdsa_params *const sets[] = {
    &kb_slhdsa_sha2_128f_params,  &kb_slhdsa_sha2_192f_params,
    &kb_slhdsa_sha2_256f_params,  &kb_slhdsa_shake_128f_params,
    &kb_slhdsa_shake_192f_params, &kb_slhdsa_shake_256f_params};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t input[KB_SLHDSA_LANE_COUNT]
                    [KB_SLHDSA_WOTS_MAX_COUNT * KB_SLHDSA_N_MAX_BYTES];
static kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
static kb_slhdsa_work work;

static void begin(const kb_slhdsa_ops *ops, const kb_slhdsa_params *params) {
    work = (kb_slhdsa_work){.params = params,
                            .kernels = params->is_shake ? &ops->shake : &ops->sha2};
    for (size_t i = 0; i < params->n; i++) {
        work.pk_seed[i] = (uint8_t)(i * 3 + 1);
    }
    work.kernels->seed(&work);
    for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
        kb_shake256(input[j], sizeof input[j], &j, sizeof j);
        adrs[j] = (kb_slhdsa_address){.layer = (uint32_t)j,
                                      .tree = UINT64_C(0xfedcba9876543210) + j,
                                      .type = (uint32_t)j % 7,
                                      .key_pair = 0x01020304,
                                      .chain = (uint32_t)j * 5,
                                      .hash = 0x05060708};
    }
}

/* FIPS 205, 11.1 and 11.2, as they are written. */
static void want_hash(uint8_t *out, const kb_slhdsa_params *params, size_t lane,
                      size_t len) {
    static uint8_t in[128 + 32 + sizeof input[0]];
    uint8_t digest[KB_SHA512_BYTES];
    size_t n = params->n, at = n;
    memset(in, 0, sizeof in);
    memcpy(in, work.pk_seed, n);
    if (params->is_shake) {
        kb_slhdsa_address_encode(in + at, &adrs[lane]);
        at += KB_SLHDSA_ADDRESS_BYTES;
        memcpy(in + at, input[lane], len);
        kb_shake256(out, n, in, at + len);
        return;
    }
    bool is_512 = n > 16 && len > n;
    at = is_512 ? 128 : 64;
    kb_slhdsa_address_compress(in + at, &adrs[lane]);
    at += KB_SLHDSA_COMPRESSED_ADDRESS_BYTES;
    memcpy(in + at, input[lane], len);
    CHECK_OK((is_512 ? kb_sha512 : kb_sha256)(digest, in, at + len));
    memcpy(out, digest, n);
}

TEST(every_table_hashes_as_section_11_says_in_any_number_of_lanes) {
    const kb_slhdsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_slhdsa_family, &at)) != NULL;) {
        for (size_t s = 0; s < SET_COUNT; s++) {
            size_t n = sets[s]->n;
            const size_t lens[] = {n,     2 * n, sets[s]->k * n, sets[s]->wots_count * n,
                                   3 * n, 4 * n, 5 * n,          6 * n,
                                   7 * n};
            begin(ops, sets[s]);
            for (size_t l = 0; l < sizeof lens / sizeof lens[0]; l++) {
                for (size_t used = 1; used <= KB_SLHDSA_LANE_COUNT; used++) {
                    uint8_t got[KB_SLHDSA_LANE_COUNT][KB_SLHDSA_N_MAX_BYTES], want[32];
                    uint8_t *out[KB_SLHDSA_LANE_COUNT];
                    const uint8_t *in[KB_SLHDSA_LANE_COUNT];
                    for (size_t j = 0; j < used; j++) {
                        out[j] = got[j];
                        in[j] = input[j];
                    }
                    work.kernels->hash(&work, out, adrs, in, lens[l], used);
                    for (size_t j = 0; j < used; j++) {
                        want_hash(want, sets[s], j, lens[l]);
                        CHECK_MEM(got[j], want, n);
                    }
                }
            }
        }
    }
}

TEST(a_chain_is_its_steps_one_by_one) {
    const kb_slhdsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_slhdsa_family, &at)) != NULL;) {
        for (size_t s = 0; s < SET_COUNT; s++) {
            for (size_t used = 1; used <= KB_SLHDSA_LANE_COUNT; used++) {
                for (uint32_t start = 0; start <= 15; start += 5) {
                    uint8_t got[KB_SLHDSA_LANE_COUNT][KB_SLHDSA_N_MAX_BYTES];
                    uint8_t *out[KB_SLHDSA_LANE_COUNT];
                    begin(ops, sets[s]);
                    for (size_t j = 0; j < used; j++) {
                        memcpy(got[j], input[j], sets[s]->n);
                        out[j] = got[j];
                        adrs[j].hash = start;
                    }
                    work.kernels->chain(&work, out, adrs, 15 - start, used);
                    for (size_t j = 0; j < used; j++) {
                        for (adrs[j].hash = start; adrs[j].hash < 15; adrs[j].hash++) {
                            want_hash(input[j], sets[s], j, sets[s]->n);
                        }
                        CHECK_MEM(got[j], input[j], sets[s]->n);
                    }
                }
            }
        }
    }
}

static void seed_wrong(kb_slhdsa_work *w) {
    kb_slhdsa_ops_ref.sha2.seed(w);
    w->seeded512[3]++;
}

static void sha2_hash_wrong(kb_slhdsa_work *w, uint8_t *const *out,
                            const kb_slhdsa_address *a, const uint8_t *const *in,
                            size_t len, size_t used) {
    kb_slhdsa_ops_ref.sha2.hash(w, out, a, in, len, used);
    /* Wrong for one length and one number of lanes only. */
    out[0][15] ^= len == 48 && used == 3;
}

static void shake_hash_wrong(kb_slhdsa_work *w, uint8_t *const *out,
                             const kb_slhdsa_address *a, const uint8_t *const *in,
                             size_t len, size_t used) {
    kb_slhdsa_ops_ref.shake.hash(w, out, a, in, len, used);
    out[used - 1][0] ^= len == 32 && used == 8;
}

static void sha2_chain_wrong(kb_slhdsa_work *w, uint8_t *const *values,
                             const kb_slhdsa_address *a, uint32_t steps, size_t used) {
    kb_slhdsa_ops_ref.sha2.chain(w, values, a, steps - (w->params->n == 24), used);
}

static void shake_chain_wrong(kb_slhdsa_work *w, uint8_t *const *values,
                              const kb_slhdsa_address *a, uint32_t steps, size_t used) {
    kb_slhdsa_ops_ref.shake.chain(w, values, a, steps - (used == 5), used);
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_slhdsa_ops wrong[5];
    for (size_t i = 0; i < 5; i++) {
        wrong[i] = kb_slhdsa_ops_ref;
    }
    wrong[0].sha2.seed = seed_wrong;
    wrong[1].sha2.hash = sha2_hash_wrong;
    wrong[2].shake.hash = shake_hash_wrong;
    wrong[3].sha2.chain = sha2_chain_wrong;
    wrong[4].shake.chain = shake_chain_wrong;
    for (size_t i = 0; i < 5; i++) {
        check_is_dropped(&kb_slhdsa_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_slhdsa_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_slhdsa_ops other = kb_slhdsa_ops_ref;
    check_is_taken_where_it_runs(&kb_slhdsa_family, &other.head);
}

int main(void) {
    RUN(every_table_hashes_as_section_11_says_in_any_number_of_lanes);
    RUN(a_chain_is_its_steps_one_by_one);
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    return TEST_END();
}
