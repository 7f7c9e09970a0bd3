/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What signing and verification must refuse, for one set of each hash family and size;
 * the tables of all sets. */
#include "hash/hash_count.h"
#include "sig/slhdsa/slhdsa.h"
#include "test.h"

#include <keybraid/hash.h>

#define ROW(name, id, is_shake, n, h, d, a, k)                                           \
    {&kb_slhdsa_##name##_params, &kb_slhdsa_##name},
static const struct {
    const kb_slhdsa_params *params;
    const kb_sig *sig;
} sets[] = {KB_SLHDSA_SETS(ROW)};
#define SET_COUNT (sizeof sets / sizeof sets[0])

/* A signature of the set at hand. */
static const kb_slhdsa_params *params;
static const kb_sig *table;
static uint8_t pk[KB_SLHDSA_PK_MAX_BYTES], sk[KB_SLHDSA_SK_MAX_BYTES],
    sig[KB_SLHDSA_SIG_MAX_BYTES + 1], other[KB_SLHDSA_SIG_MAX_BYTES];
static uint8_t msg[40], ctx[256];
static const kb_sig_message message = {msg, sizeof msg, ctx, 20};

/* What make has made before, since signing takes most of the time here. */
static struct {
    uint8_t pk[KB_SLHDSA_PK_MAX_BYTES], sk[KB_SLHDSA_SK_MAX_BYTES],
        sig[KB_SLHDSA_SIG_MAX_BYTES];
    bool is_made;
} made[SET_COUNT];

static void make(size_t s) {
    uint8_t seeds[96], number = (uint8_t)s;
    params = sets[s].params;
    table = sets[s].sig;
    for (size_t i = 0; i < sizeof msg; i++) {
        msg[i] = (uint8_t)(i * 7 + s);
    }
    if (!made[s].is_made) {
        kb_shake256(seeds, sizeof seeds, &number, 1);
        kb_slhdsa_keygen_derand(params, made[s].pk, made[s].sk, seeds, seeds + params->n,
                                seeds + 2 * params->n);
        CHECK_OK(kb_slhdsa_sign(params, made[s].sig, &message, made[s].sk,
                                KB_SLHDSA_DETERMINISTIC));
        made[s].is_made = true;
    }
    memcpy(pk, made[s].pk, sizeof pk);
    memcpy(sk, made[s].sk, sizeof sk);
    memcpy(sig, made[s].sig, params->sig_bytes);
    CHECK_OK(table->verify(sig, params->sig_bytes, &message, pk));
}

static bool is_f(size_t s) {
    return sets[s].params->id[strlen(sets[s].params->id) - 1] == 'f';
}

static bool is_zero(const uint8_t *p, size_t n) {
    uint8_t any = 0;
    for (size_t i = 0; i < n; i++) {
        any |= p[i];
    }
    return any == 0;
}

TEST(tables_are_found_by_id_and_state_the_sizes_of_the_standard) {
    static const struct {
        const char *id;
        size_t pk, sk, sig;
    } rows[] = {
        {"SLH-DSA-SHA2-128s", 32, 64, 7856},    {"SLH-DSA-SHA2-128f", 32, 64, 17088},
        {"SLH-DSA-SHA2-192s", 48, 96, 16224},   {"SLH-DSA-SHA2-192f", 48, 96, 35664},
        {"SLH-DSA-SHA2-256s", 64, 128, 29792},  {"SLH-DSA-SHA2-256f", 64, 128, 49856},
        {"SLH-DSA-SHAKE-128s", 32, 64, 7856},   {"SLH-DSA-SHAKE-128f", 32, 64, 17088},
        {"SLH-DSA-SHAKE-192s", 48, 96, 16224},  {"SLH-DSA-SHAKE-192f", 48, 96, 35664},
        {"SLH-DSA-SHAKE-256s", 64, 128, 29792}, {"SLH-DSA-SHAKE-256f", 64, 128, 49856}};
    for (size_t i = 0; i < SET_COUNT; i++) {
        const kb_sig *found = kb_sig_find(rows[i].id);
        REQUIRE(found != NULL && found == sets[i].sig);
        CHECK_STR(found->id, rows[i].id);
        CHECK_STR(sets[i].params->id, rows[i].id);
        CHECK(found->pk_bytes == rows[i].pk && sets[i].params->pk_bytes == rows[i].pk);
        CHECK(found->sk_bytes == rows[i].sk && sets[i].params->sk_bytes == rows[i].sk);
        CHECK(found->sig_bytes == rows[i].sig &&
              sets[i].params->sig_bytes == rows[i].sig);
        CHECK_INT(found->context_max, 255);
    }
}

/* The rest of the sweeps needs a signature of the set at hand. */

static void refused(const uint8_t *s, size_t len, const kb_sig_message *m,
                    const uint8_t *key) {
    CHECK_STATUS(table->verify(s, len, m, key), KB_ERR_AUTH);
}

static void flip_signature_bit(size_t bit) {
    sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
    refused(sig, params->sig_bytes, &message, pk);
    sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

TEST(a_flipped_bit_of_message_context_or_key_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        if (!is_f(s)) {
            continue;
        }
        make(s);
        for (size_t bit = 0; bit < 8 * sizeof msg; bit += 21) {
            msg[bit / 8] ^= (uint8_t)(1 << bit % 8);
            refused(sig, params->sig_bytes, &message, pk);
            msg[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        for (size_t bit = 0; bit < 8 * message.ctx_len; bit += 21) {
            ctx[bit / 8] ^= (uint8_t)(1 << bit % 8);
            refused(sig, params->sig_bytes, &message, pk);
            ctx[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        for (size_t bit = 0; bit < 8 * params->pk_bytes; bit += 29) {
            pk[bit / 8] ^= (uint8_t)(1 << bit % 8);
            refused(sig, params->sig_bytes, &message, pk);
            pk[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        CHECK_OK(table->verify(sig, params->sig_bytes, &message, pk));
    }
}

TEST(a_flipped_bit_in_any_part_of_a_signature_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        if (!is_f(s)) {
            continue;
        }
        make(s);
        size_t n = params->n, fors = n, xmss = n + params->k * (params->a + 1) * n;
        size_t layer = (params->wots_count + params->layer_h) * n;
        /* The randomizer. */
        for (size_t bit = 0; bit < 8 * n; bit += 23) {
            flip_signature_bit(bit);
        }
        /* Secret value and path of some FORS trees, the last one too. */
        for (size_t tree = 0; tree < params->k; tree += params->k / 4) {
            for (size_t part = 0; part <= params->a; part++) {
                flip_signature_bit(8 * (fors + (tree * (params->a + 1) + part) * n) +
                                   part * 5 % (8 * n));
            }
        }
        /* Chains, their checksum, and paths of the first, a middle and the last layer. */
        for (size_t d = 0; d < params->d; d += (params->d - 1) / 2) {
            for (size_t part = 0; part < layer / n; part += 7) {
                flip_signature_bit(8 * (xmss + d * layer + part * n) +
                                   part * 7 % (8 * n));
            }
            flip_signature_bit(8 * (xmss + d * layer + layer) - 1);
        }
        flip_signature_bit(8 * params->sig_bytes - 1);
        CHECK_OK(table->verify(sig, params->sig_bytes, &message, pk));
    }
}

TEST(a_signature_of_another_length_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        if (!is_f(s)) {
            continue;
        }
        make(s);
        sig[params->sig_bytes] = 0;
        refused(sig, params->sig_bytes + 1, &message, pk);
        refused(sig, params->sig_bytes - 1, &message, pk);
        refused(sig, 0, &message, pk);
        refused(sig, params->n, &message, pk);
    }
}

TEST(message_and_context_are_kept_apart_and_may_be_empty) {
    make(1);
    kb_sig_message m = message;
    m.ctx_len--;
    refused(sig, params->sig_bytes, &m, pk);
    m.ctx_len += 2;
    refused(sig, params->sig_bytes, &m, pk);
    m = message;
    m.msg_len--;
    refused(sig, params->sig_bytes, &m, pk);
    /* The same bytes behind the prefix, cut elsewhere. */
    uint8_t both[sizeof msg + 20];
    memcpy(both, ctx, 20);
    memcpy(both + 20, msg, sizeof msg);
    m = (kb_sig_message){both + 19, sizeof msg + 1, both, 19};
    refused(sig, params->sig_bytes, &m, pk);
    m = (kb_sig_message){NULL, 0, NULL, 0};
    refused(sig, params->sig_bytes, &m, pk);
    CHECK_OK(kb_slhdsa_sign(params, sig, &m, sk, KB_SLHDSA_DETERMINISTIC));
    CHECK_OK(table->verify(sig, params->sig_bytes, &m, pk));
    refused(sig, params->sig_bytes, &message, pk);
}

TEST(a_context_has_at_most_255_bytes) {
    make(1);
    const kb_sig_prehash *sha256 = kb_sig_prehash_find("SHA2-256");
    kb_sig_message m = {msg, sizeof msg, ctx, 255};
    size_t len = 99;
    CHECK_OK(table->sign(sig, &len, &m, sk));
    CHECK_INT(len, params->sig_bytes);
    CHECK_OK(table->verify(sig, len, &m, pk));
    m.ctx_len = 256;
    memset(other, 1, sizeof other);
    CHECK_STATUS(table->verify(sig, len, &m, pk), KB_ERR_ARGUMENT);
    CHECK_STATUS(table->sign(other, &len, &m, sk), KB_ERR_ARGUMENT);
    CHECK_INT(len, 0);
    CHECK(is_zero(other, params->sig_bytes));
    memset(other, 1, sizeof other);
    CHECK_STATUS(kb_slhdsa_sign_prehash(params, other, sha256, &m, sk, NULL),
                 KB_ERR_ARGUMENT);
    CHECK(is_zero(other, params->sig_bytes));
    CHECK_STATUS(kb_slhdsa_verify_prehash(params, sig, params->sig_bytes, sha256, &m, pk),
                 KB_ERR_ARGUMENT);
}

TEST(the_forms_do_not_verify_as_one_another) {
    const kb_sig_prehash *sha256 = kb_sig_prehash_find("SHA2-256");
    const kb_sig_prehash *sha3 = kb_sig_prehash_find("SHA3-256");
    uint8_t digest[32];
    kb_sig_message d = {digest, sizeof digest, message.ctx, message.ctx_len};
    make(1);
    REQUIRE_OK(kb_sha256(digest, msg, sizeof msg));
    refused(sig, params->sig_bytes, &d, pk);
    CHECK_STATUS(
        kb_slhdsa_verify_prehash(params, sig, params->sig_bytes, sha256, &message, pk),
        KB_ERR_AUTH);
    CHECK_STATUS(
        kb_slhdsa_verify_internal(params, sig, params->sig_bytes, msg, sizeof msg, pk),
        KB_ERR_AUTH);
    CHECK_OK(kb_slhdsa_sign_prehash(params, sig, sha256, &message, sk, NULL));
    CHECK_OK(
        kb_slhdsa_verify_prehash(params, sig, params->sig_bytes, sha256, &message, pk));
    CHECK_OK(kb_slhdsa_verify_digest(params, sig, params->sig_bytes, sha256, &d, pk));
    CHECK_STATUS(kb_slhdsa_verify_digest(params, sig, params->sig_bytes, sha3, &d, pk),
                 KB_ERR_AUTH);
    refused(sig, params->sig_bytes, &message, pk);
    CHECK_OK(kb_slhdsa_sign_digest(params, other, sha256, &d, sk, NULL));
    CHECK_MEM(other, sig, params->sig_bytes);
    CHECK_OK(kb_slhdsa_sign_internal(params, sig, msg, sizeof msg, sk, NULL));
    CHECK_OK(
        kb_slhdsa_verify_internal(params, sig, params->sig_bytes, msg, sizeof msg, pk));
    refused(sig, params->sig_bytes, &message, pk);
}

TEST(a_digest_has_the_length_of_its_function) {
    make(1);
    const kb_sig_prehash *sha384 = kb_sig_prehash_find("SHA2-384");
    for (size_t len = 47; len <= 49; len += 2) {
        uint8_t digest[49] = {0};
        kb_sig_message d = {digest, len, NULL, 0};
        memset(other, 1, sizeof other);
        CHECK_STATUS(kb_slhdsa_sign_digest(params, other, sha384, &d, sk, NULL),
                     KB_ERR_ARGUMENT);
        CHECK(is_zero(other, params->sig_bytes));
        CHECK_STATUS(
            kb_slhdsa_verify_digest(params, sig, params->sig_bytes, sha384, &d, pk),
            KB_ERR_ARGUMENT);
    }
}

TEST(signatures_are_hedged_unless_told_otherwise) {
    size_t len = 0;
    make(7);
    CHECK_OK(table->sign(other, &len, &message, sk));
    CHECK(memcmp(other, sig, params->n) != 0);
    CHECK_OK(table->verify(other, len, &message, pk));
    CHECK_OK(table->sign(sig, &len, &message, sk));
    CHECK(memcmp(other, sig, params->n) != 0);
    /* PK.seed as randomness is the deterministic signature (algorithm 19, line 3). */
    CHECK_OK(kb_slhdsa_sign(params, other, &message, sk, KB_SLHDSA_DETERMINISTIC));
    CHECK_OK(kb_slhdsa_sign(params, sig, &message, sk, sk + 2 * params->n));
    CHECK_MEM(other, sig, params->sig_bytes);
}

TEST(a_private_key_with_parts_of_another_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        if (!is_f(s)) {
            continue;
        }
        make(s);
        size_t n = params->n, len;
        const size_t places[] = {0, n - 1, 2 * n, 3 * n - 1, 3 * n, 4 * n - 1};
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            uint8_t got[KB_SLHDSA_PK_MAX_BYTES];
            memset(got, 1, sizeof got);
            sk[places[i]] ^= 0x40;
            CHECK_STATUS(table->public_of(got, sk), KB_ERR_KEY);
            CHECK(is_zero(got, params->pk_bytes));
            if (i == 4) {
                memset(other, 1, sizeof other);
                CHECK_STATUS(table->sign(other, &len, &message, sk), KB_ERR_KEY);
                CHECK(len == 0 && is_zero(other, params->sig_bytes));
            }
            sk[places[i]] ^= 0x40;
        }
        CHECK_OK(table->public_of(other, sk));
        CHECK_MEM(other, pk, params->pk_bytes);
    }
}

TEST(drawn_keys_differ_and_sign) {
    uint8_t pk2[KB_SLHDSA_PK_MAX_BYTES], sk2[KB_SLHDSA_SK_MAX_BYTES];
    size_t len;
    make(1);
    CHECK_OK(table->keygen(pk, sk));
    CHECK_OK(table->keygen(pk2, sk2));
    for (size_t part = 0; part < 4; part++) {
        CHECK(memcmp(sk + part * params->n, sk2 + part * params->n, params->n) != 0);
    }
    CHECK_OK(table->sign(sig, &len, &message, sk));
    CHECK_OK(table->verify(sig, len, &message, pk));
    refused(sig, len, &message, pk2);
}

/* Eight key pairs of 35 chains, whose secret ends and 15 steps each are a compression or
 * permutation, their public keys, and the seven nodes above. */
TEST(a_key_costs_no_more_hash_calls_than_the_standard_makes) {
    make(1);
    kb_hash_count_reset();
    CHECK_OK(table->public_of(other, sk));
    kb_hash_counts sha2 = kb_hash_count_read();
    make(7);
    kb_hash_count_reset();
    CHECK_OK(table->public_of(other, sk));
    kb_hash_counts shake = kb_hash_count_read();
#ifdef KB_PROFILE
    CHECK_INT(sha2.sha256, 8 * (35 * 16 + 10) + 7 + 1); /* the block of PK.seed */
    CHECK_INT(shake.keccak, 8 * (35 * 16 + 5) + 7);
#else
    CHECK_INT(sha2.sha256 + shake.keccak, 0);
#endif
}

int main(void) {
    RUN(tables_are_found_by_id_and_state_the_sizes_of_the_standard);
    RUN(a_flipped_bit_of_message_context_or_key_is_refused);
    RUN(a_flipped_bit_in_any_part_of_a_signature_is_refused);
    RUN(a_signature_of_another_length_is_refused);
    RUN(message_and_context_are_kept_apart_and_may_be_empty);
    RUN(a_context_has_at_most_255_bytes);
    RUN(the_forms_do_not_verify_as_one_another);
    RUN(a_digest_has_the_length_of_its_function);
    RUN(signatures_are_hedged_unless_told_otherwise);
    RUN(a_private_key_with_parts_of_another_is_refused);
    RUN(drawn_keys_differ_and_sign);
    RUN(a_key_costs_no_more_hash_calls_than_the_standard_makes);
    return TEST_END();
}
