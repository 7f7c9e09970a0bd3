/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The manifest of a result folder: size and SHA-256 of every file. */
#include "codec/hex.h"
#include "core/error.h"
#include "folder.h"

#include <keybraid/hash.h>
#include <stdlib.h>
#include <string.h>

#define HEX_BYTES (2 * KB_SHA256_BYTES + 1)

static kb_status digest_of(char hex[HEX_BYTES], size_t *len, const char *dir,
                           const char *name) {
    uint8_t digest[KB_SHA256_BYTES];
    char *text = NULL;
    KB_TRY(kb_bench_folder_read(&text, len, dir, name));
    kb_status status = kb_sha256(digest, text, *len);
    free(text);
    if (status == KB_OK) {
        kb_hex_encode(hex, digest, sizeof digest);
    }
    return status;
}

kb_status kb_bench_manifest_digest(char hex[HEX_BYTES], const char *dir) {
    size_t len = 0;
    return digest_of(hex, &len, dir, KB_BENCH_MANIFEST);
}

static kb_status add_file(json_t *files, const char *dir, const char *name) {
    char hex[HEX_BYTES];
    size_t len = 0;
    KB_TRY(digest_of(hex, &len, dir, name));
    json_t *file = json_pack("{s:s, s:I, s:s}", "name", name, "bytes", (json_int_t)len,
                             "sha256", hex);
    return json_array_append_new(files, file) == 0 ? KB_OK
                                                   : KB_FAIL(KB_ERR_MEMORY, "manifest");
}

kb_status kb_bench_manifest_write(const char *dir) {
    kb_bench_names names;
    KB_TRY(kb_bench_folder_list(&names, dir));
    json_t *files = json_array();
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && i < names.count; i++) {
        status = add_file(files, dir, names.name[i]);
    }
    json_t *all = json_pack("{s:s, s:o}", "kind", "manifest", "files", files);
    if (status == KB_OK && all == NULL) {
        status = KB_FAIL(KB_ERR_MEMORY, "manifest");
    } else if (status == KB_OK) {
        status = kb_bench_folder_write_json(dir, KB_BENCH_MANIFEST, all);
    }
    json_decref(all);
    kb_bench_names_free(&names);
    return status;
}

/* The entry of a file; NULL when it is not listed. */
static const json_t *entry_of(const json_t *files, const char *name) {
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *one = json_array_get(files, i);
        const char *text = json_string_value(json_object_get(one, "name"));
        if (text != NULL && strcmp(text, name) == 0) {
            return one;
        }
    }
    return NULL;
}

static bool has_name(const kb_bench_names *names, const char *name) {
    for (size_t i = 0; name != NULL && i < names->count; i++) {
        if (strcmp(names->name[i], name) == 0) {
            return true;
        }
    }
    return false;
}

kb_status kb_bench_manifest_check(const char *dir,
                                  void (*complain)(void *self, const char *name,
                                                   const char *what),
                                  void *self) {
    kb_bench_names names;
    json_t *all = NULL;
    char hex[HEX_BYTES];
    size_t len = 0;
    KB_TRY(kb_bench_folder_read_json(&all, dir, KB_BENCH_MANIFEST));
    const json_t *files = json_object_get(all, "files");
    kb_status status = kb_bench_folder_list(&names, dir);
    for (size_t i = 0; status == KB_OK && i < names.count; i++) {
        const json_t *entry = entry_of(files, names.name[i]);
        const char *want = json_string_value(json_object_get(entry, "sha256"));
        status = digest_of(hex, &len, dir, names.name[i]);
        if (status == KB_OK && entry == NULL) {
            complain(self, names.name[i], "is not in the manifest");
        } else if (status == KB_OK && (want == NULL || strcmp(want, hex) != 0)) {
            complain(self, names.name[i], "has another SHA-256 than the manifest says");
        }
    }
    for (size_t i = 0; status == KB_OK && i < json_array_size(files); i++) {
        const json_t *one = json_array_get(files, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        if (!has_name(&names, name)) {
            complain(self, name == NULL ? "?" : name, "is missing");
        }
    }
    if (status == KB_OK) {
        kb_bench_names_free(&names);
    }
    json_decref(all);
    return status;
}
