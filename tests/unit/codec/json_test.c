/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The JSON scanner: events, every way to cut the input, limits, errors that stick. */
#include "codec/json.h"

#include "test.h"

static const kb_json_limits usual = {8, 64, 1000};

/* A handler that writes the events down; the pieces of a string become one entry. */
typedef struct journal {
    char text[1 << 16];
    size_t len;
    bool in_string;
    unsigned events;
    unsigned fail_at; /* the event that is refused; 0 for none */
} journal;

static void note(journal *j, const char *s, size_t n) {
    if (j->len + n < sizeof j->text) {
        memcpy(j->text + j->len, s, n);
        j->len += n;
        j->text[j->len] = '\0';
    }
}

static kb_status record(void *self, const kb_json_event *e) {
    static const char marks[] = "{}[]N\"#tfn";
    journal *j = self;
    char head[64];
    if (!j->in_string) {
        int n = snprintf(head, sizeof head, "%c%u@%llu", marks[e->type], e->depth,
                         (unsigned long long)e->offset);
        note(j, head, (size_t)n);
    }
    if (e->type == KB_JSON_STRING || e->type == KB_JSON_NAME ||
        e->type == KB_JSON_NUMBER) {
        if (!j->in_string) {
            note(j, ":", 1);
        }
        note(j, e->text, e->len);
    }
    if ((e->type == KB_JSON_STRING && e->is_last) || e->type == KB_JSON_NAME) {
        note(j, e->has_escape ? "\\" : "|", 1);
    }
    j->in_string = e->type == KB_JSON_STRING && !e->is_last;
    if (!j->in_string) {
        note(j, " ", 1);
    }
    j->events++;
    return j->events == j->fail_at ? KB_ERR_POLICY : KB_OK;
}

static journal one, two;

static kb_status scan(journal *j, const char *text, size_t len, kb_json_limits limits) {
    unsigned fail_at = j->fail_at;
    memset(j, 0, sizeof *j);
    j->fail_at = fail_at;
    return kb_json_scan(text, len, limits, record, j);
}

/* Scans in two pieces, or, with cut 0, byte by byte. */
static kb_status scan_cut(journal *j, const char *text, size_t len, size_t cut,
                          kb_json_limits limits) {
    kb_json *json = NULL;
    kb_status status = kb_json_new(&json, limits, 0, record, j);
    j->len = j->events = 0;
    j->in_string = false;
    for (size_t at = 0; at < len && status == KB_OK;) {
        size_t n = cut == 0 ? 1 : at == 0 ? cut : len - at;
        /* A copy of exactly this piece, so that a sanitizer sees a read beyond it. */
        char *piece = malloc(n);
        memcpy(piece, text + at, n);
        status = kb_json_feed(json, piece, n);
        free(piece);
        at += n;
    }
    if (status == KB_OK) {
        status = kb_json_finish(json);
    }
    kb_json_free(json);
    return status;
}

static void check_events(const char *text, const char *want) {
    CHECK_OK(scan(&one, text, strlen(text), usual));
    CHECK_STR(one.text, want);
}

TEST(events_come_in_order_with_depth_and_offset) {
    check_events("{}", "{0@0 }0@1 ");
    check_events(" [ ] ", "[0@1 ]0@3 ");
    check_events("null", "n0@0 ");
    check_events("\ttrue\r\n", "t0@1 ");
    check_events("false", "f0@0 ");
    check_events("\"\"", "\"0@1:| ");
    check_events("\"abc\"", "\"0@1:abc| ");
    check_events("[1,-0,2.50,3e7,4E+1,5.0e-12,0]",
                 "[0@0 #1@1:1 #1@3:-0 #1@6:2.50 #1@11:3e7 #1@15:4E+1 #1@20:5.0e-12 "
                 "#1@28:0 ]0@29 ");
    check_events("{\"a\":{\"b\":[true,null]},\"c\":\"d\"}",
                 "{0@0 N1@1:a| {1@5 N2@6:b| [2@10 t3@11 n3@16 ]2@20 }1@21 N1@23:c| "
                 "\"1@28:d| }0@30 ");
    check_events("[{},{},[[]]]", "[0@0 {1@1 }1@2 {1@4 }1@5 [1@7 [2@8 ]2@9 ]1@10 ]0@11 ");
}

