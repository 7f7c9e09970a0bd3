/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of key forms and its look-ups. */
#include "key/form.h"

#include "core/bytes.h"
#include "core/error.h"

#include <stdio.h>
#include <string.h>

/* The OIDs: 2.16.840.1.101.3.4.x.y of NIST (x = 3 signatures, x = 4 KEMs), 1.3.101.x (RFC
 * 8410), id-ecPublicKey (RFC 5480), rsaEncryption (RFC 4055), 1.3.6.1.5.5.7.6.x (LAMPS). */
#define NIST(x, y) .oid = {9, {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, (x), (y)}}
#define EDWARDS(x) .oid = {3, {0x2b, 0x65, (x)}}
#define EC         .oid = {7, {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01}}
#define PKCS1_RSA  .oid = {9, {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01}}
#define LAMPS(x)   .oid = {8, {0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x06, (x)}}

#define P256                                                                             \
    .crv = "P-256", .curve = {8, {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07}}
#define P384 .crv = "P-384", .curve = {5, {0x2b, 0x81, 0x04, 0x00, 0x22}}
#define P521 .crv = "P-521", .curve = {5, {0x2b, 0x81, 0x04, 0x00, 0x23}}

#define ENC .use = KB_KEY_USE_ENC
#define SIG .use = KB_KEY_USE_SIG

/* The fields that a family shares; what differs follows in the row. */
#define ECDH   .kty = "EC", ENC, .jose = {"ECDH-ES"}, EC, .private_form = KB_KEY_PRIVATE_EC
#define ECDSA  .kty = "EC", SIG, EC, .private_form = KB_KEY_PRIVATE_EC
#define XDH    .kty = "OKP", ENC, .jose = {"ECDH-ES"}, .private_form = KB_KEY_PRIVATE_OCTETS
#define EDDSA  .kty = "OKP", SIG, .private_form = KB_KEY_PRIVATE_OCTETS
#define MLKEM  .kty = "AKP", ENC, .private_form = KB_KEY_PRIVATE_CHOICE
#define MLDSA  .kty = "AKP", SIG, .private_form = KB_KEY_PRIVATE_CHOICE
#define RSA    .kty = "RSA", SIG, PKCS1_RSA, .private_form = KB_KEY_PRIVATE_RSA
#define RAWSIG .kty = "AKP", SIG, .private_form = KB_KEY_PRIVATE_RAW

static const kb_key_form rows[] = {
    {.id = "P-256", ECDH, P256},
    {.id = "P-384", ECDH, P384},
    {.id = "P-521", ECDH, P521},
    {.id = "ECDSA-P256", ECDSA, .jose = {"ES256"}, P256},
    {.id = "ECDSA-P384", ECDSA, .jose = {"ES384"}, P384},
    {.id = "ECDSA-P521", ECDSA, .jose = {"ES512"}, P521},
    {.id = "X25519", XDH, .crv = "X25519", EDWARDS(110)},
    {.id = "X448", XDH, .crv = "X448", EDWARDS(111)},
    {.id = "Ed25519",
     EDDSA,
     .crv = "Ed25519",
     .jose = {"Ed25519", "EdDSA"},
     EDWARDS(112)},
    {.id = "Ed448", EDDSA, .crv = "Ed448", .jose = {"Ed448", "EdDSA"}, EDWARDS(113)},
    {.id = "ML-KEM-512", MLKEM, NIST(4, 1)},
    {.id = "ML-KEM-768", MLKEM, NIST(4, 2)},
    {.id = "ML-KEM-1024", MLKEM, NIST(4, 3)},
    {.id = "ML-DSA-44", MLDSA, NIST(3, 17)},
    {.id = "ML-DSA-65", MLDSA, NIST(3, 18)},
    {.id = "ML-DSA-87", MLDSA, NIST(3, 19)},
    {.id = "SLH-DSA-SHA2-128s", RAWSIG, NIST(3, 20)},
    {.id = "SLH-DSA-SHA2-128f", RAWSIG, NIST(3, 21)},
    {.id = "SLH-DSA-SHA2-192s", RAWSIG, NIST(3, 22)},
    {.id = "SLH-DSA-SHA2-192f", RAWSIG, NIST(3, 23)},
    {.id = "SLH-DSA-SHA2-256s", RAWSIG, NIST(3, 24)},
    {.id = "SLH-DSA-SHA2-256f", RAWSIG, NIST(3, 25)},
    {.id = "SLH-DSA-SHAKE-128s", RAWSIG, NIST(3, 26)},
    {.id = "SLH-DSA-SHAKE-128f", RAWSIG, NIST(3, 27)},
    {.id = "SLH-DSA-SHAKE-192s", RAWSIG, NIST(3, 28)},
    {.id = "SLH-DSA-SHAKE-192f", RAWSIG, NIST(3, 29)},
    {.id = "SLH-DSA-SHAKE-256s", RAWSIG, NIST(3, 30)},
    {.id = "SLH-DSA-SHAKE-256f", RAWSIG, NIST(3, 31)},
    {.id = "ML-DSA-44-Ed25519", RAWSIG, LAMPS(39)},
    {.id = "ML-DSA-65-Ed25519", RAWSIG, LAMPS(48)},
    {.id = "ML-DSA-87-Ed448", RAWSIG, LAMPS(51)},
    {.id = "RSA-2048-PS256", RSA, .jose = {"PS256"}},
    {.id = "RSA-2048-PS384", RSA, .jose = {"PS384"}},
    {.id = "RSA-2048-PS512", RSA, .jose = {"PS512"}},
    {.id = "RSA-3072-PS256", RSA, .jose = {"PS256"}},
    {.id = "RSA-3072-PS384", RSA, .jose = {"PS384"}},
    {.id = "RSA-3072-PS512", RSA, .jose = {"PS512"}},
    {.id = "RSA-4096-PS256", RSA, .jose = {"PS256"}},
    {.id = "RSA-4096-PS384", RSA, .jose = {"PS384"}},
    {.id = "RSA-4096-PS512", RSA, .jose = {"PS512"}},
};

