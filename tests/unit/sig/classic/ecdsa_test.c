/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ECDSA: figures of RFC 6979 and RFC 7515, one-bit changes, range of scalars, strict DER.
 */
#include "sig/classic/classic.h"
#include "sig_case.h"

static const kb_sig *const algs[] = {&kb_ecdsa_p256, &kb_ecdsa_p384, &kb_ecdsa_p521};

typedef struct figure {
    const kb_sig *alg;
    const char *sk, *pk, *msg, *sig;
} figure;

/* RFC 6979, A.2.5 to A.2.7: message "sample" with the curve's own hash. Our nonces are
 * random, so these are verified, not made. */
static const figure figures[] = {
    {&kb_ecdsa_p256, "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
     "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99"
     "a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
     "sample",
     "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d4"
     "36c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"},
    {&kb_ecdsa_p256, "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
     "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99"
     "a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
     "test",
     "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367019f4113742a2b14bd"
     "25926b49c649155f267e60d3814b4c0cc84250e46f0083"},
    {&kb_ecdsa_p384,
     "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f8"
     "72c9ea60d2edf5",
     "04ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0ea905586606"
     "4"
     "a254515480bc138015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1288b2"
     "3"
     "1c3ae0d4fe7344fd2533264720",
     "sample",
     "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e3"
     "6"
     "dd1e80fabe4699ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c14"
     "5"
     "786e679e7b82c71a38628ac8"},
    {&kb_ecdsa_p521,
     "00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75caa896eb32f1f47c708"
     "5"
     "5836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538",
     "0401894550d0785932e00eaa23b694f213f8c3121f86dc97a04e5a7167db4e5bcd371123d46e45db6b5"
     "d"
     "5370a7f20fb633155d38ffa16d2bd761dcac474b9a2f5023a400493101c962cd4d2fddf782285e64584"
     "139"
     "c2f91b47f87ff82354d6630f746a28a0db25741b5b34a828008b22acc23f924faafbd4d33f81ea66956"
     "dfe"
     "aa2bfdfcf5",
     "sample",
     "00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f174e25a1ee9017b5d45"
     "0"
     "606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa00617cce7cf5064806c467f678d3b4080d6"
     "f1c"
     "c50af26ca209417308281b68af282623eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee"
     "0e4"
     "4da4a67a"},
};

TEST(figures_of_rfc_6979_verify) {
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const figure *f = &figures[i];
        uint8_t sk[66], pk[133], sig[132];
        kb_sig_message m = {(const uint8_t *)f->msg, strlen(f->msg), NULL, 0};
        CHECK_INT(test_unhex(sk, sizeof sk, f->sk), f->alg->sk_bytes);
        CHECK_INT(test_unhex(sig, sizeof sig, f->sig), f->alg->sig_bytes);
        CHECK_OK(f->alg->public_of(pk, sk));
        CHECK_HEX(pk, f->alg->pk_bytes, f->pk);
        CHECK_OK(f->alg->check_pk(pk));
        CHECK_OK(f->alg->verify(sig, f->alg->sig_bytes, &m, pk));
    }
}

/* Hashes a message in pieces of any size for a curve. */
static void hash(uint8_t *digest, const kb_ecdsa *ecdsa, const uint8_t *data, size_t len,
                 size_t piece) {
    kb_libcrypto_digest *state = NULL;
    REQUIRE_OK(kb_libcrypto_digest_new(&state, ecdsa->md));
    for (size_t at = 0; at < len; at += piece) {
        CHECK_OK(kb_libcrypto_digest_update(state, data + at,
                                            len - at < piece ? len - at : piece));
    }
    CHECK_OK(kb_libcrypto_digest_final(state, digest));
    kb_libcrypto_digest_free(state);
}

TEST(figures_of_rfc_6979_verify_from_pieces) {
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const figure *f = &figures[i];
        const kb_ecdsa *ecdsa = kb_ecdsa_find(f->alg->id);
        uint8_t pk[133], sig[132], digest[KB_ECDSA_DIGEST_MAX_BYTES];
        size_t n = f->alg->sig_bytes;
        REQUIRE(ecdsa != NULL && ecdsa->alg == f->alg);
        (void)test_unhex(sig, sizeof sig, f->sig);
        (void)test_unhex(pk, sizeof pk, f->pk);
        hash(digest, ecdsa, (const uint8_t *)f->msg, strlen(f->msg), 1);
        CHECK_OK(kb_ecdsa_verify_digest(ecdsa, sig, n, digest, pk));
        CHECK_STATUS(kb_ecdsa_verify_digest(ecdsa, sig, n - 1, digest, pk), KB_ERR_AUTH);
        CHECK_STATUS(kb_ecdsa_verify_digest(ecdsa, sig, 0, digest, pk), KB_ERR_AUTH);
        /* The last byte of the digest counts. */
        digest[n == 64 ? 31 : n == 96 ? 47 : 63] ^= 1;
        CHECK_STATUS(kb_ecdsa_verify_digest(ecdsa, sig, n, digest, pk), KB_ERR_AUTH);
    }
    CHECK(kb_ecdsa_find("Ed25519") == NULL);
    CHECK(kb_ecdsa_find("") == NULL);
}