TEST(escapes_are_taken_out_of_names_and_values) {
    check_events("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"0@1:\"\\/\b\f\n\r\t\\ ");
    check_events("\"a\\u0041\\u00e4\\u20AC\\ud83D\\uDe00z\"",
                 "\"0@1:aA\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z\\ ");
    check_events("\"\\uDBFF\\uDFFF\\uFFFF\\uE000\\uD7FF\"",
                 "\"0@1:\xf4\x8f\xbf\xbf\xef\xbf\xbf\xee\x80\x80\xed\x9f\xbf\\ ");
    check_events("{\"\\u0061\\n\":1}", "{0@0 N1@1:a\n\\ #1@12:1 }0@13 ");
    /* A value after an escaped name has no escape itself. */
    check_events("{\"\\u0061\":\"b\"}", "{0@0 N1@1:a\\ \"1@11:b| }0@13 ");
}

TEST(utf8_passes_as_it_is) {
    check_events("\"\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\xf0"
                 "\x90\x80\x80\xf4\x8f\xbf\xbf\x7f\"",
                 "\"0@1:\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"
                 "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\x7f| ");
    check_events("{\"gr\xc3\xbc\xc3\x9f\":0}",
                 "{0@0 N1@1:gr\xc3\xbc\xc3\x9f| #1@10:0 }0@11 ");
}

TEST(a_nul_escape_is_a_byte_of_the_value) {
    CHECK_OK(scan(&one, "\"a\\u0000b\"", 10, usual));
    CHECK_INT(one.len, 10);
    CHECK_MEM(one.text, "\"0@1:a\0b\\ ", 10);
}

static const char *const documents[] = {
    "{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256\",\"crit\":[\"ckem\"],\"ckem\":{\"v\""
    ":1}}",
    " [ 1 , -0.5e+10 , true , false , null , \"\" , { } , [ ] ] \n",
    "{\"\\u0061\\ud83d\\ude00\":\"\\\\x\\\"\\u20ac\",\"gr\xc3\xbc\xc3\x9f\":"
    "\"\xf0\x9f\x98"
    "\x80\xe2\x82\xac\",\"\":{\"\":{\"\":[[0]]}}}",
    "\"plain text that is longer than a few machine words, with \xc3\xa4 in it\"",
    "123456",
    "\"0123456789012345678901234567890123456789\\n0123456789\"",
    "[\"\\ud83d\\u0041\"]",
    "[\"\xe2\x82\"]",
    "{\"a\":1,\"\\u0061\":2}",
    "[01]",
    "[1,]",
    "\xef\xbb\xbf{}",
    "\xff\xfe{",
    "nulx",
    "[-]",
    "\"unfinished",
    "{\"x\":[{},{}",
};

TEST(every_cut_gives_the_same_events_or_the_same_error) {
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        const char *text = documents[i];
        size_t len = strlen(text);
        kb_status want = scan(&one, text, len, usual);
        uint64_t offset = kb_last_error()->offset;
        for (size_t cut = 0; cut < len; cut++) {
            CHECK_STATUS(scan_cut(&two, text, len, cut, usual), want);
            if (want != KB_OK) {
                CHECK_INT(kb_last_error()->offset, offset);
            } else {
                CHECK(one.len == two.len);
                CHECK_STR(two.text, one.text);
            }
        }
    }
}

