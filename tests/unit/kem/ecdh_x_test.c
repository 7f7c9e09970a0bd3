/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* X25519 and X448: RFC 7748, low order, the twist, encodings that are not canonical. */
#include "ecdh_x_cases.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

typedef struct curve {
    const kb_kem *kem;
    const ecdh_case *cases;
    size_t case_count;
    const char *prime;
    uint8_t base;
    const char *once, *thousand; /* RFC 7748, 5.2: iterations from the base */
    const char *a, *a_pk, *b, *b_pk, *shared; /* RFC 7748, 6.1 and 6.2 */
} curve;

static const curve curves[] = {
    {&kb_x25519, x25519_cases, COUNT_OF(x25519_cases),
     "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", 9,
     "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
     "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
     "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
     "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
     "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
     "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
     "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"},
    {&kb_x448, x448_cases, COUNT_OF(x448_cases),
     "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffffff"
     "ffffffffffffffffffffffffffffff",
     5,
     "3f482c8a9f19b01e6c46ee9711d9dc14fd4bf67af30765c2ae2b846a4d23a8cd0db897086239492caf"
     "350b51f833868b9bc2b3bca9cf4113",
     "aa3b4749d55b9daf1e5b00288826c467274ce3ebbdd5c17b975e09d4af6c67cf10d087202db88286e2"
     "b79fceea3ec353ef54faa26e219f38",
     "9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574a941974489739100"
     "6382a6f127ab1d9ac2d8c0a598726b",
     "9b08f7cc31b7e3e67d22d5aea121074a273bd2b83de09c63faa73d2c22c5d9bbc836647241d953d40c"
     "5b12da88120d53177f80e532c41fa0",
     "1c306a7ac2a0e2e0990b294470cba339e6453772b075811d8fad0d1d6927c120bb5ee8972b0d3e2137"
     "4c9c921b09d1b0366f10b65173992d",
     "3eb7a829b0cd20f5bcfc0b599b6feccf6da4627107bdb0d4f345b43027d8b972fc3e34fb4232a13ca7"
     "06dcb57aec3dae07bdc1c67bf33609",
     "07fff4181ac6cc95ec1c16a94a0f74d12da232ce40a77552281d282bb60c0b56fd2464c33554393652"
     "1c24403085d59a449a5037514a879d"},
};

#define FOR_EACH_CURVE(c)                                                                \
    for (const curve *c = curves; c < curves + COUNT_OF(curves); c++)

static void read_hex(uint8_t *out, size_t n, const char *hex) {
    CHECK_INT(test_unhex(out, n, hex), n);
}

TEST(known_answers) {
    FOR_EACH_CURVE(c) {
        for (size_t i = 0; i < c->case_count; i++) {
            ecdh_run_case(c->kem, &c->cases[i]);
        }
    }
}

TEST(iterations_of_rfc_7748_section_5_2) {
    FOR_EACH_CURVE(c) {
        size_t n = c->kem->ss_bytes;
        uint8_t k[56] = {c->base}, u[56] = {c->base}, next[56];
        for (int i = 1; i <= 1000; i++) {
            REQUIRE_OK(c->kem->decaps(next, u, k));
            memcpy(u, k, n);
            memcpy(k, next, n);
            if (i == 1) {
                CHECK_HEX(k, n, c->once);
            }
        }
        CHECK_HEX(k, n, c->thousand);
    }
}

TEST(both_sides_of_rfc_7748_section_6_agree) {
    FOR_EACH_CURVE(c) {
        size_t n = c->kem->ss_bytes;
        uint8_t a[56], b[56], pk[56], ct[56], ss[56];
        read_hex(a, n, c->a);
        read_hex(b, n, c->b);
        CHECK_OK(c->kem->public_of(pk, b));
        CHECK_HEX(pk, n, c->b_pk);
        CHECK_OK(c->kem->encaps_derand(ct, ss, pk, a));
        CHECK_HEX(ct, n, c->a_pk);
        CHECK_HEX(ss, n, c->shared);
        CHECK_OK(c->kem->decaps(ss, ct, b));
        CHECK_HEX(ss, n, c->shared);
    }
}

