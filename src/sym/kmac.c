/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* KMAC256 (SP 800-185, section 4) over the Keccak sponge. */
#include "core/secret.h"
#include "hash/keccak/keccak.h"

#include <keybraid/kdf.h>

#define RATE              KB_SHAKE256_RATE_BYTES
#define ENCODED_MAX_BYTES 9

/* SP 800-185, 2.3.1: the number big-endian without leading zeros, at least one byte;
 * returns how many were written to out. */
static size_t encode_number(uint8_t out[8], uint64_t x) {
    size_t n = 1;
    while (n < 8 && x >> (8 * n) != 0) {
        n++;
    }
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint8_t)(x >> (8 * (n - 1 - i)));
    }
    return n;
}

static void absorb_left_encoded(kb_keccak *sponge, uint64_t x) {
    uint8_t code[ENCODED_MAX_BYTES];
    size_t n = encode_number(code + 1, x);
    code[0] = (uint8_t)n;
    kb_keccak_absorb(sponge, code, n + 1);
}

static void absorb_right_encoded(kb_keccak *sponge, uint64_t x) {
    uint8_t code[ENCODED_MAX_BYTES];
    size_t n = encode_number(code, x);
    code[n] = (uint8_t)n;
    kb_keccak_absorb(sponge, code, n + 1);
}

/* 2.3.2; the length counts bits. */
static void absorb_string(kb_keccak *sponge, const void *s, size_t len) {
    absorb_left_encoded(sponge, (uint64_t)len * 8);
    kb_keccak_absorb(sponge, s, len);
}

void kb_kmac256(uint8_t *out, size_t out_len, const void *key, size_t key_len,
                const void *in, size_t len, const void *custom, size_t custom_len) {
    kb_keccak sponge;
    KB_WIPE_AT_END(sponge);
    kb_keccak_init(&sponge, RATE, KB_KECCAK_DOMAIN_CSHAKE);
    absorb_left_encoded(&sponge, RATE);
    absorb_string(&sponge, "KMAC", 4);
    absorb_string(&sponge, custom, custom_len);
    kb_keccak_absorb_zeros_to_block(&sponge);
    absorb_left_encoded(&sponge, RATE);
    absorb_string(&sponge, key, key_len);
    kb_keccak_absorb_zeros_to_block(&sponge);
    kb_keccak_absorb(&sponge, in, len);
    absorb_right_encoded(&sponge, (uint64_t)out_len * 8);
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, out, out_len);
}
