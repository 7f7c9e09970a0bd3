/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One item: by the single calls where something is to be refused, else by the tables. */
#include "batch/item.h"

#include "core/error.h"
#include "key/key.h"
#include "key/keyed.h"
#include "sig/sig.h"

#include <keybraid/kem.h>

static bool is_of_kem(const kb_batch_item *item) {
    return item->op == KB_BATCH_KEM_KEYGEN || item->op == KB_BATCH_ENCAPS ||
           item->op == KB_BATCH_DECAPS;
}

const kb_kem *kb_batch_item_kem(const kb_batch_item *item, kb_batch_found *found) {
    if (!is_of_kem(item)) {
        return NULL;
    }
    if (item->key != NULL) {
        return item->key->kem;
    }
    if (item->alg == NULL) {
        return NULL;
    }
    if (item->alg != found->alg) {
        *found = (kb_batch_found){item->alg, kb_kem_find(item->alg)};
    }
    return found->kem;
}

/* The key that stands in the item as bytes. */
static const uint8_t *key_bytes(const kb_batch_item *item, size_t *len) {
    switch (item->op) {
    case KB_BATCH_ENCAPS:
        *len = item->encaps.pk_len;
        return item->encaps.pk;
    case KB_BATCH_DECAPS:
        *len = item->decaps.sk_len;
        return item->decaps.sk;
    case KB_BATCH_SIGN:
        *len = item->sign.sk_len;
        return item->sign.sk;
    case KB_BATCH_VERIFY:
        *len = item->verify.pk_len;
        return item->verify.pk;
    default:
        *len = 0;
        return NULL;
    }
}

static kb_status no_operation(const kb_batch_item *item) {
    return KB_FAIL(KB_ERR_ARGUMENT, "operation %d does not exist", (int)item->op);
}

/* Whether the handle alone is the key. */
static kb_status check_handle(const kb_batch_item *item) {
    size_t len;
    if (item->op < KB_BATCH_KEM_KEYGEN || item->op > KB_BATCH_VERIFY) {
        return no_operation(item);
    }
    if (item->op == KB_BATCH_KEM_KEYGEN || item->op == KB_BATCH_SIG_KEYGEN) {
        return KB_FAIL(KB_ERR_ARGUMENT, "key generation takes no key");
    }
    if (item->alg != NULL || key_bytes(item, &len) != NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "alg or bytes of a key beside a handle");
    }
    return KB_OK;
}

static bool is_whole(const void *p, size_t len, size_t want) {
    return p != NULL && len == want;
}

/* Whether everything but the key has the length of the table. */
static bool has_lengths(const kb_batch_item *item, const kb_kem *kem) {
    switch (item->op) {
    case KB_BATCH_KEM_KEYGEN:
        return is_whole(item->keygen.pk, item->keygen.pk_len, kem->pk_bytes) &&
               is_whole(item->keygen.sk, item->keygen.sk_len, kem->sk_bytes);
    case KB_BATCH_ENCAPS:
        return is_whole(item->encaps.ct, item->encaps.ct_len, kem->ct_bytes) &&
               is_whole(item->encaps.ss, item->encaps.ss_len, kem->ss_bytes);
    default:
        return is_whole(item->decaps.ct, item->decaps.ct_len, kem->ct_bytes) &&
               is_whole(item->decaps.ss, item->decaps.ss_len, kem->ss_bytes);
    }
}

/* The key of a KEM's operation, when all lengths are right. */
static bool take_key(kb_batch_plan *plan, const kb_batch_item *item, const kb_kem *kem) {
    size_t len;
    if (!has_lengths(item, kem)) {
        return false;
    }
    if (item->op == KB_BATCH_KEM_KEYGEN) {
        return true;
    }
    bool is_decaps = item->op == KB_BATCH_DECAPS;
    if (item->key == NULL) {
        plan->key = key_bytes(item, &len);
        return is_whole(plan->key, len, is_decaps ? kem->sk_bytes : kem->pk_bytes);
    }
    if (is_decaps && (item->key->sk == NULL || item->key->is_expanded)) {
        return false;
    }
    plan->key = is_decaps ? kb_secret_bytes(item->key->sk) : item->key->pk;
    plan->keyed =
        is_decaps ? kb_key_keyed_private(item->key) : kb_key_keyed_public(item->key);
    return true;
}

kb_status kb_batch_item_plan(kb_batch_plan *plan, const kb_batch_item *item,
                             kb_batch_found *found) {
    *plan = (kb_batch_plan){NULL, NULL, NULL};
    if (item->key != NULL) {
        KB_TRY(check_handle(item));
    }
    const kb_kem *kem = kb_batch_item_kem(item, found);
    if (kem == NULL || kem->many == NULL || !take_key(plan, item, kem)) {
        return KB_OK;
    }
    if (item->op == KB_BATCH_ENCAPS && item->key == NULL) {
        KB_TRY(kem->check_pk(plan->key));
    } else if (item->op == KB_BATCH_DECAPS) {
        KB_TRY(kem->check_ct(item->decaps.ct));
    }
    plan->kem = kem;
    return KB_OK;
}

