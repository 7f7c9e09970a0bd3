/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HMAC and HKDF: the inputs of RFC 5869 A.1 to A.3 under each hash, every key length
 * around the block size, long info, limits. Figures that the RFC does not print were
 * computed with Python's hmac module. */
#include "test.h"

#include <keybraid/kdf.h>

typedef struct input {
    size_t ikm_len, salt_len, info_len, out_len;
    uint8_t ikm_first, ikm_step, salt_first, info_first;
} input;

static const input inputs[] = {{22, 13, 10, 42, 0x0b, 0, 0x00, 0xf0},
                               {80, 80, 80, 82, 0x00, 1, 0x60, 0xb0},
                               {22, 0, 0, 42, 0x0b, 0, 0, 0}};

typedef struct answer {
    kb_hash_alg alg;
    int input;
    const char *prk, *okm;
} answer;

static const answer answers[] = {
    {KB_HASH_SHA256, 0,
     "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
     "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b8871858"
     "65"},
    {KB_HASH_SHA256, 1,
     "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
     "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271"
     "cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d8"
     "7"},
    {KB_HASH_SHA256, 2,
     "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
     "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96"
     "c8"},
    {KB_HASH_SHA384, 0,
     "704b39990779ce1dc548052c7dc39f303570dd13fb39f7acc564680bef80e8dec70ee9a7e1f3e293ef"
     "68eceb072a5ade",
     "9b5097a86038b805309076a44b3a9f38063e25b516dcbf369f394cfab43685f748b6457763e4f0204f"
     "c5"},
    {KB_HASH_SHA384, 1,
     "b319f6831dff9314efb643baa29263b30e4a8d779fe31e9c901efd7de737c85b62e676d4dc87b0895c"
     "6a7dc97b52cebb",
     "484ca052b8cc724fd1c4ec64d57b4e818c7e25a8e0f4569ed72a6a05fe0649eebf69f8d5c832856bf4"
     "e4fbc17967d54975324a94987f7f41835817d8994fdbd6f4c09c5500dca24a56222fea53d8967a8b2"
     "e"},
    {KB_HASH_SHA384, 2,
     "10e40cf072a4c5626e43dd22c1cf727d4bb140975c9ad0cbc8e45b40068f8f0ba57cdb598af9dfa696"
     "3a96899af047e5",
     "c8c96e710f89b0d7990bca68bcdec8cf854062e54c73a7abc743fade9b242daacc1cea5670415b5284"
     "9c"},
    {KB_HASH_SHA512, 0,
     "665799823737ded04a88e47e54a5890bb2c3d247c7a4254a8e61350723590a26c36238127d8661b88c"
     "f80ef802d57e2f7cebcf1e00e083848be19929c61b4237",
     "832390086cda71fb47625bb5ceb168e4c8e26a1a16ed34d9fc7fe92c1481579338da362cb8d9f925d7"
     "cb"},
    {KB_HASH_SHA512, 1,
     "35672542907d4e142c00e84499e74e1de08be86535f924e022804ad775dde27ec86cd1e5b7d178c744"
     "89bdbeb30712beb82d4f97416c5a94ea81ebdf3e629e4a",
     "ce6c97192805b346e6161e821ed165673b84f400a2b514b2fe23d84cd189ddf1b695b48cbd1c838844"
     "1137b3ce28f16aa64ba33ba466b24df6cfcb021ecff235f6a2056ce3af1de44d572097a8505d9e7a9"
     "3"},
    {KB_HASH_SHA512, 2,
     "fd200c4987ac491313bd4a2a13287121247239e11c9ef82802044b66ef357e5b194498d06826113823"
     "48572a7b1611de54764094286320578a863f36562b0df6",
     "f5fa02b18298a72a8c23898a8703472c6eb179dc204c03425c970e3b164bf90fff22d04836d0e2343b"
     "ac"},
};

typedef struct figures {
    kb_hash_alg alg;
    const char *keys; /* hash of the HMACs of "message" under 0..299 bytes 00 01 .. */
    const char *long_info; /* 80 bytes from 66 bytes 0b, no salt, info of 22 KiB */
    const char *longest;   /* SHA-256 of 255 blocks from 22 bytes 0b */
} figures;

