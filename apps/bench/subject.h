/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Something that can be timed: operations over prepared inputs, each with a check of its
 * result. The border between what a family knows and how a trial measures.
 */
#ifndef KB_BENCH_SUBJECT_H
#define KB_BENCH_SUBJECT_H

#include "row.h"

#include <keybraid/hash.h>
#include <keybraid/status.h>

#define KB_BENCH_OPS_MAX   16
#define KB_BENCH_SIZES_MAX 8
#define KB_BENCH_POOL      64 /* keys and ciphertexts that calls take in turn */

typedef struct kb_bench_size {
    char name[24]; /* "pk_bytes" */
    uint64_t value;
} kb_bench_size;

/* What a subject tells of itself after it was opened. */
typedef struct kb_bench_info {
    size_t pool; /* inputs that are taken in turn */
    size_t size_count;
    kb_bench_size sizes[KB_BENCH_SIZES_MAX];
    char inputs[65]; /* SHA-256 of public keys and payloads, in hex */
} kb_bench_info;

typedef struct kb_bench_subject {
    const char *ops[KB_BENCH_OPS_MAX]; /* "ENC" */
    size_t op_count;
    bool is_paired;    /* call after call in one process, each on the result of the one
                          before; otherwise a process per operation */
    bool has_call_cpu; /* CPU time of every call, for calls well above a microsecond */
    /* Makes keys and inputs for the operations whose bit is set in ops. *self is also set on
     * failure, for close. */
    kb_status (*open)(void **self, kb_bench_info *info, const kb_bench_row *row,
                      unsigned ops);
    /* The timed part of call number i; i goes up by one. */
    kb_status (*call)(void *self, size_t op, size_t i);
    /* After every call, not timed: KB_ERR_INTERNAL when the result is wrong. */
    kb_status (*check)(void *self, size_t op, size_t i);
    /* Releases results that are kept to be used again, so that the next call needs all of
     * its memory; NULL when there are none. */
    void (*forget)(void *self);
    void (*close)(void *self); /* NULL is fine */
} kb_bench_subject;

/* Appends a size to info. */
void kb_bench_info_add(kb_bench_info *info, const char *name, uint64_t value);

/* The SHA-256 in info->inputs: begin, any number of adds, end. */
KB_MUST_USE kb_status kb_bench_inputs_begin(kb_sha2 **hash);
KB_MUST_USE kb_status kb_bench_inputs_end(kb_bench_info *info, kb_sha2 *hash);

/* The subjects. */
extern const kb_bench_subject kb_bench_envelope_subject;  /* encrypt, decrypt a token */
extern const kb_bench_subject kb_bench_reencrypt_subject; /* file to file */
extern const kb_bench_subject kb_bench_stream_subject;    /* that, encrypt and decrypt */
extern const kb_bench_subject kb_bench_kem_subject;       /* catalog ids of KEMs */
extern const kb_bench_subject kb_bench_sig_subject;       /* catalog ids of signatures */
extern const kb_bench_subject kb_bench_rsa_subject;       /* "RSA-2048", "RSA-3072" */
/* The same ids, with handles and batches besides (form.h); one operation a process. */
extern const kb_bench_subject kb_bench_kept_kem_subject, kb_bench_batch_kem_subject,
    kb_bench_kept_sig_subject, kb_bench_slhdsa_subject;

#endif
