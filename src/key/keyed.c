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

/* What is made of which bytes of a key. */
typedef struct recipe {
    size_t pk_bytes, sk_bytes; /* of what is made; 0: nothing */
    size_t pk_at, sk_at;
    void (*from_pk)(void *keyed, const uint8_t *pk);
    void (*from_sk)(void *keyed, const uint8_t *sk);
} recipe;

static recipe of_kem(const kb_kem_keyed *keyed, size_t pk_at, size_t sk_at) {
    return keyed == NULL ? (recipe){.pk_bytes = 0}
                         : (recipe){keyed->pk_bytes, keyed->sk_bytes, pk_at,
                                    sk_at,           keyed->from_pk,  keyed->from_sk};
}

/* In composites, that of the post-quantum half: the second of two KEMs, the first of two
 * signature algorithms. */
static recipe recipe_of(const kb_key *key) {
    if (key->is_composite) {
        return of_kem(key->composite.pqc->keyed, key->composite.classical->pk_bytes,
                      key->composite.classical->sk_bytes);
    }
    if (key->kem != NULL) {
        return of_kem(key->kem->keyed, 0, 0);
    }
    const kb_sig_keyed *keyed = key->sig->keyed;
    return keyed == NULL ? (recipe){.pk_bytes = 0}
                         : (recipe){keyed->pk_bytes, keyed->sk_bytes, 0, 0,
                                    keyed->from_pk,  keyed->from_sk};
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

static const void *aligned(void *room) {
    return (const uint8_t *)room + (-(uintptr_t)room & (ALIGNMENT - 1));
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
    if (is_first_use(&owner->public_uses) || !reserve(room_of(&r))) {
        return miss();
    }
    void *made = kb_malloc(room_of(&r));
    if (made == NULL) {
        give_back(room_of(&r));
        return miss();
    }
    r.from_pk((void *)aligned(made), key->pk + r.pk_at);
    /* Of several threads that made one, the first keeps it. */
    if (!atomic_compare_exchange_strong(&owner->keyed_public, &room, made)) {
        kb_free(made);
        give_back(room_of(&r));
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
        kb_wipe(room, room_of(&r));
        kb_free(room);
        give_back(room_of(&r));
    }
    if (secret != NULL) {
        give_back(kb_secret_len(secret));
        kb_secret_free(secret);
    }
}
