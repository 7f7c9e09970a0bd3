/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers that are computed from a formula: hashes, key derivation, cipher, accumulated runs of
 * ML-KEM and ML-DSA. All data here is public, so plain comparisons are fine. */
#include "selftest/checks.h"
#include "codec/hex.h"
#include "core/error.h"
#include "kem/mlkem/mlkem.h"
#include "sig/mldsa/mldsa.h"

#include <keybraid/aead.h>
#include <keybraid/hash.h>
#include <keybraid/kdf.h>
#include <string.h>

#define ANSWER_MAX_BYTES 512

kb_status kb_selftest_compare(const char *name, const void *got, size_t len,
                              const char *hex) {
    uint8_t want[ANSWER_MAX_BYTES];
    KB_INVARIANT(strlen(hex) == 2 * len && len <= sizeof want);
    KB_TRY(kb_hex_decode(want, len, hex, strlen(hex)));
    return len == 0 || memcmp(got, want, len) == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_INTERNAL, "self-test: %s gives a wrong answer", name);
}

static kb_status sha3_256(const char *name) {
    uint8_t out[KB_SHA3_256_BYTES];
    kb_sha3_256(out, "abc", 3);
    return kb_selftest_compare(
        name, out, sizeof out,
        "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
}

static kb_status shake(const char *name,
                       void (*shake_once)(uint8_t *, size_t, const void *, size_t),
                       const char *end) {
    uint8_t in[200], out[512];
    memset(in, 0xa3, sizeof in);
    shake_once(out, sizeof out, in, sizeof in);
    return kb_selftest_compare(name, out + 480, 32, end);
}

static kb_status shake128(const char *name) {
    return shake(name, kb_shake128,
                 "44c9fb359fd56ac0a9a75a743cff6862f17d7259ab075216c0699511643b6439");
}

static kb_status shake256(const char *name) {
    return shake(name, kb_shake256,
                 "6a1a9d7846436e4dca5728b6f760eef0ca92bf0be5615e96959d767197a0beeb");
}

static kb_status sha256(const char *name) {
    uint8_t out[KB_SHA256_BYTES];
    KB_TRY(kb_sha256(out, "abc", 3));
    return kb_selftest_compare(
        name, out, sizeof out,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

/* RFC 5869, A.1. */
static kb_status hkdf(const char *name) {
    uint8_t ikm[22], salt[13], info[10], out[42];
    memset(ikm, 0x0b, sizeof ikm);
    for (size_t i = 0; i < sizeof salt; i++) {
        salt[i] = (uint8_t)i;
    }
    for (size_t i = 0; i < sizeof info; i++) {
        info[i] = (uint8_t)(0xf0 + i);
    }
    KB_TRY(kb_hkdf(KB_HASH_SHA256, out, sizeof out, salt, sizeof salt, ikm, sizeof ikm,
                   info, sizeof info));
    return kb_selftest_compare(
        name, out, sizeof out,
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
        "34007208d5b887185865");
}

/* Case 14 of the GCM submission: zero key, zero IV, one zero block. */
static kb_status aes_256_gcm(const char *name) {
    static const uint8_t zeros[32];
    uint8_t out[32];
    KB_TRY(kb_aead_seal(out, zeros, zeros, NULL, 0, zeros, 16));
    return kb_selftest_compare(
        name, out, sizeof out,
        "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919");
}

/* One run: key pair, encapsulation and implicit rejection from a stream of SHAKE128. */
static kb_status mlkem_once(const void *set, kb_shake *stream, kb_shake *sum) {
    const kb_mlkem_params *params = set;
    uint8_t seed[96], ek[KB_MLKEM_EK_MAX_BYTES], dk[KB_MLKEM_DK_MAX_BYTES];
    uint8_t ct[KB_MLKEM_CT_MAX_BYTES], random_ct[KB_MLKEM_CT_MAX_BYTES];
    uint8_t ss[32], again[32], rejected[32];
    KB_TRY(kb_shake_squeeze(stream, seed, sizeof seed));
    KB_TRY(kb_shake_squeeze(stream, random_ct, params->ct_bytes));
    kb_mlkem_keygen_derand(params, ek, dk, seed, seed + 32);
    kb_mlkem_encaps_derand(params, ct, ss, ek, seed + 64);
    kb_mlkem_decaps(params, again, ct, dk);
    kb_mlkem_decaps(params, rejected, random_ct, dk);
    if (memcmp(ss, again, sizeof ss) != 0) {
        return KB_FAIL(KB_ERR_INTERNAL, "self-test: decapsulation differs");
    }
    KB_TRY(kb_shake_absorb(sum, ek, params->ek_bytes));
    KB_TRY(kb_shake_absorb(sum, dk, params->dk_bytes));
    KB_TRY(kb_shake_absorb(sum, ct, params->ct_bytes));
    KB_TRY(kb_shake_absorb(sum, ss, sizeof ss));
    return kb_shake_absorb(sum, rejected, sizeof rejected);
}

/* 100 runs of one algorithm on a stream of SHAKE128; want is the SHAKE128 of all that they gave. */
static kb_status accumulate(const char *name, const void *params,
                            kb_status (*once)(const void *params, kb_shake *stream,
                                              kb_shake *sum),
                            const char *want) {
    kb_shake stream, sum;
    uint8_t out[32];
    kb_shake128_init(&stream);
    kb_shake128_init(&sum);
    KB_TRY(kb_shake_finalize(&stream));
    for (int i = 0; i < 100; i++) {
        KB_TRY(once(params, &stream, &sum));
    }
    KB_TRY(kb_shake_finalize(&sum));
    KB_TRY(kb_shake_squeeze(&sum, out, sizeof out));
    return kb_selftest_compare(name, out, sizeof out, want);
}

static kb_status mlkem512(const char *name) {
    return accumulate(name, &kb_mlkem512_params, mlkem_once,
                      "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1");
}

static kb_status mlkem768(const char *name) {
    return accumulate(name, &kb_mlkem768_params, mlkem_once,
                      "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7");
}

static kb_status mlkem1024(const char *name) {
    return accumulate(name, &kb_mlkem1024_params, mlkem_once,
                      "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df");
}

static kb_status sm3(const char *name) {
    uint8_t out[KB_SM3_BYTES];
    kb_sm3_hash(out, "abc", 3);
    return kb_selftest_compare(
        name, out, sizeof out,
        "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0");
}

static kb_status mldsa_once(const void *set, kb_shake *stream, kb_shake *sum) {
    const kb_mldsa_params *params = set;
    static const uint8_t zeros[KB_MLDSA_RND_BYTES];
    uint8_t xi[KB_MLDSA_SEED_BYTES], pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES];
    uint8_t sig[KB_MLDSA_SIG_MAX_BYTES];
    kb_sig_message empty = {.msg = NULL};
    KB_TRY(kb_shake_squeeze(stream, xi, sizeof xi));
    kb_mldsa_keygen_derand(params, pk, sk, xi);
    KB_TRY(kb_mldsa_sign(params, sig, &empty, sk, zeros));
    KB_TRY(kb_mldsa_verify(params, sig, params->sig_bytes, &empty, pk));
    KB_TRY(kb_shake_absorb(sum, pk, params->pk_bytes));
    return kb_shake_absorb(sum, sig, params->sig_bytes);
}

static kb_status mldsa44(const char *name) {
    return accumulate(name, &kb_mldsa44_params, mldsa_once,
                      "d51148e1f9f4fa1a723a6cf42e25f2a99eb5c1b378b3d2dbbd561b1203beeae4");
}

static kb_status mldsa65(const char *name) {
    return accumulate(name, &kb_mldsa65_params, mldsa_once,
                      "8358a1843220194417cadbc2651295cd8fc65125b5a5c1a239a16dc8b57ca199");
}

static kb_status mldsa87(const char *name) {
    return accumulate(name, &kb_mldsa87_params, mldsa_once,
                      "8c3ad714777622b8f21ce31bb35f71394f23bc0fcf3c78ace5d608990f3b061b");
}

const kb_selftest_check kb_selftest_checks[KB_SELFTEST_CHECK_COUNT] = {
    {"SHA-256", NULL, sha256},
    {"HKDF-SHA256", NULL, hkdf},
    {"AES-256-GCM", NULL, aes_256_gcm},
    {"SHA3-256", "Keccak", sha3_256},
    {"SHAKE128", "Keccak", shake128},
    {"SHAKE256", "Keccak", shake256},
    {"SM3", "SM3", sm3},
    {"ML-KEM-512, 100 runs", "ML-KEM", mlkem512},
    {"ML-KEM-768, 100 runs", "ML-KEM", mlkem768},
    {"ML-KEM-1024, 100 runs", "ML-KEM", mlkem1024},
    {"ML-DSA-44, 100 runs", "ML-DSA", mldsa44},
    {"ML-DSA-65, 100 runs", "ML-DSA", mldsa65},
    {"ML-DSA-87, 100 runs", "ML-DSA", mldsa87},
};
