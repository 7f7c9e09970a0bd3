/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of SHA-2, SHA-3, SHAKE and SM3, at once and in pieces, and Monte Carlo
 * chains. */
#include "core/cpu.h"
#include "hash/sha2/many.h"
#include "hash/sha2/sha2_core.h"
#include "kat/kat.h"

#include <keybraid/hash.h>

/* Lengths of the pieces in which a message is fed: below, at and above a block. */
static const size_t pieces[] = {1, 7, 72, 136, 168, 200};

static size_t piece(size_t *step, size_t left) {
    size_t n = pieces[(*step)++ % (sizeof pieces / sizeof pieces[0])];
    return n < left ? n : left;
}

typedef struct hash {
    const char *alg;
    size_t bytes;
    bool is_sha3;
    kb_hash_alg sha2;
} hash;

static const hash hashes[] = {
    {"SHA3-224", 28, true, 0},
    {"SHA3-256", 32, true, 0},
    {"SHA3-384", 48, true, 0},
    {"SHA3-512", 64, true, 0},
    {"SHA-256", 32, false, KB_HASH_SHA256},
    {"SHA-384", 48, false, KB_HASH_SHA384},
    {"SHA-512", 64, false, KB_HASH_SHA512},
};

static const hash *hash_of(const kat_case *c) {
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        if (kat_is(c, "alg", hashes[i].alg)) {
            return &hashes[i];
        }
    }
    kat_die("unknown hash", kat_text(c, "alg"));
    return NULL;
}

static void at_once(const hash *h, uint8_t *out, const uint8_t *msg, size_t len) {
    switch (h->bytes) {
    case 28:
        kb_sha3_224(out, msg, len);
        break;
    case 32:
        if (h->is_sha3) {
            kb_sha3_256(out, msg, len);
        } else {
            CHECK_OK(kb_sha256(out, msg, len));
        }
        break;
    case 48:
        if (h->is_sha3) {
            kb_sha3_384(out, msg, len);
        } else {
            CHECK_OK(kb_sha384(out, msg, len));
        }
        break;
    default:
        if (h->is_sha3) {
            kb_sha3_512(out, msg, len);
        } else {
            CHECK_OK(kb_sha512(out, msg, len));
        }
    }
}

static void in_pieces_sha3(const hash *h, uint8_t *out, const uint8_t *msg, size_t len) {
    kb_sha3 state;
    size_t step = 0;
    CHECK_OK(kb_sha3_init(&state, h->bytes));
    for (size_t at = 0, n; at < len; at += n) {
        n = piece(&step, len - at);
        CHECK_OK(kb_sha3_update(&state, msg + at, n));
    }
    CHECK_OK(kb_sha3_final(&state, out));
}

static void in_pieces_sha2(const hash *h, uint8_t *out, const uint8_t *msg, size_t len) {
    kb_sha2 *state = NULL;
    size_t step = 0;
    REQUIRE_OK(kb_sha2_new(&state, h->sha2));
    for (size_t at = 0, n; at < len; at += n) {
        n = piece(&step, len - at);
        CHECK_OK(kb_sha2_update(state, msg + at, n));
    }
    CHECK_OK(kb_sha2_final(state, out));
    kb_sha2_free(state);
}

static void by_own_core(const hash *h, uint8_t *out, const uint8_t *msg, size_t len) {
    kb_sha2_core state;
    size_t step = 0;
    kb_sha2_core_init(&state, h->bytes == 32   ? KB_SHA2_CORE_256
                              : h->bytes == 48 ? KB_SHA2_CORE_384
                                               : KB_SHA2_CORE_512);
    for (size_t at = 0, n; at < len; at += n) {
        n = piece(&step, len - at);
        kb_sha2_core_absorb(&state, msg + at, n);
    }
    kb_sha2_core_final(&state, out);
}

/* SHA-256 and SHA-512 in as many lanes as the length says, each with the whole message;
 * out is the last lane's digest. */