TEST(a_long_string_comes_without_a_copy_and_with_offsets) {
    static char text[5000];
    memset(text, 'x', sizeof text);
    text[0] = text[sizeof text - 1] = '"';
    for (size_t at = 1; at < 80; at++) {
        static const char stops[] = "\\\x1f\x80";
        for (size_t s = 0; stops[s] != '\0'; s++) {
            text[at] = stops[s];
            CHECK_STATUS(scan(&one, text, sizeof text, usual), KB_ERR_FORMAT);
            CHECK_INT(kb_last_error()->offset, stops[s] == '\\' ? at + 1 : at);
        }
        text[at] = 'x';
    }
    CHECK_OK(scan(&one, text, sizeof text, usual));
    CHECK_INT(one.events, 1);
    CHECK_INT(one.len, 5 + sizeof text - 2 + 2);
}

typedef struct seen {
    const char *low, *high;
    unsigned inside;
} seen;

static kb_status look(void *self, const kb_json_event *e) {
    seen *s = self;
    s->inside += e->text >= s->low && e->text + e->len <= s->high;
    return KB_OK;
}

/* Where a string of 'a' goes wrong that has this byte at this offset; -1: nowhere. */
static long long fault_of(unsigned byte, size_t at) {
    bool is_lead = byte >= 0xc2 && byte <= 0xf4;
    if (byte == '"' || byte == '\\' || is_lead) {
        return (long long)at + 1; /* it is the next byte that cannot stand there */
    }
    return byte < 0x20 || byte >= 0x80 ? (long long)at : -1;
}

TEST(every_byte_at_every_place_of_a_long_string_is_looked_at) {
    enum { LEN = 160 };
    /* From 2 on: a NUL as the second byte is a sign of UTF-16. */
    for (size_t at = 2; at < LEN - 2; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            char text[LEN];
            memset(text, 'a', sizeof text);
            text[0] = text[LEN - 1] = '"';
            text[at] = (char)byte;
            long long fault = fault_of(byte, at);
            one.fail_at = 0;
            kb_status status = scan(&one, text, sizeof text, usual);
            CHECK_STATUS(status, fault < 0 ? KB_OK : KB_ERR_FORMAT);
            if (status == KB_OK) {
                CHECK(memcmp(one.text + strlen("\"0@1:"), text + 1, LEN - 2) == 0);
            } else {
                CHECK_INT(kb_last_error()->offset, fault);
            }
        }
    }
}

TEST(pieces_of_plain_text_point_into_the_input) {
    static const char text[] = "\"abcdefghijklmnopqrstuvwxyz\xc3\xa4\"";
    seen s = {text, text + sizeof text, 0};
    CHECK_OK(kb_json_scan(text, sizeof text - 1, usual, look, &s));
    CHECK_INT(s.inside, 1);
}

/* A taker that takes 'a's, in the journal as if they had come in an event; at most so
 * many at once. */
static size_t take_most;
static unsigned offers;

static kb_status take(void *self, const kb_json_event *offer, size_t *taken) {
    journal *j = self;
    size_t n = 0;
    while (n < offer->len && n < take_most && offer->text[n] == 'a') {
        n++;
    }
    offers++;
    *taken = n;
    if (n == 0) {
        return KB_OK;
    }
    kb_json_event event = *offer;
    event.len = n;
    return record(j, &event);
}

static kb_status scan_taking(journal *j, const char *text, size_t len) {
    kb_json *json = NULL;
    memset(j, 0, sizeof *j);
    offers = 0;
    kb_status status = kb_json_new(&json, usual, 0, record, j);
    if (status == KB_OK) {
        kb_json_set_taker(json, take);
        status = kb_json_feed(json, text, len);
    }
    if (status == KB_OK) {
        status = kb_json_finish(json);
    }
    kb_json_free(json);
    return status;
}

