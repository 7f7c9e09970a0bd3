/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Protected headers: an accepted one says exactly what CKEM1 demands. */
#include "envelope/enc.h"
#include "envelope/header.h"
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static kb_jwe_header header;
    header = (kb_jwe_header){.enc = NULL};
    if (kb_jwe_header_parse(&header, (const char *)data, size) != KB_OK) {
        return 0;
    }
    FUZZ_CHECK(strcmp(header.enc, kb_jwe_enc_name(KB_JWE_ENC_A256GCM)) == 0);
    FUZZ_CHECK(strcmp(header.alg_text, header.alg.text) == 0);
    FUZZ_CHECK(
        strncmp(header.alg_text, KB_COMPOSITE_PREFIX, strlen(KB_COMPOSITE_PREFIX)) == 0);
    FUZZ_CHECK(header.arena_used <= sizeof header.arena);
    const char *strings[] = {header.kid, header.typ, header.cty};
    for (size_t i = 0; i < 3; i++) {
        FUZZ_CHECK(strings[i] == NULL ||
                   (strings[i] >= header.arena &&
                    strings[i] + strlen(strings[i]) < header.arena + header.arena_used));
    }
    return 0;
}
