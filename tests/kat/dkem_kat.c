/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of DKEM: whole sessions with changed ciphertexts, sessions in which the
 * submitted transform leaves 16 bits, every intermediate value of one session, and the
 * functions that it makes of SM3.
 */
#include "core/cpu.h"
#include "dkem_drbg.h"
#include "kat/kat.h"
#include "kem/dkem/dkem.h"
#include "kem/dkem/encode.h"
#include "kem/dkem/hash.h"
#include "kem/dkem/ops.h"
#include "kem/dkem/poly.h"
#include "kem/dkem/sample.h"
#include "kem/kem.h"

#define VECTOR (KB_DKEM_K_MAX * KB_DKEM_N_MAX)

typedef struct set {
    const kb_dkem_params *params;
    const kb_kem *kem;
} set;

static set set_of(const kat_case *c) {
    static const set sets[] = {{&kb_dkem128_params, &kb_dkem128},
                               {&kb_dkem256_params, &kb_dkem256},
                               {&kb_dkem512_params, &kb_dkem512},
                               {&kb_dkem128_shake_params, &kb_dkem128_shake},
                               {&kb_dkem256_shake_params, &kb_dkem256_shake},
                               {&kb_dkem512_shake_params, &kb_dkem512_shake}};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (kat_is(c, "alg", sets[i].params->id)) {
            return sets[i];
        }
    }
    kat_die("unknown parameter set", kat_text(c, "alg"));
    return sets[0];
}

/* Draws d || z and m as the official answers do. */
static void draw(const kat_case *c, const kb_dkem_params *params, uint8_t *d_z,
                 uint8_t *m) {
    size_t len;
    const uint8_t *seed = kat_hex(c, "seed", &len);
    dkem_drbg drbg;
    dkem_drbg_init(&drbg, seed, len);
    dkem_drbg_get(&drbg, d_z, 2 * params->seed_bytes);
    dkem_drbg_get(&drbg, m, params->seed_bytes);
}

/* Decapsulates with the raw key and with the seed, and compares with a field. */
static void check_decaps(const kat_case *c, set s, const char *name, const uint8_t *ct,
                         const uint8_t *raw, const uint8_t *seed) {
    uint8_t *ss = kat_buffer(s.kem->ss_bytes);
    kb_dkem_decaps(s.params, ss, ct, raw);
    kat_check(c, name, ss, s.kem->ss_bytes);
    (void)memset(ss, 0, s.kem->ss_bytes);
    CHECK_OK(s.kem->check_ct(ct));
    CHECK_OK(s.kem->decaps(ss, ct, seed));
    kat_check(c, name, ss, s.kem->ss_bytes);
}

static void run_session(const kat_case *c) {
    set s = set_of(c);
    uint8_t *seed = kat_buffer(s.kem->sk_bytes), *m = kat_buffer(s.kem->coins_bytes);
    uint8_t *pk = kat_buffer(s.kem->pk_bytes), *raw = kat_buffer(s.params->raw_bytes);
    uint8_t *ct = kat_buffer(s.kem->ct_bytes), *ss = kat_buffer(s.kem->ss_bytes);
    draw(c, s.params, seed, m);
    kat_check(c, "coins_keygen", seed, s.kem->sk_bytes);
    kat_check(c, "coins_encaps", m, s.kem->coins_bytes);
    kb_dkem_keygen_derand(s.params, pk, raw, seed, seed + s.params->seed_bytes);
    kat_check(c, "pk", pk, s.params->pk_bytes);
    kat_check(c, "sk", raw, s.params->raw_bytes);
    CHECK_OK(s.kem->check_pk(pk));
    CHECK_OK(kb_dkem_check_raw(s.params, raw));
    (void)memset(pk, 0, s.kem->pk_bytes);
    CHECK_OK(s.kem->public_of(pk, seed));
    kat_check(c, "pk", pk, s.kem->pk_bytes);
    CHECK_OK(s.kem->encaps_derand(ct, ss, pk, m));
    kat_check(c, "ct", ct, s.kem->ct_bytes);
    kat_check(c, "ss", ss, s.kem->ss_bytes);
    check_decaps(c, s, "ss", ct, raw, seed);
    for (size_t i = 0; i < kat_size(c, "count"); i++) {
        char at_name[48], mask_name[48], ss_name[48];
        (void)snprintf(at_name, sizeof at_name, "reject_%zu_at", i);
        (void)snprintf(mask_name, sizeof mask_name, "reject_%zu_mask", i);
        (void)snprintf(ss_name, sizeof ss_name, "reject_%zu_ss", i);
        size_t at = kat_size(c, at_name), len;
        const uint8_t *mask = kat_hex(c, mask_name, &len);
        REQUIRE(at < s.kem->ct_bytes && len == 1);
        ct[at] ^= mask[0];
        check_decaps(c, s, ss_name, ct, raw, seed);
        ct[at] ^= mask[0];
    }
}