TEST(with_text_taken_out_the_rest_is_the_same) {
    static char text[1200];
    static const char stops[] = {'"', '\\', '\n', '\x80', '\xc3', 'b'};
    one.fail_at = 0;
    for (size_t s = 0; s < sizeof stops; s++) {
        for (size_t at = 1; at < 1000; at++) {
            memset(text, 'a', sizeof text);
            text[0] = '[';
            text[1] = text[sizeof text - 2] = '"';
            text[sizeof text - 1] = ']';
            text[1 + at] = stops[s];
            take_most = at % 3 == 0 ? SIZE_MAX : 64;
            kb_status want = scan(&one, text, sizeof text, usual);
            uint64_t offset = kb_last_error()->offset;
            CHECK_STATUS(scan_taking(&two, text, sizeof text), want);
            CHECK(offers > 0);
            if (want != KB_OK) {
                CHECK_INT(kb_last_error()->offset, offset);
            } else {
                CHECK_STR(two.text, one.text);
            }
        }
    }
}

TEST(names_short_texts_and_what_follows_an_escape_are_not_offered) {
    char text[600];
    one.fail_at = 0;
    take_most = SIZE_MAX;
    memset(text, 'a', sizeof text);
    memcpy(text, "{\"", 2);
    CHECK_STATUS(scan_taking(&two, text, 250), KB_ERR_FORMAT);
    CHECK_INT(offers, 0);
    memcpy(text, "\"\\n", 3);
    text[sizeof text - 1] = '"';
    /* The first offer is the whole string; it begins with the backslash. */
    CHECK_OK(scan_taking(&two, text, sizeof text));
    CHECK_INT(offers, 1);
    memcpy(text, "\"aa\"", 4);
    CHECK_OK(scan_taking(&two, text, 4));
    CHECK_INT(offers, 0);
    memset(text, ' ', sizeof text);
    CHECK_STATUS(scan_taking(&two, text, sizeof text), KB_ERR_FORMAT);
    CHECK_INT(offers, 0);
}

static kb_status take_refuses(void *self, const kb_json_event *offer, size_t *taken) {
    (void)self;
    (void)offer;
    *taken = 0;
    return KB_ERR_POLICY;
}

TEST(a_takers_error_stops_the_scan_and_sticks) {
    kb_json *json = NULL;
    char text[300] = "\"";
    memset(&one, 0, sizeof one);
    memset(text + 1, 'a', sizeof text - 1);
    REQUIRE_OK(kb_json_new(&json, usual, 0, record, &one));
    kb_json_set_taker(json, take_refuses);
    CHECK_STATUS(kb_json_feed(json, text, sizeof text), KB_ERR_POLICY);
    kb_json_set_taker(json, NULL);
    CHECK_STATUS(kb_json_feed(json, "a", 1), KB_ERR_POLICY);
    kb_json_free(json);
}

TEST(the_base_offset_is_added) {
    kb_json *json = NULL;
    memset(&one, 0, sizeof one);
    REQUIRE_OK(kb_json_new(&json, usual, 1000, record, &one));
    CHECK_OK(kb_json_feed(json, "[1,", 3));
    CHECK_STATUS(kb_json_feed(json, "]", 1), KB_ERR_FORMAT);
    CHECK_INT(kb_last_error()->offset, 1003);
    CHECK_STR(one.text, "[0@1000 #1@1001:1 ");
    kb_json_free(json);
}

TEST(depth_is_limited) {
    const char *eight = "[[[[[[[[1]]]]]]]]", *nine = "[[[[[[[[[1]]]]]]]]]";
    const char *mixed = "[{\"a\":[{\"a\":[{\"a\":[{\"a\":{}}]}]}]}]";
    CHECK_OK(scan(&one, eight, strlen(eight), usual));
    CHECK_STATUS(scan(&one, nine, strlen(nine), usual), KB_ERR_LIMIT);
    CHECK_INT(kb_last_error()->offset, 8);
    CHECK_STATUS(scan(&one, mixed, strlen(mixed), usual), KB_ERR_LIMIT);
    CHECK_INT(kb_last_error()->offset, 24);
    CHECK_OK(scan(&one, "[]", 2, (kb_json_limits){1, 0, 0}));
    CHECK_STATUS(scan(&one, "[[]]", 4, (kb_json_limits){1, 9, 9}), KB_ERR_LIMIT);
}

