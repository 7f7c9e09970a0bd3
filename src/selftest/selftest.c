/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs the embedded known answers. All data here is public, so plain comparisons are fine. */
#include "codec/hex.h"
#include "composite/sig_lamps.h"
#include "core/alloc.h"
#include "core/clock.h"
#include "core/error.h"
#include "kem/kem.h"
#include "selftest/answers.h"
#include "selftest/checks.h"
#include "sig/classic/classic.h"
#include "sig/sig.h"
#include "sig/slhdsa/slhdsa.h"

#include <keybraid/hash.h>
#include <keybraid/jwe.h>
#include <keybraid/selftest.h>
#include <string.h>

#define LIBCRYPTO "libcrypto"

#define MESSAGE_MAX_BYTES 64
#define RSA_PK_MAX_BYTES  422 /* SPKI of 3072 bits */

typedef struct run {
    void (*on_result)(void *self, const kb_selftest_result *result);
    void *self;
    bool is_failed;
    kb_selftest_table tables[KB_SELFTEST_TABLE_COUNT];
} run;

/* The table that runs for a family, or for an algorithm whose id begins with its name. */
static const char *table_of(const run *r, const char *name) {
    for (size_t i = 0; name != NULL && i < KB_SELFTEST_TABLE_COUNT; i++) {
        if (strncmp(name, r->tables[i].family, strlen(r->tables[i].family)) == 0) {
            return r->tables[i].table;
        }
    }
    return LIBCRYPTO;
}

static void report(run *r, const char *name, const char *table, kb_status status,
                   uint64_t started_ns) {
    kb_selftest_result result = {name, table, status,
                                 kb_clock_monotonic_ns() - started_ns};
    r->is_failed |= status != KB_OK;
    if (r->on_result != NULL) {
        r->on_result(r->self, &result);
    }
}

/* Decodes hex into exactly room bytes. */
static kb_status unhex(uint8_t *out, size_t room, const char *hex) {
    return kb_hex_decode(out, room, hex, strlen(hex));
}

static kb_status check_kem_in(uint8_t *all, const kb_kem *kem, const kb_selftest_kem *a) {
    uint8_t sk[KB_KEM_SK_MAX_BYTES], coins[KB_KEM_COINS_MAX_BYTES],
        again[KB_KEM_SS_MAX_BYTES];
    uint8_t digest[KB_SHA256_BYTES];
    uint8_t *ct = all + kem->pk_bytes, *ss = ct + kem->ct_bytes;
    KB_INVARIANT(kem->coins_bytes <= sizeof coins);
    KB_TRY(unhex(sk, kem->sk_bytes, a->sk));
    KB_TRY(unhex(coins, kem->coins_bytes, a->coins));
    KB_TRY(kem->public_of(all, sk));
    KB_TRY(kem->encaps_derand(ct, ss, all, coins));
    KB_TRY(kem->decaps(again, ct, sk));
    if (memcmp(again, ss, kem->ss_bytes) != 0) {
        return KB_FAIL(KB_ERR_INTERNAL, "self-test: %s: decapsulation differs", a->id);
    }
    KB_TRY(kb_sha256(digest, all, kem->pk_bytes + kem->ct_bytes + kem->ss_bytes));
    return kb_selftest_compare(a->id, digest, sizeof digest, a->digest);
}

static kb_status check_kem(const kb_selftest_kem *a) {
    const kb_kem *kem = kb_kem_find(a->id);
    KB_INVARIANT(kem != NULL);
    uint8_t *all = kb_malloc(kem->pk_bytes + kem->ct_bytes + kem->ss_bytes);
    if (all == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "self-test of %s", a->id);
    }
    kb_status status = check_kem_in(all, kem, a);
    kb_free(all);
    return status;
}

static kb_status check_slhdsa_in(uint8_t *sig, const kb_sig *alg,
                                 const kb_slhdsa_params *params,
                                 const kb_selftest_slhdsa *a) {
    uint8_t sk[KB_SLHDSA_SK_MAX_BYTES], pk[KB_SLHDSA_PK_MAX_BYTES], msg[1],
        digest[KB_SHA256_BYTES];
    uint8_t ctx[KB_SIG_CONTEXT_MAX_BYTES], opt_rand[KB_SLHDSA_N_MAX_BYTES];
    kb_sig_message m = {msg, sizeof msg, ctx, strlen(a->ctx) / 2};
    KB_INVARIANT(m.ctx_len <= sizeof ctx);
    KB_TRY(unhex(sk, alg->sk_bytes, a->sk));
    KB_TRY(unhex(msg, sizeof msg, a->msg));
    KB_TRY(unhex(ctx, m.ctx_len, a->ctx));
    if (a->opt_rand[0] != '\0') {
        KB_TRY(unhex(opt_rand, alg->sk_bytes / 4, a->opt_rand));
    }
    KB_TRY(kb_slhdsa_sign(params, sig, &m, sk,
                          a->opt_rand[0] != '\0' ? opt_rand : KB_SLHDSA_DETERMINISTIC));
    /* The public key is the second half of the private one. */
    memcpy(pk, sk + alg->sk_bytes - alg->pk_bytes, alg->pk_bytes);
    KB_TRY(alg->verify(sig, alg->sig_bytes, &m, pk));
    KB_TRY(kb_sha256(digest, sig, alg->sig_bytes));
    return kb_selftest_compare(a->id, digest, sizeof digest, a->digest);
}

