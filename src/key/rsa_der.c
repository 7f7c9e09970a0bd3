/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA keys in DER: RFC 8017, appendix A, with the identifiers of RFC 4055. */
#include "core/error.h"
#include "key/rsa.h"

#include <string.h>

/* 1.2.840.113549.1.1: rsaEncryption (1), id-mgf1 (8), id-RSASSA-PSS (10). */
#define PKCS1(x)                                                                         \
    {                                                                                    \
        9, {                                                                             \
            0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, (x)                          \
        }                                                                                \
    }
/* 2.16.840.1.101.3.4.2.x of NIST. */
#define HASH(x)                                                                          \
    {                                                                                    \
        9, {                                                                             \
            0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, (x)                          \
        }                                                                                \
    }

static const kb_key_oid rsa = PKCS1(1), mgf1 = PKCS1(8), pss = PKCS1(10);

static const struct {
    const char *jose;
    kb_key_oid hash;
    unsigned bytes; /* of a digest, and so of the salt (RFC 7518, section 3.5) */
} rows[] = {
    {"PS256", HASH(1), 32},
    {"PS384", HASH(2), 48},
    {"PS512", HASH(3), 64},
};
#define ROWS (sizeof rows / sizeof rows[0])

static bool is_oid(const kb_key_oid *oid, const kb_der *found) {
    return oid->len == found->len && memcmp(oid->bytes, found->data, found->len) == 0;
}

bool kb_key_rsa_is(kb_der algorithm) {
    kb_der oid;
    return kb_der_is_next(&algorithm, KB_DER_OID) &&
           kb_der_take(&algorithm, KB_DER_OID, &oid) == KB_OK &&
           (is_oid(&rsa, &oid) || is_oid(&pss, &oid));
}

static kb_status take_null(kb_der *der) {
    kb_der content;
    KB_TRY(kb_der_take(der, KB_DER_NULL, &content));
    return kb_der_end(&content);
}

/* The AlgorithmIdentifier of a hash, whose NULL may be missing (RFC 4055, section 2.1). */
static kb_status take_hash(kb_der *der, size_t *row) {
    kb_der algorithm, oid;
    KB_TRY(kb_der_take(der, KB_DER_SEQUENCE, &algorithm));
    KB_TRY(kb_der_take_oid(&algorithm, &oid));
    if (algorithm.len != 0) {
        KB_TRY(take_null(&algorithm));
    }
    KB_TRY(kb_der_end(&algorithm));
    for (*row = 0; *row < ROWS; ++*row) {
        if (is_oid(&rows[*row].hash, &oid)) {
            return KB_OK;
        }
    }
    return KB_FAIL_AT(KB_ERR_UNSUPPORTED, oid.offset,
                      "RSA-PSS with another hash than SHA-256, SHA-384, SHA-512");
}

/* maskGenAlgorithm: MGF1 with its hash. */
static kb_status take_mgf(kb_der *der, size_t *row) {
    kb_der algorithm, oid;
    KB_TRY(kb_der_take(der, KB_DER_SEQUENCE, &algorithm));
    KB_TRY(kb_der_take_oid(&algorithm, &oid));
    if (!is_oid(&mgf1, &oid)) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, oid.offset, "RSA-PSS without MGF1");
    }
    KB_TRY(take_hash(&algorithm, row));
    return kb_der_end(&algorithm);
}

/* RSASSA-PSS-params (RFC 8017, appendix A.2.3). What DER leaves out are SHA-1 and a salt
 * of 20 bytes, which are not read; the trailer has one value, which is left out. */
static kb_status read_params(kb_der params, const char **jose) {
    kb_der field;
    size_t row = 0, mgf_row = 0;
    unsigned salt = 0;
    uint64_t offset = params.offset;
    for (unsigned i = 0; i < 3; i++) {
        uint8_t tag = (uint8_t)KB_DER_EXPLICIT(i);
        if (!kb_der_is_next(&params, tag)) {
            return KB_FAIL_AT(KB_ERR_UNSUPPORTED, params.offset,
                              "RSA-PSS with a default of its parameters: SHA-1 or a salt "
                              "of 20 bytes");
        }
        KB_TRY(kb_der_take(&params, tag, &field));
        KB_TRY(i == 0   ? take_hash(&field, &row)
               : i == 1 ? take_mgf(&field, &mgf_row)
                        : kb_der_take_small(&field, &salt));
        KB_TRY(kb_der_end(&field));
    }
    KB_TRY(kb_der_end(&params));
    if (mgf_row != row || salt != rows[row].bytes) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, offset,
                          "RSA-PSS with two hashes, or a salt of %u bytes with %s", salt,
                          rows[row].jose);
    }
    *jose = rows[row].jose;
    return KB_OK;
}

