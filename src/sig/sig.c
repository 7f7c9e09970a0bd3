/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The signature tables by id, and the public calls over them, which check ids and
 * lengths. */
#include "sig/sig.h"

#include "core/error.h"
#include "sig/classic/classic.h"

#include <keybraid/secret.h>
#include <string.h>

static const kb_sig *const sigs[] = {
    &kb_mldsa44,
    &kb_mldsa65,
    &kb_mldsa87,
    &kb_slhdsa_sha2_128s,
    &kb_slhdsa_sha2_128f,
    &kb_slhdsa_sha2_192s,
    &kb_slhdsa_sha2_192f,
    &kb_slhdsa_sha2_256s,
    &kb_slhdsa_sha2_256f,
    &kb_slhdsa_shake_128s,
    &kb_slhdsa_shake_128f,
    &kb_slhdsa_shake_192s,
    &kb_slhdsa_shake_192f,
    &kb_slhdsa_shake_256s,
    &kb_slhdsa_shake_256f,
    &kb_ed25519,
    &kb_ed448,
    &kb_ecdsa_p256,
    &kb_ecdsa_p384,
    &kb_ecdsa_p521,
    &kb_rsa2048_ps256,
    &kb_rsa2048_ps384,
    &kb_rsa2048_ps512,
    &kb_rsa3072_ps256,
    &kb_rsa3072_ps384,
    &kb_rsa3072_ps512,
    &kb_rsa4096_ps256,
    &kb_rsa4096_ps384,
    &kb_rsa4096_ps512,
};

const kb_sig *kb_sig_find(const char *id) {
    for (size_t i = 0; i < sizeof sigs / sizeof sigs[0]; i++) {
        if (strcmp(sigs[i]->id, id) == 0) {
            return sigs[i];
        }
    }
    return NULL;
}

static kb_status find(const kb_sig **out, const char *alg) {
    if (alg == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no algorithm");
    }
    *out = kb_sig_find(alg);
    if (*out == NULL) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "\"%.64s\" is no signature algorithm of this version", alg);
    }
    return KB_OK;
}

static kb_status check_len(kb_status status, const kb_sig *sig, const char *what,
                           const void *p, size_t len, size_t want) {
    if (p == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s %s: NULL", sig->id, what);
    }
    if (len != want) {
        return KB_FAIL(status, "%s %s: %zu bytes, must be %zu", sig->id, what, len, want);
    }
    return KB_OK;
}

kb_status kb_sig_check_message(const kb_sig *sig, const kb_sig_message *message) {
    if (message == NULL || (message->msg == NULL && message->msg_len != 0) ||
        (message->ctx == NULL && message->ctx_len != 0)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s message or context: NULL", sig->id);
    }
    if (message->ctx_len > sig->context_max) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s context: %zu bytes, %zu at most", sig->id,
                       message->ctx_len, sig->context_max);
    }
    return KB_OK;
}

/* Zeroes an output, when it has the length that makes it one. */
static void clear(uint8_t *out, size_t len, size_t want) {
    if (out != NULL && len == want) {
        kb_wipe(out, len);
    }
}

kb_status kb_sig_keygen(const char *alg, uint8_t *pk, size_t pk_len, uint8_t *sk,
                        size_t sk_len) {
    const kb_sig *sig;
    KB_TRY(find(&sig, alg));
    clear(pk, pk_len, sig->pk_bytes);
    clear(sk, sk_len, sig->sk_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, sig, "public key", pk, pk_len, sig->pk_bytes));
    KB_TRY(check_len(KB_ERR_ARGUMENT, sig, "private key", sk, sk_len, sig->sk_bytes));
    kb_status status = sig->keygen(pk, sk);
    if (status != KB_OK) {
        kb_wipe(pk, pk_len);
        kb_wipe(sk, sk_len);
    }
    return status;
}

kb_status kb_sig_public_of(const char *alg, uint8_t *pk, size_t pk_len, const uint8_t *sk,
                           size_t sk_len) {
    const kb_sig *sig;
    KB_TRY(find(&sig, alg));
    clear(pk, pk_len, sig->pk_bytes);
    KB_TRY(check_len(KB_ERR_ARGUMENT, sig, "public key", pk, pk_len, sig->pk_bytes));
    KB_TRY(check_len(KB_ERR_KEY, sig, "private key", sk, sk_len, sig->sk_bytes));
    kb_status status = sig->public_of(pk, sk);
    if (status != KB_OK) {
        kb_wipe(pk, pk_len);
    }
    return status;
}

kb_status kb_sig_check_public(const char *alg, const uint8_t *pk, size_t pk_len) {
    const kb_sig *sig;
    KB_TRY(find(&sig, alg));
    KB_TRY(check_len(KB_ERR_KEY, sig, "public key", pk, pk_len, sig->pk_bytes));
    return sig->check_pk(pk);
}

kb_status kb_sig_sign(const char *alg, uint8_t *out, size_t *out_len,
                      const kb_sig_message *message, const uint8_t *sk, size_t sk_len) {
    const kb_sig *sig;
    if (out_len == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "signature length: NULL");
    }
    size_t capacity = *out_len;
    *out_len = 0;
    KB_TRY(find(&sig, alg));
    clear(out, capacity, capacity);
    if (out == NULL || capacity < sig->sig_bytes) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s signature: room for %zu bytes, needs %zu",
                       sig->id, out == NULL ? 0 : capacity, sig->sig_bytes);
    }
    KB_TRY(kb_sig_check_message(sig, message));
    KB_TRY(check_len(KB_ERR_KEY, sig, "private key", sk, sk_len, sig->sk_bytes));
    kb_status status = sig->sign(out, out_len, message, sk);
    if (status != KB_OK) {
        kb_wipe(out, capacity);
        *out_len = 0;
    }
    return status;
}

kb_status kb_sig_verify(const char *alg, const uint8_t *sig_bytes, size_t sig_len,
                        const kb_sig_message *message, const uint8_t *pk, size_t pk_len) {
    const kb_sig *sig;
    KB_TRY(find(&sig, alg));
    if (sig_bytes == NULL && sig_len != 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s signature: NULL", sig->id);
    }
    KB_TRY(kb_sig_check_message(sig, message));
    KB_TRY(check_len(KB_ERR_KEY, sig, "public key", pk, pk_len, sig->pk_bytes));
    KB_TRY(sig->check_pk(pk));
    return sig->verify(sig_bytes, sig_len, message, pk);
}
