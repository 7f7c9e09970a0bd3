/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of what can be answered: algorithm, mode, revision. */
#include "acvp.h"

#include "core/error.h"

#include <string.h>

#define HASH(name)                                                                       \
    { "SHA2-" name, NULL, "1.0", "AFT|MCT|LDT", kb_acvp_hash }
#define SHA3(name)                                                                       \
    { "SHA3-" name, NULL, "1.0|2.0", "AFT|MCT|LDT", kb_acvp_hash }
#define SHAKE(name)                                                                      \
    { "SHAKE-" name, NULL, "1.0|FIPS202", "AFT|MCT|VOT", kb_acvp_shake }
#define HMAC(name)                                                                       \
    { "HMAC-" name, NULL, "1.0|2.0", "AFT", kb_acvp_hmac }

static const kb_acvp_family families[] = {
    {"ML-KEM", "keyGen", "FIPS203|FIPS203-tr1", "AFT", kb_acvp_mlkem_keygen},
    {"ML-KEM", "encapDecap", "FIPS203|FIPS203-tr1", "AFT|VAL", kb_acvp_mlkem_encap_decap},
    {"ML-DSA", "keyGen", "FIPS204|FIPS204-tr1", "AFT", kb_acvp_mldsa_keygen},
    {"ML-DSA", "sigGen", "FIPS204|FIPS204-tr1", "AFT", kb_acvp_mldsa_siggen},
    {"ML-DSA", "sigVer", "FIPS204|FIPS204-tr1", "AFT", kb_acvp_mldsa_sigver},
    {"SLH-DSA", "keyGen", "FIPS205", "AFT", kb_acvp_slhdsa_keygen},
    {"SLH-DSA", "sigGen", "FIPS205", "AFT", kb_acvp_slhdsa_siggen},
    {"SLH-DSA", "sigVer", "FIPS205", "AFT", kb_acvp_slhdsa_sigver},
    {"HQC", "keyGen", "1.0", "AFT", kb_acvp_hqc_keygen},
    {"HQC", "encapDecap", "1.0", "AFT|VAL", kb_acvp_hqc_encap_decap},
    {"DKEM", "keyGen", "1.0", "AFT", kb_acvp_dkem_keygen},
    {"DKEM", "encapDecap", "1.0", "AFT|VAL", kb_acvp_dkem_encap_decap},
    HASH("224"),
    HASH("256"),
    HASH("384"),
    HASH("512"),
    HASH("512/224"),
    HASH("512/256"),
    SHA3("224"),
    SHA3("256"),
    SHA3("384"),
    SHA3("512"),
    SHAKE("128"),
    SHAKE("256"),
    HMAC("SHA2-224"),
    HMAC("SHA2-256"),
    HMAC("SHA2-384"),
    HMAC("SHA2-512"),
    HMAC("SHA2-512/224"),
    HMAC("SHA2-512/256"),
    HMAC("SHA3-224"),
    HMAC("SHA3-256"),
    HMAC("SHA3-384"),
    HMAC("SHA3-512"),
    {"KDA", "HKDF", "Sp800-56Cr1|Sp800-56Cr2", "AFT|VAL", kb_acvp_hkdf},
};

static bool is_mode(const kb_acvp_family *family, const char *mode) {
    return family->mode == NULL || mode == NULL ? family->mode == mode
                                                : strcmp(family->mode, mode) == 0;
}

kb_status kb_acvp_family_find(const kb_acvp_family **out, const char *algorithm,
                              const char *mode, const char *revision) {
    bool has_algorithm = false, has_mode = false;
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        if (strcmp(families[i].algorithm, algorithm) != 0) {
            continue;
        }
        has_algorithm = true;
        if (!is_mode(&families[i], mode)) {
            continue;
        }
        has_mode = true;
        if (kb_acvp_is_one_of(revision, families[i].revisions)) {
            *out = &families[i];
            return KB_OK;
        }
    }
    return has_mode
               ? KB_FAIL(KB_ERR_UNSUPPORTED, "%.40s: revision %.40s", algorithm, revision)
           : has_algorithm ? KB_FAIL(KB_ERR_UNSUPPORTED, "%.40s: mode %.40s", algorithm,
                                     mode == NULL ? "is missing" : mode)
                           : KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm %.40s", algorithm);
}
