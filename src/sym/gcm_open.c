/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The two-pass AES-256-GCM opener.
 *
 * libcrypto has no call for GHASH alone, but a GCM run over a piece as associated data
 * with no text gives it: with E = AES_K(J0), H = AES_K(0), L the run's length block and U
 * the GHASH of the piece without a length block, the run's tag is E + U + L * H (+ is
 * XOR). GHASH is linear, so the pieces of one message fold together as U * H^n + U',
 * where n is the number of blocks of the later piece (libcrypto pads a short last block
 * with zeros as SP 800-38D does). Associated data and text both end a piece, which is the
 * padding that algorithm 4, step 4 wants between them.
 *
 * The tag of a run never leaves the process: with E known, two of them would tell H. It
 * doubles as the check value of its piece for the second pass.
 */
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "libcrypto/aes.h"
#include "sym/gcm.h"
#include "sym/gf128.h"

#include <string.h>

#define BLOCK_BYTES      ((size_t)KB_LIBCRYPTO_AES_BLOCK_BYTES)
#define CHECK_BYTES      ((size_t)KB_GCM_TAG_BYTES)
#define FIRST_CHECKS     ((size_t)240) /* 60 MiB of text; all in one page with the rest */
#define COPY_BYTES       ((size_t)16 << 10) /* copied, then hashed while in the cache */
#define BLOCKS_PER_PIECE (KB_GCM_PIECE_BYTES / BLOCK_BYTES)
#define NOT_AUTHENTIC    "the message is not authentic"
#define AAD_MAX_BYTES    (((uint64_t)1 << 61) - 1)

enum { TAKES_AAD, TAKES_TEXT, CHECKED, RELEASING, HOLDING, ENDED };

/* Everything that follows from the key and the message. */
typedef struct secrets {
    kb_gf128 mask;    /* E */
    kb_gf128 h;       /* H */
    kb_gf128 h_piece; /* H to the number of blocks of a full piece */
    kb_gf128 sum;     /* U of all closed pieces */
    uint8_t checks[FIRST_CHECKS * CHECK_BYTES];
} secrets;

struct kb_gcm_open {
    kb_libcrypto_gcm *ghash;
    kb_libcrypto_ctr *ctr;
    kb_secret *memory; /* holds s */
    secrets *s;
    uint8_t *checks; /* one check value per piece of the text: in s, then in more */
    kb_secret *more_checks;
    size_t check_room;
    kb_secret *piece; /* the working buffer of the second pass */
    size_t check_count;
    size_t piece_len; /* bytes in the current run */
    uint64_t aad_len;
    uint64_t text_len;
    uint64_t fed; /* bytes of the second pass */
    size_t piece_number;
    int phase;
    bool has_sum;
    bool has_h_piece;
    uint8_t iv[KB_GCM_IV_BYTES];
};

static void counter_block(uint8_t block[16], const kb_gcm_open *o, uint8_t number) {
    memcpy(block, o->iv, KB_GCM_IV_BYTES);
    block[12] = 0;
    block[13] = 0;
    block[14] = 0;
    block[15] = number;
}

/* Makes the cipher states and the two field elements E and H. */
static kb_status start(kb_gcm_open *o, const uint8_t *key) {
    uint8_t block[16];
    const uint8_t zero[16] = {0};
    KB_SECRET_LOCAL(value, 16);
    KB_TRY(kb_secret_new(&o->memory, sizeof *o->s));
    o->s = (secrets *)(void *)kb_secret_data(o->memory);
    o->checks = o->s->checks;
    o->check_room = FIRST_CHECKS;
    counter_block(block, o, 1);
    KB_TRY(kb_libcrypto_ctr_new(&o->ctr, key, block));
    KB_TRY(kb_libcrypto_ctr_xor(o->ctr, value, zero, sizeof value));
    o->s->mask = kb_gf128_load(value);
    KB_TRY(kb_libcrypto_ctr_restart(o->ctr, zero));
    KB_TRY(kb_libcrypto_ctr_xor(o->ctr, value, zero, sizeof value));
    o->s->h = kb_gf128_load(value);
    return kb_libcrypto_gcm_new(&o->ghash, key, o->iv);
}

kb_status kb_gcm_open_new(kb_gcm_open **out, const uint8_t key[KB_GCM_KEY_BYTES],
                          const uint8_t iv[KB_GCM_IV_BYTES]) {
    kb_gcm_open *o = kb_malloc(sizeof *o);
    if (o == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *o);
    }
    *o = (kb_gcm_open){.phase = TAKES_AAD};
    memcpy(o->iv, iv, KB_GCM_IV_BYTES);
    kb_status status = start(o, key);
    if (status != KB_OK) {
        kb_gcm_open_free(o);
        return status;
    }
    *out = o;
    return KB_OK;
}

/* Ends the handle when a step failed. */
static kb_status settle(kb_gcm_open *o, kb_status status) {
    if (status != KB_OK) {
        o->phase = ENDED;
        kb_secret_free(o->piece);
        o->piece = NULL;
    }
    return status;
}

