/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE /* memmem */
#define _GNU_SOURCE /* memfd_create */
#include "envelope/peek.h"

#include "jwe_parts.h"

#include <sys/mman.h>
#include <unistd.h>

typedef struct seen {
    int calls;
    char kid[64];
    char mode[16];
    size_t aad_len;
    kb_status answer;
} seen;

static kb_status on_info(void *self, const kb_jwe_info *info) {
    seen *s = self;
    s->calls++;
    snprintf(s->kid, sizeof s->kid, "%s", info->kid == NULL ? "" : info->kid);
    snprintf(s->mode, sizeof s->mode, "%s", info->mode);
    s->aad_len = info->aad_len;
    return s->answer;
}

static uint64_t bytes_read;

static void on_progress(void *self, uint64_t done) {
    (void)self;
    bytes_read = done;
}

static kb_status peek(seen *s, const void *token, size_t len) {
    kb_source *source = NULL;
    int fd = memfd_create("token", 0);
    if (fd < 0 || write(fd, token, len) != (ssize_t)len || lseek(fd, 0, SEEK_SET) != 0 ||
        kb_source_from_fd(&source, fd) != KB_OK) {
        return KB_ERR_INTERNAL;
    }
    kb_source_on_progress(source, on_progress, NULL);
    bytes_read = 0;
    kb_status status = kb_jwe_peek(source, on_info, s);
    kb_source_free(source);
    close(fd);
    return status;
}

TEST(the_head_is_known_without_the_content) {
    size_t len = 3000000;
    uint8_t *data = pattern(len);
    for (int compact = 0; compact <= 1; compact++) {
        kb_buffer token = {0};
        seen s = {0};
        kb_jwe_encrypt_options o = {.format = compact ? KB_JWE_COMPACT : KB_JWE_JSON,
                                    .aad = compact ? NULL : "abc",
                                    .aad_len = compact ? 0 : 3};
        REQUIRE_OK(seal(&token, o, data, len));
        CHECK_OK(peek(&s, token.data, token.len));
        CHECK_INT(s.calls, 1);
        CHECK_STR(s.kid, kb_key_thumbprint(key));
        CHECK_STR(s.mode, compact ? "single" : "direct");
        CHECK_INT(s.aad_len, compact ? 0 : 3);
        CHECK(bytes_read <= KB_STREAM_PIECE_BYTES);
        /* What follows the head is not looked at. */
        CHECK_OK(peek(&s, token.data, token.len - 2000000));
        s.answer = KB_ERR_LIMIT;
        CHECK_STATUS(peek(&s, token.data, token.len), KB_ERR_LIMIT);
        CHECK_INT(s.calls, 3);
        kb_buffer_free(&token);
    }
    free(data);
}

TEST(a_hidden_recipient_has_no_kid) {
    kb_buffer token = {0};
    seen s = {0};
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){.hide_recipient = true}, "x", 1));
    CHECK_OK(peek(&s, token.data, token.len));
    CHECK_STR(s.kid, "");
    kb_buffer_free(&token);
}

TEST(a_head_behind_the_content_is_found_too) {
    kb_buffer token = {0};
    char text[8192];
    seen s = {0};
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){0}, "hello", 5));
    /* Every member but ciphertext and tag, moved behind these. */
    const char *cut = memmem(token.data, token.len, "\"ciphertext\"", 12);
    REQUIRE(cut != NULL);
    size_t head = (size_t)((const uint8_t *)cut - token.data);
    int n = snprintf(text, sizeof text, "{%.*s,%.*s}", (int)(token.len - head - 1), cut,
                     (int)(head - 2), (const char *)token.data + 1);
    CHECK_OK(peek(&s, text, (size_t)n));
    CHECK_STR(s.kid, kb_key_thumbprint(key));
    kb_buffer_free(&token);
}

TEST(a_head_that_is_cut_or_wrong_is_refused) {
    kb_buffer token = {0};
    seen s = {0};
    REQUIRE_OK(seal(&token, (kb_jwe_encrypt_options){0}, "hello", 5));
    const char *end = memmem(token.data, token.len, "\"ciphertext\":\"", 14);
    REQUIRE(end != NULL);
    size_t head = (size_t)((const uint8_t *)end - token.data);
    for (size_t n = 0; n < head; n += n < 200 ? 1 : 37) {
        CHECK_STATUS(peek(&s, token.data, n), KB_ERR_FORMAT);
    }
    uint8_t *role = memmem(token.data, token.len, "classical", 9);
    REQUIRE(role != NULL);
    *role = 'k';
    CHECK_STATUS(peek(&s, token.data, token.len), KB_ERR_FORMAT);
    CHECK_STATUS(peek(&s, "hello", 5), KB_ERR_FORMAT);
    CHECK_INT(s.calls, 0);
    kb_buffer_free(&token);
}

int main(void) {
    make_keys();
    RUN(the_head_is_known_without_the_content);
    RUN(a_hidden_recipient_has_no_kid);
    RUN(a_head_behind_the_content_is_found_too);
    RUN(a_head_that_is_cut_or_wrong_is_refused);
    free_keys();
    return TEST_END();
}