TEST(signatures_of_pieces_and_of_the_whole_verify_each_other) {
    static uint8_t msg[70000];
    static const size_t pieces[] = {63, 64, 65536};
    for (size_t i = 0; i < 3; i++) {
        const kb_ecdsa *ecdsa = kb_ecdsa_find(algs[i]->id);
        uint8_t pk[133], sk[66], sig[132], digest[KB_ECDSA_DIGEST_MAX_BYTES];
        uint8_t zero[132] = {0};
        size_t len;
        kb_sig_message whole = {msg, sizeof msg, NULL, 0};
        msg[4097 * i] = 1;
        REQUIRE_OK(algs[i]->keygen(pk, sk));
        hash(digest, ecdsa, msg, sizeof msg, pieces[i]);
        CHECK_OK(kb_ecdsa_sign_digest(ecdsa, sig, &len, digest, sk));
        CHECK_INT(len, algs[i]->sig_bytes);
        CHECK_OK(algs[i]->verify(sig, len, &whole, pk));
        CHECK_OK(algs[i]->sign(sig, &len, &whole, sk));
        CHECK_OK(kb_ecdsa_verify_digest(ecdsa, sig, len, digest, pk));
        memset(sk, 0, sizeof sk);
        CHECK_STATUS(kb_ecdsa_sign_digest(ecdsa, sig, &len, digest, sk), KB_ERR_KEY);
        CHECK_MEM(sig, zero, algs[i]->sig_bytes);
        CHECK_INT(len, 0);
    }
}

TEST(every_change_is_refused) {
    sig_case_sweep(&kb_ecdsa_p256, 1);
    sig_case_sweep(&kb_ecdsa_p384, 31);
    sig_case_sweep(&kb_ecdsa_p521, 31);
}

TEST(a_context_is_refused) {
    for (size_t i = 0; i < 3; i++) {
        sig_case_context(algs[i]);
    }
}

TEST(two_signatures_of_one_message_differ) {
    uint8_t pk[133], sk[66], one[132], two[132];
    size_t len;
    kb_sig_message m = {(const uint8_t *)"m", 1, NULL, 0};
    for (size_t i = 0; i < 3; i++) {
        REQUIRE_OK(algs[i]->keygen(pk, sk));
        CHECK_OK(algs[i]->sign(one, &len, &m, sk));
        CHECK_OK(algs[i]->sign(two, &len, &m, sk));
        CHECK(memcmp(one, two, algs[i]->sig_bytes / 2) != 0);
    }
}

TEST(scalars_out_of_range_do_not_sign) {
    uint8_t sk[66], pk[133], sig[132], zero[133] = {0};
    size_t len;
    kb_sig_message m = {(const uint8_t *)"m", 1, NULL, 0};
    for (size_t i = 0; i < 3; i++) {
        for (int byte = 0; byte < 256; byte += 255) {
            memset(sk, byte, sizeof sk);
            memset(sig, 0xa5, sizeof sig);
            memset(pk, 0xa5, sizeof pk);
            CHECK_STATUS(algs[i]->sign(sig, &len, &m, sk), KB_ERR_KEY);
            CHECK_MEM(sig, zero, algs[i]->sig_bytes);
            CHECK_INT(len, 0);
            CHECK_STATUS(algs[i]->public_of(pk, sk), KB_ERR_KEY);
            CHECK_MEM(pk, zero, algs[i]->pk_bytes);
        }
    }
}

