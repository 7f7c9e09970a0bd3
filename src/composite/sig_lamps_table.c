/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* LAMPS composites behind the signature interface: keys, whole messages, names. */
#include "composite/sig_lamps.h"
#include "composite/sig_lamps_pair.h"
#include "core/error.h"
#include "core/secret.h"

#include <string.h>

static const kb_sig *const tables[] = {&kb_sig_mldsa44_ed25519, &kb_sig_mldsa65_ed25519,
                                       &kb_sig_mldsa87_ed448};
#define TABLE_COUNT (sizeof tables / sizeof tables[0])

const kb_sig *kb_sig_lamps_find(const char *id) {
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        if (strcmp(tables[i]->id, id) == 0) {
            return tables[i];
        }
    }
    return kb_sig_find(id);
}

/* The id with the sign between the halves replaced. */
static bool is_name_of(const char *name, const kb_sig *table) {
    const char *plus = strrchr(table->id, '-');
    size_t cut = (size_t)(plus - table->id);
    return strlen(name) == strlen(table->id) && strncmp(name, table->id, cut) == 0 &&
           name[cut] == '+' && strcmp(name + cut + 1, plus + 1) == 0;
}

const char *kb_sig_lamps_id_of_name(const char *name) {
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        if (strcmp(name, tables[i]->id) == 0 || is_name_of(name, tables[i])) {
            return tables[i]->id;
        }
    }
    return NULL;
}

static kb_status make(const kb_sig *table, uint8_t *pk, uint8_t *sk,
                      kb_status (*half)(const kb_sig *alg, uint8_t *pk, uint8_t *sk)) {
    const kb_sig_lamps_pair *pair = kb_sig_lamps_pair_find(table->id);
    kb_status status = half(pair->pqc, pk, sk);
    if (status == KB_OK) {
        status =
            half(pair->classical, pk + pair->pqc->pk_bytes, sk + pair->pqc->sk_bytes);
    }
    if (status != KB_OK) {
        kb_wipe(pk, table->pk_bytes);
    }
    return status;
}

static kb_status keygen_half(const kb_sig *alg, uint8_t *pk, uint8_t *sk) {
    return alg->keygen(pk, sk);
}

static kb_status public_half(const kb_sig *alg, uint8_t *pk, uint8_t *sk) {
    return alg->public_of(pk, sk);
}

static kb_status keygen(const kb_sig *table, uint8_t *pk, uint8_t *sk) {
    kb_status status = make(table, pk, sk, keygen_half);
    if (status != KB_OK) {
        kb_wipe(sk, table->sk_bytes);
    }
    return status;
}

static kb_status public_of(const kb_sig *table, uint8_t *pk, const uint8_t *sk) {
    KB_SECRET_LOCAL(copy, KB_SIG_LAMPS_SK_MAX_BYTES);
    memcpy(copy, sk, table->sk_bytes);
    return make(table, pk, copy, public_half);
}

static kb_status check_pk(const kb_sig *table, const uint8_t *pk) {
    const kb_sig_lamps_pair *pair = kb_sig_lamps_pair_find(table->id);
    KB_TRY(pair->pqc->check_pk(pk));
    return pair->classical->check_pk(pk + pair->pqc->pk_bytes);
}

static kb_status begin(kb_sig_lamps **out, const kb_sig *table,
                       const kb_sig_message *message) {
    KB_TRY(kb_sig_lamps_new(out, table->id, false));
    kb_status status = kb_sig_lamps_update(*out, message->msg, message->msg_len);
    if (status != KB_OK) {
        kb_sig_lamps_free(*out);
    }
    return status;
}

static kb_status sign(const kb_sig *table, uint8_t *sig, size_t *sig_len,
                      const kb_sig_message *message, const uint8_t *sk,
                      const void *keyed) {
    kb_sig_lamps *state;
    kb_status status = begin(&state, table, message);
    if (status == KB_OK) {
        kb_sig_lamps_use(state, keyed);
        status =
            kb_sig_lamps_sign(state, sig, sig_len, message->ctx, message->ctx_len, sk);
        kb_sig_lamps_free(state);
    } else {
        kb_wipe(sig, table->sig_bytes);
        *sig_len = 0;
    }
    return status;
}

