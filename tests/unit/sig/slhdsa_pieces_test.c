/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SLH-DSA over messages in pieces gives the signatures of whole messages, and no other. */
#include "core/secret.h"
#include "sig/slhdsa/pieces.h"
#include "test.h"

#include <keybraid/hash.h>

/* One set per hash function of the message: SHA-256, SHAKE256, SHA-512. */
static const kb_slhdsa_params *const sets[] = {&kb_slhdsa_sha2_128f_params,
                                               &kb_slhdsa_shake_128f_params,
                                               &kb_slhdsa_sha2_192f_params};
#define SET_COUNT (sizeof sets / sizeof sets[0])

#define MESSAGE_BYTES 70000

static const kb_slhdsa_params *params;
static uint8_t pk[KB_SLHDSA_PK_MAX_BYTES], sk[KB_SLHDSA_SK_MAX_BYTES];
static uint8_t want[KB_SLHDSA_SIG_MAX_BYTES], got[KB_SLHDSA_SIG_MAX_BYTES];
static uint8_t msg[MESSAGE_BYTES], changed[MESSAGE_BYTES];
static const uint8_t ctx[255] = "release", zero[KB_SLHDSA_SIG_MAX_BYTES];
static const uint8_t opt_rand[KB_SLHDSA_N_MAX_BYTES] = {7, 5, 3};

static void make_key(const kb_slhdsa_params *set) {
    uint8_t seeds[96];
    params = set;
    kb_shake256(seeds, sizeof seeds, set->id, strlen(set->id));
    kb_shake256(msg, sizeof msg, "message", 7);
    memcpy(changed, msg, sizeof changed);
    kb_slhdsa_keygen_derand(params, pk, sk, seeds, seeds + params->n,
                            seeds + 2 * params->n);
}

static void feed(kb_slhdsa_pieces *pieces, const uint8_t *data, size_t len,
                 size_t piece) {
    for (size_t at = 0; at < len; at += piece) {
        kb_slhdsa_pieces_update(pieces, data + at, len - at < piece ? len - at : piece);
    }
}

/* Signs with one message in each pass, in pieces of two sizes. */
static kb_status sign(const uint8_t *first, size_t first_len, const uint8_t *second,
                      size_t second_len, size_t ctx_len, size_t piece,
                      const uint8_t *random) {
    kb_slhdsa_pieces pieces;
    KB_WIPE_AT_END(pieces);
    memset(got, 0xa5, sizeof got);
    kb_status status = kb_slhdsa_pieces_sign(&pieces, params, ctx, ctx_len, sk, random);
    if (status != KB_OK) {
        return status;
    }
    feed(&pieces, first, first_len, piece);
    CHECK_OK(kb_slhdsa_pieces_again(&pieces));
    feed(&pieces, second, second_len, piece + 7);
    return kb_slhdsa_pieces_finish_sign(&pieces, got);
}

static kb_status verify(const uint8_t *sig, size_t sig_len, const uint8_t *message,
                        size_t len, size_t ctx_len, size_t piece) {
    kb_slhdsa_pieces pieces;
    kb_status status =
        kb_slhdsa_pieces_verify(&pieces, params, sig, sig_len, ctx, ctx_len, pk);
    if (status != KB_OK) {
        return status;
    }
    feed(&pieces, message, len, piece);
    return kb_slhdsa_pieces_finish_verify(&pieces);
}

TEST(pieces_of_any_size_give_the_signature_of_the_whole) {
    static const struct {
        size_t len, piece, ctx_len;
    } cases[] = {{0, 1, 0},     {1, 1, 255},    {200, 1, 7},       {200, 63, 0},
                 {4096, 64, 0}, {5000, 136, 7}, {70000, 65536, 7}, {70000, 70000, 0}};
    for (size_t s = 0; s < SET_COUNT; s++) {
        make_key(sets[s]);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            size_t len = cases[i].len, piece = cases[i].piece, c = cases[i].ctx_len;
            /* Deterministic and hedged take turns. */
            const uint8_t *random = i % 2 == 0 ? KB_SLHDSA_DETERMINISTIC : opt_rand;
            kb_sig_message whole = {msg, len, ctx, c};
            CHECK_OK(kb_slhdsa_sign(params, want, &whole, sk, random));
            CHECK_OK(sign(msg, len, msg, len, c, piece, random));
            CHECK_MEM(got, want, params->sig_bytes);
            CHECK_OK(verify(want, params->sig_bytes, msg, len, c, piece));
        }
    }
}

