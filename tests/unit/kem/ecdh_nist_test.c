/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* P-256, P-384, P-521: known answers, full validation of points, range of scalars. */
#include "ecdh_nist_cases.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

typedef struct curve {
    const kb_kem *kem;
    const ecdh_case *cases;
    size_t case_count;
    const char *prime, *order, *generator;
    const char *y_of_zero; /* y of the point whose x is 0 */
    /* RFC 5903, 8.1 to 8.3: two private keys and their shared x. */
    const char *i, *r, *shared;
} curve;

static const curve curves[] = {
    {&kb_p256, p256_cases, COUNT_OF(p256_cases),
     "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
     "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
     "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b"
     "8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
     "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4",
     "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433",
     "c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53",
     "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"},
    {&kb_p384, p384_cases, COUNT_OF(p384_cases),
     "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000"
     "000000ffffffff",
     "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aec"
     "ec196accc52973",
     "04aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c"
     "3a545e3872760ab73617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a"
     "60b1ce1d7e819d7a431d7c90ea0e5f",
     "c306610fb0ae5a159cf45c06069f22a6c5eb3641c602d42dea2c4b4f75550793406d80d2b91ad54f90"
     "48bd487af1ade1",
     "099f3c7034d4a2c699884d73a375a67f7624ef7c6b3c0f160647b67414dce655e35b538041e649ee3f"
     "aef896783ab194",
     "41cb0779b4bdb85d47846725fbec3c9430fab46cc8dc5060855cc9bda0aa2942e0308312916b8ed296"
     "0e4bd55a7448fc",
     "11187331c279962d93d604243fd592cb9d0a926f422e47187521287e7156c5c4d603135569b9e9d09c"
     "f5d4a270f59746"},
    {&kb_p521, p521_cases, COUNT_OF(p521_cases),
     "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "ffffffffffffffffffffffffffffffffffffffffffffffffff",
     "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f96"
     "6b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
     "0400c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe7"
     "5928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66011839296a789a3bc0045c8a5fb42c"
     "7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272"
     "c24088be94769fd16650",
     "012df13601594a883ef2d935e44bb90bf4d6619b74e52af7552f97769011c0719eb439cfab2a88d40f"
     "e59a2bed1f43557169a2d0a2ccd280c607b92bbf51ffe0b078",
     "0037ade9319a89f4dabdb3ef411aaccca5123c61acab57b5393dce47608172a095aa85a30fe1c2952c"
     "6771d937ba9777f5957b2639bab072462f68c27a57382d4a52",
     "0145ba99a847af43793fdd0e872e7cdfa16be30fdc780f97bccc3f078380201e9c677d600b343757a3"
     "bdbf2a3163e4c2f869cca7458aa4a4effc311f5cb151685eb9",
     "01144c7d79ae6956bc8edb8e7c787c4521cb086fa64407f97894e5e6b2d79b04d1427e73ca4baa240a"
     "34786859810c06b3c715a3a8cc3151f2bee417996d19f3ddea"},
};

#define FOR_EACH_CURVE(c)                                                                \
    for (const curve *c = curves; c < curves + COUNT_OF(curves); c++)

static void read_hex(uint8_t *out, size_t n, const char *hex) {
    CHECK_INT(test_unhex(out, n, hex), n);
}

/* Big-endian addition of a small number. */
static void add(uint8_t *x, size_t n, unsigned small) {
    for (size_t i = n; i-- > 0 && small != 0;) {
        small += x[i];
        x[i] = (uint8_t)small;
        small >>= 8;
    }
}

/* Neither a key nor a ciphertext. */
static void must_refuse(const kb_kem *kem, const uint8_t *point) {
    uint8_t sk[66] = {0}, ss[66], ct[ECDH_MAX_BYTES], zero[ECDH_MAX_BYTES] = {0};
    sk[kem->sk_bytes - 1] = 3;
    memset(ss, 0xa5, sizeof ss);
    memset(ct, 0xa5, sizeof ct);
    CHECK_STATUS(kem->check_pk(point), KB_ERR_KEY);
    CHECK_STATUS(kem->decaps(ss, point, sk), KB_ERR_AUTH);
    CHECK_MEM(ss, zero, kem->ss_bytes);
    memset(ss, 0xa5, sizeof ss);
    CHECK_STATUS(kem->encaps_derand(ct, ss, point, sk), KB_ERR_KEY);
    CHECK_MEM(ss, zero, kem->ss_bytes);
    CHECK_MEM(ct, zero, kem->ct_bytes);
}