TEST(five_million_brackets_are_an_error_and_no_crash) {
    size_t len = 5000000;
    char *text = malloc(len);
    static const char brackets[] = "[{";
    REQUIRE(text != NULL);
    for (unsigned i = 0; i < 2; i++) {
        memset(text, brackets[i], len);
        CHECK_STATUS(scan(&one, text, len, (kb_json_limits){KB_JSON_DEPTH_MAX, 64, 64}),
                     i == 0 ? KB_ERR_LIMIT : KB_ERR_FORMAT);
        CHECK_INT(kb_last_error()->offset, i == 0 ? KB_JSON_DEPTH_MAX : 1);
    }
    free(text);
}

/* Writes an object of n members with names of width characters; returns its length. */
static size_t object_of(char *text, unsigned n, unsigned width) {
    size_t len = 0;
    text[len++] = '{';
    for (unsigned i = 0; i < n; i++) {
        len +=
            (size_t)sprintf(text + len, "%s\"%0*u\":0", i == 0 ? "" : ",", (int)width, i);
    }
    text[len++] = '}';
    text[len] = '\0';
    return len;
}

TEST(members_and_elements_are_limited) {
    char text[2000];
    size_t len = object_of(text, 64, 2);
    CHECK_OK(scan(&one, text, len, usual));
    len = object_of(text, 65, 2);
    CHECK_STATUS(scan(&one, text, len, usual), KB_ERR_LIMIT);
    CHECK_INT(kb_last_error()->offset, 64 * 7 + 1);
    CHECK_OK(scan(&one, "[1,[2,3,4],5]", 13, (kb_json_limits){8, 64, 3}));
    CHECK_STATUS(scan(&one, "[1,[2,3,4,5],5]", 15, (kb_json_limits){8, 64, 3}),
                 KB_ERR_LIMIT);
    CHECK_INT(kb_last_error()->offset, 10);
    CHECK_STATUS(scan(&one, "[{}]", 4, (kb_json_limits){8, 64, 0}), KB_ERR_LIMIT);
    /* What is no value is a fault of syntax, full or not. */
    CHECK_STATUS(scan(&one, "[1,]", 4, (kb_json_limits){8, 64, 1}), KB_ERR_FORMAT);
}

TEST(a_member_name_has_at_most_256_bytes) {
    static char text[4000];
    for (unsigned escaped = 0; escaped < 2; escaped++) {
        for (size_t chars = 255; chars <= 258; chars++) {
            size_t len = (size_t)sprintf(text, "[{\"");
            for (size_t i = 0; i < chars; i++) {
                len += (size_t)sprintf(text + len, "%s", escaped ? "\\u0061" : "a");
            }
            len += (size_t)sprintf(text + len, "\":1}]");
            kb_status want = chars <= KB_JSON_NAME_MAX ? KB_OK : KB_ERR_LIMIT;
            CHECK_STATUS(scan(&one, text, len, usual), want);
            for (size_t cut = 0; cut < len; cut += 1 + cut / 5) {
                CHECK_STATUS(scan_cut(&two, text, len, cut, usual), want);
                CHECK(want == KB_OK || kb_last_error()->offset == 2);
            }
        }
    }
}