static const kb_slhdsa_params *slhdsa_params(const char *id) {
#define PARAMS_ADDRESS(name, text, is_shake, n, h, d, a, k) &kb_slhdsa_##name##_params,
    static const kb_slhdsa_params *const all[] = {KB_SLHDSA_SETS(PARAMS_ADDRESS)};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i]->id, id) == 0) {
            return all[i];
        }
    }
    return NULL;
}

static kb_status check_slhdsa(const kb_selftest_slhdsa *a) {
    const kb_sig *alg = kb_sig_find(a->id);
    const kb_slhdsa_params *params = slhdsa_params(a->id);
    KB_INVARIANT(alg != NULL && params != NULL);
    uint8_t *sig = kb_malloc(alg->sig_bytes);
    if (sig == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "self-test of %s", a->id);
    }
    kb_status status = check_slhdsa_in(sig, alg, params, a);
    kb_free(sig);
    return status;
}

/* The signature must verify, and must be refused with its last bit another. */
static kb_status check_verify(const kb_sig *alg, const kb_sig_message *m, uint8_t *sig,
                              const uint8_t *pk) {
    KB_TRY(alg->verify(sig, alg->sig_bytes, m, pk));
    sig[alg->sig_bytes - 1] ^= 1;
    return alg->verify(sig, alg->sig_bytes, m, pk) != KB_OK
               ? KB_OK
               : KB_FAIL(KB_ERR_INTERNAL, "self-test: %s accepts another signature",
                         alg->id);
}

/* Verifies, and signs where signing is deterministic. */
static kb_status check_signature(const kb_selftest_signature *a) {
    const kb_sig *alg = kb_sig_find(a->id);
    uint8_t pk[133], sk[66], sig[132], again[132], msg[MESSAGE_MAX_BYTES];
    kb_sig_message m = {msg, strlen(a->msg) / 2, NULL, 0};
    size_t len = 0;
    KB_INVARIANT(alg != NULL && m.msg_len <= sizeof msg && alg->pk_bytes <= sizeof pk &&
                 alg->sk_bytes <= sizeof sk && alg->sig_bytes <= sizeof sig);
    KB_TRY(unhex(msg, m.msg_len, a->msg));
    KB_TRY(unhex(pk, alg->pk_bytes, a->pk));
    KB_TRY(unhex(sig, alg->sig_bytes, a->sig));
    KB_TRY(check_verify(alg, &m, sig, pk));
    if (a->sk[0] == '\0') {
        return KB_OK;
    }
    KB_TRY(unhex(sk, alg->sk_bytes, a->sk));
    KB_TRY(alg->sign(again, &len, &m, sk));
    return kb_selftest_compare(a->id, again, len, a->sig);
}

/* Decodes parts, the first ones of their full length. */
static kb_status unhex_parts(uint8_t *out, size_t room, const char *const *parts,
                             size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t len = room < KB_SELFTEST_PART_BYTES ? room : KB_SELFTEST_PART_BYTES;
        KB_TRY(unhex(out, len, parts[i]));
        out += len;
        room -= len;
    }
    KB_INVARIANT(room == 0);
    return KB_OK;
}

static kb_status check_composite(const kb_selftest_composite *a) {
    const kb_sig *alg = kb_sig_lamps_find(a->id);
    uint8_t msg[MESSAGE_MAX_BYTES];
    kb_sig_message m = {msg, strlen(a->msg) / 2, NULL, 0};
    KB_INVARIANT(alg != NULL && m.msg_len <= sizeof msg);
    KB_TRY(unhex(msg, m.msg_len, a->msg));
    uint8_t *both = kb_malloc(alg->pk_bytes + alg->sig_bytes);
    if (both == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "self-test of %s", a->id);
    }
    uint8_t *sig = both + alg->pk_bytes;
    kb_status status =
        unhex_parts(both, alg->pk_bytes, a->pk, sizeof a->pk / sizeof a->pk[0]);
    if (status == KB_OK) {
        status =
            unhex_parts(sig, alg->sig_bytes, a->sig, sizeof a->sig / sizeof a->sig[0]);
    }
    if (status == KB_OK) {
        status = check_verify(alg, &m, sig, both);
    }
    kb_free(both);
    return status;
}