TEST(known_answers) {
    FOR_EACH_CURVE(c) {
        for (size_t i = 0; i < c->case_count; i++) {
            ecdh_run_case(c->kem, &c->cases[i]);
        }
    }
}

TEST(both_sides_of_rfc_5903_agree) {
    FOR_EACH_CURVE(c) {
        uint8_t i[66], r[66], gi[ECDH_MAX_BYTES], gr[ECDH_MAX_BYTES], ss[66];
        read_hex(i, c->kem->sk_bytes, c->i);
        read_hex(r, c->kem->sk_bytes, c->r);
        CHECK_OK(c->kem->public_of(gi, i));
        CHECK_OK(c->kem->public_of(gr, r));
        CHECK_OK(c->kem->decaps(ss, gr, i));
        CHECK_HEX(ss, c->kem->ss_bytes, c->shared);
        CHECK_OK(c->kem->decaps(ss, gi, r));
        CHECK_HEX(ss, c->kem->ss_bytes, c->shared);
    }
}

TEST(public_keys_are_those_of_nist_cavs) {
    static const char *const sk[] = {
        "7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534",
        "3cc3122a68f0d95027ad38c067916ba0eb8c38894d22e1b15618b6818a661774ad463b205da88cf6"
        "99"
        "ab4d43c9cf98a1"};
    static const char *const pk[] = {"04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce3"
                                     "85ed281d8a6b23028af61281fd35e2f"
                                     "a7002523acc85a429cb06ee6648325389f59edfce1405141",
                                     "049803807f2f6d2fd966cdd0290bd410c0190352fbec7ff6247"
                                     "de1302df86f25d34fe4a97bef60cff5"
                                     "48355c015dbb3e5fba26ca69ec2f5b5d9dad20cc9da711383a9"
                                     "dbe34ea3fa5a2af75b46502629ad54d"
                                     "d8b7d73a8abb06a3a3be47d650cc99"};
    for (size_t k = 0; k < COUNT_OF(sk); k++) {
        uint8_t scalar[66], point[ECDH_MAX_BYTES];
        read_hex(scalar, curves[k].kem->sk_bytes, sk[k]);
        CHECK_OK(curves[k].kem->public_of(point, scalar));
        CHECK_HEX(point, curves[k].kem->pk_bytes, pk[k]);
    }
}

TEST(scalars_run_from_1_to_the_order_less_1) {
    FOR_EACH_CURVE(c) {
        const kb_kem *kem = c->kem;
        uint8_t sk[67] = {0}, n[66], pk[ECDH_MAX_BYTES], g[ECDH_MAX_BYTES], ss[66];
        uint8_t ct[ECDH_MAX_BYTES], zero[ECDH_MAX_BYTES] = {0};
        read_hex(g, kem->pk_bytes, c->generator);
        read_hex(n, kem->sk_bytes, c->order);
        sk[kem->sk_bytes - 1] = 1;
        CHECK_OK(kem->public_of(pk, sk));
        CHECK_MEM(pk, g, kem->pk_bytes);
        memcpy(sk, n, kem->sk_bytes);
        sk[kem->sk_bytes - 1]--; /* every order is odd: -G has the same x */
        CHECK_OK(kem->public_of(pk, sk));
        CHECK_MEM(pk, g, 1 + kem->ss_bytes);
        CHECK(memcmp(pk, g, kem->pk_bytes) != 0);
        for (int k = 0; k < 4; k++) {
            memcpy(sk, k < 2 ? n : zero, kem->sk_bytes);
            add(sk, kem->sk_bytes, k == 1);
            if (k == 3) {
                memset(sk, 0xff, kem->sk_bytes);
            }
            memset(pk, 0xa5, sizeof pk);
            memset(ss, 0xa5, sizeof ss);
            CHECK_STATUS(kem->public_of(pk, sk), KB_ERR_KEY);
            CHECK_MEM(pk, zero, kem->pk_bytes);
            CHECK_STATUS(kem->decaps(ss, g, sk), KB_ERR_KEY);
            CHECK_MEM(ss, zero, kem->ss_bytes);
            CHECK_STATUS(kem->encaps_derand(ct, ss, g, sk), KB_ERR_KEY);
        }
    }
}

