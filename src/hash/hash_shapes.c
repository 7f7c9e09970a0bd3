/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Calls of the hash layer by shape: a table with open addressing, whose slots are claimed
 * once and then only added to, so that threads need no lock.
 */
#include "hash/hash_shapes.h"

#include "core/clock.h"
#include "hash/hash_count.h"
#include "hash/keccak/keccak.h"

kb_hash_fn kb_hash_fn_of_sponge(size_t rate, uint8_t domain) {
    if (domain == KB_KECCAK_DOMAIN_SHA3) {
        return KB_HASH_FN_SHA3;
    }
    if (domain == KB_KECCAK_DOMAIN_CSHAKE) {
        return KB_HASH_FN_CSHAKE;
    }
    return rate == KB_SHAKE128_RATE_BYTES ? KB_HASH_FN_SHAKE128 : KB_HASH_FN_SHAKE256;
}

#ifdef KB_PROFILE

#include <assert.h>
#include <stdatomic.h>

/* A key is never 0: bit 63, then tag, function, and both lengths. */
#define LENGTH_BITS 28
#define LENGTH_MAX  (((uint64_t)1 << LENGTH_BITS) - 1)

typedef struct slot {
    _Atomic uint64_t key, calls, ticks;
} slot;

static slot slots[KB_HASH_SHAPE_MAX];
static _Atomic uint64_t lost;
static atomic_int current = -1; /* tag, or -1 */
static _Thread_local unsigned depth;
static _Thread_local uint64_t paused, paused_at; /* in the outermost call */

/* Sponges of the outermost call, by shape, when it computes several. */
#define PART_COUNT 32
#define SLOT_COUNT 4
typedef struct part {
    kb_hash_fn fn;
    size_t in, out, rate;
    uint64_t calls, units;
} part;
static _Thread_local part parts[PART_COUNT], under_way[SLOT_COUNT];
static _Thread_local size_t part_count;

static_assert(KB_HASH_FN_COUNT <= 16 && KB_HASH_TAG_COUNT <= 8, "they fit the key");

bool kb_hash_count_is_on(void) {
    return true;
}

uint64_t kb_hash_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return kb_clock_monotonic_ns();
#endif
}

void kb_hash_shapes_begin(unsigned tag) {
    atomic_store(&current, (int)(tag % KB_HASH_TAG_COUNT));
}

void kb_hash_shapes_end(void) {
    atomic_store(&current, -1);
}

void kb_hash_shapes_reset(void) {
    for (size_t i = 0; i < KB_HASH_SHAPE_MAX; i++) {
        atomic_store(&slots[i].key, 0);
        atomic_store(&slots[i].calls, 0);
        atomic_store(&slots[i].ticks, 0);
    }
    atomic_store(&lost, 0);
}

static uint64_t key_of(kb_hash_fn fn, size_t in_len, size_t out_len, int tag) {
    uint64_t in = in_len < LENGTH_MAX ? in_len : LENGTH_MAX;
    uint64_t out = out_len < LENGTH_MAX ? out_len : LENGTH_MAX;
    return (uint64_t)1 << 63 | (uint64_t)tag << 60 | (uint64_t)fn << 56 |
           in << LENGTH_BITS | out;
}

/* The slot of the key; NULL when the table is full of others. */
static slot *find(uint64_t key) {
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 54);
    for (size_t i = 0; i < KB_HASH_SHAPE_MAX; i++) {
        slot *s = &slots[(at + i) % KB_HASH_SHAPE_MAX];
        uint64_t seen = atomic_load_explicit(&s->key, memory_order_relaxed);
        if (seen == 0 && atomic_compare_exchange_strong(&s->key, &seen, key)) {
            return s;
        }
        /* Another thread may have claimed it meanwhile, for this key or for another. */
        if (seen == key) {
            return s;
        }
    }
    return NULL;
}

static void add(uint64_t key, uint64_t calls, uint64_t ticks) {
    slot *s = find(key);
    if (s == NULL) {
        atomic_fetch_add_explicit(&lost, calls, memory_order_relaxed);
        return;
    }
    atomic_fetch_add_explicit(&s->calls, calls, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->ticks, ticks, memory_order_relaxed);
}

kb_hash_scope kb_hash_scope_begin(kb_hash_fn fn, size_t in, size_t out, size_t calls) {
    kb_hash_scope scope = {.fn = fn, .in = in, .out = out, .calls = calls};
    scope.is_open =
        depth++ == 0 && atomic_load_explicit(&current, memory_order_relaxed) >= 0;
    if (depth == 1) {
        paused = 0;
        part_count = 0;
    }
    scope.start = kb_hash_ticks();
    return scope;
}

