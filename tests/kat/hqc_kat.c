/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of HQC: whole runs, rejected ciphertexts, and each part by itself. */
#include "core/bytes.h"
#include "kat/kat.h"
#include "kem/hqc/code.h"
#include "kem/hqc/gf.h"
#include "kem/hqc/hqc.h"
#include "kem/hqc/ops.h"
#include "kem/hqc/sample.h"
#include "kem/kem.h"

#include <keybraid/hash.h>

typedef struct set {
    const kb_hqc_params *params;
    const kb_kem *kem;
} set;

static set set_of(const kat_case *c) {
    static const set sets[] = {{&kb_hqc_128_r26_params, &kb_hqc_128_r26},
                               {&kb_hqc_192_r26_params, &kb_hqc_192_r26},
                               {&kb_hqc_256_r26_params, &kb_hqc_256_r26},
                               {&kb_hqc_128_v500_params, &kb_hqc_128_v500},
                               {&kb_hqc_192_v500_params, &kb_hqc_192_v500},
                               {&kb_hqc_256_v500_params, &kb_hqc_256_v500}};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (kat_is(c, "alg", sets[i].params->id)) {
            return sets[i];
        }
    }
    kat_die("unknown parameter set", kat_text(c, "alg"));
    return sets[0];
}

/* A field of exactly len bytes. */
static uint8_t *field(const kat_case *c, const char *name, size_t len) {
    size_t got;
    uint8_t *p = kat_hex(c, name, &got);
    if (got != len) {
        kat_die(name, "wrong length");
    }
    return p;
}

/* seed_kem, then m and salt side by side, from the generator of the response files. */
static void draw(const kat_case *c, set s, uint8_t seed_kem[32], uint8_t *coins) {
    static const uint8_t zero = 0;
    kb_shake stream;
    kb_shake256_init(&stream);
    CHECK_OK(kb_shake_absorb(&stream, field(c, "seed", 48), 48));
    CHECK_OK(kb_shake_absorb(&stream, &zero, 1));
    CHECK_OK(kb_shake_finalize(&stream));
    CHECK_OK(kb_shake_squeeze(&stream, seed_kem, 32));
    CHECK_OK(kb_shake_squeeze(&stream, coins, s.kem->coins_bytes));
}

static void run_response(const kat_case *c) {
    set s = set_of(c);
    uint8_t *dk = kat_buffer(s.params->dk_bytes), *pk = kat_buffer(s.kem->pk_bytes);
    uint8_t *ct = kat_buffer(s.kem->ct_bytes), *coins = kat_buffer(s.kem->coins_bytes);
    uint8_t *seed_kem = kat_buffer(32), *ss = kat_buffer(32);
    draw(c, s, seed_kem, coins);
    kb_hqc_keygen_derand(s.params, dk, seed_kem);
    kat_check(c, "sk", dk, s.params->dk_bytes);
    CHECK_OK(s.kem->public_of(pk, seed_kem));
    kat_check(c, "pk", pk, s.kem->pk_bytes);
    CHECK_OK(s.kem->check_pk(pk));
    CHECK_OK(kb_hqc_check_dk(s.params, dk));
    CHECK_OK(s.kem->encaps_derand(ct, ss, pk, coins));
    kat_check(c, "ct", ct, s.kem->ct_bytes);
    kat_check(c, "ss", ss, 32);

    /* What other software made, by both forms of the key. */
    const uint8_t *theirs = field(c, "ct", s.kem->ct_bytes);
    kb_hqc_decaps(s.params, ss, theirs, field(c, "sk", s.params->dk_bytes));
    kat_check(c, "ss", ss, 32);
    (void)memset(ss, 0, 32);
    CHECK_OK(s.kem->decaps(ss, theirs, seed_kem));
    kat_check(c, "ss", ss, 32);
}

