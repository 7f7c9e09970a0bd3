/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The file of a private key under a pass-phrase. */
#include "private_file.h"

#include "codec/base64url.h"
#include "codec/json.h"
#include "codec/json_write.h"
#include "codec/text.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "keystore/passphrase.h"

#include <keybraid/aead.h>
#include <keybraid/key.h>
#include <stdint.h>
#include <string.h>

#define KIND           "private-key"
#define KDF            "argon2id"
#define SALT_BYTES     16
#define MEMORY_KIB     65536
#define MEMORY_KIB_MIN 8192
#define MEMORY_KIB_MAX 1048576
#define PASSES         3
#define PASSES_MAX     16
#define SEALED_MAX     (KB_JWK_MAX_BYTES)

static const kb_json_limits limits = {
    .max_depth = 3, .max_members = 8, .max_elements = 1};

/* The members. Bits of `seen` follow the same order. */
enum member {
    NONE,
    KEYBRAID,
    V,
    ALG,
    MEMORY,
    PASS_COUNT,
    SALT,
    NONCE,
    CIPHERTEXT,
    MEMBERS
};

static const struct {
    const char *name;
    unsigned depth;
    kb_json_type type;
} members[MEMBERS] = {
    [KEYBRAID] = {"keybraid", 1, KB_JSON_STRING},
    [V] = {"v", 1, KB_JSON_NUMBER},
    [ALG] = {"alg", 2, KB_JSON_STRING},
    [MEMORY] = {"memory_kib", 2, KB_JSON_NUMBER},
    [PASS_COUNT] = {"passes", 2, KB_JSON_NUMBER},
    [SALT] = {"salt", 2, KB_JSON_STRING},
    [NONCE] = {"nonce", 1, KB_JSON_STRING},
    [CIPHERTEXT] = {"ciphertext", 1, KB_JSON_STRING},
};

typedef struct file {
    enum member now;
    unsigned seen;
    unsigned long number[MEMBERS];
    struct {
        char *text; /* where the string goes */
        size_t cap, len;
    } string[MEMBERS];
    char kind[32], kdf[32];
    char salt[KB_BASE64URL_TEXT_LEN(SALT_BYTES)];
    char nonce[KB_BASE64URL_TEXT_LEN(KB_AEAD_NONCE_BYTES)];
    kb_text sealed;
} file;

/* ---- writing ---- */

/* What comes before the nonce; it is the associated data. */
static void write_header(kb_text *t, unsigned long memory_kib, unsigned long passes,
                         const uint8_t salt[SALT_BYTES]) {
    kb_text_printf(t,
                   "{\"keybraid\":\"" KIND "\",\"v\":1,\"kdf\":{\"alg\":\"" KDF
                   "\",\"memory_kib\":%lu,\"passes\":%lu,\"salt\":",
                   memory_kib, passes);
    kb_json_write_base64url(t, salt, SALT_BYTES);
    kb_text_append_string(t, "}");
}

kb_status kb_cli_private_file_write(char **out, const kb_secret *jwk,
                                    const kb_secret *passphrase) {
    KB_SECRET_LOCAL(key, KB_AEAD_KEY_BYTES);
    uint8_t salt[SALT_BYTES], nonce[KB_AEAD_NONCE_BYTES];
    size_t len = kb_secret_len(jwk);
    KB_SECRET_HANDLE sealed = NULL;
    kb_text t = {.data = NULL};
    KB_TRY(kb_rng_bytes(salt, sizeof salt));
    KB_TRY(kb_rng_bytes(nonce, sizeof nonce));
    KB_TRY(kb_passphrase_key(key, passphrase, salt, MEMORY_KIB, PASSES));
    KB_TRY(kb_secret_new(&sealed, len + KB_AEAD_TAG_BYTES));
    write_header(&t, MEMORY_KIB, PASSES, salt);
    kb_status status = t.status;
    if (status == KB_OK) {
        status = kb_aead_seal(kb_secret_data(sealed), key, nonce, t.data, t.len,
                              kb_secret_bytes(jwk), len);
    }
    if (status != KB_OK) {
        kb_text_free(&t);
        return status;
    }
    kb_text_append_string(&t, ",\"nonce\":");
    kb_json_write_base64url(&t, nonce, sizeof nonce);
    kb_text_append_string(&t, ",\"ciphertext\":");
    kb_json_write_base64url(&t, kb_secret_bytes(sealed), kb_secret_len(sealed));
    kb_text_append_string(&t, "}");
    return kb_text_finish(&t, out);
}

