/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * FLOE: key derivation, header, segments.
 *
 *     X(k, u, n) = first n bytes of HMAC-SHA384(k, parameters || iv || u || aad || 01)
 *     header     = parameters || iv || X(key, "HEADER_TAG:", 32)
 *     MK         = X(key, "MESSAGE_KEY:", 48)
 *     DEK(i)     = X(MK, "DEK:" || i with its low 20 bits cleared, 32)
 *
 * X is HKDF-Expand of at most one block; it goes through HMAC directly because aad is
 * long and is hashed where it lies.
 */
#include "sym/floe.h"

#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "libcrypto/aes.h"
#include "sym/floe_derand.h"
#include "sym/hmac.h"

#define PARAMETER_BYTES   10
#define TAG_OFFSET        (PARAMETER_BYTES + KB_FLOE_IV_BYTES)
#define HEADER_TAG_BYTES  32
#define MESSAGE_KEY_BYTES 48
#define HASH_BYTES        48 /* of SHA-384 */
#define LENGTH_BYTES      4
#define PLACE_BYTES       9 /* index and finality: the associated data of a segment */
#define NOT_FINAL         UINT32_C(0xffffffff) /* in the length field */
#define NONCES_AT_ONCE    21 /* 252 bytes: the kernel gives up to 256 uninterrupted */
#define NOT_AUTHENTIC     "the message is not authentic"

_Static_assert(KB_FLOE_TEXT_OFFSET == LENGTH_BYTES + KB_FLOE_NONCE_BYTES, "layout");
_Static_assert(KB_FLOE_OVERHEAD_BYTES == KB_FLOE_TEXT_OFFSET + KB_LIBCRYPTO_GCM_TAG_BYTES,
               "layout");
_Static_assert(KB_FLOE_HEADER_BYTES == TAG_OFFSET + HEADER_TAG_BYTES, "layout");

struct kb_floe {
    kb_secret *message_key;
    uint8_t *aad;
    size_t aad_len;
    uint64_t key_mask; /* which bits of an index choose the key */
    uint32_t segment_bytes;
    bool is_opener;
    uint8_t iv[KB_FLOE_IV_BYTES];
};

struct kb_floe_lane {
    const kb_floe *floe;
    kb_libcrypto_gcm *sealer; /* one of the two, NULL before the first segment */
    kb_libcrypto_gcm_opener *opener;
    uint64_t key_index; /* whose key that one holds */
    size_t nonces_left;
    uint8_t nonces[NONCES_AT_ONCE * KB_FLOE_NONCE_BYTES]; /* public */
};

/* ---- Keys ---- */

static void store_parameters(uint8_t out[PARAMETER_BYTES], uint32_t segment_bytes) {
    out[0] = 0; /* AES-256-GCM */
    out[1] = 0; /* HKDF-Expand-SHA384 */
    kb_store_be32(out + 2, segment_bytes);
    kb_store_be32(out + 6, KB_FLOE_IV_BYTES);
}

/* X for up to HASH_BYTES; hmac has the key. */
static kb_status derive(uint8_t *out, size_t out_len, kb_hmac_state *hmac,
                        const kb_floe *floe, const void *purpose, size_t purpose_len) {
    static const uint8_t block_number = 1;
    uint8_t parameters[PARAMETER_BYTES];
    KB_SECRET_LOCAL(block, HASH_BYTES);
    store_parameters(parameters, floe->segment_bytes);
    KB_TRY(kb_hmac_update(hmac, parameters, sizeof parameters));
    KB_TRY(kb_hmac_update(hmac, floe->iv, sizeof floe->iv));
    KB_TRY(kb_hmac_update(hmac, purpose, purpose_len));
    KB_TRY(kb_hmac_update(hmac, floe->aad, floe->aad_len));
    KB_TRY(kb_hmac_update(hmac, &block_number, 1));
    KB_TRY(kb_hmac_final(hmac, block));
    memcpy(out, block, out_len);
    return KB_OK;
}

/* The header tag, and the message key into floe. */
static kb_status derive_message(uint8_t tag[HEADER_TAG_BYTES], kb_floe *floe,
                                const uint8_t *key) {
    static const char for_tag[] = "HEADER_TAG:", for_key[] = "MESSAGE_KEY:";
    kb_hmac_state hmac;
    KB_TRY(kb_secret_new(&floe->message_key, MESSAGE_KEY_BYTES));
    KB_TRY(kb_hmac_init(&hmac, KB_HASH_SHA384, key, KB_FLOE_KEY_BYTES));
    kb_status status =
        derive(tag, HEADER_TAG_BYTES, &hmac, floe, for_tag, sizeof for_tag - 1);
    if (status == KB_OK) {
        status = derive(kb_secret_data(floe->message_key), MESSAGE_KEY_BYTES, &hmac, floe,
                        for_key, sizeof for_key - 1);
    }
    kb_hmac_wipe(&hmac);
    return status;
}

