/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The moving line of a long operation: bytes, rate, time left. */
#include "progress.h"

#include "core/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECOND_NS  UINT64_C(1000000000)
#define REFRESH_NS (SECOND_NS / 4)

void kb_cli_amount(char out[KB_CLI_AMOUNT_BYTES], double bytes) {
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < sizeof units / sizeof units[0]) {
        bytes /= 1000;
        unit++;
    }
    snprintf(out, KB_CLI_AMOUNT_BYTES, unit == 0 ? "%.0f %s" : "%.1f %s", bytes,
             units[unit]);
}

static void show(kb_cli_progress *p, uint64_t done, uint64_t now) {
    char did[KB_CLI_AMOUNT_BYTES], rate[KB_CLI_AMOUNT_BYTES], of[KB_CLI_AMOUNT_BYTES];
    double seconds = (double)(now - p->start_ns) / (double)SECOND_NS;
    double per_second = (double)done / seconds;
    kb_cli_amount(did, (double)done);
    kb_cli_amount(rate, per_second);
    if (p->total != 0 && done <= p->total && per_second >= 1) {
        unsigned long left = (unsigned long)((double)(p->total - done) / per_second);
        kb_cli_amount(of, (double)p->total);
        fprintf(stderr, "\r\033[K%s: %s of %s, %s/s, %lu:%02lu left", p->doing, did, of,
                rate, left / 60, left % 60);
    } else {
        fprintf(stderr, "\r\033[K%s: %s, %s/s", p->doing, did, rate);
    }
    fflush(stderr);
    p->is_shown = true;
    p->shown_ns = now;
}

static void on_progress(void *self, uint64_t done) {
    kb_cli_progress *p = self;
    if (done < p->last) {
        p->before += p->last; /* the source was rewound: next pass */
    }
    p->last = done;
    uint64_t now = kb_clock_monotonic_ns();
    if (now - p->start_ns >= SECOND_NS && now - p->shown_ns >= REFRESH_NS) {
        show(p, p->before + done, now);
    }
}

void kb_cli_progress_begin(kb_cli_progress *progress, const kb_cli_args *args,
                           kb_source *source, const char *doing, unsigned passes) {
    *progress = (kb_cli_progress){.doing = doing, .start_ns = kb_clock_monotonic_ns()};
    progress->is_on = isatty(STDERR_FILENO) && !kb_cli_has(args, KB_CLI_QUIET);
    if (!progress->is_on) {
        return;
    }
    uint64_t size = 0;
    if (kb_source_size(source, &size)) {
        progress->total = size * (kb_source_may_rewind(source) ? passes : 1);
    }
    kb_source_on_progress(source, on_progress, progress);
}

void kb_cli_progress_end(kb_cli_progress *progress) {
    if (progress->is_shown) {
        fprintf(stderr, "\r\033[K");
        fflush(stderr);
        progress->is_shown = false;
    }
}
