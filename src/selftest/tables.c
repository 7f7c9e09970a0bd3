/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which dispatch tables are in use. */
#include "codec/base64url_ops.h"
#include "hash/keccak/ops.h"
#include "hash/sha2/ops.h"
#include "hash/sm3/ops.h"
#include "kem/dkem/ops.h"
#include "kem/hqc/ops.h"
#include "kem/mlkem/ops.h"
#include "sig/mldsa/ops.h"
#include "sig/slhdsa/ops.h"

#include <keybraid/selftest.h>

void kb_selftest_tables(kb_selftest_table out[KB_SELFTEST_TABLE_COUNT]) {
    out[0] = (kb_selftest_table){"Keccak", kb_keccak_ops_get()->head.name};
    out[1] = (kb_selftest_table){"SHA-2", kb_sha2_ops_get()->head.name};
    out[2] = (kb_selftest_table){"SM3", kb_sm3_ops_get()->head.name};
    out[3] = (kb_selftest_table){"ML-KEM", kb_mlkem_ops_get()->head.name};
    out[4] = (kb_selftest_table){"HQC", kb_hqc_ops_get()->head.name};
    out[5] = (kb_selftest_table){"DKEM", kb_dkem_ops_get()->head.name};
    out[6] = (kb_selftest_table){"ML-DSA", kb_mldsa_ops_get()->head.name};
    out[7] = (kb_selftest_table){"SLH-DSA", kb_slhdsa_ops_get()->head.name};
    out[8] = (kb_selftest_table){"base64url", kb_base64url_ops_get()->head.name};
}