/* Ends the current run: its tag, and the run starts over. */
static kb_status end_run(kb_gcm_open *o, uint8_t tag[CHECK_BYTES]) {
    KB_TRY(kb_libcrypto_gcm_tag(o->ghash, tag));
    return kb_libcrypto_gcm_restart(o->ghash, o->iv);
}

/* The length block of associated data and text, times H. */
static kb_gf128 length_times_h(const kb_gcm_open *o, uint64_t aad, uint64_t text) {
    return kb_gf128_mul(o->s->h, (kb_gf128){aad * 8, text * 8});
}

/* Folds a closed piece of piece_len bytes, whose run had this tag, into the sum. */
static void fold(kb_gcm_open *o, const uint8_t tag[CHECK_BYTES]) {
    secrets *s = o->s;
    kb_gf128 u = kb_gf128_add(kb_gf128_load(tag), s->mask);
    u = kb_gf128_add(u, length_times_h(o, o->piece_len, 0));
    if (!o->has_sum) {
        o->has_sum = true;
        s->sum = u;
        return;
    }
    kb_gf128 shift;
    if (o->piece_len == KB_GCM_PIECE_BYTES) {
        if (!o->has_h_piece) {
            s->h_piece = kb_gf128_pow(s->h, BLOCKS_PER_PIECE);
            o->has_h_piece = true;
        }
        shift = s->h_piece;
    } else {
        shift = kb_gf128_pow(s->h, (o->piece_len + BLOCK_BYTES - 1) / BLOCK_BYTES);
    }
    KB_WIPE_AT_END(shift);
    s->sum = kb_gf128_add(kb_gf128_mul(s->sum, shift), u);
}

/* Makes room for one more check value. */
static kb_status reserve_check(kb_gcm_open *o) {
    if (o->check_count < o->check_room) {
        return KB_OK;
    }
    kb_secret *larger = NULL;
    KB_TRY(kb_secret_new(&larger, 2 * o->check_room * CHECK_BYTES));
    memcpy(kb_secret_data(larger), o->checks, o->check_count * CHECK_BYTES);
    kb_secret_free(o->more_checks);
    o->more_checks = larger;
    o->checks = kb_secret_data(larger);
    o->check_room *= 2;
    return KB_OK;
}

/* Closes the current piece of pass 1, if it holds anything. */
static kb_status close_piece(kb_gcm_open *o) {
    if (o->piece_len == 0) {
        return KB_OK;
    }
    KB_SECRET_LOCAL(tag, CHECK_BYTES);
    KB_TRY(end_run(o, tag));
    if (o->phase == TAKES_TEXT) {
        KB_TRY(reserve_check(o));
        memcpy(o->checks + o->check_count * CHECK_BYTES, tag, CHECK_BYTES);
        o->check_count++;
    }
    fold(o, tag);
    o->piece_len = 0;
    return KB_OK;
}

/* Adds bytes to the current piece of pass 1 and closes every piece that is full. */
static kb_status absorb(kb_gcm_open *o, const uint8_t *data, size_t len) {
    while (len != 0) {
        size_t room = KB_GCM_PIECE_BYTES - o->piece_len;
        size_t take = len < room ? len : room;
        KB_TRY(kb_libcrypto_gcm_aad(o->ghash, data, take));
        o->piece_len += take;
        data += take;
        len -= take;
        if (o->piece_len == KB_GCM_PIECE_BYTES) {
            KB_TRY(close_piece(o));
        }
    }
    return KB_OK;
}

kb_status kb_gcm_open_aad(kb_gcm_open *o, const void *data, size_t len) {
    if (o->phase != TAKES_AAD) {
        return KB_FAIL(KB_ERR_STATE, "associated data after the text");
    }
    if (len > AAD_MAX_BYTES - o->aad_len) {
        return settle(o, KB_FAIL(KB_ERR_LIMIT, "2^61 bytes of associated data"));
    }
    o->aad_len += len;
    return settle(o, absorb(o, data, len));
}

/* The associated data is complete: it ends its last piece. */
static kb_status begin_text(kb_gcm_open *o) {
    if (o->phase == TAKES_TEXT) {
        return KB_OK;
    }
    if (o->phase != TAKES_AAD) {
        return KB_FAIL(KB_ERR_STATE, "the first pass is over");
    }
    KB_TRY(settle(o, close_piece(o)));
    o->phase = TAKES_TEXT;
    return KB_OK;
}

kb_status kb_gcm_open_verify(kb_gcm_open *o, const uint8_t *ct, size_t len) {
    KB_TRY(begin_text(o));
    if (len > KB_GCM_MAX_BYTES - o->text_len) {
        return settle(o,
                      KB_FAIL(KB_ERR_LIMIT, "more than 2^36 - 32 bytes in one message"));
    }
    o->text_len += len;
    return settle(o, absorb(o, ct, len));
}