static const figures sums[] = {
    {KB_HASH_SHA256, "89b4f26602d3ed52cce6e49e3bd0109e77210d2b343692d40b3db391452f150b",
     "427df9ae8a7fcd8a0fede67a656dd433b44e467ea37fcc84e8ef601a3c22f5e9e962466b6bdc54a373"
     "76f2b886b7d57c76411d1cf4fc48ec54dd20fa076ed5ca9c0904f4e01aeb559e3deb9dd418564b",
     "35741a9b515760e7e640f60e9d8657af4d09e63be63e55b1b31ca0535721ab80"},
    {KB_HASH_SHA384,
     "e1cd49131d5aa6dbe1f347278e662ec35b2e89c8b748d646b4289be3af11417db49f09c4c1c6fbc0a8"
     "4f015d4185cecc",
     "1e9bf33d2068d8a2d5dd7b5f6e818baebc1c5bc7a8888d570eaf9808a2573ca9f4c86777f8664467c1"
     "46f42ffa9966ad01a5e579620ae3002a319f8325be5e6d8f7b40d5195713e6054e5f00036cf3dc",
     "fa910a882ad97197ba6c445fcfafba4932391212e532f7ca229433d986d6d521"},
    {KB_HASH_SHA512,
     "2ef9e4f331a1c1a3db973ea5b3519eb18af56d245c976490e7843a359755b404571cbf05a675460f60"
     "48336398dbc4b7d3c702c67cb3efe2cabf5ad27552f2f2",
     "1d97a7d134265591bf10a51b988a5666b4488b70a3665bb2ae2dd65945a85ac5bd376e6b5e7ada7cbd"
     "4c5949d5c5387779976fa0102d8f0cd00b18798a45a2c8e998425bc55645c8a56159121118e7df",
     "2e94fb3be11b5b00f8b643b238552b1617550f30c1f1e01bb043267c5e16c484"},
};
#define SUM_COUNT (sizeof sums / sizeof sums[0])

static void count(uint8_t *out, size_t n, uint8_t first, uint8_t each) {
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint8_t)(first + i * each);
    }
}

TEST(hkdf_gives_the_answers_of_rfc_5869) {
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const answer *a = &answers[i];
        const input *in = &inputs[a->input];
        uint8_t ikm[80], salt[80], info[80], prk[KB_HASH_MAX_BYTES], okm[82];
        size_t n = kb_hash_bytes(a->alg);
        count(ikm, in->ikm_len, in->ikm_first, in->ikm_step);
        count(salt, in->salt_len, in->salt_first, 1);
        count(info, in->info_len, in->info_first, 1);
        CHECK_OK(kb_hkdf_extract(a->alg, prk, salt, in->salt_len, ikm, in->ikm_len));
        CHECK_HEX(prk, n, a->prk);
        CHECK_OK(kb_hkdf_expand(a->alg, okm, in->out_len, prk, n, info, in->info_len));
        CHECK_HEX(okm, in->out_len, a->okm);
        count(okm, sizeof okm, 0, 0);
        CHECK_OK(kb_hkdf(a->alg, okm, in->out_len, salt, in->salt_len, ikm, in->ikm_len,
                         info, in->info_len));
        CHECK_HEX(okm, in->out_len, a->okm);
    }
}

TEST(no_salt_is_a_hash_length_of_zeros) {
    const uint8_t zeros[KB_HASH_MAX_BYTES] = {0};
    for (size_t i = 0; i < SUM_COUNT; i++) {
        uint8_t a[KB_HASH_MAX_BYTES], b[KB_HASH_MAX_BYTES];
        size_t n = kb_hash_bytes(sums[i].alg);
        CHECK_OK(kb_hkdf_extract(sums[i].alg, a, NULL, 0, "secret", 6));
        CHECK_OK(kb_hkdf_extract(sums[i].alg, b, zeros, n, "secret", 6));
        CHECK_MEM(a, b, n);
    }
}

