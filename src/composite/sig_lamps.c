/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * LAMPS composite signatures: the pairs, and signing and verifying with both halves.
 *
 * Not here: their keys, and the tables behind the signature interface, are
 * sig_lamps_table.c.
 */
#include "composite/sig_lamps.h"

#include "composite/sig_lamps_pair.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"

#include <keybraid/hash.h>
#include <string.h>

#define PREFIX     "CompositeAlgorithmSignatures2025"
#define LABEL_MARK "COMPSIG-"
#define PH_MAX     64
/* The longest: prefix, label, length of the context, context, hash. */
#define M_MAX                                                                            \
    (sizeof PREFIX + sizeof LABEL_MARK + 32 + 1 + KB_SIG_CONTEXT_MAX_BYTES + PH_MAX)

#define EDDSA(id_, name_, pqc_, classical_, ph_)                                         \
    {                                                                                    \
        .id = (id_), .label = LABEL_MARK name_, .pqc = &(pqc_),                          \
        .classical = &(classical_), .ph = (ph_)                                          \
    }
#define ECDSA(name_, pqc_, classical_, curve_, md_, ph_)                                 \
    {                                                                                    \
        .id = (name_), .label = LABEL_MARK name_, .pqc = &(pqc_),                        \
        .classical = &(classical_), .is_der = true, .curve = (curve_), .md = (md_),      \
        .ph = (ph_)                                                                      \
    }

/* The JOSE names of ECDSA pairs are not used: their encoding there changed from one draft
 * to the next. */
static const kb_sig_lamps_pair pairs[] = {
    EDDSA("ML-DSA-44-Ed25519", "MLDSA44-Ed25519-SHA512", kb_mldsa44, kb_ed25519,
          KB_SIG_LAMPS_SHA512),
    EDDSA("ML-DSA-65-Ed25519", "MLDSA65-Ed25519-SHA512", kb_mldsa65, kb_ed25519,
          KB_SIG_LAMPS_SHA512),
    EDDSA("ML-DSA-87-Ed448", "MLDSA87-Ed448-SHAKE256", kb_mldsa87, kb_ed448,
          KB_SIG_LAMPS_SHAKE256),
    ECDSA("MLDSA44-ECDSA-P256-SHA256", kb_mldsa44, kb_ecdsa_p256, KB_LIBCRYPTO_P256,
          KB_LIBCRYPTO_SHA256, KB_SIG_LAMPS_SHA256),
    ECDSA("MLDSA65-ECDSA-P256-SHA512", kb_mldsa65, kb_ecdsa_p256, KB_LIBCRYPTO_P256,
          KB_LIBCRYPTO_SHA256, KB_SIG_LAMPS_SHA512),
    ECDSA("MLDSA65-ECDSA-P384-SHA512", kb_mldsa65, kb_ecdsa_p384, KB_LIBCRYPTO_P384,
          KB_LIBCRYPTO_SHA384, KB_SIG_LAMPS_SHA512),
    ECDSA("MLDSA87-ECDSA-P384-SHA512", kb_mldsa87, kb_ecdsa_p384, KB_LIBCRYPTO_P384,
          KB_LIBCRYPTO_SHA384, KB_SIG_LAMPS_SHA512),
    ECDSA("MLDSA87-ECDSA-P521-SHA512", kb_mldsa87, kb_ecdsa_p521, KB_LIBCRYPTO_P521,
          KB_LIBCRYPTO_SHA512, KB_SIG_LAMPS_SHA512),
};

const kb_sig_lamps_pair *kb_sig_lamps_pair_find(const char *id) {
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (strcmp(pairs[i].id, id) == 0) {
            return &pairs[i];
        }
    }
    return NULL;
}

struct kb_sig_lamps {
    const kb_sig_lamps_pair *pair;
    kb_sha2 *sha2; /* NULL for SHAKE256 */
    kb_shake shake;
    const void *keyed;
    bool is_ended;
};

kb_status kb_sig_lamps_new(kb_sig_lamps **out, const char *id, bool may_only_verify) {
    const kb_sig_lamps_pair *pair = kb_sig_lamps_pair_find(id);
    if (pair == NULL || (pair->is_der && !may_only_verify)) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "\"%.64s\" is no composite signature", id);
    }
    kb_sig_lamps *message = kb_malloc(sizeof *message);
    if (message == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *message);
    }
    *message = (kb_sig_lamps){.pair = pair};
    kb_shake256_init(&message->shake);
    kb_status status = KB_OK;
    if (pair->ph != KB_SIG_LAMPS_SHAKE256) {
        status =
            kb_sha2_new(&message->sha2, pair->ph == KB_SIG_LAMPS_SHA256 ? KB_HASH_SHA256
                                                                        : KB_HASH_SHA512);
    }
    if (status != KB_OK) {
        kb_sig_lamps_free(message);
        return status;
    }
    *out = message;
    return KB_OK;
}

void kb_sig_lamps_free(kb_sig_lamps *message) {
    if (message != NULL) {
        kb_sha2_free(message->sha2);
        kb_shake_wipe(&message->shake);
        kb_free(message);
    }
}

kb_status kb_sig_lamps_update(kb_sig_lamps *message, const void *data, size_t len) {
    if (message->is_ended) {
        return KB_FAIL(KB_ERR_STATE, "the message has ended");
    }
    return message->sha2 != NULL ? kb_sha2_update(message->sha2, data, len)
                                 : kb_shake_absorb(&message->shake, data, len);
}

void kb_sig_lamps_use(kb_sig_lamps *message, const void *keyed) {
    message->keyed = keyed;
}

