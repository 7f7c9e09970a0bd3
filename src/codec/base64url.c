/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Base64url in arithmetic on eight characters at a time.
 *
 * A 64-bit word holds eight bytes that never carry into each other: every byte is below
 * 128, and adding 128 - k sets its top bit exactly when it is at least k. No table, no
 * comparison and no branch sees the data, so the time depends on the length only; the
 * loops over whole words have a form that compilers turn into vector code.
 */
#include "codec/base64url.h"

#include "core/bytes.h"
#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"

#define ONES (UINT64_C(0x0101010101010101))
#define TOPS (UINT64_C(0x8080808080808080))

/* Top bit of each byte: whether it is at least k. The other bits are noise. */
#define AT_LEAST(x, k) ((x) + (uint64_t)(128 - (k)) * ONES)
/* Top bit of each byte: whether it is k. The other bits are noise. */
#define EQUALS(x, k) (TOPS - ((x) ^ (uint64_t)(k)*ONES))

/* Characters that are decoded before the errors are looked at; small enough for the
 * first-level cache and for any stack. */
#define BLOCK_CHARS 4096

/* Turns eight values below 64 into characters. The steps between the runs of the alphabet
 * are sums of powers of two, so that each is a shift of the top bit. */
static inline uint64_t chars_of(uint64_t x) {
    uint64_t a = AT_LEAST(x, 26) & TOPS; /* 'a' - 26 is 'A' + 6 */
    uint64_t b = AT_LEAST(x, 52) & TOPS; /* '0' - 52 is 75 less */
    uint64_t c = AT_LEAST(x, 62) & TOPS; /* '-' - 62 is 13 less */
    uint64_t d = AT_LEAST(x, 63) & TOPS; /* '_' - 63 is 49 more */
    x += 65 * ONES + (a >> 5) + (a >> 6);
    x -= (b >> 1) + (b >> 4) + (b >> 6) + (b >> 7);
    x -= (c >> 4) + (c >> 5) + (c >> 7);
    return x + (d >> 2) + (d >> 3) + (d >> 7);
}

/* Turns eight characters into values below 64; sets the top bit of a byte of *bad, and
 * gives any value, where the character is outside the alphabet. */
static inline uint64_t values_of(uint64_t text, uint64_t *bad) {
    uint64_t x = text & ~TOPS;
    uint64_t lower = x | 32 * ONES;
    uint64_t letter = (AT_LEAST(lower, 'a') ^ AT_LEAST(lower, 'z' + 1)) & TOPS;
    uint64_t small = letter & (x << 2); /* bit 5 tells the two cases apart */
    uint64_t digit = (AT_LEAST(x, '0') ^ AT_LEAST(x, '9' + 1)) & TOPS;
    uint64_t minus = EQUALS(x, '-') & TOPS;
    uint64_t under = EQUALS(x, '_') & TOPS;
    *bad |= (text | ~(letter | digit | minus | under)) & TOPS;
    x -= (letter >> 1) + (letter >> 7); /* 'A' is 0: 65 less */
    x -= (small >> 5) + (small >> 6);   /* 'a' is 26: 71 less */
    x += (digit >> 5);                  /* '0' is 52: 4 more */
    x += (minus >> 3) + (minus >> 7);   /* '-' is 62: 17 more */
    return x - (under >> 2);            /* '_' is 63: 32 less */
}

/* Spreads the 48 low bits of x over the low six bits of eight bytes, the first on top. */
static inline uint64_t spread(uint64_t x) {
    x = (x & UINT64_C(0xffffff000000)) << 8 | (x & UINT64_C(0xffffff));
    x = (x & UINT64_C(0x00fff00000fff000)) << 4 | (x & UINT64_C(0x00000fff00000fff));
    return (x & UINT64_C(0x0fc00fc00fc00fc0)) << 2 | (x & UINT64_C(0x003f003f003f003f));
}