static void run_reject(const kat_case *c) {
    set s = set_of(c);
    size_t changes;
    const uint8_t *change = kat_hex(c, "xor", &changes);
    uint8_t *dk = kat_buffer(s.params->dk_bytes), *ct = kat_buffer(s.kem->ct_bytes);
    uint8_t *coins = kat_buffer(s.kem->coins_bytes), *seed_kem = kat_buffer(32);
    uint8_t *ss = kat_buffer(32);
    draw(c, s, seed_kem, coins);
    kb_hqc_keygen_derand(s.params, dk, seed_kem);
    CHECK_OK(s.kem->encaps_derand(ct, ss, dk, coins));
    if (kat_find(c, "fill") != NULL) {
        (void)memset(ct, *field(c, "fill", 1), s.kem->ct_bytes);
    }
    for (size_t i = 0; i + 3 <= changes; i += 3) {
        ct[change[i] * 256 + change[i + 1]] ^= change[i + 2];
    }
    CHECK_OK(s.kem->check_ct(ct));
    kb_hqc_decaps(s.params, ss, ct, dk);
    kat_check(c, "ss", ss, 32);
    (void)memset(ss, 0, 32);
    CHECK_OK(s.kem->decaps(ss, ct, seed_kem));
    kat_check(c, "ss", ss, 32);
}

static void run_decode(const kat_case *c) {
    set s = set_of(c);
    static kb_hqc_vec word;
    uint8_t *symbols = kat_buffer(s.params->n1), *m = kat_buffer(s.params->k);
    kb_hqc_load(&word, field(c, "word", s.params->v_bytes), s.params->v_bytes);
    kb_hqc_ops_get()->rm_decode(s.params, symbols, &word);
    kat_check(c, "symbols", symbols, s.params->n1);
    kb_hqc_ops_get()->rs_decode(s.params, m, symbols);
    kat_check(c, "m", m, s.params->k);
    (void)memset(m, 0, s.params->k);
    kb_hqc_code_decode(s.params, m, &word);
    kat_check(c, "m", m, s.params->k);
}

static void run_gf(const kat_case *c) {
    uint64_t a = *field(c, "a", 1), b = *field(c, "b", 1);
    uint8_t product = (uint8_t)kb_hqc_gf_multiply(a, b);
    kat_check(c, "product", &product, 1);
    product = (uint8_t)(kb_hqc_gf_multiply(b << 40, a << 40) >> 40);
    kat_check(c, "product", &product, 1);
}

static void run_generator(const kat_case *c) {
    set s = set_of(c);
    uint8_t *g = kat_buffer(2 * s.params->delta + 1);
    (void)memcpy(g, s.params->generator, 2 * s.params->delta);
    g[2 * s.params->delta] = 1;
    kat_check(c, "coefficients", g, 2 * s.params->delta + 1);
}

static void run_rs_encode(const kat_case *c) {
    set s = set_of(c);
    uint8_t *symbols = kat_buffer(s.params->n1);
    kb_hqc_rs_encode(s.params, symbols, field(c, "m", s.params->k));
    kat_check(c, "codeword", symbols, s.params->n1);
}

static void run_rs_decode(const kat_case *c) {
    set s = set_of(c);
    size_t errors;
    const uint8_t *error = kat_hex(c, "errors", &errors);
    uint8_t *symbols = kat_buffer(s.params->n1), *m = kat_buffer(s.params->k);
    kb_hqc_rs_encode(s.params, symbols, field(c, "m", s.params->k));
    for (size_t i = 0; i + 2 <= errors; i += 2) {
        symbols[error[i]] ^= error[i + 1];
    }
    kb_hqc_ops_get()->rs_decode(s.params, m, symbols);
    kat_check(c, "m", m, s.params->k);
}

static void run_rm_encode(const kat_case *c) {
    uint64_t codeword[2];
    uint8_t *bytes = kat_buffer(16);
    kb_hqc_rm_encode(codeword, *field(c, "symbol", 1));
    kb_store_le64(bytes, codeword[0]);
    kb_store_le64(bytes + 8, codeword[1]);
    kat_check(c, "word", bytes, 16);
}

