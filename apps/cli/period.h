/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Dates and lengths of time as people write them, in UTC. */
#ifndef KB_CLI_PERIOD_H
#define KB_CLI_PERIOD_H

#include <keybraid/keystore.h>

#include "args.h"

/*
 * Reads "365d", "12h", "30m", "90s", "52w" (from now), "2027-01-31" (the start of that
 * day in UTC) or "2027-01-31T12:00:00Z" into seconds since 1970. KB_ERR_ARGUMENT when it
 * is none of these, does not exist, is past, or lies more than 100 years ahead.
 */
KB_MUST_USE kb_status kb_cli_period_parse(int64_t *out, const char *text, int64_t now_s);

/* Writes "2027-01-31 12:00:00 UTC". */
#define KB_CLI_DATE_BYTES 32
void kb_cli_date(char out[KB_CLI_DATE_BYTES], int64_t at_s);

/* Writes the distance in words, such as "3 days". */
void kb_cli_age(char out[KB_CLI_DATE_BYTES], int64_t seconds);

/*
 * Takes --expires and --max-uses. Where an option is absent the value that limits already
 * has stays; "never" and "none" lift a limit.
 */
KB_MUST_USE kb_status kb_cli_limits(kb_key_limits *limits, const kb_cli_args *args);

#endif