static kb_status derive_segment_key(uint8_t key[KB_LIBCRYPTO_AES_KEY_BYTES],
                                    const kb_floe *floe, uint64_t key_index) {
    static const uint8_t zero[MESSAGE_KEY_BYTES] = {0};
    const uint8_t *message_key = kb_secret_bytes(floe->message_key);
    uint8_t purpose[12] = "DEK:";
    kb_hmac_state hmac;
    /* Secrets are empty in a forked child; everybody knows what an empty key encrypts. */
    if (kb_ct_eq(message_key, zero, sizeof zero)) {
        return KB_FAIL(KB_ERR_STATE, "the message was begun in another process");
    }
    kb_store_be64(purpose + 4, key_index);
    KB_TRY(kb_hmac_init(&hmac, KB_HASH_SHA384, message_key, MESSAGE_KEY_BYTES));
    kb_status status =
        derive(key, KB_LIBCRYPTO_AES_KEY_BYTES, &hmac, floe, purpose, sizeof purpose);
    kb_hmac_wipe(&hmac);
    return status;
}

/* ---- Messages ---- */

static kb_status message_fill(kb_floe *floe, const kb_floe_message *m, const uint8_t *iv,
                              uint8_t tag[HEADER_TAG_BYTES]) {
    memcpy(floe->iv, iv, KB_FLOE_IV_BYTES);
    if (m->aad_len != 0) {
        floe->aad = kb_malloc(m->aad_len);
        if (floe->aad == NULL) {
            return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", m->aad_len);
        }
        memcpy(floe->aad, m->aad, m->aad_len);
        floe->aad_len = m->aad_len;
    }
    return derive_message(tag, floe, m->key);
}

static kb_status message_new(kb_floe **out, const kb_floe_message *m, const uint8_t *iv,
                             uint8_t tag[HEADER_TAG_BYTES]) {
    if (m->segment_bytes < KB_FLOE_SEGMENT_MIN_BYTES ||
        m->segment_bytes > KB_FLOE_SEGMENT_MAX_BYTES ||
        m->rotation_bits > KB_FLOE_ROTATION_BITS) {
        return KB_FAIL(KB_ERR_ARGUMENT, "segments of %lu bytes",
                       (unsigned long)m->segment_bytes);
    }
    kb_floe *floe = kb_malloc(sizeof *floe);
    if (floe == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *floe);
    }
    *floe = (kb_floe){.segment_bytes = m->segment_bytes,
                      .key_mask = UINT64_MAX << m->rotation_bits};
    kb_status status = message_fill(floe, m, iv, tag);
    if (status != KB_OK) {
        kb_floe_free(floe);
        return status;
    }
    *out = floe;
    return KB_OK;
}

kb_status kb_floe_seal_new_derand(kb_floe **out, const kb_floe_message *message,
                                  const uint8_t iv[KB_FLOE_IV_BYTES],
                                  uint8_t header[KB_FLOE_HEADER_BYTES]) {
    store_parameters(header, message->segment_bytes);
    memcpy(header + PARAMETER_BYTES, iv, KB_FLOE_IV_BYTES);
    kb_status status = message_new(out, message, iv, header + TAG_OFFSET);
    if (status != KB_OK) {
        kb_wipe(header, KB_FLOE_HEADER_BYTES);
    }
    return status;
}

kb_status kb_floe_seal_new(kb_floe **out, const uint8_t key[KB_FLOE_KEY_BYTES],
                           uint32_t segment_bytes, const void *aad, size_t aad_len,
                           uint8_t header[KB_FLOE_HEADER_BYTES]) {
    uint8_t iv[KB_FLOE_IV_BYTES];
    kb_floe_message message = {key, segment_bytes, KB_FLOE_ROTATION_BITS, aad, aad_len};
    kb_status status = kb_rng_bytes(iv, sizeof iv);
    if (status != KB_OK) {
        kb_wipe(header, KB_FLOE_HEADER_BYTES);
        return status;
    }
    return kb_floe_seal_new_derand(out, &message, iv, header);
}

