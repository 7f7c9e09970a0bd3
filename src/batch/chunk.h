/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Neighbouring items of a batch that one thread runs: those that do the same, together. */
#ifndef KB_BATCH_CHUNK_H
#define KB_BATCH_CHUNK_H

#include <keybraid/batch.h>
#include <stdatomic.h>
#include <stdbool.h>

#define KB_BATCH_CHUNK_MAX 16

/* The ends of the items that one thread has run. */
typedef struct kb_batch_tally {
    kb_batch_counts counts;
    size_t first;   /* number of the first that is not KB_OK; SIZE_MAX: none */
    kb_error error; /* of that one */
} kb_batch_tally;

/* Runs the items from number `from` to before `to`, KB_BATCH_CHUNK_MAX at most; once
 * is_cancelled is set, those that have not begun are cancelled. room: for any
 * kb_kem_many. */
void kb_batch_chunk_run(kb_batch_item *items, size_t from, size_t to,
                        const atomic_bool *is_cancelled, kb_batch_tally *tally,
                        void *room);

/* The same for one item, with less stack: some operations leave little of it. */
void kb_batch_chunk_run_one(kb_batch_item *items, size_t number,
                            const atomic_bool *is_cancelled, kb_batch_tally *tally);

/* Cancels them, any number. */
void kb_batch_chunk_cancel(kb_batch_item *items, size_t from, size_t to,
                           kb_batch_tally *tally);

#endif
