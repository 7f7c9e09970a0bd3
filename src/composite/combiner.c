/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The key combiner: FixedInfo and the five key derivations. */
#include "composite/combiner.h"

#include "core/bytes.h"
#include "core/error.h"
#include "core/secret.h"

#include <keybraid/hash.h>
#include <keybraid/kdf.h>
#include <string.h>

#define LABEL "CKEM1-KeyCombine"
/* Default salts of SP 800-56C section 4.1: as long as the block of KMAC256 less the
 * encoding, all zero. */
#define KMAC_SALT_BYTES 132

static uint8_t *put(uint8_t *to, const void *from, size_t len) {
    if (len != 0) {
        memcpy(to, from, len);
    }
    return to + len;
}

static uint8_t *put_lp(uint8_t *to, const void *from, size_t len) {
    kb_store_be32(to, (uint32_t)len);
    return put(to + 4, from, len);
}

static size_t fixed_info_len(const kb_combiner_input *in) {
    return 4 + strlen(LABEL) + 4 + strlen(in->alg) + 4 + strlen(in->enc) + 4 + 4 +
           in->ct_c.len + 4 + in->ct_p.len + 4 + in->pk_c.len + 4 + in->pk_p.len + 4 +
           in->ctx.len + 4;
}

/* Everything in FixedInfo is public. The order and the lengths make it injective. */
static void write_fixed_info(uint8_t *to, size_t okm_len, const kb_combiner_input *in) {
    to = put_lp(to, LABEL, strlen(LABEL));
    to = put_lp(to, in->alg, strlen(in->alg));
    to = put_lp(to, in->enc, strlen(in->enc));
    kb_store_be32(to, (uint32_t)(8 * okm_len));
    to = put_lp(to + 4, in->ct_c.data, in->ct_c.len);
    to = put_lp(to, in->ct_p.data, in->ct_p.len);
    to = put_lp(to, in->pk_c.data, in->pk_c.len);
    to = put_lp(to, in->pk_p.data, in->pk_p.len);
    to = put_lp(to, in->ctx.data, in->ctx.len);
    to[0] = (uint8_t)(in->ss_c.len >> 8);
    to[1] = (uint8_t)in->ss_c.len;
    to[2] = (uint8_t)(in->ss_p.len >> 8);
    to[3] = (uint8_t)in->ss_p.len;
}

/* Z and FixedInfo side by side, with the counter of a one-step derivation before them. */
typedef struct message {
    kb_secret *bytes;
    size_t z_len;
} message;

#define COUNTER_BYTES 4

static const uint8_t *z_of(const message *m) {
    return kb_secret_bytes(m->bytes) + COUNTER_BYTES;
}

/* One-step derivation with SHA3-256 (SP 800-56C section 4.1): counter || Z || FixedInfo.
 */
static void sha3_one_step(uint8_t *okm, size_t okm_len, message *m) {
    KB_SECRET_LOCAL(block, KB_SHA3_256_BYTES);
    for (uint32_t counter = 1; okm_len > 0; counter++) {
        kb_store_be32(kb_secret_data(m->bytes), counter);
        kb_sha3_256(block, kb_secret_bytes(m->bytes), kb_secret_len(m->bytes));
        size_t n = okm_len < sizeof block ? okm_len : sizeof block;
        okm = put(okm, block, n);
        okm_len -= n;
    }
}

static void kmac_one_step(uint8_t *okm, size_t okm_len, message *m) {
    static const uint8_t salt[KMAC_SALT_BYTES];
    kb_store_be32(kb_secret_data(m->bytes), 1);
    kb_kmac256(okm, okm_len, salt, sizeof salt, kb_secret_bytes(m->bytes),
               kb_secret_len(m->bytes), "KDF", 3);
}

static kb_status two_step(uint8_t *okm, size_t okm_len, kb_hash_alg hash,
                          const message *m) {
    const uint8_t *info = z_of(m) + m->z_len;
    return kb_hkdf(hash, okm, okm_len, NULL, 0, z_of(m), m->z_len, info,
                   kb_secret_len(m->bytes) - COUNTER_BYTES - m->z_len);
}

static kb_status derive(uint8_t *okm, size_t okm_len, kb_combiner_kdf kdf, message *m) {
    switch (kdf) {
    case KB_COMBINER_HKDF_SHA256:
        return two_step(okm, okm_len, KB_HASH_SHA256, m);
    case KB_COMBINER_HKDF_SHA384:
        return two_step(okm, okm_len, KB_HASH_SHA384, m);
    case KB_COMBINER_HKDF_SHA512:
        return two_step(okm, okm_len, KB_HASH_SHA512, m);
    case KB_COMBINER_SHA3_256:
        sha3_one_step(okm, okm_len, m);
        return KB_OK;
    case KB_COMBINER_KMAC256:
        kmac_one_step(okm, okm_len, m);
        return KB_OK;
    }
    return KB_FAIL(KB_ERR_INTERNAL, "KDF %d", (int)kdf);
}

kb_status kb_combiner_derive(uint8_t *okm, size_t okm_len, const kb_combiner_input *in) {
    KB_SECRET_HANDLE bytes = NULL;
    size_t z_len = in->ss_c.len + in->ss_p.len;
    kb_wipe(okm, okm_len);
    KB_INVARIANT(okm_len >= 1 && okm_len <= KB_COMBINER_OKM_MAX);
    KB_INVARIANT(in->ss_c.len <= UINT16_MAX && in->ss_p.len <= UINT16_MAX);
    KB_TRY(kb_secret_new(&bytes, COUNTER_BYTES + z_len + fixed_info_len(in)));
    uint8_t *at = kb_secret_data(bytes) + COUNTER_BYTES;
    at = put(at, in->ss_c.data, in->ss_c.len);
    at = put(at, in->ss_p.data, in->ss_p.len);
    write_fixed_info(at, okm_len, in);
    kb_status status = derive(okm, okm_len, in->kdf, &(message){bytes, z_len});
    if (status != KB_OK) {
        kb_wipe(okm, okm_len);
    }
    return status;
}
