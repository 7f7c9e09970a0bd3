/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * PKCS#8 private keys (RFC 5958, OneAsymmetricKey): all private forms are read, the seed
 * is written when it is known.
 */
#include "core/bytes.h"
#include "core/error.h"
#include "key/key.h"
#include "key/rsa.h"

#include <string.h>

#define VERSION_MAX    1 /* v2, which has publicKey */
#define EC_VERSION     1 /* ecPrivkeyVer1 */
#define TAG_SEED       KB_DER_CONTEXT(0)
#define TAG_ATTRIBUTES KB_DER_EXPLICIT(0)
#define TAG_PUBLIC     KB_DER_CONTEXT(1)

/* What a file holds; an empty part is missing. */
typedef struct found {
    const kb_key_form *form;
    kb_der seed;     /* or the only private form of the algorithm */
    kb_der expanded; /* of ML-KEM and ML-DSA */
    kb_der pub;      /* publicKey of PKCS#8 or of ECPrivateKey */
} found;

static kb_status read_raw(found *f, kb_der content) {
    f->seed = content;
    return KB_OK;
}

static kb_status read_octets(found *f, kb_der content) {
    KB_TRY(kb_der_take(&content, KB_DER_OCTET_STRING, &f->seed));
    return kb_der_end(&content);
}

/* The tag chooses, never the length (RFC 9935, section 6; RFC 9881, section 6). */
static kb_status read_choice(found *f, kb_der content) {
    kb_der both;
    if (kb_der_is_next(&content, TAG_SEED)) {
        KB_TRY(kb_der_take(&content, TAG_SEED, &f->seed));
    } else if (kb_der_is_next(&content, KB_DER_OCTET_STRING)) {
        KB_TRY(kb_der_take(&content, KB_DER_OCTET_STRING, &f->expanded));
    } else {
        KB_TRY(kb_der_take(&content, KB_DER_SEQUENCE, &both));
        KB_TRY(kb_der_take(&both, KB_DER_OCTET_STRING, &f->seed));
        KB_TRY(kb_der_take(&both, KB_DER_OCTET_STRING, &f->expanded));
        KB_TRY(kb_der_end(&both));
    }
    return kb_der_end(&content);
}

/* Sets the public key, which may stand in two places that must agree. */
static kb_status take_public(found *f, kb_der bits) {
    KB_TRY(kb_key_check_point(f->form, &bits));
    if (f->pub.len != 0 &&
        (f->pub.len != bits.len || memcmp(f->pub.data, bits.data, bits.len) != 0)) {
        return KB_FAIL_AT(KB_ERR_KEY, bits.offset, "two public keys that differ");
    }
    f->pub = bits;
    return KB_OK;
}

/* The content of ECPrivateKey (RFC 5915): the scalar has the width of the curve. */
static kb_status read_ec_content(found *f, kb_der ec) {
    kb_der inner, curve;
    unsigned version;
    uint64_t offset = ec.offset;
    KB_TRY(kb_der_take_small(&ec, &version));
    if (version != EC_VERSION) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, offset, "ECPrivateKey version %u", version);
    }
    KB_TRY(kb_der_take(&ec, KB_DER_OCTET_STRING, &f->seed));
    if (kb_der_is_next(&ec, KB_DER_EXPLICIT(0))) {
        KB_TRY(kb_der_take(&ec, KB_DER_EXPLICIT(0), &inner));
        KB_TRY(kb_der_take_oid(&inner, &curve));
        KB_TRY(kb_der_end(&inner));
        if (curve.len != f->form->curve.len ||
            memcmp(curve.data, f->form->curve.bytes, curve.len) != 0) {
            return KB_FAIL_AT(KB_ERR_KEY, curve.offset, "two curves that differ");
        }
    }
    if (kb_der_is_next(&ec, KB_DER_EXPLICIT(1))) {
        kb_der bits;
        KB_TRY(kb_der_take(&ec, KB_DER_EXPLICIT(1), &inner));
        KB_TRY(kb_der_take_bits(&inner, &bits));
        KB_TRY(kb_der_end(&inner));
        KB_TRY(take_public(f, bits));
    }
    return kb_der_end(&ec);
}

static kb_status read_ec(found *f, kb_der content) {
    kb_der ec;
    KB_TRY(kb_der_take(&content, KB_DER_SEQUENCE, &ec));
    KB_TRY(kb_der_end(&content));
    return read_ec_content(f, ec);
}

static kb_status (*const readers[])(found *f, kb_der content) = {
    [KB_KEY_PRIVATE_RAW] = read_raw,
    [KB_KEY_PRIVATE_OCTETS] = read_octets,
    [KB_KEY_PRIVATE_CHOICE] = read_choice,
    [KB_KEY_PRIVATE_EC] = read_ec,
};

/* Attributes are passed over; each must be a SEQUENCE. */
static kb_status skip_attributes(kb_der *der) {
    kb_der attributes, one;
    if (!kb_der_is_next(der, TAG_ATTRIBUTES)) {
        return KB_OK;
    }
    KB_TRY(kb_der_take(der, TAG_ATTRIBUTES, &attributes));
    while (attributes.len != 0) {
        KB_TRY(kb_der_take(&attributes, KB_DER_SEQUENCE, &one));
    }
    return KB_OK;
}

