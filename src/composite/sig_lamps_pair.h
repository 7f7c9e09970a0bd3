/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a LAMPS composite is made of; for the two files of it. */
#ifndef KB_COMPOSITE_SIG_LAMPS_PAIR_H
#define KB_COMPOSITE_SIG_LAMPS_PAIR_H

#include "sig/classic/classic.h"
#include "sig/sig.h"

#include <stdbool.h>

typedef enum kb_sig_lamps_ph {
    KB_SIG_LAMPS_SHA256,
    KB_SIG_LAMPS_SHA512,
    KB_SIG_LAMPS_SHAKE256 /* 64 bytes */
} kb_sig_lamps_ph;

typedef struct kb_sig_lamps_pair {
    const char *id;
    const char *label; /* ML-DSA's context, and part of what is signed */
    const kb_sig *pqc, *classical;
    bool is_der; /* ECDSA signatures in DER: verification only */
    kb_libcrypto_ec curve;
    kb_libcrypto_md md;
    kb_sig_lamps_ph ph;
} kb_sig_lamps_pair;

/* NULL when there is none. */
const kb_sig_lamps_pair *kb_sig_lamps_pair_find(const char *id);

#endif
