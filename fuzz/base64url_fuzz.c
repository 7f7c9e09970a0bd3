/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Base64url against a naive decoder and encoder, whole and in pieces. */
#include "codec/base64url.h"
#include "fuzz.h"

#include <string.h>

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void *allocate(size_t n) {
    void *p = malloc(n == 0 ? 1 : n);
    FUZZ_CHECK(p != NULL);
    return p;
}

/* Decodes bit by bit; returns the offset of the fault, or -1. */
static long long naive_decode(uint8_t *out, const uint8_t *text, size_t len) {
    unsigned bits = 0, held = 0;
    for (size_t i = 0; i < len; i++) {
        const char *at = text[i] == 0 ? NULL : strchr(alphabet, text[i]);
        if (at == NULL) {
            return (long long)i;
        }
        bits = (bits << 6 | (unsigned)(at - alphabet)) & 0xfff;
        held += 6;
        if (held >= 8) {
            held -= 8;
            *out++ = (uint8_t)(bits >> held);
        }
    }
    bool is_canonical = held < 6 && (bits & ((1u << held) - 1)) == 0;
    return is_canonical ? -1 : (long long)len - 1;
}

static void naive_encode(char *out, const uint8_t *in, size_t len) {
    for (size_t c = 0; c * 6 < len * 8; c++) {
        unsigned value = 0;
        for (size_t bit = c * 6; bit < c * 6 + 6; bit++) {
            unsigned byte = bit < len * 8 ? in[bit / 8] : 0;
            value = value << 1 | (byte >> (7 - bit % 8) & 1);
        }
        out[c] = alphabet[value];
    }
}

static void check_decode(const uint8_t *data, size_t size) {
    size_t bytes = KB_BASE64URL_BYTES(size);
    uint8_t *want = allocate(bytes + 1), *got = allocate(bytes);
    long long fault = naive_decode(want, data, size);
    kb_status status = kb_base64url_decode(got, (const char *)data, size, 3);
    if (fault < 0) {
        FUZZ_CHECK(status == KB_OK);
        FUZZ_CHECK(memcmp(got, want, bytes) == 0);
        char *again = allocate(size);
        kb_base64url_encode(again, got, bytes);
        FUZZ_CHECK(memcmp(again, data, size) == 0);
        free(again);
    } else {
        FUZZ_CHECK(status == KB_ERR_FORMAT);
        FUZZ_CHECK(kb_last_error()->offset == 3 + (uint64_t)fault);
        for (size_t i = 0; i < bytes; i++) {
            FUZZ_CHECK(got[i] == 0);
        }
    }

    fuzz_pieces pieces = fuzz_pieces_of(data, size);
    kb_base64url_decoder d = {.offset = 3};
    size_t done = 0, written = 0;
    status = KB_OK;
    for (size_t at = 0; at < size && status == KB_OK;) {
        size_t n = fuzz_piece(&pieces, size - at);
        uint8_t *piece = allocate(KB_BASE64URL_BYTES(n + 3));
        const char *text = (const char *)data + at;
        if (n % 2 != 0) {
            /* What a run takes is one piece, what it leaves another. */
            size_t taken = kb_base64url_decode_run(&d, piece, &written, text, n);
            FUZZ_CHECK(fault < 0 || taken == 0 || at + taken <= (size_t)fault);
            n = taken != 0 ? taken : n;
            status = KB_OK;
            if (taken == 0) {
                status = kb_base64url_decode_feed(&d, piece, &written, text, n);
            }
        } else {
            status = kb_base64url_decode_feed(&d, piece, &written, text, n);
        }
        FUZZ_CHECK(done + written <= bytes);
        FUZZ_CHECK(memcmp(want + done, piece, written) == 0);
        free(piece);
        done += written;
        at += n;
    }
    if (status == KB_OK) {
        uint8_t last[2];
        status = kb_base64url_decode_finish(&d, last, &written);
        FUZZ_CHECK(memcmp(want + done, last, written) == 0);
        done += written;
    }
    FUZZ_CHECK((status == KB_OK) == (fault < 0));
    FUZZ_CHECK(status != KB_OK || done == bytes);
    FUZZ_CHECK(status == KB_OK || kb_last_error()->offset == 3 + (uint64_t)fault);
    free(want);
    free(got);
}

static void check_encode(const uint8_t *data, size_t size) {
    size_t chars = KB_BASE64URL_TEXT_LEN(size), done = 0;
    char *want = allocate(chars), *got = allocate(chars);
    naive_encode(want, data, size);
    kb_base64url_encode(got, data, size);
    FUZZ_CHECK(memcmp(got, want, chars) == 0);

    fuzz_pieces pieces = fuzz_pieces_of(data, size);
    kb_base64url_encoder e = {0};
    for (size_t at = 0; at < size;) {
        size_t n = fuzz_piece(&pieces, size - at);
        char *piece = allocate(KB_BASE64URL_TEXT_LEN(n + 2));
        size_t written = kb_base64url_encode_feed(&e, piece, data + at, n);
        FUZZ_CHECK(done + written <= chars);
        FUZZ_CHECK(memcmp(want + done, piece, written) == 0);
        free(piece);
        done += written;
        at += n;
    }
    char last[3];
    size_t written = kb_base64url_encode_finish(&e, last);
    FUZZ_CHECK(done + written == chars);
    FUZZ_CHECK(memcmp(want + done, last, written) == 0);
    free(want);
    free(got);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_decode(data, size);
    check_encode(data, size);
    return 0;
}