static const kb_key_form plain = {.id = "", .kty = "AKP", .use = KB_KEY_USE_ENC};

/* What else stands in key files, for the text of a refusal. */
static const struct {
    kb_key_oid oid;
    const char *name;
} foreign[] = {
    {{9, {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x07}}, "RSA-OAEP"},
    {{7, {0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01}}, "DSA"},
    {{7, {0x2a, 0x86, 0x48, 0xce, 0x3e, 0x02, 0x01}}, "Diffie-Hellman"},
};

const kb_key_form *kb_key_forms(size_t *count) {
    *count = sizeof rows / sizeof rows[0];
    return rows;
}

const kb_key_form *kb_key_form_of(const char *id) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].id, id) == 0) {
            return &rows[i];
        }
    }
    return &plain;
}

bool kb_key_form_has_jose(const kb_key_form *form, const char *alg) {
    for (size_t i = 0; i < 2 && form->jose[i] != NULL; i++) {
        size_t len = strlen(form->jose[i]);
        if (strncmp(alg, form->jose[i], len) == 0 &&
            (alg[len] == '\0' ||
             (alg[len] == '+' && strcmp(form->use, KB_KEY_USE_ENC) == 0))) {
            return true;
        }
    }
    return false;
}

static bool is_oid(const kb_key_oid *oid, const kb_der *found) {
    return oid->len != 0 && oid->len == found->len &&
           memcmp(oid->bytes, found->data, found->len) == 0;
}

/* Writes an OID as numbers; what does not fit ends in "...". */
static void oid_text(char out[64], const kb_der *oid) {
    size_t at = 0;
    uint64_t value = 0;
    bool is_first = true;
    for (size_t i = 0; i < oid->len && value >> 56 == 0; i++) {
        value = value << 7 | (oid->data[i] & 0x7f);
        if ((oid->data[i] & 0x80) != 0) {
            continue;
        }
        uint64_t top = value < 80 ? value / 40 : 2;
        int n = is_first ? snprintf(out + at, 24, "%u.%llu", (unsigned)top,
                                    (unsigned long long)(value - 40 * top))
                         : snprintf(out + at, 24, ".%llu", (unsigned long long)value);
        at += (size_t)n;
        if (at > 64 - 24) {
            (void)snprintf(out + at, 4, "...");
            return;
        }
        is_first = false;
        value = 0;
    }
    out[at] = '\0';
}

static kb_status refuse_oid(const kb_der *oid, const char *what) {
    char text[64] = "";
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        if (is_oid(&foreign[i].oid, oid)) {
            return KB_FAIL_AT(KB_ERR_UNSUPPORTED, oid->offset, "%s keys",
                              foreign[i].name);
        }
    }
    oid_text(text, oid);
    return KB_FAIL_AT(KB_ERR_UNSUPPORTED, oid->offset, "%s with OID %s", what, text);
}

/* Rows of one curve differ in their use only. */
kb_status kb_key_form_of_curve(const kb_key_form **out, kb_der parameters,
                               const char *use) {
    kb_der curve;
    if (!kb_der_is_next(&parameters, KB_DER_OID)) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, parameters.offset,
                          "an elliptic curve that is not given by name");
    }
    KB_TRY(kb_der_take_oid(&parameters, &curve));
    KB_TRY(kb_der_end(&parameters));
    bool is_known = false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!is_oid(&rows[i].curve, &curve)) {
            continue;
        }
        is_known = true;
        if (use != NULL && strcmp(rows[i].use, use) == 0) {
            *out = &rows[i];
            return KB_OK;
        }
    }
    if (!is_known) {
        return refuse_oid(&curve, "elliptic curve");
    }
    return KB_FAIL(KB_ERR_KEY, "the file does not say whether this elliptic-curve key is "
                               "for encryption or for signatures: give the use, enc or "
                               "sig");
}

kb_status kb_key_form_of_oid(const kb_key_form **out, kb_der algorithm, const char *use) {
    kb_der oid;
    KB_TRY(kb_der_take_oid(&algorithm, &oid));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!is_oid(&rows[i].oid, &oid)) {
            continue;
        }
        KB_INVARIANT(rows[i].private_form != KB_KEY_PRIVATE_RSA);
        if (rows[i].curve.len != 0) {
            return kb_key_form_of_curve(out, algorithm, use);
        }
        if (algorithm.len != 0) {
            return KB_FAIL_AT(KB_ERR_FORMAT, algorithm.offset, "%s has no parameters",
                              rows[i].id);
        }
        *out = &rows[i];
        return KB_OK;
    }
    return refuse_oid(&oid, "algorithm");
}

void kb_key_form_put_oid(kb_der_writer *w, const kb_key_form *form) {
    size_t end = w->at;
    if (form->curve.len != 0) {
        kb_der_put(w, form->curve.bytes, form->curve.len);
        kb_der_wrap(w, KB_DER_OID, end);
    }
    size_t oid_end = w->at;
    kb_der_put(w, form->oid.bytes, form->oid.len);
    kb_der_wrap(w, KB_DER_OID, oid_end);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
}
