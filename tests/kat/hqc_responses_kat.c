/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The response files of both profiles, written again and compared by digest.
 *
 * The generator is SHAKE256(seed || 0), read as a plain stream: seeded with the bytes 0
 * to 47 it gives a 48-byte seed for each count, and each of these gives seed_kem, then m,
 * then the salt. The digests of whole files (100 counts) of profile R26 are also those
 * that liboqs publishes; those of 10 counts are of their beginnings.
 */
#include "kem/hqc/hqc.h"
#include "kem/kem.h"
#include "test.h"

#include <keybraid/hash.h>

static const struct {
    const kb_hqc_params *params;
    const kb_kem *kem;
    const char *title, *of_10, *of_100;
} sets[] = {
    {&kb_hqc_128_r26_params, &kb_hqc_128_r26, "# HQC-1\n\n",
     "5f08798d50c9ec3556208b5a5f743d27e462ed4cbdea6032086f5b795d9cb895",
     "f4135530c7c6bab0d2a49eca78118310c06721518d8df3774cc5201e66ae9cd2"},
    {&kb_hqc_192_r26_params, &kb_hqc_192_r26, "# HQC-3\n\n",
     "1143f8d9290301345e4ea5361d714fc83737b63f7f693589fc25da4a15794bbb",
     "edbb4725ddc4e882fea460c9d04ca6499266be3d6cacd2909c05c744fc45901b"},
    {&kb_hqc_256_r26_params, &kb_hqc_256_r26, "# HQC-5\n\n",
     "3debbabbd407008e75f6efbc66145a908960abfa14cf1044a787c34753b0f6c5",
     "68d45adf1528f09554c452a5cde29929f73369b1d5374835252118c55541af5a"},
    {&kb_hqc_128_v500_params, &kb_hqc_128_v500, "# HQC-1\n\n",
     "8eb9432587f0efa5f01a12d8cd3be940bf1673dd37a7d0299299f0a51651c1bf",
     "84c3812eedbddde674e0a5370ecc9bfd0f71a0006cf7bcf2b1e2e26363d638a7"},
    {&kb_hqc_192_v500_params, &kb_hqc_192_v500, "# HQC-3\n\n",
     "7d933ee869815ef5fe94c51b4ccbff7cb95840371f7d2d77b87ea9df527e8c9c",
     "ba3f3d1e70fe73c666bede150ca7dbd0f332fc02959fe5178f8de8141b712b14"},
    {&kb_hqc_256_v500_params, &kb_hqc_256_v500, "# HQC-5\n\n",
     "9818562e125a03cd529a4eaf440e444387c7563855744302e35bdac9f85fae56",
     "43dd50d6f91d9d85085558e66e2ec0168b403ded47c6dad43cd2acfddca2f618"},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static kb_sha2 *file;

static void write_text(const char *text) {
    CHECK_OK(kb_sha2_update(file, text, strlen(text)));
}

static void write_hex(const char *name, const uint8_t *p, size_t len) {
    static const char digits[] = "0123456789ABCDEF";
    static char text[2 * KB_HQC_CT_MAX_BYTES + 2];
    write_text(name);
    for (size_t i = 0; i < len; i++) {
        text[2 * i] = digits[p[i] >> 4];
        text[2 * i + 1] = digits[p[i] & 15];
    }
    text[2 * len] = '\n';
    CHECK_OK(kb_sha2_update(file, text, 2 * len + 1));
}

static void start(kb_shake *stream, const uint8_t seed[48]) {
    static const uint8_t zero = 0;
    kb_shake256_init(stream);
    CHECK_OK(kb_shake_absorb(stream, seed, 48));
    CHECK_OK(kb_shake_absorb(stream, &zero, 1));
    CHECK_OK(kb_shake_finalize(stream));
}

/* One count: both the expanded key and the seed must decapsulate. */
static void write_count(size_t set, int count, const uint8_t seed[48]) {
    static uint8_t dk[KB_HQC_DK_MAX_BYTES], ct[KB_HQC_CT_MAX_BYTES],
        pk[KB_HQC_EK_MAX_BYTES];
    const kb_hqc_params *params = sets[set].params;
    uint8_t seed_kem[32], m[KB_HQC_K_MAX_BYTES], salt[KB_HQC_SALT_BYTES], ss[32], got[32];
    kb_shake stream;
    start(&stream, seed);
    CHECK_OK(kb_shake_squeeze(&stream, seed_kem, sizeof seed_kem));
    CHECK_OK(kb_shake_squeeze(&stream, m, params->k));
    CHECK_OK(kb_shake_squeeze(&stream, salt, sizeof salt));
    kb_hqc_keygen_derand(params, dk, seed_kem);
    kb_hqc_encaps_derand(params, ct, ss, dk, m, salt);
    kb_hqc_decaps(params, got, ct, dk);
    CHECK_MEM(got, ss, sizeof ss);
    if (count % 10 == 0) {
        CHECK_OK(sets[set].kem->public_of(pk, seed_kem));
        CHECK_MEM(pk, dk, params->ek_bytes);
        CHECK_OK(sets[set].kem->decaps(got, ct, seed_kem));
        CHECK_MEM(got, ss, sizeof ss);
    }
    char text[32];
    (void)snprintf(text, sizeof text, "count = %d\n", count);
    write_text(text);
    write_hex("seed = ", seed, 48);
    write_hex("pk = ", dk, params->ek_bytes);
    write_hex("sk = ", dk, params->dk_bytes);
    write_hex("ct = ", ct, params->ct_bytes);
    write_hex("ss = ", ss, sizeof ss);
    write_text("\n");
}

static void check_file(size_t set, int counts, const char *want) {
    uint8_t seed[48], digest[KB_SHA256_BYTES];
    kb_shake outer;
    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] = (uint8_t)i;
    }
    start(&outer, seed);
    REQUIRE_OK(kb_sha2_new(&file, KB_HASH_SHA256));
    write_text(sets[set].title);
    for (int count = 0; count < counts; count++) {
        CHECK_OK(kb_shake_squeeze(&outer, seed, sizeof seed));
        write_count(set, count, seed);
    }
    CHECK_OK(kb_sha2_final(file, digest));
    CHECK_HEX(digest, sizeof digest, want);
    kb_sha2_free(file);
    TEST_NOTE("%s: %d counts", sets[set].params->id, counts);
}

TEST(first_10_counts_of_each_response_file_are_the_published_ones) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        check_file(i, 10, sets[i].of_10);
    }
}

TEST(all_100_counts_of_each_response_file_are_the_published_ones) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        check_file(i, 100, sets[i].of_100);
    }
}

/* With the argument "long" all counts, which take a while in a debug build. */
int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "long") == 0) {
        RUN(all_100_counts_of_each_response_file_are_the_published_ones);
    } else {
        RUN(first_10_counts_of_each_response_file_are_the_published_ones);
    }
    return TEST_END();
}
