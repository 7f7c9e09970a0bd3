/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bytes, rate and time left of a long operation. */
#include "progress.h"

#include "core/clock.h"
#include "envelope/peek.h"
#include "events.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECOND_NS  UINT64_C(1000000000)
#define REFRESH_NS (SECOND_NS / 4)
#define EVENT_NS   (SECOND_NS / 2)

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

static void tell(kb_cli_progress *p, uint64_t done, uint64_t now) {
    double seconds = (double)(now - p->start_ns) / (double)SECOND_NS;
    kb_cli_event_progress(done, p->total, (uint64_t)((double)done / seconds));
    p->shown_ns = now;
}

static void on_progress(void *self, uint64_t done) {
    kb_cli_progress *p = self;
    if (done <= p->last) {
        p->before += p->last; /* bytes only grow within a pass: it was rewound */
    }
    p->last = done;
    uint64_t now = kb_clock_monotonic_ns();
    if (p->has_events) {
        if (now - p->shown_ns >= EVENT_NS) {
            tell(p, p->before + done, now);
        }
    } else if (now - p->start_ns >= SECOND_NS && now - p->shown_ns >= REFRESH_NS) {
        show(p, p->before + done, now);
    }
}

static kb_status count_passes(void *self, const kb_jwe_info *info) {
    *(unsigned *)self = info->is_segmented ? 1 : 2;
    return KB_OK;
}

/* Looks at the head of a token; what is wrong with it is found out by who reads it. */
static unsigned passes_of_token(kb_source *source) {
    unsigned passes = 1;
    if (kb_jwe_peek(source, count_passes, &passes) != KB_OK) {
        passes = 1;
    }
    return kb_source_rewind(source) == KB_OK ? passes : KB_CLI_PASSES_UNKNOWN;
}

void kb_cli_progress_begin(kb_cli_progress *progress, const kb_cli_args *args,
                           kb_source *source, const char *doing, unsigned passes) {
    uint64_t now = kb_clock_monotonic_ns(), size = 0;
    *progress = (kb_cli_progress){.doing = doing, .start_ns = now, .shown_ns = now};
    progress->has_events = kb_cli_events_are_on();
    progress->has_line =
        !progress->has_events && isatty(STDERR_FILENO) && !kb_cli_has(args, KB_CLI_QUIET);
    if (!progress->has_events && !progress->has_line) {
        return;
    }
    if (!kb_source_may_rewind(source)) {
        passes = 1;
    } else if (passes == KB_CLI_PASSES_OF_TOKEN) {
        passes = passes_of_token(source);
    }
    if (kb_source_size(source, &size)) {
        progress->total = size * passes;
    }
    kb_source_on_progress(source, on_progress, progress);
}

void kb_cli_progress_more(kb_cli_progress *progress, kb_source *source) {
    uint64_t size = 0;
    if (!progress->has_events && !progress->has_line) {
        return;
    }
    progress->before += progress->last;
    progress->last = 0;
    if (progress->total != 0 && kb_source_size(source, &size)) {
        progress->total += size;
    }
    kb_source_on_progress(source, on_progress, progress);
}

void kb_cli_progress_end(kb_cli_progress *progress, kb_status status) {
    if (progress->is_shown) {
        fprintf(stderr, "\r\033[K");
        fflush(stderr);
        progress->is_shown = false;
    }
    if (progress->has_events && status == KB_OK) {
        kb_cli_event_done(progress->before + progress->last,
                          kb_clock_monotonic_ns() - progress->start_ns);
    }
}
