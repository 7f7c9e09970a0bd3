/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is kept of keys that are used again, and the memory that all handles share for it.
 */
#include "key/keyed.h"

#include "core/alloc.h"
#include "core/secret.h"

#define ALIGNMENT 32

static atomic_size_t limit = KB_KEY_CACHE_DEFAULT_BYTES, kept;
static atomic_uint_fast64_t hits, misses;

void kb_key_cache_limit(size_t bytes) {
    atomic_store(&limit, bytes);
}

kb_key_cache_counts kb_key_cache_read(void) {
    return (kb_key_cache_counts){atomic_load(&kept), atomic_load(&hits),
                                 atomic_load(&misses)};
}

static bool reserve(size_t bytes) {
    size_t before = atomic_fetch_add(&kept, bytes);
    if (before + bytes <= atomic_load(&limit)) {
        return true;
    }
    atomic_fetch_sub(&kept, bytes);
    return false;
}

static void give_back(size_t bytes) {
    atomic_fetch_sub(&kept, bytes);
}

/* What is made of a key, and of which bytes of the private one. */
typedef struct recipe {
    size_t pk_bytes, sk_bytes; /* of what is made; 0: nothing */
    size_t heap_bytes;         /* that what is made of the public key takes besides */
    size_t sk_at;
    void (*from_sk)(void *keyed, const uint8_t *sk);
} recipe;

/* Of the public key of a composite KEM both halves keep something, of a private key the
 * post-quantum one; of a composite signature the first of the two algorithms. */
static recipe recipe_of(const kb_key *key) {
    const kb_kem_keyed *kem = NULL;
    const kb_sig_keyed *sig = NULL;
    recipe r = {.pk_bytes = 0};
    if (key->is_composite) {
        kem = key->composite.pqc->keyed;
        r.pk_bytes = kb_composite_keyed_bytes(&key->composite);
        r.heap_bytes = kb_composite_keyed_heap_bytes(&key->composite);
        r.sk_at = key->composite.classical->sk_bytes;
    } else if (key->kem != NULL) {
        kem = key->kem->keyed;
        r.pk_bytes = kem != NULL ? kem->pk_bytes : 0;
        r.heap_bytes = kem != NULL ? kem->heap_bytes : 0;
    } else {
        sig = key->sig->keyed;
    }
    if (kem != NULL) {
        r.sk_bytes = kem->sk_bytes;
        r.from_sk = kem->from_sk;
    } else if (sig != NULL) {
        r.pk_bytes = sig->pk_bytes;
        r.sk_bytes = sig->sk_bytes;
        r.from_sk = sig->from_sk;
    }
    return r;
}

static void from_pk(const kb_key *key, void *keyed) {
    if (key->is_composite) {
        kb_composite_keyed_from_pk(&key->composite, keyed, key->pk);
    } else if (key->kem != NULL) {
        key->kem->keyed->from_pk(keyed, key->pk);
    } else {
        key->sig->keyed->from_pk(keyed, key->pk);
    }
}

static void end_pk(const kb_key *key, void *keyed) {
    if (key->is_composite) {
        kb_composite_keyed_end_pk(&key->composite, keyed);
    } else if (key->kem != NULL && key->kem->keyed->end_pk != NULL) {
        key->kem->keyed->end_pk(keyed);
    }
}

static const void *hit(const void *keyed) {
    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    return keyed;
}

static const void *miss(void) {
    atomic_fetch_add_explicit(&misses, 1, memory_order_relaxed);
    return NULL;
}

/* Many handles live for one operation; what it costs to keep something pays from the
 * second on. The count stands still there, so that it never runs over. */
static bool is_first_use(atomic_uint *uses) {
    return atomic_load_explicit(uses, memory_order_relaxed) == 0 &&
           atomic_fetch_add_explicit(uses, 1, memory_order_relaxed) == 0;
}

static size_t room_of(const recipe *r) {
    return r->pk_bytes + ALIGNMENT - 1;
}

/* All that counts against the bound. */
static size_t public_bytes(const recipe *r) {
    return room_of(r) + r->heap_bytes;
}

static void *aligned(void *room) {
    return (uint8_t *)room + (-(uintptr_t)room & (ALIGNMENT - 1));
}

static void free_public(const kb_key *key, const recipe *r, void *room) {
    end_pk(key, aligned(room));
    kb_wipe(room, room_of(r));
    kb_free(room);
    give_back(public_bytes(r));
}

const void *kb_key_keyed_public(const kb_key *key) {
    const recipe r = recipe_of(key);
    /* A handle that others share is const for them; what it keeps is not. */
    kb_key *owner = (kb_key *)key;
    if (r.pk_bytes == 0) {
        return NULL;
    }
    void *room = atomic_load_explicit(&owner->keyed_public, memory_order_acquire);
    if (room != NULL) {
        return hit(aligned(room));
    }
    if (is_first_use(&owner->public_uses) || !reserve(public_bytes(&r))) {
        return miss();
    }
    void *made = kb_malloc(room_of(&r));
    if (made == NULL) {
        give_back(public_bytes(&r));
        return miss();
    }
    from_pk(key, aligned(made));
    /* Of several threads that made one, the first keeps it. */
    if (!atomic_compare_exchange_strong(&owner->keyed_public, &room, made)) {
        free_public(key, &r, made);
        made = room;
    }
    (void)miss();
    return aligned(made);
}

const void *kb_key_keyed_private(const kb_key *key) {
    const recipe r = recipe_of(key);
    kb_key *owner = (kb_key *)key; /* as above */
    if (r.sk_bytes == 0 || key->sk == NULL || key->is_expanded) {
        return NULL;
    }
    kb_secret *kept_one =
        atomic_load_explicit(&owner->keyed_private, memory_order_acquire);
    if (kept_one != NULL) {
        return hit(kb_secret_bytes(kept_one));
    }
    if (is_first_use(&owner->private_uses) || !reserve(r.sk_bytes)) {
        return miss();
    }
    kb_secret *made = NULL;
    if (kb_secret_new(&made, r.sk_bytes) != KB_OK) {
        give_back(r.sk_bytes);
        return miss();
    }
    r.from_sk(kb_secret_data(made), kb_secret_bytes(key->sk) + r.sk_at);
    if (!atomic_compare_exchange_strong(&owner->keyed_private, &kept_one, made)) {
        kb_secret_free(made);
        give_back(r.sk_bytes);
        made = kept_one;
    }
    (void)miss();
    return kb_secret_bytes(made);
}

void kb_key_keyed_free(kb_key *key) {
    void *room = atomic_exchange(&key->keyed_public, NULL);
    kb_secret *secret = atomic_exchange(&key->keyed_private, NULL);
    if (room != NULL) {
        const recipe r = recipe_of(key);
        free_public(key, &r, room);
    }
    if (secret != NULL) {
        give_back(kb_secret_len(secret));
        kb_secret_free(secret);
    }
}