void kb_hash_scope_end(kb_hash_scope *scope) {
    uint64_t ticks = kb_hash_ticks() - scope->start - paused;
    int tag = atomic_load_explicit(&current, memory_order_relaxed);
    depth--;
    if (!scope->is_open || tag < 0) {
        return;
    }
    if (part_count == 0) {
        add(key_of(scope->fn, scope->in, scope->out, tag), scope->calls, ticks);
        return;
    }
    uint64_t units = 0;
    for (size_t i = 0; i < part_count; i++) {
        units += parts[i].units;
    }
    for (size_t i = 0; i < part_count; i++) {
        const part *p = &parts[i];
        add(key_of(p->fn, p->in, p->out, tag), p->calls, ticks * p->units / units);
    }
}

void kb_hash_part_begin(size_t at, size_t rate, uint8_t domain, size_t in, size_t out) {
    if (depth == 1) {
        under_way[at] = (part){
            .fn = kb_hash_fn_of_sponge(rate, domain), .in = in, .out = out, .rate = rate};
    }
}

void kb_hash_part_more(size_t at, size_t out) {
    if (depth == 1) {
        under_way[at].out += out;
    }
}

/* More shapes than there is room for end up in the last. */
void kb_hash_part_end(size_t at) {
    const part *p = &under_way[at];
    if (depth != 1) {
        return;
    }
    size_t i = 0, out_blocks = (p->out + p->rate - 1) / p->rate;
    while (i < part_count &&
           (parts[i].fn != p->fn || parts[i].in != p->in || parts[i].out != p->out)) {
        i++;
    }
    if (i == part_count && part_count < PART_COUNT) {
        parts[part_count++] = (part){.fn = p->fn, .in = p->in, .out = p->out};
    }
    i = i < PART_COUNT ? i : PART_COUNT - 1;
    parts[i].calls++;
    parts[i].units += p->in / p->rate + (out_blocks == 0 ? 1 : out_blocks);
}

void kb_hash_scope_pause(void) {
    paused_at = kb_hash_ticks();
}

void kb_hash_scope_resume(void) {
    paused += kb_hash_ticks() - paused_at;
}

size_t kb_hash_shapes_read(kb_hash_shape out[KB_HASH_SHAPE_MAX], uint64_t *missed) {
    size_t n = 0;
    for (size_t i = 0; i < KB_HASH_SHAPE_MAX; i++) {
        uint64_t key = atomic_load(&slots[i].key);
        if (key != 0) {
            out[n++] = (kb_hash_shape){.fn = (kb_hash_fn)(key >> 56 & 15),
                                       .tag = (unsigned)(key >> 60 & 7),
                                       .in = (size_t)(key >> LENGTH_BITS & LENGTH_MAX),
                                       .out = (size_t)(key & LENGTH_MAX),
                                       .calls = atomic_load(&slots[i].calls),
                                       .ticks = atomic_load(&slots[i].ticks)};
        }
    }
    *missed = atomic_load(&lost);
    return n;
}

#else

bool kb_hash_count_is_on(void) {
    return false;
}

uint64_t kb_hash_ticks(void) {
    return 0;
}

void kb_hash_shapes_begin(unsigned tag) {
    (void)tag;
}

void kb_hash_shapes_end(void) {
}

void kb_hash_shapes_reset(void) {
}

kb_hash_scope kb_hash_scope_begin(kb_hash_fn fn, size_t in, size_t out, size_t calls) {
    return (kb_hash_scope){.fn = fn, .in = in, .out = out, .calls = calls};
}

void kb_hash_scope_end(kb_hash_scope *scope) {
    (void)scope;
}

void kb_hash_part_begin(size_t at, size_t rate, uint8_t domain, size_t in, size_t out) {
    (void)at;
    (void)rate;
    (void)domain;
    (void)in;
    (void)out;
}

void kb_hash_part_more(size_t at, size_t out) {
    (void)at;
    (void)out;
}

void kb_hash_part_end(size_t at) {
    (void)at;
}

void kb_hash_scope_pause(void) {
}

void kb_hash_scope_resume(void) {
}

size_t kb_hash_shapes_read(kb_hash_shape out[KB_HASH_SHAPE_MAX], uint64_t *missed) {
    (void)out;
    *missed = 0;
    return 0;
}

#endif