/* ---- reading ---- */

static enum member find(const kb_json_event *event) {
    for (int m = NONE + 1; m < MEMBERS; m++) {
        if (members[m].depth == event->depth && strlen(members[m].name) == event->len &&
            memcmp(members[m].name, event->text, event->len) == 0) {
            return (enum member)m;
        }
    }
    return NONE;
}

static kb_status on_name(file *f, const kb_json_event *event) {
    bool is_kdf =
        event->depth == 1 && event->len == 3 && memcmp(event->text, "kdf", 3) == 0;
    f->now = find(event);
    if (f->now == NONE && !is_kdf) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "unknown member in the key file");
    }
    return KB_OK;
}

static kb_status on_number(file *f, const kb_json_event *event) {
    unsigned long n = 0;
    if (event->len > 9) {
        return KB_FAIL_AT(KB_ERR_LIMIT, event->offset, "%s is too large",
                          members[f->now].name);
    }
    for (size_t i = 0; i < event->len; i++) {
        if (event->text[i] < '0' || event->text[i] > '9') {
            return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "%s is no whole number",
                              members[f->now].name);
        }
        n = n * 10 + (unsigned long)(event->text[i] - '0');
    }
    f->number[f->now] = n;
    f->seen |= 1U << f->now;
    return KB_OK;
}

static kb_status on_string(file *f, const kb_json_event *event) {
    enum member m = f->now;
    if (m == CIPHERTEXT) {
        if (f->sealed.len + event->len > SEALED_MAX) {
            return KB_FAIL_AT(KB_ERR_LIMIT, event->offset, "ciphertext is too long");
        }
        kb_text_append(&f->sealed, event->text, event->len);
    } else {
        if (event->len > f->string[m].cap - f->string[m].len) {
            return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "%s is too long",
                              members[m].name);
        }
        memcpy(f->string[m].text + f->string[m].len, event->text, event->len);
        f->string[m].len += event->len;
    }
    f->seen |= 1U << m;
    return KB_OK;
}

static kb_status on_event(void *self, const kb_json_event *event) {
    file *f = self;
    if (event->type == KB_JSON_NAME) {
        return on_name(f, event);
    }
    if (event->type == KB_JSON_OBJECT_END) {
        f->now = NONE;
        return KB_OK;
    }
    /* The root, and kdf inside it, are the only objects. */
    if (event->type == KB_JSON_OBJECT_BEGIN && event->depth < 2 && f->now == NONE) {
        return KB_OK;
    }
    if (f->now == NONE || event->type != members[f->now].type) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                          "a member of the key file has a "
                          "wrong type");
    }
    return event->type == KB_JSON_NUMBER ? on_number(f, event) : on_string(f, event);
}

static bool is_text(const file *f, enum member m, const char *want) {
    return f->string[m].len == strlen(want) &&
           memcmp(f->string[m].text, want, f->string[m].len) == 0;
}

static kb_status check(const file *f) {
    for (int m = NONE + 1; m < MEMBERS; m++) {
        if ((f->seen & 1U << m) == 0) {
            return KB_FAIL(KB_ERR_FORMAT, "the key file has no %s", members[m].name);
        }
    }
    if (!is_text(f, KEYBRAID, KIND) || f->number[V] != 1 || !is_text(f, ALG, KDF)) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "the key file is of another kind or version");
    }
    if (f->number[MEMORY] < MEMORY_KIB_MIN || f->number[MEMORY] > MEMORY_KIB_MAX ||
        f->number[PASS_COUNT] < 1 || f->number[PASS_COUNT] > PASSES_MAX) {
        return KB_FAIL(KB_ERR_LIMIT,
                       "work factor of the key file: memory_kib %d to %d and passes 1 to "
                       "%d are read",
                       MEMORY_KIB_MIN, MEMORY_KIB_MAX, PASSES_MAX);
    }
    if (f->string[SALT].len != sizeof f->salt ||
        f->string[NONCE].len != sizeof f->nonce ||
        KB_BASE64URL_BYTES(f->sealed.len) <= KB_AEAD_TAG_BYTES) {
        return KB_FAIL(KB_ERR_FORMAT, "salt, nonce or ciphertext has a wrong length");
    }
    return KB_OK;
}

