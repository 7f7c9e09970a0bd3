/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the hash layer is asked for: permutations and compressions in all, and calls by
 * shape with the time they take. The bench compares the first with what the standards
 * make unavoidable. All of it costs nothing unless built with KB_PROFILE.
 *
 * Every front end, a function that callers outside of src/hash use, begins with
 * KB_HASH_SCOPE. Kernels count nothing: whichever table is in use, a front end is passed.
 */
#ifndef KB_HASH_HASH_COUNT_H
#define KB_HASH_HASH_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Totals of all threads since the start or the last reset; zero without KB_PROFILE. */
typedef struct kb_hash_counts {
    uint64_t keccak_x1; /* single permutations */
    uint64_t keccak_x4; /* calls that permute four states side by side */
    uint64_t sm3_x1;    /* single compressions */
    uint64_t sm3_x8;    /* calls that compress up to eight blocks side by side */
    /* Own compressions of SHA-2; libcrypto's are not counted. */
    uint64_t sha256_x1; /* single blocks */
    uint64_t sha256_x8; /* calls that compress up to eight blocks side by side */
    uint64_t sha512_x1;
    uint64_t sha512_x8;
    /* All of them, each state that is in use counted as one. */
    uint64_t keccak, sha256, sha512, sm3;
} kb_hash_counts;

void kb_hash_count_reset(void);
kb_hash_counts kb_hash_count_read(void);

/* What is called. */
typedef enum kb_hash_fn {
    KB_HASH_FN_SHA3,
    KB_HASH_FN_SHAKE128,
    KB_HASH_FN_SHAKE256,
    KB_HASH_FN_CSHAKE,
    KB_HASH_FN_SHA256,
    KB_HASH_FN_SHA512, /* and SHA-384 */
    KB_HASH_FN_SM3,
    KB_HASH_FN_SM3_HMAC,
    KB_HASH_FN_SM3_XOF,
    KB_HASH_FN_SM3_512,     /* the pseudo-hash of 512 bits */
    KB_HASH_FN_TWEAK_SHA2,  /* F, PRF, H and T of SLH-DSA */
    KB_HASH_FN_TWEAK_SHAKE, /* likewise */
    KB_HASH_FN_KECCAK_JOBS, /* several sponges together, where they have no parts */
    KB_HASH_FN_RNG,         /* the system's random numbers */
    KB_HASH_FN_COUNT
} kb_hash_fn;

/* Calls of one shape. A piece of a stream is a call with input or with output only. */
typedef struct kb_hash_shape {
    kb_hash_fn fn;
    unsigned tag; /* of kb_hash_shapes_begin */
    size_t in, out;
    uint64_t calls; /* messages: four side by side are four */
    uint64_t ticks;
} kb_hash_shape;

#define KB_HASH_TAG_COUNT 8
#define KB_HASH_SHAPE_MAX 1024 /* what the table holds at most */

/* Whether this is a profiling build. Without, everything below does nothing. */
bool kb_hash_count_is_on(void);
/* Adds the calls of all threads to the table from now on, under a tag. */
void kb_hash_shapes_begin(unsigned tag);
void kb_hash_shapes_end(void);
/* Copies what was added since the start or the last kb_hash_count_reset and returns how
 * many shapes there are; *lost: calls whose shape found no place. While no call runs. */
size_t kb_hash_shapes_read(kb_hash_shape out[KB_HASH_SHAPE_MAX], uint64_t *lost);
/* The clock of ticks. */
uint64_t kb_hash_ticks(void);

/* One call of a front end, from begin to end. Calls inside it are its parts. */
typedef struct kb_hash_scope {
    kb_hash_fn fn;
    size_t in, out, calls;
    uint64_t start;
    bool is_open;
} kb_hash_scope;

kb_hash_scope kb_hash_scope_begin(kb_hash_fn fn, size_t in, size_t out, size_t calls);
void kb_hash_scope_end(kb_hash_scope *scope);
/* Between the two the caller's own work is done: it is no time of the call around it. */
void kb_hash_scope_pause(void);
void kb_hash_scope_resume(void);
/* The function over Keccak with this rate and domain byte. */
kb_hash_fn kb_hash_fn_of_sponge(size_t rate, uint8_t domain);

