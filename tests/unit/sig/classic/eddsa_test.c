/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ed25519 and Ed448: figures of RFC 8032, and public keys that are none. */
#include "sig/classic/classic.h"
#include "sig_case.h"

typedef struct figure {
    const kb_sig *alg;
    const char *sk, *pk, *msg, *sig;
} figure;

/* RFC 8032, 7.1 (tests 1, 2, 3 and SHA(abc)) and 7.4 (blank and one octet). */
static const figure figures[] = {
    {&kb_ed25519, "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc6"
     "1e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"},
    {&kb_ed25519, "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e45"
     "8f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"},
    {&kb_ed25519, "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae"
     "67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"},
    {&kb_ed25519, "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
     "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836"
     "ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
     "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfd"
     "fbc7c66431e0303dca179c138ac17ad9bef1177331a704"},
    {&kb_ed448,
     "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39"
     "a3fc5b94492f8f032e7549a20098f95b",
     "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061b"
     "d6783df1e50f6cd1fa1abeafe8256180",
     "",
     "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f628281f2"
     "fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a9df63e006c5d1c2d345b925d8dc00b4104852"
     "db99ac5c7cdda8530a113a0f4dbb61149f05a7363268c71d95808ff2e652600"},
    {&kb_ed448,
     "c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463afbea67c5e8d2877c5e"
     "3bc397a659949ef8021e954e0a12274e",
     "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8"
     "438ea4cb82169c235160627b4c3a9480",
     "03",
     "26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f4352541b143c4b981b7e1"
     "8f62de8ccdf633fc1bf037ab7cd779805e0dbcc0aae1cbcee1afb2e027df36bc04dcecbf154336c19f0"
     "af7e0a6472905e799f1953d2a0ff3348ab21aa4adafd1d234441cf807c03a00"},
};

static const kb_sig *const algs[] = {&kb_ed25519, &kb_ed448};

TEST(figures_of_rfc_8032) {
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const figure *f = &figures[i];
        uint8_t sk[57], pk[57], msg[64], sig[114];
        size_t sig_len;
        CHECK_INT(test_unhex(sk, sizeof sk, f->sk), f->alg->sk_bytes);
        long msg_len = test_unhex(msg, sizeof msg, f->msg);
        REQUIRE(msg_len >= 0);
        kb_sig_message m = {msg, (size_t)msg_len, NULL, 0};
        CHECK_OK(f->alg->public_of(pk, sk));
        CHECK_HEX(pk, f->alg->pk_bytes, f->pk);
        CHECK_OK(f->alg->check_pk(pk));
        CHECK_OK(f->alg->sign(sig, &sig_len, &m, sk));
        CHECK_HEX(sig, sig_len, f->sig);
        CHECK_OK(f->alg->verify(sig, sig_len, &m, pk));
    }
}

TEST(every_change_is_refused) {
    sig_case_sweep(&kb_ed25519, 1);
    sig_case_sweep(&kb_ed448, 7);
}

TEST(a_context_is_refused) {
    sig_case_context(&kb_ed25519);
    sig_case_context(&kb_ed448);
}

