/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of HKDF, HMAC, HMAC-SM3 and KMAC256. */
#include "hash/sm3/sm3.h"
#include "kat/kat.h"

#include <keybraid/kdf.h>

static kb_hash_alg hash_of(const kat_case *c) {
    const char *alg = kat_text(c, "alg");
    const char *name = strrchr(alg, '-');
    if (name != NULL && strcmp(name, "-SHA256") == 0) {
        return KB_HASH_SHA256;
    }
    if (name != NULL && strcmp(name, "-SHA384") == 0) {
        return KB_HASH_SHA384;
    }
    if (name == NULL || strcmp(name, "-SHA512") != 0) {
        kat_die("unknown hash", alg);
    }
    return KB_HASH_SHA512;
}

static void run_hkdf(const kat_case *c) {
    size_t ikm_len, salt_len, info_len, out_len = kat_size(c, "out_len");
    const uint8_t *ikm = kat_hex(c, "ikm", &ikm_len);
    const uint8_t *salt = kat_hex(c, "salt", &salt_len);
    const uint8_t *info = kat_hex(c, "info", &info_len);
    uint8_t *okm = kat_buffer(out_len);
    kb_status status =
        kb_hkdf(hash_of(c), okm, out_len, salt, salt_len, ikm, ikm_len, info, info_len);
    if (kat_is_invalid(c)) {
        CHECK_STATUS(status, KB_ERR_ARGUMENT);
        return;
    }
    CHECK_OK(status);
    kat_check(c, "okm", okm, out_len);
}

/* A tag in the file may be cut; an invalid one must differ from what we compute. */
static void check_tag(const kat_case *c, const uint8_t *tag, size_t len) {
    size_t want_len;
    const uint8_t *want = kat_hex(c, "tag", &want_len);
    REQUIRE(want_len > 0 && want_len <= len);
    CHECK((memcmp(want, tag, want_len) == 0) == !kat_is_invalid(c));
}

static void run_hmac(const kat_case *c) {
    size_t key_len, len;
    const uint8_t *key = kat_hex(c, "key", &key_len), *msg = kat_hex(c, "msg", &len);
    size_t tag_len = kb_hash_bytes(hash_of(c));
    uint8_t *tag = kat_buffer(tag_len);
    CHECK_OK(kb_hmac(hash_of(c), tag, key, key_len, msg, len));
    check_tag(c, tag, tag_len);
}

/* The message in two parts, cut in the middle. */
static void run_hmac_sm3(const kat_case *c) {
    size_t key_len, len;
    const uint8_t *key = kat_hex(c, "key", &key_len), *msg = kat_hex(c, "msg", &len);
    uint8_t *tag = kat_buffer(KB_SM3_BYTES);
    kb_sm3_hmac(tag, key, key_len, msg, len / 2, msg + len / 2, len - len / 2);
    check_tag(c, tag, KB_SM3_BYTES);
}

/* The length of the output enters KMAC: the tag is computed at the length of the file. */
static void run_kmac256(const kat_case *c) {
    size_t key_len, len, tag_len;
    const uint8_t *key = kat_hex(c, "key", &key_len), *msg = kat_hex(c, "msg", &len);
    (void)kat_hex(c, "tag", &tag_len);
    uint8_t *tag = kat_buffer(tag_len);
    kb_kmac256(tag, tag_len, key, key_len, msg, len, NULL, 0);
    check_tag(c, tag, tag_len);
}

int main(void) {
    static const kat_op ops[] = {{"hkdf", run_hkdf},
                                 {"hmac", run_hmac},
                                 {"hmac-sm3", run_hmac_sm3},
                                 {"kmac256", run_kmac256}};
    return kat_main("kdf", ops, sizeof ops / sizeof ops[0]);
}
