/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * DKEM: the digests of the three official files of known answers, each written anew with
 * its own layout, and digests over long runs of sessions with both hash suites.
 *
 * usage: dkem_official_kat [long]
 */
#include "core/cpu.h"
#include "dkem_drbg.h"
#include "kem/dkem/dkem.h"
#include "test.h"

#include <keybraid/hash.h>

typedef struct session {
    uint8_t pk[KB_DKEM_PK_MAX_BYTES], raw[KB_DKEM_RAW_MAX_BYTES];
    uint8_t ct[KB_DKEM_CT_MAX_BYTES], ss[KB_DKEM_SEED_MAX_BYTES];
    uint8_t coins[2 * KB_DKEM_SEED_MAX_BYTES], m[KB_DKEM_SEED_MAX_BYTES];
    uint8_t got[KB_DKEM_SEED_MAX_BYTES];
} session;

/* Key generation, encapsulation and decapsulation from one seed of the generator. */
static void run(const kb_dkem_params *params, session *s, const uint8_t seed[64]) {
    dkem_drbg drbg;
    dkem_drbg_init(&drbg, seed, 64);
    dkem_drbg_get(&drbg, s->coins, 2 * params->seed_bytes);
    dkem_drbg_get(&drbg, s->m, params->seed_bytes);
    kb_dkem_keygen_derand(params, s->pk, s->raw, s->coins, s->coins + params->seed_bytes);
    kb_dkem_encaps_derand(params, s->ct, s->ss, s->pk, s->m);
    kb_dkem_decaps(params, s->got, s->ct, s->raw);
}

/* Text that only its digest is kept of. */
typedef struct text_hash {
    kb_sha2 *hash;
    size_t bytes;
} text_hash;

static void text_add(text_hash *text, const char *piece) {
    CHECK_OK(kb_sha2_update(text->hash, piece, strlen(piece)));
    text->bytes += strlen(piece);
}

static void text_add_hex(text_hash *text, const char *name, const uint8_t *p, size_t n) {
    char line[64];
    (void)snprintf(line, sizeof line, "%s_Len = %zu\n%s = ", name, n, name);
    text_add(text, line);
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(line, sizeof line, "%02X", p[i]);
        text_add(text, line);
    }
    text_add(text, "\n");
}

static void write_file(const kb_dkem_params *params, text_hash *text,
                       bool has_empty_lines) {
    static session s;
    uint8_t seed[64];
    dkem_drbg seeds;
    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] = (uint8_t)("seed"[i % 4]);
    }
    dkem_drbg_init(&seeds, seed, sizeof seed);
    for (int count = 0; count < 10; count++) {
        char line[32];
        dkem_drbg_get(&seeds, seed, sizeof seed);
        run(params, &s, seed);
        CHECK_MEM(s.got, s.ss, params->seed_bytes);
        (void)snprintf(line, sizeof line, "Count = %d\n", count);
        text_add(text, line);
        text_add_hex(text, "Seed", seed, sizeof seed);
        text_add_hex(text, "PK", s.pk, params->pk_bytes);
        text_add_hex(text, "SK", s.raw, params->raw_bytes);
        text_add_hex(text, "CT", s.ct, params->ct_bytes);
        text_add_hex(text, "SS", s.ss, params->seed_bytes);
        if (has_empty_lines) {
            text_add(text, "\n");
        }
    }
}

static const struct {
    const kb_dkem_params *params;
    size_t bytes;
    const char *file;      /* SHA-256 of the whole file */
    const char *canonical; /* and without empty lines */
} official[] = {
    {&kb_dkem128_params, 67010,
     "464d0956f450378ac938bdcf9c908cf818f911fc9fc40031001a8c166e5fb2fb",
     "e42f9614bda0a02fd7e286524fe2a651bd44a9fb1f05db8acf5e34b2999f31cc"},
    {&kb_dkem256_params, 129110,
     "b1504ba91231dd62b2c6a4c0d0e363e9fbb9ba6c585ac3d7f73113d240557a95",
     "d11d953f5253835f321ae904788b00f9773186d3bfc41a8facc5824a5499c36b"},
    {&kb_dkem512_params, 269910,
     "7eafe3b4a05b77e514dfd3e1f36950232fb710ae9bc38511fe9f8f33e5e2e272",
     "31bcf2f26b5ea662a27e4c4b4857246d115a8eaee4fa99041987d43c19f05b3e"},
};

TEST(the_official_files_of_known_answers_have_their_digests) {
    for (size_t i = 0; i < 3; i++) {
        for (int has_empty_lines = 0; has_empty_lines < 2; has_empty_lines++) {
            uint8_t digest[KB_SHA256_BYTES];
            text_hash text = {0};
            REQUIRE_OK(kb_sha2_new(&text.hash, KB_HASH_SHA256));
            write_file(official[i].params, &text, has_empty_lines);
            CHECK_OK(kb_sha2_final(text.hash, digest));
            CHECK_HEX(digest, sizeof digest,
                      has_empty_lines ? official[i].file : official[i].canonical);
            CHECK_INT(text.bytes, official[i].bytes - (has_empty_lines ? 0 : 10));
            kb_sha2_free(text.hash);
        }
    }
}