TEST(passes_that_differ_give_no_signature) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        make_key(sets[s]);
        static const size_t places[] = {0, 135, 4095, 4999};
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            changed[places[i]] ^= 0x80;
            CHECK_STATUS(sign(msg, 5000, changed, 5000, 7, 64, opt_rand), KB_ERR_IO);
            CHECK_MEM(got, zero, params->sig_bytes);
            changed[places[i]] ^= 0x80;
        }
        CHECK_STATUS(sign(msg, 5000, msg, 4999, 7, 64, opt_rand), KB_ERR_IO);
        CHECK_MEM(got, zero, params->sig_bytes);
        CHECK_STATUS(sign(msg, 4999, msg, 5000, 7, 64, opt_rand), KB_ERR_IO);
        CHECK_STATUS(sign(msg, 0, msg, 1, 7, 64, opt_rand), KB_ERR_IO);
        CHECK_STATUS(sign(msg, 1, msg, 0, 7, 64, opt_rand), KB_ERR_IO);
        CHECK_MEM(got, zero, params->sig_bytes);
    }
}

TEST(another_message_context_or_signature_does_not_verify) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        make_key(sets[s]);
        size_t n = params->sig_bytes;
        CHECK_OK(sign(msg, 5000, msg, 5000, 7, 64, opt_rand));
        CHECK_OK(verify(got, n, msg, 5000, 7, 100));
        for (size_t at = 0; at < 5000; at += 833) {
            changed[at] ^= 1;
            CHECK_STATUS(verify(got, n, changed, 5000, 7, 64), KB_ERR_AUTH);
            changed[at] ^= 1;
        }
        CHECK_STATUS(verify(got, n, msg, 4999, 7, 64), KB_ERR_AUTH);
        CHECK_STATUS(verify(got, n, msg, 5001, 7, 64), KB_ERR_AUTH);
        CHECK_STATUS(verify(got, n, msg, 0, 7, 64), KB_ERR_AUTH);
        CHECK_STATUS(verify(got, n, msg, 5000, 6, 64), KB_ERR_AUTH);
        CHECK_STATUS(verify(got, n - 1, msg, 5000, 7, 64), KB_ERR_AUTH);
        CHECK_STATUS(verify(got, n + 1, msg, 5000, 7, 64), KB_ERR_AUTH);
        CHECK_STATUS(verify(got, 0, msg, 5000, 7, 64), KB_ERR_AUTH);
        for (size_t at = 0; at < n; at += n / 5) {
            got[at] ^= 1;
            CHECK_STATUS(verify(got, n, msg, 5000, 7, 64), KB_ERR_AUTH);
            got[at] ^= 1;
        }
    }
}

TEST(a_context_has_at_most_255_bytes) {
    make_key(sets[0]);
    CHECK_STATUS(sign(msg, 1, msg, 1, 256, 1, opt_rand), KB_ERR_ARGUMENT);
    CHECK_STATUS(verify(want, params->sig_bytes, msg, 1, 256, 1), KB_ERR_ARGUMENT);
}

TEST(a_private_key_with_parts_of_another_is_refused) {
    make_key(sets[0]);
    sk[0] ^= 1;
    CHECK_STATUS(sign(msg, 9, msg, 9, 0, 9, opt_rand), KB_ERR_KEY);
    CHECK_MEM(got, zero, params->sig_bytes);
}

TEST(calls_out_of_order_are_refused) {
    kb_slhdsa_pieces pieces;
    make_key(sets[0]);
    /* One pass makes no signature, and a signature ends it. */
    CHECK_OK(kb_slhdsa_pieces_sign(&pieces, params, NULL, 0, sk, opt_rand));
    memset(got, 0xa5, sizeof got);
    CHECK_STATUS(kb_slhdsa_pieces_finish_sign(&pieces, got), KB_ERR_STATE);
    CHECK_MEM(got, zero, params->sig_bytes);
    CHECK_STATUS(kb_slhdsa_pieces_finish_verify(&pieces), KB_ERR_STATE);
    CHECK_OK(kb_slhdsa_pieces_again(&pieces));
    CHECK_STATUS(kb_slhdsa_pieces_again(&pieces), KB_ERR_STATE);
    CHECK_OK(kb_slhdsa_pieces_finish_sign(&pieces, got));
    memcpy(want, got, sizeof want);
    CHECK_STATUS(kb_slhdsa_pieces_finish_sign(&pieces, got), KB_ERR_STATE);
    CHECK_MEM(got, zero, params->sig_bytes);
    /* A verification is read once and answers once. */
    CHECK_OK(
        kb_slhdsa_pieces_verify(&pieces, params, want, params->sig_bytes, NULL, 0, pk));
    CHECK_STATUS(kb_slhdsa_pieces_again(&pieces), KB_ERR_STATE);
    CHECK_STATUS(kb_slhdsa_pieces_finish_sign(&pieces, got), KB_ERR_STATE);
    CHECK_OK(kb_slhdsa_pieces_finish_verify(&pieces));
    CHECK_STATUS(kb_slhdsa_pieces_finish_verify(&pieces), KB_ERR_STATE);
}

int main(void) {
    RUN(pieces_of_any_size_give_the_signature_of_the_whole);
    RUN(passes_that_differ_give_no_signature);
    RUN(another_message_context_or_signature_does_not_verify);
    RUN(a_context_has_at_most_255_bytes);
    RUN(a_private_key_with_parts_of_another_is_refused);
    RUN(calls_out_of_order_are_refused);
    return TEST_END();
}
