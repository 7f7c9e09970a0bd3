/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Result codes of every call, their texts, and the detail of the last failure.
 *
 * Not here: which exit code a command ends with is a column of the same table
 * (src/core/status.c) and is read with kb_status_exit_code.
 */
#ifndef KB_STATUS_H
#define KB_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_API      __attribute__((visibility("default")))
#define KB_MUST_USE __attribute__((warn_unused_result))

/** Result of a call. Groups: 1xx caller, 2xx malformed input, 3xx cryptographic refusal,
 *  4xx key or policy, 5xx input and output, 6xx resources and limits, 9xx our fault. */
typedef enum kb_status {
    KB_OK = 0,
    KB_ERR_ARGUMENT = 101, /* a parameter breaks the contract of the call */
    KB_ERR_BUFFER = 102,   /* the output buffer is too small */
    KB_ERR_STATE = 103, /* not allowed in this state, such as feeding a finished stream */
    KB_ERR_FORMAT = 201, /* the input breaks the rules of its format */
    KB_ERR_UNSUPPORTED =
        202,              /* well formed, but names something this version does not do */
    KB_ERR_AUTH = 301,    /* decryption refused; deliberately says nothing more */
    KB_ERR_ANSWER = 302,  /* a computed answer is not the expected one */
    KB_ERR_KEY = 401,     /* a key is malformed, inconsistent or of the wrong algorithm */
    KB_ERR_NO_KEY = 402,  /* no key of that name or identifier is held */
    KB_ERR_POLICY = 403,  /* the algorithm or key may not be used for this */
    KB_ERR_EXPIRED = 404, /* the key's period for this operation is over */
    KB_ERR_PASSPHRASE = 405, /* the pass-phrase or key file does not open the keystore */
    KB_ERR_KEY_EXISTS = 406, /* a key of that name already exists */
    KB_ERR_IO = 501,         /* reading or writing failed */
    KB_ERR_NO_STORE = 502,   /* there is no keystore at that place */
    KB_ERR_STORE = 503,      /* the keystore is damaged or was altered */
    KB_ERR_FILE_EXISTS =
        504,          /* the file exists and may not be replaced without being asked to */
    KB_ERR_RNG = 505, /* the kernel gives no randomness */
    KB_ERR_LIMIT = 601,     /* the input exceeds a documented limit */
    KB_ERR_EXHAUSTED = 602, /* the key has reached its usage limit */
    KB_ERR_MEMORY = 603,    /* memory could not be had */
    KB_ERR_BUSY = 604,      /* somebody else holds the resource; try again */
    KB_ERR_CANCELLED = 605, /* it was cancelled before it began */
    KB_ERR_INTERNAL = 901   /* a fault of ours */
} kb_status;

/** Detail of a failure. Never holds key bytes, plaintext or pass-phrases. */
typedef struct kb_error {
    kb_status status;
    const char *function; /* where it was detected */
    char text[200];       /* one sentence part, without the status text */
    bool has_offset;
    uint64_t offset; /* byte offset in the input, when has_offset */
} kb_error;

/** Returns the symbolic name, such as "KB_ERR_FORMAT"; "?" for an unknown code. */
KB_API const char *kb_status_name(kb_status status);
/** Returns the one-line text of a code. */
KB_API const char *kb_status_text(kb_status status);
/** Returns the exit code of a command that fails with this code (0, 1, 2, 3, 4, 5, 6 or
 * 70). */
KB_API int kb_status_exit_code(kb_status status);
/** Returns the HTTP status that goes with this code. */
KB_API int kb_status_http(kb_status status);
/** Returns whether the same call may succeed later without any change. */
KB_API bool kb_status_is_retryable(kb_status status);

/**
 * Returns the detail of the last failure in the calling thread.
 *
 * Threads: one record per thread, valid until the next failing call in that thread.
 */
KB_API const kb_error *kb_last_error(void);

#ifdef __cplusplus
}
#endif
#endif
