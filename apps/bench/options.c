/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The options that all measured families share. */
#include "options.h"

#include "core/error.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX (INT64_C(1) << 40)

const char kb_bench_options_help[] =
    "  --quick      one trial of at least 3 calls, about a second a row\n"
    "  --full       also the rows that take long\n"
    "  --out DIR    keep raw samples, tables, report and manifest there\n"
    "  --baseline DIR  compare with that earlier result in the report; with --out\n"
    "  --peer-csv FILE  figures of other programs, and ours in the same rounds\n"
    "  --json       print the table as JSON\n"
    "  --seed N     the same keys and payloads as every run with this number\n"
    "  --only TEXT  only the rows whose id contains it\n"
    "  --bytes N    one payload of that size instead of the family's\n"
    "  --trials N   trials, each a process of its own\n"
    "  --calls N    timed calls of a trial\n"
    "  --warmup N   calls before them\n"
    "  --cpu N      the processor to run on\n";

typedef struct number_option {
    const char *name;
    uint64_t least, most;
} number_option;

enum { SEED, BYTES, TRIALS, CALLS, WARMUP, CPU, NUMBER_COUNT };

static const number_option numbers[NUMBER_COUNT] = {
    [SEED] = {"--seed", 0, INT64_MAX},
    [BYTES] = {"--bytes", 1, BYTES_MAX},
    [TRIALS] = {"--trials", 1, KB_BENCH_TRIALS_MAX},
    [CALLS] = {"--calls", 1, KB_BENCH_TRIAL_CALLS_MAX},
    [WARMUP] = {"--warmup", 0, KB_BENCH_TRIAL_CALLS_MAX},
    [CPU] = {"--cpu", 0, 1023},
};

static kb_status parse_number(uint64_t *out, const number_option *option,
                              const char *text) {
    char *end;
    *out = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || strlen(text) > 19 ||
        *out < option->least || *out > option->most) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s %.40s: a number from %llu to %llu is wanted",
                       option->name, text, (unsigned long long)option->least,
                       (unsigned long long)option->most);
    }
    return KB_OK;
}

static kb_status set_number(kb_bench_options *out, int which, const char *text) {
    uint64_t value;
    KB_TRY(parse_number(&value, &numbers[which], text));
    switch (which) {
    case SEED:
        out->is_seeded = true;
        out->seed = value;
        break;
    case BYTES:
        out->bytes = value;
        break;
    case TRIALS:
        out->counts.trials = (unsigned)value;
        break;
    case CALLS:
        out->counts.calls = value;
        break;
    case WARMUP:
        out->counts.warmups = (long)value;
        break;
    default:
        out->cpu = (int)value;
    }
    return KB_OK;
}

/* Where the value of an option with a text goes; NULL when it has none. */
static const char **text_option(kb_bench_options *out, const char *name) {
    return strcmp(name, "--out") == 0        ? &out->out
           : strcmp(name, "--only") == 0     ? &out->only
           : strcmp(name, "--baseline") == 0 ? &out->baseline
           : strcmp(name, "--peer-csv") == 0 ? &out->peer_csv
                                             : NULL;
}

bool kb_bench_option_has_value(const char *name) {
    kb_bench_options ignored;
    bool has = text_option(&ignored, name) != NULL;
    for (int i = 0; i < NUMBER_COUNT; i++) {
        has |= strcmp(name, numbers[i].name) == 0;
    }
    return has;
}

/* An option with a value. */
static kb_status set_value(kb_bench_options *out, const char *name, const char *value) {
    for (int i = 0; i < NUMBER_COUNT; i++) {
        if (strcmp(name, numbers[i].name) == 0) {
            if (value == NULL) {
                return KB_FAIL(KB_ERR_ARGUMENT, "%s needs a number", name);
            }
            return set_number(out, i, value);
        }
    }
    const char **target = text_option(out, name);
    if (target == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "unknown option %.40s", name);
    }
    if (value == NULL || value[0] == '\0') {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s needs a value", name);
    }
    *target = value;
    return KB_OK;
}

kb_status kb_bench_options_parse(kb_bench_options *out, bool *wants_help, int argc,
                                 char **argv) {
    *out = (kb_bench_options){.counts = {.warmups = -1}, .cpu = -1};
    *wants_help = false;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            *wants_help = true;
        } else if (strcmp(argv[i], "--quick") == 0) {
            out->is_quick = true;
        } else if (strcmp(argv[i], "--full") == 0) {
            out->is_full = true;
        } else if (strcmp(argv[i], "--json") == 0) {
            out->is_json = true;
        } else {
            KB_TRY(set_value(out, argv[i], i + 1 < argc ? argv[i + 1] : NULL));
            i++;
        }
    }
    if (out->baseline != NULL && out->out == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--baseline needs --out");
    }
    if (out->is_quick && out->is_full) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--quick and --full exclude each other");
    }
    return KB_OK;
}
