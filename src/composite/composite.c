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

kb_status kb_composite_encaps(const kb_composite_alg *alg, const char *enc, kb_span ctx,
                              uint8_t *ct_c, uint8_t *ct_p, uint8_t *okm,
                              const uint8_t *pk, const void *keyed) {
    KB_SECRET_LOCAL(ss_c, KB_KEM_SS_MAX_BYTES);
    KB_SECRET_LOCAL(ss_p, KB_KEM_SS_MAX_BYTES);
    kb_wipe(okm, kb_composite_okm_bytes(alg));
    kb_status status = alg->classical->encaps(ct_c, ss_c, pk);
    if (status == KB_OK) {
        status = keyed != NULL
                     ? alg->pqc->keyed->encaps(ct_p, ss_p, keyed)
                     : alg->pqc->encaps(ct_p, ss_p, pk + alg->classical->pk_bytes);
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
