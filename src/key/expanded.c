/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Expanded private keys: expansion and checks. */
#include "key/expanded.h"

#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"
#include "kem/mlkem/mlkem.h"
#include "kem/mlkem/ops.h"
#include "sig/mldsa/mldsa.h"

#include <string.h>

static void mlkem_expand(const kb_key_expanded *form, uint8_t *expanded,
                         const uint8_t *seed) {
    uint8_t ek[KB_MLKEM_EK_MAX_BYTES];
    kb_mlkem_keygen_derand(form->params, ek, expanded, seed, seed + KB_MLKEM_SYM_BYTES);
}

/* Every coefficient of s is below q, since there is one encoding only. */
static bool is_reduced(const kb_mlkem_params *params, const uint8_t *dk) {
    kb_mlkem_poly s;
    KB_WIPE_AT_END(s);
    unsigned above = 0;
    for (size_t i = 0; i < params->k; i++) {
        kb_mlkem_ops_get()->decode12(&s, dk + i * KB_MLKEM_POLY_BYTES);
        for (size_t j = 0; j < KB_MLKEM_N; j++) {
            above |= (unsigned)(KB_MLKEM_Q - 1 - s.c[j]) >> 16;
        }
    }
    /* An accepted key keeps everything secret, a refused one is none. */
    KB_CT_PUBLIC(&above, sizeof above);
    return above == 0;
}

static kb_status mlkem_public_of(const kb_key_expanded *form, uint8_t *pk,
                                 const uint8_t *expanded) {
    const kb_mlkem_params *params = form->params;
    const uint8_t *ek = expanded + params->k * KB_MLKEM_POLY_BYTES;
    KB_SECRET_LOCAL(sent, KB_MLKEM_SS_BYTES);
    KB_SECRET_LOCAL(got, KB_MLKEM_SS_BYTES);
    uint8_t ct[KB_MLKEM_CT_MAX_BYTES];
    KB_TRY(kb_mlkem_check_dk(params, expanded));
    KB_TRY(kb_mlkem_check_ek(params, ek));
    if (!is_reduced(params, expanded)) {
        return KB_FAIL(KB_ERR_KEY, "%s private key: a coefficient is not below 3329",
                       params->id);
    }
    /* Any message does; the hash of ek is one that is at hand. */
    kb_mlkem_encaps_derand(params, ct, sent, ek, ek + params->ek_bytes);
    kb_mlkem_decaps(params, got, ct, expanded);
    bool is_same = kb_ct_eq(sent, got, sizeof sent);
    /* Whether a file contradicts itself, is told. */
    KB_CT_PUBLIC(&is_same, sizeof is_same);
    if (!is_same) {
        return KB_FAIL(KB_ERR_KEY, "public and private %s key do not belong together",
                       params->id);
    }
    memcpy(pk, ek, params->ek_bytes);
    return KB_OK;
}

static void mldsa_expand(const kb_key_expanded *form, uint8_t *expanded,
                         const uint8_t *seed) {
    uint8_t pk[KB_MLDSA_PK_MAX_BYTES];
    kb_mldsa_keygen_derand(form->params, pk, expanded, seed);
}

static kb_status mldsa_public_of(const kb_key_expanded *form, uint8_t *pk,
                                 const uint8_t *expanded) {
    return kb_mldsa_public_of_sk(form->params, pk, expanded);
}

#define MLKEM(id_, k, params_)                                                           \
    { (id_), KB_MLKEM_DK_BYTES(k), (params_), mlkem_expand, mlkem_public_of }
#define MLDSA(id_, k, l, eta, params_)                                                   \
    { (id_), KB_MLDSA_SK_BYTES(k, l, eta), (params_), mldsa_expand, mldsa_public_of }

static const kb_key_expanded rows[] = {
    MLKEM("ML-KEM-512", 2, &kb_mlkem512_params),
    MLKEM("ML-KEM-768", 3, &kb_mlkem768_params),
    MLKEM("ML-KEM-1024", 4, &kb_mlkem1024_params),
    MLDSA("ML-DSA-44", 4, 4, 2, &kb_mldsa44_params),
    MLDSA("ML-DSA-65", 6, 5, 4, &kb_mldsa65_params),
    MLDSA("ML-DSA-87", 8, 7, 2, &kb_mldsa87_params),
};

const kb_key_expanded *kb_key_expanded_of(const char *id) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].id, id) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}
