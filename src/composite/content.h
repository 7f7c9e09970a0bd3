/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The content key of wrapped mode, derived from the message key (envelope A.8). */
#ifndef KB_COMPOSITE_CONTENT_H
#define KB_COMPOSITE_CONTENT_H

#include "composite/combiner.h"

/*
 * Derives content key and commitment from mk for the content algorithm enc and ctx, the
 * hash of the protected header.
 *
 * KB_ERR_MEMORY, KB_ERR_INTERNAL. On error okm is zero.
 */
KB_MUST_USE kb_status kb_composite_content_key(uint8_t okm[KB_COMBINER_OKM_BYTES],
                                               const uint8_t mk[32], const char *enc,
                                               kb_span ctx);

#endif
