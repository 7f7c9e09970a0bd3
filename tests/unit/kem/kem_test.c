/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The public KEM calls: ids, lengths, and what outputs hold after a failure. */
#include "kem/kem.h"

#include "test.h"

#include <keybraid/kem.h>

static const char *const ids[] = {"ML-KEM-512", "ML-KEM-768", "ML-KEM-1024", "X25519",
                                  "X448",       "P-256",      "P-384",       "P-521"};
#define ID_COUNT (sizeof ids / sizeof ids[0])

#define MAX 2048
static uint8_t pk[MAX], sk[MAX], ct[MAX], ss[MAX], got[MAX];

static bool is_all(const uint8_t *p, size_t n, uint8_t value) {
    for (size_t i = 0; i < n; i++) {
        if (p[i] != value) {
            return false;
        }
    }
    return true;
}

static void mark(uint8_t *p) {
    memset(p, 0x5a, MAX);
}

TEST(every_id_finds_its_table_and_no_other_text_does) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const kb_kem *kem = kb_kem_find(ids[i]);
        REQUIRE(kem != NULL);
        CHECK_STR(kem->id, ids[i]);
    }
    static const char *const wrong[] = {
        "", "ML-KEM", "ml-kem-768", "ML-KEM-768 ", "ML-KEM-7680", "A256GCM"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(kb_kem_find(wrong[i]) == NULL);
        CHECK_STATUS(kb_kem_check_public(wrong[i], pk, 1184), KB_ERR_UNSUPPORTED);
        CHECK_STATUS(kb_kem_keygen(wrong[i], pk, 1184, sk, 64), KB_ERR_UNSUPPORTED);
        CHECK_STATUS(kb_kem_public_of(wrong[i], pk, 1184, sk, 64), KB_ERR_UNSUPPORTED);
        CHECK_STATUS(kb_kem_encaps(wrong[i], ct, 1088, ss, 32, pk, 1184),
                     KB_ERR_UNSUPPORTED);
        CHECK_STATUS(kb_kem_decaps(wrong[i], ss, 32, ct, 1088, sk, 64),
                     KB_ERR_UNSUPPORTED);
    }
    CHECK_STATUS(kb_kem_check_public(NULL, pk, 1184), KB_ERR_ARGUMENT);
}

TEST(both_sides_arrive_at_the_same_secret) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const kb_kem *k = kb_kem_find(ids[i]);
        REQUIRE(k != NULL);
        REQUIRE_OK(kb_kem_keygen(ids[i], pk, k->pk_bytes, sk, k->sk_bytes));
        CHECK_OK(kb_kem_check_public(ids[i], pk, k->pk_bytes));
        CHECK_OK(kb_kem_public_of(ids[i], got, k->pk_bytes, sk, k->sk_bytes));
        CHECK_MEM(got, pk, k->pk_bytes);
        REQUIRE_OK(
            kb_kem_encaps(ids[i], ct, k->ct_bytes, ss, k->ss_bytes, pk, k->pk_bytes));
        REQUIRE_OK(
            kb_kem_decaps(ids[i], got, k->ss_bytes, ct, k->ct_bytes, sk, k->sk_bytes));
        CHECK_MEM(got, ss, k->ss_bytes);
        CHECK(!is_all(ss, k->ss_bytes, 0));
    }
}

/* Every length but the right one, near and far. */
static const long offsets[] = {-2000, -1, 1, 2000};

static size_t shifted(size_t len, long by) {
    return by < 0 && (size_t)-by > len ? 0 : (size_t)((long)len + by);
}