static kb_status verify(const kb_sig *table, const uint8_t *sig, size_t sig_len,
                        const kb_sig_message *message, const uint8_t *pk,
                        const void *keyed) {
    kb_sig_lamps *state;
    KB_TRY(begin(&state, table, message));
    kb_sig_lamps_use(state, keyed);
    kb_status status = kb_sig_lamps_verify(state, sig, sig_len, message->ctx,
                                           message->ctx_len, pk, table->pk_bytes);
    kb_sig_lamps_free(state);
    return status;
}

/* kb_sig functions carry no context, so every pair has its own. */
#define COMPOSITE(name, catalog_id, half, pk, sk, len)                                   \
    static kb_status name##_keygen(uint8_t *pk_, uint8_t *sk_) {                         \
        return keygen(&kb_sig_##name, pk_, sk_);                                         \
    }                                                                                    \
    static kb_status name##_public_of(uint8_t *pk_, const uint8_t *sk_) {                \
        return public_of(&kb_sig_##name, pk_, sk_);                                      \
    }                                                                                    \
    static kb_status name##_check_pk(const uint8_t *pk_) {                               \
        return check_pk(&kb_sig_##name, pk_);                                            \
    }                                                                                    \
    static kb_status name##_sign_with(uint8_t *sig, size_t *sig_len,                     \
                                      const kb_sig_message *message, const uint8_t *sk_, \
                                      const void *keyed, kb_pool *pool) {                \
        (void)pool;                                                                      \
        return sign(&kb_sig_##name, sig, sig_len, message, sk_, keyed);                  \
    }                                                                                    \
    static kb_status name##_sign(uint8_t *sig, size_t *sig_len,                          \
                                 const kb_sig_message *message, const uint8_t *sk_) {    \
        return sign(&kb_sig_##name, sig, sig_len, message, sk_, NULL);                   \
    }                                                                                    \
    static kb_status name##_verify_with(const uint8_t *sig, size_t sig_len,              \
                                        const kb_sig_message *message,                   \
                                        const uint8_t *pk_, const void *keyed) {         \
        return verify(&kb_sig_##name, sig, sig_len, message, pk_, keyed);                \
    }                                                                                    \
    static kb_status name##_verify(const uint8_t *sig, size_t sig_len,                   \
                                   const kb_sig_message *message, const uint8_t *pk_) {  \
        return verify(&kb_sig_##name, sig, sig_len, message, pk_, NULL);                 \
    }                                                                                    \
    const kb_sig kb_sig_##name = {.id = catalog_id,                                      \
                                  .pk_bytes = (pk),                                      \
                                  .sk_bytes = (sk),                                      \
                                  .sig_bytes = (len),                                    \
                                  .context_max = KB_SIG_CONTEXT_MAX_BYTES,               \
                                  .keygen = name##_keygen,                               \
                                  .public_of = name##_public_of,                         \
                                  .check_pk = name##_check_pk,                           \
                                  .sign = name##_sign,                                   \
                                  .verify = name##_verify,                               \
                                  .keyed = &(half),                                      \
                                  .sign_with = name##_sign_with,                         \
                                  .verify_with = name##_verify_with}

COMPOSITE(mldsa44_ed25519, "ML-DSA-44-Ed25519", kb_mldsa44_keyed, 1312 + 32, 32 + 32,
          2420 + 64);
COMPOSITE(mldsa65_ed25519, "ML-DSA-65-Ed25519", kb_mldsa65_keyed, 1952 + 32, 32 + 32,
          3309 + 64);
COMPOSITE(mldsa87_ed448, "ML-DSA-87-Ed448", kb_mldsa87_keyed, 2592 + 57, 32 + 57,
          4627 + 114);
