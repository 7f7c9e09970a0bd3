/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A whole measurement of one family: known answers, calibration, trials in processes of
 * their own, records, tables, manifest.
 */
#ifndef KB_BENCH_CAMPAIGN_H
#define KB_BENCH_CAMPAIGN_H

#include "suite.h"

/* Parses the arguments after the family's name and runs; returns the exit code. */
int kb_bench_campaign_main(const kb_bench_suite *suite, int argc, char **argv);

#endif
