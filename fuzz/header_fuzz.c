/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Protected headers: an accepted one says exactly what CKEM1 demands. */
#include "envelope/enc.h"
#include "envelope/header.h"
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static kb_jwe_header header;
    header = (kb_jwe_header){.arena_used = 0};
    if (kb_jwe_header_parse(&header, (const char *)data, size) != KB_OK) {
        return 0;
    }
    FUZZ_CHECK(kb_jwe_enc_iv_bytes(header.enc) != 0);
    if (header.mode == KB_JWE_MODE_WRAP) {
        FUZZ_CHECK(header.alg_text == NULL && header.kid == NULL);
    } else {
        FUZZ_CHECK(strcmp(header.alg_text, header.alg.text) == 0 && !header.alg.is_wrap);
        FUZZ_CHECK(kb_composite_alg_is_prefix(header.alg_text, strlen(header.alg_text)));
    }
    FUZZ_CHECK(header.arena_used <= sizeof header.arena);
    const char *strings[] = {header.kid, header.typ, header.cty};
    for (size_t i = 0; i < 3; i++) {
        FUZZ_CHECK(strings[i] == NULL ||
                   (strings[i] >= header.arena &&
                    strings[i] + strlen(strings[i]) < header.arena + header.arena_used));
    }
    return 0;
}
