/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vector sets of HKDF: algorithm KDA, mode HKDF, after SP 800-56C. */
#include "acvp.h"
#include "acvp_digest.h"

#include "core/bytes.h"
#include "core/error.h"

#include <inttypes.h>
#include <string.h>

#define OUT_MAX_BITS    ((uint64_t)255 * 512)
#define INFO_MAX_BYTES  ((size_t)1 << 24)
#define PIECE_MAX_CHARS 65536

/* What one derivation takes. */
typedef struct derivation {
    const kb_acvp_digest *digest;
    const json_t *parameter;
    kb_acvp_bytes salt, z;
} derivation;

/* A text that grows while the pieces of the pattern are read. */
typedef struct info_text {
    uint8_t *data; /* NULL: only its length is counted */
    size_t len;
} info_text;

static void append(info_text *info, const uint8_t *data, size_t len) {
    if (info->data != NULL && len > 0) {
        memcpy(info->data + info->len, data, len);
    }
    info->len += len;
}

/* Appends a field of the parameter or of a party; one that is not there is empty where
 * the format allows that. */
static kb_status append_field(info_text *info, kb_acvp_case *c, const json_t *object,
                              const char *name, bool is_optional) {
    const json_t *value = json_object_get(object, name);
    kb_acvp_bytes bytes;
    if (is_optional && (value == NULL || json_is_null(value))) {
        return KB_OK;
    }
    KB_TRY(kb_acvp_value_bytes(&bytes, c, value, name));
    append(info, bytes.data, bytes.len);
    return KB_OK;
}

static kb_status append_party(info_text *info, kb_acvp_case *c, const char *party) {
    const json_t *object = kb_acvp_find(c, party);
    if (!json_is_object(object)) {
        return KB_FAIL(KB_ERR_FORMAT, "%s is missing or not an object", party);
    }
    KB_TRY(append_field(info, c, object, "partyId", false));
    return append_field(info, c, object, "ephemeralData", true);
}

static kb_status append_literal(info_text *info, kb_acvp_case *c, const char *piece,
                                size_t len) {
    static const char start[] = "literal[";
    const size_t n = sizeof start - 1;
    if (len < n + 1 || piece[len - 1] != ']') {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "fixedInfoPattern: %.*s",
                       (int)(len < 40 ? len : 40), piece);
    }
    kb_acvp_bytes bytes;
    json_t *digits = json_stringn(piece + n, len - n - 1);
    kb_status status = kb_acvp_value_bytes(&bytes, c, digits, "literal");
    json_decref(digits);
    KB_TRY(status);
    append(info, bytes.data, bytes.len);
    return KB_OK;
}

static bool is_piece(const char *name, const char *piece, size_t len) {
    return strlen(name) == len && strncmp(name, piece, len) == 0;
}

static kb_status append_piece(info_text *info, kb_acvp_case *c, const derivation *d,
                              uint64_t out_bits, const char *piece, size_t len) {
    static const char *const fields[] = {"t", "algorithmId", "label", "context"};
    if (is_piece("uPartyInfo", piece, len)) {
        return append_party(info, c, "fixedInfoPartyU");
    }
    if (is_piece("vPartyInfo", piece, len)) {
        return append_party(info, c, "fixedInfoPartyV");
    }
    if (is_piece("l", piece, len)) {
        uint8_t bits[4];
        kb_store_be32(bits, (uint32_t)out_bits);
        append(info, bits, sizeof bits);
        return KB_OK;
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (is_piece(fields[i], piece, len)) {
            return append_field(info, c, d->parameter, fields[i], false);
        }
    }
    if (len >= 8 && strncmp(piece, "literal[", 8) == 0) {
        return append_literal(info, c, piece, len);
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "fixedInfoPattern: %.*s",
                   (int)(len < 40 ? len : 40), piece);
}

/* Joins the pieces that the pattern names (SP 800-56C, 5; pieces as in the ACVP
 * specification of HKDF). */
