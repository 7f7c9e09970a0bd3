/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What subjects have in common: sizes and the digest of their inputs. */
#include "subject.h"

#include "codec/hex.h"

#include <stdio.h>

void kb_bench_info_add(kb_bench_info *info, const char *name, uint64_t value) {
    if (info->size_count < KB_BENCH_SIZES_MAX) {
        kb_bench_size *size = &info->sizes[info->size_count++];
        (void)snprintf(size->name, sizeof size->name, "%s", name);
        size->value = value;
    }
}

kb_status kb_bench_inputs_begin(kb_sha2 **hash) {
    return kb_sha2_new(hash, KB_HASH_SHA256);
}

kb_status kb_bench_inputs_end(kb_bench_info *info, kb_sha2 *hash) {
    uint8_t digest[KB_SHA256_BYTES];
    kb_status status = kb_sha2_final(hash, digest);
    if (status == KB_OK) {
        kb_hex_encode(info->inputs, digest, sizeof digest);
    }
    return status;
}