static void check_sha256(const kat_case *c, const char *name, const void *p, size_t n) {
    uint8_t digest[KB_SHA256_BYTES];
    CHECK_OK(kb_sha256(digest, p, n));
    kat_check(c, name, digest, sizeof digest);
}

static void run_overflow(const kat_case *c) {
    set s = set_of(c);
    uint8_t *seed = kat_buffer(s.kem->sk_bytes), *m = kat_buffer(s.kem->coins_bytes);
    uint8_t *pk = kat_buffer(s.kem->pk_bytes), *raw = kat_buffer(s.params->raw_bytes);
    uint8_t *ct = kat_buffer(s.kem->ct_bytes), *ss = kat_buffer(s.kem->ss_bytes);
    draw(c, s.params, seed, m);
    kb_dkem_keygen_derand(s.params, pk, raw, seed, seed + s.params->seed_bytes);
    check_sha256(c, "pk_sha256", pk, s.kem->pk_bytes);
    check_sha256(c, "sk_sha256", raw, s.params->raw_bytes);
    CHECK_OK(s.kem->encaps_derand(ct, ss, pk, m));
    check_sha256(c, "ct_sha256", ct, s.kem->ct_bytes);
    kat_check(c, "ss", ss, s.kem->ss_bytes);
    check_decaps(c, s, "ss", ct, raw, seed);
    /* What the submitted code answers is the rejection secret. */
    uint8_t in[2 * KB_DKEM_SEED_MAX_BYTES];
    size_t n = s.params->seed_bytes;
    (void)memcpy(in, seed + n, n);
    (void)memcpy(in + n, ct + s.kem->ct_bytes - n, n);
    kb_dkem_hash_kdf(s.params, ss, in, 2 * n);
    kat_check(c, "ss_faulty", ss, s.kem->ss_bytes);
}

/* The digest of numbers as 16 bits each, little-endian; those above bound (q/2) are
 * brought to the negative side when they count as nearest to zero. */
static void check_shorts(const kat_case *c, const char *name, const int16_t *p, size_t n,
                         int q_when_centred) {
    uint8_t *bytes = kat_buffer(2 * n);
    for (size_t i = 0; i < n; i++) {
        int x = p[i];
        x -= q_when_centred != 0 && x > q_when_centred / 2 ? q_when_centred : 0;
        bytes[2 * i] = (uint8_t)(unsigned)x;
        bytes[2 * i + 1] = (uint8_t)((unsigned)x >> 8);
    }
    check_sha256(c, name, bytes, 2 * n);
}

static kb_dkem_private priv;
static int16_t noise[2 * VECTOR + KB_DKEM_N_MAX], odd[VECTOR], vector[VECTOR];
static int16_t sum[KB_DKEM_N_MAX], w[KB_DKEM_N_MAX];

/* count polynomials, as residues of 0 to q - 1. */
static void check_residues(const kat_case *c, const char *name, const kb_dkem_ring *ring,
                           const int16_t *p, size_t count) {
    static int16_t canonical[VECTOR];
    memcpy(canonical, p, count * ring->n * sizeof p[0]);
    for (size_t i = 0; i < count; i++) {
        kb_dkem_poly_canonical(ring, canonical + i * ring->n);
    }
    check_shorts(c, name, canonical, count * ring->n, 0);
}

