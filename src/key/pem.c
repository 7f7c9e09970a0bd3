/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* PEM texts of keys (RFC 7468). Not here: the blocks themselves are codec/pem.c. */
#include "codec/pem.h"

#include "codec/text.h"
#include "core/bytes.h"
#include "core/error.h"
#include "core/secret.h"
#include "key/key.h"
#include "key/rsa.h"

#include <string.h>

#define LABEL_PRIVATE    "PRIVATE KEY"
#define LABEL_PUBLIC     "PUBLIC KEY"
#define LABEL_PARAMETERS "EC PARAMETERS"

/* Lengths of tags, lengths and identifiers around the bytes of a key. */
#define FRAME_BYTES 128

/* What stands under each label. */
static const struct {
    const char *label;
    kb_status (*read)(kb_key **out, kb_der der, const char *use);
} own[] = {
    {LABEL_PRIVATE, kb_key_read_pkcs8},
    {LABEL_PUBLIC, kb_key_read_spki},
    {"EC PRIVATE KEY", kb_key_read_sec1},
    {"RSA PRIVATE KEY", kb_key_rsa_read_pkcs1_private},
    {"RSA PUBLIC KEY", kb_key_rsa_read_pkcs1_public},
};

/* Labels of other things, with what to say. */
static const struct {
    const char *label, *advice;
} foreign[] = {
    {"ENCRYPTED PRIVATE KEY", "an encrypted PKCS#8 key: decrypt it first, for instance "
                              "with \"openssl pkcs8\""},
    {"CERTIFICATE", "a certificate: take the public key out first, for instance with "
                    "\"openssl x509 -pubkey -noout\""},
    {"OPENSSH PRIVATE KEY", "a key of OpenSSH"},
    {"CERTIFICATE REQUEST", "a certificate request"},
};

static kb_status refuse_label(const char *label) {
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        if (strcmp(foreign[i].label, label) == 0) {
            return KB_FAIL(KB_ERR_UNSUPPORTED, "%s", foreign[i].advice);
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "PEM: a block of \"%s\"", label);
}

static kb_status read_block(kb_key **out, const char *label, const kb_secret *block,
                            const char *use) {
    kb_der der = {kb_secret_bytes(block), kb_secret_len(block), 0}, content;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i].label, label) == 0) {
            KB_TRY(kb_der_take(&der, KB_DER_SEQUENCE, &content));
            KB_TRY(kb_der_end(&der));
            return own[i].read(out, content, use);
        }
    }
    return refuse_label(label);
}

/* Behind the block there may be white space only. */
static kb_status check_rest(const char *text, size_t len, size_t at) {
    for (; at < len; at++) {
        if (strchr(" \t\r\n", text[at]) == NULL || text[at] == '\0') {
            return KB_FAIL_AT(KB_ERR_FORMAT, at, "PEM: text behind the key%s",
                              kb_text_begins(text + at, len - at, "-----BEGIN ")
                                  ? ", one key a file is read"
                                  : "");
        }
    }
    return KB_OK;
}

kb_status kb_key_from_pem(kb_key **out, const char *text, size_t len, const char *use) {
    char label[KB_PEM_LABEL_MAX_BYTES];
    KB_SECRET_HANDLE block = NULL;
    size_t at = 0;
    KB_TRY(kb_pem_read(text, len, &at, label, &block));
    if (strcmp(label, LABEL_PARAMETERS) == 0) {
        /* Some tools put the curve before the key, which names it, too. */
        kb_secret_free(block);
        block = NULL;
        KB_TRY(kb_pem_read(text, len, &at, label, &block));
    }
    KB_TRY(check_rest(text, len, at));
    return read_block(out, label, block, use);
}

kb_status kb_key_check_oid(const kb_key *key) {
    return key->form->oid.len != 0
               ? KB_OK
               : KB_FAIL(KB_ERR_UNSUPPORTED, "%s keys have no PEM form, only a JWK",
                         key->alg);
}

kb_status kb_key_to_public_pem(const kb_key *key, char **out) {
    uint8_t der[KB_KEY_PK_MAX_BYTES + FRAME_BYTES];
    kb_der_writer w = kb_der_writer_on(der, sizeof der);
    kb_text text = {0};
    KB_TRY(kb_key_put_spki(&w, key));
    KB_INVARIANT(!w.is_full);
    kb_pem_write(&text, LABEL_PUBLIC, der + w.at, sizeof der - w.at);
    return kb_text_finish(&text, out);
}

kb_status kb_key_to_private_pem(const kb_key *key, kb_secret **out) {
    KB_SECRET_HANDLE der = NULL;
    kb_text text = {0};
    char *finished = NULL;
    if (key->sk == NULL) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of this key is held");
    }
    size_t room = KB_KEY_SK_MAX_BYTES + FRAME_BYTES + KB_KEY_POINT_MAX_BYTES;
    KB_TRY(kb_secret_new(&der, room));
    kb_der_writer w = kb_der_writer_on(kb_secret_data(der), room);
    KB_TRY(kb_key_put_pkcs8(&w, key));
    KB_INVARIANT(!w.is_full);
    kb_pem_write(&text, LABEL_PRIVATE, kb_secret_bytes(der) + w.at, room - w.at);
    KB_TRY(kb_text_finish(&text, &finished));
    size_t len = strlen(finished);
    kb_status status = kb_secret_new(out, len);
    if (status == KB_OK) {
        memcpy(kb_secret_data(*out), finished, len);
    }
    kb_text_release(finished);
    return status;
}