TEST(hmac_keys_of_every_length_around_the_block) {
    for (size_t i = 0; i < SUM_COUNT; i++) {
        uint8_t key[300], mac[KB_HASH_MAX_BYTES];
        size_t n = kb_hash_bytes(sums[i].alg);
        kb_sha2 *hash = NULL;
        REQUIRE_OK(kb_sha2_new(&hash, sums[i].alg));
        count(key, sizeof key, 0, 1);
        for (size_t len = 0; len < sizeof key; len++) {
            CHECK_OK(kb_hmac(sums[i].alg, mac, key, len, "message", 7));
            CHECK_OK(kb_sha2_update(hash, mac, n));
        }
        CHECK_OK(kb_sha2_final(hash, mac));
        CHECK_HEX(mac, n, sums[i].keys);
        kb_sha2_free(hash);
    }
}

TEST(info_of_many_kib_is_taken) {
    static uint8_t info[22 * 1024];
    uint8_t ikm[66], okm[80];
    count(info, sizeof info, 3, 7);
    count(ikm, sizeof ikm, 0x0b, 0);
    for (size_t i = 0; i < SUM_COUNT; i++) {
        CHECK_OK(kb_hkdf(sums[i].alg, okm, sizeof okm, NULL, 0, ikm, sizeof ikm, info,
                         sizeof info));
        CHECK_HEX(okm, sizeof okm, sums[i].long_info);
    }
}

TEST(output_ends_at_255_blocks) {
    static uint8_t okm[255 * KB_HASH_MAX_BYTES + 1];
    uint8_t ikm[22], sum[KB_SHA256_BYTES];
    count(ikm, sizeof ikm, 0x0b, 0);
    for (size_t i = 0; i < SUM_COUNT; i++) {
        size_t n = KB_HKDF_MAX_BYTES(kb_hash_bytes(sums[i].alg));
        CHECK_OK(kb_hkdf(sums[i].alg, okm, n, NULL, 0, ikm, sizeof ikm, NULL, 0));
        CHECK_OK(kb_sha256(sum, okm, n));
        CHECK_HEX(sum, sizeof sum, sums[i].longest);
        okm[0] = 0x5a;
        CHECK_STATUS(kb_hkdf(sums[i].alg, okm, n + 1, NULL, 0, ikm, sizeof ikm, NULL, 0),
                     KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_hkdf_expand(sums[i].alg, okm, 0, ikm, sizeof ikm, NULL, 0),
                     KB_ERR_ARGUMENT);
        CHECK_INT(okm[0], 0x5a);
    }
}

TEST(every_input_reaches_the_output) {
    uint8_t want[32], got[32];
    CHECK_OK(kb_hkdf(KB_HASH_SHA256, want, 32, "salt", 4, "ikm", 3, "info", 4));
    CHECK_OK(kb_hkdf(KB_HASH_SHA256, got, 32, "salT", 4, "ikm", 3, "info", 4));
    CHECK(memcmp(want, got, 32) != 0);
    CHECK_OK(kb_hkdf(KB_HASH_SHA256, got, 32, "salt", 4, "ikM", 3, "info", 4));
    CHECK(memcmp(want, got, 32) != 0);
    CHECK_OK(kb_hkdf(KB_HASH_SHA256, got, 32, "salt", 4, "ikm", 3, "infO", 4));
    CHECK(memcmp(want, got, 32) != 0);
    CHECK_OK(kb_hkdf(KB_HASH_SHA256, got, 32, "salt", 4, "ikm", 3, "info", 3));
    CHECK(memcmp(want, got, 32) != 0);
}

TEST(unknown_hash_functions_are_refused) {
    uint8_t out[32] = {1};
    CHECK_STATUS(kb_hmac((kb_hash_alg)0, out, "k", 1, "m", 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_hkdf_extract((kb_hash_alg)9, out, NULL, 0, "m", 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_hkdf_expand((kb_hash_alg)9, out, 32, "k", 1, NULL, 0),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_hkdf((kb_hash_alg)9, out, 32, NULL, 0, "m", 1, NULL, 0),
                 KB_ERR_ARGUMENT);
    CHECK_INT(out[0], 1);
}

int main(void) {
    RUN(hkdf_gives_the_answers_of_rfc_5869);
    RUN(no_salt_is_a_hash_length_of_zeros);
    RUN(hmac_keys_of_every_length_around_the_block);
    RUN(info_of_many_kib_is_taken);
    RUN(output_ends_at_255_blocks);
    RUN(every_input_reaches_the_output);
    RUN(unknown_hash_functions_are_refused);
    return TEST_END();
}