static kb_status join(info_text *info, kb_acvp_case *c, const derivation *d,
                      uint64_t out_bits, const char *pattern) {
    while (*pattern != '\0') {
        const char *end = strstr(pattern, "||");
        size_t len = end == NULL ? strlen(pattern) : (size_t)(end - pattern);
        KB_TRY(append_piece(info, c, d, out_bits, pattern, len));
        pattern += len + (end == NULL ? 0 : 2);
        if (info->len > INFO_MAX_BYTES) {
            return KB_FAIL(KB_ERR_LIMIT, "fixed info of more than %zu bytes",
                           INFO_MAX_BYTES);
        }
    }
    return KB_OK;
}

static bool has_piece(const char *pattern, const char *name) {
    while (*pattern != '\0') {
        const char *end = strstr(pattern, "||");
        size_t len = end == NULL ? strlen(pattern) : (size_t)(end - pattern);
        if (is_piece(name, pattern, len)) {
            return true;
        }
        pattern += len + (end == NULL ? 0 : 2);
    }
    return false;
}

/* Derives l bits; writes the key to *out and its length to *out_len. */
static kb_status derive(uint8_t **out, size_t *out_len, kb_acvp_case *c,
                        const derivation *d, const uint8_t *info, size_t info_len,
                        uint64_t bits) {
    if (bits % 8 != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "l is %" PRIu64 " bits, not whole bytes",
                       bits);
    }
    *out_len = (size_t)(bits / 8);
    KB_TRY(kb_acvp_alloc(out, c, *out_len));
    return kb_acvp_hkdf_once(d->digest, *out, *out_len, d->salt.data, d->salt.len,
                             d->z.data, d->z.len, info, info_len);
}

/* Reads what both forms have in common. */
static kb_status read_common(derivation *d, kb_acvp_case *c, const char *parameter,
                             const char *configuration) {
    const json_t *config = kb_acvp_find(c, configuration);
    const char *type, *hash;
    d->parameter = kb_acvp_find(c, parameter);
    if (!json_is_object(config) || !json_is_object(d->parameter)) {
        return KB_FAIL(KB_ERR_FORMAT, "%s is missing or not an object",
                       json_is_object(config) ? parameter : configuration);
    }
    KB_TRY(kb_acvp_value_text(&type, json_object_get(config, "kdfType"), "kdfType"));
    KB_TRY(kb_acvp_value_text(&hash, json_object_get(config, "hmacAlg"), "hmacAlg"));
    if (strcmp(type, "hkdf") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "kdfType %.40s", type);
    }
    KB_TRY(kb_acvp_digest_find(&d->digest, hash));
    KB_TRY(
        kb_acvp_value_bytes(&d->salt, c, json_object_get(d->parameter, "salt"), "salt"));
    return kb_acvp_value_bytes(&d->z, c, json_object_get(d->parameter, "z"), "z");
}

/* A hybrid shared secret is z || t (SP 800-56C revision 2, section 2). Older files of the
 * public server have t in the fixed info only and lack the flag of the group. */
static kb_status append_auxiliary(derivation *d, kb_acvp_case *c, const char *pattern) {
    const json_t *value = json_object_get(d->parameter, "t");
    bool is_hybrid;
    kb_acvp_bytes t;
    uint8_t *joined;
    KB_TRY(kb_acvp_bool_or(&is_hybrid, c, "usesHybridSharedSecret",
                           value != NULL && !has_piece(pattern, "t")));
    if (!is_hybrid) {
        return KB_OK;
    }
    KB_TRY(kb_acvp_value_bytes(&t, c, value, "t"));
    KB_TRY(kb_acvp_alloc(&joined, c, d->z.len + t.len));
    memcpy(joined, d->z.data, d->z.len);
    memcpy(joined + d->z.len, t.data, t.len);
    d->z = (kb_acvp_bytes){joined, d->z.len + t.len};
    return KB_OK;
}

