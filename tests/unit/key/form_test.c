/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/sig_lamps.h"
#include "key/form.h"
#include "unit/key/key_help.h"

TEST(every_row_names_an_algorithm_of_ours_and_its_use) {
    size_t count;
    const kb_key_form *forms = kb_key_forms(&count);
    CHECK_INT(count, 40);
    for (size_t i = 0; i < count; i++) {
        bool is_sig = kb_sig_lamps_find(forms[i].id) != NULL;
        CHECK_(is_sig != (kb_kem_find(forms[i].id) != NULL), (void)0, "%s", forms[i].id);
        CHECK_STR(forms[i].use, is_sig ? "sig" : "enc");
        bool is_curve =
            strcmp(forms[i].kty, "EC") == 0 || strcmp(forms[i].kty, "OKP") == 0;
        CHECK((forms[i].crv != NULL) == is_curve);
        CHECK((forms[i].jose[0] != NULL) == (strcmp(forms[i].kty, "AKP") != 0));
        CHECK(kb_key_form_of(forms[i].id) == &forms[i]);
    }
}

TEST(no_two_rows_can_be_taken_for_each_other) {
    size_t count;
    const kb_key_form *f = kb_key_forms(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            bool same_oid = f[i].oid.len == f[j].oid.len &&
                            memcmp(f[i].oid.bytes, f[j].oid.bytes, f[i].oid.len) == 0;
            bool same_curve =
                f[i].curve.len == f[j].curve.len &&
                memcmp(f[i].curve.bytes, f[j].curve.bytes, f[i].curve.len) == 0;
            /* told apart by modulus and hash */
            bool both_rsa = f[i].private_form == KB_KEY_PRIVATE_RSA &&
                            f[j].private_form == KB_KEY_PRIVATE_RSA;
            CHECK_(both_rsa || !same_oid || !same_curve ||
                       strcmp(f[i].use, f[j].use) != 0,
                   (void)0, "%s, %s", f[i].id, f[j].id);
            bool same_crv =
                f[i].crv != NULL && f[j].crv != NULL && strcmp(f[i].crv, f[j].crv) == 0;
            CHECK_(!same_crv || strcmp(f[i].use, f[j].use) != 0, (void)0, "%s, %s",
                   f[i].id, f[j].id);
        }
    }
}

/* Every row against the OID as the standards print it. */
TEST(identifiers_are_those_of_the_standards) {
    static const struct {
        const char *id, *der;
    } rows[] = {
        {"X448", "300506032b656f"},
        {"P-521", "301006072a8648ce3d020106052b81040023"},
        {"ECDSA-P384", "301006072a8648ce3d020106052b81040022"},
        {"ML-KEM-1024", "300b0609608648016503040403"},
        {"ML-DSA-44", "300b0609608648016503040311"},
        {"SLH-DSA-SHA2-256f", "300b0609608648016503040319"},
        {"SLH-DSA-SHAKE-128s", "300b060960864801650304031a"},
        {"SLH-DSA-SHAKE-256f", "300b060960864801650304031f"},
        {"ML-DSA-44-Ed25519", "300a06082b06010505070627"},
        {"ML-DSA-87-Ed448", "300a06082b06010505070633"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t der[64];
        kb_der_writer w = kb_der_writer_on(der, sizeof der);
        kb_key_form_put_oid(&w, kb_key_form_of(rows[i].id));
        CHECK_HEX(der + w.at, sizeof der - w.at, rows[i].der);
    }
}

TEST(algorithms_without_a_row_are_akp_and_nothing_else) {
    const kb_key_form *form = kb_key_form_of("HQC-128-R26");
    CHECK_STR(form->kty, "AKP");
    CHECK(form->crv == NULL && form->oid.len == 0);
}

static kb_status find_hex(const char *hex, const char *use) {
    uint8_t bytes[64];
    const kb_key_form *form;
    long len = test_unhex(bytes, sizeof bytes, hex);
    return kb_key_form_of_oid(&form, (kb_der){bytes, (size_t)len, 0}, use);
}

TEST(unknown_identifiers_are_shown_as_numbers) {
    CHECK_OK(find_hex("06032b6570", NULL));
    CHECK_STATUS(find_hex("06032b6572", NULL), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "1.3.101.114") != NULL);
    CHECK_STATUS(find_hex("0609608648016503040320", NULL), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "2.16.840.1.101.3.4.3.32") != NULL);
    CHECK_STATUS(find_hex("060100", NULL), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "0.0") != NULL);
    /* longer than the text has room for; numbers beyond 64 bits; cut off within one */
    CHECK_STATUS(find_hex("0619"
                          "2b8fffff7f8fffff7f8fffff7f8fffff7f8fffff7f8fffff7f",
                          NULL),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(find_hex("060c"
                          "ffffffffffffffffffffff7f",
                          NULL),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(find_hex("06022bff", NULL), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(find_hex("0600", NULL), KB_ERR_FORMAT);
}

int main(void) {
    RUN(every_row_names_an_algorithm_of_ours_and_its_use);
    RUN(no_two_rows_can_be_taken_for_each_other);
    RUN(identifiers_are_those_of_the_standards);
    RUN(algorithms_without_a_row_are_akp_and_nothing_else);
    RUN(unknown_identifiers_are_shown_as_numbers);
    return TEST_END();
}
