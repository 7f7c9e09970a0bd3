/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of pre-hash functions; all object identifiers are 2.16.840.1.101.3.4.2.n. */
#include "sig/prehash.h"

#include "hash/sha2/sha2_core.h"

#include <keybraid/hash.h>
#include <string.h>

/* Places in the table. */
enum {
    SHA224,
    SHA256,
    SHA384,
    SHA512,
    SHA512_224,
    SHA512_256,
    SHA3_224,
    SHA3_256,
    SHA3_384,
    SHA3_512,
    SHAKE128,
    SHAKE256,
    COUNT
};

#define OID(n)                                                                           \
    { 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, (n) }

static const kb_sig_prehash functions[COUNT] = {
    [SHA224] = {"SHA2-224", 28, OID(4)},
    [SHA256] = {"SHA2-256", 32, OID(1)},
    [SHA384] = {"SHA2-384", 48, OID(2)},
    [SHA512] = {"SHA2-512", 64, OID(3)},
    [SHA512_224] = {"SHA2-512/224", 28, OID(5)},
    [SHA512_256] = {"SHA2-512/256", 32, OID(6)},
    [SHA3_224] = {"SHA3-224", 28, OID(7)},
    [SHA3_256] = {"SHA3-256", 32, OID(8)},
    [SHA3_384] = {"SHA3-384", 48, OID(9)},
    [SHA3_512] = {"SHA3-512", 64, OID(10)},
    [SHAKE128] = {"SHAKE-128", 32, OID(11)},
    [SHAKE256] = {"SHAKE-256", 64, OID(12)},
};

const kb_sig_prehash *kb_sig_prehash_find(const char *id) {
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(functions[i].id, id) == 0) {
            return &functions[i];
        }
    }
    return NULL;
}

const kb_sig_prehash *kb_sig_prehash_list(size_t *count) {
    *count = COUNT;
    return functions;
}

static void sha2(kb_sha2_core_alg alg, uint8_t *out, const void *msg, size_t msg_len) {
    kb_sha2_core hash;
    kb_sha2_core_init(&hash, alg);
    kb_sha2_core_absorb(&hash, msg, msg_len);
    kb_sha2_core_final(&hash, out);
}

void kb_sig_prehash_digest(const kb_sig_prehash *prehash, uint8_t *out, const void *msg,
                           size_t msg_len) {
    static const kb_sha2_core_alg sha2_of[] = {
        [SHA224] = KB_SHA2_CORE_224,         [SHA256] = KB_SHA2_CORE_256,
        [SHA384] = KB_SHA2_CORE_384,         [SHA512] = KB_SHA2_CORE_512,
        [SHA512_224] = KB_SHA2_CORE_512_224, [SHA512_256] = KB_SHA2_CORE_512_256,
    };
    switch (prehash - functions) {
    case SHA3_224:
        kb_sha3_224(out, msg, msg_len);
        break;
    case SHA3_256:
        kb_sha3_256(out, msg, msg_len);
        break;
    case SHA3_384:
        kb_sha3_384(out, msg, msg_len);
        break;
    case SHA3_512:
        kb_sha3_512(out, msg, msg_len);
        break;
    case SHAKE128:
        kb_shake128(out, prehash->bytes, msg, msg_len);
        break;
    case SHAKE256:
        kb_shake256(out, prehash->bytes, msg, msg_len);
        break;
    default:
        sha2(sha2_of[prehash - functions], out, msg, msg_len);
    }
}