static kb_status check_rsa(const kb_selftest_rsa *a) {
    uint8_t pk[RSA_PK_MAX_BYTES], msg[MESSAGE_MAX_BYTES],
        sig[KB_LIBCRYPTO_RSA_SIG_MAX_BYTES];
    size_t pk_len = strlen(a->pk) / 2, msg_len = strlen(a->msg) / 2;
    size_t sig_len = strlen(a->sig) / 2;
    KB_INVARIANT(pk_len <= sizeof pk && msg_len <= sizeof msg && sig_len <= sizeof sig);
    KB_TRY(unhex(pk, pk_len, a->pk));
    KB_TRY(unhex(msg, msg_len, a->msg));
    KB_TRY(unhex(sig, sig_len, a->sig));
    KB_TRY(kb_rsa_pss_verify(sig, sig_len, msg, msg_len, pk, pk_len));
    sig[sig_len - 1] ^= 1;
    return kb_rsa_pss_verify(sig, sig_len, msg, msg_len, pk, pk_len) != KB_OK
               ? KB_OK
               : KB_FAIL(KB_ERR_INTERNAL, "self-test: %s accepts another signature",
                         a->name);
}

static kb_status check_token(const kb_selftest_token *t) {
    kb_key *key = NULL;
    kb_buffer plain = {.data = NULL};
    KB_TRY(kb_key_from_jwk(&key, t->jwk, strlen(t->jwk)));
    kb_status status =
        kb_jwe_decrypt_memory(&plain, kb_keyring_of(key), t->token, strlen(t->token));
    if (status == KB_OK) {
        status = kb_selftest_compare(t->name, plain.data, plain.len, t->plaintext);
    }
    kb_buffer_free(&plain);
    kb_key_free(key);
    return status;
}

static void run_signatures(run *r) {
    for (size_t i = 0; i < KB_SELFTEST_SIGNATURE_COUNT; i++) {
        const kb_selftest_signature *a = &kb_selftest_signatures[i];
        uint64_t started = kb_clock_monotonic_ns();
        report(r, a->id, table_of(r, a->id), check_signature(a), started);
    }
    for (size_t i = 0; i < KB_SELFTEST_COMPOSITE_COUNT; i++) {
        const kb_selftest_composite *a = &kb_selftest_composites[i];
        uint64_t started = kb_clock_monotonic_ns();
        report(r, a->id, table_of(r, a->id), check_composite(a), started);
    }
    for (size_t i = 0; i < KB_SELFTEST_RSA_COUNT; i++) {
        const kb_selftest_rsa *a = &kb_selftest_rsas[i];
        uint64_t started = kb_clock_monotonic_ns();
        report(r, a->name, LIBCRYPTO, check_rsa(a), started);
    }
}

kb_status kb_selftest_run(bool with_slow,
                          void (*on_result)(void *self, const kb_selftest_result *result),
                          void *self) {
    run r = {.on_result = on_result, .self = self};
    kb_selftest_tables(r.tables);
    for (size_t i = 0; i < KB_SELFTEST_CHECK_COUNT; i++) {
        const kb_selftest_check *c = &kb_selftest_checks[i];
        uint64_t started = kb_clock_monotonic_ns();
        report(&r, c->name, table_of(&r, c->family), c->run(c->name), started);
    }
    for (size_t i = 0; i < KB_SELFTEST_KEM_COUNT; i++) {
        const kb_selftest_kem *a = &kb_selftest_kems[i];
        uint64_t started = kb_clock_monotonic_ns();
        report(&r, a->id, table_of(&r, a->id), check_kem(a), started);
    }
    for (size_t i = 0; i < KB_SELFTEST_SLHDSA_COUNT; i++) {
        const kb_selftest_slhdsa *a = &kb_selftest_slhdsas[i];
        uint64_t started = kb_clock_monotonic_ns();
        if (with_slow || !a->is_slow) {
            report(&r, a->id, table_of(&r, a->id), check_slhdsa(a), started);
        }
    }
    run_signatures(&r);
    for (size_t i = 0; i < KB_SELFTEST_TOKEN_COUNT; i++) {
        const kb_selftest_token *t = &kb_selftest_tokens[i];
        uint64_t started = kb_clock_monotonic_ns();
        report(&r, t->name, table_of(&r, "ML-KEM"), check_token(t), started);
    }
    return r.is_failed
               ? KB_FAIL(KB_ERR_INTERNAL, "self-test: a known answer did not come out")
               : KB_OK;
}
