/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) with the keys of RFC 4055, 5480, 8410, 9881,
 * 9909, 9935. */
#include "core/error.h"
#include "key/key.h"
#include "key/rsa.h"

#include <string.h>

kb_status kb_key_check_point(const kb_key_form *form, const kb_der *point) {
    bool is_compressed =
        form->curve.len != 0 && point->len != 0 && (point->data[0] & 0xfe) == 0x02;
    return is_compressed ? KB_FAIL_AT(KB_ERR_UNSUPPORTED, point->offset,
                                      "a compressed point of %s", form->crv)
                         : KB_OK;
}

kb_status kb_key_read_spki(kb_key **out, kb_der der, const char *use) {
    kb_der algorithm, bits;
    const kb_key_form *form;
    KB_TRY(kb_der_take(&der, KB_DER_SEQUENCE, &algorithm));
    KB_TRY(kb_der_take_bits(&der, &bits));
    KB_TRY(kb_der_end(&der));
    if (kb_key_rsa_is(algorithm)) {
        return kb_key_rsa_read_public(out, algorithm, bits);
    }
    KB_TRY(kb_key_form_of_oid(&form, algorithm, use));
    KB_TRY(kb_key_check_point(form, &bits));
    return kb_key_from_parts(out, form->id, strlen(form->id), bits.data, bits.len, NULL,
                             0);
}

void kb_key_put_algorithm(kb_der_writer *w, const kb_key *key) {
    if (kb_key_is_rsa(key)) {
        kb_key_rsa_put_algorithm(w, key);
    } else {
        kb_key_form_put_oid(w, key->form);
    }
}

kb_status kb_key_put_spki(kb_der_writer *w, const kb_key *key) {
    static const uint8_t no_unused_bits = 0;
    size_t end = w->at;
    KB_TRY(kb_key_check_oid(key));
    if (kb_key_is_rsa(key)) {
        kb_key_rsa_put_public(w, key);
    } else {
        kb_der_put(w, key->pk, key->pk_len);
    }
    kb_der_put(w, &no_unused_bits, 1);
    kb_der_wrap(w, KB_DER_BIT_STRING, end);
    kb_key_put_algorithm(w, key);
    kb_der_wrap(w, KB_DER_SEQUENCE, end);
    return KB_OK;
}
