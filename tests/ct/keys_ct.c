/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Private keys in DER are read and written with their secret bytes marked: seeds, expanded
 * keys, both together. Tags and lengths are public, and so is whether a file contradicts
 * itself.
 *
 * Signing with a handle, too: before, while and after it keeps what follows from the key.
 *
 * Not here: JSON, whose scanner looks at every character for the end of its string.
 */
#include "ct.h"
#include "key/expanded.h"
#include "key/key.h"
#include "key/keyed.h"

static uint8_t file[8192];
static size_t file_len;

/* Writes PKCS#8 with a private key field of the parts that are not NULL. */
static void write_file(const kb_key *key, const uint8_t *seed, const uint8_t *expanded) {
    const kb_key_expanded *form = kb_key_expanded_of(kb_key_alg(key));
    kb_der_writer w = kb_der_writer_on(file, sizeof file);
    size_t end = w.at;
    if (expanded != NULL) {
        kb_der_put(&w, expanded, form->bytes);
        kb_der_wrap(&w, KB_DER_OCTET_STRING, end);
    }
    size_t seed_end = w.at;
    if (seed != NULL) {
        kb_der_put(&w, seed, key->part[0].sk_bytes);
        kb_der_wrap(&w,
                    expanded == NULL && form != NULL ? KB_DER_CONTEXT(0)
                                                     : KB_DER_OCTET_STRING,
                    seed_end);
    }
    if (seed != NULL && expanded != NULL) {
        kb_der_wrap(&w, KB_DER_SEQUENCE, end);
    }
    kb_der_wrap(&w, KB_DER_OCTET_STRING, end);
    kb_key_form_put_oid(&w, key->form);
    kb_der_put(&w, "\2\1\0", 3);
    kb_der_wrap(&w, KB_DER_SEQUENCE, end);
    file_len = sizeof file - w.at;
    memmove(file, file + w.at, file_len);
}

/* at: where in the private part 16 secret bytes stand. */
static void read_file(const char *alg, size_t at) {
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_read_der(&key, file, file_len, NULL));
    CHECK_STR(kb_key_alg(key), alg);
    CHECK(ct_is_secret(kb_secret_bytes(key->sk) + at, 16));
    uint8_t again[sizeof file];
    kb_der_writer w = kb_der_writer_on(again, sizeof again);
    CHECK_OK(kb_key_put_pkcs8(&w, key));
    kb_key_free(key);
}

TEST(seeds) {
    static const char *const algs[] = {"X25519", "X448", "ML-KEM-768", "ML-DSA-65"};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = NULL;
        uint8_t seed[64];
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        ct_make_secret(seed, key->sk_len, (unsigned)i);
        write_file(key, seed, NULL);
        read_file(algs[i], 0);
        kb_key_free(key);
    }
}

/* Of the expanded keys the public parts stay public: rho and tr, the public key, its
 * hash. */
static void run_expanded(const char *alg, size_t secret_at, size_t secret_len) {
    static uint8_t expanded[KB_KEY_SK_MAX_BYTES];
    uint8_t seed[64];
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_generate(&key, alg));
    const kb_key_expanded *form = kb_key_expanded_of(alg);
    form->expand(form, expanded, kb_secret_bytes(key->sk));
    memcpy(seed, kb_secret_bytes(key->sk), key->sk_len);
    /* The key of this test is no secret; what is marked below is. */
    KB_CT_PUBLIC(expanded, form->bytes);
    KB_CT_SECRET(expanded + secret_at, secret_len);
    KB_CT_SECRET(seed, key->sk_len);
    write_file(key, NULL, expanded);
    read_file(alg, secret_at);
    write_file(key, seed, expanded);
    read_file(alg, 0);
    kb_key_free(key);
}

TEST(expanded_keys_alone_and_with_their_seed) {
    run_expanded("ML-KEM-768", 0, 1152);        /* s */
    run_expanded("ML-KEM-768", 2368, 32);       /* z */
    run_expanded("ML-DSA-65", 32, 32);          /* K */
    run_expanded("ML-DSA-65", 128, 4032 - 128); /* s1, s2, t0 */
}

TEST(signing_with_a_handle) {
    static const char *const algs[] = {"ML-DSA-44", "ML-DSA-65-Ed25519",
                                       "SLH-DSA-SHA2-128f"};
    static uint8_t sig[17088];
    const kb_sig_message m = {(const uint8_t *)"message", 7, NULL, 0};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = NULL;
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        /* Of SLH-DSA the seeds: the public key is the other half. */
        KB_CT_SECRET(kb_secret_data(key->sk), i == 2 ? key->sk_len / 2 : key->sk_len);
        for (int use = 0; use < 3; use++) {
            size_t len = sizeof sig;
            CHECK_OK(kb_key_sign(sig, &len, &m, key, NULL));
            /* The signature is sent. */
            KB_CT_PUBLIC(sig, len);
            CHECK_OK(kb_key_verify(sig, len, &m, key));
        }
        CHECK(ct_is_secret(kb_secret_bytes(key->sk), 32));
        CHECK(ct_is_secret(kb_key_keyed_private(key), 32));
        kb_key_free(key);
    }
}

int main(void) {
    RUN(seeds);
    RUN(expanded_keys_alone_and_with_their_seed);
    RUN(signing_with_a_handle);
    return TEST_END();
}