/* Twice p, which is used up. */
static void check_kappa(const kat_case *c, const char *name, const kb_dkem_ring *ring,
                        int16_t *p) {
    for (size_t turn = 0; turn < 2; turn++) {
        for (size_t i = 0; turn == 1 && i < ring->n; i++) {
            p[i] = (int16_t)(2 * p[i]);
        }
        kb_dkem_poly_canonical(ring, p);
    }
    check_shorts(c, name, p, ring->n, ring->q);
}

static void trace_keygen(const kat_case *c, set s, uint8_t *raw, const uint8_t *d,
                         const uint8_t *z) {
    size_t n = s.params->ring->n, k = s.params->k, len = s.params->seed_bytes;
    uint8_t both[2 * KB_DKEM_SEED_MAX_BYTES];
    uint8_t *pk = kat_buffer(s.params->pk_bytes);
    kb_dkem_hash_g(s.params, both, d);
    kat_check(c, "rho", both, len);
    kat_check(c, "sigma", both + len, len);
    kb_dkem_sample_noise(s.params, noise, 2 * k, both + len, 0);
    check_shorts(c, "s_sha256", noise, k * n, 0);
    check_shorts(c, "e_sha256", noise + k * n, k * n, 0);
    kb_dkem_generate(s.params, &priv, pk, d, z);
    check_shorts(c, "a_hat_sha256", priv.pub.a, k * k * n, 0);
    check_residues(c, "s_hat_sha256", s.params->ring, priv.s, k);
    check_residues(c, "t_hat_sha256", s.params->ring, priv.pub.t, k);
    kb_dkem_keygen_derand(s.params, pk, raw, d, z);
    check_sha256(c, "pk_sha256", pk, s.params->pk_bytes);
    check_sha256(c, "sk_sha256", raw, s.params->raw_bytes);
}

static void trace_encaps(const kat_case *c, set s, const uint8_t *m) {
    const kb_dkem_ring *ring = s.params->ring;
    size_t n = ring->n, k = s.params->k, len = s.params->seed_bytes;
    uint8_t r[2 * KB_DKEM_SEED_MAX_BYTES], kk[KB_DKEM_SEED_MAX_BYTES];
    kb_dkem_hash_j(s.params, r, m, priv.pub.rho);
    kat_check(c, "r", r, 2 * len);
    kat_check(c, "dither", r + len, len);
    kb_dkem_sample_noise(s.params, noise, 2 * k + 1, r, 0);
    check_shorts(c, "s_prime_sha256", noise, k * n, 0);
    check_shorts(c, "e_prime_sha256", noise + k * n, k * n, 0);
    check_shorts(c, "e_second_sha256", noise + 2 * k * n, n, 0);
    for (size_t i = 0; i < k; i++) {
        ring->ntt(noise + i * n);
    }
    ring->odd_zeta(odd, noise, k);
    for (size_t i = 0; i < k; i++) {
        ring->dot(vector + i * n, priv.pub.a + i * n, k, noise, odd, k);
        ring->inverse_ntt(vector + i * n);
        for (size_t j = 0; j < n; j++) {
            vector[i * n + j] = (int16_t)(vector[i * n + j] + noise[(k + i) * n + j]);
        }
    }
    check_residues(c, "u_sha256", ring, vector, k);
    ring->dot(sum, priv.pub.t, 1, noise, odd, k);
    ring->inverse_ntt(sum);
    uint8_t packed[KB_DKEM_N_MAX / 8 * 5];
    kb_dkem_ops_get()->signal(s.params, packed, kk, sum, noise + 2 * k * n, r + len);
    kb_dkem_unpack(w, packed, n, s.params->w.bits);
    check_shorts(c, "signal_sha256", w, n, 0);
    for (size_t i = 0; i < n; i++) {
        sum[i] = (int16_t)(sum[i] + noise[2 * k * n + i]);
    }
    check_kappa(c, "kappa_sha256", ring, sum);
    kat_check(c, "kk", kk, len);
}

