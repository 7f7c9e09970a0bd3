/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The floors beside what the hash layer counts while the algorithms run. With the argument
 * "slow" the sets of SLH-DSA too that take seconds. */
#include "floors.h"

#include "hash/hash_count.h"
#include "test.h"

#include <keybraid/catalog.h>
#include <keybraid/kem.h>
#include <keybraid/sig.h>

#define ROUNDS        12
#define MESSAGE_BYTES 64

static bool with_slow;

typedef struct counted {
    double least[KB_BENCH_UNIT_KINDS], sum[KB_BENCH_UNIT_KINDS], calls;
} counted;

static void take(counted *c) {
    kb_hash_counts n = kb_hash_count_read();
    const double now[KB_BENCH_UNIT_KINDS] = {(double)n.keccak, (double)n.sha256,
                                             (double)n.sha512, (double)n.sm3};
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        c->least[i] = c->calls == 0 || now[i] < c->least[i] ? now[i] : c->least[i];
        c->sum[i] += now[i];
    }
    c->calls++;
}

/* No call is below the floor, and the mean is not far above the expectation: a floor that
 * is too low would find nothing. */
static void compare(const kb_alg *alg, const char *op, const counted *c) {
    kb_bench_floor f;
    REQUIRE(kb_bench_floor_find(&f, alg->id, op, KB_BENCH_KEY_BYTES, MESSAGE_BYTES));
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        double mean = c->sum[i] / c->calls;
        /* Attempts of ML-DSA vary much; the seed's block of SHA-512 is for all sets. */
        double most = 1.35 * f.expected[i] + 2;
        if (strcmp(alg->family, "ML-DSA") == 0 && strcmp(op, "SIGN") == 0) {
            most = 3 * f.expected[i];
        } else if (strcmp(alg->family, "HQC") == 0 && strcmp(op, "KEYGEN") == 0) {
            most = 2 * f.expected[i]; /* H(ek), which is needed later only */
        }
        if (c->least[i] == 0 && f.least[i] == 0) {
            continue;
        }
        printf("# %s %s %s: %.0f, mean %.1f; floor %.0f, expected %.1f\n", alg->id, op,
               kb_bench_unit_names[i], c->least[i], mean, f.least[i], f.expected[i]);
        CHECK(c->least[i] >= f.least[i]);
        CHECK(mean <= most);
    }
}

/* The first call of an algorithm chooses its table, and the test of tables may hash. */
static void choose_tables(const kb_alg *a) {
    static uint8_t pk[8192], sk[8192];
    if (a->kind == KB_ALG_KEM) {
        CHECK_OK(kb_kem_keygen(a->id, pk, a->pk_bytes, sk, a->sk_bytes));
    } else {
        CHECK_OK(kb_sig_keygen(a->id, pk, a->pk_bytes, sk, a->sk_bytes));
    }
}

static void check_kem(const kb_alg *a) {
    static uint8_t pk[8192], sk[8192], ct[16384], ss[64], got[64];
    counted keygen = {.calls = 0}, encaps = keygen, decaps = keygen;
    choose_tables(a);
    for (size_t i = 0; i < ROUNDS; i++) {
        kb_hash_count_reset();
        CHECK_OK(kb_kem_keygen(a->id, pk, a->pk_bytes, sk, a->sk_bytes));
        take(&keygen);
        kb_hash_count_reset();
        CHECK_OK(kb_kem_encaps(a->id, ct, a->ct_bytes, ss, a->ss_bytes, pk, a->pk_bytes));
        take(&encaps);
        kb_hash_count_reset();
        CHECK_OK(
            kb_kem_decaps(a->id, got, a->ss_bytes, ct, a->ct_bytes, sk, a->sk_bytes));
        take(&decaps);
    }
    compare(a, "KEYGEN", &keygen);
    compare(a, "ENCAPS", &encaps);
    compare(a, "DECAPS", &decaps);
}

static void check_sig(const kb_alg *a, size_t rounds) {
    static uint8_t pk[4096], sk[8192], sig[50000], text[MESSAGE_BYTES];
    counted keygen = {.calls = 0}, sign = keygen, verify = keygen;
    choose_tables(a);
    for (size_t i = 0; i < rounds; i++) {
        text[0] = (uint8_t)i;
        kb_sig_message m = {.msg = text, .msg_len = sizeof text};
        size_t len = a->sig_bytes;
        kb_hash_count_reset();
        CHECK_OK(kb_sig_keygen(a->id, pk, a->pk_bytes, sk, a->sk_bytes));
        take(&keygen);
        kb_hash_count_reset();
        CHECK_OK(kb_sig_sign(a->id, sig, &len, &m, sk, a->sk_bytes));
        take(&sign);
        kb_hash_count_reset();
        CHECK_OK(kb_sig_verify(a->id, sig, len, &m, pk, a->pk_bytes));
        take(&verify);
    }
    compare(a, "KEYGEN", &keygen);
    compare(a, "SIGN", &sign);
    compare(a, "VERIFY", &verify);
}

TEST(what_is_counted_reaches_every_floor_and_stays_near_it) {
    size_t count, seen = 0;
    const kb_alg *algs = kb_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        const kb_alg *a = &algs[i];
        bool is_slh = strcmp(a->family, "SLH-DSA") == 0;
        bool is_slow = is_slh && a->id[strlen(a->id) - 1] == 's';
        if (is_slow != with_slow) {
            continue;
        }
        if (a->kind == KB_ALG_KEM && a->is_post_quantum) {
            check_kem(a);
            seen++;
        } else if (is_slh || strcmp(a->family, "ML-DSA") == 0) {
            check_sig(a, is_slow ? 1 : is_slh ? 2 : ROUNDS);
            seen++;
        }
    }
    CHECK(seen >= 6);
}

int main(int argc, char **argv) {
    with_slow = argc > 1 && strcmp(argv[1], "slow") == 0;
    RUN(what_is_counted_reaches_every_floor_and_stays_near_it);
    return TEST_END();
}
