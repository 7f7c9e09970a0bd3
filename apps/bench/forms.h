/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the subjects of the family primitives consist of, besides calls with bytes. */
#ifndef KB_BENCH_FORMS_H
#define KB_BENCH_FORMS_H

#include "form.h"
#include "subject.h"

#include <keybraid/catalog.h>

#define KB_BENCH_FORM_MSG_BYTES 64

/* One operation in one form; the functions are those of kb_bench_subject. */
typedef struct kb_bench_part {
    kb_status (*open)(void **self, kb_bench_info *info, const kb_alg *alg,
                      const kb_bench_form *form);
    kb_status (*call)(void *self, size_t i);
    kb_status (*check)(void *self, size_t i);
    void (*close)(void *self); /* NULL is fine */
} kb_bench_part;

/* With handles (keybraid/key.h), which keep nothing when cold, or have been used before. */
extern const kb_bench_part kb_bench_handle_part;
/* KB_BENCH_BATCH_ITEMS operations in one call (keybraid/batch.h), keys as bytes. */
extern const kb_bench_part kb_bench_batch_part;

#endif
