/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Child processes with a time limit. */
#include "process.h"

#include "clock.h"
#include "core/error.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIRST_BYTES  ((size_t)1 << 16)
#define OUTPUT_BYTES ((size_t)1 << 28) /* more than the samples of any trial */

kb_status kb_bench_process_self(char *out, size_t cap) {
    ssize_t len = readlink("/proc/self/exe", out, cap - 1);
    if (len <= 0 || (size_t)len >= cap - 1) {
        return KB_FAIL(KB_ERR_IO, "/proc/self/exe: %s", strerror(errno));
    }
    out[len] = '\0';
    return KB_OK;
}

static kb_status start(pid_t *pid, int *from, char *const *argv) {
    int ends[2];
    if (pipe(ends) != 0) {
        return KB_FAIL(KB_ERR_IO, "pipe: %s", strerror(errno));
    }
    *pid = fork();
    if (*pid == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execv(argv[0], argv);
        _exit(127);
    }
    (void)close(ends[1]);
    if (*pid < 0) {
        (void)close(ends[0]);
        return KB_FAIL(KB_ERR_IO, "fork: %s", strerror(errno));
    }
    *from = ends[0];
    return KB_OK;
}

static kb_status make_room(kb_bench_output *out, size_t *cap) {
    if (out->len + 1 < *cap) {
        return KB_OK;
    }
    size_t wanted = *cap == 0 ? FIRST_BYTES : *cap * 2;
    char *text = wanted > OUTPUT_BYTES ? NULL : realloc(out->text, wanted);
    if (text == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "output of %zu bytes", wanted);
    }
    out->text = text;
    *cap = wanted;
    return KB_OK;
}

/* Reads until the other end closes; a deadline that passes is TIMEOUT. */
static kb_status collect(kb_bench_output *out, int from, uint64_t end_ns) {
    size_t cap = 0;
    for (;;) {
        KB_TRY(make_room(out, &cap));
        uint64_t now = kb_bench_wall_ns();
        if (now >= end_ns) {
            out->class = KB_BENCH_TIMEOUT;
            return KB_OK;
        }
        uint64_t left_ms = (end_ns - now) / 1000000 + 1;
        struct pollfd one = {.fd = from, .events = POLLIN};
        if (poll(&one, 1, left_ms > 60000 ? 60000 : (int)left_ms) <= 0) {
            continue;
        }
        ssize_t got = read(from, out->text + out->len, cap - out->len - 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return KB_FAIL(KB_ERR_IO, "output of a trial: %s", strerror(errno));
        }
        out->len += (size_t)got;
        out->text[out->len] = '\0';
        if (got == 0) {
            return KB_OK;
        }
    }
}

static void classify(kb_bench_output *out, int state) {
    if (out->class == KB_BENCH_TIMEOUT) {
        (void)snprintf(out->detail, sizeof out->detail, "no end after %.0f s",
                       (double)out->wall_ns / 1e9);
    } else if (WIFSIGNALED(state)) {
        out->class = KB_BENCH_CRASH;
        (void)snprintf(out->detail, sizeof out->detail, "signal %d (%s)", WTERMSIG(state),
                       strsignal(WTERMSIG(state)));
    } else if (WEXITSTATUS(state) != 0) {
        out->class = KB_BENCH_CRASH;
        (void)snprintf(out->detail, sizeof out->detail, "exit code %d",
                       WEXITSTATUS(state));
    }
}

kb_status kb_bench_process_run(kb_bench_output *out, char *const *argv,
                               uint64_t timeout_ns) {
    pid_t pid = 0;
    int from = -1, state = 0;
    *out = (kb_bench_output){.class = KB_BENCH_PASS};
    uint64_t began = kb_bench_wall_ns();
    KB_TRY(start(&pid, &from, argv));
    kb_status status = collect(out, from, began + timeout_ns);
    if (status != KB_OK || out->class == KB_BENCH_TIMEOUT) {
        (void)kill(pid, SIGKILL);
    }
    while (waitpid(pid, &state, 0) < 0 && errno == EINTR) {
    }
    (void)close(from);
    out->wall_ns = kb_bench_wall_ns() - began;
    if (status != KB_OK) {
        free(out->text);
        *out = (kb_bench_output){.class = KB_BENCH_CRASH};
        return status;
    }
    classify(out, state);
    return KB_OK;
}