TEST(points_off_the_curve_verify_nothing) {
    uint8_t sk[66], pk[133], sig[132];
    size_t len;
    kb_sig_message m = {(const uint8_t *)"m", 1, NULL, 0};
    for (size_t i = 0; i < 3; i++) {
        REQUIRE_OK(algs[i]->keygen(pk, sk));
        REQUIRE_OK(algs[i]->sign(sig, &len, &m, sk));
        pk[algs[i]->pk_bytes - 1] ^= 1;
        CHECK_STATUS(algs[i]->check_pk(pk), KB_ERR_KEY);
        CHECK_STATUS(algs[i]->verify(sig, len, &m, pk), KB_ERR_AUTH);
        memset(pk, 0, sizeof pk);
        CHECK_STATUS(algs[i]->verify(sig, len, &m, pk), KB_ERR_AUTH);
    }
}

TEST(der_is_signed_and_verified_with_any_hash) {
    static const kb_libcrypto_md mds[] = {KB_LIBCRYPTO_SHA256, KB_LIBCRYPTO_SHA384,
                                          KB_LIBCRYPTO_SHA512};
    uint8_t sk[66], pk[133], der[KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES];
    size_t len;
    for (int c = 0; c < 3; c++) {
        kb_libcrypto_ec curve = (kb_libcrypto_ec)c;
        REQUIRE_OK(algs[c]->keygen(pk, sk));
        for (int h = 0; h < 3; h++) {
            REQUIRE_OK(kb_ecdsa_sign_der(curve, mds[h], der, &len, "message", 7, sk));
            CHECK_OK(kb_ecdsa_verify_der(curve, mds[h], der, len, "message", 7, pk));
            CHECK_STATUS(
                kb_ecdsa_verify_der(curve, mds[(h + 1) % 3], der, len, "message", 7, pk),
                KB_ERR_AUTH);
            CHECK_STATUS(kb_ecdsa_verify_der(curve, mds[h], der, len, "Message", 7, pk),
                         KB_ERR_AUTH);
            for (size_t n = 0; n < len; n++) {
                CHECK_STATUS(kb_ecdsa_verify_der(curve, mds[h], der, n, "message", 7, pk),
                             KB_ERR_AUTH);
            }
        }
    }
    memset(sk, 0, sizeof sk);
    memset(der, 0xa5, sizeof der);
    CHECK_STATUS(
        kb_ecdsa_sign_der(KB_LIBCRYPTO_P256, KB_LIBCRYPTO_SHA256, der, &len, "m", 1, sk),
        KB_ERR_KEY);
    CHECK(len == 0 && der[0] == 0);
}

/* All say r = 1, s = 2, or nearly. */
TEST(der_has_one_form) {
    static const struct {
        const char *hex;
        bool is_good;
    } cases[] = {
        {"3006020101020102", true},
        {"30060201010201", false},         /* cut */
        {"300602010102010200", false},     /* a byte after the end */
        {"30800201010201020000", false},   /* indefinite length */
        {"308106020101020102", false},     /* long form of the length */
        {"300702020001020102", false},     /* leading zero */
        {"3009020101020102020103", false}, /* a third number */
        {"3003020101", false},             /* one number */
        {"3000", false},                   /* none */
        {"3106020101020102", false},       /* SET */
        {"3006030101020102", false},       /* BIT STRING */
        {"30060201010201ff", false},       /* negative */
        {"30050200020102", false},         /* a number of no bytes */
        {"", false},
    };
    uint8_t der[64], raw[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        long n = test_unhex(der, sizeof der, cases[i].hex);
        if (n >= 0) {
            CHECK_STATUS(
                kb_libcrypto_ecdsa_from_der(KB_LIBCRYPTO_P256, raw, der, (size_t)n),
                cases[i].is_good ? KB_OK : KB_ERR_FORMAT);
        }
    }
    memset(der, 0xff, sizeof der);
    der[0] = 0x30; /* r of 33 bytes does not fit, s = 1 */
    der[1] = 38;
    der[2] = 2;
    der[3] = 33;
    der[4] = 1;
    der[37] = 2;
    der[38] = 1;
    der[39] = 1;
    CHECK_STATUS(kb_libcrypto_ecdsa_from_der(KB_LIBCRYPTO_P256, raw, der, 40),
                 KB_ERR_FORMAT);
}

int main(void) {
    RUN(figures_of_rfc_6979_verify);
    RUN(figures_of_rfc_6979_verify_from_pieces);
    RUN(signatures_of_pieces_and_of_the_whole_verify_each_other);
    RUN(every_change_is_refused);
    RUN(a_context_is_refused);
    RUN(two_signatures_of_one_message_differ);
    RUN(scalars_out_of_range_do_not_sign);
    RUN(points_off_the_curve_verify_nothing);
    RUN(der_is_signed_and_verified_with_any_hash);
    RUN(der_has_one_form);
    return TEST_END();
}
