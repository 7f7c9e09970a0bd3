/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What happens when a signal ends the command. */
#ifndef KB_CLI_SIGNALS_H
#define KB_CLI_SIGNALS_H

#include <termios.h>

/*
 * From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove temporary files, put the
 * terminal back and end the process with 128 + the signal's number; SIGPIPE is ignored,
 * so that a closed pipe is an error of the write.
 */
void kb_cli_signals_install(void);

/* From here on the first of these signals is only remembered; the next one ends the
 * process as before. */
void kb_cli_signals_defer(void);
/* The number of the signal that was remembered, or 0. */
int kb_cli_signals_pending(void);

/* Remembers how the terminal at fd was, for the handler; fd < 0 forgets it. */
void kb_cli_signals_terminal(int fd, const struct termios *before);

#endif