static void in_lanes(const hash *h, uint8_t *out, const uint8_t *msg, size_t len) {
    const kb_sha2_ops *ops = kb_sha2_ops_get();
    size_t size = 2 * h->bytes, used = 1 + len % KB_SHA2_LANE_COUNT;
    uint8_t blocks[KB_SHA2_LANE_COUNT * KB_SHA512_BLOCK_BYTES] = {0};
    uint8_t digests[KB_SHA2_LANE_COUNT][64], *digest_at[KB_SHA2_LANE_COUNT];
    uint32_t s256[KB_SHA2_LANE_COUNT][8];
    uint64_t s512[KB_SHA2_LANE_COUNT][8];
    for (size_t j = 0; j < KB_SHA2_LANE_COUNT; j++) {
        digest_at[j] = digests[j];
        (void)memcpy(s256[j], kb_sha2_initial256, sizeof s256[j]);
        (void)memcpy(s512[j], kb_sha2_initial512, sizeof s512[j]);
    }
    for (size_t at = 0;; at += size) {
        size_t n = len - at < size ? len - at : size;
        bool is_last = n + 1 + size / 8 <= size;
        for (size_t j = 0; j < used; j++) {
            uint8_t *block = blocks + j * size;
            (void)memset(block, 0, size);
            (void)memcpy(block, msg + at, n);
            if (is_last) {
                (size == 64 ? kb_sha2_pad256 : kb_sha2_pad512)(block, n, len);
            } else if (n < size) {
                block[n] = 0x80;
            }
        }
        if (!is_last && size == 64) {
            ops->compress256_x8(s256, blocks, used);
        } else if (!is_last) {
            ops->compress512_x8(s512, blocks, used);
        }
        if (is_last || n < size) {
            break;
        }
    }
    if (size - len % size < 1 + size / 8) {
        /* Only padding is left, and its first bit was in the block before. */
        for (size_t j = 0; j < used; j++) {
            (size == 64 ? kb_sha2_pad256 : kb_sha2_pad512)(blocks + j * size, 0, len);
            blocks[j * size] = 0;
        }
    }
    if (size == 64) {
        ops->finish256_x8(digest_at, 8, s256[used - 1], blocks, used);
    } else {
        ops->finish512_x8(digest_at, 8, s512[used - 1], blocks, used);
    }
    (void)memcpy(out, digests[used - 1], h->bytes);
}

static void run_hash(const kat_case *c) {
    const hash *h = hash_of(c);
    size_t len;
    const uint8_t *msg = kat_hex(c, "msg", &len);
    uint8_t *out = kat_buffer(h->bytes);
    at_once(h, out, msg, len);
    kat_check(c, "md", out, h->bytes);
    (void)memset(out, 0, h->bytes);
    if (h->is_sha3) {
        in_pieces_sha3(h, out, msg, len);
        kat_check(c, "md", out, h->bytes);
        return;
    }
    in_pieces_sha2(h, out, msg, len);
    kat_check(c, "md", out, h->bytes);
    (void)memset(out, 0, h->bytes);
    by_own_core(h, out, msg, len);
    kat_check(c, "md", out, h->bytes);
    if (h->bytes != 48) {
        (void)memset(out, 0, h->bytes);
        in_lanes(h, out, msg, len);
        kat_check(c, "md", out, h->bytes);
    }
}

/* The chain of SHA-2 hashes its last three digests, cut or padded with zeros to the
 * length of the seed where the rule says so; that of SHA-3 its last one. */
static void run_hash_chain(const kat_case *c) {
    const hash *h = hash_of(c);
    size_t seed_len, count = kat_size(c, "count");
    uint8_t seed[KB_HASH_MAX_BYTES * 8] = {0}, last[3][KB_HASH_MAX_BYTES * 8];
    const uint8_t *first = kat_hex(c, "msg", &seed_len);
    REQUIRE(seed_len <= sizeof seed && count > 0 && count <= 100);
    bool is_cut = kat_is(c, "rule", "alternate");
    (void)memcpy(seed, first, seed_len);
    size_t unit = seed_len;
    for (size_t i = 0; i < count; i++) {
        char name[16];
        for (int j = 0; j < 3; j++) {
            (void)memcpy(last[j], seed, sizeof seed);
        }
        size_t units[3] = {unit, unit, unit};
        for (int round = 0; round < 1000; round++) {
            uint8_t text[3 * sizeof seed] = {0};
            size_t len = 0;
            for (int j = h->is_sha3 ? 2 : 0; j < 3; j++) {
                (void)memcpy(text + len, last[j], units[j]);
                len += units[j];
            }
            (void)memmove(last[0], last[1], 2 * sizeof last[0]);
            units[0] = units[1];
            units[1] = units[2];
            at_once(h, last[2], text, is_cut ? seed_len : len);
            units[2] = h->bytes;
        }
        (void)snprintf(name, sizeof name, "md_%zu", i);
        kat_check(c, name, last[2], h->bytes);
        (void)memcpy(seed, last[2], h->bytes);
        unit = h->bytes;
    }
}