kb_status kb_floe_check_header(const uint8_t header[KB_FLOE_HEADER_BYTES],
                               uint32_t segment_bytes) {
    uint8_t want[PARAMETER_BYTES];
    store_parameters(want, segment_bytes);
    if (!kb_ct_eq(header, want, sizeof want)) {
        return KB_FAIL(KB_ERR_FORMAT,
                       "the parameters of the FLOE header are not those of segments of "
                       "%lu bytes",
                       (unsigned long)segment_bytes);
    }
    return KB_OK;
}

kb_status kb_floe_open_new_rotation(kb_floe **out, const kb_floe_message *message,
                                    const uint8_t header[KB_FLOE_HEADER_BYTES]) {
    kb_floe *floe = NULL;
    KB_SECRET_LOCAL(tag, HEADER_TAG_BYTES); /* the right one must not leak to a guesser */
    KB_TRY(kb_floe_check_header(header, message->segment_bytes));
    KB_TRY(message_new(&floe, message, header + PARAMETER_BYTES, tag));
    if (!kb_ct_eq(tag, header + TAG_OFFSET, sizeof tag)) {
        kb_floe_free(floe);
        return KB_FAIL(KB_ERR_AUTH, NOT_AUTHENTIC);
    }
    floe->is_opener = true;
    *out = floe;
    return KB_OK;
}

kb_status kb_floe_open_new(kb_floe **out, const uint8_t key[KB_FLOE_KEY_BYTES],
                           uint32_t segment_bytes, const void *aad, size_t aad_len,
                           const uint8_t header[KB_FLOE_HEADER_BYTES]) {
    kb_floe_message message = {key, segment_bytes, KB_FLOE_ROTATION_BITS, aad, aad_len};
    return kb_floe_open_new_rotation(out, &message, header);
}

void kb_floe_free(kb_floe *floe) {
    if (floe != NULL) {
        kb_secret_free(floe->message_key);
        kb_free(floe->aad);
        kb_free(floe);
    }
}

uint32_t kb_floe_segment_bytes(const kb_floe *floe) {
    return floe->segment_bytes;
}

/* ---- Lanes ---- */

static void drop_key(kb_floe_lane *lane) {
    kb_libcrypto_gcm_free(lane->sealer);
    kb_libcrypto_gcm_opener_free(lane->opener);
    lane->sealer = NULL;
    lane->opener = NULL;
}

kb_status kb_floe_lane_new(kb_floe_lane **out, const kb_floe *floe) {
    kb_floe_lane *lane = kb_malloc(sizeof *lane);
    if (lane == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *lane);
    }
    *lane = (kb_floe_lane){.floe = floe};
    *out = lane;
    return KB_OK;
}

void kb_floe_lane_free(kb_floe_lane *lane) {
    if (lane != NULL) {
        drop_key(lane);
        kb_free(lane);
    }
}

/* Makes the cipher that holds the key of segment index, unless it is the one at hand. */
static kb_status take_key(kb_floe_lane *lane, uint64_t index) {
    uint64_t key_index = index & lane->floe->key_mask;
    bool has_key = lane->sealer != NULL || lane->opener != NULL;
    if (has_key && lane->key_index == key_index) {
        return KB_OK;
    }
    static const uint8_t no_iv[KB_LIBCRYPTO_GCM_IV_BYTES] = {
        0}; /* each segment sets it */
    KB_SECRET_LOCAL(key, KB_LIBCRYPTO_AES_KEY_BYTES);
    drop_key(lane);
    KB_TRY(derive_segment_key(key, lane->floe, key_index));
    lane->key_index = key_index;
    return lane->floe->is_opener ? kb_libcrypto_gcm_opener_new(&lane->opener, key)
                                 : kb_libcrypto_gcm_new(&lane->sealer, key, no_iv);
}

/* Whether a message can have this segment: after the last number nothing can follow. */
static bool has_place(uint64_t index, bool is_final) {
    return index < KB_FLOE_SEGMENTS_MAX - (is_final ? 0 : 1);
}

static void store_place(uint8_t out[PLACE_BYTES], uint64_t index, bool is_final) {
    kb_store_be64(out, index);
    out[8] = is_final;
}

static uint32_t length_field(size_t len, bool is_final) {
    return is_final ? (uint32_t)len : NOT_FINAL;
}

static kb_status check_seal(const kb_floe *floe, uint64_t index, bool is_final,
                            size_t in_len) {
    size_t room = floe->segment_bytes - KB_FLOE_OVERHEAD_BYTES;
    if (floe->is_opener) {
        return KB_FAIL(KB_ERR_STATE, "the message is being opened");
    }
    if (in_len > room || (in_len != room && !is_final)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "a segment with %zu bytes of text, room is %zu",
                       in_len, room);
    }
    if (!has_place(index, is_final)) {
        return KB_FAIL(KB_ERR_LIMIT, "more than 2^40 segments in one message");
    }
    return KB_OK;
}

