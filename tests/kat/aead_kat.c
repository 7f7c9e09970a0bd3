/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Known answers of AES-256-GCM: one-shot, streaming sealer, two-pass opener, and the
 * opener of whole messages below FLOE. */
#include "kat/kat.h"
#include "libcrypto/aes.h"
#include "sym/gcm.h"

#include <keybraid/aead.h>

typedef struct message {
    const uint8_t *key, *iv, *aad, *text, *ct, *tag;
    size_t aad_len, len;
    uint8_t *sealed; /* ct || tag */
} message;

static bool read_message(const kat_case *c, message *m) {
    size_t key_len, iv_len, ct_len, tag_len;
    m->key = kat_hex(c, "key", &key_len);
    m->iv = kat_hex(c, "iv", &iv_len);
    m->aad = kat_hex(c, "aad", &m->aad_len);
    m->text = kat_hex(c, "msg", &m->len);
    m->ct = kat_hex(c, "ct", &ct_len);
    m->tag = kat_hex(c, "tag", &tag_len);
    m->sealed = kat_buffer(ct_len + KB_AEAD_TAG_BYTES);
    bool fits = key_len == KB_AEAD_KEY_BYTES && iv_len == KB_AEAD_NONCE_BYTES &&
                tag_len == KB_AEAD_TAG_BYTES && ct_len == m->len;
    CHECK(fits);
    if (fits) {
        (void)memcpy(m->sealed, m->ct, ct_len);
        (void)memcpy(m->sealed + ct_len, m->tag, KB_AEAD_TAG_BYTES);
    }
    return fits;
}

static void one_shot(const kat_case *c, const message *m) {
    size_t sealed_len = m->len + KB_AEAD_TAG_BYTES;
    uint8_t *out = kat_buffer(sealed_len), *opened = kat_buffer(m->len);
    CHECK_OK(kb_aead_seal(out, m->key, m->iv, m->aad, m->aad_len, m->text, m->len));
    CHECK((memcmp(out, m->sealed, sealed_len) == 0) == !kat_is_invalid(c));
    CHECK_STATUS(
        kb_aead_open(opened, m->key, m->iv, m->aad, m->aad_len, m->sealed, sealed_len),
        kat_is_invalid(c) ? KB_ERR_AUTH : KB_OK);
    if (!kat_is_invalid(c)) {
        CHECK_MEM(opened, m->text, m->len);
    }
}

static void sealer(const message *m) {
    kb_gcm_seal *seal = NULL;
    uint8_t *out = kat_buffer(m->len), tag[KB_GCM_TAG_BYTES];
    REQUIRE_OK(kb_gcm_seal_new(&seal, m->key, m->iv));
    CHECK_OK(kb_gcm_seal_aad(seal, m->aad, m->aad_len / 2));
    CHECK_OK(kb_gcm_seal_aad(seal, m->aad + m->aad_len / 2, m->aad_len - m->aad_len / 2));
    for (size_t i = 0; i < m->len; i++) {
        CHECK_OK(kb_gcm_seal_update(seal, out + i, m->text + i, 1));
    }
    CHECK_OK(kb_gcm_seal_finish(seal, tag));
    kb_gcm_seal_free(seal);
    CHECK_MEM(out, m->ct, m->len);
    CHECK_MEM(tag, m->tag, sizeof tag);
}

typedef struct collected {
    uint8_t *data;
    size_t len, cap;
} collected;

static kb_status collect(void *self, const uint8_t *data, size_t len) {
    collected *to = self;
    if (len > to->cap - to->len) {
        return KB_ERR_LIMIT;
    }
    (void)memcpy(to->data + to->len, data, len);
    to->len += len;
    return KB_OK;
}

static void opener(const kat_case *c, const message *m) {
    kb_gcm_open *opening = NULL;
    collected to = {kat_buffer(m->len), 0, m->len};
    REQUIRE_OK(kb_gcm_open_new(&opening, m->key, m->iv));
    CHECK_OK(kb_gcm_open_aad(opening, m->aad, m->aad_len));
    for (size_t i = 0; i < m->len; i++) {
        CHECK_OK(kb_gcm_open_verify(opening, m->ct + i, 1));
    }
    CHECK_STATUS(kb_gcm_open_check(opening, m->tag),
                 kat_is_invalid(c) ? KB_ERR_AUTH : KB_OK);
    kb_status want = kat_is_invalid(c) ? KB_ERR_STATE : KB_OK;
    CHECK_STATUS(kb_gcm_open_release(opening, m->ct, m->len, collect, &to), want);
    CHECK_STATUS(kb_gcm_open_release_end(opening, collect, &to), want);
    kb_gcm_open_free(opening);
    CHECK_INT(to.len, kat_is_invalid(c) ? 0 : m->len);
    CHECK_MEM(to.data, m->text, to.len);
}

/* Twice with one opener: a refused message leaves nothing behind. */
static void whole_opener(const kat_case *c, const message *m) {
    kb_libcrypto_gcm_opener *opening = NULL;
    uint8_t *out = kat_buffer(m->len);
    kb_libcrypto_gcm_sealed sealed = {m->iv, m->aad, m->aad_len, m->ct, m->len, m->tag};
    REQUIRE_OK(kb_libcrypto_gcm_opener_new(&opening, m->key));
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(kb_libcrypto_gcm_opener_run(opening, &sealed, out),
                     kat_is_invalid(c) ? KB_ERR_AUTH : KB_OK);
    }
    if (!kat_is_invalid(c)) {
        CHECK_MEM(out, m->text, m->len);
    }
    kb_libcrypto_gcm_opener_free(opening);
}

static void run_a256gcm(const kat_case *c) {
    message m;
    if (!read_message(c, &m)) {
        return;
    }
    one_shot(c, &m);
    opener(c, &m);
    whole_opener(c, &m);
    if (!kat_is_invalid(c)) {
        sealer(&m);
    }
}

int main(void) {
    static const kat_op ops[] = {{"a256gcm", run_a256gcm}};
    return kat_main("aead", ops, 1);
}
