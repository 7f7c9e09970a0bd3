/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Files of a result folder: whole reads and writes, JSON, and the manifest. */
#ifndef KB_BENCH_FOLDER_H
#define KB_BENCH_FOLDER_H

#include <jansson.h>
#include <keybraid/status.h>
#include <stddef.h>

#define KB_BENCH_PATH_BYTES 4096
#define KB_BENCH_RECORDS    "records"
#define KB_BENCH_MANIFEST   "manifest.json"

/* Makes DIR and DIR/records unless they are there. KB_ERR_IO. */
KB_MUST_USE kb_status kb_bench_folder_make(const char *dir);
/* Removes the files of DIR/records that begin with "FAMILY_" and "FAMILY.", and those of
 * DIR that begin with "FAMILY-". */
KB_MUST_USE kb_status kb_bench_folder_clear(const char *dir, const char *family);

/* Reads a regular file whole; likewise. */
KB_MUST_USE kb_status kb_bench_file_text(char **text, size_t *len, const char *path);
/* Reads DIR/name whole; *text is terminated and released with free. KB_ERR_IO. */
KB_MUST_USE kb_status kb_bench_folder_read(char **text, size_t *len, const char *dir,
                                           const char *name);
KB_MUST_USE kb_status kb_bench_folder_write(const char *dir, const char *name,
                                            const void *text, size_t len);
/* The same as JSON in one line. KB_ERR_FORMAT names the file and line. */
KB_MUST_USE kb_status kb_bench_folder_read_json(json_t **out, const char *dir,
                                                const char *name);
KB_MUST_USE kb_status kb_bench_folder_write_json(const char *dir, const char *name,
                                                 const json_t *json);

/* Names of all files in DIR and DIR/records ("records/x.json"), sorted, without the
 * manifest and without other folders. */
typedef struct kb_bench_names {
    char **name;
    size_t count;
} kb_bench_names;

KB_MUST_USE kb_status kb_bench_folder_list(kb_bench_names *out, const char *dir);
void kb_bench_names_free(kb_bench_names *names);

/* Writes DIR/manifest.json: size and SHA-256 of every file. */
KB_MUST_USE kb_status kb_bench_manifest_write(const char *dir);
/* SHA-256 of the manifest itself, in hex. */
KB_MUST_USE kb_status kb_bench_manifest_digest(char hex[65], const char *dir);
/* Compares it with the files: complain is called for every file that is changed, missing
 * or not listed. */
KB_MUST_USE kb_status kb_bench_manifest_check(
    const char *dir, void (*complain)(void *self, const char *name, const char *what),
    void *self);

#endif
