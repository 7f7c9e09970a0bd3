/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ML-DSA over many random inputs, compared with one digest each.
 *
 * Accumulated: SHAKE128 of the empty string gives a seed for each of N rounds; a second
 * SHAKE128 absorbs the public key and the deterministic signature of the empty message
 * (procedure and figures of C2SP/CCTV).
 *
 * Response files: the 100 blocks that the generator of NIST's submission form gives for
 * hedged and for deterministic signing, as SHA-256 of the text.
 */
#include "core/cpu.h"
#include "sig/mldsa/mldsa.h"
#include "test.h"

#include <keybraid/hash.h>
#include <openssl/evp.h>

static const struct {
    const kb_mldsa_params *params;
    const char *n100, *n10000, *hedged[2], *plain[2]; /* first block, all 100 */
} sets[] = {
    {&kb_mldsa44_params,
     "d51148e1f9f4fa1a723a6cf42e25f2a99eb5c1b378b3d2dbbd561b1203beeae4",
     "e7fd21f6a59bcba60d65adc44404bb29a7c00e5d8d3ec06a732c00a306a7d143",
     {"9a196e7fb32fbc93757dc2d8dc1924460eab66303c0c08aeb8b798fb8d8f8cf3",
      "54322d25c05b96941aec73eb3ee27a975d38a34bfb53ef4cb9fd4a8e9cab554c"},
     {"49bafbcd6bd9510b73c8fe163372fa487602608aafc0139ec164b64828aea5db",
      "f37cd30f7bd4b3f70a57f3336a75bbddc3ebffce44aa4074306b8e2e3bf40230"}},
    {&kb_mldsa65_params,
     "8358a1843220194417cadbc2651295cd8fc65125b5a5c1a239a16dc8b57ca199",
     "5ff5e196f0b830c3b10a9eb5358e7c98a3a20136cb677f3ae3b90175c3ace329",
     {"7cb96242eac9907a55b5c84c202f0ebd552419c50b2e986dc2e28f07ecebf072",
      "47e1ca6d4a45e9853e381954cf97206eca22993deade3cade45bd9d9457c93f9"},
     {"f2487f4e161fe77a3968baf38405f14163bda2c9694067349d23641138b9a08b",
      "253890195dacb600cd6e892fe627765e35550d42368654af4ba736bc0cdba152"}},
    {&kb_mldsa87_params,
     "8c3ad714777622b8f21ce31bb35f71394f23bc0fcf3c78ace5d608990f3b061b",
     "80a8cf39317f7d0be0e24972c51ac152bd2a3e09bc0c32ce29dd82c4e7385e60",
     {"4537905d2aabcf302fab2f242baed293459ecda7c230e6a67063b02c7e2840ed",
      "12382114979d5b64436aebfe6db02d61c07859429233105e936752cb77cc585a"},
     {"aa02ae1d1af2cb98752947a314b80ff6d966b8e11ea6651e63a38cfe10b366a2",
      "4afc27caf6a4586980732673d6be15f9c95211e07357fba4699a857cbe3812a1"}},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES],
    sig[KB_MLDSA_SIG_MAX_BYTES];
static const uint8_t zero[KB_MLDSA_RND_BYTES];

static void accumulate(const kb_mldsa_params *params, int rounds, const char *want) {
    static const kb_sig_message empty;
    kb_shake stream, sum;
    kb_shake128_init(&stream);
    kb_shake128_init(&sum);
    REQUIRE_OK(kb_shake_finalize(&stream));
    for (int i = 0; i < rounds; i++) {
        uint8_t xi[KB_MLDSA_SEED_BYTES];
        REQUIRE_OK(kb_shake_squeeze(&stream, xi, sizeof xi));
        kb_mldsa_keygen_derand(params, pk, sk, xi);
        REQUIRE_OK(kb_mldsa_sign(params, sig, &empty, sk, zero));
        CHECK_OK(kb_mldsa_verify(params, sig, params->sig_bytes, &empty, pk));
        REQUIRE_OK(kb_shake_absorb(&sum, pk, params->pk_bytes));
        REQUIRE_OK(kb_shake_absorb(&sum, sig, params->sig_bytes));
    }
    uint8_t got[32];
    REQUIRE_OK(kb_shake_finalize(&sum));
    REQUIRE_OK(kb_shake_squeeze(&sum, got, sizeof got));
    CHECK_HEX(got, sizeof got, want);
}

TEST(accumulated_digest_of_100_rounds_is_the_published_one) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        accumulate(sets[i].params, 100, sets[i].n100);
    }
}

TEST(accumulated_digest_of_10000_rounds_is_the_published_one) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        accumulate(sets[i].params, 10000, sets[i].n10000);
    }
}

/* ---- The generator of the response files: AES-256-CTR-DRBG, no derivation function */

typedef struct drbg {
    uint8_t key[32], v[16];
} drbg;