TEST(all_names_of_open_objects_have_a_limit_together) {
    static char text[20000];
    /* Each name takes 254 bytes and 2 for its length: 32 fill the space. */
    const kb_json_limits wide = {8, 5000, 1000};
    size_t len = object_of(text, 32, 254);
    CHECK_OK(scan(&one, text, len, wide));
    len = object_of(text, 33, 254);
    CHECK_STATUS(scan(&one, text, len, wide), KB_ERR_LIMIT);
    CHECK_INT(kb_last_error()->offset, 32 * 259 + 1);
    /* Even an empty name needs its two bytes. */
    len = object_of(text, 32, 254);
    strcpy(text + len - 2, "{\"\":1}}");
    CHECK_STATUS(scan(&one, text, strlen(text), wide), KB_ERR_LIMIT);
    CHECK_INT(kb_last_error()->offset, len - 1);
    /* A closed object gives its space back. */
    text[0] = '[';
    len = 1 + object_of(text + 1, 32, 254);
    text[len++] = ',';
    len += object_of(text + len, 32, 254);
    text[len++] = ']';
    CHECK_OK(scan(&one, text, len, wide));
}

TEST(names_occur_once_in_an_object) {
    static const struct {
        const char *text;
        int offset; /* -1 when it is fine */
    } rows[] = {
        {"{\"a\":1,\"a\":2}", 7},
        {"{\"a\":1,\"\\u0061\":2}", 7},
        {"{\"\\u0061\":1,\"a\":2}", 12},
        {"{\"\":1,\"\":2}", 6},
        {"{\"x\":{\"b\":1,\"c\":2,\"b\":3}}", 18},
        {"[0,{\"n\":1,\"n\":1}]", 10},
        {"{\"\xc3\xa4\":1,\"\\u00E4\":2}", 8},
        {"{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}", 18},
        {"{\"\\/\":1,\"/\":2}", 8},
        {"{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"a\":5}", 25},
        {"{\"a\":{\"z\":1},\"b\":{\"z\":1},\"a\":1}", 25},
        {"{\"a\\u0000b\":1,\"a\\u0000b\":1}", 14},
        {"{\"a\":1,\"A\":2}", -1},
        {"{\"a\":{\"a\":{\"a\":1}}}", -1},
        {"[{\"a\":1},{\"a\":1}]", -1},
        {"{\"a\":1,\"ab\":2,\"abc\":3,\"\":4}", -1},
        {"{\"a\\u0000b\":1,\"a\\u0000c\":1,\"a\":0}", -1},
        {"{\"\xc3\xa4\":1,\"a\xcc\x88\":2}", -1}, /* no normalisation */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_status want = rows[i].offset < 0 ? KB_OK : KB_ERR_FORMAT;
        size_t len = strlen(rows[i].text);
        CHECK_STATUS(scan(&one, rows[i].text, len, usual), want);
        if (want != KB_OK) {
            CHECK_INT(kb_last_error()->offset, rows[i].offset);
            CHECK_STATUS(scan_cut(&two, rows[i].text, len, 0, usual), want);
            CHECK_INT(kb_last_error()->offset, rows[i].offset);
        }
    }
}

TEST(numbers_have_at_most_64_characters) {
    char text[80] = "[";
    memset(text + 1, '7', 65);
    text[65] = ']';
    CHECK_OK(scan(&one, text, 66, usual));
    memcpy(text + 65, "7]", 2);
    CHECK_STATUS(scan(&one, text, 67, usual), KB_ERR_LIMIT);
    CHECK_INT(kb_last_error()->offset, 1);
    CHECK_STATUS(scan_cut(&two, text, 67, 0, usual), KB_ERR_LIMIT);
}

TEST(an_error_comes_back_for_every_call) {
    kb_json *json = NULL;
    REQUIRE_OK(kb_json_new(&json, usual, 0, record, &one));
    CHECK_STATUS(kb_json_feed(json, "[1,,", 4), KB_ERR_FORMAT);
    for (int i = 0; i < 3; i++) {
        /* Another failure in between does not change what is told. */
        CHECK_STATUS(kb_json_scan("", 0, usual, record, &two), KB_ERR_FORMAT);
        CHECK_STATUS(kb_json_feed(json, "2]", 2), KB_ERR_FORMAT);
        CHECK(kb_last_error()->has_offset);
        CHECK_INT(kb_last_error()->offset, 3);
        CHECK(strstr(kb_last_error()->text, "a value is expected") != NULL);
    }
    CHECK_STATUS(kb_json_finish(json), KB_ERR_FORMAT);
    CHECK_INT(kb_last_error()->offset, 3);
    kb_json_free(json);
}

