/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vector sets of SHAKE: plain, variable output, Monte Carlo. */
#include "acvp.h"
#include "acvp_digest.h"

#include "core/error.h"
#include "hash/keccak/keccak.h"

#include <inttypes.h>
#include <string.h>

#define CHAIN_RESULTS 100
#define CHAIN_STEPS   1000
#define CHAIN_BYTES   16 /* of an output that the next step hashes */
#define OUT_MAX_BITS  (UINT64_C(1) << 20)

static bool is_128(const kb_acvp_case *c) {
    return strcmp(c->algorithm, "SHAKE-128") == 0;
}

/* One computation through the public calls. */
static void shake(const kb_acvp_case *c, uint8_t *out, size_t out_len, const void *in,
                  size_t len) {
    if (is_128(c)) {
        kb_shake128(out, out_len, in, len);
    } else {
        kb_shake256(out, out_len, in, len);
    }
}

/* The same for a message that ends within a byte, whose bits stand at the upper end of
 * in[len]. */
static void shake_of_bits(const kb_acvp_case *c, uint8_t *out, size_t out_len,
                          const uint8_t *in, size_t len, unsigned bits) {
    kb_acvp_sponge_bits(is_128(c) ? KB_SHAKE128_RATE_BYTES : KB_SHAKE256_RATE_BYTES,
                        KB_KECCAK_DOMAIN_SHAKE, out, out_len, in, len, bits);
}

/* The bound of a chain's lengths: in bits, but whole bytes. */
static kb_status out_bytes(size_t *out, const kb_acvp_case *c, const char *name) {
    uint64_t bits;
    KB_TRY(kb_acvp_number(&bits, c, name, OUT_MAX_BITS));
    if (bits % 8 != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "%s is %" PRIu64 " bits, not whole bytes",
                       name, bits);
    }
    *out = (size_t)(bits / 8);
    return KB_OK;
}

static bool is_first_revision(const kb_acvp_case *c) {
    return strcmp(c->revision, "1.0") == 0;
}

/* Cuts an output to a number of bits. The first ones of a byte are its lower ones (FIPS
 * 202, B.1); revision 1.0 leaves them there, the later one writes them at the upper end,
 * as all write messages. */
static void cut_to_bits(const kb_acvp_case *c, uint8_t *md, uint64_t bits) {
    unsigned rest = (unsigned)(bits % 8);
    if (rest != 0) {
        uint8_t *last = &md[bits / 8];
        *last = (uint8_t)(*last & ((1U << rest) - 1));
        *last = (uint8_t)(is_first_revision(c) ? *last : *last << (8 - rest));
    }
}

static kb_status put(kb_acvp_case *c, json_t *to, const uint8_t *md, uint64_t bits) {
    KB_TRY(kb_acvp_put_bytes(to, "md", md, (size_t)((bits + 7) / 8)));
    /* The later revision leaves it out. */
    return is_first_revision(c) ? kb_acvp_put_number(to, "outLen", bits) : KB_OK;
}

static kb_status plain(kb_acvp_case *c) {
    kb_acvp_bytes message;
    uint64_t bits, out_bits;
    uint8_t *md;
    KB_TRY(kb_acvp_bytes_any(&message, c, "msg"));
    KB_TRY(kb_acvp_number(&bits, c, "len", UINT64_MAX));
    KB_TRY(kb_acvp_number(&out_bits, c, "outLen", OUT_MAX_BITS));
    if (bits / 8 + (bits % 8 != 0) > message.len) {
        return KB_FAIL(KB_ERR_FORMAT, "msg has %zu bytes, len says %" PRIu64 " bits",
                       message.len, bits);
    }
    size_t out_len = (size_t)((out_bits + 7) / 8);
    KB_TRY(kb_acvp_alloc(&md, c, out_len));
    if (bits % 8 == 0) {
        shake(c, md, out_len, message.data, (size_t)(bits / 8));
    } else {
        shake_of_bits(c, md, out_len, message.data, (size_t)(bits / 8),
                      (unsigned)(bits % 8));
    }
    cut_to_bits(c, md, out_bits);
    return put(c, c->answer, md, out_bits);
}

/* The chain of the ACVP specification of SHAKE: each step hashes the first 16 bytes of
 * the output before and takes the next length from its last two. */
static kb_status monte_carlo(kb_acvp_case *c) {
    uint8_t message[CHAIN_BYTES] = {0};
    const char *version;
    kb_acvp_bytes seed;
    size_t min, max;
    uint8_t *md;
    json_t *results = json_array();
    KB_TRY(kb_acvp_put(c->answer, "resultsArray", results));
    KB_TRY(kb_acvp_text_or(&version, c, "mctVersion", "standard"));
    KB_TRY(kb_acvp_bytes_bits(&seed, c, "msg", "len"));
    KB_TRY(out_bytes(&min, c, "minOutLen"));
    KB_TRY(out_bytes(&max, c, "maxOutLen"));
    if (strcmp(version, "standard") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "mctVersion %.40s", version);
    }
    if (min < 2 || max < min) {
        return KB_FAIL(KB_ERR_FORMAT, "minOutLen, maxOutLen: %zu and %zu bytes", min,
                       max);
    }
    KB_TRY(kb_acvp_alloc(&md, c, max));
    memcpy(message, seed.data, seed.len < CHAIN_BYTES ? seed.len : CHAIN_BYTES);
    size_t len = max;
    for (int i = 0; i < CHAIN_RESULTS; i++) {
        size_t made = len;
        for (int step = 0; step < CHAIN_STEPS; step++) {
            made = len;
            shake(c, md, made, message, CHAIN_BYTES);
            memset(message, 0, CHAIN_BYTES);
            memcpy(message, md, made < CHAIN_BYTES ? made : CHAIN_BYTES);
            size_t last = (size_t)md[made - 2] << 8 | md[made - 1];
            len = min + last % (max - min + 1);
        }
        json_t *result = json_object();
        kb_status status = put(c, result, md, 8 * (uint64_t)made);
        if (json_array_append_new(results, result) != 0) {
            status = KB_FAIL(KB_ERR_MEMORY, "resultsArray");
        }
        KB_TRY(status);
    }
    return KB_OK;
}

kb_status kb_acvp_shake(kb_acvp_case *c) {
    return strcmp(c->test_type, "MCT") == 0 ? monte_carlo(c) : plain(c);
}
