/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Pass-phrases: from the terminal, never from standard input, or from a file. */
#include "prompt.h"

#include "core/error.h"
#include "core/secret.h"
#include "signals.h"
#include "ui.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

/* Room for the longest pass-phrase, CR, LF and one byte that shows it is too long. */
#define LINE_BYTES (KB_CLI_PASSPHRASE_MAX_BYTES + 3)

/* Reads up to a line feed, the end or cap bytes, one byte at a time: what follows the
 * line belongs to somebody else. */
static kb_status read_line(uint8_t *line, size_t cap, size_t *len, int fd) {
    *len = 0;
    while (*len < cap) {
        ssize_t n = read(fd, line + *len, 1);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return KB_FAIL(KB_ERR_IO, "reading the pass-phrase: %s", strerror(errno));
        }
        if (n == 0) {
            break;
        }
        if (line[(*len)++] == '\n') {
            break;
        }
    }
    return KB_OK;
}

static kb_status check_encoding(const uint8_t *line, size_t len, const char *what) {
    if (len >= 2 &&
        ((line[0] == 0xff && line[1] == 0xfe) || (line[0] == 0xfe && line[1] == 0xff))) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s: the file is UTF-16; save it as UTF-8", what);
    }
    if (len >= 3 && line[0] == 0xef && line[1] == 0xbb && line[2] == 0xbf) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "%s: the file starts with a byte order mark; save it without one",
                       what);
    }
    for (size_t i = 0; i < len; i++) {
        if (line[i] == 0) {
            return KB_FAIL(KB_ERR_ARGUMENT, "%s holds a zero byte", what);
        }
    }
    return KB_OK;
}

/* Takes the line end off and makes the secret. */
static kb_status to_secret(kb_secret **out, const uint8_t *line, size_t len,
                           const char *what) {
    if (len != 0 && line[len - 1] == '\n') {
        len--;
        if (len != 0 && line[len - 1] == '\r') {
            len--;
        }
    }
    KB_TRY(check_encoding(line, len, what));
    if (len == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s is empty", what);
    }
    if (len > KB_CLI_PASSPHRASE_MAX_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s is longer than %d bytes", what,
                       KB_CLI_PASSPHRASE_MAX_BYTES);
    }
    KB_TRY(kb_secret_new(out, len));
    memcpy(kb_secret_data(*out), line, len);
    return KB_OK;
}

static kb_status from_file(kb_secret **out, const char *path, const char *what) {
    KB_SECRET_LOCAL(line, LINE_BYTES);
    size_t len = 0;
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat info;
    if (fd < 0) {
        return KB_FAIL(KB_ERR_IO, "%.120s: %s", kb_cli_escape(path), strerror(errno));
    }
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (info.st_mode & 077) != 0) {
        kb_cli_warn("%s may be read by others (mode %03o)", kb_cli_escape(path),
                    (unsigned)(info.st_mode & 0777));
    }
    kb_status status = read_line(line, sizeof line, &len, fd);
    if (!is_stdin) {
        (void)close(fd);
    }
    KB_TRY(status);
    return to_secret(out, line, len, what);
}

static void say(int tty, const char *text) {
    if (write(tty, text, strlen(text)) < 0) {
        return; /* a terminal that shows nothing can still be typed at */
    }
}

/* Asks once, with the echo off. */
static kb_status ask(kb_secret **out, int tty, const char *question, const char *what) {
    KB_SECRET_LOCAL(line, LINE_BYTES);
    struct termios before, quiet;
    size_t len = 0;
    if (tcgetattr(tty, &before) != 0) {
        return KB_FAIL(KB_ERR_IO, "the terminal: %s", strerror(errno));
    }
    quiet = before;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
    quiet.c_lflag |= ICANON | ISIG;
    kb_cli_signals_terminal(tty, &before);
    /* The flush drops what was typed before the question was there. */
    if (tcsetattr(tty, TCSAFLUSH, &quiet) != 0) {
        kb_cli_signals_terminal(-1, NULL);
        return KB_FAIL(KB_ERR_IO, "the terminal: %s", strerror(errno));
    }
    say(tty, question);
    kb_status status = read_line(line, sizeof line, &len, tty);
    say(tty, "\n");
    (void)tcsetattr(tty, TCSANOW, &before);
    kb_cli_signals_terminal(-1, NULL);
    KB_TRY(status);
    return to_secret(out, line, len, what);
}

static kb_status from_terminal(kb_secret **out, int tty, const char *what, bool is_new) {
    char question[128];
    kb_secret *again = NULL;
    snprintf(question, sizeof question, "%s: ", what);
    KB_TRY(ask(out, tty, question, what));
    if (!is_new) {
        return KB_OK;
    }
    snprintf(question, sizeof question, "%s, again: ", what);
    kb_status status = ask(&again, tty, question, what);
    if (status == KB_OK && (kb_secret_len(*out) != kb_secret_len(again) ||
                            !kb_ct_eq(kb_secret_bytes(*out), kb_secret_bytes(again),
                                      kb_secret_len(again)))) {
        status = KB_FAIL(KB_ERR_ARGUMENT, "the two entries of the %s differ", what);
    }
    kb_secret_free(again);
    if (status != KB_OK) {
        kb_secret_free(*out);
        *out = NULL;
    }
    return status;
}

kb_status kb_cli_passphrase(kb_secret **out, const kb_cli_args *args, kb_cli_option_id id,
                            const char *what, bool is_new) {
    if (kb_cli_has(args, id)) {
        return from_file(out, args->value[id], what);
    }
    int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (tty < 0) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "the %s is needed and there is no terminal to ask at; give --%s "
                       "FILE",
                       what, kb_cli_option_row(id)->name);
    }
    kb_status status = from_terminal(out, tty, what, is_new);
    (void)close(tty);
    return status;
}
