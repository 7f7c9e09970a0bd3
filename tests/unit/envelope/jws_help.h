/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keys for JWS tests, and JWS texts made by hand: any header, any payload, real
 * signatures. */
#ifndef KB_TESTS_JWS_HELP_H
#define KB_TESTS_JWS_HELP_H

#include "codec/base64url.h"
#include "composite/sig_lamps.h"
#include "test.h"

#include <keybraid/jws.h>

typedef struct help_key {
    uint8_t pk[KB_SIG_LAMPS_PK_MAX_BYTES], sk[128];
    kb_jws_key key;
} help_key;

static inline void help_key_new(help_key *k, const char *alg) {
    const kb_sig *sig = kb_sig_lamps_find(alg);
    CHECK(sig != NULL);
    if (sig != NULL) {
        CHECK_OK(sig->keygen(k->pk, k->sk));
        k->key = (kb_jws_key){.alg = alg,
                              .pk = k->pk,
                              .pk_len = sig->pk_bytes,
                              .sk = k->sk,
                              .sk_len = sig->sk_bytes};
    }
}

/* Appends base64url to a terminated text. */
static inline void help_append_base64url(char *text, const void *bytes, size_t n) {
    size_t at = strlen(text);
    kb_base64url_encode(text + at, bytes, n);
    text[at + KB_BASE64URL_TEXT_LEN(n)] = '\0';
}

/* Begins a JWS of a payload: everything up to the first signature. */
static inline void help_jws_begin(char *jws, const char *payload) {
    strcpy(jws, "{\"payload\":\"");
    help_append_base64url(jws, payload, strlen(payload));
    strcat(jws, "\",\"signatures\":[");
}

/* Appends a signature object with this protected header over that payload. */
static inline void help_jws_sign(char *jws, const char *header, const char *payload,
                                 const help_key *k) {
    static char input[16384];
    static uint8_t bytes[KB_SIG_LAMPS_SIG_MAX_BYTES];
    size_t len = 0;
    input[0] = '\0';
    help_append_base64url(input, header, strlen(header));
    strcat(jws, jws[strlen(jws) - 1] == '}' ? ",{\"protected\":\"" : "{\"protected\":\"");
    strcat(jws, input);
    strcat(jws, "\",\"signature\":\"");
    strcat(input, ".");
    help_append_base64url(input, payload, strlen(payload));
    kb_sig_message m = {(const uint8_t *)input, strlen(input), NULL, 0};
    CHECK_OK(kb_sig_lamps_find(k->key.alg)->sign(bytes, &len, &m, k->sk));
    help_append_base64url(jws, bytes, len);
    strcat(jws, "\"}");
}

static inline void help_jws_end(char *jws) {
    strcat(jws, "]}");
}

#endif
