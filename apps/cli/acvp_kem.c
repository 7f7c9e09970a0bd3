/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* KEM vector sets of any family: keyGen, encapDecap with the key checks. */
#include "acvp_kem.h"

#include "core/error.h"
#include "kem/kem.h"

#include <string.h>

static kb_status find_params(const void **out, const kb_acvp_kem *kem,
                             const kb_acvp_case *c) {
    const char *id;
    KB_TRY(kb_acvp_text(&id, c, "parameterSet"));
    for (size_t i = 0; i < kem->set_count; i++) {
        if (strcmp(kem->sets[i].id, id) == 0) {
            *out = kem->sets[i].params;
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "parameterSet %.40s", id);
}

static kb_status make_key(uint8_t **ek, uint8_t **dk, const kb_acvp_kem *kem,
                          const void *params, kb_acvp_case *c) {
    kb_acvp_kem_sizes sizes = kem->sizes_of(params);
    KB_TRY(kb_acvp_alloc(ek, c, sizes.ek));
    KB_TRY(kb_acvp_alloc(dk, c, sizes.dk));
    return kem->make_key(params, *ek, *dk, c);
}

kb_status kb_acvp_kem_keygen(const kb_acvp_kem *kem, kb_acvp_case *c) {
    const void *params;
    uint8_t *ek, *dk;
    KB_TRY(find_params(&params, kem, c));
    KB_TRY(make_key(&ek, &dk, kem, params, c));
    kb_acvp_kem_sizes sizes = kem->sizes_of(params);
    KB_TRY(kb_acvp_put_bytes(c->answer, "ek", ek, sizes.ek));
    return kb_acvp_put_bytes(c->answer, "dk", dk, sizes.dk);
}

static kb_status encapsulate(const kb_acvp_kem *kem, const void *params,
                             kb_acvp_case *c) {
    kb_acvp_kem_sizes sizes = kem->sizes_of(params);
    const uint8_t *ek;
    uint8_t *ct, ss[KB_KEM_SS_MAX_BYTES];
    KB_TRY(kb_acvp_bytes_of(&ek, c, "ek", sizes.ek));
    KB_TRY(kb_acvp_alloc(&ct, c, sizes.ct));
    KB_TRY(kem->encaps(params, ct, ss, ek, c));
    KB_TRY(kb_acvp_put_bytes(c->answer, "c", ct, sizes.ct));
    return kb_acvp_put_bytes(c->answer, "k", ss, sizes.ss);
}

static kb_status decapsulate(const kb_acvp_kem *kem, const void *params,
                             kb_acvp_case *c) {
    kb_acvp_kem_sizes sizes = kem->sizes_of(params);
    const char *format;
    const uint8_t *dk, *ct;
    uint8_t *made, *ek, ss[KB_KEM_SS_MAX_BYTES];
    KB_TRY(kb_acvp_text_or(&format, c, "keyFormat", "expanded"));
    if (strcmp(format, "seed") == 0) {
        KB_TRY(make_key(&ek, &made, kem, params, c));
        dk = made;
    } else if (strcmp(format, "expanded") == 0) {
        KB_TRY(kb_acvp_bytes_of(&dk, c, "dk", sizes.dk));
        KB_TRY(kem->check_dk(params, dk));
    } else {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "keyFormat %.40s", format);
    }
    KB_TRY(kb_acvp_bytes_of(&ct, c, "c", sizes.ct));
    kem->decaps(params, ss, ct, dk);
    return kb_acvp_put_bytes(c->answer, "k", ss, sizes.ss);
}

/* The length belongs to the checks, as in FIPS 203, 7.2 and 7.3. */
static kb_status check_key(const kb_acvp_kem *kem, const void *params, kb_acvp_case *c,
                           bool is_private) {
    kb_acvp_kem_sizes sizes = kem->sizes_of(params);
    kb_acvp_bytes key;
    KB_TRY(kb_acvp_bytes_any(&key, c, is_private ? "dk" : "ek"));
    kb_status status = KB_ERR_KEY;
    if (key.len == (is_private ? sizes.dk : sizes.ek)) {
        status = is_private ? kem->check_dk(params, key.data)
                            : kem->check_ek(params, key.data);
    }
    return kb_acvp_put_bool(c->answer, "testPassed", status == KB_OK);
}

kb_status kb_acvp_kem_encap_decap(const kb_acvp_kem *kem, kb_acvp_case *c) {
    const void *params;
    const char *function;
    KB_TRY(find_params(&params, kem, c));
    KB_TRY(kb_acvp_text(&function, c, "function"));
    if (strcmp(function, "encapsulation") == 0) {
        return encapsulate(kem, params, c);
    }
    if (strcmp(function, "decapsulation") == 0) {
        return decapsulate(kem, params, c);
    }
    if (strcmp(function, "encapsulationKeyCheck") == 0) {
        return check_key(kem, params, c, false);
    }
    if (strcmp(function, "decapsulationKeyCheck") == 0) {
        return check_key(kem, params, c, true);
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "function %.40s", function);
}
