/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sponge construction (FIPS 202, section 4) over the permutation in use. */
#include "hash/keccak/keccak.h"

#include "core/bytes.h"
#include "core/secret.h"
#include "hash/hash_count.h"
#include "hash/keccak/ops.h"

enum { ABSORBING = 1, SQUEEZING = 2 };

static void permute(kb_keccak *sponge) {
    KB_HASH_COUNT_KECCAK(1, 0);
    kb_keccak_ops_get()->permute(sponge->lanes);
}

void kb_keccak_init(kb_keccak *sponge, size_t rate, uint8_t domain) {
    /* A call; an initialiser becomes a string instruction, which takes longer to start. */
    kb_wipe(sponge, sizeof *sponge);
    sponge->rate = (uint32_t)rate;
    sponge->domain = domain;
    sponge->phase = ABSORBING;
}

/* Byte i of the state is bits 8i.. of lane i / 8 (FIPS 202, B.1), on any machine. */
static void xor_byte(uint64_t *lanes, size_t at, uint8_t byte) {
    lanes[at / 8] ^= (uint64_t)byte << 8 * (at % 8);
}

static void xor_bytes(uint64_t *lanes, size_t at, const uint8_t *in, size_t len) {
    while (len > 0 && at % 8 != 0) {
        xor_byte(lanes, at++, *in++);
        len--;
    }
    for (; len >= 8; len -= 8, at += 8, in += 8) {
        lanes[at / 8] ^= kb_load_le64(in);
    }
    while (len > 0) {
        xor_byte(lanes, at++, *in++);
        len--;
    }
}

static void read_bytes(const uint64_t *lanes, size_t at, uint8_t *out, size_t len) {
    while (len > 0 && at % 8 != 0) {
        *out++ = (uint8_t)(lanes[at / 8] >> 8 * (at % 8));
        at++, len--;
    }
    for (; len >= 8; len -= 8, at += 8, out += 8) {
        kb_store_le64(out, lanes[at / 8]);
    }
    while (len > 0) {
        *out++ = (uint8_t)(lanes[at / 8] >> 8 * (at % 8));
        at++, len--;
    }
}

void kb_keccak_absorb(kb_keccak *sponge, const void *in, size_t len) {
    KB_HASH_SCOPE(kb_hash_fn_of_sponge(sponge->rate, sponge->domain), len, 0, 1);
    const uint8_t *next = in;
    while (len > 0) {
        size_t n = sponge->rate - sponge->at;
        n = n < len ? n : len;
        xor_bytes(sponge->lanes, sponge->at, next, n);
        sponge->at += (uint32_t)n;
        next += n;
        len -= n;
        if (sponge->at == sponge->rate) {
            permute(sponge);
            sponge->at = 0;
        }
    }
}

void kb_keccak_absorb_zeros_to_block(kb_keccak *sponge) {
    if (sponge->at != 0) {
        permute(sponge);
        sponge->at = 0;
    }
}

void kb_keccak_pad(kb_keccak *sponge) {
    xor_byte(sponge->lanes, sponge->at, sponge->domain);
    xor_byte(sponge->lanes, sponge->rate - 1, 0x80);
    /* The block is used up; the first squeeze permutes. */
    sponge->at = sponge->rate;
    sponge->phase = SQUEEZING;
}

void kb_keccak_squeeze(kb_keccak *sponge, void *out, size_t len) {
    KB_HASH_SCOPE(kb_hash_fn_of_sponge(sponge->rate, sponge->domain), 0, len, 1);
    uint8_t *next = out;
    while (len > 0) {
        if (sponge->at == sponge->rate) {
            permute(sponge);
            sponge->at = 0;
        }
        size_t n = sponge->rate - sponge->at;
        n = n < len ? n : len;
        read_bytes(sponge->lanes, sponge->at, next, n);
        sponge->at += (uint32_t)n;
        next += n;
        len -= n;
    }
}