static kb_status open_sealed(kb_secret **jwk, const file *f,
                             const kb_secret *passphrase) {
    KB_SECRET_LOCAL(key, KB_AEAD_KEY_BYTES);
    uint8_t salt[SALT_BYTES], nonce[KB_AEAD_NONCE_BYTES];
    size_t len = KB_BASE64URL_BYTES(f->sealed.len);
    KB_SECRET_HANDLE sealed = NULL;
    kb_text header = {.data = NULL};
    KB_TRY(kb_base64url_decode(salt, f->salt, sizeof f->salt, 0));
    KB_TRY(kb_base64url_decode(nonce, f->nonce, sizeof f->nonce, 0));
    KB_TRY(kb_secret_new(&sealed, len));
    KB_TRY(kb_base64url_decode(kb_secret_data(sealed), f->sealed.data, f->sealed.len, 0));
    KB_TRY(kb_passphrase_key(key, passphrase, salt, (uint32_t)f->number[MEMORY],
                             (uint32_t)f->number[PASS_COUNT]));
    KB_TRY(kb_secret_new(jwk, len - KB_AEAD_TAG_BYTES));
    write_header(&header, f->number[MEMORY], f->number[PASS_COUNT], salt);
    kb_status status = header.status;
    if (status == KB_OK) {
        status = kb_aead_open(kb_secret_data(*jwk), key, nonce, header.data, header.len,
                              kb_secret_bytes(sealed), len);
    }
    kb_text_free(&header);
    if (status != KB_OK) {
        kb_secret_free(*jwk);
        *jwk = NULL;
    }
    if (status == KB_ERR_AUTH) {
        return KB_FAIL(KB_ERR_PASSPHRASE,
                       "the pass-phrase does not open the key file, or "
                       "the file was altered");
    }
    return status;
}

kb_status kb_cli_private_file_read(kb_secret **jwk, const char *text, size_t len,
                                   const kb_secret *passphrase) {
    file f = {.now = NONE};
    f.string[KEYBRAID].text = f.kind;
    f.string[KEYBRAID].cap = sizeof f.kind;
    f.string[ALG].text = f.kdf;
    f.string[ALG].cap = sizeof f.kdf;
    f.string[SALT].text = f.salt;
    f.string[SALT].cap = sizeof f.salt;
    f.string[NONCE].text = f.nonce;
    f.string[NONCE].cap = sizeof f.nonce;
    kb_status status = kb_json_scan(text, len, limits, on_event, &f);
    if (status == KB_OK) {
        status = f.sealed.status;
    }
    if (status == KB_OK) {
        status = check(&f);
    }
    if (status == KB_OK) {
        status = open_sealed(jwk, &f, passphrase);
    }
    kb_text_free(&f.sealed);
    return status;
}

/* Says yes at the first member of that name and goes on. */
static kb_status look_for_mark(void *self, const kb_json_event *event) {
    bool *is_found = self;
    if (event->type == KB_JSON_NAME && event->depth == 1 && event->len == 8 &&
        memcmp(event->text, "keybraid", 8) == 0) {
        *is_found = true;
    }
    return KB_OK;
}

bool kb_cli_private_file_is(const char *text, size_t len) {
    static const kb_json_limits any = {
        .max_depth = KB_JSON_DEPTH_MAX, .max_members = 64, .max_elements = 64};
    bool is_found = false;
    /* A broken file with the mark is still one of ours: its reader says what is wrong. */
    kb_status ignored = kb_json_scan(text, len, any, look_for_mark, &is_found);
    (void)ignored;
    return is_found;
}
