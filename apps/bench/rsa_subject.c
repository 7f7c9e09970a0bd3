/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * RSA-PSS for comparison: keys by libcrypto, signatures by the functions that import
 * uses, which parse the DER form of the key each time.
 */
#include "subject.h"

#include "core/bytes.h"
#include "core/error.h"
#include "core/rng.h"
#include "sig/classic/classic.h"

#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

enum { KEYGEN, SIGN, VERIFY };

#define POOL      4
#define MSG_BYTES 64

typedef struct rsa {
    unsigned bits;
    uint8_t *private_der[POOL], *public_der[POOL];
    size_t private_len[POOL], public_len[POOL];
    uint8_t sig[POOL][KB_LIBCRYPTO_RSA_SIG_MAX_BYTES];
    size_t sig_len[POOL];
    uint8_t msg[MSG_BYTES];
    uint8_t new_sig[KB_LIBCRYPTO_RSA_SIG_MAX_BYTES];
    size_t new_len;
    EVP_PKEY *new_key;
} rsa;

static kb_status make_key(EVP_PKEY **out, unsigned bits) {
    EVP_PKEY_free(*out);
    *out = EVP_RSA_gen(bits);
    return *out != NULL ? KB_OK : KB_FAIL(KB_ERR_INTERNAL, "RSA key of %u bits", bits);
}

static kb_status keep_key(rsa *r, size_t i, EVP_PKEY *key) {
    int private_len = i2d_PrivateKey(key, &r->private_der[i]);
    int public_len = i2d_PUBKEY(key, &r->public_der[i]);
    if (private_len <= 0 || public_len <= 0) {
        return KB_FAIL(KB_ERR_INTERNAL, "RSA key does not become DER");
    }
    r->private_len[i] = (size_t)private_len;
    r->public_len[i] = (size_t)public_len;
    return KB_OK;
}

static kb_status sign(rsa *r, uint8_t *out, size_t *len, size_t i) {
    kb_store_le64(r->msg, i);
    return kb_rsa_pss_sign(out, len, r->msg, MSG_BYTES, r->private_der[i % POOL],
                           r->private_len[i % POOL]);
}

static kb_status verify(rsa *r, const uint8_t *in, size_t len, uint64_t number,
                        size_t i) {
    kb_store_le64(r->msg, number);
    return kb_rsa_pss_verify(in, len, r->msg, MSG_BYTES, r->public_der[i % POOL],
                             r->public_len[i % POOL]);
}

static kb_status fill(rsa *r, kb_bench_info *info) {
    EVP_PKEY *key = NULL;
    kb_sha2 *hash = NULL;
    KB_TRY(kb_bench_inputs_begin(&hash));
    kb_status status = kb_rng_bytes(r->msg, MSG_BYTES);
    for (size_t i = 0; status == KB_OK && i < POOL; i++) {
        status = make_key(&key, r->bits);
        if (status == KB_OK) {
            status = keep_key(r, i, key);
        }
        if (status == KB_OK) {
            status = kb_sha2_update(hash, r->public_der[i], r->public_len[i]);
        }
        if (status == KB_OK) {
            status = sign(r, r->sig[i], &r->sig_len[i], i);
        }
    }
    EVP_PKEY_free(key);
    if (status == KB_OK) {
        status = kb_bench_inputs_end(info, hash);
    }
    kb_sha2_free(hash);
    return status;
}

static kb_status open_rsa(void **self, kb_bench_info *info, const kb_bench_row *row,
                          unsigned ops) {
    rsa *r = calloc(1, sizeof *r);
    *self = r;
    (void)ops;
    if (r == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "pool of keys");
    }
    r->bits = strcmp(row->alg, "RSA-2048") == 0   ? 2048
              : strcmp(row->alg, "RSA-3072") == 0 ? 3072
                                                  : 0;
    if (r->bits == 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "%s is no RSA row", row->alg);
    }
    KB_TRY(fill(r, info));
    info->pool = POOL;
    kb_bench_info_add(info, "pk_bytes", r->public_len[0]);
    kb_bench_info_add(info, "sk_bytes", r->private_len[0]);
    kb_bench_info_add(info, "sig_bytes", r->sig_len[0]);
    return KB_OK;
}

static kb_status call(void *self, size_t op, size_t i) {
    rsa *r = self;
    switch (op) {
    case KEYGEN:
        return make_key(&r->new_key, r->bits);
    case SIGN:
        return sign(r, r->new_sig, &r->new_len, i);
    default:
        return verify(r, r->sig[i % POOL], r->sig_len[i % POOL], i % POOL, i);
    }
}

/* A new key is of the right size, and its halves belong together. */
static kb_status check_key(rsa *r) {
    uint8_t *private_der = NULL, *public_der = NULL;
    int private_len = i2d_PrivateKey(r->new_key, &private_der);
    int public_len = i2d_PUBKEY(r->new_key, &public_der);
    kb_status status = KB_OK;
    if (EVP_PKEY_get_bits(r->new_key) != (int)r->bits || private_len <= 0 ||
        public_len <= 0) {
        status = KB_FAIL(KB_ERR_INTERNAL, "RSA key of another size");
    }
    if (status == KB_OK) {
        status = kb_rsa_pss_sign(r->new_sig, &r->new_len, r->msg, MSG_BYTES, private_der,
                                 (size_t)private_len);
    }
    if (status == KB_OK) {
        status = kb_rsa_pss_verify(r->new_sig, r->new_len, r->msg, MSG_BYTES, public_der,
                                   (size_t)public_len);
    }
    OPENSSL_free(private_der);
    OPENSSL_free(public_der);
    return status;
}

static kb_status check(void *self, size_t op, size_t i) {
    rsa *r = self;
    return op == SIGN     ? verify(r, r->new_sig, r->new_len, i, i)
           : op == KEYGEN ? check_key(r)
                          : KB_OK;
}

static void close_rsa(void *self) {
    rsa *r = self;
    if (r == NULL) {
        return;
    }
    for (size_t i = 0; i < POOL; i++) {
        OPENSSL_free(r->private_der[i]);
        OPENSSL_free(r->public_der[i]);
    }
    EVP_PKEY_free(r->new_key);
    free(r);
}

const kb_bench_subject kb_bench_rsa_subject = {
    .ops = {"KEYGEN", "SIGN", "VERIFY"},
    .op_count = 3,
    .open = open_rsa,
    .call = call,
    .check = check,
    .close = close_rsa,
};
