/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key handles: making, checking, identifying. Not here: names are name.c, files are
 * jwk.c, pkcs8.c and spki.c. */
#include "key/key.h"

#include "composite/sig_lamps.h"
#include "core/alloc.h"
#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"
#include "key/expanded.h"
#include "key/keyed.h"

#include <stdio.h>
#include <string.h>

static kb_key_part kem_part(const kb_kem *kem) {
    return (kb_key_part){kem->id,     kem->pk_bytes,  kem->sk_bytes,
                         kem->keygen, kem->public_of, kem->check_pk};
}

static kb_key_part sig_part(const kb_sig *sig) {
    return (kb_key_part){sig->id,     sig->pk_bytes,  sig->sk_bytes,
                         sig->keygen, sig->public_of, sig->check_pk};
}

/* Fills what follows from the algorithm string. */
static kb_status set_alg(kb_key *key, const char *alg, size_t alg_len) {
    if (kb_composite_alg_is_prefix(alg, alg_len)) {
        KB_TRY(kb_composite_alg_parse(&key->composite, alg, alg_len));
        key->is_composite = true;
        key->part[0] = kem_part(key->composite.classical);
        key->part[1] = kem_part(key->composite.pqc);
        key->parts = 2;
    }
    memcpy(key->alg, alg, alg_len < sizeof key->alg ? alg_len : 0);
    if (!key->is_composite) {
        key->kem = kb_kem_find(key->alg);
        key->sig = key->kem == NULL ? kb_sig_lamps_find(key->alg) : NULL;
        if (key->kem == NULL && key->sig == NULL) {
            return KB_FAIL(KB_ERR_UNSUPPORTED, "key algorithm \"%.*s\"",
                           (int)(alg_len < 40 ? alg_len : 40), alg);
        }
        key->part[0] = key->kem != NULL ? kem_part(key->kem) : sig_part(key->sig);
        key->parts = 1;
    }
    for (size_t i = 0; i < key->parts; i++) {
        key->pk_len += key->part[i].pk_bytes;
        key->sk_len += key->part[i].sk_bytes;
    }
    KB_INVARIANT(key->pk_len <= KB_KEY_PK_MAX_BYTES);
    KB_INVARIANT(key->sk_len <= KB_KEY_SK_MAX_BYTES);
    return KB_OK;
}

/* Makes a handle that knows its algorithm and lengths, nothing more. */
static kb_status new_handle(kb_key **out, const char *alg, size_t alg_len) {
    kb_key head = {.kem = NULL};
    KB_TRY(set_alg(&head, alg, alg_len));
    kb_key *key = kb_malloc(sizeof *key + head.pk_len);
    if (key == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *key + head.pk_len);
    }
    *key = head;
    key->form = kb_key_form_of(key->alg);
    *out = key;
    return KB_OK;
}

/* Hands out the handle when everything went well, else releases it. */
static kb_status hand_out(kb_key **out, kb_key *key, kb_status status) {
    if (status == KB_OK) {
        status = kb_key_set_thumbprint(key);
    }
    if (status != KB_OK) {
        kb_key_free(key);
        return status;
    }
    *out = key;
    return KB_OK;
}

kb_status kb_key_generate(kb_key **out, const char *alg) {
    kb_key *key = NULL;
    KB_TRY(new_handle(&key, alg, strlen(alg)));
    size_t pk_at = 0, sk_at = 0;
    kb_status status = kb_secret_new(&key->sk, key->sk_len);
    for (size_t i = 0; status == KB_OK && i < key->parts; i++) {
        status = key->part[i].keygen(key->pk + pk_at, kb_secret_data(key->sk) + sk_at);
        /* The public key is published. */
        KB_CT_PUBLIC(key->pk + pk_at, key->part[i].pk_bytes);
        pk_at += key->part[i].pk_bytes;
        sk_at += key->part[i].sk_bytes;
    }
    return hand_out(out, key, status);
}

static kb_status check_len(const kb_key *key, const char *what, size_t len, size_t want) {
    return len == want ? KB_OK
                       : KB_FAIL(KB_ERR_KEY, "the %s key has %zu bytes, %s needs %zu",
                                 what, len, key->alg, want);
}

/* Computes a public part and compares it with the one that was given, if any. */
static kb_status set_public(const kb_key_part *part, uint8_t *pk, const uint8_t *sk,
                            const uint8_t *given) {
    KB_TRY(part->public_of(pk, sk));
    /* The public key is published. */
    KB_CT_PUBLIC(pk, part->pk_bytes);
    if (given != NULL && !kb_ct_eq(pk, given, part->pk_bytes)) {
        return KB_FAIL(KB_ERR_KEY, "public and private %s key do not belong together",
                       part->id);
    }
    return KB_OK;
}

static kb_status fill(kb_key *key, const uint8_t *pk, size_t pk_len, const uint8_t *sk,
                      size_t sk_len) {
    size_t pk_at = 0, sk_at = 0;
    if (pk != NULL) {
        KB_TRY(check_len(key, "public", pk_len, key->pk_len));
        memcpy(key->pk, pk, pk_len);
    }
    if (sk != NULL) {
        KB_TRY(check_len(key, "private", sk_len, key->sk_len));
        KB_TRY(kb_secret_new(&key->sk, sk_len));
        memcpy(kb_secret_data(key->sk), sk, sk_len);
    }
    for (size_t i = 0; i < key->parts; i++) {
        const kb_key_part *part = &key->part[i];
        if (sk != NULL) {
            KB_TRY(set_public(part, key->pk + pk_at, sk + sk_at,
                              pk == NULL ? NULL : pk + pk_at));
        }
        KB_TRY(part->check_pk(key->pk + pk_at));
        pk_at += part->pk_bytes;
        sk_at += part->sk_bytes;
    }
    return KB_OK;
}

