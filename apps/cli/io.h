/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Inputs and outputs of a verb: files, standard input and output, the terminal. */
#ifndef KB_CLI_IO_H
#define KB_CLI_IO_H

#include "args.h"

#include <keybraid/stream.h>

/* Whether a path (NULL too) stands for standard input or output. */
bool kb_cli_is_dash(const char *path);

/*
 * Refuses more than one use of standard input: the operand in (when reads_input, where
 * NULL is standard input), --aad, --passphrase-file and --key-passphrase-file.
 */
KB_MUST_USE kb_status kb_cli_check_stdin(const kb_cli_args *args, bool reads_input,
                                         const char *in);

/* Refuses an input and an output that are one file: the advice says what to do. */
KB_MUST_USE kb_status kb_cli_check_same(const char *in, const char *out,
                                        const char *advice);

/* Opens an input; on a terminal the user is told how to end it. */
KB_MUST_USE kb_status kb_cli_open_input(kb_source **out, const kb_cli_args *args,
                                        const char *in);

/* What may go to a terminal. */
typedef enum kb_cli_content {
    KB_CLI_TEXT,   /* ours: tokens and JSON */
    KB_CLI_UNKNOWN /* somebody's plaintext: shown only as far as it is readable text */
} kb_cli_content;

/* Where the bytes go; top is what to feed. */
typedef struct kb_cli_output {
    kb_stream *sink;
    kb_stream *filter; /* NULL unless the terminal is protected */
    kb_stream *top;
} kb_cli_output;

/* Opens an output; a file appears when top is finished. */
KB_MUST_USE kb_status kb_cli_open_output(kb_cli_output *out, const char *path,
                                         kb_cli_content content);
/* Releases it; what was not finished leaves nothing behind. */
void kb_cli_close_output(kb_cli_output *output);

/* Reads a whole small file ("-" is standard input); more than max bytes: KB_ERR_LIMIT. */
KB_MUST_USE kb_status kb_cli_read_file(kb_buffer *out, const char *path, size_t max);

/* Puts the name of a file before the text of a failure that is about its content. */
kb_status kb_cli_name_file(kb_status status, const char *path);

#endif
