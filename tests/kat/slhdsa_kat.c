/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of SLH-DSA. Signatures are known by their SHA-256.
 *
 * The argument "slow" runs the folder slhdsa_slow instead: the s sets, and all
 * signatures of a set together.
 */
#include "kat/kat.h"
#include "sig/slhdsa/pieces.h"

#include <keybraid/hash.h>

typedef struct set {
    const kb_slhdsa_params *params;
    const kb_sig *sig;
} set;

#define ROW(name, id, is_shake, n, h, d, a, k)                                           \
    {&kb_slhdsa_##name##_params, &kb_slhdsa_##name},
static const set sets[] = {KB_SLHDSA_SETS(ROW)};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static bool is_slow;

/* The signatures of each set in a series, one after the other; NULL outside of one. */
static kb_sha2 *all_of[SET_COUNT];
static size_t all_count[SET_COUNT];

static void end_series(void) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        kb_sha2_free(all_of[i]);
        all_of[i] = NULL;
        all_count[i] = 0;
    }
}

static size_t set_of(const kat_case *c) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        if (kat_is(c, "alg", sets[i].params->id)) {
            return i;
        }
    }
    kat_die("unknown parameter set", kat_text(c, "alg"));
    return 0;
}

static const kb_sig_prehash *prehash_of(const kat_case *c) {
    const kb_sig_prehash *prehash = kb_sig_prehash_find(kat_text(c, "hash"));
    if (prehash == NULL) {
        kat_die("unknown hash function", kat_text(c, "hash"));
    }
    return prehash;
}

static kb_sig_message message_of(const kat_case *c) {
    kb_sig_message m = {0};
    m.msg = kat_hex(c, "msg", &m.msg_len);
    if (kat_find(c, "ctx") != NULL) {
        m.ctx = kat_hex(c, "ctx", &m.ctx_len);
    }
    return m;
}

static void run_keygen(const kat_case *c) {
    const set *s = &sets[set_of(c)];
    size_t n = s->params->n, len[3];
    const uint8_t *sk_seed = kat_hex(c, "sk_seed", &len[0]);
    const uint8_t *sk_prf = kat_hex(c, "sk_prf", &len[1]);
    const uint8_t *pk_seed = kat_hex(c, "pk_seed", &len[2]);
    REQUIRE(len[0] == n && len[1] == n && len[2] == n);
    uint8_t *pk = kat_buffer(s->params->pk_bytes), *sk = kat_buffer(s->params->sk_bytes);
    kb_slhdsa_keygen_derand(s->params, pk, sk, sk_seed, sk_prf, pk_seed);
    kat_check(c, "sk", sk, s->params->sk_bytes);
    kat_check(c, "pk", pk, s->params->pk_bytes);
    (void)memset(pk, 0, s->params->pk_bytes);
    CHECK_OK(s->sig->public_of(pk, sk));
    kat_check(c, "pk", pk, s->sig->pk_bytes);
    CHECK_OK(s->sig->check_pk(pk));
}

/* The message in pieces of 63 bytes. */
static void feed(kb_slhdsa_pieces *pieces, const kb_sig_message *m) {
    for (size_t at = 0; at < m->msg_len; at += 63) {
        kb_slhdsa_pieces_update(pieces, m->msg + at,
                                m->msg_len - at < 63 ? m->msg_len - at : 63);
    }
}

/* The pure form in pieces answers as the whole message does. */
static void check_pieces_verify(kb_status want, const set *s, const uint8_t *sig,
                                size_t sig_len, const kb_sig_message *m,
                                const uint8_t *pk) {
    kb_slhdsa_pieces pieces;
    kb_status status =
        kb_slhdsa_pieces_verify(&pieces, s->params, sig, sig_len, m->ctx, m->ctx_len, pk);
    if (status == KB_OK) {
        feed(&pieces, m);
        status = kb_slhdsa_pieces_finish_verify(&pieces);
    }
    CHECK_INT(status, want);
}

static void check_pieces_sign(const uint8_t *want, const set *s, const kb_sig_message *m,
                              const uint8_t *sk, const uint8_t *opt_rand) {
    kb_slhdsa_pieces pieces;
    uint8_t *sig = kat_buffer(s->params->sig_bytes);
    REQUIRE_OK(
        kb_slhdsa_pieces_sign(&pieces, s->params, m->ctx, m->ctx_len, sk, opt_rand));
    feed(&pieces, m);
    REQUIRE_OK(kb_slhdsa_pieces_again(&pieces));
    feed(&pieces, m);
    REQUIRE_OK(kb_slhdsa_pieces_finish_sign(&pieces, sig));
    CHECK_MEM(sig, want, s->params->sig_bytes);
}

/* The same signature comes with what a key handle keeps of the private key. */
static void check_kept(const uint8_t *want, const set *s, const kb_sig_message *m,
                       const uint8_t *sk, const uint8_t *opt_rand) {
    uint8_t *top = kat_buffer(s->sig->keyed->sk_bytes);
    uint8_t *sig = kat_buffer(s->params->sig_bytes);
    s->sig->keyed->from_sk(top, sk);
    CHECK_OK(kb_slhdsa_sign_helped(s->params, sig, m, sk, opt_rand,
                                   (kb_slhdsa_help){.top = top}));
    CHECK_MEM(sig, want, s->params->sig_bytes);
}

