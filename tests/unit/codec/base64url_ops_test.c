/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a base64url table: a wrong kernel is noticed whichever it is; every table
 * of the build that runs here does what the portable one does, and no more. */
#include "codec/base64url_ops.h"

#include "codec/base64url.h"
#include "tables.h"

#define MOST_BYTES 300
#define MOST_CHARS KB_BASE64URL_TEXT_LEN(MOST_BYTES)
#define SHIFTS     32

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void encode_wrong(char *out, const uint8_t *in, size_t len) {
    kb_base64url_ops_ref.encode(out, in, len);
    out[len / 2] ^= (len % 24 == 5);
}

static uint64_t decode_wrong(uint8_t *out, const char *text, size_t len) {
    uint64_t bad = kb_base64url_ops_ref.decode(out, text, len);
    out[KB_BASE64URL_BYTES(len) - 1] ^= 1;
    return bad;
}

/* Takes the slash of the other alphabet. */
static uint64_t decode_lax(uint8_t *out, const char *text, size_t len) {
    char own[MOST_CHARS];
    for (size_t i = 0; i < len; i++) {
        own[i] = text[i];
        if (text[i] == '/') {
            own[i] = '_';
        }
    }
    return kb_base64url_ops_ref.decode(out, own, len);
}

static size_t run_over(uint8_t *out, const char *text, size_t len) {
    (void)kb_base64url_ops_ref.decode(out, text, len);
    return len / 4 * 4; /* a fault or not */
}

static size_t run_wrong(uint8_t *out, const char *text, size_t len) {
    size_t taken = kb_base64url_ops_ref.decode_run(out, text, len);
    out[taken / 2] ^= 1;
    return taken;
}

static size_t run_short(uint8_t *out, const char *text, size_t len) {
    return kb_base64url_ops_ref.decode_run(out, text, len / 3);
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_base64url_ops wrong[6];
    for (size_t i = 0; i < 6; i++) {
        wrong[i] = kb_base64url_ops_ref;
    }
    wrong[0].encode = encode_wrong;
    wrong[1].decode = decode_wrong;
    wrong[2].decode = decode_lax;
    wrong[3].decode_run = run_over;
    wrong[4].decode_run = run_wrong;
    wrong[5].decode_run = run_short;
    for (size_t i = 0; i < 6; i++) {
        check_is_dropped(&kb_base64url_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_base64url_family), 0);
}

TEST(the_table_in_use_is_the_best_that_the_machine_runs) {
    const kb_ops *best = kb_base64url_family.tables[0];
    bool is_usable = (best->needs & ~kb_cpu_features()) == 0;
    CHECK(!is_usable || &kb_base64url_ops_get()->head == best);
    CHECK(kb_base64url_family.tables[kb_base64url_family.count - 1] ==
          &kb_base64url_ops_ref.head);
}

static uint8_t random_byte(void) {
    static uint32_t state = 7;
    state = state * 1664525u + 1013904223u;
    return (uint8_t)(state >> 24);
}

/* Both directions at one length and shift; everything around the output stays. */
static void check_place(const kb_base64url_ops *ops, size_t len, size_t shift) {
    static uint8_t in[MOST_BYTES + SHIFTS], back[MOST_BYTES + 3 * SHIFTS];
    static char want[MOST_CHARS], text[MOST_CHARS + 3 * SHIFTS];
    size_t chars = KB_BASE64URL_TEXT_LEN(len), bad = 0;
    for (size_t i = 0; i < len; i++) {
        in[shift + i] = random_byte();
    }
    memset(text, '!', sizeof text);
    memset(back, 0x55, sizeof back);
    kb_base64url_ops_ref.encode(want, in + shift, len);
    ops->encode(text + SHIFTS + shift, in + shift, len);
    CHECK_MEM(text + SHIFTS + shift, want, chars);
    CHECK_INT(ops->decode(back + SHIFTS + shift, text + SHIFTS + shift, chars), 0);
    CHECK_MEM(back + SHIFTS + shift, in + shift, len);
    static uint8_t run[MOST_BYTES + 3 * SHIFTS];
    memset(run, 0x55, sizeof run);
    size_t taken = ops->decode_run(run + SHIFTS + shift, text + SHIFTS + shift, chars);
    CHECK(taken % 4 == 0 && taken <= chars && chars - taken < KB_BASE64URL_RUN_MIN);
    CHECK_MEM(run + SHIFTS + shift, in + shift, KB_BASE64URL_BYTES(taken));
    for (size_t i = 0; i < SHIFTS; i++) {
        bad += run[shift + i] != 0x55 || run[SHIFTS + shift + len + i] != 0x55;
        bad += text[shift + i] != '!' || text[SHIFTS + shift + chars + i] != '!';
        bad += back[shift + i] != 0x55 || back[SHIFTS + shift + len + i] != 0x55;
    }
    CHECK_INT(bad, 0);
}

static void check_lengths(const kb_base64url_ops *ops) {
    for (size_t len = 0; len <= MOST_BYTES; len++) {
        for (size_t shift = 0; shift < SHIFTS; shift++) {
            check_place(ops, len, shift);
        }
    }
}

/* Each byte value at each place, in lengths that end in each of the steps of a kernel. */
static void check_values(const kb_base64url_ops *ops) {
    static const size_t lengths[] = {4, 20, 44, 76, 104, 139, 144, 172};
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        char text[172];
        uint8_t got[129], want[129];
        memset(text, 'A', sizeof text);
        for (size_t at = 0; at < lengths[k]; at++) {
            for (unsigned value = 0; value < 256; value++) {
                text[at] = (char)value;
                uint64_t bad = ops->decode(got, text, lengths[k]);
                uint64_t bad_ref = kb_base64url_ops_ref.decode(want, text, lengths[k]);
                CHECK_INT(bad != 0, bad_ref != 0);
                size_t taken = ops->decode_run(got, text, lengths[k]);
                CHECK(taken <= at || (value != 0 && strchr(alphabet, (int)value)));
                CHECK_MEM(got, want, KB_BASE64URL_BYTES(taken));
                bad = ops->decode(got, text, lengths[k]);
                if (at + 1 < lengths[k] || lengths[k] % 4 == 0) {
                    bool is_valid = value != 0 && strchr(alphabet, (int)value) != NULL;
                    CHECK_INT(bad == 0, is_valid);
                }
                if (bad == 0) {
                    CHECK_MEM(got, want, KB_BASE64URL_BYTES(lengths[k]));
                }
            }
            text[at] = 'A';
        }
    }
}

TEST(every_table_does_what_the_portable_one_does) {
    const kb_base64url_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_base64url_family, &at)) != NULL;) {
        check_lengths(ops);
        check_values(ops);
    }
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(the_table_in_use_is_the_best_that_the_machine_runs);
    RUN(every_table_does_what_the_portable_one_does);
    return TEST_END();
}