/* Adds a little-endian number to another. */
static void add(uint8_t *x, const uint8_t *y, size_t n) {
    for (size_t i = 0, carry = 0; i < n; i++) {
        carry += (size_t)x[i] + y[i];
        x[i] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* S and S + L are the same number to a lax verifier. */
TEST(s_is_below_the_group_order) {
    static const char *const orders[] = {
        "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
        "f34458ab92c27823558fc58d72c26c219036d6ae49db4ec4e923ca7cffffffffffffffffffffffff"
        "ff"
        "ffffffffffffffffffffffffffff3f00"};
    for (size_t i = 0; i < 2; i++) {
        uint8_t sk[57], pk[57], order[57], sig[114];
        size_t n = algs[i]->pk_bytes, sig_len;
        kb_sig_message m = {(const uint8_t *)"message", 7, NULL, 0};
        REQUIRE_OK(algs[i]->keygen(pk, sk));
        REQUIRE_OK(algs[i]->sign(sig, &sig_len, &m, sk));
        CHECK_OK(algs[i]->verify(sig, sig_len, &m, pk));
        CHECK_INT(test_unhex(order, sizeof order, orders[i]), n);
        add(sig + n, order, n);
        CHECK_STATUS(algs[i]->verify(sig, sig_len, &m, pk), KB_ERR_AUTH);
    }
}

/* A key, with either sign, is refused by the check and by every verification. For the
 * identity this matters: R = identity and S = 0 would be a signature of everything. */
static void must_refuse(const kb_sig *alg, const char *hex) {
    uint8_t pk[57], sig[114] = {1};
    kb_sig_message m = {(const uint8_t *)"any", 3, NULL, 0};
    CHECK_INT(test_unhex(pk, sizeof pk, hex), alg->pk_bytes);
    for (int sign = 0; sign < 2; sign++) {
        CHECK_STATUS(alg->check_pk(pk), KB_ERR_KEY);
        CHECK_STATUS(alg->verify(sig, alg->sig_bytes, &m, pk), KB_ERR_AUTH);
        pk[alg->pk_bytes - 1] ^= 0x80;
    }
}

#define ZEROS_28 "00000000000000000000000000000000000000000000000000000000"
#define ONES_27  "ffffffffffffffffffffffffffffffffffffffffffffffffffffff"

TEST(points_of_small_order_are_refused) {
    static const char *const small[] = {
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"};
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        must_refuse(&kb_ed25519, small[i]);
    }
    must_refuse(&kb_ed448, "01" ZEROS_28 ZEROS_28);
    must_refuse(&kb_ed448, "00" ZEROS_28 ZEROS_28);
    must_refuse(&kb_ed448, "fe" ONES_27 "fe" ONES_27 "00");
}

/* p and what is above it encode a y that has a shorter name; 3 and 4 are good ones. */
TEST(keys_that_are_not_canonical_are_refused) {
    static const char *const first[] = {"ed", "ee", "f0", "f1", "ff"};
    for (size_t i = 0; i < 5; i++) {
        char hex[65];
        (void)snprintf(hex, sizeof hex, "%s%s%s", first[i], ONES_27, "ffffff7f");
        must_refuse(&kb_ed25519, hex);
    }
    must_refuse(&kb_ed448, "ff" ONES_27 "fe" ONES_27 "00");
    must_refuse(&kb_ed448, "00" ONES_27 "ff" ONES_27 "00");
    must_refuse(&kb_ed448, ZEROS_28 ZEROS_28 "01");
    must_refuse(&kb_ed448, "ff" ONES_27 "ff" ONES_27 "7f");
}

/* About half of all y belong to no point. For Ed25519 the first ones are known. */
TEST(only_points_of_the_curve_are_keys) {
    static const bool is_point[] = {false, true,  true, true, true,
                                    false, false, true, true, false};
    for (size_t a = 0; a < 2; a++) {
        uint8_t pk[57] = {0};
        int points = 0;
        for (int y = 2; y < 202; y++) {
            pk[0] = (uint8_t)y;
            kb_status status = algs[a]->check_pk(pk);
            CHECK(status == KB_OK || status == KB_ERR_KEY);
            points += status == KB_OK;
            if (a == 0 && y < 12) {
                CHECK((status == KB_OK) == is_point[y - 2]);
            }
        }
        CHECK(points > 70 && points < 130);
    }
}

int main(void) {
    RUN(figures_of_rfc_8032);
    RUN(every_change_is_refused);
    RUN(a_context_is_refused);
    RUN(s_is_below_the_group_order);
    RUN(points_of_small_order_are_refused);
    RUN(keys_that_are_not_canonical_are_refused);
    RUN(only_points_of_the_curve_are_keys);
    return TEST_END();
}