static kb_status verify(const kat_case *c, const set *s, const uint8_t *sig,
                        size_t sig_len, const uint8_t *pk) {
    kb_sig_message m = message_of(c);
    if (kat_is(c, "form", "pure")) {
        kb_status status = s->sig->verify(sig, sig_len, &m, pk);
        check_pieces_verify(status, s, sig, sig_len, &m, pk);
        return status;
    }
    if (kat_is(c, "form", "prehash")) {
        return kb_slhdsa_verify_prehash(s->params, sig, sig_len, prehash_of(c), &m, pk);
    }
    if (kat_is(c, "form", "digest")) {
        return kb_slhdsa_verify_digest(s->params, sig, sig_len, prehash_of(c), &m, pk);
    }
    CHECK(kat_is(c, "form", "internal"));
    return kb_slhdsa_verify_internal(s->params, sig, sig_len, m.msg, m.msg_len, pk);
}

static void run_sign(const kat_case *c) {
    size_t number = set_of(c);
    const set *s = &sets[number];
    size_t sk_len, rand_len;
    const uint8_t *sk = kat_hex(c, "sk", &sk_len), *opt_rand = KB_SLHDSA_DETERMINISTIC;
    kb_sig_message m = message_of(c);
    uint8_t *sig = kat_buffer(s->params->sig_bytes), digest[KB_SHA256_BYTES];
    REQUIRE(sk_len == s->params->sk_bytes);
    if (kat_find(c, "opt_rand") != NULL) {
        opt_rand = kat_hex(c, "opt_rand", &rand_len);
        REQUIRE(rand_len == s->params->n);
    }
    if (kat_is(c, "form", "pure")) {
        CHECK_OK(kb_slhdsa_sign(s->params, sig, &m, sk, opt_rand));
        if (!is_slow) {
            check_pieces_sign(sig, s, &m, sk, opt_rand);
            check_kept(sig, s, &m, sk, opt_rand);
        }
    } else if (kat_is(c, "form", "prehash")) {
        CHECK_OK(kb_slhdsa_sign_prehash(s->params, sig, prehash_of(c), &m, sk, opt_rand));
    } else {
        CHECK(kat_is(c, "form", "internal"));
        CHECK_OK(kb_slhdsa_sign_internal(s->params, sig, m.msg, m.msg_len, sk, opt_rand));
    }
    CHECK_INT(s->params->sig_bytes, kat_size(c, "sig_len"));
    CHECK_OK(kb_sha256(digest, sig, s->params->sig_bytes));
    kat_check(c, "sig_sha256", digest, sizeof digest);
    CHECK_OK(verify(c, s, sig, s->params->sig_bytes, sk + 2 * s->params->n));
    if (all_of[number] != NULL) {
        CHECK_OK(kb_sha2_update(all_of[number], sig, s->params->sig_bytes));
        all_count[number]++;
    }
}

static void run_begin(const kat_case *c) {
    (void)c;
    end_series();
    for (size_t i = 0; i < SET_COUNT; i++) {
        REQUIRE_OK(kb_sha2_new(&all_of[i], KB_HASH_SHA256));
    }
}

/* All signatures of a set since the series began; the set's part ends here. */
static void run_all(const kat_case *c) {
    size_t number = set_of(c);
    uint8_t digest[KB_SHA256_BYTES];
    CHECK_INT(all_count[number], kat_size(c, "count"));
    REQUIRE(all_of[number] != NULL);
    CHECK_OK(kb_sha2_final(all_of[number], digest));
    kat_check(c, "sig_sha256", digest, sizeof digest);
    kb_sha2_free(all_of[number]);
    all_of[number] = NULL;
}

static void run_verify(const kat_case *c) {
    const set *s = &sets[set_of(c)];
    size_t sig_len, pk_len;
    const uint8_t *sig = kat_hex(c, "sig", &sig_len), *pk = kat_hex(c, "pk", &pk_len);
    REQUIRE(pk_len == s->params->pk_bytes);
    CHECK_STATUS(verify(c, s, sig, sig_len, pk), kat_is_invalid(c) ? KB_ERR_AUTH : KB_OK);
}

int main(int argc, char **argv) {
    static const kat_op ops[] = {{"slhdsa-keygen", run_keygen},
                                 {"slhdsa-sign", run_sign},
                                 {"slhdsa-begin", run_begin},
                                 {"slhdsa-all", run_all},
                                 {"slhdsa-verify", run_verify}};
    is_slow = argc == 2 && strcmp(argv[1], "slow") == 0;
    int code =
        kat_main(is_slow ? "slhdsa_slow" : "slhdsa", ops, sizeof ops / sizeof ops[0]);
    end_series();
    return code;
}
