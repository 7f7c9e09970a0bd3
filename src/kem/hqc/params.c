/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The three parameter sets in both profiles. */
#include "kem/hqc/params.h"

/* Products of (x + alpha^i) for i = 1 .. 2 delta, without the leading 1. */
static const uint8_t generator_15[64] = {
    89,  69,  153, 116, 176, 117, 111, 75,  73,  233, 242, 233, 65, 210, 21,
    139, 103, 173, 67,  118, 105, 210, 174, 110, 74,  69,  228, 82, 255, 181,
};
static const uint8_t generator_16[64] = {
    45,  216, 239, 24, 253, 104, 27, 40, 107, 50,  163, 210, 227, 134, 224, 158,
    119, 13,  158, 1,  238, 164, 82, 43, 15,  232, 246, 142, 50,  189, 29,  232,
};
static const uint8_t generator_29[64] = {
    49,  167, 49,  39,  200, 121, 124, 91,  240, 63,  148, 71,  150, 123, 87,
    101, 32,  215, 159, 71,  201, 115, 97,  210, 186, 183, 141, 217, 123, 12,
    31,  243, 180, 219, 152, 239, 99,  141, 4,   246, 191, 144, 8,   232, 47,
    27,  141, 178, 130, 64,  124, 47,  39,  188, 216, 48,  199, 187,
};

#define SET(name, id_, profile_, n_, padded_, n1_, copies_, k_, delta_, weight_, enc_)   \
    const kb_hqc_params name = {                                                         \
        .id = (id_),                                                                     \
        .profile = (profile_),                                                           \
        .n = (n_),                                                                       \
        .reject_from = (1 << 24) / (n_) * (n_),                                          \
        .inverse = (uint32_t)((UINT64_C(1) << 32) / (n_)),                               \
        .words = ((n_) + 63) / 64,                                                       \
        .padded_words = (padded_),                                                       \
        .n1 = (n1_),                                                                     \
        .copies = (copies_),                                                             \
        .k = (k_),                                                                       \
        .delta = (delta_),                                                               \
        .weight = (weight_),                                                             \
        .enc_weight = (enc_),                                                            \
        .n_bytes = KB_HQC_N_BYTES(n_),                                                   \
        .v_bytes = 16 * (n1_) * (copies_),                                               \
        .ek_bytes = KB_HQC_EK_BYTES(n_),                                                 \
        .dk_bytes = KB_HQC_DK_BYTES(n_, k_),                                             \
        .ct_bytes = KB_HQC_CT_BYTES(n_, n1_, copies_),                                   \
        .generator = generator_##delta_,                                                 \
    }

SET(kb_hqc_128_r26_params, "HQC-128-R26", KB_HQC_R26, 17669, 288, 46, 3, 16, 15, 66, 75);
SET(kb_hqc_192_r26_params, "HQC-192-R26", KB_HQC_R26, 35851, 576, 56, 5, 24, 16, 100,
    114);
SET(kb_hqc_256_r26_params, "HQC-256-R26", KB_HQC_R26, 57637, 928, 90, 5, 32, 29, 131,
    149);
SET(kb_hqc_128_v500_params, "HQC-128-V500", KB_HQC_V500, 17669, 288, 46, 3, 16, 15, 66,
    75);
SET(kb_hqc_192_v500_params, "HQC-192-V500", KB_HQC_V500, 35851, 576, 56, 5, 24, 16, 100,
    114);
SET(kb_hqc_256_v500_params, "HQC-256-V500", KB_HQC_V500, 57637, 928, 90, 5, 32, 29, 131,
    149);
