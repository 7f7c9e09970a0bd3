/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vector sets of SHA-2, SHA-3 and HMAC: plain, Monte Carlo, large data. */
#include "acvp.h"
#include "acvp_digest.h"

#include "core/alloc.h"
#include "core/error.h"

#include <inttypes.h>
#include <string.h>

#define CHAIN_RESULTS 100
#define CHAIN_STEPS   1000
/* Large data: 8 GiB is the most that the public server asks for. */
#define LARGE_MAX_BITS (UINT64_C(1) << 38)
#define LARGE_PIECE    ((size_t)1 << 16)

static kb_status plain(const kb_acvp_digest *digest, kb_acvp_case *c) {
    kb_acvp_digest_state state = {.digest = NULL};
    uint8_t out[KB_ACVP_DIGEST_MAX_BYTES];
    kb_acvp_bytes message;
    uint64_t bits;
    KB_TRY(kb_acvp_bytes_any(&message, c, "msg"));
    KB_TRY(kb_acvp_number(&bits, c, "len", UINT64_MAX));
    if (bits / 8 + (bits % 8 != 0) > message.len) {
        return KB_FAIL(KB_ERR_FORMAT, "msg has %zu bytes, len says %" PRIu64 " bits",
                       message.len, bits);
    }
    size_t len = (size_t)(bits / 8);
    if (bits % 8 != 0) {
        kb_acvp_digest_bits(digest, out, message.data, len, (unsigned)(bits % 8));
    } else {
        kb_status status = kb_acvp_digest_once(&state, digest, out, message.data, len);
        kb_acvp_digest_free(&state);
        KB_TRY(status);
    }
    return kb_acvp_put_bytes(c->answer, "md", out, digest->bytes);
}

/* ---- Monte Carlo ---- */

typedef struct chain {
    const kb_acvp_digest *digest;
    kb_acvp_digest_state state;
    bool is_alternate; /* every hashed message has message_bytes */
    size_t message_bytes;
    uint8_t *message; /* room for one */
} chain;

/* Hashes len bytes of the message, first cut or filled with zeros where that is asked. */
static kb_status chain_hash(chain *mc, uint8_t *out, size_t len) {
    if (mc->is_alternate) {
        if (len < mc->message_bytes) {
            memset(mc->message + len, 0, mc->message_bytes - len);
        }
        len = mc->message_bytes;
    }
    return kb_acvp_digest_once(&mc->state, mc->digest, out, mc->message, len);
}

/* 1000 steps for SHA-3: every digest is the next message. */
static kb_status steps_sha3(chain *mc, uint8_t *seed, size_t *seed_len) {
    for (int step = 0; step < CHAIN_STEPS; step++) {
        memcpy(mc->message, seed, *seed_len);
        KB_TRY(chain_hash(mc, seed, *seed_len));
        *seed_len = mc->digest->bytes;
    }
    return KB_OK;
}

/* 1000 steps for SHA-2: the last three digests are the next message, the seed three
 * times to begin with. */
static kb_status steps_sha2(chain *mc, uint8_t *seed, size_t *seed_len) {
    uint8_t last[3][KB_ACVP_DIGEST_MAX_BYTES];
    size_t len = *seed_len, bytes = mc->digest->bytes;
    for (int step = 0; step < CHAIN_STEPS; step++) {
        size_t at = 0;
        for (int i = 0; i < 3; i++) {
            bool is_seed = step + i < 3;
            size_t n = is_seed ? len : bytes;
            memcpy(mc->message + at, is_seed ? seed : last[(step + i) % 3], n);
            at += n;
        }
        KB_TRY(chain_hash(mc, last[step % 3], at));
    }
    memcpy(seed, last[(CHAIN_STEPS - 1) % 3], bytes);
    *seed_len = bytes;
    return KB_OK;
}

static kb_status chain_results(chain *mc, kb_acvp_case *c, uint8_t *seed,
                               size_t seed_len) {
    json_t *results = json_array();
    KB_TRY(kb_acvp_put(c->answer, "resultsArray", results));
    for (int i = 0; i < CHAIN_RESULTS; i++) {
        KB_TRY(mc->digest->is_sha3 ? steps_sha3(mc, seed, &seed_len)
                                   : steps_sha2(mc, seed, &seed_len));
        json_t *result = json_object();
        kb_status status = kb_acvp_put_bytes(result, "md", seed, mc->digest->bytes);
        if (json_array_append_new(results, result) != 0) {
            status = KB_FAIL(KB_ERR_MEMORY, "resultsArray");
        }
        KB_TRY(status);
    }
    return KB_OK;
}