static const struct {
    const kb_dkem_params *params;
    const char *digest40, *digest2000;
} chains[] = {
    {&kb_dkem128_params,
     "08e0bdc80401b593ad8619e92e44349315e972733e717886d6e3cf09719abda4",
     "455186f2bea5ba5e29c1e1f83eaa29d09cff9f5691f12fd3f4c6bb51cde753c6"},
    {&kb_dkem128_shake_params,
     "30cee0e6c98e8f7eec08a0c817a821573aabf43aa7436d1d0a353c94c82f9db5",
     "e1eb2ddc78ae7302c82b2b321d0f91dd2dcec5aa9126fe12926c84c2e3893c7e"},
    {&kb_dkem256_params,
     "7c4f542f540e2c6f63c790f16181e9e658ac00f4544f02bcb2479d5af63a4747",
     "f5fb909ee4d10eb157c0b5052c2f13943f903a1055f25babe93dde339fc8837b"},
    {&kb_dkem256_shake_params,
     "cb678d14aa71656999837e907fb64519d74b700530ceec917eb44d7905f0783f",
     "505181cc60ada29822a575a4f99535845bebbb8380ea532ccba04377ba1657e9"},
    {&kb_dkem512_params,
     "72c85d1dcdf49001cead7055a70f986ff93dc73e2605e7dded2a967d185336bf",
     "11776e122e51eb59af0a441d4407d41d220f2ca8ac8d5ecebf19dd6264e33ef8"},
    {&kb_dkem512_shake_params,
     "e9de03290244d4b06b61f45e0832dfc985b69fd5cff25fe366e2872b98ef144e",
     "21d4eeea7f726c2deb876c902957df1f9c1b705fbbc5961e9222521df2ab4216"},
};

/* One session, and three changed ciphertexts: first byte of u, first byte of the signal,
 * last byte. */
static void chain_step(const kb_dkem_params *params, kb_sha2 *hash, uint64_t number) {
    static session s;
    uint8_t seed[64] = "dkem-session-chain";
    for (size_t i = 0; i < 8; i++) {
        seed[56 + i] = (uint8_t)(number >> (56 - 8 * i));
    }
    run(params, &s, seed);
    CHECK_MEM(s.got, s.ss, params->seed_bytes);
    CHECK_OK(kb_sha2_update(hash, s.pk, params->pk_bytes));
    CHECK_OK(kb_sha2_update(hash, s.raw, params->raw_bytes));
    CHECK_OK(kb_sha2_update(hash, s.ct, params->ct_bytes));
    CHECK_OK(kb_sha2_update(hash, s.ss, params->seed_bytes));
    CHECK_OK(kb_sha2_update(hash, s.got, params->seed_bytes));
    size_t last = params->ct_bytes - 1;
    size_t signal = last + 1 - params->seed_bytes * (params->w.bits + 1);
    size_t at[3] = {0, signal, last};
    static const uint8_t mask[3] = {0x01, 0x10, 0x80};
    for (size_t i = 0; i < 3; i++) {
        s.ct[at[i]] ^= mask[i];
        kb_dkem_decaps(params, s.got, s.ct, s.raw);
        s.ct[at[i]] ^= mask[i];
        CHECK_OK(kb_sha2_update(hash, s.got, params->seed_bytes));
    }
}

static void run_chains(uint64_t count) {
    for (size_t c = 0; c < sizeof chains / sizeof chains[0]; c++) {
        uint8_t digest[KB_SHA256_BYTES];
        kb_sha2 *hash;
        REQUIRE_OK(kb_sha2_new(&hash, KB_HASH_SHA256));
        for (uint64_t i = 0; i < count; i++) {
            chain_step(chains[c].params, hash, i);
        }
        CHECK_OK(kb_sha2_final(hash, digest));
        CHECK_HEX(digest, sizeof digest,
                  count == 40 ? chains[c].digest40 : chains[c].digest2000);
        kb_sha2_free(hash);
    }
}

TEST(forty_sessions_of_each_set_and_suite_have_the_known_digest) {
    run_chains(40);
}

TEST(two_thousand_sessions_of_each_set_and_suite_have_the_known_digest) {
    run_chains(2000);
}

int main(int argc, char **argv) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        RUN(two_thousand_sessions_of_each_set_and_suite_have_the_known_digest);
        return TEST_END();
    }
    RUN(the_official_files_of_known_answers_have_their_digests);
    RUN(forty_sessions_of_each_set_and_suite_have_the_known_digest);
    return TEST_END();
}