static kb_status seal_segment(kb_floe_lane *lane, const uint8_t place[PLACE_BYTES],
                              uint8_t *out, const uint8_t *in, size_t in_len,
                              const uint8_t *nonce) {
    uint8_t *text = out + KB_FLOE_TEXT_OFFSET;
    bool is_final = place[8] != 0;
    KB_TRY(kb_libcrypto_gcm_restart(lane->sealer, nonce));
    KB_TRY(kb_libcrypto_gcm_aad(lane->sealer, place, PLACE_BYTES));
    KB_TRY(kb_libcrypto_gcm_encrypt(lane->sealer, text, in, in_len));
    KB_TRY(kb_libcrypto_gcm_tag(lane->sealer, text + in_len));
    kb_store_be32(out, length_field(in_len + KB_FLOE_OVERHEAD_BYTES, is_final));
    memcpy(out + LENGTH_BYTES, nonce, KB_FLOE_NONCE_BYTES);
    return KB_OK;
}

kb_status kb_floe_lane_seal_derand(kb_floe_lane *lane, uint64_t index, bool is_final,
                                   uint8_t *out, const uint8_t *in, size_t in_len,
                                   const uint8_t nonce[KB_FLOE_NONCE_BYTES]) {
    uint8_t place[PLACE_BYTES];
    KB_TRY(check_seal(lane->floe, index, is_final, in_len));
    store_place(place, index, is_final);
    kb_status status = take_key(lane, index);
    if (status == KB_OK) {
        status = seal_segment(lane, place, out, in, in_len, nonce);
    }
    if (status != KB_OK) {
        kb_wipe(out, in_len + KB_FLOE_OVERHEAD_BYTES);
    }
    return status;
}

/* A nonce goes out once, whatever becomes of its segment. */
static kb_status next_nonce(kb_floe_lane *lane, const uint8_t **nonce) {
    if (lane->nonces_left == 0) {
        KB_TRY(kb_rng_bytes(lane->nonces, sizeof lane->nonces));
        lane->nonces_left = NONCES_AT_ONCE;
    }
    lane->nonces_left--;
    *nonce = lane->nonces + lane->nonces_left * KB_FLOE_NONCE_BYTES;
    return KB_OK;
}

kb_status kb_floe_lane_seal(kb_floe_lane *lane, uint64_t index, bool is_final,
                            uint8_t *out, const uint8_t *in, size_t in_len) {
    const uint8_t *nonce = NULL;
    KB_TRY(check_seal(lane->floe, index, is_final, in_len));
    kb_status status = next_nonce(lane, &nonce);
    if (status != KB_OK) {
        kb_wipe(out, in_len + KB_FLOE_OVERHEAD_BYTES);
        return status;
    }
    return kb_floe_lane_seal_derand(lane, index, is_final, out, in, in_len, nonce);
}

static kb_status open_segment(kb_floe_lane *lane, uint64_t index, bool is_final,
                              uint8_t *out, const uint8_t *in, size_t len) {
    uint8_t place[PLACE_BYTES];
    size_t text_len = len - KB_FLOE_OVERHEAD_BYTES;
    const uint8_t *text = in + KB_FLOE_TEXT_OFFSET;
    bool is_full = len == lane->floe->segment_bytes;
    if ((!is_full && !is_final) || kb_load_be32(in) != length_field(len, is_final) ||
        !has_place(index, is_final)) {
        return KB_FAIL(KB_ERR_AUTH, NOT_AUTHENTIC);
    }
    KB_TRY(take_key(lane, index));
    store_place(place, index, is_final);
    return kb_libcrypto_gcm_opener_run(
        lane->opener,
        &(kb_libcrypto_gcm_sealed){in + LENGTH_BYTES, place, sizeof place, text, text_len,
                                   text + text_len},
        out);
}

kb_status kb_floe_lane_open(kb_floe_lane *lane, uint64_t index, bool is_final,
                            uint8_t *out, const uint8_t *in, size_t len) {
    if (!lane->floe->is_opener) {
        return KB_FAIL(KB_ERR_STATE, "the message is being sealed");
    }
    if (len < KB_FLOE_OVERHEAD_BYTES || len > lane->floe->segment_bytes) {
        return KB_FAIL(KB_ERR_AUTH, NOT_AUTHENTIC);
    }
    kb_status status = open_segment(lane, index, is_final, out, in, len);
    if (status != KB_OK) {
        kb_wipe(out, len - KB_FLOE_OVERHEAD_BYTES);
    }
    return status;
}
