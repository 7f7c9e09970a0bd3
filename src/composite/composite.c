/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The composite KEM over two component KEMs. */
#include "composite/composite.h"

#include "core/error.h"
#include "core/secret.h"

size_t kb_composite_okm_bytes(const kb_composite_alg *alg) {
    return alg->is_wrap ? KB_COMBINER_KEK_BYTES : KB_COMBINER_OKM_BYTES;
}

static kb_combiner_input combiner_input(const kb_composite_alg *alg, const char *enc,
                                        kb_span ctx, const uint8_t *ss_c,
                                        const uint8_t *ss_p, const uint8_t *ct_c,
                                        const uint8_t *ct_p, const uint8_t *pk) {
    return (kb_combiner_input){
        .alg = alg->text,
        .enc = enc,
        .kdf = alg->kdf,
        .ss_c = {ss_c, alg->classical->ss_bytes},
        .ss_p = {ss_p, alg->pqc->ss_bytes},
        .ct_c = {ct_c, alg->classical->ct_bytes},
        .ct_p = {ct_p, alg->pqc->ct_bytes},
        .pk_c = {pk, alg->classical->pk_bytes},
        .pk_p = {pk + alg->classical->pk_bytes, alg->pqc->pk_bytes},
        .ctx = ctx,
    };
}

/* A half without anything to keep takes no room; the post-quantum half comes first. */
static size_t keyed_bytes(const kb_kem *kem) {
    return kem->keyed != NULL ? (kem->keyed->pk_bytes + 31) / 32 * 32 : 0;
}

static void *keyed_classical(const kb_composite_alg *alg, const void *keyed) {
    return (uint8_t *)keyed + keyed_bytes(alg->pqc);
}

size_t kb_composite_keyed_bytes(const kb_composite_alg *alg) {
    return keyed_bytes(alg->pqc) + keyed_bytes(alg->classical);
}

static size_t heap_bytes(const kb_kem *kem) {
    return kem->keyed != NULL ? kem->keyed->heap_bytes : 0;
}

size_t kb_composite_keyed_heap_bytes(const kb_composite_alg *alg) {
    return heap_bytes(alg->pqc) + heap_bytes(alg->classical);
}

void kb_composite_keyed_from_pk(const kb_composite_alg *alg, void *keyed,
                                const uint8_t *pk) {
    if (alg->pqc->keyed != NULL) {
        alg->pqc->keyed->from_pk(keyed, pk + alg->classical->pk_bytes);
    }
    if (alg->classical->keyed != NULL) {
        alg->classical->keyed->from_pk(keyed_classical(alg, keyed), pk);
    }
}

static void end_pk(const kb_kem *kem, void *keyed) {
    if (kem->keyed != NULL && kem->keyed->end_pk != NULL) {
        kem->keyed->end_pk(keyed);
    }
}

void kb_composite_keyed_end_pk(const kb_composite_alg *alg, void *keyed) {
    end_pk(alg->pqc, keyed);
    end_pk(alg->classical, keyed_classical(alg, keyed));
}

static kb_status encaps(const kb_kem *kem, uint8_t *ct, uint8_t *ss, const uint8_t *pk,
                        const void *keyed) {
    return keyed != NULL && kem->keyed != NULL ? kem->keyed->encaps(ct, ss, keyed)
                                               : kem->encaps(ct, ss, pk);
}

kb_status kb_composite_encaps(const kb_composite_alg *alg, const char *enc, kb_span ctx,
                              uint8_t *ct_c, uint8_t *ct_p, uint8_t *okm,
                              const uint8_t *pk, const void *keyed) {
    KB_SECRET_LOCAL(ss_c, KB_KEM_SS_MAX_BYTES);
    KB_SECRET_LOCAL(ss_p, KB_KEM_SS_MAX_BYTES);
    kb_wipe(okm, kb_composite_okm_bytes(alg));
    const void *keyed_c = keyed != NULL ? keyed_classical(alg, keyed) : NULL;
    kb_status status = encaps(alg->classical, ct_c, ss_c, pk, keyed_c);
    if (status == KB_OK) {
        status = encaps(alg->pqc, ct_p, ss_p, pk + alg->classical->pk_bytes, keyed);
    }
    if (status == KB_OK) {
        kb_combiner_input in = combiner_input(alg, enc, ctx, ss_c, ss_p, ct_c, ct_p, pk);
        status = kb_combiner_derive(okm, kb_composite_okm_bytes(alg), &in);
    }
    if (status != KB_OK) {
        kb_wipe(ct_c, alg->classical->ct_bytes);
        kb_wipe(ct_p, alg->pqc->ct_bytes);
    }
    return status;
}

kb_status kb_composite_decaps(const kb_composite_alg *alg, const char *enc, kb_span ctx,
                              uint8_t *okm, const uint8_t *ct_c, const uint8_t *ct_p,
                              const uint8_t *pk, const uint8_t *sk, const void *keyed) {
    KB_SECRET_LOCAL(ss_c, KB_KEM_SS_MAX_BYTES);
    KB_SECRET_LOCAL(ss_p, KB_KEM_SS_MAX_BYTES);
    kb_status status_c = alg->classical->decaps(ss_c, ct_c, sk);
    kb_status status_p =
        keyed != NULL ? alg->pqc->keyed->decaps(ss_p, ct_p, keyed)
                      : alg->pqc->decaps(ss_p, ct_p, sk + alg->classical->sk_bytes);
    kb_combiner_input in = combiner_input(alg, enc, ctx, ss_c, ss_p, ct_c, ct_p, pk);
    kb_status status = kb_combiner_derive(okm, kb_composite_okm_bytes(alg), &in);
    status = status_c != KB_OK ? status_c : status_p != KB_OK ? status_p : status;
    if (status != KB_OK) {
        kb_wipe(okm, kb_composite_okm_bytes(alg));
    }
    return status;
}
