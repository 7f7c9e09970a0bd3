/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From a message to mu, and whole operations over keys as bytes (FIPS 204, section 5). */
#include "core/error.h"
#include "core/secret.h"
#include "sig/mldsa/mldsa.h"

void kb_mldsa_mu_begin_internal(kb_keccak *sponge, const uint8_t tr[KB_MLDSA_TR_BYTES]) {
    kb_keccak_init(sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(sponge, tr, KB_MLDSA_TR_BYTES);
}

static kb_status begin(kb_keccak *sponge, const uint8_t tr[KB_MLDSA_TR_BYTES],
                       uint8_t domain, const uint8_t *ctx, size_t ctx_len) {
    uint8_t head[2] = {domain, (uint8_t)ctx_len};
    if (ctx_len > KB_SIG_CONTEXT_MAX_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "context: %zu bytes, 255 at most", ctx_len);
    }
    kb_mldsa_mu_begin_internal(sponge, tr);
    kb_keccak_absorb(sponge, head, sizeof head);
    kb_keccak_absorb(sponge, ctx, ctx_len);
    return KB_OK;
}

kb_status kb_mldsa_mu_begin(kb_keccak *sponge, const uint8_t tr[KB_MLDSA_TR_BYTES],
                            const uint8_t *ctx, size_t ctx_len) {
    return begin(sponge, tr, 0, ctx, ctx_len);
}

kb_status kb_mldsa_mu_begin_prehash(kb_keccak *sponge,
                                    const uint8_t tr[KB_MLDSA_TR_BYTES],
                                    const kb_sig_prehash *prehash, const uint8_t *ctx,
                                    size_t ctx_len) {
    KB_TRY(begin(sponge, tr, 1, ctx, ctx_len));
    kb_keccak_absorb(sponge, prehash->oid, sizeof prehash->oid);
    return KB_OK;
}

void kb_mldsa_mu_finish(kb_keccak *sponge, uint8_t mu[KB_MLDSA_MU_BYTES]) {
    kb_keccak_pad(sponge);
    kb_keccak_squeeze(sponge, mu, KB_MLDSA_MU_BYTES);
    kb_wipe(sponge, sizeof *sponge);
}

static void internal_mu(uint8_t mu[KB_MLDSA_MU_BYTES],
                        const uint8_t tr[KB_MLDSA_TR_BYTES], const uint8_t *msg,
                        size_t msg_len) {
    kb_keccak sponge;
    kb_mldsa_mu_begin_internal(&sponge, tr);
    kb_keccak_absorb(&sponge, msg, msg_len);
    kb_mldsa_mu_finish(&sponge, mu);
}

static kb_status pure_mu(uint8_t mu[KB_MLDSA_MU_BYTES],
                         const uint8_t tr[KB_MLDSA_TR_BYTES],
                         const kb_sig_message *message) {
    kb_keccak sponge;
    KB_TRY(kb_mldsa_mu_begin(&sponge, tr, message->ctx, message->ctx_len));
    kb_keccak_absorb(&sponge, message->msg, message->msg_len);
    kb_mldsa_mu_finish(&sponge, mu);
    return KB_OK;
}

static kb_status prehash_mu(uint8_t mu[KB_MLDSA_MU_BYTES],
                            const uint8_t tr[KB_MLDSA_TR_BYTES],
                            const kb_sig_prehash *prehash,
                            const kb_sig_message *message) {
    kb_keccak sponge;
    uint8_t digest[KB_SIG_PREHASH_MAX_BYTES];
    KB_TRY(
        kb_mldsa_mu_begin_prehash(&sponge, tr, prehash, message->ctx, message->ctx_len));
    kb_sig_prehash_digest(prehash, digest, message->msg, message->msg_len);
    kb_keccak_absorb(&sponge, digest, prehash->bytes);
    kb_mldsa_mu_finish(&sponge, mu);
    return KB_OK;
}

/* The third field of sk. */
static const uint8_t *tr_of(const uint8_t *sk) {
    return sk + 64;
}

kb_status kb_mldsa_sign_mu(const kb_mldsa_params *params, uint8_t *sig,
                           const uint8_t mu[KB_MLDSA_MU_BYTES], const uint8_t *sk,
                           const uint8_t rnd[KB_MLDSA_RND_BYTES]) {
    kb_mldsa_private priv;
    KB_WIPE_AT_END(priv);
    kb_mldsa_expand_private(params, &priv, sk);
    return kb_mldsa_sign_with(params, sig, &priv, mu, rnd);
}

