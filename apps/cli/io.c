/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Inputs and outputs of a verb: files, standard input and output, the terminal. */
#include "io.h"

#include "core/error.h"
#include "terminal_filter.h"
#include "ui.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool kb_cli_is_dash(const char *path) {
    return path == NULL || strcmp(path, "-") == 0;
}

kb_status kb_cli_check_stdin(const kb_cli_args *args, bool reads_input, const char *in) {
    static const kb_cli_option_id ids[] = {KB_CLI_AAD, KB_CLI_PASSPHRASE_FILE,
                                           KB_CLI_KEY_PASSPHRASE_FILE};
    const char *first = reads_input && kb_cli_is_dash(in) ? "the input" : NULL;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const char *value = args->value[ids[i]];
        const char *name = kb_cli_option_row(ids[i])->name;
        if (value == NULL || strcmp(value, "-") != 0) {
            continue;
        }
        if (first != NULL) {
            return KB_FAIL(KB_ERR_ARGUMENT,
                           "standard input cannot be both %s%s and the file of --%s",
                           first[0] == 't' ? "" : "the file of --", first, name);
        }
        first = name;
    }
    return KB_OK;
}

kb_status kb_cli_check_same(const char *in, const char *out, const char *advice) {
    struct stat a, b;
    int have_in = kb_cli_is_dash(in) ? fstat(STDIN_FILENO, &a) : stat(in, &a);
    int have_out = kb_cli_is_dash(out) ? fstat(STDOUT_FILENO, &b) : stat(out, &b);
    if (have_in == 0 && have_out == 0 && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
        a.st_ino == b.st_ino) {
        return KB_FAIL(KB_ERR_ARGUMENT, "input and output are the same file%s%.80s; %s",
                       in == NULL ? "" : " ", in == NULL ? "" : kb_cli_escape(in),
                       advice);
    }
    return KB_OK;
}

kb_status kb_cli_name_file(kb_status status, const char *path) {
    const char *name = kb_cli_is_dash(path) ? "standard input" : kb_cli_escape(path);
    bool is_about_content = status == KB_ERR_FORMAT || status == KB_ERR_UNSUPPORTED ||
                            status == KB_ERR_LIMIT || status == KB_ERR_KEY;
    if (!is_about_content || kb_last_error()->status != status) {
        return status;
    }
    return kb_error_prefix(status, "%.80s", name);
}

kb_status kb_cli_open_input(kb_source **out, const kb_cli_args *args, const char *in) {
    if (!kb_cli_is_dash(in)) {
        return kb_source_open_file(out, in);
    }
    if (isatty(STDIN_FILENO)) {
        kb_cli_note(args, "reading from the terminal; end with Ctrl-D on a line of its "
                          "own");
    }
    return kb_source_from_fd(out, STDIN_FILENO);
}

kb_status kb_cli_open_output(kb_cli_output *out, const char *path,
                             kb_cli_content content) {
    *out = (kb_cli_output){.sink = NULL};
    if (!kb_cli_is_dash(path)) {
        KB_TRY(kb_stream_to_file(&out->sink, path, 0600));
    } else {
        KB_TRY(kb_stream_to_fd(&out->sink, STDOUT_FILENO));
    }
    out->top = out->sink;
    if (kb_cli_is_dash(path) && content == KB_CLI_UNKNOWN && isatty(STDOUT_FILENO)) {
        kb_status status = kb_cli_terminal_filter_new(&out->filter, out->sink);
        if (status != KB_OK) {
            kb_cli_close_output(out);
            return status;
        }
        out->top = out->filter;
    }
    return KB_OK;
}

void kb_cli_close_output(kb_cli_output *output) {
    kb_stream_free(output->filter);
    kb_stream_free(output->sink);
    *output = (kb_cli_output){.sink = NULL};
}

kb_status kb_cli_read_file(kb_buffer *out, const char *path, size_t max) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    kb_buffer buffer = {.data = NULL};
    kb_status status = kb_cli_is_dash(path) ? kb_source_from_fd(&source, STDIN_FILENO)
                                            : kb_source_open_file(&source, path);
    if (status == KB_OK) {
        status = kb_stream_to_buffer(&sink, &buffer, max);
    }
    if (status == KB_OK) {
        status = kb_source_pump(source, sink);
    }
    if (status != KB_OK) {
        status = kb_cli_name_file(status, path);
    }
    kb_stream_free(sink);
    kb_source_free(source);
    if (status != KB_OK) {
        kb_buffer_free(&buffer);
        return status;
    }
    *out = buffer;
    return KB_OK;
}
