/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The counters of hash work. */
#include "hash/hash_count.h"

#include "hash/hash_shapes.h"

#ifdef KB_PROFILE

#include <stdatomic.h>

static _Atomic uint64_t keccak_x1, keccak_x4, sm3_x1, sm3_x8;
static _Atomic uint64_t sha256_x1, sha256_x8, sha512_x1, sha512_x8;
static _Atomic uint64_t keccak, sha256, sha512, sm3;
static _Thread_local unsigned muted;

void kb_hash_count_lanes(uint64_t of_keccak, uint64_t of_sha256, uint64_t of_sha512,
                         uint64_t of_sm3) {
    if (muted == 0) {
        atomic_fetch_add_explicit(&keccak, of_keccak, memory_order_relaxed);
        atomic_fetch_add_explicit(&sha256, of_sha256, memory_order_relaxed);
        atomic_fetch_add_explicit(&sha512, of_sha512, memory_order_relaxed);
        atomic_fetch_add_explicit(&sm3, of_sm3, memory_order_relaxed);
    }
}

void kb_hash_count_mute(void) {
    muted++;
}

void kb_hash_count_unmute(void) {
    muted--;
}

void kb_hash_count_keccak(uint64_t x1, uint64_t x4) {
    atomic_fetch_add_explicit(&keccak_x1, x1, memory_order_relaxed);
    atomic_fetch_add_explicit(&keccak_x4, x4, memory_order_relaxed);
    kb_hash_count_lanes(x1, 0, 0, 0);
}

void kb_hash_count_sm3(uint64_t x1, uint64_t x8) {
    atomic_fetch_add_explicit(&sm3_x1, x1, memory_order_relaxed);
    atomic_fetch_add_explicit(&sm3_x8, x8, memory_order_relaxed);
    kb_hash_count_lanes(0, 0, 0, x1);
}

void kb_hash_count_sha256(uint64_t x1, uint64_t x8) {
    atomic_fetch_add_explicit(&sha256_x1, x1, memory_order_relaxed);
    atomic_fetch_add_explicit(&sha256_x8, x8, memory_order_relaxed);
    kb_hash_count_lanes(0, x1, 0, 0);
}

void kb_hash_count_sha512(uint64_t x1, uint64_t x8) {
    atomic_fetch_add_explicit(&sha512_x1, x1, memory_order_relaxed);
    atomic_fetch_add_explicit(&sha512_x8, x8, memory_order_relaxed);
    kb_hash_count_lanes(0, 0, x1, 0);
}

void kb_hash_count_reset(void) {
    atomic_store(&keccak_x1, 0);
    atomic_store(&keccak_x4, 0);
    atomic_store(&sm3_x1, 0);
    atomic_store(&sm3_x8, 0);
    atomic_store(&sha256_x1, 0);
    atomic_store(&sha256_x8, 0);
    atomic_store(&sha512_x1, 0);
    atomic_store(&sha512_x8, 0);
    atomic_store(&keccak, 0);
    atomic_store(&sha256, 0);
    atomic_store(&sha512, 0);
    atomic_store(&sm3, 0);
    kb_hash_shapes_reset();
}

kb_hash_counts kb_hash_count_read(void) {
    return (kb_hash_counts){
        atomic_load(&keccak_x1), atomic_load(&keccak_x4), atomic_load(&sm3_x1),
        atomic_load(&sm3_x8),    atomic_load(&sha256_x1), atomic_load(&sha256_x8),
        atomic_load(&sha512_x1), atomic_load(&sha512_x8), atomic_load(&keccak),
        atomic_load(&sha256),    atomic_load(&sha512),    atomic_load(&sm3)};
}

#else

void kb_hash_count_reset(void) {
}

kb_hash_counts kb_hash_count_read(void) {
    return (kb_hash_counts){0};
}

#endif