static void trace_decaps(const kat_case *c, set s, const uint8_t *ct) {
    const kb_dkem_ring *ring = s.params->ring;
    size_t n = ring->n, k = s.params->k;
    uint8_t kk[KB_DKEM_SEED_MAX_BYTES];
    for (size_t i = 0; i < k; i++) {
        ring->decompress(vector + i * n, ct + i * n / 8 * s.params->u_bits,
                         s.params->u_bits);
        ring->ntt(vector + i * n);
    }
    const uint8_t *signal = ct + k * n / 8 * s.params->u_bits;
    kb_dkem_unpack(w, signal, n, s.params->w.bits);
    check_shorts(c, "signal_sha256", w, n, 0);
    ring->odd_zeta(odd, vector, k);
    ring->dot(sum, priv.s, 1, vector, odd, k);
    ring->inverse_ntt(sum);
    kb_dkem_ops_get()->reconcile(s.params, kk, sum, signal);
    check_kappa(c, "kappa_dec_sha256", ring, sum);
    kat_check(c, "kk_dec", kk, s.params->seed_bytes);
}

static void run_trace(const kat_case *c) {
    set s = set_of(c);
    uint8_t *seed = kat_buffer(s.kem->sk_bytes), *m = kat_buffer(s.kem->coins_bytes);
    uint8_t *raw = kat_buffer(s.params->raw_bytes), *ct = kat_buffer(s.kem->ct_bytes);
    uint8_t *ss = kat_buffer(s.kem->ss_bytes);
    draw(c, s.params, seed, m);
    kat_check(c, "d", seed, s.params->seed_bytes);
    kat_check(c, "z", seed + s.params->seed_bytes, s.params->seed_bytes);
    kat_check(c, "m", m, s.params->seed_bytes);
    trace_keygen(c, s, raw, seed, seed + s.params->seed_bytes);
    trace_encaps(c, s, m);
    kb_dkem_encaps_to(s.params, ct, ss, &priv.pub, m);
    check_sha256(c, "ct_sha256", ct, s.kem->ct_bytes);
    kat_check(c, "ss", ss, s.kem->ss_bytes);
    trace_decaps(c, s, ct);
    check_decaps(c, s, "ss", ct, raw, seed);
}

static void run_sm3(const kat_case *c) {
    size_t len;
    const uint8_t *msg = kat_hex(c, "msg", &len);
    uint8_t md[KB_SM3_BYTES];
    kb_sm3_hash(md, msg, len);
    kat_check(c, "md", md, sizeof md);
}

static void run_xof(const kat_case *c) {
    size_t len, out_len = kat_size(c, "out_len");
    const uint8_t *msg = kat_hex(c, "msg", &len);
    uint8_t *out = kat_buffer(out_len);
    kb_sm3_xof(out, out_len, msg, len);
    kat_check(c, "md", out, out_len);
}

static void run_pseudohash512(const kat_case *c) {
    size_t len;
    const uint8_t *msg = kat_hex(c, "msg", &len);
    uint8_t md[KB_SM3_PSEUDOHASH512_BYTES];
    kb_sm3_pseudohash512(md, msg, len);
    kat_check(c, "md", md, sizeof md);
}

/* The generator is test code, but everything above rests on it. */
static void run_drbg(const kat_case *c) {
    size_t len;
    const uint8_t *seed = kat_hex(c, "seed", &len);
    dkem_drbg drbg;
    dkem_drbg_init(&drbg, seed, len);
    for (size_t i = 0; i < kat_size(c, "count"); i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "out_%zu", i);
        (void)kat_hex(c, name, &len);
        uint8_t *out = kat_buffer(len);
        dkem_drbg_get(&drbg, out, len);
        kat_check(c, name, out, len);
    }
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    static const kat_op ops[] = {
        {"dkem-session", run_session}, {"dkem-overflow", run_overflow},
        {"dkem-trace", run_trace},     {"sm3", run_sm3},
        {"sm3-xof", run_xof},          {"sm3-pseudohash512", run_pseudohash512},
        {"sm3-drbg", run_drbg}};
    return kat_main("dkem", ops, sizeof ops / sizeof ops[0]);
}
