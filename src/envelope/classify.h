/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What kind of token a text is, as far as that shows without any key.
 *
 * Tolerant on purpose: it looks for tokens that the reader refuses, those of other
 * software and of older constructions, in JSON, compact and container form, of any size,
 * in constant memory. What breaks off or breaks a rule is classified by what was seen
 * until then, and the fault is told. Nothing that it says is authenticated.
 *
 * Not here: the rules that a token of ours must keep are the reader's (reader.h).
 */
#ifndef KB_ENVELOPE_CLASSIFY_H
#define KB_ENVELOPE_CLASSIFY_H

#include "envelope/classify_params.h"

#include <keybraid/status.h>
#include <keybraid/stream.h>

/* How a recipient gets at the content key. */
typedef enum kb_jwe_family {
    KB_JWE_FAMILY_UNKNOWN,
    KB_JWE_FAMILY_CKEM1,        /* both halves are needed */
    KB_JWE_FAMILY_CLASSICAL,    /* a quantum computer opens it */
    KB_JWE_FAMILY_POST_QUANTUM, /* one post-quantum KEM */
    KB_JWE_FAMILY_HYBRID,       /* both in one, HPKE's */
    KB_JWE_FAMILY_SYMMETRIC,    /* a shared key or pass-phrase */
    KB_JWE_FAMILY_COUNT
} kb_jwe_family;

typedef enum kb_jwe_kind {
    KB_JWE_KIND_NONE,      /* no token */
    KB_JWE_KIND_CKEM1,     /* says to be ours; the reader has the last word */
    KB_JWE_KIND_OR,        /* two or more alternatives, each of which opens it alone */
    KB_JWE_KIND_CLASSICAL, /* nothing but classical algorithms */
    KB_JWE_KIND_OTHER      /* another JWE */
} kb_jwe_kind;

typedef enum kb_jwe_shape {
    KB_JWE_SHAPE_NONE,
    KB_JWE_SHAPE_GENERAL,
    KB_JWE_SHAPE_FLATTENED,
    KB_JWE_SHAPE_COMPACT,
    KB_JWE_SHAPE_CONTAINER
} kb_jwe_shape;

typedef struct kb_jwe_survey {
    kb_jwe_kind kind;
    kb_jwe_shape shape;
    uint64_t recipients; /* entries; 1 for a token without a list */
    uint64_t count[KB_JWE_FAMILY_COUNT];
    kb_jwe_word alg[KB_JWE_FAMILY_COUNT]; /* the first of each family */
    kb_jwe_word enc;
    /* Set for a recipient that names HQC-192 or HQC-256 and carries a ciphertext of the
     * length of HQC-128: "HQC-192"; NULL for none. */
    const char *short_hqc;
    /* The first refusal of a CKEM1 algorithm for writing new tokens, and for reading. */
    kb_status protect, process;
    char protect_text[200], process_text[200];
    /* Where reading stopped before the end of the token; status KB_OK when it did not. */
    kb_error fault;
} kb_jwe_survey;

/* Returns names such as "or-token", "general". */
const char *kb_jwe_kind_name(kb_jwe_kind kind);
const char *kb_jwe_shape_name(kb_jwe_shape shape);

typedef struct kb_jwe_classifier kb_jwe_classifier;

KB_MUST_USE kb_status kb_jwe_classifier_new(kb_jwe_classifier **out);
/* NULL is fine. */
void kb_jwe_classifier_free(kb_jwe_classifier *classifier);
/*
 * Looks at the next bytes. Returns whether more are wanted; false once it is clear that
 * this is no token, or that the rest cannot be read.
 */
bool kb_jwe_classifier_feed(kb_jwe_classifier *classifier, const void *data, size_t len);
/* Ends the input and says what it was. Once only. */
void kb_jwe_classifier_finish(kb_jwe_classifier *classifier, kb_jwe_survey *out);

/*
 * The calls above over a source, which is read no further than needed.
 *
 * Returns: KB_OK for every content; KB_ERR_IO, KB_ERR_MEMORY.
 */
KB_MUST_USE kb_status kb_jwe_classify(kb_source *source, kb_jwe_survey *out);

#endif
