/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of base64url, which also finish the work of the vector kernels. */
#ifndef KB_CODEC_BASE64URL_REF_H
#define KB_CODEC_BASE64URL_REF_H

#include "codec/base64url_ops.h"

void kb_base64url_encode_ref(char *out, const uint8_t *in, size_t len);
uint64_t kb_base64url_decode_ref(uint8_t *out, const char *text, size_t len);

#endif