/* The publicKey, [1] IMPLICIT BIT STRING. Some writers leave the version at v1. */
static kb_status read_public_bits(kb_der *pub, kb_der *der) {
    kb_der bits;
    if (!kb_der_is_next(der, TAG_PUBLIC)) {
        return KB_OK;
    }
    KB_TRY(kb_der_take(der, TAG_PUBLIC, &bits));
    if (bits.len < 2 || bits.data[0] != 0) {
        return KB_FAIL_AT(KB_ERR_FORMAT, bits.offset,
                          "DER: a bit string is empty or has unused bits");
    }
    *pub = (kb_der){bits.data + 1, bits.len - 1, bits.offset + 1};
    return KB_OK;
}

/* Everything of RSA is in rsa.h, which knows the numbers. */
static kb_status read_rsa(kb_key **out, kb_der algorithm, kb_der content, kb_der der) {
    kb_der pub = {NULL, 0, 0};
    KB_TRY(skip_attributes(&der));
    KB_TRY(read_public_bits(&pub, &der));
    KB_TRY(kb_der_end(&der));
    return kb_key_rsa_read_private(out, algorithm, content, pub);
}

/* A missing part is a NULL pointer, not an empty one. */
static const uint8_t *data_of(const kb_der *part) {
    return part->len != 0 ? part->data : NULL;
}

kb_status kb_key_read_pkcs8(kb_key **out, kb_der der, const char *use) {
    kb_der algorithm, content, bits = {NULL, 0, 0};
    found f = {.form = NULL};
    unsigned version;
    uint64_t offset = der.offset;
    KB_TRY(kb_der_take_small(&der, &version));
    if (version > VERSION_MAX) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, offset, "PKCS#8 version %u", version);
    }
    KB_TRY(kb_der_take(&der, KB_DER_SEQUENCE, &algorithm));
    KB_TRY(kb_der_take(&der, KB_DER_OCTET_STRING, &content));
    if (kb_key_rsa_is(algorithm)) {
        return read_rsa(out, algorithm, content, der);
    }
    KB_TRY(kb_key_form_of_oid(&f.form, algorithm, use));
    KB_TRY(readers[f.form->private_form](&f, content));
    KB_TRY(skip_attributes(&der));
    KB_TRY(read_public_bits(&bits, &der));
    KB_TRY(kb_der_end(&der));
    if (bits.len != 0) {
        KB_TRY(take_public(&f, bits));
    }
    if (f.expanded.data != NULL) {
        return kb_key_from_expanded(out, f.form->id, data_of(&f.pub), f.pub.len,
                                    f.expanded.data, f.expanded.len, f.seed.data,
                                    f.seed.len);
    }
    return kb_key_from_parts(out, f.form->id, strlen(f.form->id), data_of(&f.pub),
                             f.pub.len, f.seed.data, f.seed.len);
}

/* ECPrivateKey alone, which must name its curve: what older tools write. */
kb_status kb_key_read_sec1(kb_key **out, kb_der der, const char *use) {
    kb_der rest = der, scalar, parameters;
    found f = {.form = NULL};
    unsigned version;
    KB_TRY(kb_der_take_small(&rest, &version));
    KB_TRY(kb_der_take(&rest, KB_DER_OCTET_STRING, &scalar));
    if (!kb_der_is_next(&rest, KB_DER_EXPLICIT(0))) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, rest.offset,
                          "an ECPrivateKey that does not name its curve");
    }
    KB_TRY(kb_der_take(&rest, KB_DER_EXPLICIT(0), &parameters));
    KB_TRY(kb_key_form_of_curve(&f.form, parameters, use));
    KB_TRY(read_ec_content(&f, der));
    return kb_key_from_parts(out, f.form->id, strlen(f.form->id), data_of(&f.pub),
                             f.pub.len, f.seed.data, f.seed.len);
}

/* ---- Writing, from the end ---- */

static void put_ec(kb_der_writer *w, const kb_key *key) {
    static const uint8_t no_unused_bits = 0, version[] = {KB_DER_INTEGER, 1, EC_VERSION};
    size_t end = w->at;
    kb_der_put(w, key->pk, key->pk_len);
    kb_der_put(w, &no_unused_bits, 1);
    kb_der_wrap(w, KB_DER_BIT_STRING, end);
    kb_der_wrap(w, KB_DER_EXPLICIT(1), end);
    size_t scalar_end = w->at;
    kb_der_put(w, kb_secret_bytes(key->sk), key->sk_len);
    kb_der_wrap(w, KB_DER_OCTET_STRING, scalar_end);
    kb_der_put(w, version, sizeof version);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
}

static void put_private(kb_der_writer *w, const kb_key *key) {
    size_t end = w->at;
    if (key->form->private_form == KB_KEY_PRIVATE_EC) {
        put_ec(w, key);
        return;
    }
    if (key->form->private_form == KB_KEY_PRIVATE_RSA) {
        kb_key_rsa_put_private(w, key);
        return;
    }
    kb_der_put(w, kb_secret_bytes(key->sk), key->sk_len);
    if (key->form->private_form == KB_KEY_PRIVATE_OCTETS || key->is_expanded) {
        kb_der_wrap(w, KB_DER_OCTET_STRING, end);
    } else if (key->form->private_form == KB_KEY_PRIVATE_CHOICE) {
        kb_der_wrap(w, TAG_SEED, end);
    }
}

kb_status kb_key_put_pkcs8(kb_der_writer *w, const kb_key *key) {
    static const uint8_t version[] = {KB_DER_INTEGER, 1, 0};
    size_t end = w->at;
    KB_TRY(kb_key_check_oid(key));
    put_private(w, key);
    kb_der_wrap(w, KB_DER_OCTET_STRING, end);
    kb_key_put_algorithm(w, key);
    kb_der_put(w, version, sizeof version);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
    return KB_OK;
}