TEST(only_the_uncompressed_prefix_is_taken) {
    FOR_EACH_CURVE(c) {
        uint8_t point[ECDH_MAX_BYTES];
        read_hex(point, c->kem->pk_bytes, c->generator);
        CHECK_OK(c->kem->check_pk(point));
        CHECK_OK(c->kem->check_ct(point));
        for (unsigned prefix = 0; prefix < 256; prefix++) {
            point[0] = (uint8_t)prefix;
            if (prefix != 4) {
                must_refuse(c->kem, point);
                CHECK_STATUS(c->kem->check_ct(point), KB_ERR_FORMAT);
            }
        }
    }
}

TEST(a_point_with_any_flipped_bit_is_refused) {
    FOR_EACH_CURVE(c) {
        uint8_t point[ECDH_MAX_BYTES];
        read_hex(point, c->kem->pk_bytes, c->generator);
        for (size_t bit = 8; bit < 8 * c->kem->pk_bytes; bit += 5) {
            point[bit / 8] ^= (uint8_t)(1 << bit % 8);
            must_refuse(c->kem, point);
            point[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

/* x = 0 is on all three curves; x = p is the same point written differently. */
TEST(coordinates_not_below_p_are_refused) {
    FOR_EACH_CURVE(c) {
        size_t n = c->kem->ss_bytes;
        uint8_t point[ECDH_MAX_BYTES] = {4};
        read_hex(point + 1 + n, n, c->y_of_zero);
        CHECK_OK(c->kem->check_pk(point));
        read_hex(point + 1, n, c->prime);
        must_refuse(c->kem, point);
        memset(point + 1, 0xff, n);
        must_refuse(c->kem, point);
    }
    /* P-521 leaves seven bits free: y + p and x + p fit for every point. */
    uint8_t point[ECDH_MAX_BYTES];
    for (size_t at = 1; at <= 67; at += 66) {
        read_hex(point, sizeof point, curves[2].generator);
        for (size_t i = 66, borrow = 1; i-- > 0;) {
            size_t digit = (size_t)point[at + i] - borrow;
            borrow = digit >> 63;
            point[at + i] = (uint8_t)digit;
        }
        point[at] = (uint8_t)(point[at] + 2); /* - 1 + 2^521 */
        must_refuse(&kb_p521, point);
    }
}

TEST(the_zero_point_and_zero_bytes_are_refused) {
    FOR_EACH_CURVE(c) {
        uint8_t point[ECDH_MAX_BYTES] = {0};
        must_refuse(c->kem, point);
        point[0] = 4;
        must_refuse(c->kem, point);
    }
}

/* A secret whose x is 0 is valid on these curves, and a short x keeps its zeros. */
TEST(short_shared_secrets_keep_their_length) {
    FOR_EACH_CURVE(c) {
        size_t n = c->kem->ss_bytes;
        uint8_t point[ECDH_MAX_BYTES] = {4}, sk[66] = {0}, ss[66], zero[66] = {0};
        read_hex(point + 1 + n, n, c->y_of_zero);
        sk[n - 1] = 1;
        memset(ss, 0xa5, sizeof ss);
        CHECK_OK(c->kem->decaps(ss, point, sk));
        CHECK_MEM(ss, zero, n);
    }
}

/* Two hundred P-521 points: about 100 have a coordinate below 2^520, one or two below
 * 2^512, and all are 133 bytes. */
TEST(fresh_keys_agree_at_full_length) {
    CHECK_INT(kb_p256.pk_bytes, 65);
    CHECK_INT(kb_p384.pk_bytes, 97);
    CHECK_INT(kb_p521.pk_bytes, 133);
    CHECK_INT(kb_p521.ss_bytes, 66);
    CHECK_INT(kb_p521.sk_bytes, 66);
    ecdh_run_fresh(&kb_p256, 30);
    ecdh_run_fresh(&kb_p384, 10);
    ecdh_run_fresh(&kb_p521, 200);
}

int main(void) {
    RUN(known_answers);
    RUN(both_sides_of_rfc_5903_agree);
    RUN(public_keys_are_those_of_nist_cavs);
    RUN(scalars_run_from_1_to_the_order_less_1);
    RUN(only_the_uncompressed_prefix_is_taken);
    RUN(a_point_with_any_flipped_bit_is_refused);
    RUN(coordinates_not_below_p_are_refused);
    RUN(the_zero_point_and_zero_bytes_are_refused);
    RUN(short_shared_secrets_keep_their_length);
    RUN(fresh_keys_agree_at_full_length);
    return TEST_END();
}