static void shake(const kat_case *c, uint8_t *out, size_t out_len, const uint8_t *msg,
                  size_t len) {
    if (kat_is(c, "alg", "SHAKE128")) {
        kb_shake128(out, out_len, msg, len);
    } else {
        CHECK(kat_is(c, "alg", "SHAKE256"));
        kb_shake256(out, out_len, msg, len);
    }
}

static void run_sm3(const kat_case *c) {
    size_t len, step = 0;
    const uint8_t *msg = kat_hex(c, "msg", &len);
    uint8_t *md = kat_buffer(KB_SM3_BYTES);
    kb_sm3_hash(md, msg, len);
    kat_check(c, "md", md, KB_SM3_BYTES);

    kb_sm3 state;
    kb_sm3_init(&state);
    for (size_t at = 0, n; at < len; at += n) {
        n = piece(&step, len - at);
        CHECK_OK(kb_sm3_update(&state, msg + at, n));
    }
    CHECK_OK(kb_sm3_final(&state, md));
    kat_check(c, "md", md, KB_SM3_BYTES);
}

static void run_xof(const kat_case *c) {
    size_t len, out_len = kat_size(c, "out_len"), step = 0;
    const uint8_t *msg = kat_hex(c, "msg", &len);
    uint8_t *out = kat_buffer(out_len);
    shake(c, out, out_len, msg, len);
    kat_check(c, "md", out, out_len);

    (void)memset(out, 0, out_len);
    kb_shake state;
    if (kat_is(c, "alg", "SHAKE128")) {
        kb_shake128_init(&state);
    } else {
        kb_shake256_init(&state);
    }
    for (size_t at = 0, n; at < len; at += n) {
        n = piece(&step, len - at);
        CHECK_OK(kb_shake_absorb(&state, msg + at, n));
    }
    CHECK_OK(kb_shake_finalize(&state));
    for (size_t at = 0, n; at < out_len; at += n) {
        n = piece(&step, out_len - at);
        CHECK_OK(kb_shake_squeeze(&state, out + at, n));
    }
    kb_shake_wipe(&state);
    kat_check(c, "md", out, out_len);
}

/* Each step hashes the first 16 bytes of the output before, padded with zeros; its last
 * two bytes choose the next length. */
static void run_xof_chain(const kat_case *c) {
    size_t len, count = kat_size(c, "count");
    size_t min = kat_size(c, "min_len"), max = kat_size(c, "max_len"), out_len = max;
    const uint8_t *first = kat_hex(c, "msg", &len);
    uint8_t text[16] = {0};
    REQUIRE(len <= sizeof text && min >= 2 && max >= min && count > 0 && count <= 100);
    uint8_t *out = kat_buffer(max);
    (void)memcpy(text, first, len);
    for (size_t i = 0; i < count; i++) {
        char name[16];
        size_t used = 0;
        for (int round = 0; round < 1000; round++) {
            used = out_len;
            shake(c, out, used, text, sizeof text);
            (void)memset(text, 0, sizeof text);
            (void)memcpy(text, out, used < sizeof text ? used : sizeof text);
            size_t last = (size_t)out[used - 2] << 8 | out[used - 1];
            out_len = min + last % (max - min + 1);
        }
        (void)snprintf(name, sizeof name, "md_%zu", i);
        kat_check(c, name, out, used);
    }
}

int main(void) {
    static const kat_op ops[] = {{"hash", run_hash},
                                 {"hash-chain", run_hash_chain},
                                 {"sm3", run_sm3},
                                 {"xof", run_xof},
                                 {"xof-chain", run_xof_chain}};
#ifdef KB_TEST_CPU
    kb_cpu_limit(KB_TEST_CPU);
#endif
    return kat_main("hash", ops, sizeof ops / sizeof ops[0]);
}
