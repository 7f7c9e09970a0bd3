/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The content encryptions (envelope A.5, B.2) and what follows from each. */
#ifndef KB_ENVELOPE_ENC_H
#define KB_ENVELOPE_ENC_H

#include <keybraid/jwe.h>

/* Finds a name as it stands in a token, so not "auto". KB_ERR_UNSUPPORTED. */
KB_MUST_USE kb_status kb_jwe_enc_parse(kb_jwe_enc *out, const char *name);

/* Returns the length of a whole segment, 0 for content with one tag. */
uint32_t kb_jwe_enc_segment_bytes(kb_jwe_enc enc);

/* Returns the length of `iv`: the nonce of GCM, the header of FLOE. */
size_t kb_jwe_enc_iv_bytes(kb_jwe_enc enc);

#endif
