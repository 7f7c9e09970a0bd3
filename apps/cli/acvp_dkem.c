/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* DKEM vector sets, whose fields are ours (doc/acvp.md): keyGen, encapDecap with the key
 * checks. */
#include "acvp.h"

#include "core/error.h"
#include "kem/dkem/dkem.h"

#include <string.h>

static kb_status find_params(const kb_dkem_params **out, const kb_acvp_case *c) {
    static const kb_dkem_params *const all[] = {
        &kb_dkem128_params,       &kb_dkem256_params,       &kb_dkem512_params,
        &kb_dkem128_shake_params, &kb_dkem256_shake_params, &kb_dkem512_shake_params};
    const char *id;
    KB_TRY(kb_acvp_text(&id, c, "parameterSet"));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i]->id, id) == 0) {
            *out = all[i];
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "parameterSet %.40s", id);
}

/* Makes a key from the fields d and z; dk is in the raw form of the submission. */
static kb_status make_key(uint8_t **ek, uint8_t **dk, const kb_dkem_params *params,
                          kb_acvp_case *c) {
    const uint8_t *d, *z;
    KB_TRY(kb_acvp_bytes_of(&d, c, "d", params->seed_bytes));
    KB_TRY(kb_acvp_bytes_of(&z, c, "z", params->seed_bytes));
    KB_TRY(kb_acvp_alloc(ek, c, params->pk_bytes));
    KB_TRY(kb_acvp_alloc(dk, c, params->raw_bytes));
    kb_dkem_keygen_derand(params, *ek, *dk, d, z);
    return KB_OK;
}

kb_status kb_acvp_dkem_keygen(kb_acvp_case *c) {
    const kb_dkem_params *params;
    uint8_t *ek, *dk;
    KB_TRY(find_params(&params, c));
    KB_TRY(make_key(&ek, &dk, params, c));
    KB_TRY(kb_acvp_put_bytes(c->answer, "ek", ek, params->pk_bytes));
    return kb_acvp_put_bytes(c->answer, "dk", dk, params->raw_bytes);
}

static kb_status encapsulate(const kb_dkem_params *params, kb_acvp_case *c) {
    const uint8_t *ek, *m;
    uint8_t *ct, ss[KB_DKEM_SEED_MAX_BYTES];
    KB_TRY(kb_acvp_bytes_of(&ek, c, "ek", params->pk_bytes));
    KB_TRY(kb_acvp_bytes_of(&m, c, "m", params->seed_bytes));
    KB_TRY(kb_dkem_check_pk(params, ek));
    KB_TRY(kb_acvp_alloc(&ct, c, params->ct_bytes));
    kb_dkem_encaps_derand(params, ct, ss, ek, m);
    KB_TRY(kb_acvp_put_bytes(c->answer, "c", ct, params->ct_bytes));
    return kb_acvp_put_bytes(c->answer, "k", ss, params->seed_bytes);
}

static kb_status decapsulate(const kb_dkem_params *params, kb_acvp_case *c) {
    const char *format;
    const uint8_t *dk, *ct;
    uint8_t *made, *ek, ss[KB_DKEM_SEED_MAX_BYTES];
    KB_TRY(kb_acvp_text_or(&format, c, "keyFormat", "expanded"));
    if (strcmp(format, "seed") == 0) {
        KB_TRY(make_key(&ek, &made, params, c));
        dk = made;
    } else if (strcmp(format, "expanded") == 0) {
        KB_TRY(kb_acvp_bytes_of(&dk, c, "dk", params->raw_bytes));
        KB_TRY(kb_dkem_check_raw(params, dk));
    } else {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "keyFormat %.40s", format);
    }
    KB_TRY(kb_acvp_bytes_of(&ct, c, "c", params->ct_bytes));
    kb_dkem_decaps(params, ss, ct, dk);
    return kb_acvp_put_bytes(c->answer, "k", ss, params->seed_bytes);
}

static kb_status check_key(const kb_dkem_params *params, kb_acvp_case *c,
                           bool is_private) {
    kb_acvp_bytes key;
    KB_TRY(kb_acvp_bytes_any(&key, c, is_private ? "dk" : "ek"));
    size_t wanted = is_private ? params->raw_bytes : params->pk_bytes;
    kb_status status = KB_ERR_KEY;
    if (key.len == wanted) {
        status = is_private ? kb_dkem_check_raw(params, key.data)
                            : kb_dkem_check_pk(params, key.data);
    }
    return kb_acvp_put_bool(c->answer, "testPassed", status == KB_OK);
}

kb_status kb_acvp_dkem_encap_decap(kb_acvp_case *c) {
    const kb_dkem_params *params;
    const char *function;
    KB_TRY(find_params(&params, c));
    KB_TRY(kb_acvp_text(&function, c, "function"));
    if (strcmp(function, "encapsulation") == 0) {
        return encapsulate(params, c);
    }
    if (strcmp(function, "decapsulation") == 0) {
        return decapsulate(params, c);
    }
    if (strcmp(function, "encapsulationKeyCheck") == 0) {
        return check_key(params, c, false);
    }
    if (strcmp(function, "decapsulationKeyCheck") == 0) {
        return check_key(params, c, true);
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "function %.40s", function);
}