static kb_status monte_carlo(const kb_acvp_digest *digest, kb_acvp_case *c) {
    const char *version;
    kb_acvp_bytes given;
    uint8_t *seed;
    KB_TRY(kb_acvp_text_or(&version, c, "mctVersion", "standard"));
    KB_TRY(kb_acvp_bytes_bits(&given, c, "msg", "len"));
    bool is_alternate = strcmp(version, "alternate") == 0;
    if (!is_alternate && strcmp(version, "standard") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "mctVersion %.40s", version);
    }
    size_t room = given.len < digest->bytes ? digest->bytes : given.len;
    chain mc = {
        .digest = digest, .is_alternate = is_alternate, .message_bytes = given.len};
    KB_TRY(kb_acvp_alloc(&seed, c, room));
    KB_TRY(kb_acvp_alloc(&mc.message, c, 3 * room));
    memcpy(seed, given.data, given.len);
    kb_status status = chain_results(&mc, c, seed, given.len);
    kb_acvp_digest_free(&mc.state);
    return status;
}

/* ---- Large data ---- */

/* Feeds total bytes that repeat content. piece has room for a multiple of it. */
static kb_status feed_repeated(kb_acvp_digest_state *state, const kb_acvp_bytes *content,
                               uint64_t total, uint8_t *piece, size_t piece_len) {
    for (size_t at = 0; at < piece_len; at += content->len) {
        memcpy(piece + at, content->data, content->len);
    }
    while (total > 0) {
        size_t n = total < piece_len ? (size_t)total : piece_len;
        KB_TRY(kb_acvp_digest_feed(state, piece, n));
        total -= n;
    }
    return KB_OK;
}

static kb_status large_data(const kb_acvp_digest *digest, kb_acvp_case *c) {
    static const char name[] = "largeMsg";
    const json_t *large = kb_acvp_find(c, name);
    kb_acvp_digest_state state = {.digest = NULL};
    const char *technique;
    uint8_t *piece, out[KB_ACVP_DIGEST_MAX_BYTES];
    uint64_t content_bits, full_bits;
    kb_acvp_bytes content;
    if (!json_is_object(large)) {
        return KB_FAIL(KB_ERR_FORMAT, "largeMsg is missing or not an object");
    }
    KB_TRY(
        kb_acvp_value_bytes(&content, c, json_object_get(large, "content"), "content"));
    KB_TRY(kb_acvp_value_number(&content_bits, json_object_get(large, "contentLength"),
                                "contentLength", LARGE_MAX_BITS));
    KB_TRY(kb_acvp_value_number(&full_bits, json_object_get(large, "fullLength"),
                                "fullLength", LARGE_MAX_BITS));
    KB_TRY(kb_acvp_value_text(&technique, json_object_get(large, "expansionTechnique"),
                              "expansionTechnique"));
    if (strcmp(technique, "repeating") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "expansionTechnique %.40s", technique);
    }
    if (content_bits % 8 != 0 || full_bits % 8 != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "a length in largeMsg is not whole bytes");
    }
    if (content_bits == 0 || content_bits / 8 != content.len) {
        return KB_FAIL(KB_ERR_FORMAT,
                       "content has %zu bytes, contentLength says %" PRIu64 " bits",
                       content.len, content_bits);
    }
    size_t piece_len = content.len >= LARGE_PIECE
                           ? content.len
                           : LARGE_PIECE / content.len * content.len;
    KB_TRY(kb_acvp_alloc(&piece, c, piece_len));
    kb_status status = kb_acvp_digest_begin(&state, digest);
    if (status == KB_OK) {
        status = feed_repeated(&state, &content, full_bits / 8, piece, piece_len);
    }
    if (status == KB_OK) {
        status = kb_acvp_digest_finish(&state, out);
    }
    kb_acvp_digest_free(&state);
    return status == KB_OK ? kb_acvp_put_bytes(c->answer, "md", out, digest->bytes)
                           : status;
}

kb_status kb_acvp_hash(kb_acvp_case *c) {
    const kb_acvp_digest *digest;
    KB_TRY(kb_acvp_digest_find(&digest, c->algorithm));
    return strcmp(c->test_type, "MCT") == 0   ? monte_carlo(digest, c)
           : strcmp(c->test_type, "LDT") == 0 ? large_data(digest, c)
                                              : plain(digest, c);
}

/* ---- HMAC ---- */

kb_status kb_acvp_hmac(kb_acvp_case *c) {
    const kb_acvp_digest *digest;
    uint8_t mac[KB_ACVP_DIGEST_MAX_BYTES];
    kb_acvp_bytes key, message;
    uint64_t mac_bits;
    KB_TRY(kb_acvp_digest_find(&digest, c->algorithm + strlen("HMAC-")));
    KB_TRY(kb_acvp_bytes_bits(&key, c, "key", "keyLen"));
    KB_TRY(kb_acvp_bytes_bits(&message, c, "msg", "msgLen"));
    KB_TRY(kb_acvp_number(&mac_bits, c, "macLen", UINT64_MAX));
    if (mac_bits % 8 != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "macLen is %" PRIu64 " bits, not whole bytes",
                       mac_bits);
    }
    if (mac_bits == 0 || mac_bits / 8 > digest->bytes) {
        return KB_FAIL(KB_ERR_FORMAT, "macLen is %" PRIu64 " bits", mac_bits);
    }
    KB_TRY(kb_acvp_hmac_once(digest, mac, key.data, key.len, message.data, message.len));
    return kb_acvp_put_bytes(c->answer, "mac", mac, (size_t)(mac_bits / 8));
}