TEST(every_wrong_length_is_refused_and_names_itself) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const char *id = ids[i];
        const kb_kem *k = kb_kem_find(id);
        REQUIRE(k != NULL);
        size_t p = k->pk_bytes, s = k->sk_bytes, c = k->ct_bytes, h = k->ss_bytes;
        REQUIRE_OK(kb_kem_keygen(id, pk, p, sk, s));
        REQUIRE_OK(kb_kem_encaps(id, ct, c, ss, h, pk, p));
        for (size_t o = 0; o < sizeof offsets / sizeof offsets[0]; o++) {
            long by = offsets[o];
            size_t p2 = shifted(p, by), s2 = shifted(s, by), c2 = shifted(c, by),
                   h2 = shifted(h, by);
            CHECK_STATUS(kb_kem_check_public(id, pk, p2), KB_ERR_KEY);
            CHECK_STATUS(kb_kem_keygen(id, got, p2, sk, s), KB_ERR_ARGUMENT);
            CHECK_STATUS(kb_kem_keygen(id, pk, p, got, s2), KB_ERR_ARGUMENT);
            REQUIRE_OK(kb_kem_keygen(id, pk, p, sk, s));
            CHECK_STATUS(kb_kem_public_of(id, got, p2, sk, s), KB_ERR_ARGUMENT);
            CHECK_STATUS(kb_kem_public_of(id, got, p, sk, s2), KB_ERR_KEY);
            CHECK(is_all(got, p, 0));
            CHECK_STATUS(kb_kem_encaps(id, got, c2, ss, h, pk, p), KB_ERR_ARGUMENT);
            CHECK_STATUS(kb_kem_encaps(id, ct, c, got, h2, pk, p), KB_ERR_ARGUMENT);
            mark(ct);
            mark(ss);
            CHECK_STATUS(kb_kem_encaps(id, ct, c, ss, h, pk, p2), KB_ERR_KEY);
            CHECK(is_all(ct, c, 0) && is_all(ss, h, 0));
            CHECK(ct[c] == 0x5a && ss[h] == 0x5a);
            mark(got);
            CHECK_STATUS(kb_kem_decaps(id, got, h2, ct, c, sk, s), KB_ERR_ARGUMENT);
            CHECK(is_all(got, MAX, 0x5a));
            CHECK_STATUS(kb_kem_decaps(id, got, h, ct, c2, sk, s), KB_ERR_FORMAT);
            CHECK(is_all(got, h, 0) && got[h] == 0x5a);
            mark(got);
            CHECK_STATUS(kb_kem_decaps(id, got, h, ct, c, sk, s2), KB_ERR_KEY);
            CHECK(is_all(got, h, 0) && got[h] == 0x5a);
            CHECK(strstr(kb_last_error()->text, "private key") != NULL);
        }
    }
}

TEST(null_is_refused) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const char *id = ids[i];
        const kb_kem *k = kb_kem_find(id);
        REQUIRE(k != NULL);
        size_t p = k->pk_bytes, s = k->sk_bytes, c = k->ct_bytes, h = k->ss_bytes;
        CHECK_STATUS(kb_kem_check_public(id, NULL, p), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_keygen(id, NULL, p, sk, s), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_keygen(id, pk, p, NULL, s), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_public_of(id, pk, p, NULL, s), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_encaps(id, NULL, c, ss, h, pk, p), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_encaps(id, ct, c, NULL, h, pk, p), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_encaps(id, ct, c, ss, h, NULL, p), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_decaps(id, NULL, h, ct, c, sk, s), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_decaps(id, ss, h, NULL, c, sk, s), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_kem_decaps(id, ss, h, ct, c, NULL, s), KB_ERR_ARGUMENT);
    }
}

TEST(encapsulation_refuses_a_public_key_with_a_field_of_q_or_more) {
    static const size_t ranks[] = {2, 3, 4};
    for (size_t i = 0; i < 3; i++) {
        const kb_kem *k = kb_kem_find(ids[i]);
        REQUIRE(k != NULL);
        size_t fields = ranks[i] * 256;
        size_t positions[] = {0, fields / 2, fields - 2};
        for (size_t j = 0; j < 3; j++) {
            REQUIRE_OK(kb_kem_keygen(ids[i], pk, k->pk_bytes, sk, k->sk_bytes));
            uint8_t *at = pk + 3 * positions[j] / 2;
            /* The pair (3329, 4095). */
            at[0] = 0x01, at[1] = 0xfd, at[2] = 0xff;
            mark(ct);
            mark(ss);
            CHECK_STATUS(kb_kem_check_public(ids[i], pk, k->pk_bytes), KB_ERR_KEY);
            CHECK_STATUS(
                kb_kem_encaps(ids[i], ct, k->ct_bytes, ss, k->ss_bytes, pk, k->pk_bytes),
                KB_ERR_KEY);
            CHECK(is_all(ct, k->ct_bytes, 0) && is_all(ss, k->ss_bytes, 0));
        }
    }
}

int main(void) {
    RUN(every_id_finds_its_table_and_no_other_text_does);
    RUN(both_sides_arrive_at_the_same_secret);
    RUN(every_wrong_length_is_refused_and_names_itself);
    RUN(null_is_refused);
    RUN(encapsulation_refuses_a_public_key_with_a_field_of_q_or_more);
    return TEST_END();
}