bool kb_keccak_is_absorbing(const kb_keccak *sponge) {
    return sponge->phase == ABSORBING;
}

bool kb_keccak_is_squeezing(const kb_keccak *sponge) {
    return sponge->phase == SQUEEZING;
}

static void permute_x4(kb_keccak_x4 *sponge) {
    KB_HASH_COUNT_KECCAK(0, 1);
    KB_HASH_COUNT_KECCAK_LANES(sponge->used);
    kb_keccak_ops_get()->permute_x4(sponge->lanes, sponge->used);
}

void kb_keccak_x4_absorb_all(kb_keccak_x4 *sponge, size_t rate, uint8_t domain,
                             const uint8_t *const in[4], size_t used, size_t len) {
    KB_HASH_SCOPE(kb_hash_fn_of_sponge(rate, domain), len, 0, used);
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    uint8_t last[4][KB_KECCAK_LANE_COUNT * 8];
    KB_WIPE_AT_END(last);
    unsigned fresh = 15;
    size_t done = 0;
    sponge->rate = rate;
    sponge->used = used;
    for (; len - done >= rate; done += rate) {
        const uint8_t *block[4];
        for (size_t j = 0; j < 4; j++) {
            /* States that nobody uses absorb something all the same. */
            block[j] = in[j < used ? j : 0] + done;
        }
        ops->absorb_x4(sponge->lanes, block, rate / 8, fresh);
        permute_x4(sponge);
        fresh = 0;
    }
    for (size_t j = 0; j < used; j++) {
        if (len > done) {
            memcpy(last[j], in[j] + done, len - done);
        }
        memset(last[j] + (len - done), 0, rate - (len - done));
        last[j][len - done] ^= domain;
        last[j][rate - 1] ^= 0x80;
    }
    const uint8_t *block[4];
    for (size_t j = 0; j < 4; j++) {
        block[j] = last[j < used ? j : 0];
    }
    ops->absorb_x4(sponge->lanes, block, rate / 8, fresh);
}

void kb_keccak_x4_absorb_seeds(kb_keccak_x4 *sponge, size_t rate, uint8_t domain,
                               const uint8_t *const seed[4], size_t words,
                               uint64_t suffix, size_t suffix_len) {
    KB_HASH_SCOPE(kb_hash_fn_of_sponge(rate, domain), 8 * words + suffix_len, 0, 4);
    sponge->rate = rate;
    sponge->used = 4;
    kb_keccak_ops_get()->absorb_x4(sponge->lanes, seed, words, 15);
    uint64_t end = suffix | (uint64_t)domain << 8 * suffix_len;
    for (size_t j = 0; j < 4; j++) {
        sponge->lanes[words][j] ^= end;
        sponge->lanes[rate / 8 - 1][j] ^= UINT64_C(1) << 63;
    }
}

void kb_keccak_x4_squeeze(kb_keccak_x4 *sponge, uint8_t *const out[4], size_t len) {
    KB_HASH_SCOPE(kb_hash_fn_of_sponge(sponge->rate, KB_KECCAK_DOMAIN_SHAKE), 0, len,
                  sponge->used);
    uint8_t unused[KB_KECCAK_LANE_COUNT * 8];
    KB_WIPE_AT_END(unused);
    for (size_t done = 0; done < len; done += sponge->rate) {
        permute_x4(sponge);
        size_t n = len - done < sponge->rate ? len - done : sponge->rate;
        uint8_t *block[4];
        for (size_t j = 0; j < 4; j++) {
            block[j] = j < sponge->used ? out[j] + done : unused;
        }
        kb_keccak_ops_get()->squeeze_x4(block, sponge->lanes, n / 8);
        for (size_t j = 0; j < sponge->used; j++) {
            for (size_t i = n / 8 * 8; i < n; i++) {
                block[j][i] = (uint8_t)(sponge->lanes[i / 8][j] >> 8 * (i % 8));
            }
        }
    }
}