static kb_status run_planned(kb_batch_item *item, const kb_batch_plan *plan) {
    const kb_kem *kem = plan->kem;
    switch (item->op) {
    case KB_BATCH_KEM_KEYGEN:
        return kem->keygen(item->keygen.pk, item->keygen.sk);
    case KB_BATCH_ENCAPS:
        return plan->keyed != NULL
                   ? kem->keyed->encaps(item->encaps.ct, item->encaps.ss, plan->keyed)
                   : kem->encaps(item->encaps.ct, item->encaps.ss, plan->key);
    default:
        return plan->keyed != NULL
                   ? kem->keyed->decaps(item->decaps.ss, item->decaps.ct, plan->keyed)
                   : kem->decaps(item->decaps.ss, item->decaps.ct, plan->key);
    }
}

/* The single calls with bytes. */
static kb_status run_with_bytes(kb_batch_item *item) {
    const char *alg = item->alg;
    kb_batch_keygen *k = &item->keygen;
    kb_batch_encaps *e = &item->encaps;
    kb_batch_decaps *d = &item->decaps;
    kb_batch_sign *s = &item->sign;
    kb_batch_verify *v = &item->verify;
    switch (item->op) {
    case KB_BATCH_KEM_KEYGEN:
        return kb_kem_keygen(alg, k->pk, k->pk_len, k->sk, k->sk_len);
    case KB_BATCH_ENCAPS:
        return kb_kem_encaps(alg, e->ct, e->ct_len, e->ss, e->ss_len, e->pk, e->pk_len);
    case KB_BATCH_DECAPS:
        return kb_kem_decaps(alg, d->ss, d->ss_len, d->ct, d->ct_len, d->sk, d->sk_len);
    case KB_BATCH_SIG_KEYGEN:
        return kb_sig_keygen(alg, k->pk, k->pk_len, k->sk, k->sk_len);
    case KB_BATCH_SIGN:
        s->sig_len = s->sig_room;
        return kb_sig_sign(alg, s->sig, &s->sig_len, &s->message, s->sk, s->sk_len);
    case KB_BATCH_VERIFY:
        return kb_sig_verify(alg, v->sig, v->sig_len, &v->message, v->pk, v->pk_len);
    default:
        return no_operation(item);
    }
}

/* Those with a handle. */
static kb_status run_with_handle(kb_batch_item *item) {
    const kb_key *key = item->key;
    kb_batch_encaps *e = &item->encaps;
    kb_batch_decaps *d = &item->decaps;
    kb_batch_sign *s = &item->sign;
    kb_batch_verify *v = &item->verify;
    switch (item->op) {
    case KB_BATCH_ENCAPS:
        return kb_key_encaps(e->ct, e->ct_len, e->ss, e->ss_len, key);
    case KB_BATCH_DECAPS:
        return kb_key_decaps(d->ss, d->ss_len, d->ct, d->ct_len, key);
    case KB_BATCH_SIGN:
        s->sig_len = s->sig_room;
        return kb_key_sign(s->sig, &s->sig_len, &s->message, key, NULL);
    default:
        return kb_key_verify(v->sig, v->sig_len, &v->message, key);
    }
}

kb_status kb_batch_item_run(kb_batch_item *item, const kb_batch_plan *plan) {
    kb_status status = plan->kem != NULL   ? run_planned(item, plan)
                       : item->key != NULL ? run_with_handle(item)
                                           : run_with_bytes(item);
    if (status != KB_OK) {
        kb_batch_item_clear(item);
    }
    return status;
}

static void clear(uint8_t *out, size_t len, size_t want) {
    if (is_whole(out, len, want)) {
        kb_wipe(out, len);
    }
}

void kb_batch_item_clear(kb_batch_item *item) {
    kb_batch_found found = {NULL, NULL};
    const kb_kem *kem = kb_batch_item_kem(item, &found);
    if (item->op == KB_BATCH_SIGN) {
        kb_batch_sign *s = &item->sign;
        clear(s->sig, s->sig_room, s->sig_room);
        s->sig_len = 0;
    } else if (item->op == KB_BATCH_SIG_KEYGEN && item->alg != NULL) {
        const kb_sig *sig = kb_sig_find(item->alg);
        clear(item->keygen.pk, item->keygen.pk_len, sig == NULL ? 0 : sig->pk_bytes);
        clear(item->keygen.sk, item->keygen.sk_len, sig == NULL ? 0 : sig->sk_bytes);
    }
    if (kem == NULL) {
        return;
    }
    if (item->op == KB_BATCH_KEM_KEYGEN) {
        clear(item->keygen.pk, item->keygen.pk_len, kem->pk_bytes);
        clear(item->keygen.sk, item->keygen.sk_len, kem->sk_bytes);
    } else if (item->op == KB_BATCH_ENCAPS) {
        clear(item->encaps.ct, item->encaps.ct_len, kem->ct_bytes);
        clear(item->encaps.ss, item->encaps.ss_len, kem->ss_bytes);
    } else {
        clear(item->decaps.ss, item->decaps.ss_len, kem->ss_bytes);
    }
}
