/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keeps a terminal from bytes that are not plain text. */
#include "terminal_filter.h"

#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "utf8.h"

#include <string.h>

typedef struct filter {
    kb_stream *next;
    uint8_t part[4]; /* a character that the end of a piece cut */
    size_t part_len;
} filter;

static kb_status refuse(void) {
    return KB_FAIL(KB_ERR_ARGUMENT,
                   "the output is not text and is not written to a terminal; give -o "
                   "FILE");
}

static bool may_pass(uint32_t code) {
    return !kb_cli_utf8_is_acting(code) || code == '\t' || code == '\n' || code == '\r';
}

/* Completes the cut character with bytes of data; *used says how many. */
static kb_status complete(filter *f, const uint8_t *data, size_t len, size_t *used) {
    uint32_t code = 0;
    bool is_cut = true;
    *used = 0;
    while (f->part_len != 0 && *used < len) {
        f->part[f->part_len++] = data[(*used)++];
        size_t n = kb_cli_utf8_next(&code, &is_cut, f->part, f->part_len);
        if (n == 0 ? !is_cut : !may_pass(code)) {
            return refuse();
        }
        if (n != 0) {
            KB_TRY(kb_stream_feed(f->next, f->part, f->part_len));
            f->part_len = 0;
        }
    }
    return KB_OK;
}

static kb_status filter_feed(void *self, const uint8_t *data, size_t len) {
    filter *f = self;
    size_t used;
    KB_TRY(complete(f, data, len, &used));
    if (f->part_len != 0) {
        return KB_OK; /* the piece ended before the character did */
    }
    data += used;
    len -= used;
    size_t good = 0;
    while (good < len) {
        uint32_t code = 0;
        bool is_cut = false;
        size_t n = kb_cli_utf8_next(&code, &is_cut, data + good, len - good);
        if (is_cut) {
            break;
        }
        if (n == 0 || !may_pass(code)) {
            return refuse();
        }
        good += n;
    }
    f->part_len = len - good;
    if (f->part_len != 0) {
        memcpy(f->part, data + good, f->part_len);
    }
    return kb_stream_feed(f->next, data, good);
}

static kb_status filter_finish(void *self) {
    filter *f = self;
    return f->part_len != 0 ? refuse() : kb_stream_finish(f->next);
}

static void filter_free(void *self) {
    filter *f = self;
    kb_wipe(f, sizeof *f);
    kb_free(f);
}

static const kb_stream_ops ops = {filter_feed, filter_finish, filter_free};

kb_status kb_cli_terminal_filter_new(kb_stream **out, kb_stream *next) {
    filter *f = kb_malloc(sizeof *f);
    if (f == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *f);
    }
    *f = (filter){.next = next};
    kb_status status = kb_stream_new(out, &ops, f);
    if (status != KB_OK) {
        kb_free(f);
    }
    return status;
}