TEST(the_end_comes_once) {
    kb_json *json = NULL;
    REQUIRE_OK(kb_json_new(&json, usual, 0, record, &one));
    CHECK_OK(kb_json_feed(json, NULL, 0));
    CHECK_OK(kb_json_feed(json, "7", 1));
    CHECK_OK(kb_json_finish(json));
    CHECK_STATUS(kb_json_finish(json), KB_ERR_STATE);
    CHECK_STATUS(kb_json_feed(json, " ", 1), KB_ERR_STATE);
    kb_json_free(json);
    kb_json_free(NULL);
}

TEST(a_handlers_error_stops_the_scan_and_sticks) {
    const char *text = "{\"a\":[1,\"x\\ny\",{}]} ";
    CHECK_OK(scan(&one, text, strlen(text), usual));
    unsigned events = one.events;
    CHECK_INT(events, 11);
    for (unsigned i = 1; i <= events; i++) {
        one.fail_at = i;
        CHECK(scan(&one, text, strlen(text), usual) == KB_ERR_POLICY);
        CHECK_INT(one.events, i);
    }
    one.fail_at = 1;
    one.events = 0;
    kb_json *json = NULL;
    REQUIRE_OK(kb_json_new(&json, usual, 0, record, &one));
    CHECK(kb_json_feed(json, "[", 1) == KB_ERR_POLICY);
    CHECK(kb_json_feed(json, "]", 1) == KB_ERR_POLICY);
    CHECK(kb_json_finish(json) == KB_ERR_POLICY);
    CHECK_INT(one.events, 1);
    kb_json_free(json);
    one.fail_at = 0;
}

TEST(wrong_limits_are_refused) {
    kb_json *json = NULL;
    kb_json_limits limits = usual;
    CHECK_STATUS(kb_json_new(&json, limits, 0, NULL, NULL), KB_ERR_ARGUMENT);
    limits.max_depth = 0;
    CHECK_STATUS(kb_json_new(&json, limits, 0, record, NULL), KB_ERR_ARGUMENT);
    limits.max_depth = KB_JSON_DEPTH_MAX + 1;
    CHECK_STATUS(kb_json_new(&json, limits, 0, record, NULL), KB_ERR_ARGUMENT);
    CHECK(json == NULL);
}

int main(void) {
    RUN(events_come_in_order_with_depth_and_offset);
    RUN(escapes_are_taken_out_of_names_and_values);
    RUN(utf8_passes_as_it_is);
    RUN(a_nul_escape_is_a_byte_of_the_value);
    RUN(every_cut_gives_the_same_events_or_the_same_error);
    RUN(a_long_string_comes_without_a_copy_and_with_offsets);
    RUN(every_byte_at_every_place_of_a_long_string_is_looked_at);
    RUN(pieces_of_plain_text_point_into_the_input);
    RUN(with_text_taken_out_the_rest_is_the_same);
    RUN(names_short_texts_and_what_follows_an_escape_are_not_offered);
    RUN(a_takers_error_stops_the_scan_and_sticks);
    RUN(the_base_offset_is_added);
    RUN(depth_is_limited);
    RUN(five_million_brackets_are_an_error_and_no_crash);
    RUN(members_and_elements_are_limited);
    RUN(a_member_name_has_at_most_256_bytes);
    RUN(all_names_of_open_objects_have_a_limit_together);
    RUN(names_occur_once_in_an_object);
    RUN(numbers_have_at_most_64_characters);
    RUN(an_error_comes_back_for_every_call);
    RUN(the_end_comes_once);
    RUN(a_handlers_error_stops_the_scan_and_sticks);
    RUN(wrong_limits_are_refused);
    return TEST_END();
}
