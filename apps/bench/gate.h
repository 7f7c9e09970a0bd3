/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The gate before all timing: every known answer of the library, computed in a process of
 * its own. An algorithm whose answer does not come out is not timed.
 */
#ifndef KB_BENCH_GATE_H
#define KB_BENCH_GATE_H

#include "row.h"

#include <jansson.h>
#include <keybraid/status.h>

#define KB_BENCH_GATE_VERB "--known-answers"

/*
 * Runs the gate in a child of program; with_slow adds the s sets of SLH-DSA. *out is the
 * record:
 *   {"kind": "known-answers", "class": ..., "sha256": of the lines "name TAB table TAB
 *    class LF", "answers": [{"name", "table", "class", "expected_sha256"}]}
 * A child that crashes gives that class and no answers.
 */
KB_MUST_USE kb_status kb_bench_gate_run(json_t **out, char *program, bool with_slow);
/* The child's side; returns its exit code. */
int kb_bench_gate_child(int argc, char **argv);

/* The class of an algorithm id, or of a pair of names "X25519+HQC-128": the worst of all
 * answers that are about it, NOKAT when there is none. */
kb_bench_class kb_bench_gate_class(const json_t *gate, const char *alg);

/* The same for a row: the worse of its two algorithms where it has two. */
kb_bench_class kb_bench_gate_row_class(const json_t *gate, const kb_bench_row *row);
/* Computes the SHA-256 that the record must state, in hex. KB_ERR_FORMAT when an answer
 * lacks a member. */
KB_MUST_USE kb_status kb_bench_gate_digest(char hex[65], const json_t *gate);

#endif
