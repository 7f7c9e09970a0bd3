/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HQC vector sets, whose fields are ours (doc/acvp.md): keyGen, encapDecap with the key
 * checks. */
#include "acvp.h"

#include "core/error.h"
#include "kem/hqc/hqc.h"

#include <string.h>

/* The name without a profile is that of the current one. */
static const struct {
    const char *id;
    const kb_hqc_params *params;
} sets[] = {
    {"HQC-128", &kb_hqc_128_r26_params},       {"HQC-192", &kb_hqc_192_r26_params},
    {"HQC-256", &kb_hqc_256_r26_params},       {"HQC-128-R26", &kb_hqc_128_r26_params},
    {"HQC-192-R26", &kb_hqc_192_r26_params},   {"HQC-256-R26", &kb_hqc_256_r26_params},
    {"HQC-128-V500", &kb_hqc_128_v500_params}, {"HQC-192-V500", &kb_hqc_192_v500_params},
    {"HQC-256-V500", &kb_hqc_256_v500_params},
};

static kb_status find_params(const kb_hqc_params **out, const kb_acvp_case *c) {
    const char *id;
    KB_TRY(kb_acvp_text(&id, c, "parameterSet"));
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (strcmp(sets[i].id, id) == 0) {
            *out = sets[i].params;
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "parameterSet %.40s", id);
}

/* Makes a key from the field seed; it begins with the public key. */
static kb_status make_key(uint8_t **dk, const kb_hqc_params *params, kb_acvp_case *c) {
    const uint8_t *seed;
    KB_TRY(kb_acvp_bytes_of(&seed, c, "seed", KB_HQC_SEED_BYTES));
    KB_TRY(kb_acvp_alloc(dk, c, params->dk_bytes));
    kb_hqc_keygen_derand(params, *dk, seed);
    return KB_OK;
}

kb_status kb_acvp_hqc_keygen(kb_acvp_case *c) {
    const kb_hqc_params *params;
    uint8_t *dk;
    KB_TRY(find_params(&params, c));
    KB_TRY(make_key(&dk, params, c));
    KB_TRY(kb_acvp_put_bytes(c->answer, "ek", dk, params->ek_bytes));
    return kb_acvp_put_bytes(c->answer, "dk", dk, params->dk_bytes);
}

static kb_status encapsulate(const kb_hqc_params *params, kb_acvp_case *c) {
    const uint8_t *ek, *m, *salt;
    uint8_t *ct, ss[KB_HQC_SS_BYTES];
    KB_TRY(kb_acvp_bytes_of(&ek, c, "ek", params->ek_bytes));
    KB_TRY(kb_acvp_bytes_of(&m, c, "m", params->k));
    KB_TRY(kb_acvp_bytes_of(&salt, c, "salt", KB_HQC_SALT_BYTES));
    KB_TRY(kb_hqc_check_ek(params, ek));
    KB_TRY(kb_acvp_alloc(&ct, c, params->ct_bytes));
    kb_hqc_encaps_derand(params, ct, ss, ek, m, salt);
    KB_TRY(kb_acvp_put_bytes(c->answer, "c", ct, params->ct_bytes));
    return kb_acvp_put_bytes(c->answer, "k", ss, sizeof ss);
}

static kb_status decapsulate(const kb_hqc_params *params, kb_acvp_case *c) {
    const char *format;
    const uint8_t *dk, *ct;
    uint8_t *made, ss[KB_HQC_SS_BYTES];
    KB_TRY(kb_acvp_text_or(&format, c, "keyFormat", "expanded"));
    if (strcmp(format, "seed") == 0) {
        KB_TRY(make_key(&made, params, c));
        dk = made;
    } else if (strcmp(format, "expanded") == 0) {
        KB_TRY(kb_acvp_bytes_of(&dk, c, "dk", params->dk_bytes));
        KB_TRY(kb_hqc_check_dk(params, dk));
    } else {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "keyFormat %.40s", format);
    }
    KB_TRY(kb_acvp_bytes_of(&ct, c, "c", params->ct_bytes));
    kb_hqc_decaps(params, ss, ct, dk);
    return kb_acvp_put_bytes(c->answer, "k", ss, sizeof ss);
}

static kb_status check_key(const kb_hqc_params *params, kb_acvp_case *c,
                           bool is_private) {
    kb_acvp_bytes key;
    KB_TRY(kb_acvp_bytes_any(&key, c, is_private ? "dk" : "ek"));
    size_t wanted = is_private ? params->dk_bytes : params->ek_bytes;
    kb_status status = KB_ERR_KEY;
    if (key.len == wanted) {
        status = is_private ? kb_hqc_check_dk(params, key.data)
                            : kb_hqc_check_ek(params, key.data);
    }
    return kb_acvp_put_bool(c->answer, "testPassed", status == KB_OK);
}

kb_status kb_acvp_hqc_encap_decap(kb_acvp_case *c) {
    const kb_hqc_params *params;
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