static kb_status end_hash(kb_sig_lamps *message, uint8_t out[PH_MAX], size_t *len) {
    *len = message->pair->ph == KB_SIG_LAMPS_SHA256 ? KB_SHA256_BYTES : PH_MAX;
    if (message->sha2 != NULL) {
        return kb_sha2_final(message->sha2, out);
    }
    KB_TRY(kb_shake_finalize(&message->shake));
    return kb_shake_squeeze(&message->shake, out, *len);
}

static size_t put(uint8_t *to, size_t at, const void *from, size_t len) {
    if (len != 0) {
        memcpy(to + at, from, len);
    }
    return at + len;
}

/* M' = prefix || label || length of ctx || ctx || PH(message). */
static kb_status end_message(kb_sig_lamps *message, uint8_t m[M_MAX], size_t *m_len,
                             const uint8_t *ctx, size_t ctx_len) {
    uint8_t hash[PH_MAX], len = (uint8_t)ctx_len;
    size_t hash_len;
    const char *label = message->pair->label;
    if (message->is_ended) {
        return KB_FAIL(KB_ERR_STATE, "the message has ended");
    }
    if (ctx_len > KB_SIG_CONTEXT_MAX_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s: context of %zu bytes", message->pair->id,
                       ctx_len);
    }
    message->is_ended = true;
    KB_TRY(end_hash(message, hash, &hash_len));
    KB_INVARIANT(strlen(PREFIX) + strlen(label) + 1 + ctx_len + hash_len <= M_MAX);
    size_t at = put(m, 0, PREFIX, strlen(PREFIX));
    at = put(m, at, label, strlen(label));
    at = put(m, at, &len, 1);
    at = put(m, at, ctx, ctx_len);
    *m_len = put(m, at, hash, hash_len);
    return KB_OK;
}

/* What ML-DSA signs: M' under the label as its context. */
static kb_sig_message for_pqc(const kb_sig_lamps_pair *pair, const uint8_t *m,
                              size_t m_len) {
    return (kb_sig_message){m, m_len, (const uint8_t *)pair->label, strlen(pair->label)};
}

static kb_status sign_both(kb_sig_lamps *message, uint8_t *sig, size_t *sig_len,
                           const uint8_t *ctx, size_t ctx_len, const uint8_t *sk) {
    const kb_sig_lamps_pair *pair = message->pair;
    uint8_t m[M_MAX];
    size_t m_len, pqc_len, classical_len;
    if (pair->is_der) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "%s is for verification only", pair->id);
    }
    KB_TRY(end_message(message, m, &m_len, ctx, ctx_len));
    kb_sig_message pqc = for_pqc(pair, m, m_len);
    kb_sig_message classical = {m, m_len, NULL, 0};
    KB_TRY(kb_sig_sign_with(pair->pqc, sig, &pqc_len, &pqc, sk, message->keyed, NULL));
    KB_TRY(pair->classical->sign(sig + pqc_len, &classical_len, &classical,
                                 sk + pair->pqc->sk_bytes));
    *sig_len = pqc_len + classical_len;
    return KB_OK;
}

kb_status kb_sig_lamps_sign(kb_sig_lamps *message, uint8_t *sig, size_t *sig_len,
                            const uint8_t *ctx, size_t ctx_len, const uint8_t *sk) {
    const kb_sig_lamps_pair *pair = message->pair;
    kb_status status = sign_both(message, sig, sig_len, ctx, ctx_len, sk);
    if (status != KB_OK) {
        kb_wipe(sig, pair->pqc->sig_bytes + pair->classical->sig_bytes);
        *sig_len = 0;
    }
    return status;
}

static kb_status verify_classical(const kb_sig_lamps_pair *pair, const uint8_t *sig,
                                  size_t sig_len, const uint8_t *m, size_t m_len,
                                  const uint8_t *pk) {
    kb_sig_message message = {m, m_len, NULL, 0};
    return pair->is_der
               ? kb_ecdsa_verify_der(pair->curve, pair->md, sig, sig_len, m, m_len, pk)
               : pair->classical->verify(sig, sig_len, &message, pk);
}

kb_status kb_sig_lamps_verify(kb_sig_lamps *message, const uint8_t *sig, size_t sig_len,
                              const uint8_t *ctx, size_t ctx_len, const uint8_t *pk,
                              size_t pk_len) {
    const kb_sig_lamps_pair *pair = message->pair;
    uint8_t m[M_MAX];
    size_t m_len, cut = pair->pqc->sig_bytes;
    if (pk_len != pair->pqc->pk_bytes + pair->classical->pk_bytes) {
        return KB_FAIL(KB_ERR_KEY, "%s public key: %zu bytes", pair->id, pk_len);
    }
    KB_TRY(end_message(message, m, &m_len, ctx, ctx_len));
    if (sig_len < cut) {
        return KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    kb_sig_message pqc = for_pqc(pair, m, m_len);
    kb_status status_p =
        kb_sig_verify_with(pair->pqc, sig, cut, &pqc, pk, message->keyed);
    kb_status status_c = verify_classical(pair, sig + cut, sig_len - cut, m, m_len,
                                          pk + pair->pqc->pk_bytes);
    if (status_p == KB_OK && status_c == KB_OK) {
        return KB_OK;
    }
    if (status_p != KB_OK && status_p != KB_ERR_AUTH) {
        return status_p;
    }
    if (status_c != KB_OK && status_c != KB_ERR_AUTH) {
        return status_c;
    }
    return KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
}