/* What the key is for; NULL when it does not say. */
static kb_status read_algorithm(kb_der algorithm, const char **jose) {
    kb_der oid, params;
    *jose = NULL;
    KB_TRY(kb_der_take_oid(&algorithm, &oid));
    if (is_oid(&rsa, &oid)) {
        KB_TRY(take_null(&algorithm));
        return kb_der_end(&algorithm);
    }
    if (algorithm.len == 0) {
        return KB_OK;
    }
    KB_TRY(kb_der_take(&algorithm, KB_DER_SEQUENCE, &params));
    KB_TRY(kb_der_end(&algorithm));
    return read_params(params, jose);
}

/* Takes a positive INTEGER in its shortest form. */
static kb_status take_number(kb_der *der, kb_key_rsa_bytes *number) {
    kb_der content;
    KB_TRY(kb_der_take(der, KB_DER_INTEGER, &content));
    bool has_zero = content.len != 0 && content.data[0] == 0;
    if (content.len == 0 || content.data[0] >= 0x80 ||
        (has_zero && (content.len == 1 || content.data[1] < 0x80))) {
        return KB_FAIL_AT(KB_ERR_FORMAT, content.offset,
                          "DER: an integer is not positive or not in its shortest form");
    }
    *number = (kb_key_rsa_bytes){content.data + has_zero, content.len - has_zero};
    return KB_OK;
}

static kb_status take_numbers(kb_der *der, kb_key_rsa_bytes *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        KB_TRY(take_number(der, &numbers[i]));
    }
    return kb_der_end(der);
}

/* RSAPrivateKey, from the content of its SEQUENCE. */
static kb_status take_private(kb_der der, kb_key_rsa_bytes *numbers) {
    unsigned version;
    uint64_t offset = der.offset;
    KB_TRY(kb_der_take_small(&der, &version));
    if (version != 0) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, offset,
                          "RSA key of version %u (1: more than two primes)", version);
    }
    return take_numbers(&der, numbers, KB_KEY_RSA_NUMBERS);
}

static kb_status take_public(kb_der content, kb_key_rsa_bytes *numbers) {
    kb_der sequence;
    KB_TRY(kb_der_take(&content, KB_DER_SEQUENCE, &sequence));
    KB_TRY(kb_der_end(&content));
    return take_numbers(&sequence, numbers, KB_KEY_RSA_D);
}

kb_status kb_key_rsa_read_public(kb_key **out, kb_der algorithm, kb_der content) {
    kb_key_rsa_bytes numbers[KB_KEY_RSA_NUMBERS] = {{NULL, 0}};
    const char *jose;
    KB_TRY(read_algorithm(algorithm, &jose));
    KB_TRY(take_public(content, numbers));
    return kb_key_rsa_from_numbers(out, numbers, false, jose);
}

/* The publicKey of PKCS#8 repeats n and e. */
static kb_status check_public(kb_der pub, const kb_key_rsa_bytes *numbers) {
    kb_key_rsa_bytes again[KB_KEY_RSA_D];
    uint64_t offset = pub.offset;
    KB_TRY(take_public(pub, again));
    for (size_t i = 0; i < KB_KEY_RSA_D; i++) {
        if (again[i].len != numbers[i].len ||
            memcmp(again[i].data, numbers[i].data, numbers[i].len) != 0) {
            return KB_FAIL_AT(KB_ERR_KEY, offset, "two public keys that differ");
        }
    }
    return KB_OK;
}