TEST(a_public_key_has_one_encoding) {
    FOR_EACH_CURVE(c) {
        size_t n = c->kem->pk_bytes;
        uint8_t u[56];
        read_hex(u, n, c->prime);
        CHECK_STATUS(c->kem->check_pk(u), KB_ERR_KEY);
        u[0]--;
        CHECK_OK(c->kem->check_pk(u));
        read_hex(u, n, c->prime);
        u[c->base == 9 ? 0 : 28]++; /* p + 1, p + 2^224 */
        CHECK_STATUS(c->kem->check_pk(u), KB_ERR_KEY);
        memset(u, 0xff, n);
        CHECK_STATUS(c->kem->check_pk(u), KB_ERR_KEY);
        read_hex(u, n, c->a_pk);
        CHECK_OK(c->kem->check_pk(u));
        memset(u, 0, n);
        u[n - 1] = 0x7f;
        CHECK_OK(c->kem->check_pk(u));
    }
    uint8_t u[32];
    read_hex(u, 32, curves[0].a_pk);
    u[31] |= 0x80;
    CHECK_STATUS(kb_x25519.check_pk(u), KB_ERR_KEY);
}

/* A received u is processed as RFC 7748 says: the top bit of X25519 is ignored, u >= p is
 * reduced. */
TEST(a_ciphertext_may_be_written_in_another_way) {
    uint8_t sk[32], u[32], plain[32], other[32];
    read_hex(sk, 32, curves[0].a);
    read_hex(u, 32, curves[0].b_pk);
    CHECK_OK(kb_x25519.decaps(plain, u, sk));
    u[31] |= 0x80;
    CHECK_OK(kb_x25519.check_ct(u));
    CHECK_OK(kb_x25519.decaps(other, u, sk));
    CHECK_MEM(plain, other, 32);
    memset(u, 0, 32);
    u[0] = 9;
    CHECK_OK(kb_x25519.decaps(plain, u, sk));
    memset(u, 0xff, 32);
    u[0] = 0xf6; /* p + 9 */
    u[31] = 0x7f;
    CHECK_OK(kb_x25519.decaps(other, u, sk));
    CHECK_MEM(plain, other, 32);
}

TEST(private_keys_are_clamped_at_use) {
    FOR_EACH_CURVE(c) {
        size_t n = c->kem->sk_bytes;
        uint8_t sk[56], pk[56], same[56];
        read_hex(sk, n, c->a);
        CHECK_OK(c->kem->public_of(pk, sk));
        sk[0] ^= 3;
        sk[n - 1] ^= 0x80;
        CHECK_OK(c->kem->public_of(same, sk));
        CHECK_MEM(pk, same, n);
        sk[0] ^= 8;
        CHECK_OK(c->kem->public_of(same, sk));
        CHECK(memcmp(pk, same, n) != 0);
    }
}

/* The form of a recipient that is kept: as good as the key, also when libcrypto's part of
 * it could not be made. */
TEST(a_kept_recipient_is_the_same_recipient) {
    FOR_EACH_CURVE(c) {
        const kb_kem *kem = c->kem;
        size_t n = kem->ct_bytes;
        uint8_t b[56], pk[56], ct[56], sent[56], got[56], zero[56] = {0};
        _Alignas(32) uint8_t room[128];
        REQUIRE(kem->keyed->pk_bytes <= sizeof room);
        read_hex(b, n, c->b);
        read_hex(pk, n, c->b_pk);
        kem->keyed->from_pk(room, pk);
        for (int i = 0; i < 4; i++) {
            if (i == 2) {
                kem->keyed->end_pk(room);
            }
            CHECK_OK(kem->keyed->encaps(ct, sent, room));
            CHECK_OK(kem->decaps(got, ct, b));
            CHECK_MEM(sent, got, n);
        }
        /* A point of small order. */
        kem->keyed->from_pk(room, zero);
        for (int i = 0; i < 2; i++) {
            memset(ct, 0xa5, n);
            memset(sent, 0xa5, n);
            CHECK_STATUS(kem->keyed->encaps(ct, sent, room), KB_ERR_KEY);
            CHECK_MEM(ct, zero, n);
            CHECK_MEM(sent, zero, n);
            kem->keyed->end_pk(room);
        }
    }
}

TEST(fresh_keys_agree) {
    CHECK_INT(kb_x25519.pk_bytes, 32);
    CHECK_INT(kb_x448.pk_bytes, 56);
    ecdh_run_fresh(&kb_x25519, 50);
    ecdh_run_fresh(&kb_x448, 50);
}

int main(void) {
    RUN(known_answers);
    RUN(iterations_of_rfc_7748_section_5_2);
    RUN(both_sides_of_rfc_7748_section_6_agree);
    RUN(a_public_key_has_one_encoding);
    RUN(a_ciphertext_may_be_written_in_another_way);
    RUN(private_keys_are_clamped_at_use);
    RUN(a_kept_recipient_is_the_same_recipient);
    RUN(fresh_keys_agree);
    return TEST_END();
}
