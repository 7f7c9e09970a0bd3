/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA keys: from numbers to handles and back. Not here: their DER is rsa_der.c. */
#include "key/rsa.h"

#include "core/bytes.h"
#include "core/error.h"
#include "core/secret.h"

#include <stdio.h>
#include <string.h>

#define JOSE_DEFAULT "PS256"
#define E_MIN        65537 /* FIPS 186-5, A.1.1 */
#define E_BYTES      KB_KEY_RSA_E_MAX_BYTES

static const size_t moduli[] = {2048, 3072, 4096};

static const char *const names[KB_KEY_RSA_NUMBERS] = {
    [KB_KEY_RSA_N] = "n",   [KB_KEY_RSA_E] = "e",   [KB_KEY_RSA_D] = "d",
    [KB_KEY_RSA_P] = "p",   [KB_KEY_RSA_Q] = "q",   [KB_KEY_RSA_DP] = "dp",
    [KB_KEY_RSA_DQ] = "dq", [KB_KEY_RSA_QI] = "qi",
};

const char *kb_key_rsa_name(kb_key_rsa_number i) {
    return names[i];
}

/* Bytes of a private number when the modulus has n. */
static size_t width_of(kb_key_rsa_number i, size_t n) {
    return i == KB_KEY_RSA_D ? n : n / 2;
}

static kb_status check_modulus(const kb_key_rsa_bytes *n, size_t *bits) {
    *bits = 0;
    if (n->len != 0) {
        unsigned top = n->data[0];
        *bits = 8 * (n->len - 1);
        for (; top != 0; top >>= 1) {
            ++*bits;
        }
    }
    for (size_t i = 0; i < sizeof moduli / sizeof moduli[0]; i++) {
        if (*bits != moduli[i]) {
            continue;
        }
        return n->data[n->len - 1] % 2 != 0 ? KB_OK
                                            : KB_FAIL(KB_ERR_KEY, "RSA modulus: even");
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED,
                   "RSA key of %zu bits (2048, 3072 and 4096 are read)", *bits);
}

/* Writes the exponent at full width. */
static kb_status check_exponent(const kb_key_rsa_bytes *e, uint8_t out[E_BYTES]) {
    if (e->len > E_BYTES) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "RSA exponent of %zu bytes, at most %d",
                       e->len, E_BYTES);
    }
    memset(out, 0, E_BYTES);
    if (e->len != 0) {
        memcpy(out + E_BYTES - e->len, e->data, e->len);
    }
    uint64_t value = kb_load_be64(out);
    if (value < 3 || value % 2 == 0) {
        return KB_FAIL(KB_ERR_KEY, "RSA exponent: must be odd and above 1");
    }
    return value >= E_MIN ? KB_OK
                          : KB_FAIL(KB_ERR_UNSUPPORTED, "RSA exponent of %u, below 65537",
                                    (unsigned)value);
}

/* e || d || p || q || dp || dq || qi at full width. */
static kb_status fill_private(kb_secret *sk, const kb_key_rsa_bytes *numbers,
                              const uint8_t e[E_BYTES], size_t n) {
    uint8_t *to = kb_secret_data(sk);
    memcpy(to, e, E_BYTES);
    to += E_BYTES;
    for (kb_key_rsa_number i = KB_KEY_RSA_D; i < KB_KEY_RSA_NUMBERS; i++) {
        size_t width = width_of(i, n), len = numbers[i].len;
        if (len > width) {
            return KB_FAIL(KB_ERR_UNSUPPORTED,
                           "%s of an RSA key of %zu bits has %zu bytes, at most %zu are "
                           "read (primes of one length)",
                           names[i], 8 * n, len, width);
        }
        if (len != 0) {
            memcpy(to + width - len, numbers[i].data, len);
        }
        to += width;
    }
    return KB_OK;
}

kb_status kb_key_rsa_from_numbers(kb_key **out,
                                  const kb_key_rsa_bytes numbers[KB_KEY_RSA_NUMBERS],
                                  bool is_private, const char *jose) {
    uint8_t pk[E_BYTES + KB_KEY_RSA_MAX_BYTES];
    char id[32];
    size_t bits;
    KB_SECRET_HANDLE sk = NULL;
    KB_TRY(check_modulus(&numbers[KB_KEY_RSA_N], &bits));
    KB_TRY(check_exponent(&numbers[KB_KEY_RSA_E], pk));
    size_t n = bits / 8, sk_len = 0;
    memcpy(pk + E_BYTES, numbers[KB_KEY_RSA_N].data, n);
    (void)snprintf(id, sizeof id, "RSA-%zu-%s", bits, jose == NULL ? JOSE_DEFAULT : jose);
    if (is_private) {
        sk_len = E_BYTES + n + 5 * (n / 2);
        KB_TRY(kb_secret_new(&sk, sk_len));
        KB_TRY(fill_private(sk, numbers, pk, n));
    }
    return kb_key_from_parts(out, id, strlen(id), pk, E_BYTES + n,
                             is_private ? kb_secret_bytes(sk) : NULL, sk_len);
}

bool kb_key_is_rsa(const kb_key *key) {
    return key->form->private_form == KB_KEY_PRIVATE_RSA;
}

kb_key_rsa_bytes kb_key_rsa_number_of(const kb_key *key, kb_key_rsa_number i) {
    size_t n = key->pk_len - E_BYTES;
    kb_key_rsa_bytes number = {key->pk + E_BYTES, n};
    if (i == KB_KEY_RSA_E) {
        number = (kb_key_rsa_bytes){key->pk, E_BYTES};
    } else if (i != KB_KEY_RSA_N) {
        number = (kb_key_rsa_bytes){kb_secret_bytes(key->sk) + E_BYTES, n};
        for (kb_key_rsa_number j = KB_KEY_RSA_D; j < i; j++) {
            number.data += width_of(j, n);
        }
        number.len = width_of(i, n);
    }
    /* Both forms of a file leave out leading zeros, and tell their number thereby. */
    while (number.len > 1 && number.data[0] == 0) {
        number.data++;
        number.len--;
    }
    return number;
}
