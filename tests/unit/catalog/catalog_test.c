/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/sig_lamps.h"
#include "kem/kem.h"
#include "test.h"

#include <keybraid/catalog.h>

TEST(ids_and_names_are_unique_and_found) {
    size_t count;
    const kb_alg *rows = kb_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        CHECK(kb_catalog_find(rows[i].id) == &rows[i]);
        CHECK(kb_catalog_find_name(rows[i].id) == &rows[i]);
        CHECK(kb_catalog_find_name(rows[i].name) == &rows[i]);
        CHECK(rows[i].family != NULL && rows[i].standard != NULL &&
              rows[i].notes != NULL);
        CHECK(rows[i].section != NULL && rows[i].section[0] != '\0');
        for (size_t j = 0; j < i; j++) {
            CHECK(strcmp(rows[i].id, rows[j].id) != 0 &&
                  strcmp(rows[i].name, rows[j].name) != 0);
        }
    }
    CHECK(kb_catalog_find("HQC-128") == NULL);
    CHECK_STR(kb_catalog_find_name("HQC-128")->id, "HQC-128-R26");
    CHECK(kb_catalog_find("") == NULL && kb_catalog_find_name("ml-kem-768") == NULL);
}

TEST(sizes_are_those_of_the_code) {
    size_t count, kems = 0, sigs = 0;
    const kb_alg *rows = kb_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        const kb_kem *kem = kb_kem_find(rows[i].id);
        CHECK((kem != NULL) == (rows[i].kind == KB_ALG_KEM));
        if (kem != NULL) {
            kems++;
            CHECK_INT(rows[i].pk_bytes, kem->pk_bytes);
            CHECK_INT(rows[i].sk_bytes, kem->sk_bytes);
            CHECK_INT(rows[i].ct_bytes, kem->ct_bytes);
            CHECK_INT(rows[i].ss_bytes, kem->ss_bytes);
            CHECK(rows[i].level >= 1 && rows[i].level <= 5);
        }
        const kb_sig *sig = kb_sig_lamps_find(rows[i].id);
        CHECK((sig != NULL) == (rows[i].kind == KB_ALG_SIG));
        if (sig != NULL) {
            sigs++;
            CHECK_INT(rows[i].pk_bytes, sig->pk_bytes);
            CHECK_INT(rows[i].sk_bytes, sig->sk_bytes);
            CHECK_INT(rows[i].sig_bytes, sig->sig_bytes);
            CHECK(!rows[i].may_be_composite);
        }
    }
    CHECK_INT(kems, 20);
    CHECK_INT(sigs, 32);
}

TEST(every_status_and_kind_has_a_name) {
    for (int i = KB_STATUS_RECOMMENDED; i <= KB_STATUS_DISALLOWED; i++) {
        CHECK(strcmp(kb_alg_status_name((kb_alg_status)i), "?") != 0);
    }
    for (int i = KB_ALG_KEM; i <= KB_ALG_HASH; i++) {
        CHECK(strcmp(kb_alg_kind_name((kb_alg_kind)i), "?") != 0);
    }
    CHECK_STR(kb_alg_status_name((kb_alg_status)99), "?");
}

int main(void) {
    RUN(ids_and_names_are_unique_and_found);
    RUN(sizes_are_those_of_the_code);
    RUN(every_status_and_kind_has_a_name);
    return TEST_END();
}