kb_status kb_key_from_parts(kb_key **out, const char *alg, size_t alg_len,
                            const uint8_t *pk, size_t pk_len, const uint8_t *sk,
                            size_t sk_len) {
    kb_key *key = NULL;
    KB_INVARIANT(pk != NULL || sk != NULL);
    KB_TRY(new_handle(&key, alg, alg_len));
    return hand_out(out, key, fill(key, pk, pk_len, sk, sk_len));
}

static kb_status fill_expanded(kb_key *key, const uint8_t *pk, size_t pk_len,
                               const uint8_t *expanded, size_t len) {
    const kb_key_expanded *form = kb_key_expanded_of(key->alg);
    KB_INVARIANT(form != NULL);
    key->is_expanded = true;
    key->sk_len = form->bytes;
    KB_TRY(check_len(key, "expanded private", len, form->bytes));
    KB_TRY(form->public_of(form, key->pk, expanded));
    /* The public key is published. */
    KB_CT_PUBLIC(key->pk, key->pk_len);
    if (pk != NULL) {
        KB_TRY(check_len(key, "public", pk_len, key->pk_len));
        if (memcmp(pk, key->pk, pk_len) != 0) {
            return KB_FAIL(KB_ERR_KEY, "public and private %s key do not belong together",
                           key->alg);
        }
    }
    KB_TRY(key->part[0].check_pk(key->pk));
    KB_TRY(kb_secret_new(&key->sk, len));
    memcpy(kb_secret_data(key->sk), expanded, len);
    return KB_OK;
}

/* Whether a seed expands to the private key that came with it. */
static kb_status check_seed(const kb_key *key, const uint8_t *expanded, size_t len) {
    KB_SECRET_HANDLE again = NULL;
    const kb_key_expanded *form = kb_key_expanded_of(key->alg);
    KB_INVARIANT(form != NULL);
    KB_TRY(check_len(key, "expanded private", len, form->bytes));
    KB_TRY(kb_secret_new(&again, form->bytes));
    form->expand(form, kb_secret_data(again), kb_secret_bytes(key->sk));
    bool is_same = kb_ct_eq(kb_secret_bytes(again), expanded, len);
    /* Whether a file contradicts itself, is told. */
    KB_CT_PUBLIC(&is_same, sizeof is_same);
    if (!is_same) {
        return KB_FAIL(KB_ERR_KEY, "seed and expanded key of %s do not belong together",
                       key->alg);
    }
    return KB_OK;
}

kb_status kb_key_from_expanded(kb_key **out, const char *alg, const uint8_t *pk,
                               size_t pk_len, const uint8_t *expanded,
                               size_t expanded_len, const uint8_t *seed,
                               size_t seed_len) {
    kb_key *key = NULL;
    KB_TRY(new_handle(&key, alg, strlen(alg)));
    kb_status status;
    if (seed == NULL) {
        status = fill_expanded(key, pk, pk_len, expanded, expanded_len);
    } else {
        status = fill(key, pk, pk_len, seed, seed_len);
        if (status == KB_OK) {
            status = check_seed(key, expanded, expanded_len);
        }
    }
    return hand_out(out, key, status);
}

kb_status kb_key_public_copy(kb_key **out, const kb_key *key) {
    kb_key *copy = kb_malloc(sizeof *copy + key->pk_len);
    if (copy == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *copy + key->pk_len);
    }
    /* Without what other threads may be changing just now. */
    const size_t from = offsetof(kb_key, is_composite);
    *copy = (kb_key){.kem = NULL};
    memcpy((uint8_t *)copy + from, (const uint8_t *)key + from,
           sizeof *copy - from + key->pk_len);
    copy->sk = NULL;
    copy->is_expanded = false;
    *out = copy;
    return KB_OK;
}

kb_status kb_key_check_seed(const kb_key *key) {
    if (key->sk == NULL) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of this key is held");
    }
    return key->is_expanded
               ? KB_FAIL(KB_ERR_KEY, "an expanded private key whose seed is not known")
               : KB_OK;
}

const char *kb_key_alg(const kb_key *key) {
    return key->alg;
}

const char *kb_key_thumbprint(const kb_key *key) {
    return key->thumbprint;
}

bool kb_key_has_private(const kb_key *key) {
    return key->sk != NULL;
}

bool kb_key_is_composite(const kb_key *key) {
    return key->is_composite;
}

bool kb_key_is_signing(const kb_key *key) {
    return key->sig != NULL;
}

bool kb_key_is_expanded(const kb_key *key) {
    return key->is_expanded;
}

void kb_key_free(kb_key *key) {
    if (key != NULL) {
        kb_key_keyed_free(key);
        kb_secret_free(key->sk);
        kb_free(key);
    }
}

static kb_status one_key_candidate(void *self, const char *alg, const char *kid,
                                   size_t index, const kb_key **out) {
    const kb_key *key = self;
    bool is_match =
        kid != NULL ? strcmp(kid, key->thumbprint) == 0 : strcmp(alg, key->alg) == 0;
    if (index != 0 || !is_match) {
        return KB_FAIL(KB_ERR_NO_KEY, "the token is for another key");
    }
    *out = key;
    return KB_OK;
}

kb_keyring kb_keyring_of(const kb_key *key) {
    /* The cast only carries the pointer through; the callback reads. */
    return (kb_keyring){one_key_candidate, (void *)(uintptr_t)key};
}