/* The next n bytes of AES-256(key, ++v), v big-endian; n is at most 3408. */
static void drbg_blocks(drbg *d, uint8_t *out, size_t n) {
    EVP_CIPHER_CTX *aes = EVP_CIPHER_CTX_new();
    REQUIRE(aes != NULL);
    CHECK(EVP_EncryptInit_ex(aes, EVP_aes_256_ecb(), NULL, d->key, NULL) == 1);
    for (size_t done = 0; done < n; done += 16) {
        uint8_t block[16];
        int len = 0;
        for (size_t i = 16; i-- > 0 && ++d->v[i] == 0;) {
        }
        CHECK(EVP_EncryptUpdate(aes, block, &len, d->v, 16) == 1 && len == 16);
        (void)memcpy(out + done, block, n - done < 16 ? n - done : 16);
    }
    EVP_CIPHER_CTX_free(aes);
}

static void drbg_update(drbg *d, const uint8_t *in) {
    uint8_t out[48];
    drbg_blocks(d, out, sizeof out);
    for (size_t i = 0; in != NULL && i < sizeof out; i++) {
        out[i] ^= in[i];
    }
    (void)memcpy(d->key, out, 32);
    (void)memcpy(d->v, out + 32, 16);
}

static void drbg_read(drbg *d, uint8_t *out, size_t n) {
    drbg_blocks(d, out, n);
    drbg_update(d, NULL);
}

static void drbg_start(drbg *d, const uint8_t seed[48]) {
    *d = (drbg){{0}, {0}};
    drbg_update(d, seed);
}

/* ---- The text */

static kb_sha2 *all;
static char *first_block;
static size_t first_len;
static int current;

static void put(const char *text, size_t len) {
    CHECK_OK(kb_sha2_update(all, text, len));
    if (current == 0) {
        (void)memcpy(first_block + first_len, text, len);
        first_len += len;
    }
}

static void put_text(const char *text) {
    put(text, strlen(text));
}

static void put_hex(const char *name, const uint8_t *bytes, size_t len) {
    static const char digits[] = "0123456789ABCDEF";
    static char text[16384 + 1];
    put_text(name);
    REQUIRE(2 * len < sizeof text);
    for (size_t i = 0; i < len; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * len] = '\n';
    put(text, 2 * len + 1);
}

static void put_number(const char *name, size_t number) {
    char text[64];
    (void)snprintf(text, sizeof text, "%s%zu\n", name, number);
    put_text(text);
}

static void response_block(const kb_mldsa_params *params, drbg *outer, bool is_hedged) {
    static uint8_t sm[KB_MLDSA_SIG_MAX_BYTES + 3300];
    uint8_t seed[48], xi[32], rnd[32], *msg = sm + params->sig_bytes;
    size_t len = (size_t)33 * (size_t)(current + 1);
    drbg inner;
    drbg_read(outer, seed, sizeof seed);
    drbg_read(outer, msg, len);
    drbg_start(&inner, seed);
    drbg_read(&inner, xi, sizeof xi);
    drbg_read(&inner, rnd, sizeof rnd);
    kb_mldsa_keygen_derand(params, pk, sk, xi);
    kb_sig_message message = {msg, len, NULL, 0};
    REQUIRE_OK(kb_mldsa_sign(params, sm, &message, sk, is_hedged ? rnd : zero));
    put_text(current == 0 ? "" : "\n");
    put_number("count = ", (size_t)current);
    put_hex("seed = ", seed, sizeof seed);
    put_number("mlen = ", len);
    put_hex("msg = ", msg, len);
    put_hex("pk = ", pk, params->pk_bytes);
    put_hex("sk = ", sk, params->sk_bytes);
    put_number("smlen = ", params->sig_bytes + len);
    put_hex("sm = ", sm, params->sig_bytes + len);
}

static void response_file(const kb_mldsa_params *params, bool is_hedged,
                          const char *const want[2]) {
    uint8_t seed[48], got[32];
    drbg outer;
    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] = (uint8_t)i;
    }
    drbg_start(&outer, seed);
    first_len = 0;
    first_block = malloc(65536);
    REQUIRE(first_block != NULL);
    REQUIRE_OK(kb_sha2_new(&all, KB_HASH_SHA256));
    for (current = 0; current < 100; current++) {
        response_block(params, &outer, is_hedged);
    }
    CHECK_OK(kb_sha2_final(all, got));
    CHECK_HEX(got, sizeof got, want[1]);
    CHECK_OK(kb_sha256(got, first_block, first_len));
    CHECK_HEX(got, sizeof got, want[0]);
    kb_sha2_free(all);
    free(first_block);
}

TEST(hedged_response_file_has_the_published_digest) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        response_file(sets[i].params, true, sets[i].hedged);
    }
}

TEST(deterministic_response_file_has_the_digest_of_another_implementation) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        response_file(sets[i].params, false, sets[i].plain);
    }
}

/* With the argument "long" the 10000 rounds, which take a while in a debug build. */
int main(int argc, char **argv) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    if (argc == 2 && strcmp(argv[1], "long") == 0) {
        RUN(accumulated_digest_of_10000_rounds_is_the_published_one);
    } else {
        RUN(accumulated_digest_of_100_rounds_is_the_published_one);
        RUN(hedged_response_file_has_the_published_digest);
        RUN(deterministic_response_file_has_the_digest_of_another_implementation);
    }
    return TEST_END();
}
