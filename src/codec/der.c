/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* DER elements. */
#include "codec/der.h"

#include "core/error.h"

#include <string.h>

#define LONG_FORM     0x80
#define LENGTH_OCTETS 4 /* no key file is longer than four length octets can say */

bool kb_der_is_next(const kb_der *der, uint8_t tag) {
    return der->len > 0 && der->data[0] == tag;
}

/* Reads the length octets at data[1]; *head is the number of bytes before the content. */
static kb_status read_length(const kb_der *der, size_t *head, size_t *len) {
    if (der->len < 2) {
        return KB_FAIL_AT(KB_ERR_FORMAT, der->offset, "DER: an element is cut off");
    }
    uint8_t first = der->data[1];
    *head = 2;
    *len = first;
    if (first < LONG_FORM) {
        return KB_OK;
    }
    size_t octets = first & 0x7f;
    if (octets == 0 || octets > LENGTH_OCTETS || der->len < 2 + octets) {
        return KB_FAIL_AT(KB_ERR_FORMAT, der->offset + 1, "DER: length octets");
    }
    *len = 0;
    for (size_t i = 0; i < octets; i++) {
        *len = *len << 8 | der->data[2 + i];
    }
    *head = 2 + octets;
    if (der->data[2] == 0 || *len < LONG_FORM) {
        return KB_FAIL_AT(KB_ERR_FORMAT, der->offset + 1,
                          "DER: a length is not in its shortest form");
    }
    return KB_OK;
}

kb_status kb_der_take(kb_der *der, uint8_t tag, kb_der *content) {
    size_t head, len;
    if (!kb_der_is_next(der, tag)) {
        return KB_FAIL_AT(
            KB_ERR_FORMAT, der->offset, "DER: expected tag %02x, found %s%02x", tag,
            der->len == 0 ? "the end, " : "", der->len == 0 ? 0 : der->data[0]);
    }
    KB_TRY(read_length(der, &head, &len));
    if (len > der->len - head) {
        return KB_FAIL_AT(KB_ERR_FORMAT, der->offset, "DER: an element is cut off");
    }
    *content = (kb_der){der->data + head, len, der->offset + head};
    der->data += head + len;
    der->len -= head + len;
    der->offset += head + len;
    return KB_OK;
}

kb_status kb_der_take_oid(kb_der *der, kb_der *oid) {
    KB_TRY(kb_der_take(der, KB_DER_OID, oid));
    return oid->len > 0 ? KB_OK
                        : KB_FAIL_AT(KB_ERR_FORMAT, oid->offset, "DER: empty OID");
}

kb_status kb_der_take_small(kb_der *der, unsigned *value) {
    kb_der content;
    KB_TRY(kb_der_take(der, KB_DER_INTEGER, &content));
    bool is_padded = content.len == 2 && content.data[0] == 0 && content.data[1] >= 0x80;
    if (!is_padded && (content.len != 1 || content.data[0] >= 0x80)) {
        return KB_FAIL_AT(KB_ERR_FORMAT, content.offset,
                          "DER: an integer is not 0 to 255");
    }
    *value = content.data[content.len - 1];
    return KB_OK;
}

kb_status kb_der_take_bits(kb_der *der, kb_der *content) {
    KB_TRY(kb_der_take(der, KB_DER_BIT_STRING, content));
    if (content->len == 0 || content->data[0] != 0) {
        return KB_FAIL_AT(KB_ERR_FORMAT, content->offset,
                          "DER: a bit string has unused bits");
    }
    *content = (kb_der){content->data + 1, content->len - 1, content->offset + 1};
    return KB_OK;
}

kb_status kb_der_end(const kb_der *der) {
    return der->len == 0 ? KB_OK
                         : KB_FAIL_AT(KB_ERR_FORMAT, der->offset,
                                      "DER: bytes after the last element");
}

kb_der_writer kb_der_writer_on(uint8_t *buffer, size_t capacity) {
    return (kb_der_writer){buffer, capacity, capacity, false};
}

void kb_der_put(kb_der_writer *w, const void *bytes, size_t len) {
    if (len > w->at) {
        w->is_full = true;
        return;
    }
    w->at -= len;
    if (len != 0) {
        memcpy(w->buffer + w->at, bytes, len);
    }
}

void kb_der_wrap(kb_der_writer *w, uint8_t tag, size_t end) {
    size_t len = end - w->at, octets = 0;
    uint8_t head[2 + sizeof len];
    head[0] = tag;
    head[1] = (uint8_t)len;
    if (len >= LONG_FORM) {
        while (octets < sizeof len && len >> (8 * octets) != 0) {
            octets++;
        }
        head[1] = (uint8_t)(LONG_FORM | octets);
        for (size_t i = 0; i < octets; i++) {
            head[2 + i] = (uint8_t)(len >> (8 * (octets - 1 - i)));
        }
    }
    kb_der_put(w, head, 2 + octets);
}
