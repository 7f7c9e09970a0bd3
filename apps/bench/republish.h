/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench report DIR: tables and reports anew from the records. */
#ifndef KB_BENCH_REPUBLISH_H
#define KB_BENCH_REPUBLISH_H

#include "family.h"

extern const kb_bench_family kb_bench_republish;

#endif