/* The reverse; the two top bits of each byte are ignored. */
static inline uint64_t gather(uint64_t x) {
    x = (x >> 2 & UINT64_C(0x0fc00fc00fc00fc0)) | (x & UINT64_C(0x003f003f003f003f));
    x = (x >> 4 & UINT64_C(0x00fff00000fff000)) | (x & UINT64_C(0x00000fff00000fff));
    return (x >> 8 & UINT64_C(0xffffff000000)) | (x & UINT64_C(0xffffff));
}

/* Encodes len <= 6 bytes at the end of a text. */
static void encode_last(char *out, const uint8_t *in, size_t len) {
    uint8_t padded[8] = {0};
    memcpy(padded, in, len);
    kb_store_be64(padded, chars_of(spread(kb_load_be64(padded) >> 16)));
    memcpy(out, padded, KB_BASE64URL_TEXT_LEN(len));
    kb_wipe(padded, sizeof padded);
}

void kb_base64url_encode(char *out, const void *in, size_t len) {
    const uint8_t *from = in;
    while (len >= 8) {
        size_t words = (len - 2) / 6;
        if (words > BLOCK_CHARS / 8) {
            words = BLOCK_CHARS / 8;
        }
        for (size_t i = 0; i < words; i++) {
            kb_store_be64(out + 8 * i, spread(kb_load_be64(from + 6 * i) >> 16));
        }
        for (size_t i = 0; i < words; i++) {
            uint64_t x;
            memcpy(&x, out + 8 * i, sizeof x);
            x = chars_of(x);
            memcpy(out + 8 * i, &x, sizeof x);
        }
        out += 8 * words;
        from += 6 * words;
        len -= 6 * words;
    }
    while (len > 0) {
        size_t n = len < 6 ? len : 6;
        encode_last(out, from, n);
        out += KB_BASE64URL_TEXT_LEN(n);
        from += n;
        len -= n;
    }
}

/* Decodes words * 8 characters, at most BLOCK_CHARS; returns nonzero when one is bad. */
static uint64_t decode_block(uint8_t *out, const char *text, size_t words) {
    uint64_t values[BLOCK_CHARS / 8];
    uint64_t bad = 0;
    for (size_t i = 0; i < words; i++) {
        uint64_t x;
        memcpy(&x, text + 8 * i, sizeof x);
        values[i] = values_of(x, &bad);
    }
    /* Each store is two bytes longer than its six; the next one covers them. */
    for (size_t i = 0; i + 1 < words; i++) {
        kb_store_be64(out + 6 * i, gather(kb_load_be64(&values[i])) << 16);
    }
    uint8_t last[8];
    kb_store_be64(last, gather(kb_load_be64(&values[words - 1])) << 16);
    memcpy(out + 6 * (words - 1), last, 6);
    kb_wipe(values, words * sizeof values[0]);
    kb_wipe(last, sizeof last);
    return bad;
}

/* Decodes the 2..7 last characters; returns nonzero when one is bad or unused bits are
 * not zero. */
static uint64_t decode_last(uint8_t *out, const char *text, size_t len) {
    uint8_t group[8] = "AAAAAAAA";
    uint64_t bad = 0;
    memcpy(group, text, len);
    uint64_t bits = gather(values_of(kb_load_be64(group), &bad));
    size_t bytes = KB_BASE64URL_BYTES(len);
    kb_store_be64(group, bits << 16);
    memcpy(out, group, bytes);
    kb_wipe(group, sizeof group);
    return bad | (bits << 16 << 8 * bytes);
}

static bool is_in_alphabet(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
}

/* Names the fault of a text that has one. Here the time may depend on the text: it is
 * refused, and the place of the fault is told. */
static kb_status fault(const char *text, size_t len, uint64_t base_offset) {
    size_t at = 0;
    while (at < len && is_in_alphabet(text[at])) {
        at++;
    }
    if (at < len) {
        return KB_FAIL_AT(KB_ERR_FORMAT, base_offset + at, "base64url: %s",
                          text[at] == '='
                              ? "padding is not allowed"
                              : "this character is not in the alphabet A-Z a-z 0-9 - _");
    }
    uint64_t last = base_offset + len - (len > 0);
    if (len % 4 == 1) {
        return KB_FAIL_AT(KB_ERR_FORMAT, last,
                          "base64url: one character is left over after groups of four");
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, last,
                      "base64url: the unused bits of the last character are not zero");
}

