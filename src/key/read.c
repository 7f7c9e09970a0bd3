/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key files of any form: tells the forms apart by their first bytes. */
#include "codec/pem.h"
#include "core/bytes.h"
#include "core/error.h"
#include "key/key.h"
#include "key/rsa.h"

#include <string.h>

/* Named, since shells of other systems write them unasked. */
static kb_status check_encoding(const uint8_t *data, size_t len) {
    if (len >= 3 && data[0] == 0xef && data[1] == 0xbb && data[2] == 0xbf) {
        return KB_FAIL_AT(KB_ERR_FORMAT, 0, "UTF-8 byte order mark before the key");
    }
    bool is_utf16 = len >= 2 && ((data[0] == 0xff && data[1] == 0xfe) ||
                                 (data[0] == 0xfe && data[1] == 0xff) || data[0] == 0 ||
                                 (data[1] == 0 && data[0] != KB_DER_SEQUENCE));
    return is_utf16 ? KB_FAIL_AT(KB_ERR_FORMAT, 0, "the text is UTF-16, not UTF-8")
                    : KB_OK;
}

kb_status kb_key_read(kb_key **out, const void *data, size_t len, const char *use) {
    const char *text = data;
    size_t at = 0;
    if (use != NULL && strcmp(use, KB_KEY_USE_ENC) != 0 &&
        strcmp(use, KB_KEY_USE_SIG) != 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "use \"%.16s\": enc or sig is wanted", use);
    }
    if (len > KB_JWK_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "key file of %zu bytes, at most %d are read", len,
                       KB_JWK_MAX_BYTES);
    }
    KB_TRY(check_encoding(data, len));
    while (at < len && text[at] != '\0' && strchr(" \t\r\n", text[at]) != NULL) {
        at++;
    }
    if (at == len) {
        return KB_FAIL(KB_ERR_FORMAT, "the key file is empty");
    }
    if (text[at] == '{') {
        return kb_key_read_jwk(out, data, len, use);
    }
    if (kb_pem_is(data, len)) {
        return kb_key_from_pem(out, data, len, use);
    }
    if (text[0] == KB_DER_SEQUENCE) {
        return kb_key_read_der(out, data, len, use);
    }
    return KB_FAIL(KB_ERR_FORMAT, "neither a JWK nor PEM nor DER");
}

/* What else begins with a SEQUENCE; the tags of its first two elements tell. */
static kb_status refuse(uint8_t first, uint8_t second) {
    if (first == KB_DER_SEQUENCE && second == KB_DER_OCTET_STRING) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "an encrypted PKCS#8 key: decrypt it first, for instance with "
                       "\"openssl pkcs8\"");
    }
    if (first == KB_DER_SEQUENCE && second == KB_DER_SEQUENCE) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "a certificate: take the public key out first, for instance with "
                       "\"openssl x509 -pubkey -noout\"");
    }
    return KB_FAIL(KB_ERR_FORMAT, "DER: neither PKCS#8 nor SubjectPublicKeyInfo");
}

kb_status kb_key_read_der(kb_key **out, const uint8_t *data, size_t len,
                          const char *use) {
    kb_der der = {data, len, 0}, outer, rest, skipped;
    KB_TRY(kb_der_take(&der, KB_DER_SEQUENCE, &outer));
    KB_TRY(kb_der_end(&der));
    rest = outer;
    uint8_t first = rest.len != 0 ? rest.data[0] : 0;
    if (first != KB_DER_INTEGER && first != KB_DER_SEQUENCE) {
        return refuse(first, 0);
    }
    KB_TRY(kb_der_take(&rest, first, &skipped));
    uint8_t second = rest.len != 0 ? rest.data[0] : 0;
    if (first == KB_DER_INTEGER && second == KB_DER_SEQUENCE) {
        return kb_key_read_pkcs8(out, outer, use);
    }
    if (first == KB_DER_INTEGER && second == KB_DER_OCTET_STRING) {
        return kb_key_read_sec1(out, outer, use);
    }
    if (first == KB_DER_SEQUENCE && second == KB_DER_BIT_STRING) {
        return kb_key_read_spki(out, outer, use);
    }
    if (first == KB_DER_INTEGER && second == KB_DER_INTEGER) {
        /* A version is one byte, a modulus is not. */
        return skipped.len <= 1 ? kb_key_rsa_read_pkcs1_private(out, outer, use)
                                : kb_key_rsa_read_pkcs1_public(out, outer, use);
    }
    return refuse(first, second);
}
