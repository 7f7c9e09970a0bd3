/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the vector sets of ML-DSA and SLH-DSA have in common: forms of a signature, the
 * randomness of signing. */
#ifndef KB_CLI_ACVP_SIG_H
#define KB_CLI_ACVP_SIG_H

#include "acvp.h"
#include "sig/prehash.h"
#include "sig/sig.h"

typedef enum kb_acvp_sig_form {
    KB_ACVP_PURE,
    KB_ACVP_PREHASH,
    KB_ACVP_INTERNAL, /* the message is M' */
    KB_ACVP_MU        /* the message is mu (ML-DSA) */
} kb_acvp_sig_form;

typedef struct kb_acvp_sig_input {
    kb_acvp_sig_form form;
    const kb_sig_prehash *prehash;
    kb_sig_message message;
} kb_acvp_sig_input;

/* Reads form, message, context and hash function of a case. */
KB_MUST_USE kb_status kb_acvp_sig_read(kb_acvp_sig_input *out, kb_acvp_case *c);

/* Gives the randomness of a signature: NULL when the group is deterministic, the field
 * when it is there, fresh bytes else; then *is_fresh is set. */
KB_MUST_USE kb_status kb_acvp_sig_randomness(const uint8_t **out, bool *is_fresh,
                                             kb_acvp_case *c, const char *name,
                                             size_t len);

/* Reads the expected signature, which a case of fresh randomness is compared with by
 * verification. *out is empty when there is none. */
KB_MUST_USE kb_status kb_acvp_sig_expected(kb_acvp_bytes *out, kb_acvp_case *c);

/* Turns the result of a verification into the answer: a refusal is one, a failure of
 * another kind is passed on. */
KB_MUST_USE kb_status kb_acvp_sig_verdict(bool *is_right, kb_status status);

#endif