/* Decodes without a look at the error; returns nonzero when there is one. */
static uint64_t decode(uint8_t *out, const char *text, size_t len) {
    uint64_t bad = 0;
    while (len >= 8) {
        size_t words = len < BLOCK_CHARS ? len / 8 : BLOCK_CHARS / 8;
        bad |= decode_block(out, text, words);
        out += 6 * words;
        text += 8 * words;
        len -= 8 * words;
    }
    if (len % 4 == 1) {
        return 1;
    }
    if (len > 0) {
        bad |= decode_last(out, text, len);
    }
    /* Whether a text is valid is told to the caller. */
    KB_CT_PUBLIC(&bad, sizeof bad);
    return bad;
}

kb_status kb_base64url_decode(void *out, const char *text, size_t len,
                              uint64_t base_offset) {
    if (decode(out, text, len) != 0) {
        kb_wipe(out, KB_BASE64URL_BYTES(len));
        return fault(text, len, base_offset);
    }
    return KB_OK;
}

size_t kb_base64url_encode_feed(kb_base64url_encoder *e, char *out, const void *in,
                                size_t len) {
    const uint8_t *from = in;
    size_t written = 0;
    if (len == 0) {
        return 0;
    }
    if (e->carried != 0) {
        uint8_t group[3] = {e->carry[0], e->carry[1], 0};
        size_t missing = 3 - e->carried;
        size_t taken = len < missing ? len : missing;
        for (size_t i = 0; i < taken; i++) {
            group[e->carried + i] = from[i];
        }
        if (taken < missing) {
            memcpy(e->carry, group, sizeof e->carry);
            e->carried += taken;
            kb_wipe(group, sizeof group);
            return 0;
        }
        kb_base64url_encode(out, group, sizeof group);
        kb_wipe(group, sizeof group);
        written = 4;
        from += taken;
        len -= taken;
    }
    size_t whole = len / 3 * 3;
    kb_base64url_encode(out + written, from, whole);
    e->carried = len - whole;
    for (size_t i = 0; i < e->carried; i++) {
        e->carry[i] = from[whole + i];
    }
    return written + KB_BASE64URL_TEXT_LEN(whole);
}

size_t kb_base64url_encode_finish(kb_base64url_encoder *e, char *out) {
    size_t written = KB_BASE64URL_TEXT_LEN(e->carried);
    kb_base64url_encode(out, e->carry, e->carried);
    kb_wipe(e, sizeof *e);
    return written;
}

kb_status kb_base64url_decode_feed(kb_base64url_decoder *d, void *out, size_t *written,
                                   const char *text, size_t len) {
    uint8_t *to = out;
    size_t done = 0;
    *written = 0;
    if (len == 0) {
        return KB_OK;
    }
    if (d->carried != 0) {
        while (d->carried < 4 && len > 0) {
            d->carry[d->carried++] = *text++;
            d->offset++;
            len--;
        }
        if (d->carried < 4) {
            return KB_OK;
        }
        d->carried = 0;
        kb_status first = kb_base64url_decode(to, d->carry, 4, d->offset - 4);
        kb_wipe(d->carry, sizeof d->carry);
        KB_TRY(first);
        done = 3;
    }
    size_t whole = len / 4 * 4;
    kb_status status = kb_base64url_decode(to + done, text, whole, d->offset);
    if (status != KB_OK) {
        kb_wipe(to, done);
        return status;
    }
    for (size_t i = whole; i < len; i++) {
        d->carry[d->carried++] = text[i];
    }
    d->offset += len;
    *written = done + KB_BASE64URL_BYTES(whole);
    return KB_OK;
}

kb_status kb_base64url_decode_finish(kb_base64url_decoder *d, void *out,
                                     size_t *written) {
    size_t len = d->carried;
    *written = 0;
    kb_status status = kb_base64url_decode(out, d->carry, len, d->offset - len);
    kb_wipe(d->carry, sizeof d->carry);
    d->carried = 0;
    if (status == KB_OK) {
        *written = KB_BASE64URL_BYTES(len);
    }
    return status;
}
