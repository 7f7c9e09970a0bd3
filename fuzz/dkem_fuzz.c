/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * DKEM: the first byte chooses the parameter set and what the rest is; the second and
 * third say where the rest is added, bit by bit, to a good object.
 *
 * A ciphertext: it gives the known secret only when it is the known one, and otherwise the
 * rejection secret. A public key: when it passes the check, one can encapsulate to it. A
 * raw private key: when it passes the check, it decapsulates what its public key made.
 */
#include "fuzz.h"
#include "kem/dkem/dkem.h"
#include "kem/dkem/hash.h"

#include <string.h>

static const kb_dkem_params *const sets[] = {
    &kb_dkem128_params,       &kb_dkem256_params,       &kb_dkem512_params,
    &kb_dkem128_shake_params, &kb_dkem256_shake_params, &kb_dkem512_shake_params};
static const uint8_t seed[2 * KB_DKEM_SEED_MAX_BYTES] = {1};
static uint8_t pk[KB_DKEM_PK_MAX_BYTES], raw[KB_DKEM_RAW_MAX_BYTES],
    known[KB_DKEM_CT_MAX_BYTES], ct[KB_DKEM_CT_MAX_BYTES], ss[KB_DKEM_SEED_MAX_BYTES],
    got[KB_DKEM_SEED_MAX_BYTES];

/* Adds the input at its offset; returns whether anything changed. */
static int change(uint8_t *object, size_t len, const uint8_t *data, size_t size) {
    size_t at = (size_t)data[0] << 8 | data[1];
    int changed = 0;
    for (size_t i = 2; i < size && at + i - 2 < len; i++) {
        object[at + i - 2] ^= data[i];
        changed |= data[i];
    }
    return changed;
}

static void try_ciphertext(const kb_dkem_params *params, const uint8_t *data,
                           size_t size) {
    uint8_t in[2 * KB_DKEM_SEED_MAX_BYTES], want[KB_DKEM_SEED_MAX_BYTES];
    size_t n = params->seed_bytes;
    memcpy(ct, known, sizeof ct);
    int changed = change(ct, params->ct_bytes, data, size);
    kb_dkem_decaps(params, got, ct, raw);
    memcpy(in, seed + n, n);
    memcpy(in + n, ct + params->ct_bytes - n, n);
    kb_dkem_hash_kdf(params, want, in, 2 * n);
    FUZZ_CHECK(memcmp(got, changed ? want : ss, n) == 0);
}

static void try_public_key(const kb_dkem_params *params, const uint8_t *data,
                           size_t size) {
    (void)change(pk, params->pk_bytes, data, size);
    kb_status status = kb_dkem_check_pk(params, pk);
    FUZZ_CHECK(status == KB_OK || status == KB_ERR_KEY);
    if (status == KB_OK) {
        kb_dkem_encaps_derand(params, ct, got, pk, seed);
    }
}

static void try_raw_key(const kb_dkem_params *params, const uint8_t *data, size_t size) {
    (void)change(raw, params->raw_bytes, data, size);
    kb_status status = kb_dkem_check_raw(params, raw);
    FUZZ_CHECK(status == KB_OK || status == KB_ERR_KEY);
    /* A key that is no key decapsulates too, to something. */
    kb_dkem_encaps_derand(params, ct, ss, kb_dkem_raw_public(params, raw), seed);
    kb_dkem_decaps(params, got, ct, raw);
    FUZZ_CHECK(status != KB_OK || memcmp(got, ss, params->seed_bytes) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) {
        return 0;
    }
    const kb_dkem_params *params = sets[data[0] % 6];
    kb_dkem_keygen_derand(params, pk, raw, seed, seed + params->seed_bytes);
    kb_dkem_encaps_derand(params, known, ss, pk, seed);
    switch (data[0] / 6 % 3) {
    case 0:
        try_ciphertext(params, data + 1, size - 1);
        break;
    case 1:
        try_public_key(params, data + 1, size - 1);
        break;
    default:
        try_raw_key(params, data + 1, size - 1);
    }
    return 0;
}