/* Signs when mu could be made. */
static kb_status sign_if(kb_status made, const kb_mldsa_params *params, uint8_t *sig,
                         const uint8_t mu[KB_MLDSA_MU_BYTES], const uint8_t *sk,
                         const uint8_t rnd[KB_MLDSA_RND_BYTES]) {
    if (made != KB_OK) {
        kb_wipe(sig, params->sig_bytes);
        return made;
    }
    return kb_mldsa_sign_mu(params, sig, mu, sk, rnd);
}

kb_status kb_mldsa_sign(const kb_mldsa_params *params, uint8_t *sig,
                        const kb_sig_message *message, const uint8_t *sk,
                        const uint8_t rnd[KB_MLDSA_RND_BYTES]) {
    uint8_t mu[KB_MLDSA_MU_BYTES];
    return sign_if(pure_mu(mu, tr_of(sk), message), params, sig, mu, sk, rnd);
}

kb_status kb_mldsa_sign_prehash(const kb_mldsa_params *params, uint8_t *sig,
                                const kb_sig_prehash *prehash,
                                const kb_sig_message *message, const uint8_t *sk,
                                const uint8_t rnd[KB_MLDSA_RND_BYTES]) {
    uint8_t mu[KB_MLDSA_MU_BYTES];
    return sign_if(prehash_mu(mu, tr_of(sk), prehash, message), params, sig, mu, sk, rnd);
}

kb_status kb_mldsa_sign_internal(const kb_mldsa_params *params, uint8_t *sig,
                                 const uint8_t *msg, size_t msg_len, const uint8_t *sk,
                                 const uint8_t rnd[KB_MLDSA_RND_BYTES]) {
    uint8_t mu[KB_MLDSA_MU_BYTES];
    internal_mu(mu, tr_of(sk), msg, msg_len);
    return kb_mldsa_sign_mu(params, sig, mu, sk, rnd);
}

kb_status kb_mldsa_verify_mu(const kb_mldsa_params *params, const uint8_t *sig,
                             size_t sig_len, const uint8_t mu[KB_MLDSA_MU_BYTES],
                             const uint8_t *pk) {
    kb_mldsa_public pub;
    kb_mldsa_expand_public(params, &pub, pk);
    return kb_mldsa_verify_with(params, sig, sig_len, &pub, mu);
}

kb_status kb_mldsa_verify_expanded(const kb_mldsa_params *params, const uint8_t *sig,
                                   size_t sig_len, const kb_sig_message *message,
                                   const kb_mldsa_public *pub) {
    uint8_t mu[KB_MLDSA_MU_BYTES];
    KB_TRY(pure_mu(mu, pub->tr, message));
    return kb_mldsa_verify_with(params, sig, sig_len, pub, mu);
}

kb_status kb_mldsa_verify(const kb_mldsa_params *params, const uint8_t *sig,
                          size_t sig_len, const kb_sig_message *message,
                          const uint8_t *pk) {
    kb_mldsa_public pub;
    kb_mldsa_expand_public(params, &pub, pk);
    return kb_mldsa_verify_expanded(params, sig, sig_len, message, &pub);
}

kb_status kb_mldsa_verify_prehash(const kb_mldsa_params *params, const uint8_t *sig,
                                  size_t sig_len, const kb_sig_prehash *prehash,
                                  const kb_sig_message *message, const uint8_t *pk) {
    uint8_t mu[KB_MLDSA_MU_BYTES];
    kb_mldsa_public pub;
    kb_mldsa_expand_public(params, &pub, pk);
    KB_TRY(prehash_mu(mu, pub.tr, prehash, message));
    return kb_mldsa_verify_with(params, sig, sig_len, &pub, mu);
}

kb_status kb_mldsa_verify_internal(const kb_mldsa_params *params, const uint8_t *sig,
                                   size_t sig_len, const uint8_t *msg, size_t msg_len,
                                   const uint8_t *pk) {
    uint8_t mu[KB_MLDSA_MU_BYTES];
    kb_mldsa_public pub;
    kb_mldsa_expand_public(params, &pub, pk);
    internal_mu(mu, pub.tr, msg, msg_len);
    return kb_mldsa_verify_with(params, sig, sig_len, &pub, mu);
}
