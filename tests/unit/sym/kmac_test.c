/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* KMAC256: the samples of SP 800-185, and sums over every length of every input, computed
 * with libcrypto's KMAC (short keys) and with a second implementation (other keys). */
#include "test.h"

#include <keybraid/kdf.h>

#define UPTO 300

static uint8_t counting[8192];

static const char tagged[] = "My Tagged Application";

TEST(samples_4_to_6_of_nist) {
    const uint8_t *key = counting + 0x40;
    uint8_t out[64];
    kb_kmac256(out, 64, key, 32, counting, 4, tagged, strlen(tagged));
    CHECK_HEX(
        out, 64,
        "20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7f69d4cc3de9d1"
        "04a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd");
    kb_kmac256(out, 64, key, 32, counting, 200, NULL, 0);
    CHECK_HEX(
        out, 64,
        "75358cf39e41494e949707927cee0af20a3ff553904c86b08f21cc414bcfd691589d27cf5e153"
        "69cbbff8b9a4c2eb17800855d0235ff635da82533ec6b759b69");
    kb_kmac256(out, 64, key, 32, counting, 200, tagged, strlen(tagged));
    CHECK_HEX(
        out, 64,
        "b58618f71f92e1d56c1b8c55ddd7cd188b97b4ca4d99831eb2699a837da2e4d970fbacfde5003"
        "3aea585f1a2708510c32d07880801bd182898fe476876fc8965");
}

TEST(the_default_salt_of_sp_800_56c_as_key) {
    static uint8_t info[22 * 1024];
    uint8_t zeros[132] = {0}, out[96];
    kb_kmac256(out, 32, zeros, 132, counting, 200, "KDF", 3);
    CHECK_HEX(out, 32,
              "26692e92fbd60613ac812c36919ada973504990b2e4419a5c18b02a3cb7230a4");
    kb_kmac256(out, 96, zeros, 132, counting, 200, "KDF", 3);
    CHECK_HEX(
        out, 96,
        "c51bf36e458d785a4424a939052f300369853eed6b2445285d3f612d70497bab984e978e61ae0"
        "fb8c48b6e7f6e8057d0e7a75178f202c9b2ca1964178925d243e0e2e83405451492048f56d95a"
        "9077dd7b99cb78a8095f3dad9638fe3b53ccc2");
    for (size_t i = 0; i < sizeof info; i++) {
        info[i] = (uint8_t)(i * 7 + 3);
    }
    kb_kmac256(out, 80, zeros, 132, info, sizeof info, "KDF", 3);
    CHECK_HEX(
        out, 80,
        "618aed9f40b2b9048e1e691e5075c971d79a425670835687271f35aecc3d7421a56b1b2cd528e"
        "d7b68c0eb1fc9e208a59f5433d8da748c739c4861ff9f3c2d23f8d02b01a6bc747df050b19492"
        "84c3af");
}

/* SHA-256 over the outputs while one length runs. */
typedef enum which { KEY, INPUT, OUTPUT, CUSTOM } which;

static void check_sum(which running, size_t first, const char *want) {
    kb_sha2 *sum = NULL;
    uint8_t out[UPTO], custom[UPTO], digest[KB_SHA256_BYTES];
    memset(custom, running == CUSTOM ? 'a' : 'S', sizeof custom);
    REQUIRE_OK(kb_sha2_new(&sum, KB_HASH_SHA256));
    for (size_t n = first; n < UPTO; n++) {
        size_t out_len = running == OUTPUT ? n : 32;
        kb_kmac256(out, out_len, counting, running == KEY ? n : 32,
                   running == INPUT ? counting : (const void *)"message",
                   running == INPUT ? n : 7, custom, running == CUSTOM ? n : 1);
        CHECK_OK(kb_sha2_update(sum, out, out_len));
    }
    CHECK_OK(kb_sha2_final(sum, digest));
    CHECK_HEX(digest, sizeof digest, want);
    kb_sha2_free(sum);
}

TEST(every_length_of_every_input) {
    check_sum(KEY, 4, "8c6021d83657f54380e137c55c17c8907e82817412711a2847c5eb9b833d18d9");
    check_sum(INPUT, 0,
              "9443a94ff34905a396c51355e17c9b5d01c07f584406bc17119a2da4517bbf76");
    check_sum(OUTPUT, 1,
              "f2467ec0d438d73de3d6a24b78b4f6df06f2bba2bc19f245c0266a5b3e9c2c75");
    check_sum(CUSTOM, 0,
              "dbaaee931b92243016eaa7b8ddec42fe3835c74f38e349ede0d8c0f2274adaa2");
}

TEST(keys_of_no_and_of_many_bytes) {
    uint8_t out[32];
    kb_kmac256(out, 32, NULL, 0, "message", 7, "S", 1);
    CHECK_HEX(out, 32,
              "5a7297a5ad8648b6d9a9e8955a714cbd76568c5b223db8a07a93a64eea4e55b7");
    kb_kmac256(out, 32, counting, 600, "message", 7, "S", 1);
    CHECK_HEX(out, 32,
              "a99833acd7c1ea9917dfdaebd7253ca9e616fc10d93cd82cfbfa36d1f8046fbf");
    kb_kmac256(out, 32, counting, 8192, "message", 7, "S", 1);
    CHECK_HEX(out, 32,
              "308626715cacf39749daa8bd7cce13e4f90450c8bd45bafa17e6da474cc9cf0e");
}

int main(void) {
    for (size_t i = 0; i < sizeof counting; i++) {
        counting[i] = (uint8_t)i;
    }
    RUN(samples_4_to_6_of_nist);
    RUN(the_default_salt_of_sp_800_56c_as_key);
    RUN(every_length_of_every_input);
    RUN(keys_of_no_and_of_many_bytes);
    return TEST_END();
}