/* The word is that of the symbols 0 and 2; the others are zero. */
static void run_rm_decode(const kat_case *c) {
    set s = set_of(c);
    static kb_hqc_vec word;
    size_t len = 16 * s.params->copies;
    uint8_t *all = kat_buffer(s.params->v_bytes), *symbols = kat_buffer(s.params->n1);
    (void)memset(all, 0, s.params->v_bytes);
    (void)memcpy(all, field(c, "word", len), len);
    (void)memcpy(all + 2 * len, all, len);
    kb_hqc_load(&word, all, s.params->v_bytes);
    kb_hqc_ops_get()->rm_decode(s.params, symbols, &word);
    kat_check(c, "symbol", symbols, 1);
    kat_check(c, "symbol", symbols + 2, 1);
    CHECK_INT(symbols[1], 0);
    CHECK_INT(symbols[3], 0);
}

static void run_xof(const kat_case *c) {
    kb_hqc_xof xof;
    kb_hqc_xof_init(set_of(c).params, &xof, field(c, "seed", 32));
    for (size_t i = 0; i < kat_size(c, "reads_count"); i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "read_%zu", i);
        size_t len = strlen(kat_text(c, name)) / 2;
        uint8_t *out = kat_buffer(len);
        kb_hqc_xof_read(&xof, out, len);
        kat_check(c, name, out, len);
    }
}

static void check_positions(const kat_case *c, const char *name,
                            const uint32_t *positions, size_t count) {
    uint8_t *bytes = kat_buffer(2 * count);
    for (size_t i = 0; i < count; i++) {
        CHECK(positions[i] < 65536);
        bytes[2 * i] = (uint8_t)(positions[i] >> 8);
        bytes[2 * i + 1] = (uint8_t)positions[i];
    }
    kat_check(c, name, bytes, 2 * count);
}

static void sample(const kat_case *c, size_t count,
                   void (*draw_positions)(const kb_hqc_params *, uint32_t *,
                                          kb_hqc_xof *)) {
    set s = set_of(c);
    uint32_t positions[KB_HQC_ENC_WEIGHT_MAX];
    kb_hqc_xof xof;
    kb_hqc_xof_init(s.params, &xof, field(c, "seed", 32));
    draw_positions(s.params, positions, &xof);
    check_positions(c, "first", positions, count);
    draw_positions(s.params, positions, &xof);
    check_positions(c, "second", positions, count);
}

static void run_sample_rejecting(const kat_case *c) {
    sample(c, set_of(c).params->weight, kb_hqc_sample_rejecting);
}

static void run_sample_fixed(const kat_case *c) {
    sample(c, set_of(c).params->enc_weight, kb_hqc_sample_fixed);
}

static void run_multiply(const kat_case *c) {
    set s = set_of(c);
    static kb_hqc_vec a, b;
    uint8_t *bytes = kat_buffer(s.params->n_bytes), *digest = kat_buffer(32);
    kb_hqc_sample_uniform(s.params, &a, field(c, "seed_a", 32));
    kb_hqc_sample_uniform(s.params, &b, field(c, "seed_b", 32));
    kb_hqc_ops_get()->multiply(s.params, &a, &a, &b);
    kb_hqc_store(bytes, &a, s.params->n_bytes);
    kb_sha3_256(digest, bytes, s.params->n_bytes);
    kat_check(c, "sha3_256", digest, 32);
}

int main(void) {
    static const kat_op ops[] = {{"hqc-response", run_response},
                                 {"hqc-reject", run_reject},
                                 {"hqc-decode", run_decode},
                                 {"hqc-gf", run_gf},
                                 {"hqc-generator", run_generator},
                                 {"hqc-rs-encode", run_rs_encode},
                                 {"hqc-rs-decode", run_rs_decode},
                                 {"hqc-rm-encode", run_rm_encode},
                                 {"hqc-rm-decode", run_rm_decode},
                                 {"hqc-xof", run_xof},
                                 {"hqc-sample-rejecting", run_sample_rejecting},
                                 {"hqc-sample-fixed", run_sample_fixed},
                                 {"hqc-multiply", run_multiply}};
    return kat_main("hqc", ops, sizeof ops / sizeof ops[0]);
}
