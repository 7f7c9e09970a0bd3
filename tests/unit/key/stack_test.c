/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keys of every kind are made, written, read and sign in a thread with a small stack. */
#include "key/expanded.h"
#include "unit/key/key_help.h"

#include <pthread.h>

#define STACK_BYTES ((size_t)128 * 1024)
#define LIMIT_BYTES ((size_t)96 * 1024)
#define UNTOUCHED   0xa5

/* A page more, to begin at a page. */
static uint8_t stack[STACK_BYTES + 4096];
static der_file expanded;

typedef struct job {
    const char *alg;
    kb_status status;
} job;

static kb_status read_again(const void *text, size_t len, const char *use) {
    kb_key *again = NULL;
    kb_status status = kb_key_read(&again, text, len, use);
    kb_key_free(again);
    return status;
}

static kb_status write_and_read(const kb_key *key) {
    char *text = NULL;
    kb_secret *secret = NULL;
    kb_status status = kb_key_to_public_pem(key, &text);
    if (status == KB_OK) {
        status = read_again(text, strlen(text), use_of(key));
        kb_jwk_free(text);
    }
    if (status == KB_OK) {
        status = kb_key_to_private_pem(key, &secret);
    }
    if (status == KB_OK) {
        status = read_again(kb_secret_bytes(secret), kb_secret_len(secret), use_of(key));
        kb_secret_free(secret);
    }
    if (status == KB_OK) {
        status = kb_key_to_private_jwk(key, &secret);
    }
    if (status == KB_OK) {
        status = read_again(kb_secret_bytes(secret), kb_secret_len(secret), use_of(key));
        kb_secret_free(secret);
    }
    return status;
}

/* With the expanded form, alone and with its seed. */
static kb_status read_expanded(const kb_key *key) {
    const kb_key_expanded *form = kb_key_expanded_of(kb_key_alg(key));
    kb_key *again = NULL;
    if (form == NULL) {
        return KB_OK;
    }
    form->expand(form, expanded.bytes, kb_secret_bytes(key->sk));
    kb_status status = kb_key_from_expanded(&again, form->id, NULL, 0, expanded.bytes,
                                            form->bytes, NULL, 0);
    kb_key_free(again);
    again = NULL;
    if (status == KB_OK) {
        status = kb_key_from_expanded(&again, form->id, NULL, 0, expanded.bytes,
                                      form->bytes, kb_secret_bytes(key->sk), key->sk_len);
    }
    kb_key_free(again);
    return status;
}

/* Made anew for each signature, made to be kept, and kept. */
static kb_status sign_and_verify(const kb_key *key) {
    static uint8_t sig[20000];
    const kb_sig_message m = {(const uint8_t *)"message", 7, NULL, 0};
    kb_status status = KB_OK;
    for (int use = 0; use < 3 && status == KB_OK && kb_key_is_signing(key); use++) {
        size_t len = sizeof sig;
        status = kb_key_sign(sig, &len, &m, key, NULL);
        status = status == KB_OK ? kb_key_verify(sig, len, &m, key) : status;
    }
    return status;
}

static void *body(void *argument) {
    job *j = argument;
    kb_key *key = NULL;
    j->status = kb_key_generate(&key, j->alg);
    if (j->status == KB_OK) {
        j->status = write_and_read(key);
    }
    if (j->status == KB_OK) {
        j->status = read_expanded(key);
    }
    if (j->status == KB_OK) {
        j->status = sign_and_verify(key);
    }
    kb_key_free(key);
    return NULL;
}

static size_t used_by(job *j) {
    uint8_t *base = stack + (4096 - (uintptr_t)stack % 4096) % 4096;
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    memset(stack, UNTOUCHED, sizeof stack);
    CHECK_INT(pthread_attr_init(&attributes), 0);
    CHECK_INT(pthread_attr_setstack(&attributes, base, STACK_BYTES), 0);
    CHECK_INT(pthread_create(&thread, &attributes, body, j), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(pthread_attr_destroy(&attributes), 0);
    while (untouched < STACK_BYTES && base[untouched] == UNTOUCHED) {
        untouched++;
    }
    return STACK_BYTES - untouched;
}

TEST(every_kind_of_key_fits_a_small_stack) {
    size_t most = 0;
    const char *which = "";
    for (size_t i = 0; i < PEM_ALGS; i++) {
        job j = {pem_algs[i], KB_OK};
        size_t used = used_by(&j);
        CHECK_(j.status == KB_OK, (void)0, "%s: %s", j.alg, kb_status_name(j.status));
        CHECK_(used <= LIMIT_BYTES, (void)0, "%s takes %zu bytes", j.alg, used);
        if (used > most) {
            most = used;
            which = j.alg;
        }
    }
    TEST_NOTE("at most %zu bytes, thread included (%s)", most, which);
}

int main(void) {
    RUN(every_kind_of_key_fits_a_small_stack);
    return TEST_END();
}
