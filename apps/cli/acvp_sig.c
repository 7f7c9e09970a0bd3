/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the vector sets of ML-DSA and SLH-DSA have in common. */
#include "acvp_sig.h"

#include "core/error.h"
#include "core/rng.h"

#include <string.h>

/* The older releases of the public server know the internal interface only and name
 * none. */
static kb_status read_form(kb_acvp_sig_form *out, const kb_acvp_case *c) {
    const char *interface, *prehash;
    bool is_mu;
    KB_TRY(kb_acvp_text_or(&interface, c, "signatureInterface", "internal"));
    if (strcmp(interface, "internal") == 0) {
        KB_TRY(kb_acvp_bool_or(&is_mu, c, "externalMu", false));
        *out = is_mu ? KB_ACVP_MU : KB_ACVP_INTERNAL;
        return KB_OK;
    }
    if (strcmp(interface, "external") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "signatureInterface %.40s", interface);
    }
    KB_TRY(kb_acvp_text_or(&prehash, c, "preHash", "pure"));
    if (strcmp(prehash, "pure") != 0 && strcmp(prehash, "preHash") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "preHash %.40s", prehash);
    }
    *out = strcmp(prehash, "pure") == 0 ? KB_ACVP_PURE : KB_ACVP_PREHASH;
    return KB_OK;
}

kb_status kb_acvp_sig_read(kb_acvp_sig_input *out, kb_acvp_case *c) {
    kb_acvp_bytes message, context = {.len = 0};
    *out = (kb_acvp_sig_input){.prehash = NULL};
    KB_TRY(read_form(&out->form, c));
    KB_TRY(kb_acvp_bytes_any(&message, c, out->form == KB_ACVP_MU ? "mu" : "message"));
    if (out->form == KB_ACVP_PREHASH) {
        const char *name;
        KB_TRY(kb_acvp_text(&name, c, "hashAlg"));
        out->prehash = kb_sig_prehash_find(name);
        if (out->prehash == NULL) {
            return KB_FAIL(KB_ERR_UNSUPPORTED, "hashAlg %.40s", name);
        }
    }
    if (out->form == KB_ACVP_PURE || out->form == KB_ACVP_PREHASH) {
        KB_TRY(kb_acvp_bytes_any(&context, c, "context"));
    }
    out->message = (kb_sig_message){message.data, message.len, context.data, context.len};
    return KB_OK;
}

kb_status kb_acvp_sig_randomness(const uint8_t **out, bool *is_fresh, kb_acvp_case *c,
                                 const char *name, size_t len) {
    bool is_deterministic;
    *out = NULL;
    *is_fresh = false;
    KB_TRY(kb_acvp_bool(&is_deterministic, c, "deterministic"));
    if (is_deterministic) {
        return KB_OK;
    }
    if (kb_acvp_find(c, name) != NULL) {
        return kb_acvp_bytes_of(out, c, name, len);
    }
    uint8_t *fresh;
    KB_TRY(kb_acvp_alloc(&fresh, c, len));
    KB_TRY(kb_rng_bytes(fresh, len));
    *out = fresh;
    *is_fresh = true;
    return KB_OK;
}

kb_status kb_acvp_sig_expected(kb_acvp_bytes *out, kb_acvp_case *c) {
    const json_t *value = json_object_get(c->expected, "signature");
    *out = (kb_acvp_bytes){.len = 0};
    return value == NULL ? KB_OK : kb_acvp_value_bytes(out, c, value, "signature");
}

kb_status kb_acvp_sig_verdict(bool *is_right, kb_status status) {
    *is_right = status == KB_OK;
    bool is_refusal =
        status == KB_ERR_AUTH || status == KB_ERR_KEY || status == KB_ERR_ARGUMENT;
    return is_refusal ? KB_OK : status;
}
