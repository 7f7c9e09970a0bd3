/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One file of a run. */
#include "reencrypt_file.h"

#include "core/error.h"
#include "envelope/peek.h"
#include "stream/file_sink.h"
#include "token_sniff.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LOCK_FIRST_NS 500000L /* doubled up to 32 ms */
#define LOCK_DOUBLED  6
#define LOCK_POLLS    320 /* 10 s, as long as the keystore waits */
#define OPEN_ROUNDS   10

typedef struct work {
    const kb_cli_reencrypt_rules *rules;
    int folder;
    const char *name;
    int fd;
    struct stat st; /* of the old token */
    kb_cli_reencrypt_record *record;
    bool is_target; /* its kid is the target's */
    bool is_hidden; /* it has no kid and could be the target's */
    bool fits;      /* it is as the options want the new token */
} work;

static void conclude(work *w, kb_cli_reencrypt_outcome outcome, const char *text) {
    w->record->outcome = outcome;
    snprintf(w->record->text, sizeof w->record->text, "%s", text);
}

/* What is no token is left alone, but must not stand in a list of tokens. */
static kb_status leave(work *w, const char *why) {
    if (w->rules->must_be_token) {
        return KB_FAIL(KB_ERR_FORMAT, "%s", why);
    }
    conclude(w, KB_CLI_FILE_SKIPPED, why);
    return KB_OK;
}

static kb_status lock_file(const work *w) {
    struct timespec pause = {0, LOCK_FIRST_NS};
    for (int i = 0; flock(w->fd, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return KB_OK; /* a file system without locks */
        }
        if (i == LOCK_POLLS) {
            return KB_FAIL(KB_ERR_BUSY, "the file is locked");
        }
        (void)nanosleep(&pause, NULL);
        pause.tv_nsec *= i < LOCK_DOUBLED ? 2 : 1;
    }
    return KB_OK;
}

static bool is_same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Opens the file and locks it; *is_left when it is none to be worked on. The file that the
 * name leads to may be replaced while its lock is waited for. */
