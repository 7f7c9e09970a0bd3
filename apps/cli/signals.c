/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What happens when a signal ends the command. */
#include "signals.h"

#include "stream/file_sink.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static struct termios terminal_before;
static volatile sig_atomic_t terminal_fd = -1;

static volatile sig_atomic_t is_deferred, pending;

/* Calls only what POSIX lists as safe in a handler. */
static void on_signal(int number) {
    if (is_deferred && pending == 0) {
        pending = number;
        return;
    }
    kb_file_sink_abandon_all();
    if (terminal_fd >= 0) {
        (void)tcsetattr((int)terminal_fd, TCSANOW, &terminal_before);
    }
    _exit(128 + number);
}

void kb_cli_signals_install(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction old;
        sigaddset(&action.sa_mask, numbers[i]);
        /* What the parent had ignored (nohup) stays ignored. */
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
            (void)sigaction(numbers[i], &action, NULL);
        }
    }
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &action, NULL);
}

void kb_cli_signals_defer(void) {
    is_deferred = 1;
}

int kb_cli_signals_pending(void) {
    return pending;
}

void kb_cli_signals_terminal(int fd, const struct termios *before) {
    terminal_fd = -1;
    if (fd >= 0) {
        terminal_before = *before;
        terminal_fd = fd;
    }
}
