/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The algorithm of a JWK. */
#include "key/jwk_use.h"

#include "core/error.h"
#include "key/form.h"
#include "key/key.h"

#include <string.h>

static const struct {
    const char *op;
    bool is_sig;
} operations[] = {
    {"sign", true},
    {"verify", true},
    {"encrypt", false},
    {"decrypt", false},
    {"wrapKey", false},
    {"unwrapKey", false},
    {"deriveKey", false},
    {"deriveBits", false},
    {"encapsulateKey", false},
    {"encapsulateBits", false},
    {"decapsulateKey", false},
    {"decapsulateBits", false},
};

kb_status kb_jwk_take_op(kb_jwk_ops *ops, const char *op) {
    for (unsigned i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (strcmp(operations[i].op, op) != 0) {
            continue;
        }
        if ((ops->seen >> i & 1) != 0) {
            return KB_FAIL(KB_ERR_FORMAT, "key_ops names %s twice", op);
        }
        ops->seen |= 1U << i;
        ops->is_sig = ops->is_sig || operations[i].is_sig;
        ops->is_enc = ops->is_enc || !operations[i].is_sig;
    }
    return KB_OK;
}

/* Checks use and key_ops against what the algorithm is for. */
static kb_status check_use(const kb_jwk_says *says, const char *id, const char *use) {
    bool is_sig = strcmp(use, KB_KEY_USE_SIG) == 0;
    if (says->use != NULL && strcmp(says->use, use) != 0) {
        return KB_FAIL(KB_ERR_KEY, "use is \"%.16s\", not \"%s\", which %s is for",
                       says->use, use, id);
    }
    if (is_sig ? says->ops->is_enc : says->ops->is_sig) {
        return KB_FAIL(KB_ERR_KEY, "key_ops does not fit %s, which is for \"%s\"", id,
                       use);
    }
    return KB_OK;
}

static kb_status find_akp(const char **id, const kb_jwk_says *says) {
    const kb_key_form *form = kb_key_form_of(says->alg);
    if (strcmp(form->kty, "AKP") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "%s keys have kty %s, not AKP", says->alg,
                       form->kty);
    }
    *id = says->alg;
    return check_use(says, says->alg, form->use);
}

/* Whether everything that is said fits the row; the reason is recorded. */
static kb_status check_row(const kb_jwk_says *says, const kb_key_form *form) {
    if (says->alg != NULL && !kb_key_form_has_jose(form, says->alg)) {
        return KB_FAIL(KB_ERR_KEY, "alg \"%.40s\" does not fit a key of curve %s",
                       says->alg, form->crv);
    }
    return check_use(says, form->crv, form->use);
}

static kb_status find_curve(const char **id, const kb_jwk_says *says) {
    size_t count;
    const kb_key_form *forms = kb_key_forms(&count), *found = NULL;
    kb_status refused = KB_OK;
    bool is_open = false;
    for (size_t i = 0; i < count; i++) {
        const kb_key_form *form = &forms[i];
        if (strcmp(form->kty, says->kty) != 0 || form->crv == NULL ||
            strcmp(form->crv, says->crv) != 0) {
            continue;
        }
        kb_status status = check_row(says, form);
        if (status != KB_OK) {
            refused = status;
        } else if (found == NULL) {
            found = form;
        } else {
            is_open = true;
            if (says->hint != NULL && strcmp(form->use, says->hint) == 0) {
                found = form;
            }
        }
    }
    if (found == NULL) {
        /* Without any row of the curve there was nothing to refuse. */
        if (refused != KB_OK) {
            return refused;
        }
        return KB_FAIL(KB_ERR_UNSUPPORTED, "crv \"%.32s\" with kty %s", says->crv,
                       says->kty);
    }
    if (is_open && (says->hint == NULL || strcmp(found->use, says->hint) != 0)) {
        return KB_FAIL(KB_ERR_KEY,
                       "use and alg are missing: one of them must say whether this key "
                       "of %s is for encryption or for signatures",
                       says->crv);
    }
    *id = found->id;
    return KB_OK;
}

/* Sets of other people hold RSA keys for much else: that is not wrong, but not for us. */
static kb_status find_rsa(const char **id, const kb_jwk_says *says) {
    size_t count;
    const kb_key_form *forms = kb_key_forms(&count);
    bool is_known = says->alg == NULL;
    for (size_t i = 0; !is_known && i < count; i++) {
        is_known = forms[i].private_form == KB_KEY_PRIVATE_RSA &&
                   kb_key_form_has_jose(&forms[i], says->alg);
    }
    if (!is_known) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "alg \"%.32s\" with kty RSA (PS256, PS384, PS512 are read)",
                       says->alg);
    }
    if (says->alg == NULL &&
        ((says->use != NULL && strcmp(says->use, KB_KEY_USE_ENC) == 0) ||
         (says->ops->is_enc && !says->ops->is_sig))) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "an RSA key for encryption");
    }
    *id = says->alg;
    return check_use(says, "RSA-PSS", KB_KEY_USE_SIG);
}

kb_status kb_jwk_find_id(const char **id, const kb_jwk_says *says) {
    if (says->use != NULL && strcmp(says->use, KB_KEY_USE_ENC) != 0 &&
        strcmp(says->use, KB_KEY_USE_SIG) != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "use \"%.16s\"", says->use);
    }
    if (strcmp(says->kty, "RSA") == 0) {
        return find_rsa(id, says);
    }
    return says->crv == NULL ? find_akp(id, says) : find_curve(id, says);
}
