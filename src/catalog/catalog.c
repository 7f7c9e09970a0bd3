/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The one table of algorithms; every layer above reads it. */
#include <keybraid/catalog.h>

#include <string.h>

#define CLASSICAL(id_, level_, bytes_, ss_, sk_, standard_, section_, notes_)            \
    {                                                                                    \
        .id = (id_), .name = (id_), .family = "ECDH", .kind = KB_ALG_KEM,                \
        .may_be_composite = true, .status = KB_STATUS_RECOMMENDED, .level = (level_),    \
        .pk_bytes = (bytes_), .ct_bytes = (bytes_), .ss_bytes = (ss_),                   \
        .sk_bytes = (sk_), .standard = (standard_), .section = (section_),               \
        .notes = (notes_)                                                                \
    }

#define MLKEM(id_, level_, status_, pk_, ct_, notes_)                                    \
    {                                                                                    \
        .id = (id_), .name = (id_), .family = "ML-KEM", .kind = KB_ALG_KEM,              \
        .is_post_quantum = true, .may_be_composite = true, .status = (status_),          \
        .level = (level_), .pk_bytes = (pk_), .ct_bytes = (ct_), .ss_bytes = 32,         \
        .sk_bytes = 64, .standard = "FIPS 203", .section = "section 8, table 2",         \
        .notes = (notes_)                                                                \
    }

#define HQC(id_, name_, level_, status_, pk_, ct_, notes_)                               \
    {                                                                                    \
        .id = (id_), .name = (name_), .family = "HQC", .kind = KB_ALG_KEM,               \
        .is_post_quantum = true, .may_be_composite = true, .status = (status_),          \
        .level = (level_), .pk_bytes = (pk_), .ct_bytes = (ct_), .ss_bytes = 32,         \
        .sk_bytes = 32, .standard = "HQC 2025-08-22", .section = "section 3",            \
        .notes = (notes_)                                                                \
    }

#define DKEM(id_, level_, composite_, pk_, ct_, ss_, sk_, notes_)                        \
    {                                                                                    \
        .id = (id_), .name = (id_), .family = "DKEM", .kind = KB_ALG_KEM,                \
        .is_post_quantum = true, .may_be_composite = (composite_),                       \
        .status = KB_STATUS_EXPERIMENTAL, .level = (level_), .pk_bytes = (pk_),          \
        .ct_bytes = (ct_), .ss_bytes = (ss_), .sk_bytes = (sk_),                         \
        .standard = "none (NGCC submission)", .section = "algorithms 1 to 6",            \
        .notes = (notes_)                                                                \
    }

#define SIG(id_, family_, quantum_, status_, level_, pk_, sk_, sig_, standard_,          \
            section_, notes_)                                                            \
    {                                                                                    \
        .id = (id_), .name = (id_), .family = (family_), .kind = KB_ALG_SIG,             \
        .is_post_quantum = (quantum_), .status = (status_), .level = (level_),           \
        .pk_bytes = (pk_), .sk_bytes = (sk_), .sig_bytes = (sig_),                       \
        .standard = (standard_), .section = (section_), .notes = (notes_)                \
    }

#define MLDSA(id_, level_, pk_, sig_)                                                    \
    SIG(id_, "ML-DSA", true, KB_STATUS_RECOMMENDED, level_, pk_, 32, sig_, "FIPS 204",   \
        "section 4, table 2", "private key is the seed")

#define COMPSIG(id_, name_, level_, pk_, sk_, sig_)                                      \
    {                                                                                    \
        .id = (id_), .name = (name_), .family = "composite ML-DSA", .kind = KB_ALG_SIG,  \
        .is_post_quantum = true, .status = KB_STATUS_RECOMMENDED, .level = (level_),     \
        .pk_bytes = (pk_), .sk_bytes = (sk_), .sig_bytes = (sig_),                       \
        .standard = "LAMPS composite ML-DSA", .section = "section 3 (draft)",            \
        .notes = "both signatures are needed"                                            \
    }

#define SLHDSA(id_, level_, pk_, sk_, sig_)                                              \
    SIG(id_, "SLH-DSA", true, KB_STATUS_RECOMMENDED, level_, pk_, sk_, sig_, "FIPS 205", \
        "section 11, table 2", "rests on a hash function alone")

