/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * KeyCombine: both secrets, both ciphertexts and both public keys become the content key
 * (NIST SP 800-227 section 4.6.2, expression (14), with the key derivations of SP 800-56C
 * Rev. 2).
 */
#ifndef KB_COMPOSITE_COMBINER_H
#define KB_COMPOSITE_COMBINER_H

#include "composite/alg.h"

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#define KB_COMBINER_OKM_BYTES 64 /* direct, single mode: content key and commitment */
#define KB_COMBINER_KEK_BYTES 32 /* wrapped mode */
#define KB_COMBINER_OKM_MAX   64
#define KB_COMBINER_CTX_BYTES 32 /* SHA-256 of the protected header in a token */

typedef struct kb_span {
    const uint8_t *data;
    size_t len;
} kb_span;

typedef struct kb_combiner_input {
    const char *alg; /* whole algorithm string */
    const char *enc; /* content algorithm */
    kb_combiner_kdf kdf;
    kb_span ss_c, ss_p; /* secret */
    kb_span ct_c, ct_p;
    kb_span pk_c, pk_p;
    kb_span ctx;
} kb_combiner_input;

/*
 * Derives okm_len bytes (1..KB_COMBINER_OKM_MAX). Everything intermediate is wiped.
 * Returns KB_OK, KB_ERR_MEMORY, KB_ERR_INTERNAL. On error okm is zero.
 */
KB_MUST_USE kb_status kb_combiner_derive(uint8_t *okm, size_t okm_len,
                                         const kb_combiner_input *input);

#endif