kb_status kb_gcm_open_check(kb_gcm_open *o, const uint8_t tag[KB_GCM_TAG_BYTES]) {
    KB_TRY(begin_text(o));
    KB_TRY(settle(o, close_piece(o)));
    kb_gf128 t = kb_gf128_add(o->s->mask, length_times_h(o, o->aad_len, o->text_len));
    t = kb_gf128_add(t, o->s->sum); /* zero when there was nothing at all */
    KB_SECRET_LOCAL(expected, KB_GCM_TAG_BYTES);
    kb_gf128_store(expected, t);
    KB_WIPE_AT_END(t);
    if (!kb_ct_eq(expected, tag, KB_GCM_TAG_BYTES)) {
        return settle(o, KB_FAIL(KB_ERR_AUTH, NOT_AUTHENTIC));
    }
    uint8_t block[16];
    counter_block(block, o, 2);
    KB_TRY(settle(o, kb_libcrypto_ctr_restart(o->ctr, block)));
    o->phase = CHECKED;
    return KB_OK;
}

/* Enters a second pass of the kind given, or goes on with it. */
static kb_status enter(kb_gcm_open *o, int phase) {
    if (o->phase != CHECKED && o->phase != phase) {
        return KB_FAIL(KB_ERR_STATE, "the tag has not been verified, or was and the "
                                     "message is over");
    }
    if (o->phase == CHECKED && phase == RELEASING && o->text_len != 0) {
        size_t n =
            o->text_len < KB_GCM_PIECE_BYTES ? (size_t)o->text_len : KB_GCM_PIECE_BYTES;
        KB_TRY(settle(o, kb_secret_new(&o->piece, n)));
    }
    o->phase = phase;
    return KB_OK;
}

/* Hands out the piece in the buffer if it is the one of pass 1. */
static kb_status release_piece(kb_gcm_open *o, kb_gcm_sink sink, void *self) {
    KB_SECRET_LOCAL(tag, CHECK_BYTES);
    uint8_t *text = kb_secret_data(o->piece);
    KB_INVARIANT(o->piece_number < o->check_count);
    KB_TRY(end_run(o, tag));
    if (!kb_ct_eq(tag, o->checks + o->piece_number * CHECK_BYTES, CHECK_BYTES)) {
        return KB_FAIL(KB_ERR_AUTH, NOT_AUTHENTIC);
    }
    KB_TRY(kb_libcrypto_ctr_xor(o->ctr, text, text, o->piece_len));
    KB_TRY(sink(self, text, o->piece_len));
    o->piece_number++;
    o->piece_len = 0;
    return KB_OK;
}

/* Copies first and hashes the copy: the caller's bytes may change at any time. */
static kb_status collect(kb_gcm_open *o, const uint8_t *ct, size_t len, kb_gcm_sink sink,
                         void *self) {
    while (len != 0) {
        if (o->piece_len == KB_GCM_PIECE_BYTES) {
            KB_TRY(release_piece(o, sink, self));
        }
        size_t room = KB_GCM_PIECE_BYTES - o->piece_len;
        size_t take = len < room ? len : room;
        take = take < COPY_BYTES ? take : COPY_BYTES;
        uint8_t *to = kb_secret_data(o->piece) + o->piece_len;
        memcpy(to, ct, take);
        KB_TRY(kb_libcrypto_gcm_aad(o->ghash, to, take));
        o->piece_len += take;
        ct += take;
        len -= take;
    }
    return KB_OK;
}

kb_status kb_gcm_open_release(kb_gcm_open *o, const uint8_t *ct, size_t len,
                              kb_gcm_sink sink, void *self) {
    KB_TRY(enter(o, RELEASING));
    if (len > o->text_len - o->fed) {
        return settle(o, KB_FAIL(KB_ERR_AUTH, NOT_AUTHENTIC));
    }
    o->fed += len;
    return settle(o, collect(o, ct, len, sink, self));
}

kb_status kb_gcm_open_release_end(kb_gcm_open *o, kb_gcm_sink sink, void *self) {
    KB_TRY(enter(o, RELEASING));
    if (o->fed != o->text_len) {
        return settle(o, KB_FAIL(KB_ERR_AUTH, NOT_AUTHENTIC));
    }
    if (o->piece_len != 0) {
        KB_TRY(settle(o, release_piece(o, sink, self)));
    }
    o->phase = ENDED;
    return KB_OK;
}

kb_status kb_gcm_open_held(kb_gcm_open *o, uint8_t *out, const uint8_t *in, size_t len) {
    if (o->phase == CHECKED || o->phase == HOLDING) {
        if (len > o->text_len - o->fed) {
            return KB_FAIL(KB_ERR_STATE, "more ciphertext than was verified");
        }
    }
    KB_TRY(enter(o, HOLDING));
    o->fed += len;
    kb_status status = kb_libcrypto_ctr_xor(o->ctr, out, in, len);
    if (status != KB_OK) {
        kb_wipe(out, len);
    }
    return settle(o, status);
}

void kb_gcm_open_free(kb_gcm_open *o) {
    if (o != NULL) {
        kb_libcrypto_gcm_free(o->ghash);
        kb_libcrypto_ctr_free(o->ctr);
        kb_secret_free(o->memory);
        kb_secret_free(o->more_checks);
        kb_secret_free(o->piece);
        kb_free(o);
    }
}