/* Sizes are those of numbers at full width: e (8 bytes) and n; e, d, p, q, dp, dq, qi. */
#define RSAPSS(id_, level_, n_)                                                          \
    SIG(id_, "RSA-PSS", false, KB_STATUS_LEGACY, level_, 8 + (n_), 8 + 7 * (n_) / 2, n_, \
        "RFC 8017", "section 8.1", "keys are imported, and only verify")

#define KDF(id_, standard_, section_, notes_)                                            \
    {                                                                                    \
        .id = (id_), .name = (id_), .family = "KeyCombine", .kind = KB_ALG_KDF,          \
        .status = KB_STATUS_RECOMMENDED, .standard = (standard_), .section = (section_), \
        .notes = (notes_)                                                                \
    }

static const kb_alg rows[] = {
    CLASSICAL("X25519", 1, 32, 32, 32, "RFC 7748", "section 6.1",
              "all-zero result refused"),
    CLASSICAL("X448", 3, 56, 56, 56, "RFC 7748", "section 6.2",
              "all-zero result refused"),
    CLASSICAL("P-256", 1, 65, 32, 32, "SP 800-56A Rev. 3", "section 5.7.1.2",
              "uncompressed points, full validation"),
    CLASSICAL("P-384", 3, 97, 48, 48, "SP 800-56A Rev. 3", "section 5.7.1.2",
              "uncompressed points, full validation"),
    CLASSICAL("P-521", 5, 133, 66, 66, "SP 800-56A Rev. 3", "section 5.7.1.2",
              "uncompressed points, full validation"),
    MLKEM("ML-KEM-512", 1, KB_STATUS_ACCEPTABLE, 800, 768, "not offered in pairs"),
    MLKEM("ML-KEM-768", 3, KB_STATUS_RECOMMENDED, 1184, 1088,
          "private key is the seed d, z"),
    MLKEM("ML-KEM-1024", 5, KB_STATUS_RECOMMENDED, 1568, 1568,
          "private key is the seed d, z"),
    HQC("HQC-128-R26", "HQC-128", 1, KB_STATUS_RECOMMENDED, 2241, 4433, "profile R26"),
    HQC("HQC-192-R26", "HQC-192", 3, KB_STATUS_RECOMMENDED, 4514, 8978, "profile R26"),
    HQC("HQC-256-R26", "HQC-256", 5, KB_STATUS_RECOMMENDED, 7237, 14421, "profile R26"),
    HQC("HQC-128-V500", "HQC-128-V500", 1, KB_STATUS_ACCEPTABLE, 2241, 4433,
        "profile V500, for interoperability; not offered in pairs"),
    HQC("HQC-192-V500", "HQC-192-V500", 3, KB_STATUS_ACCEPTABLE, 4514, 8978,
        "profile V500, for interoperability; not offered in pairs"),
    HQC("HQC-256-V500", "HQC-256-V500", 5, KB_STATUS_ACCEPTABLE, 7237, 14421,
        "profile V500, for interoperability; not offered in pairs"),
    DKEM("DKEM-128", 1, true, 800, 800, 32, 64,
         "experimental: see src/kem/dkem/README.md"),
    DKEM("DKEM-256", 5, true, 1568, 1600, 32, 64,
         "experimental: see src/kem/dkem/README.md"),
    DKEM("DKEM-512", 5, true, 3392, 3136, 64, 128,
         "experimental: see src/kem/dkem/README.md"),
    DKEM("DKEM-128-SHAKE", 1, false, 800, 800, 32, 64, "for measurements only"),
    DKEM("DKEM-256-SHAKE", 5, false, 1568, 1600, 32, 64, "for measurements only"),
    DKEM("DKEM-512-SHAKE", 5, false, 3392, 3136, 64, 128, "for measurements only"),
    MLDSA("ML-DSA-44", 2, 1312, 2420),
    MLDSA("ML-DSA-65", 3, 1952, 3309),
    MLDSA("ML-DSA-87", 5, 2592, 4627),
    SLHDSA("SLH-DSA-SHA2-128s", 1, 32, 64, 7856),
    SLHDSA("SLH-DSA-SHA2-128f", 1, 32, 64, 17088),
    SLHDSA("SLH-DSA-SHA2-192s", 3, 48, 96, 16224),
    SLHDSA("SLH-DSA-SHA2-192f", 3, 48, 96, 35664),
    SLHDSA("SLH-DSA-SHA2-256s", 5, 64, 128, 29792),
    SLHDSA("SLH-DSA-SHA2-256f", 5, 64, 128, 49856),
    SLHDSA("SLH-DSA-SHAKE-128s", 1, 32, 64, 7856),
    SLHDSA("SLH-DSA-SHAKE-128f", 1, 32, 64, 17088),
    SLHDSA("SLH-DSA-SHAKE-192s", 3, 48, 96, 16224),
    SLHDSA("SLH-DSA-SHAKE-192f", 3, 48, 96, 35664),
    SLHDSA("SLH-DSA-SHAKE-256s", 5, 64, 128, 29792),
    SLHDSA("SLH-DSA-SHAKE-256f", 5, 64, 128, 49856),
    COMPSIG("ML-DSA-44-Ed25519", "ML-DSA-44+Ed25519", 2, 1344, 64, 2484),
    COMPSIG("ML-DSA-65-Ed25519", "ML-DSA-65+Ed25519", 3, 1984, 64, 3373),
    COMPSIG("ML-DSA-87-Ed448", "ML-DSA-87+Ed448", 5, 2649, 89, 4741),
    SIG("Ed25519", "EdDSA", false, KB_STATUS_ACCEPTABLE, 1, 32, 32, 64, "RFC 8032",
        "section 5.1", "classical: not against quantum computers"),
    SIG("Ed448", "EdDSA", false, KB_STATUS_ACCEPTABLE, 3, 57, 57, 114, "RFC 8032",
        "section 5.2", "classical: not against quantum computers"),
    SIG("ECDSA-P256", "ECDSA", false, KB_STATUS_ACCEPTABLE, 1, 65, 32, 64, "FIPS 186-5",
        "section 6", "classical: not against quantum computers"),
    SIG("ECDSA-P384", "ECDSA", false, KB_STATUS_ACCEPTABLE, 3, 97, 48, 96, "FIPS 186-5",
        "section 6", "classical: not against quantum computers"),
    SIG("ECDSA-P521", "ECDSA", false, KB_STATUS_ACCEPTABLE, 5, 133, 66, 132, "FIPS 186-5",
        "section 6", "classical: not against quantum computers"),
    RSAPSS("RSA-2048-PS256", 0, 256),
    RSAPSS("RSA-2048-PS384", 0, 256),
    RSAPSS("RSA-2048-PS512", 0, 256),
    RSAPSS("RSA-3072-PS256", 1, 384),
    RSAPSS("RSA-3072-PS384", 1, 384),
    RSAPSS("RSA-3072-PS512", 1, 384),
    RSAPSS("RSA-4096-PS256", 1, 512),
    RSAPSS("RSA-4096-PS384", 1, 512),
    RSAPSS("RSA-4096-PS512", 1, 512),
    KDF("HKDF-SHA256", "SP 800-56C Rev. 2", "section 5", "default of composite keys"),
    KDF("HKDF-SHA384", "SP 800-56C Rev. 2", "section 5", ""),
    KDF("HKDF-SHA512", "SP 800-56C Rev. 2", "section 5", ""),
    KDF("SHA3-256", "SP 800-56C Rev. 2", "section 4.1, option 1", ""),
    KDF("KMAC256", "SP 800-56C Rev. 2", "section 4.1, option 3", ""),
    {.id = "A256GCM",
     .name = "A256GCM",
     .family = "AES-GCM",
     .kind = KB_ALG_AEAD,
     .status = KB_STATUS_RECOMMENDED,
     .sk_bytes = 32,
     .tag_bytes = 16,
     .standard = "SP 800-38D",
     .section = "section 7",
     .notes = "one tag over the whole content"},
};

const kb_alg *kb_catalog(size_t *count) {
    *count = sizeof rows / sizeof rows[0];
    return rows;
}

const kb_alg *kb_catalog_find(const char *id) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].id, id) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

const kb_alg *kb_catalog_find_name(const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return kb_catalog_find(name);
}

const char *kb_alg_status_name(kb_alg_status status) {
    static const char *const names[] = {"recommended", "acceptable", "legacy",
                                        "experimental", "disallowed"};
    return (size_t)status < sizeof names / sizeof names[0] ? names[status] : "?";
}

const char *kb_alg_kind_name(kb_alg_kind kind) {
    static const char *const names[] = {"kem", "sig", "kdf", "aead", "hash"};
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "?";
}