static kb_status single(kb_acvp_case *c) {
    derivation d;
    const char *pattern, *encoding;
    uint64_t bits;
    uint8_t *key;
    size_t key_len;
    info_text info = {.data = NULL};
    KB_TRY(read_common(&d, c, "kdfParameter", "kdfConfiguration"));
    const json_t *config = kb_acvp_find(c, "kdfConfiguration");
    KB_TRY(kb_acvp_value_text(&pattern, json_object_get(config, "fixedInfoPattern"),
                              "fixedInfoPattern"));
    KB_TRY(kb_acvp_value_text(&encoding, json_object_get(config, "fixedInfoEncoding"),
                              "fixedInfoEncoding"));
    if (strcmp(encoding, "concatenation") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "fixedInfoEncoding %.40s", encoding);
    }
    if (strlen(pattern) > PIECE_MAX_CHARS) {
        return KB_FAIL(KB_ERR_LIMIT, "fixedInfoPattern of %zu characters",
                       strlen(pattern));
    }
    KB_TRY(kb_acvp_value_number(&bits, json_object_get(d.parameter, "l"), "l",
                                OUT_MAX_BITS));
    KB_TRY(append_auxiliary(&d, c, pattern));
    KB_TRY(join(&info, c, &d, bits, pattern));
    KB_TRY(kb_acvp_alloc(&info.data, c, info.len));
    info.len = 0;
    KB_TRY(join(&info, c, &d, bits, pattern));
    KB_TRY(derive(&key, &key_len, c, &d, info.data, info.len, bits));
    return kb_acvp_put_bytes(c->answer, "dkm", key, key_len);
}

/* One extraction, several expansions with their fixed info given. */
static kb_status multiple(kb_acvp_case *c) {
    derivation d;
    json_t *iterations, *iteration, *keys = json_array();
    size_t i;
    KB_TRY(kb_acvp_put(c->answer, "dkms", keys));
    KB_TRY(read_common(&d, c, "kdfMultiExpansionParameter",
                       "kdfMultiExpansionConfiguration"));
    KB_TRY(append_auxiliary(&d, c, ""));
    KB_TRY(kb_acvp_list(&iterations, d.parameter, "iterationParameters"));
    json_array_foreach(iterations, i, iteration) {
        kb_acvp_bytes info;
        uint64_t bits;
        uint8_t *key;
        size_t key_len;
        KB_TRY(kb_acvp_value_bytes(&info, c, json_object_get(iteration, "fixedInfo"),
                                   "fixedInfo"));
        KB_TRY(kb_acvp_value_number(&bits, json_object_get(iteration, "l"), "l",
                                    OUT_MAX_BITS));
        KB_TRY(derive(&key, &key_len, c, &d, info.data, info.len, bits));
        json_t *holder = json_object();
        kb_status status = kb_acvp_put_bytes(holder, "dkm", key, key_len);
        if (status == KB_OK &&
            json_array_append(keys, json_object_get(holder, "dkm")) != 0) {
            status = KB_FAIL(KB_ERR_MEMORY, "dkms");
        }
        json_decref(holder);
        KB_TRY(status);
    }
    return KB_OK;
}

/* VAL: the case gives a key, the answer says whether it is right. */
static kb_status validate(kb_acvp_case *c, const char *name) {
    const char *differs;
    if (kb_acvp_find(c, name) == NULL) {
        return KB_FAIL(KB_ERR_FORMAT, "%s is missing", name);
    }
    KB_TRY(kb_acvp_compare(&differs, c->answer, c->test));
    (void)json_object_clear(c->answer);
    return kb_acvp_put_bool(c->answer, "testPassed", differs == NULL);
}

kb_status kb_acvp_hkdf(kb_acvp_case *c) {
    bool is_multiple;
    KB_TRY(kb_acvp_bool_or(&is_multiple, c, "multiExpansion", false));
    KB_TRY(is_multiple ? multiple(c) : single(c));
    return strcmp(c->test_type, "VAL") == 0 ? validate(c, is_multiple ? "dkms" : "dkm")
                                            : KB_OK;
}