/*
 * A call that computes several sponges side by side tells of each: its shape then stands
 * in the table instead of the call's, with a part of the time by its permutations.
 * slot: which of those under way, below 4. After begin, out grows by each more.
 */
void kb_hash_part_begin(size_t slot, size_t rate, uint8_t domain, size_t in, size_t out);
void kb_hash_part_more(size_t slot, size_t out);
void kb_hash_part_end(size_t slot);

#ifdef KB_PROFILE
void kb_hash_count_keccak(uint64_t x1, uint64_t x4);
void kb_hash_count_sm3(uint64_t x1, uint64_t x8);
void kb_hash_count_sha256(uint64_t x1, uint64_t x8);
void kb_hash_count_sha512(uint64_t x1, uint64_t x8);
/* States in use of calls that work on several; single ones are added above. */
void kb_hash_count_lanes(uint64_t keccak, uint64_t sha256, uint64_t sha512, uint64_t sm3);
/* From now on this thread adds nothing to the totals of states, until the second: the
 * caller has added them for a kernel as a whole. */
void kb_hash_count_mute(void);
void kb_hash_count_unmute(void);
#define KB_HASH_COUNT_KECCAK(x1, x4)  kb_hash_count_keccak((x1), (x4))
#define KB_HASH_COUNT_SM3(x1, x8)     kb_hash_count_sm3((x1), (x8))
#define KB_HASH_COUNT_SHA256(x1, x8)  kb_hash_count_sha256((x1), (x8))
#define KB_HASH_COUNT_SHA512(x1, x8)  kb_hash_count_sha512((x1), (x8))
#define KB_HASH_COUNT_KECCAK_LANES(n) kb_hash_count_lanes((n), 0, 0, 0)
#define KB_HASH_COUNT_SHA256_LANES(n) kb_hash_count_lanes(0, (n), 0, 0)
#define KB_HASH_COUNT_SHA512_LANES(n) kb_hash_count_lanes(0, 0, (n), 0)
#define KB_HASH_COUNT_SM3_LANES(n)    kb_hash_count_lanes(0, 0, 0, (n))
#define KB_HASH_SCOPE(fn, in, out, calls)                                                \
    __attribute__((cleanup(kb_hash_scope_end), unused))                                  \
    kb_hash_scope kb_hash_scope_here = kb_hash_scope_begin((fn), (in), (out), (calls))
#define KB_HASH_PART_BEGIN(slot, rate, domain, in, out)                                  \
    kb_hash_part_begin((slot), (rate), (domain), (in), (out))
#define KB_HASH_PART_MORE(slot, out) kb_hash_part_more((slot), (out))
#define KB_HASH_PART_END(slot)       kb_hash_part_end(slot)
#define KB_HASH_PAUSE()              kb_hash_scope_pause()
#define KB_HASH_RESUME()             kb_hash_scope_resume()
#else
#define KB_HASH_PART_BEGIN(slot, rate, domain, in, out) ((void)0)
#define KB_HASH_PART_MORE(slot, out)                    ((void)0)
#define KB_HASH_PART_END(slot)                          ((void)0)
#define KB_HASH_PAUSE()                                 ((void)0)
#define KB_HASH_RESUME()                                ((void)0)
#define KB_HASH_COUNT_KECCAK(x1, x4)                    ((void)0)
#define KB_HASH_COUNT_SM3(x1, x8)                       ((void)0)
#define KB_HASH_COUNT_SHA256(x1, x8)                    ((void)0)
#define KB_HASH_COUNT_SHA512(x1, x8)                    ((void)0)
#define KB_HASH_COUNT_KECCAK_LANES(n)                   ((void)0)
#define KB_HASH_COUNT_SHA256_LANES(n)                   ((void)0)
#define KB_HASH_COUNT_SHA512_LANES(n)                   ((void)0)
#define KB_HASH_COUNT_SM3_LANES(n)                      ((void)0)
#define KB_HASH_SCOPE(fn, in, out, calls)               ((void)0)
#endif

#endif
