/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid inspect --scan: which tokens of a folder tree are weak, old or refused. */
#ifndef KB_CLI_SCAN_H
#define KB_CLI_SCAN_H

#include "args.h"

/*
 * Examines every regular file below root, or root itself, without any key; findings go to
 * standard output as they are made.
 *
 * KB_ERR_IO when something could not be read, else KB_ERR_POLICY when there are findings
 * that are more than notes.
 */
KB_MUST_USE kb_status kb_cli_scan(const kb_cli_args *args, const char *root);

#endif