static kb_status open_file(work *w, bool *is_left) {
    for (int i = 0; i < OPEN_ROUNDS; i++) {
        struct stat now;
        w->fd = openat(w->folder, w->name,
                       O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (w->fd < 0) {
            bool is_gone = errno == ENOENT && !w->rules->must_be_token;
            *is_left = errno == ELOOP || is_gone;
            if (*is_left) {
                return leave(w, is_gone ? "vanished" : "symbolic link");
            }
            return KB_FAIL(KB_ERR_IO, "opening: %s", strerror(errno));
        }
        if (fstat(w->fd, &w->st) != 0) {
            return KB_FAIL(KB_ERR_IO, "opening: %s", strerror(errno));
        }
        w->record->bytes = (uint64_t)w->st.st_size;
        if (!S_ISREG(w->st.st_mode)) {
            *is_left = true;
            return leave(w, "not a regular file");
        }
        KB_TRY(lock_file(w));
        if (fstat(w->fd, &w->st) == 0 &&
            fstatat(w->folder, w->name, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
            is_same_file(&now, &w->st)) {
            w->record->bytes = (uint64_t)w->st.st_size;
            return KB_OK;
        }
        (void)close(w->fd);
        w->fd = -1;
    }
    return KB_FAIL(KB_ERR_BUSY, "the file is replaced again and again");
}

static kb_status sniff(const work *w, bool *is_token) {
    uint8_t start[KB_CLI_TOKEN_SNIFF_BYTES];
    size_t len = 0;
    while (len < sizeof start) {
        ssize_t n = pread(w->fd, start + len, sizeof start - len, (off_t)len);
        if (n < 0 && errno != EINTR) {
            return KB_FAIL(KB_ERR_IO, "reading: %s", strerror(errno));
        }
        if (n == 0) {
            break;
        }
        len += n > 0 ? (size_t)n : 0;
    }
    *is_token = kb_cli_token_is_likely(start, len);
    return KB_OK;
}

static bool has_same_aad(const kb_jwe_info *info, const kb_jwe_encrypt_options *target) {
    return target->aad == NULL || (info->aad_len == target->aad_len &&
                                   memcmp(info->aad, target->aad, info->aad_len) == 0);
}

static bool names(const kb_jwe_info *info, const char *kid) {
    for (size_t i = 0; i < info->recipient_count; i++) {
        if (info->recipients[i].kid != NULL &&
            strcmp(info->recipients[i].kid, kid) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the token is for the target's keys, which all differ, and for no other. */
static bool is_for_target(const kb_jwe_info *info, const kb_cli_recipients *to) {
    bool is_wrap = strcmp(info->mode, "wrap") == 0;
    if (is_wrap != to->is_wrap || info->recipient_count != to->count) {
        return false;
    }
    for (size_t k = 0; k < to->count; k++) {
        if (!names(info, kb_key_thumbprint(to->key[k]))) {
            return false;
        }
    }
    return true;
}

/* Whether the token hides whose it is and could be the target's. Of several hidden keys
 * that could not be told. */
static bool may_be_for_target(const kb_jwe_info *info, const kb_cli_recipients *to) {
    const kb_jwe_recipient *only = &info->recipients[0];
    return to->count == 1 && info->recipient_count == 1 && only->kid == NULL &&
           only->alg != NULL && strcmp(only->alg, kb_key_alg(to->key[0])) == 0;
}

/* Looks at what the token says of itself. */
static kb_status on_info(void *self, const kb_jwe_info *info) {
    work *w = self;
    const kb_jwe_reencrypt_options *o = &w->rules->options;
    const kb_jwe_encrypt_options *target = &o->target;
    const char *kid = info->recipient_count == 1 ? info->recipients[0].kid : NULL;
    if (kid != NULL) {
        snprintf(w->record->from, sizeof w->record->from, "%s", kid);
    }
    w->is_target = is_for_target(info, w->rules->recipients);
    w->is_hidden = !w->is_target && w->rules->held != NULL &&
                   may_be_for_target(info, w->rules->recipients);
    w->fits = (!o->override_format || info->format == target->format) &&
              (target->enc == KB_JWE_ENC_AUTO || info->content_enc == target->enc) &&
              (!target->hide_recipient || info->recipients[0].kid == NULL) &&
              has_same_aad(info, target);
    return KB_OK;
}

/* Whether the target key opens a token that does not say whose it is. */
static kb_status try_target(work *w, kb_source *source) {
    kb_jwe_decrypt_options options = {
        .keys = kb_keyring_of(w->rules->held),
        .allow_experimental = w->rules->options.target.allow_experimental,
    };
    KB_TRY(kb_source_rewind(source));
    kb_status status = kb_jwe_verify(source, &options);
    w->is_target = status == KB_OK;
    return status == KB_ERR_AUTH ? KB_OK : status;
}

/* Counted at the last moment before the encryption: the old token was verified. */
static kb_status on_verified(void *self, const kb_jwe_info *info) {
    const work *w = self;
    (void)info;
    return w->rules->take_use(w->rules->self);
}

static bool is_same_time(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Whether the file is as it was opened. Its ctime changes with the number of links, which
 * another name of it may lose meanwhile. */
static kb_status check_unchanged(const work *w) {
    const struct stat *old = &w->st;
    struct stat now;
    if (fstatat(w->folder, w->name, &now, AT_SYMLINK_NOFOLLOW) != 0 ||
        !is_same_file(&now, old) || now.st_size != old->st_size ||
        !is_same_time(now.st_mtim, old->st_mtim) ||
        (now.st_nlink == old->st_nlink && !is_same_time(now.st_ctim, old->st_ctim))) {
        return KB_FAIL(KB_ERR_IO, "changed while it was worked on; left as it is");
    }
    return KB_OK;
}

/* Before the new token takes the place of the old one. */
static kb_status check_new(void *self, kb_source *written) {
    const work *w = self;
    if (w->rules->held != NULL) {
        kb_jwe_decrypt_options options = {
            .keys = kb_keyring_of(w->rules->held),
            .allow_experimental = w->rules->options.target.allow_experimental,
        };
        KB_TRY(kb_jwe_verify(written, &options));
    }
    return check_unchanged(w);
}

static kb_status reencrypt(work *w, kb_source *source) {
    kb_jwe_reencrypt_options options = w->rules->options;
    kb_stream *sink = NULL;
    options.decrypt.on_verified = on_verified;
    options.decrypt.self = w;
    KB_TRY(kb_source_rewind(source));
    KB_TRY(kb_file_sink_checked_at(&sink, w->folder, w->name, check_new, w));
    kb_status status = kb_jwe_reencrypt(source, &options, sink);
    kb_stream_free(sink);
    KB_TRY(status);
    conclude(w, KB_CLI_FILE_DONE,
             w->st.st_nlink > 1 ? "other hard links keep the old token" : "");
    return KB_OK;
}

static kb_status work_on_token(work *w, kb_source *source) {
    KB_TRY(kb_jwe_peek(source, on_info, w));
    if (w->is_hidden && w->fits) {
        KB_TRY(try_target(w, source));
    }
    const kb_cli_recipients *to = w->rules->recipients;
    w->record->to = to->count == 1 ? kb_key_thumbprint(to->key[0]) : NULL;
    if (w->is_target && w->fits) {
        conclude(w, KB_CLI_FILE_ALREADY, "");
        return KB_OK;
    }
    if (w->rules->is_dry_run) {
        conclude(w, KB_CLI_FILE_DUE, "");
        return KB_OK;
    }
    return reencrypt(w, source);
}

static kb_status work_on(work *w) {
    kb_source *source = NULL;
    bool is_left = false, is_token = false;
    kb_status status = open_file(w, &is_left);
    if (status != KB_OK || is_left) {
        return status;
    }
    KB_TRY(sniff(w, &is_token));
    if (!is_token) {
        return leave(w, "not a token");
    }
    KB_TRY(kb_source_from_fd(&source, w->fd));
    status = work_on_token(w, source);
    kb_source_free(source);
    return status;
}

void kb_cli_reencrypt_file(const kb_cli_reencrypt_rules *rules, int folder,
                           const char *name, kb_cli_reencrypt_record *record) {
    work w = {.rules = rules, .folder = folder, .name = name, .fd = -1, .record = record};
    kb_status status = work_on(&w);
    if (status != KB_OK) {
        const kb_error *detail = kb_last_error();
        record->code = status;
        /* Which check refused a token is nobody's business. */
        bool has_text = status != KB_ERR_AUTH && detail->status == status;
        conclude(&w, KB_CLI_FILE_FAILED, has_text ? detail->text : "");
    }
    if (w.fd >= 0) {
        (void)close(w.fd);
    }
}