kb_status kb_key_rsa_read_private(kb_key **out, kb_der algorithm, kb_der content,
                                  kb_der pub) {
    kb_key_rsa_bytes numbers[KB_KEY_RSA_NUMBERS] = {{NULL, 0}};
    kb_der sequence;
    const char *jose;
    KB_TRY(read_algorithm(algorithm, &jose));
    KB_TRY(kb_der_take(&content, KB_DER_SEQUENCE, &sequence));
    KB_TRY(kb_der_end(&content));
    KB_TRY(take_private(sequence, numbers));
    if (pub.len != 0) {
        KB_TRY(check_public(pub, numbers));
    }
    return kb_key_rsa_from_numbers(out, numbers, true, jose);
}

kb_status kb_key_rsa_read_pkcs1_private(kb_key **out, kb_der der, const char *use) {
    kb_key_rsa_bytes numbers[KB_KEY_RSA_NUMBERS] = {{NULL, 0}};
    (void)use;
    KB_TRY(take_private(der, numbers));
    return kb_key_rsa_from_numbers(out, numbers, true, NULL);
}

kb_status kb_key_rsa_read_pkcs1_public(kb_key **out, kb_der der, const char *use) {
    kb_key_rsa_bytes numbers[KB_KEY_RSA_NUMBERS] = {{NULL, 0}};
    (void)use;
    KB_TRY(take_numbers(&der, numbers, KB_KEY_RSA_D));
    return kb_key_rsa_from_numbers(out, numbers, false, NULL);
}

/* ---- Writing, from the end ---- */

static void put_oid(kb_der_writer *w, const kb_key_oid *oid) {
    size_t end = w->at;
    kb_der_put(w, oid->bytes, oid->len);
    kb_der_wrap(w, KB_DER_OID, end);
}

static void put_null(kb_der_writer *w) {
    kb_der_wrap(w, KB_DER_NULL, w->at);
}

static void put_hash(kb_der_writer *w, const kb_key_oid *hash) {
    size_t end = w->at;
    put_null(w);
    put_oid(w, hash);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
}

static void put_params(kb_der_writer *w, size_t row) {
    size_t end = w->at;
    uint8_t salt = (uint8_t)rows[row].bytes;
    kb_der_put(w, &salt, 1);
    kb_der_wrap(w, KB_DER_INTEGER, end);
    kb_der_wrap(w, KB_DER_EXPLICIT(2), end);
    size_t mgf_end = w->at;
    put_hash(w, &rows[row].hash);
    put_oid(w, &mgf1);
    kb_der_wrap(w, KB_DER_SEQUENCE, mgf_end);
    kb_der_wrap(w, KB_DER_EXPLICIT(1), mgf_end);
    size_t hash_end = w->at;
    put_hash(w, &rows[row].hash);
    kb_der_wrap(w, KB_DER_EXPLICIT(0), hash_end);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
}

void kb_key_rsa_put_algorithm(kb_der_writer *w, const kb_key *key) {
    size_t end = w->at, row = 0;
    while (row + 1 < ROWS && strcmp(key->form->jose[0], rows[row].jose) != 0) {
        row++;
    }
    if (row == 0) {
        put_null(w);
        put_oid(w, &rsa);
    } else {
        put_params(w, row);
        put_oid(w, &pss);
    }
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
}

/* Puts numbers first to last - 1 in this order. */
static void put_numbers(kb_der_writer *w, const kb_key *key, kb_key_rsa_number last) {
    static const uint8_t zero = 0;
    for (kb_key_rsa_number i = last; i-- > KB_KEY_RSA_N;) {
        size_t end = w->at;
        kb_key_rsa_bytes number = kb_key_rsa_number_of(key, i);
        kb_der_put(w, number.data, number.len);
        if (number.data[0] >= 0x80) {
            kb_der_put(w, &zero, 1);
        }
        kb_der_wrap(w, KB_DER_INTEGER, end);
    }
}

void kb_key_rsa_put_public(kb_der_writer *w, const kb_key *key) {
    size_t end = w->at;
    put_numbers(w, key, KB_KEY_RSA_D);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
}

void kb_key_rsa_put_private(kb_der_writer *w, const kb_key *key) {
    static const uint8_t version[] = {KB_DER_INTEGER, 1, 0};
    size_t end = w->at;
    put_numbers(w, key, KB_KEY_RSA_NUMBERS);
    kb_der_put(w, version, sizeof version);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
}
